/* The report of diff_text.c for programs: every change with all its numbers, without grouping. */
#include "base/json.h"
#include "base/size.h"
#include "cli/diff/diff_report.h"

static void add_change(struct json *json, enum change_kind kind, const struct change *change)
{
    json_object(json, change_kind_name(kind));
    json_number(json, "count", (double)change->count);
    json_number(json, "chunks", change->chunk_count);
    if (change->largest > 0) {
        json_number(json, "largest", change->largest);
    }
    json_end(json);
}

static void add_changes(struct json *json, const struct map_diff *diff, uint32_t tile)
{
    const struct tile_diff *found = diff->tiles[tile];
    json_object(json, "changes");
    for (int kind = 0; kind < CHANGE_KINDS; kind++) {
        if (found && found->changes[kind].count > 0) {
            add_change(json, (enum change_kind)kind, &found->changes[kind]);
        }
    }
    for (int kind = 0; kind < PLACEMENT_KINDS; kind++) {
        const struct change change = {.count = diff->placement_counts[tile][kind]};
        if (change.count > 0) {
            add_change(json, kind == PLACEMENT_WMO ? CHANGE_WMOS : CHANGE_DOODADS, &change);
        }
    }
    json_end(json);
}

static void add_tile(struct json *json, const struct map_diff *diff, uint32_t tile)
{
    const struct tile_diff *found = diff->tiles[tile];
    json_object(json, NULL);
    json_number(json, "x", tile % ADTMAP_GRID);
    json_number(json, "y", tile / ADTMAP_GRID);
    json_string(json, "state", tile_fate_name(diff->fates[tile]));
    add_changes(json, diff, tile);
    if (found) {
        json_array(json, "textures");
        for (uint32_t i = 0; i < found->texture_count; i++) {
            json_object(json, NULL);
            json_string(json, "name", found->textures[i].name);
            json_number(json, "added_to", found->textures[i].added_to);
            json_number(json, "removed_from", found->textures[i].removed_from);
            json_number(json, "repainted_in", found->textures[i].repainted_in);
            json_end(json);
        }
        json_end(json);
        json_array(json, "areas");
        for (uint32_t i = 0; i < found->area_count; i++) {
            json_object(json, NULL);
            json_number(json, "from", found->areas[i].old_id);
            json_number(json, "to", found->areas[i].new_id);
            json_number(json, "chunks", found->areas[i].chunk_count);
            json_end(json);
        }
        json_end(json);
    }
    json_end(json);
}

static void add_place(struct json *json, const char *key, const struct placement_record *record)
{
    json_object(json, key);
    json_doubles(json, "position", record->position, 3);
    json_floats(json, "rotation", record->rotation, 3);
    json_number(json, "scale", (double)record->scale);
    if (record->kind == PLACEMENT_WMO) {
        json_number(json, "doodad_set", record->doodad_set);
    }
    json_number(json, "x", record->tile % ADTMAP_GRID);
    json_number(json, "y", record->tile / ADTMAP_GRID);
    json_end(json);
}

static void add_placement(struct json *json, const struct placement_change *change)
{
    const struct placement_record *record =
        change->fate == PLACEMENT_REMOVED ? &change->from : &change->to;
    json_object(json, NULL);
    json_string(json, "kind", record->kind == PLACEMENT_WMO ? "wmo" : "doodad");
    json_string(json, "state", placement_fate_name(change->fate));
    json_string(json, "name", record->name);
    json_number(json, "unique_id", record->unique_id);
    if (change->fate != PLACEMENT_ADDED) {
        add_place(json, "from", &change->from);
    }
    if (change->fate != PLACEMENT_REMOVED) {
        add_place(json, "to", &change->to);
    }
    json_end(json);
}

void diff_json(struct json *json, const struct diff_report *report)
{
    const struct map_diff *diff = report->diff;
    json_object(json, NULL);
    json_string(json, "name", report->map);
    json_string(json, "state", map_diff_is_empty(diff) ? "same" : "changed");
    json_number(json, "old_tile_count", diff->tile_counts[0]);
    json_number(json, "new_tile_count", diff->tile_counts[1]);
    json_array(json, "tiles");
    for (uint32_t tile = 0; tile < TILE_SET_TILES; tile++) {
        if (diff->fates[tile] != TILE_SAME) {
            add_tile(json, diff, tile);
        }
    }
    json_end(json);
    json_array(json, "placements");
    for (size_t i = 0; i < diff->placement_count; i++) {
        add_placement(json, &diff->placements[i]);
    }
    json_end(json);
    json_end(json);
}
