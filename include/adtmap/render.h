/* Whole maps into files, as the command `adtmap render` writes them. */
#ifndef ADTMAP_RENDER_H
#define ADTMAP_RENDER_H

#include <stddef.h>
#include <stdint.h>

#include "adtmap/settings.h"
#include "adtmap/status.h"

#ifdef __cplusplus
extern "C" {
#endif

struct adtmap_data;

/* How far a run has come, or a single tile (adtmap_tile_draw), of which steps are counted in place
 * of tiles. */
struct adtmap_progress {
    uint32_t done;   /* tiles drawn, failed ones among them */
    uint32_t total;  /* that are to be drawn: those that are up to date do not count */
    uint32_t failed; /* of those that are done; of a single tile 0 */
    double seconds;  /* since drawing began */
};

/* What is made in addition to a picture of each tile; bits. */
enum adtmap_output {
    ADTMAP_OUTPUT_STITCH = 1 << 0, /* OUT/MAP/MAP.png, the whole map */
    ADTMAP_OUTPUT_WEB = 1 << 1,    /* zoom levels and web pages */
};

/* More threads are refused. */
#define ADTMAP_THREADS_MAX 1024

struct adtmap_tile_place {
    uint32_t x, y; /* column from the west and row from the north, 0..63 each */
};

/*
 * A run of a map. adtmap_render_request_default sets all fields, the caller changes some. New
 * fields are appended (adtmap/version.h). All that it points to is borrowed for the call.
 */
struct adtmap_render_request {
    uint32_t struct_bytes; /* set by adtmap_render_request_default */
    uint32_t outputs;      /* enum adtmap_output bits. Default 0 */
    uint32_t threads;      /* 0: one a core; at most ADTMAP_THREADS_MAX. Default 0 */
    uint32_t force;        /* 1: all tiles are drawn, also those that are up to date. Default 0 */

    /* Where to write: files go below OUT/MAP. The folder is made if it is not there. Required. */
    const char *out;

    const struct adtmap_settings *settings; /* required */

    /* A map whose tiles are drawn where this one has none, as in adtmap_map_add_parents. Default
     * NULL: none. */
    const char *parent;

    /* Which tiles; the others stay as they are. Default NULL: all that the map has. */
    const struct adtmap_tile_place *tiles;
    size_t tile_count;

    /*
     * Called before the first tile, with done 0, and after each, from one thread at a time, which
     * is none of the caller's. Returns 0 to go on; anything else cancels the run: it is not called
     * again, and adtmap_map_render returns ADTMAP_CANCELLED when the tiles under way are done, at
     * most three for each thread. Not called if there is no tile to draw. Default NULL.
     */
    int (*progress)(void *user, const struct adtmap_progress *progress);

    /* Called for each tile that could not be drawn, at the end, by the caller's thread. Default
     * NULL. */
    void (*failed)(void *user, uint32_t x, uint32_t y, const struct adtmap_message *why);

    void *user; /* handed to both. Default NULL */
};

/* What a run has done. Set, all zero after a failure. */
struct adtmap_render_result {
    uint32_t drawn;          /* tiles drawn and written */
    uint32_t unchanged;      /* tiles that were up to date */
    uint32_t failed;         /* tiles that could not be drawn */
    uint32_t missing_assets; /* textures and models that the data lack, counted once a tile */
};

/* As adtmap_render_request_default, for a struct of `struct_bytes` bytes. For bindings of other
 * languages. */
ADTMAP_API void adtmap_render_request_default_sized(struct adtmap_render_request *request,
                                                    size_t struct_bytes);

/* Sets the defaults: no folder, no settings. */
static inline void adtmap_render_request_default(struct adtmap_render_request *request)
{
    adtmap_render_request_default_sized(request, sizeof *request);
}

/*
 * Draws the map `name`, as in adtmap_map_open, into files. Tiles that an earlier run has drawn from
 * the same files with the same settings stay. Files are written under a temporary name and renamed:
 * after a failure, a cancelled run or the end of the process at any moment no file is torn, and the
 * next run goes on from there; its folder is equal to that of one run.
 *
 * ADTMAP_OK also if tiles have failed: result->failed counts them. `result` may be NULL.
 *
 * Memory: tiles under way take up to 512 MiB, or one tile, and with ADTMAP_OUTPUT_STITCH some rows
 * of the whole map; what is kept between tiles is bounded by adtmap_data_limit_memory.
 *
 * Threads: runs into different folders may be made at the same time, also of one data; one folder
 * has one run at a time (ADTMAP_IO). The pictures are drawn by threads of the library.
 *
 * Errors are those of adtmap_map_open and adtmap_tile_render, and ADTMAP_CANCELLED: `progress` has
 * said so. ADTMAP_IO: a file of the folder cannot be written or read. ADTMAP_NOT_FOUND: there is no
 * such map, or it has none of the tiles. ADTMAP_BAD_ARGUMENT: a required field is missing, a tile
 * is outside the grid, a bit of `outputs` is unknown, there are too many threads, or struct_bytes
 * is not valid.
 */
ADTMAP_API enum adtmap_status adtmap_map_render(struct adtmap_data *data, const char *name,
                                                const struct adtmap_render_request *request,
                                                struct adtmap_render_result *result,
                                                struct adtmap_message *failure);

#ifdef __cplusplus
}
#endif

#endif
