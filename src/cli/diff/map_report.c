/* What is told of any map: its summary, and that one side alone has it. */
#include "cli/diff/map_report.h"

#include <inttypes.h>

#include "base/size.h"

const char *tile_fate_name(enum tile_fate fate)
{
    static const char *const names[] = {
        [TILE_SAME] = "same",       [TILE_ADDED] = "added",           [TILE_REMOVED] = "removed",
        [TILE_CHANGED] = "changed", [TILE_UNREADABLE] = "unreadable",
    };
    return names[fate];
}

enum report_verdict tile_fate_verdict(enum tile_fate fate)
{
    static const enum report_verdict verdicts[] = {
        [TILE_SAME] = REPORT_SAME,
        [TILE_ADDED] = REPORT_ADDED,
        [TILE_REMOVED] = REPORT_REMOVED,
        [TILE_CHANGED] = REPORT_DIFFERENT,
        [TILE_UNREADABLE] = REPORT_UNREADABLE,
    };
    return verdicts[fate];
}

/* The map as a whole. */
static const struct report_kind map_kind = {.word = "map", .line = "%m: map %w"};

/* Continues a summary that ends with `separator`; gives what comes before the next count. */
static const char *append_counts(struct buffer *text, const uint32_t counts[TILE_UNREADABLE + 1],
                                 const char *what, const char *separator)
{
    static const enum tile_fate order[] = {TILE_ADDED, TILE_REMOVED, TILE_CHANGED, TILE_UNREADABLE};
    for (size_t i = 0; i < COUNT_OF(order); i++) {
        uint32_t count = counts[order[i]];
        if (count > 0) {
            buffer_printf(text, "%s%" PRIu32 " %s%s %s", separator, count, what,
                          count == 1 ? "" : "s", tile_fate_name(order[i]));
            separator = ", ";
        }
    }
    return separator;
}

struct report_part *map_report_begin(const char *map, const struct report_part_kind *kind,
                                     const void *subject, const uint32_t tiles[TILE_UNREADABLE + 1],
                                     const uint32_t zones[TILE_UNREADABLE + 1],
                                     struct report *report)
{
    static const char first[] = ": ";
    struct report_part *part = report_add_part(report, kind, subject);
    if (!part) {
        return NULL;
    }
    part->name = report_text(part, map);
    part->summary = report_text_begin(part);
    buffer_printf(&part->texts, "%s", map);
    const char *separator = append_counts(&part->texts, tiles, "tile", first);
    separator = append_counts(&part->texts, zones, "zone", separator);
    if (separator == first) {
        buffer_printf(&part->texts, ": the same");
    }
    return part;
}

void map_report_end(struct report_part *part)
{
    if (part->count == 0) {
        report_add(part, &map_kind, REPORT_SAME, "", 0);
    }
}

static void describe_lonely(struct json *json, const struct report_part *part)
{
    json_string(json, "name", report_text_of(part, part->name));
    json_string(json, "state", part->items[0].word);
}

struct report_part *lonely_report_add(const char *map, enum report_verdict verdict,
                                      struct report *report)
{
    static const struct report_part_kind lonely_kind = {.describe = describe_lonely};
    struct report_part *part = report_add_part(report, &lonely_kind, NULL);
    if (!part || !report_add(part, &map_kind, verdict, report_verdict_name(verdict), 0)) {
        report->failed = true;
        return NULL;
    }
    part->name = report_text(part, map);
    return part;
}
