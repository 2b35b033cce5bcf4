/* A map of which one side is an output folder: tiles by the files that they were made of, not by
 * what these hold, and zones by their pictures. */
#include <inttypes.h>
#include <string.h>

#include "base/number.h"
#include "cli/diff/diff_zones.h"
#include "cli/diff/map_report.h"
#include "output/zones/zone_picture.h"

static const struct build_log_diff_tile *tile_of(const struct report_part *part, uint32_t number)
{
    const struct log_report *source = part->subject;
    return &source->diff->tiles[number];
}

static const struct diff_zone *zone_of(const struct report_part *part, uint32_t number)
{
    const struct log_report *source = part->subject;
    return &source->zones->items[number];
}

static void describe_tile(struct json *json, const struct report_part *part,
                          const struct report_item *item)
{
    const struct build_log_diff_tile *tile = tile_of(part, item->number);
    json_number(json, "x", item->number % ADTMAP_GRID);
    json_number(json, "y", item->number / ADTMAP_GRID);
    json_string(json, "state", item->word);
    if (tile->is_edited) {
        json_bool(json, "edited", true);
    }
    json_array(json, "files");
    for (uint32_t k = 0; k < tile->file_count; k++) {
        json_string(json, NULL, tile->files[k]);
    }
    json_end(json);
}

static void describe_zone(struct json *json, const struct report_part *part,
                          const struct report_item *item)
{
    const struct diff_zone *zone = zone_of(part, item->number);
    json_string(json, "name", zone->name);
    json_string(json, "state", item->word);
    if (zone->fate == TILE_CHANGED && zone->pair.comparison.verdict == COMPARISON_SIZES_DIFFER) {
        const double from[] = {zone->pair.width[0], zone->pair.height[0]};
        const double to[] = {zone->pair.width[1], zone->pair.height[1]};
        json_object(json, "size");
        json_doubles(json, "from", from, 2);
        json_doubles(json, "to", to, 2);
        json_end(json);
    } else if (zone->fate == TILE_CHANGED && !zone->pair.same) {
        picture_pair_describe(&zone->pair, json);
    }
    if (zone->is_moved) {
        json_object(json, "frame");
        zone_frame_describe(json, "from", zone->frames[0]);
        zone_frame_describe(json, "to", zone->frames[1]);
        json_end(json);
    }
}

static void describe_map(struct json *json, const struct report_part *part)
{
    const struct log_report *source = part->subject;
    bool is_same = build_log_diff_is_empty(source->diff) && source->zones->count == 0;
    json_string(json, "name", report_text_of(part, part->name));
    json_string(json, "state", is_same ? "same" : "changed");
}

static const struct report_part_kind log_kind = {
    .arrays = {"tiles", "zones"}, .array_if = "zones", .describe = describe_map};
static const struct report_kind tile_kind = {
    .word = "tile", .array = "tiles", .line = "  %n %w", .behind = ": ", .describe = describe_tile};
static const struct report_kind zone_kind = {.word = "zone",
                                             .array = "zones",
                                             .line = "  zone %n %w",
                                             .behind = ": ",
                                             .describe = describe_zone};

static void add_tile(struct report_part *part, uint32_t number)
{
    const struct build_log_diff_tile *tile = tile_of(part, number);
    struct report_item *item = report_add(part, &tile_kind, tile_fate_verdict(tile->fate),
                                          tile_fate_name(tile->fate), number);
    if (!item) {
        return;
    }
    item->name = report_text_begin(part);
    buffer_printf(&part->texts, "%" PRIu32 "_%" PRIu32, number % ADTMAP_GRID, number / ADTMAP_GRID);
    report_text_end(part);
    if (tile->fate == TILE_CHANGED) {
        item->reason = report_text_begin(part);
        buffer_printf(&part->texts, "%s",
                      tile->file_count > 0 ? ""
                      : tile->is_edited    ? "the picture was changed since its run"
                                           : "other settings, or what the WDT says");
        for (uint32_t i = 0; i < tile->file_count; i++) {
            buffer_printf(&part->texts, "%s%s", i > 0 ? ", " : "", tile->files[i]);
        }
        report_text_end(part);
    }
}

static void append_frame(struct buffer *text, const int64_t frame[4])
{
    for (int k = 0; k < 4; k++) {
        char number[NUMBER_BYTES];
        number_print_millionths(frame[k], number);
        buffer_printf(text, "%s%s %s", k ? ", " : "", zone_edges[k], number);
    }
}

static void append_zone(struct buffer *text, const struct diff_zone *zone)
{
    const struct picture_pair *pair = &zone->pair;
    const char *separator = "";
    if (zone->fate == TILE_CHANGED && pair->comparison.verdict == COMPARISON_SIZES_DIFFER) {
        buffer_printf(text, "%" PRIu32 " x %" PRIu32 " becomes %" PRIu32 " x %" PRIu32 " pixels",
                      pair->width[0], pair->height[0], pair->width[1], pair->height[1]);
        separator = "; ";
    } else if (zone->fate == TILE_CHANGED && !pair->same) {
        buffer_printf(text, "%" PRIu64 " pixels by up to %u",
                      (uint64_t)pair->comparison.differing_pixels, pair->largest);
        separator = "; ";
    }
    if (zone->is_moved) {
        buffer_printf(text, "%sframe ", separator);
        append_frame(text, zone->frames[0]);
        buffer_printf(text, " becomes ");
        append_frame(text, zone->frames[1]);
    }
}

static void add_zone(struct report_part *part, uint32_t number)
{
    const struct diff_zone *zone = zone_of(part, number);
    struct report_item *item = report_add(part, &zone_kind, tile_fate_verdict(zone->fate),
                                          tile_fate_name(zone->fate), number);
    if (item) {
        item->name = report_text(part, zone->name);
        const size_t reason = report_text_begin(part);
        append_zone(&part->texts, zone);
        item->reason = part->texts.size > reason ? reason : 0;
        report_text_end(part);
    }
}

struct report_part *log_report_add(const struct log_report *source, struct report *report)
{
    struct report_part *part =
        map_report_begin(source->map, &log_kind, source, source->diff->fate_counts,
                         source->zones->fate_counts, report);
    if (!part) {
        return NULL;
    }
    report_text_end(part);
    for (uint32_t tile = 0; tile < TILE_SET_TILES; tile++) {
        if (source->diff->tiles[tile].fate != TILE_SAME) {
            add_tile(part, tile);
        }
    }
    for (size_t i = 0; i < source->zones->count; i++) {
        add_zone(part, (uint32_t)i);
    }
    map_report_end(part);
    return part;
}
