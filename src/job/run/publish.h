/* What is published of a map, gathered from its build log: manifest, pages, world files. */
#ifndef JOB_RUN_PUBLISH_H
#define JOB_RUN_PUBLISH_H

#include "graph/plan.h"
#include "job/settings/series.h"
#include "output/manifest/manifest.h"
#include "output/web/web_map.h"

/* The series on record, and the tiles that count as theirs. */
struct publish {
    const struct build_log *log;
    const char *map;
    struct plan_request request; /* the series alone: names and recipes */
    char names[PLAN_SERIES_MAX][ADTMAP_LAYER_NAME_BYTES];
    struct series series[PLAN_SERIES_MAX];
    struct tile_set present[PLAN_SERIES_MAX];
    struct tile_set shown[PLAN_SERIES_MAX]; /* and those that failed, or have none */
    bool is_stitched[PLAN_SERIES_MAX];
    bool is_grid[PLAN_SERIES_MAX]; /* the stitched picture shows all 64x64 places */
};

/* Borrows `log` and `map`, and is borrowed by its own request: it must not be moved. */
void publish_open(const struct build_log *log, const char *map, struct publish *publish);

/* The rectangle that the pictures show, or, where there are none, the layers. */
struct stitch_bounds publish_bounds(const struct publish *publish);

/* Appends the manifest. Out of memory: text->failed. */
void publish_manifest(const struct publish *publish, struct buffer *text);

/* Appends the world file of a series' stitched picture. */
void publish_world_file(const struct publish *publish, uint32_t series, struct buffer *text);

/*
 * What the map's pages show; `directory` is OUT/MAP. ADTMAP_NOT_FOUND, unexplained, for a map
 * without zoom levels. Damaged markers are a warning. web_map_free, whatever the status.
 */
enum adtmap_status publish_web_map(const struct publish *publish, const char *directory,
                                   const struct diag *diag, struct web_map *map);

/* Calls `visit` for each id of areas that the tiles of the area layer have. */
void publish_visit_areas(const struct publish *publish, void (*visit)(void *user, uint32_t id),
                         void *user);

/* Warns, in one line, of heights outside the range they were drawn for. */
void publish_warn_heights(const struct publish *publish, const struct diag *diag);

#endif
