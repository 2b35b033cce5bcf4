/* Lines of points: the first byte says which kind. What is split and written again splits the same.
 */
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

static void read_line(enum point_kind kind, const char *line, size_t length)
{
    struct point_fields fields = {0};
    struct point_fields again = {0};
    struct point_columns columns = {0};
    struct point_columns members = {0};
    struct buffer out = {0};
    if (!point_text_split(kind, line, length, &fields) && fields.count > 0) {
        if (kind == POINT_JSONL) {
            bool is_new;
            if (!point_columns_set_members(&columns, &fields) &&
                !point_columns_follow(&members, &fields, &columns, &is_new)) {
                point_columns_align(&columns, &fields);
            }
        } else {
            (void)point_columns_set(&columns, &fields);
        }
        for (enum point_kind other = POINT_TSV; other <= POINT_CSV; other++) {
            put_line(&out, other, &fields);
            if (out.size > 0 && !memchr(out.data, '\r', out.size)) {
                compare(other, &fields, &again, &out);
            }
        }
        put_line(&out, POINT_JSONL, &fields);
    }
    point_columns_free(&columns);
    point_columns_free(&members);
    point_fields_free(&fields);
    point_fields_free(&again);
    buffer_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) {
        return 0;
    }
    enum point_kind kind = (enum point_kind)(data[0] % POINT_KINDS);
    const char *at = (const char *)data + 1;
    const char *end = (const char *)data + size;
    while (at < end) {
        const char *line_end = memchr(at, '\n', (size_t)(end - at));
        line_end = line_end ? line_end : end;
        read_line(kind, at, (size_t)(line_end - at));
        at = line_end + 1;
    }
    return 0;
}
