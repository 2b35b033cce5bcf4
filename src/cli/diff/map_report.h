/* What 'diff' tells of a map: its part of the report. */
#ifndef CLI_DIFF_MAP_REPORT_H
#define CLI_DIFF_MAP_REPORT_H

#include "cli/diff/report.h"
#include "compare/build_log_diff.h"
#include "compare/map_diff.h"
#include "map/area_names.h"

struct diff_zones;

/* A map that both versions have, of client data. */
struct data_report {
    const char *map;
    const struct map_diff *diff;
    const struct area_names *areas[2]; /* of the old and the new data; NULL: no names */
    bool is_long;                      /* each placement is told, not each name */
    uint32_t drawn_px; /* edge of the pictures of tiles on the page, MAP/MAP_XX_YY.before.png and so
                          on; 0: there are none */
};

/* A map of which one side is an output folder. */
struct log_report {
    const char *map;
    const struct build_log_diff *diff;
    const struct diff_zones *zones; /* none: they are not compared */
};

/* "added", "changed", ... and the verdict. */
const char *tile_fate_name(enum tile_fate fate);
enum report_verdict tile_fate_verdict(enum tile_fate fate);

/* Add a part, which borrows what is given; NULL when out of memory. */
struct report_part *data_report_add(const struct data_report *source, struct report *report);
struct report_part *log_report_add(const struct log_report *source, struct report *report);

/* Adds a map that one side has. */
struct report_part *lonely_report_add(const char *map, enum report_verdict verdict,
                                      struct report *report);

/* For these functions: begins the part of a map with its name and "Demo: 1 tile added, 3 tiles
 * changed, 1 zone changed", or ": the same"; the summary has no end, so that more can be appended.
 * The end adds an item, for JUnit, to a part without any. */
struct report_part *map_report_begin(const char *map, const struct report_part_kind *kind,
                                     const void *subject, const uint32_t tiles[TILE_UNREADABLE + 1],
                                     const uint32_t zones[TILE_UNREADABLE + 1],
                                     struct report *report);
void map_report_end(struct report_part *part);

#endif
