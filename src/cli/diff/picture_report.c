/* What 'compare' tells of the pictures of two folders. */
#include "cli/diff/picture_folders.h"

#include <inttypes.h>
#include <string.h>

static const struct picture_result *result_of(const struct report_part *part, uint32_t number)
{
    const struct picture_results *results = part->subject;
    return &results->items[number];
}

static void describe_picture(struct json *json, const struct report_part *part,
                             const struct report_item *item)
{
    const struct picture_result *result = result_of(part, item->number);
    bool is_read = result->verdict == REPORT_SAME || result->verdict == REPORT_DIFFERENT;
    json_string(json, "name", result->name);
    json_string(json, "verdict", report_verdict_name(result->verdict));
    if (result->verdict == REPORT_UNREADABLE) {
        json_string(json, "problem", result->problem);
    } else if (is_read && result->pair.comparison.verdict != COMPARISON_SIZES_DIFFER) {
        picture_pair_describe(&result->pair, json);
    }
}

static void describe_counts(struct json *json, const struct report_part *part)
{
    json_object(json, "counts");
    for (int i = 0; i < REPORT_VERDICTS; i++) {
        json_number(json, report_verdict_name((enum report_verdict)i), (double)part->counts[i]);
    }
    json_end(json);
}

static const struct report_kind picture_kind = {
    .word = "", .array = "pictures", .line = "%n", .behind = ": ", .describe = describe_picture};
static const struct report_part_kind folders_kind = {.arrays = {"pictures"},
                                                     .describe = describe_counts};

/* "512 pixels differ, by up to 12; PSNR 51.20 dB", or why a picture is not the same. */
static void append_reason(struct buffer *text, const struct picture_result *result)
{
    const struct picture_pair *pair = &result->pair;
    if (result->verdict == REPORT_UNREADABLE) {
        buffer_printf(text, "%s", result->problem);
    } else if (result->verdict != REPORT_DIFFERENT) {
        buffer_printf(text, "%s", report_verdict_name(result->verdict));
    } else if (pair->comparison.verdict == COMPARISON_SIZES_DIFFER) {
        buffer_printf(text, "sizes differ, %" PRIu32 "x%" PRIu32 " and %" PRIu32 "x%" PRIu32,
                      pair->width[0], pair->height[0], pair->width[1], pair->height[1]);
    } else {
        const uint64_t pixels = pair->comparison.differing_pixels;
        buffer_printf(text, "%" PRIu64 " %s, by up to %u; PSNR %.2f dB", pixels,
                      pixels == 1 ? "pixel differs" : "pixels differ", pair->largest,
                      pair->comparison.psnr_db);
    }
}

/* Which pictures the comparison has left. */
static unsigned shown_of(const struct picture_result *result)
{
    static const unsigned shown[REPORT_VERDICTS] = {
        [REPORT_DIFFERENT] = REPORT_BEFORE | REPORT_AFTER | REPORT_DIFF,
        [REPORT_ADDED] = REPORT_AFTER,
        [REPORT_REMOVED] = REPORT_BEFORE,
    };
    bool has_diff = result->pair.comparison.verdict != COMPARISON_SIZES_DIFFER;
    return shown[result->verdict] & (has_diff ? ~0U : ~(unsigned)REPORT_DIFF);
}

struct report_part *picture_results_report(const struct picture_results *results,
                                           struct report *report)
{
    struct report_part *part = report_add_part(report, &folders_kind, results);
    for (size_t i = 0; part && i < results->count; i++) {
        const struct picture_result *result = &results->items[i];
        struct report_item *item =
            report_add(part, &picture_kind, result->verdict, "", (uint32_t)i);
        if (!item) {
            break;
        }
        item->name = report_text(part, result->name);
        item->reason = report_text_begin(part);
        append_reason(&part->texts, result);
        report_text_end(part);
        item->shown = shown_of(result);
        if (item->shown) {
            item->picture = report_text_begin(part);
            buffer_append(&part->texts, result->name, strlen(result->name) - strlen(".png"));
            report_text_end(part);
            memcpy(item->width, result->pair.width, sizeof item->width);
            memcpy(item->height, result->pair.height, sizeof item->height);
        }
    }
    return part;
}
