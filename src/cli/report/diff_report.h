/* What 'diff' says about a map: lines for people, JSON for programs. */
#ifndef CLI_REPORT_DIFF_REPORT_H
#define CLI_REPORT_DIFF_REPORT_H

#include "scene/compare/map_diff.h"
#include "scene/map/area_names.h"

struct cJSON;

/* A map that both versions have. */
struct diff_report {
    const char *map;
    const struct map_diff *diff;
    const struct area_names *areas[2]; /* of the old and the new data; NULL: no names */
    uint32_t tile_counts[2];
    bool is_long; /* each placement a line, not each name */
};

/* "added", "moved", ...: the words of both reports. */
const char *tile_fate_name(enum tile_fate fate);
const char *placement_fate_name(enum placement_fate fate);

/* Prints the map, its changed tiles and placements on stdout; of an unchanged map one line. */
void diff_print(const struct diff_report *report);

/* The same as an object; members that cannot be added are missing (common_json_put). */
struct cJSON *diff_json(const struct diff_report *report);

#endif
