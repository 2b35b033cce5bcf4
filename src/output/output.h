/*
 * One interface for outputs that are joined from tiles: stitched pictures and zoom levels. Workers
 * hand each tile to every output of its series, and do not know which kinds of outputs there are.
 *
 * Several workers may call `put`, `skip` and `worker_done` at once. `finish` and `abort` are called
 * when no other call is under way, and free the output. A failure of `put` is kept: `finish`
 * returns it, explained in the diag that the output was opened with.
 */
#ifndef OUTPUT_OUTPUT_H
#define OUTPUT_OUTPUT_H

#include <stddef.h>
#include <stdint.h>

#include "adtmap/status.h"

struct output;

struct output_operations {
    /* Takes tile (x, y), whose rows are `stride_bytes` apart. Tiles that the output was not opened
     * for are ignored. */
    void (*put)(struct output *output, uint32_t x, uint32_t y, const uint8_t *pixels,
                size_t stride_bytes);

    /* Tile (x, y) could not be made: the output does not wait for it. */
    void (*skip)(struct output *output, uint32_t x, uint32_t y);

    /* A worker has no more tiles: others that wait for memory do not wait for it. */
    void (*worker_done)(struct output *output);

    enum adtmap_status (*finish)(struct output *output);
    void (*abort)(struct output *output);
};

/* The head of every output. */
struct output {
    const struct output_operations *operations;
};

#endif
