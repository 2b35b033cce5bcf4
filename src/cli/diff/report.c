/* The parts and items of a report, and their texts. */
#include "cli/diff/report.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

const char *report_verdict_name(enum report_verdict verdict)
{
    static const char *const names[REPORT_VERDICTS] = {
        [REPORT_SAME] = "same",       [REPORT_DIFFERENT] = "different",   [REPORT_ADDED] = "added",
        [REPORT_REMOVED] = "removed", [REPORT_UNREADABLE] = "unreadable",
    };
    return names[verdict];
}

struct report_part *report_add_part(struct report *report, const struct report_part_kind *kind,
                                    const void *subject)
{
    if (!ARRAY_ROOM(report->parts, report->count)) {
        report->failed = true;
        return NULL;
    }
    struct report_part *part = &report->parts[report->count++];
    *part = (struct report_part){.kind = kind, .subject = subject};
    buffer_u8(&part->texts, 0); /* text 0 is none */
    return part;
}

struct report_item *report_add(struct report_part *part, const struct report_kind *kind,
                               enum report_verdict verdict, const char *word, uint32_t number)
{
    if (!ARRAY_ROOM(part->items, part->count)) {
        part->failed = true;
        return NULL;
    }
    struct report_item *item = &part->items[part->count++];
    *item = (struct report_item){.kind = kind, .verdict = verdict, .word = word, .number = number};
    part->counts[verdict]++;
    return item;
}

size_t report_text_begin(struct report_part *part)
{
    return part->texts.size;
}

void report_text_end(struct report_part *part)
{
    buffer_u8(&part->texts, 0);
}

size_t report_text(struct report_part *part, const char *text)
{
    size_t begin = report_text_begin(part);
    buffer_printf(&part->texts, "%s", text);
    report_text_end(part);
    return begin;
}

bool report_is_whole(const struct report *report)
{
    bool is_whole = !report->failed;
    for (size_t i = 0; i < report->count && is_whole; i++) {
        is_whole = !report->parts[i].failed && !report->parts[i].texts.failed;
    }
    return is_whole;
}

void report_free(struct report *report)
{
    for (size_t i = 0; i < report->count; i++) {
        free(report->parts[i].items);
        buffer_free(&report->parts[i].texts);
    }
    free(report->parts);
    report->parts = NULL;
    report->count = 0;
}

size_t report_group(const struct report_part *part, size_t index)
{
    const struct report_item *first = &part->items[index];
    size_t count = 1;
    for (; index + count < part->count && first->kind->is_grouped && !part->is_long; count++) {
        const struct report_item *item = &part->items[index + count];
        if (item->kind != first->kind || strcmp(item->word, first->word) != 0 ||
            strcmp(report_text_of(part, item->name), report_text_of(part, first->name)) != 0) {
            break;
        }
    }
    return count;
}

static const char *end_text(struct buffer *room)
{
    buffer_u8(room, 0);
    return room->failed ? "" : (const char *)room->data;
}

const char *report_label(const struct report_part *part, size_t index, struct buffer *room)
{
    const struct report_item *item = &part->items[index];
    const char *const words[] = {report_text_of(part, part->name), item->kind->word,
                                 report_text_of(part, item->name)};
    buffer_clear(room);
    for (int i = 0; i < 3; i++) {
        buffer_printf(room, "%s%s", room->size > 0 && words[i][0] ? " " : "", words[i]);
    }
    return end_text(room);
}

const char *report_message(const struct report_part *part, size_t index, struct buffer *room)
{
    const struct report_item *item = &part->items[index];
    const size_t count = report_group(part, index);
    buffer_clear(room);
    buffer_printf(room, "%s", item->word);
    if (count > 1) {
        buffer_printf(room, " (%zu times)", count);
    } else if (item->reason) {
        buffer_printf(room, "%s%s", item->word[0] ? ": " : "", report_text_of(part, item->reason));
    }
    return end_text(room);
}

const char *report_shown_name(enum report_shown shown)
{
    return shown == REPORT_BEFORE ? "before" : shown == REPORT_AFTER ? "after" : "diff";
}

void report_append_address(struct buffer *text, const struct report_part *part,
                           const struct report_item *item, enum report_shown shown)
{
    for (const char *path = report_text_of(part, item->picture); *path; path++) {
        const char letter[] = {*path, '\0'};
        if (*path == '/') {
            buffer_u8(text, '/');
        } else {
            buffer_address(text, letter);
        }
    }
    buffer_printf(text, ".%s.png", report_shown_name(shown));
}

bool report_has_summary(const struct report_part *part)
{
    return part->name && part->counts[REPORT_SAME] < part->count;
}

void report_append_headline(struct buffer *text, const struct report *report)
{
    const bool is_of_maps = report->count != 1 || report->parts[0].name;
    const char *thing = is_of_maps ? "map" : "picture";
    size_t count = report->count;
    size_t differing = 0;
    for (size_t i = 0; i < report->count; i++) {
        differing += report_has_summary(&report->parts[i]);
    }
    if (!is_of_maps) {
        count = report_count_all(report);
        differing = count - report_count(report, REPORT_SAME);
    }
    if (count == 1) {
        buffer_printf(text, differing > 0 ? "1 %s differs" : "The %s is the same", thing);
    } else if (differing == 0) {
        buffer_printf(text, "All %zu %ss are the same", count, thing);
    } else {
        buffer_printf(text, "%zu of %zu %ss %s", differing, count, thing,
                      differing == 1 ? "differs" : "differ");
    }
}

void report_append_counts(struct buffer *text, const struct report *report,
                          enum report_verdict first)
{
    const char *between = "";
    for (int i = (int)first; i < REPORT_VERDICTS; i++) {
        const enum report_verdict verdict = (enum report_verdict)i;
        const size_t count = report_count(report, verdict);
        if (count > 0) {
            buffer_printf(text, "%s%zu %s%s", between, count, verdict == REPORT_SAME ? "the " : "",
                          report_verdict_name(verdict));
            between = ", ";
        }
    }
}

size_t report_count(const struct report *report, enum report_verdict verdict)
{
    size_t count = 0;
    for (size_t i = 0; i < report->count; i++) {
        count += report->parts[i].counts[verdict];
    }
    return count;
}

size_t report_count_all(const struct report *report)
{
    size_t count = 0;
    for (size_t i = 0; i < report->count; i++) {
        count += report->parts[i].count;
    }
    return count;
}
