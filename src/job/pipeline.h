/*
 * The threads of a run. A reader maps ADTs ahead of the workers; each worker takes one tile from
 * bytes to a compressed PNG with an arena and scratch memory of its own; a writer puts PNGs on
 * disk. Queues between them are short, so memory does not grow with the map.
 */
#ifndef JOB_PIPELINE_H
#define JOB_PIPELINE_H

#include "base/buffer.h"
#include "base/file.h"
#include "base/hash.h"
#include "job/job.h"
#include "job/layer_files.h"
#include "job/map.h"
#include "output/pyramid.h"
#include "output/stitch.h"
#include "render/tile.h"

/* One tile on its way. */
struct tile_task {
    uint32_t x;
    uint32_t y;
    bool is_far;                   /* drawn from the map's WDL */
    struct tile_files files;       /* between reader and worker */
    struct buffer png;             /* between worker and writer */
    struct hash128 pixels;         /* hash of the pixels, once drawn */
    struct layer_tile layers;      /* likewise; areas and hashes stay until the end */
    uint32_t stand_ins;            /* textures drawn as stand-ins, buildings left out */
    enum adtmap_status status;     /* the first failure ends the tile */
    struct adtmap_message message; /* explains it */
};

struct pipeline {
    const struct adtmap_map *map;
    const struct job_settings *settings;
    const struct tile_plan *plan;
    const char *directory;   /* of the map, OUT/MAP */
    struct stitch *stitch;   /* NULL: no stitched map; opened for as many workers */
    struct pyramid *pyramid; /* NULL: no zoom levels */
    const struct layer_files *layers;
    struct tile_task *tasks; /* in the order they are to be drawn */
    uint32_t count;
    unsigned threads; /* at least 1 */
    unsigned workers; /* of them, each with a tile of its own; the others help to draw */

    struct job_times times; /* result: added up over all threads */
};

/* What PNG files of these settings store. */
enum png_kind pipeline_png_kind(const struct job_settings *settings);

/*
 * Takes every task through; each ends with its status. ADTMAP_NO_MEMORY when the threads could not
 * be set up, and then no task has been touched.
 */
enum adtmap_status pipeline_run(struct pipeline *pipeline, const struct diag *diag);

#endif
