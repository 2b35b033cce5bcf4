/*
 * What rendering and merging have in common: from the build log to a plan, and from the plan to a
 * folder that is ready to be written into. finish.h does the rest.
 *
 *     run_find -> run_find_outputs -> run_plan -> run_begin -> tiles (pipeline.h) -> finish_run
 */
#ifndef JOB_RUN_RUN_H
#define JOB_RUN_RUN_H

/* The fact of the build log that has the quality of zoom levels; none: 0. */
#define RUN_QUALITY_FACT "web-quality"

#include "graph/node_path.h"
#include "graph/plan.h"
#include "job/records/folder_lock.h"
#include "job/records/places.h"
#include "job/settings/job_settings.h"
#include "job/settings/recipe.h"
#include "job/settings/series.h"
#include "job/settings/tile_selection.h"
#include "job/tiles/tile_task.h"
#include "output/web/web_map.h"

/* What is made of tiles: what the settings ask for, and what the folder has already, which is kept
 * up to date with the tiles. */
struct run_outputs {
    uint32_t bits;  /* enum job_output */
    bool has_pages; /* pages of the map are written */
    enum image_format web_format;
    uint32_t web_quality;
    char *leaflet; /* from malloc; NULL: that of the settings */
};

/* A run. The caller sets the first five members and zeroes the others. */
struct run {
    const struct job_settings *settings;
    const char *map_name;
    const struct adtmap_map *map; /* NULL: merging, nothing is drawn */
    struct job_result *result;    /* directory is set by run_find */
    struct diag diag;

    struct build_log *log;
    char *log_path;
    struct run_outputs outputs;
    struct plan_request request;
    char names[PLAN_SERIES_MAX][ADTMAP_LAYER_NAME_BYTES]; /* of series */
    struct series series[PLAN_SERIES_MAX];
    struct buffer settings_text; /* what series[0] may borrow */
    struct recipe_facts *facts;
    struct plan *plan;
    uint32_t joined_layers; /* merging: of the settings' layers, those that shards drew */
    uint32_t stale_layers;  /* files of layers that were removed before the plan */
    bool records_pictures;  /* the series of pictures is that of the settings */
    struct places places;   /* read before run_plan: from the tables, else from private files */
    struct markers markers;
    struct client_minimap_folder minimap; /* of settings->minimap */
    struct folder_lock lock;
};

/* Finds the map's folder, locks it and reads its log. ADTMAP_IO, ADTMAP_BAD_ARGUMENT,
 * ADTMAP_NO_MEMORY. */
enum adtmap_status run_find(struct run *run);

/* Finds out which outputs are made. Checks that the website, if there is one, can be written. Fails
 * as web_site_check and markers_load. */
enum adtmap_status run_find_outputs(struct run *run);

/*
 * Makes the plan for the tiles of `selection`; NULL: no tile is drawn, and all on record stay.
 * Warns of tiles on record that are no longer the map's. ADTMAP_IO, ADTMAP_NO_MEMORY.
 */
enum adtmap_status run_plan(struct run *run, const struct tile_selection *selection);

/* Takes the lock, makes folders, opens the journal if there is anything to do, and removes the
 * files that the plan removes. */
enum adtmap_status run_begin(struct run *run, const struct tile_selection *selection);

/* The tiles that are drawn or read back, row by row, so that rows of stitched pictures complete
 * early; from malloc. ADTMAP_NO_MEMORY. */
enum adtmap_status run_list_tasks(const struct run *run, const struct tile_set *low_res,
                                  struct tile_task **tasks, uint32_t *count);

/* What players call the map and where OUT is published, of the settings or else on record; "": not
 * known. */
const char *run_title(const struct run *run);
void run_address(const struct run *run, char address[WEB_ADDRESS_BYTES]);

/* Records both, and the quality of zoom levels, for runs that do not know them. False when out of
 * memory. */
bool run_record_facts(struct run *run);

/* Drops the record of a node and removes its file. ADTMAP_IO, ADTMAP_NO_MEMORY. */
enum adtmap_status run_remove(struct run *run, struct build_record *record,
                              const struct diag *diag);

/* The disk for plan_make: `user` is the run. */
struct graph_disk run_disk(struct run *run);

/* A zeroed run may be freed. */
void run_free(struct run *run);

/*
 * Makes run->request, what the planner is asked for: the series of the run, its zoom levels and
 * texts. `selection` as of run_plan. False when out of memory.
 */
bool run_make_request(struct run *run, const struct tile_selection *selection);

/* Whether the file of a node lies in the map's folder. */
bool run_has_file(const struct run *run, const char *node);

static inline bool run_is_shard(const struct run *run)
{
    return run->settings->shard.count > 0;
}

/* How much of the grid stitched pictures show. */
static inline enum stitch_extent run_extent(const struct run *run)
{
    return run->outputs.bits & JOB_FULL_GRID ? STITCH_GRID : STITCH_CROPPED;
}

#endif
