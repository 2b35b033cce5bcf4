/*
 * A run has four parts, each made from those before it: what is asked, what is open, the plan, and
 * what came out. Its phases:
 *
 *     run_open -> run_ask -> run_plan -> run_begin -> tiles (pipeline.h) -> finish_run
 *
 * are in job/phases/run_plan.h, run_begin.h and finish.h. Nothing is written before run_begin.
 * There is one kind of run: a shard is a run of some tiles into a folder of its own
 * (job/phases/take_over.h).
 */
#ifndef JOB_RUN_RUN_H
#define JOB_RUN_RUN_H

#include "job/facts/map_facts.h"
#include "job/facts/places.h"
#include "job/plan/plan.h"
#include "job/plan/recipe.h"
#include "job/records/folder_lock.h"
#include "job/settings/job_settings.h"
#include "job/settings/tile_selection.h"
#include "job/tiles/tile_task.h"
#include "os/thread.h"
#include "output/client_minimap/client_minimap.h"
#include "output/web/web_map.h"

/* What is asked. The caller sets the first members, run_ask the others; from then on it is const.
 */
struct run_asked {
    const struct job_settings *settings;
    const char *map_name;
    const struct adtmap_map *map;
    const struct tile_selection *selection;

    uint32_t outputs; /* enum job_output: what the settings ask for, and what the folder has
                         already, which is kept up to date with the tiles */
    bool has_pages;   /* pages of the map are written */
    enum image_format web_format;
    uint32_t web_quality;
    struct map_facts facts; /* of the settings, of the data, else on record; run_open reads them */
    char *leaflet;          /* from malloc; NULL: that of the settings */
};

struct take_over;

/* What is open. */
struct run_open {
    struct build_log *log;
    char *log_path;
    struct folder_lock lock;
    struct client_minimap_folder minimap;  /* of settings->minimap */
    struct client_minimap_folder worldmap; /* of settings->worldmap */
    struct places places;                  /* from the client's tables; before run_plan */
    struct markers markers;                /* that the settings give */
    struct take_over *taken;     /* tiles of other folders (phases/take_over.h); the run frees it */
    struct recipe_facts *facts;  /* what the map says of tiles */
    struct buffer settings_text; /* what the request's pictures may borrow */
    bool records_pictures;       /* the pictures' series is that of the settings */
};

struct run {
    struct run_asked asked;
    struct run_open open;
    struct plan_request request;
    struct plan *plan;
    struct job_result *result; /* what came out; run_open sets the directory */
    struct diag diag;
};

/* Finds the map's folder, locks it and reads its log, and finds the minimap's folder. ADTMAP_IO,
 * ADTMAP_BAD_ARGUMENT, ADTMAP_NO_MEMORY. */
enum adtmap_status run_open(struct run *run);

/* A zeroed run may be freed. */
void run_free(struct run *run);

/* The full path of a node, from malloc; NULL when out of memory. */
char *run_full_path(const struct run *run, struct node_id id);

/* How the file of a node in the map's folder compares with its record. */
enum file_match run_compare_file(const struct run *run, struct build_record *record);

/* Whether a node's file is there; one that could not be looked at is if it is on record. */
bool run_has_file(const struct run *run, struct node_id id);

/* Whether the folder of a node's file is there, or could not be looked at. */
bool run_has_folder(const struct run *run, struct node_id id);

/* Makes the folder of a node, and removes temporary files there. */
enum adtmap_status run_make_folder(const struct run *run, struct node_id id);

/* Drops the record of a node and removes its file. Where that is not possible, the record says so,
 * the result lists the file as stuck, and the run goes on; the next one tries again.
 * ADTMAP_NO_MEMORY. */
enum adtmap_status run_remove(struct run *run, struct build_record *record);

/* Removes the folders that are empty of those that files have left in this run, among them those of
 * `removed`, nodes of leftover files, and of those that were made for tiles of which there are
 * none. */
void run_remove_empty_folders(const struct run *run, const struct buffer *removed);

/* Whether the plan makes a node. */
static inline bool run_makes(const struct run *run, struct node_id id)
{
    return graph_makes(&run->plan->graph, id);
}

/* How much of the grid stitched pictures show. */
static inline enum stitch_extent run_extent(const struct run *run)
{
    return run->asked.outputs & JOB_FULL_GRID ? STITCH_GRID : STITCH_CROPPED;
}

/* Whether the tiles of a series can be joined to larger pictures, now. */
static inline bool run_may_join(const struct plan_series *series)
{
    return series->is_asked && series->drawn.range != MANIFEST_RANGE_TILE;
}

static inline unsigned run_threads(const struct run *run)
{
    unsigned threads = run->asked.settings->threads;
    return threads ? threads : thread_core_count();
}

/* Work on number `index` of a list; its failure goes to `diag`. */
typedef enum adtmap_status run_work(void *user, uint32_t index, const struct diag *diag);

/* Works on each number below `count`, in any order, on all threads. Of several failures that of the
 * lowest number counts. */
enum adtmap_status run_each(const struct run *run, uint32_t count, run_work *work, void *user);

#endif
