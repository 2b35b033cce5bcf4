/* Gathers what a map's manifest, pages and world files say, from its plan and its records. */
#ifndef JOB_FACTS_MAP_SUMMARY_H
#define JOB_FACTS_MAP_SUMMARY_H

#include "job/facts/places.h"
#include "job/plan/plan.h"
#include "job/plan/series.h"
#include "output/manifest/manifest.h"
#include "output/web/web_map.h"

/* The series of the map, and the tiles that count as theirs. */
struct map_summary {
    const struct plan_request *request; /* the series alone count */
    const struct build_log *log;
    const struct places *places;
    struct map_summary_series {
        struct tile_set present;
        struct tile_set shown; /* also those that failed, or have no ADT */
        bool is_stitched;
        bool is_grid; /* the stitched picture shows all 64x64 places */
    } * series;       /* as in the request */
};

/* By the plan, and what has become of it: when tiles are on record. Borrows all but the plan. False
 * when out of memory. */
bool map_summary_open(const struct plan_request *request, const struct plan *plan,
                      const struct build_log *log, const struct places *places,
                      struct map_summary *summary);

/* A zeroed summary may be closed. */
void map_summary_close(struct map_summary *summary);

/* Appends the manifest. Out of memory: text->failed. */
void map_summary_manifest(const struct map_summary *summary, struct buffer *text);

/* Appends the world file of a series' stitched picture. */
void map_summary_world_file(const struct map_summary *summary, uint32_t series,
                            struct buffer *text);

/*
 * What the map's pages show; `directory` is OUT/MAP. ADTMAP_NOT_FOUND, unexplained, for a map
 * without zoom levels; ADTMAP_NO_MEMORY. It has no markers yet. web_map_free, whatever the status.
 */
enum adtmap_status map_summary_web_map(const struct map_summary *summary, const char *directory,
                                       const struct diag *diag, struct web_map *map);

/* Adds the markers: those in the folder, of which damage is a warning, or the given ones, which are
 * taken over. */
enum adtmap_status map_summary_markers(const char *directory, struct markers *given,
                                       const struct diag *diag, struct web_map *map);

/* Appends the ids of areas that the tiles of the area layer have, sorted: uint32_t each. */
void map_summary_areas(const struct map_summary *summary, struct buffer *ids);

/* Warns, in one line, of heights outside the range they were drawn for. */
void map_summary_warn_heights(const struct map_summary *summary, const struct diag *diag);

#endif
