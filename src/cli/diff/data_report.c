/*
 * A map of client data. Changes of one kind stand on one line. Placements of one name and fate are
 * told together, so that a moved wood is a line and not a thousand; JSON has each with all its
 * numbers.
 */
#include <inttypes.h>
#include <math.h>

#include "base/size.h"
#include "cli/diff/map_report.h"

static const char *placement_fate_name(enum placement_fate fate)
{
    static const char *const names[] = {
        [PLACEMENT_ADDED] = "added",
        [PLACEMENT_MOVED] = "moved",
        [PLACEMENT_REMOVED] = "removed",
        [PLACEMENT_REMODELED] = "model changed",
    };
    return names[fate];
}

static enum report_verdict placement_verdict(enum placement_fate fate)
{
    return fate == PLACEMENT_ADDED     ? REPORT_ADDED
           : fate == PLACEMENT_REMOVED ? REPORT_REMOVED
                                       : REPORT_DIFFERENT;
}

static const struct map_diff *diff_of(const struct report_part *part)
{
    const struct data_report *source = part->subject;
    return source->diff;
}

static void describe_change(struct json *json, enum change_kind kind, const struct change *change)
{
    json_object(json, change_kind_name(kind));
    json_number(json, "count", (double)change->count);
    json_number(json, "chunks", change->chunk_count);
    if (change->largest > 0) {
        json_number(json, "largest", change->largest);
    }
    json_end(json);
}

static void describe_changes(struct json *json, const struct map_diff *diff, uint32_t tile)
{
    const struct tile_diff *found = diff->tiles[tile];
    json_object(json, "changes");
    for (int kind = 0; kind < CHANGE_KINDS; kind++) {
        if (found && found->changes[kind].count > 0) {
            describe_change(json, (enum change_kind)kind, &found->changes[kind]);
        }
    }
    for (int kind = 0; kind < PLACEMENT_KINDS; kind++) {
        const struct change change = {.count = diff->placement_counts[tile][kind]};
        if (change.count > 0) {
            describe_change(json, kind == PLACEMENT_WMO ? CHANGE_WMOS : CHANGE_DOODADS, &change);
        }
    }
    json_end(json);
}

