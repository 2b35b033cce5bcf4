/*
 * The threads of a run. The reader asks the system to read ADTs ahead. Each worker draws one tile
 * at a time, from its files to compressed PNGs, with an arena and scratch memory of its own, and
 * hands the pixels to the outputs (output/output.h). The writer puts PNGs on disk. The queues
 * between them are short, so memory does not grow with the map. Tiles that are not drawn are read
 * back from their PNGs if an output needs their pixels.
 */
#ifndef JOB_TILES_PIPELINE_H
#define JOB_TILES_PIPELINE_H

#include "job/settings/job_settings.h"
#include "job/tiles/tile_edges.h"
#include "job/tiles/tile_task.h"
#include "map/map.h"
#include "output/output.h"
#include "render/draw_scene.h"

/* An output, and the series whose pixels it takes. */
struct pipeline_output {
    struct output *output;
    uint32_t series;
};

struct pipeline {
    const char *map_name;
    const struct adtmap_log *log;
    const struct adtmap_map *map; /* NULL: nothing is drawn, and `plan` is NULL */
    const struct job_settings *settings;
    const struct tile_plan *plan;
    struct tile_edges *edges; /* of the map, for its light; NULL: not needed */
    const char *directory;    /* of the map, OUT/MAP */
    const struct pipeline_output *outputs;
    uint32_t output_count;
    const char *const *series; /* names of series; the first is the pictures */
    uint32_t series_count;
    struct tile_task *tasks; /* in the order they are to be drawn */
    uint32_t count;
    unsigned threads; /* at least 1 */
    unsigned workers; /* of them, each with its own tile; the others help to draw */

    /* Called by one thread for every tile that was to be drawn, with its PNGs in place, or failed.
     */
    void (*finished)(void *user, struct tile_task *task);
    void *user;

    struct job_times times; /* result: added up over all threads */
};

/*
 * Runs every task; each ends with its status. Fails if a tile of an earlier run could not be read
 * back, as the outputs would lack it. ADTMAP_NO_MEMORY also if the threads could not be started;
 * then no task has been touched.
 */
enum adtmap_status pipeline_run(struct pipeline *pipeline, const struct diag *diag);

#endif
