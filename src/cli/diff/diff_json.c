#include <cjson/cJSON.h>

#include "cli/common.h"
#include "cli/diff/diff_report.h"

static cJSON *change_json(const struct change *change)
{
    cJSON *entry = cJSON_CreateObject();
    cJSON_AddNumberToObject(entry, "count", (double)change->count);
    cJSON_AddNumberToObject(entry, "chunks", change->chunk_count);
    if (change->largest > 0) {
        cJSON_AddNumberToObject(entry, "largest", change->largest);
    }
    return entry;
}

static cJSON *textures_json(const struct tile_diff *found)
{
    cJSON *list = cJSON_CreateArray();
    for (uint32_t i = 0; i < found->texture_count; i++) {
        cJSON *entry = cJSON_CreateObject();
        cJSON_AddStringToObject(entry, "name", found->textures[i].name);
        cJSON_AddNumberToObject(entry, "added_to", found->textures[i].added_to);
        cJSON_AddNumberToObject(entry, "removed_from", found->textures[i].removed_from);
        cJSON_AddNumberToObject(entry, "repainted_in", found->textures[i].repainted_in);
        common_json_append(list, entry);
    }
    return list;
}

static cJSON *areas_json(const struct tile_diff *found)
{
    cJSON *list = cJSON_CreateArray();
    for (uint32_t i = 0; i < found->area_count; i++) {
        cJSON *entry = cJSON_CreateObject();
        cJSON_AddNumberToObject(entry, "from", found->areas[i].old_id);
        cJSON_AddNumberToObject(entry, "to", found->areas[i].new_id);
        cJSON_AddNumberToObject(entry, "chunks", found->areas[i].chunk_count);
        common_json_append(list, entry);
    }
    return list;
}

static cJSON *changes_json(const struct map_diff *diff, uint32_t tile)
{
    cJSON *changes = cJSON_CreateObject();
    const struct tile_diff *found = diff->tiles[tile];
    for (int kind = 0; kind < CHANGE_KINDS; kind++) {
        if (found && found->changes[kind].count > 0) {
            common_json_put(changes, change_kind_name((enum change_kind)kind),
                            change_json(&found->changes[kind]));
        }
    }
    for (int kind = 0; kind < PLACEMENT_KINDS; kind++) {
        const struct change change = {.count = diff->placement_counts[tile][kind]};
        if (change.count > 0) {
            common_json_put(changes,
                            change_kind_name(kind == PLACEMENT_WMO ? CHANGE_WMOS : CHANGE_DOODADS),
                            change_json(&change));
        }
    }
    return changes;
}

static cJSON *tile_json(const struct map_diff *diff, uint32_t tile)
{
    cJSON *entry = cJSON_CreateObject();
    cJSON_AddNumberToObject(entry, "x", tile % ADTMAP_GRID);
    cJSON_AddNumberToObject(entry, "y", tile / ADTMAP_GRID);
    cJSON_AddStringToObject(entry, "state", tile_fate_name(diff->fates[tile]));
    common_json_put(entry, "changes", changes_json(diff, tile));
    if (diff->tiles[tile]) {
        common_json_put(entry, "textures", textures_json(diff->tiles[tile]));
        common_json_put(entry, "areas", areas_json(diff->tiles[tile]));
    }
    return entry;
}

static cJSON *place_json(const struct placement_record *record)
{
    cJSON *entry = cJSON_CreateObject();
    const double rotation[3] = {(double)record->rotation[0], (double)record->rotation[1],
                                (double)record->rotation[2]};
    common_json_put(entry, "position", cJSON_CreateDoubleArray(record->position, 3));
    common_json_put(entry, "rotation", cJSON_CreateDoubleArray(rotation, 3));
    cJSON_AddNumberToObject(entry, "scale", (double)record->scale);
    if (record->kind == PLACEMENT_WMO) {
        cJSON_AddNumberToObject(entry, "doodad_set", record->doodad_set);
    }
    cJSON_AddNumberToObject(entry, "x", record->tile % ADTMAP_GRID);
    cJSON_AddNumberToObject(entry, "y", record->tile / ADTMAP_GRID);
    return entry;
}

static cJSON *placement_json(const struct placement_change *change)
{
    const struct placement_record *record =
        change->fate == PLACEMENT_REMOVED ? &change->from : &change->to;
    cJSON *entry = cJSON_CreateObject();
    cJSON_AddStringToObject(entry, "kind", record->kind == PLACEMENT_WMO ? "wmo" : "doodad");
    cJSON_AddStringToObject(entry, "state", placement_fate_name(change->fate));
    cJSON_AddStringToObject(entry, "name", record->name);
    cJSON_AddNumberToObject(entry, "unique_id", record->unique_id);
    if (change->fate != PLACEMENT_ADDED) {
        common_json_put(entry, "from", place_json(&change->from));
    }
    if (change->fate != PLACEMENT_REMOVED) {
        common_json_put(entry, "to", place_json(&change->to));
    }
    return entry;
}

cJSON *diff_json(const struct diff_report *report)
{
    const struct map_diff *diff = report->diff;
    cJSON *entry = cJSON_CreateObject();
    cJSON_AddStringToObject(entry, "name", report->map);
    cJSON_AddStringToObject(entry, "state", map_diff_is_empty(diff) ? "same" : "changed");
    cJSON_AddNumberToObject(entry, "old_tile_count", report->diff->tile_counts[0]);
    cJSON_AddNumberToObject(entry, "new_tile_count", report->diff->tile_counts[1]);
    cJSON *tiles = cJSON_AddArrayToObject(entry, "tiles");
    for (uint32_t tile = 0; tile < TILE_SET_TILES; tile++) {
        if (diff->fates[tile] != TILE_SAME) {
            common_json_append(tiles, tile_json(diff, tile));
        }
    }
    cJSON *placements = cJSON_AddArrayToObject(entry, "placements");
    for (size_t i = 0; i < diff->placement_count; i++) {
        common_json_append(placements, placement_json(&diff->placements[i]));
    }
    return entry;
}
