/* What 'diff' says of a map where one side is an output folder: by files, not by what they hold. */
#include <inttypes.h>
#include <stdio.h>

#include "cli/common.h"
#include "cli/diff/diff_report.h"
#include "cli/diff/diff_zones.h"

void diff_files_print(const char *map, const struct build_log_diff *diff,
                      const struct diff_zones *zones)
{
    diff_print_summary(map, diff->fate_counts, zones->fate_counts);
    putchar('\n');
    for (struct tile_step at = {0}; tile_next(&at);) {
        const struct build_log_diff_tile *tile = &diff->tiles[at.index];
        if (tile->fate != TILE_SAME) {
            printf("  %" PRIu32 "_%" PRIu32 " %s", at.x, at.y, tile_fate_name(tile->fate));
            if (tile->fate == TILE_CHANGED) {
                fputs(tile->file_count > 0 ? ": "
                      : tile->is_edited    ? ": the picture was changed since its run"
                                           : ": other settings, or what the WDT says",
                      stdout);
                for (uint32_t i = 0; i < tile->file_count; i++) {
                    fputs(i > 0 ? ", " : "", stdout);
                    common_print_name(tile->files[i]);
                }
            }
            putchar('\n');
        }
    }
    diff_zones_print(zones);
}

void diff_files_json(struct json *json, const char *map, const struct build_log_diff *diff,
                     const struct diff_zones *zones)
{
    bool is_same = build_log_diff_is_empty(diff) && zones->count == 0;
    json_object(json, NULL);
    json_string(json, "name", map);
    json_string(json, "state", is_same ? "same" : "changed");
    json_array(json, "tiles");
    for (struct tile_step at = {0}; tile_next(&at);) {
        const struct build_log_diff_tile *tile = &diff->tiles[at.index];
        if (tile->fate == TILE_SAME) {
            continue;
        }
        json_object(json, NULL);
        json_number(json, "x", at.x);
        json_number(json, "y", at.y);
        json_string(json, "state", tile_fate_name(tile->fate));
        if (tile->is_edited) {
            json_bool(json, "edited", true);
        }
        json_array(json, "files");
        for (uint32_t k = 0; k < tile->file_count; k++) {
            json_string(json, NULL, tile->files[k]);
        }
        json_end(json);
        json_end(json);
    }
    json_end(json);
    diff_zones_json(json, zones);
    json_end(json);
}
