/*
 * One interface for everything that is put together from tiles: stitched pictures and zoom levels.
 * Workers hand tiles to every output of their source and know no output by its kind.
 *
 * Several workers call `put`, `skip` and `worker_done` at once; `finish` and `abort` come when no
 * other call is under way. A failure of `put` is kept and returned by `finish`, explained in the
 * diag that the output was opened with. `finish` and `abort` free the output, whatever they return.
 */
#ifndef OUTPUT_OUTPUT_H
#define OUTPUT_OUTPUT_H

#include <stddef.h>
#include <stdint.h>

#include "adtmap/status.h"

struct output;

struct output_operations {
    /* Takes tile (x, y), whose rows are `stride_bytes` apart. Ignores tiles that it was not opened
     * for. */
    void (*put)(struct output *output, uint32_t x, uint32_t y, const uint8_t *pixels,
                size_t stride_bytes);

    /* Tile (x, y) does not come: it could not be made. */
    void (*skip)(struct output *output, uint32_t x, uint32_t y);

    /* A worker puts and skips no more: nobody waits for it. */
    void (*worker_done)(struct output *output);

    enum adtmap_status (*finish)(struct output *output);
    void (*abort)(struct output *output);
};

/* The head of every output. */
struct output {
    const struct output_operations *operations;
};

#endif
