/* Lines of points: the first byte says which kind. What is split and written again splits the same.
 * Columns are those of the first line; objects of JSON have their own. */
#include <stdlib.h>
#include <string.h>

#include "fuzz/fuzz.h"
#include "output/points/point_columns.h"
#include "output/points/point_text.h"

/* Writes the fields of a line in a kind. */
static void put_line(struct buffer *out, enum point_kind kind, const struct point_fields *fields)
{
    buffer_clear(out);
    for (size_t i = 0; i < fields->count; i++) {
        point_text_put(out, kind, i == 0, "name", &fields->fields[i]);
    }
}

static void compare(enum point_kind kind, const struct point_fields *fields,
                    struct point_fields *again, const struct buffer *line)
{
    if (point_text_split(kind, (const char *)line->data, line->size, again) ||
        again->count != fields->count) {
        abort();
    }
    for (size_t i = 0; i < fields->count; i++) {
        const char *a = fields->fields[i].text;
        const char *b = again->fields[i].text;
        if (strcmp(a ? a : kind == POINT_CSV ? "" : "NULL", b ? b : "NULL") != 0) {
            abort();
        }
    }
}

/* Columns of the first line, and those of the last one that was an object of JSON. */
struct reading {
    struct point_columns first, members;
    struct point_fields fields, again;
};

static void follow(struct reading *reading)
{
    bool is_new;
    if (reading->first.count == 0 && point_columns_set_members(&reading->first, &reading->fields)) {
        return;
    }
    if (!point_columns_follow(&reading->members, &reading->fields, &reading->first, &is_new)) {
        point_columns_align(&reading->members, &reading->fields);
    }
}

static void read_numbers(const struct point_fields *fields)
{
    char text[32];
    for (size_t i = 0; i < fields->count; i++) {
        if (fields->fields[i].text) {
            (void)point_text_is_yes(fields->fields[i].text);
            point_text_decimal(text, point_text_number(fields->fields[i].text));
        }
    }
}

static void read_line(struct reading *reading, enum point_kind kind, const char *line,
                      size_t length)
{
    struct point_fields *fields = &reading->fields;
    struct buffer out = {0};
    if (!point_text_split(kind, line, length, fields) && fields->count > 0) {
        read_numbers(fields);
        for (enum point_kind other = POINT_TSV; other <= POINT_CSV; other++) {
            put_line(&out, other, fields);
            if (out.size > 0 && !memchr(out.data, '\r', out.size)) {
                compare(other, fields, &reading->again, &out);
            }
        }
        buffer_clear(&out);
        point_text_begin(&out, POINT_JSONL);
        for (size_t i = 0; i < fields->count; i++) {
            point_text_put(&out, POINT_JSONL, i == 0, "name", &fields->fields[i]);
        }
        point_text_end(&out, POINT_JSONL);
        if (kind == POINT_JSONL) {
            follow(reading);
        } else if (point_columns_are_names(fields)) {
            (void)point_columns_set(&reading->first, fields);
        }
    }
    buffer_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) {
        return 0;
    }
    enum point_kind kind = (enum point_kind)(data[0] % POINT_KINDS);
    struct reading reading = {0};
    const char *at = (const char *)data + 1;
    const char *end = (const char *)data + size;
    while (at < end) {
        const char *line_end = memchr(at, '\n', (size_t)(end - at));
        line_end = line_end ? line_end : end;
        read_line(&reading, kind, at, (size_t)(line_end - at));
        at = line_end + 1;
    }
    point_columns_free(&reading.first);
    point_columns_free(&reading.members);
    point_fields_free(&reading.fields);
    point_fields_free(&reading.again);
    return 0;
}
