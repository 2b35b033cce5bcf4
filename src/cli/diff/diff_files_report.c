/* What 'diff' says of a map where one side is an output folder: by files, not by what they hold. */
#include <inttypes.h>
#include <stdio.h>

#include <cjson/cJSON.h>

#include "cli/common.h"
#include "cli/diff/diff_report.h"

static void print_files(const struct build_log_diff_tile *tile)
{
    fputs(tile->file_count > 0 ? ": " : ": other settings, or what the WDT says", stdout);
    for (uint32_t i = 0; i < tile->file_count; i++) {
        fputs(i > 0 ? ", " : "", stdout);
        common_print_name(tile->files[i]);
    }
}

void diff_files_print(const char *map, const struct build_log_diff *diff)
{
    diff_print_summary(map, diff->fate_counts);
    putchar('\n');
    for (uint32_t i = 0; i < TILE_SET_TILES; i++) {
        const struct build_log_diff_tile *tile = &diff->tiles[i];
        if (tile->fate != TILE_SAME) {
            printf("  %" PRIu32 "_%" PRIu32 " %s", i % ADTMAP_GRID, i / ADTMAP_GRID,
                   tile_fate_name(tile->fate));
            if (tile->fate == TILE_CHANGED) {
                print_files(tile);
            }
            putchar('\n');
        }
    }
}

static cJSON *tile_json(const struct build_log_diff_tile *tile, uint32_t index)
{
    cJSON *entry = cJSON_CreateObject();
    cJSON_AddNumberToObject(entry, "x", index % ADTMAP_GRID);
    cJSON_AddNumberToObject(entry, "y", index / ADTMAP_GRID);
    cJSON_AddStringToObject(entry, "state", tile_fate_name(tile->fate));
    cJSON *files = cJSON_AddArrayToObject(entry, "files");
    for (uint32_t i = 0; i < tile->file_count; i++) {
        common_json_append(files, cJSON_CreateString(tile->files[i]));
    }
    return entry;
}

cJSON *diff_files_json(const char *map, const struct build_log_diff *diff)
{
    cJSON *entry = cJSON_CreateObject();
    cJSON_AddStringToObject(entry, "name", map);
    cJSON_AddStringToObject(entry, "state", build_log_diff_is_empty(diff) ? "same" : "changed");
    cJSON *tiles = cJSON_AddArrayToObject(entry, "tiles");
    for (uint32_t i = 0; i < TILE_SET_TILES; i++) {
        if (diff->tiles[i].fate != TILE_SAME) {
            common_json_append(tiles, tile_json(&diff->tiles[i], i));
        }
    }
    return entry;
}
