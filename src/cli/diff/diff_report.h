/* What 'diff' says about a map: lines for people, JSON for programs. */
#ifndef CLI_DIFF_DIFF_REPORT_H
#define CLI_DIFF_DIFF_REPORT_H

#include "compare/build_log_diff.h"
#include "compare/map_diff.h"
#include "map/area_names.h"

struct json;
struct diff_zones;

/* A map that both versions have. */
struct diff_report {
    const char *map;
    const struct map_diff *diff;
    const struct area_names *areas[2]; /* of the old and the new data; NULL: no names */
    bool is_long;                      /* each placement a line, not each name */
};

/* "added", "moved", ...: the words of both reports. */
const char *tile_fate_name(enum tile_fate fate);
const char *placement_fate_name(enum placement_fate fate);

/* Prints "Demo: 1 tile added, 3 tiles changed, 1 zone changed", or ": the same", without a newline.
 * `zones` is NULL where they are not compared. */
void diff_print_summary(const char *map, const uint32_t tiles[TILE_UNREADABLE + 1],
                        const uint32_t zones[TILE_UNREADABLE + 1]);

/* Prints the map, its changed tiles and placements on stdout; of an unchanged map one line. */
void diff_print(const struct diff_report *report);

/* The same as an object. */
void diff_json(struct json *json, const struct diff_report *report);

/* Both for a map of which one side is an output folder. */
void diff_files_print(const char *map, const struct build_log_diff *diff,
                      const struct diff_zones *zones);
void diff_files_json(struct json *json, const char *map, const struct build_log_diff *diff,
                     const struct diff_zones *zones);

#endif
