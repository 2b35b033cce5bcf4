/* Gathers what a map's manifest, pages and world files say from its build log. */
#ifndef JOB_RUN_MAP_SUMMARY_H
#define JOB_RUN_MAP_SUMMARY_H

#include "graph/plan.h"
#include "job/records/places.h"
#include "job/settings/series.h"
#include "output/manifest/manifest.h"
#include "output/web/web_map.h"

/* The fact of the log that holds what players call the map. */
#define MAP_SUMMARY_TITLE_FACT "title"

/* The fact that holds where OUT is published. */
#define MAP_SUMMARY_ADDRESS_FACT "address"

/* The fact that holds what pages show of the map at first. */
#define MAP_SUMMARY_LOOK_FACT "look"

/* Records what was measured; false when out of memory. */
bool map_summary_record_look(struct build_log *log, const struct web_look *look);

/* The series on record, and the tiles that count as theirs. */
struct map_summary {
    const struct build_log *log;
    const char *map;
    const struct places *places;
    struct plan_request request; /* the series alone: names and recipes */
    char names[PLAN_SERIES_MAX][ADTMAP_LAYER_NAME_BYTES];
    struct series series[PLAN_SERIES_MAX];
    struct tile_set present[PLAN_SERIES_MAX];
    struct tile_set shown[PLAN_SERIES_MAX]; /* also those that failed, or have no ADT */
    bool is_stitched[PLAN_SERIES_MAX];
    bool is_grid[PLAN_SERIES_MAX]; /* the stitched picture shows all 64x64 places */
};

/* Borrows `log`, `map` and `places`. summary->request points into *summary, which must not be
 * moved. */
void map_summary_open(const struct build_log *log, const char *map, const struct places *places,
                      struct map_summary *summary);

/* The rectangle that the pictures show; without pictures, the layers. */
struct stitch_bounds map_summary_bounds(const struct map_summary *summary);

/* Appends the manifest. Out of memory: text->failed. */
void map_summary_manifest(const struct map_summary *summary, struct buffer *text);

/* Appends the world file of a series' stitched picture. */
void map_summary_world_file(const struct map_summary *summary, uint32_t series,
                            struct buffer *text);

/*
 * What the map's pages show; `directory` is OUT/MAP. ADTMAP_NOT_FOUND, unexplained, for a map
 * without zoom levels. Damaged markers are a warning. web_map_free, whatever the status.
 */
enum adtmap_status map_summary_web_map(const struct map_summary *summary, const char *directory,
                                       const struct diag *diag, struct web_map *map);

/* Calls `visit` for each id of areas that the tiles of the area layer have. */
void map_summary_visit_areas(const struct map_summary *summary,
                             void (*visit)(void *user, uint32_t id), void *user);

/* Warns, in one line, of heights outside the range they were drawn for. */
void map_summary_warn_heights(const struct map_summary *summary, const struct diag *diag);

#endif