static void describe_tile(struct json *json, const struct report_part *part,
                          const struct report_item *item)
{
    const struct map_diff *diff = diff_of(part);
    const struct tile_diff *found = diff->tiles[item->number];
    json_number(json, "x", item->number % ADTMAP_GRID);
    json_number(json, "y", item->number / ADTMAP_GRID);
    json_string(json, "state", item->word);
    describe_changes(json, diff, item->number);
    if (!found) {
        return;
    }
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

static void describe_place(struct json *json, const char *key,
                           const struct placement_record *record)
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

static const struct placement_record *present_side(const struct placement_change *change)
{
    return change->fate == PLACEMENT_REMOVED ? &change->from : &change->to;
}

static void describe_placement(struct json *json, const struct report_part *part,
                               const struct report_item *item)
{
    const struct placement_change *change = &diff_of(part)->placements[item->number];
    const struct placement_record *record = present_side(change);
    json_string(json, "kind", item->kind->word);
    json_string(json, "state", item->word);
    json_string(json, "name", record->name);
    json_number(json, "unique_id", record->unique_id);
    if (change->fate != PLACEMENT_ADDED) {
        describe_place(json, "from", &change->from);
    }
    if (change->fate != PLACEMENT_REMOVED) {
        describe_place(json, "to", &change->to);
    }
}

static void describe_map(struct json *json, const struct report_part *part)
{
    const struct map_diff *diff = diff_of(part);
    json_string(json, "name", report_text_of(part, part->name));
    json_string(json, "state", map_diff_is_empty(diff) ? "same" : "changed");
    json_number(json, "old_tile_count", diff->tile_counts[0]);
    json_number(json, "new_tile_count", diff->tile_counts[1]);
}

static const struct report_part_kind data_kind = {.arrays = {"tiles", "placements"},
                                                  .describe = describe_map};
static const struct report_kind tile_kind = {
    .word = "tile", .array = "tiles", .line = "  %n %w", .behind = ": ", .describe = describe_tile};
static const struct report_kind placement_kinds[PLACEMENT_KINDS] = {
    [PLACEMENT_WMO] = {.word = "wmo",
                       .array = "placements",
                       .line = "  wmo %w: %n",
                       .behind = " ",
                       .is_grouped = true,
                       .describe = describe_placement},
    [PLACEMENT_DOODAD] = {.word = "doodad",
                          .array = "placements",
                          .line = "  doodad %w: %n",
                          .behind = " ",
                          .is_grouped = true,
                          .describe = describe_placement},
};

static void append_area(struct buffer *text, const struct area_names *names, uint32_t id)
{
    struct dbc_area area;
    buffer_printf(text, "%" PRIu32, id);
    if (names && area_names_find(names, id, &area)) {
        buffer_printf(text, " (%s)", area.name);
    }
}

/* Lists the textures that were added, then those removed, then those repainted. */
static void append_textures(struct report_part *part, const struct tile_diff *diff)
{
    static const char *const words[] = {"added", "removed", "repainted"};
    for (size_t k = 0; k < COUNT_OF(words); k++) {
        for (uint32_t i = 0; i < diff->texture_count; i++) {
            const struct texture_change *texture = &diff->textures[i];
            const uint32_t layers[] = {texture->added_to, texture->removed_from,
                                       texture->repainted_in};
            if (layers[k] > 0) {
                buffer_printf(&part->texts, "      texture %s: %s (%" PRIu32 " layer%s)", words[k],
                              texture->name, layers[k], layers[k] == 1 ? "" : "s");
                report_text_end(part);
            }
        }
    }
}

static void append_areas(struct report_part *part, const struct tile_diff *diff)
{
    const struct data_report *source = part->subject;
    for (uint32_t i = 0; i < diff->area_count; i++) {
        const struct area_change *area = &diff->areas[i];
        buffer_printf(&part->texts, "      area ");
        append_area(&part->texts, source->areas[0], area->old_id);
        buffer_printf(&part->texts, " becomes ");
        append_area(&part->texts, source->areas[1], area->new_id);
        buffer_printf(&part->texts, " (%" PRIu32 " chunk%s)", area->chunk_count,
                      area->chunk_count == 1 ? "" : "s");
        report_text_end(part);
    }
}

/* Appends "height 145 vertices in 1 chunk, by up to 5 yd". */
static void append_change(struct buffer *text, enum change_kind kind, const struct change *change)
{
    buffer_printf(text, "%s %" PRIu64 " %s in %" PRIu32 " chunk%s", change_kind_name(kind),
                  change->count, change_kind_unit(kind, change->count), change->chunk_count,
                  change->chunk_count == 1 ? "" : "s");
    if ((kind == CHANGE_HEIGHT || kind == CHANGE_LIQUIDS) && change->largest > 0) {
        buffer_printf(text, ", by up to %.4g yd", change->largest);
    }
}

static void append_all_changes(struct buffer *text, const struct map_diff *diff, uint32_t tile)
{
    const struct tile_diff *found = diff->tiles[tile];
    const size_t begin = text->size;
    for (int kind = 0; found && kind < CHANGE_KINDS; kind++) {
        if (found->changes[kind].count > 0) {
            buffer_printf(text, "%s", text->size > begin ? "; " : "");
            append_change(text, (enum change_kind)kind, &found->changes[kind]);
        }
    }
    for (int i = 0; i < PLACEMENT_KINDS; i++) {
        enum change_kind kind = i == PLACEMENT_WMO ? CHANGE_WMOS : CHANGE_DOODADS;
        uint32_t count = diff->placement_counts[tile][i];
        if (count > 0) {
            buffer_printf(text, "%s%s %" PRIu32 " %s", text->size > begin ? "; " : "",
                          change_kind_name(kind), count, change_kind_unit(kind, count));
        }
    }
}

/* Names the pictures of a tile that are on the page. */
static void show_tile(struct report_part *part, struct report_item *item)
{
    static const unsigned shown[REPORT_VERDICTS] = {
        [REPORT_DIFFERENT] = REPORT_BEFORE | REPORT_AFTER | REPORT_DIFF,
        [REPORT_ADDED] = REPORT_AFTER,
        [REPORT_REMOVED] = REPORT_BEFORE,
    };
    const struct data_report *source = part->subject;
    if (source->drawn_px == 0) {
        return;
    }
    item->shown = shown[item->verdict];
    item->picture = report_text_begin(part);
    buffer_printf(&part->texts, "%s/%s_%02" PRIu32 "_%02" PRIu32, source->map, source->map,
                  item->number % ADTMAP_GRID, item->number / ADTMAP_GRID);
    report_text_end(part);
    for (int side = 0; side < 2; side++) {
        item->width[side] = item->height[side] = source->drawn_px;
    }
}

static void add_tile(struct report_part *part, uint32_t tile)
{
    const struct map_diff *diff = diff_of(part);
    struct report_item *item = report_add(part, &tile_kind, tile_fate_verdict(diff->fates[tile]),
                                          tile_fate_name(diff->fates[tile]), tile);
    if (!item) {
        return;
    }
    item->name = report_text_begin(part);
    buffer_printf(&part->texts, "%" PRIu32 "_%" PRIu32, tile % ADTMAP_GRID, tile / ADTMAP_GRID);
    report_text_end(part);
    const size_t reason = report_text_begin(part);
    append_all_changes(&part->texts, diff, tile);
    item->reason = part->texts.size > reason ? reason : 0;
    report_text_end(part);
    show_tile(part, item);
    if (diff->tiles[tile]) {
        item->details = report_text_begin(part);
        append_textures(part, diff->tiles[tile]);
        append_areas(part, diff->tiles[tile]);
        report_text_end(part);
    }
}

/* "123 at 31_40, by 3.2 yd" */
static void add_placement(struct report_part *part, uint32_t number)
{
    const struct placement_change *change = &diff_of(part)->placements[number];
    const struct placement_record *record = present_side(change);
    struct report_item *item =
        report_add(part, &placement_kinds[record->kind], placement_verdict(change->fate),
                   placement_fate_name(change->fate), number);
    if (!item) {
        return;
    }
    item->name = report_text(part, record->name);
    item->reason = report_text_begin(part);
    buffer_printf(&part->texts, "%" PRIu32 " at %" PRIu32 "_%" PRIu32, record->unique_id,
                  record->tile % ADTMAP_GRID, record->tile / ADTMAP_GRID);
    if (change->fate == PLACEMENT_MOVED) {
        double sum = 0;
        for (size_t i = 0; i < 3; i++) {
            double step = change->to.position[i] - change->from.position[i];
            sum += step * step;
        }
        buffer_printf(&part->texts, ", by %.4g yd", sqrt(sum));
    }
    report_text_end(part);
}

struct report_part *data_report_add(const struct data_report *source, struct report *report)
{
    static const uint32_t no_zones[TILE_UNREADABLE + 1];
    const struct map_diff *diff = source->diff;
    struct report_part *part =
        map_report_begin(source->map, &data_kind, source, diff->fate_counts, no_zones, report);
    if (!part) {
        return NULL;
    }
    part->is_long = source->is_long;
    buffer_printf(&part->texts, " (of %" PRIu32 ", now %" PRIu32 ")", diff->tile_counts[0],
                  diff->tile_counts[1]);
    report_text_end(part);
    for (uint32_t tile = 0; tile < TILE_SET_TILES; tile++) {
        if (diff->fates[tile] != TILE_SAME) {
            add_tile(part, tile);
        }
    }
    for (size_t i = 0; i < diff->placement_count; i++) {
        add_placement(part, (uint32_t)i);
    }
    map_report_end(part);
    return part;
}
