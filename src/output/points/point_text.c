/*
 * Texts of a line are gathered in one buffer, which may move while it grows: fields keep offsets
 * until the line is split. JSON is read by cJSON for its syntax, but numbers and objects are cut
 * out of the line as they stand, as a double does not hold every number.
 */
#include "output/points/point_text.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "base/json.h"
#include "base/number.h"
#include "base/text.h"

const char *const point_text_no_memory = "out of memory";
const char *const point_text_open_quote = "a quote that opens and does not end";

void point_fields_free(struct point_fields *fields)
{
    buffer_free(&fields->memory);
    cJSON_Delete(fields->json);
    fields->json = NULL;
    fields->count = 0;
}

/* Ends the text that was begun at `begin` in the memory, which may still move. */
static bool end_field(struct point_fields *fields, size_t begin)
{
    if (fields->count == POINT_FIELDS_MAX) {
        return false;
    }
    buffer_u8(&fields->memory, 0);
    fields->begins[fields->count] = begin;
    fields->fields[fields->count++] = (struct point_field){0};
    return true;
}

static const char *split_tsv(const char *line, size_t length, struct point_fields *fields)
{
    size_t begin = 0;
    for (size_t i = 0; i <= length; i++) {
        if (i == length || line[i] == '\t') {
            if (!end_field(fields, begin)) {
                return "more than 256 columns";
            }
            begin = fields->memory.size;
            continue;
        }
        char c = line[i];
        if (c == '\\' && i + 1 < length) {
            char next = line[++i];
            c = next == 't' ? '\t' : next == 'n' ? '\n' : next == '0' ? '?' : next;
        }
        buffer_u8(&fields->memory, (uint8_t)c);
    }
    return NULL;
}

char csv_separator(enum point_kind kind)
{
    return kind == POINT_CSV ? ',' : kind == POINT_SEMICOLONS ? ';' : '\0';
}

enum csv_state csv_next(enum csv_state state, char separator, char c)
{
    if (state == CSV_QUOTED) {
        return c == '"' ? CSV_CLOSED : CSV_QUOTED;
    }
    if (state == CSV_CLOSED && c != separator) {
        return c == '"' ? CSV_QUOTED : c == '\r' ? CSV_CLOSED : CSV_WRONG;
    }
    return c == separator ? CSV_FIELD : state == CSV_FIELD && c == '"' ? CSV_QUOTED : CSV_PLAIN;
}

static const char *split_csv(const char *line, size_t length, char separator,
                             struct point_fields *fields)
{
    size_t begin = 0;
    enum csv_state state = CSV_FIELD;
    for (size_t i = 0; i <= length; i++) {
        enum csv_state before = state;
        state = i < length ? csv_next(state, separator, line[i]) : CSV_FIELD;
        if (state == CSV_WRONG || (i == length && before == CSV_QUOTED)) {
            return point_text_open_quote;
        }
        if (state == CSV_FIELD) {
            if (!end_field(fields, begin)) {
                return "more than 256 columns";
            }
            begin = fields->memory.size;
        } else if (state == CSV_PLAIN || (state == CSV_QUOTED && before != CSV_FIELD)) {
            buffer_u8(&fields->memory, (uint8_t)line[i]);
        }
    }
    return NULL;
}

/* The end of the JSON value at `at`, of text that cJSON has read, and which `end` bounds. */
static const char *json_value_end(const char *at, const char *end)
{
    size_t depth = 0;
    bool is_quoted = false;
    for (; at < end; at++) {
        if (is_quoted && *at == '\\') {
            at++;
        } else if (is_quoted) {
            is_quoted = *at != '"';
        } else if (depth == 0 && (*at == ',' || *at == ':' || *at == '}' || (uint8_t)*at <= ' ')) {
            break;
        } else {
            is_quoted = *at == '"';
            depth += *at == '{' || *at == '[';
            depth -= *at == '}' || *at == ']';
        }
    }
    return at;
}

/* The JSON value, or name of a member, that stands next at or behind `at`. */
static const char *json_next(const char *at, const char *end)
{
    while (at < end && (*at == ',' || *at == ':' || (uint8_t)*at <= ' ')) {
        at++;
    }
    return at;
}

/* Members that are no strings are kept as the line has them: a double does not hold every number.
 */
static const char *split_json(const char *line, size_t length, struct point_fields *fields)
{
    const char *end = NULL;
    errno = 0; /* which malloc sets: cJSON says NULL for bad syntax, too */
    cJSON *object = cJSON_ParseWithLengthOpts(line, length, &end, 0);
    fields->json = object;
    if (!object && errno == ENOMEM) {
        return point_text_no_memory;
    }
    if (!cJSON_IsObject(object)) {
        return "not a JSON object";
    }
    for (; end < line + length; end++) {
        if (!strchr(" \t", *end)) {
            return "more than one JSON object";
        }
    }
    const cJSON *member;
    const char *at = memchr(line, '{', length);
    cJSON_ArrayForEach(member, object)
    {
        const char *name = json_next(at + 1, end);
        const char *value = json_next(json_value_end(name, end), end);
        at = json_value_end(value, end);
        size_t begin = fields->memory.size;
        if (fields->count == POINT_FIELDS_MAX) {
            return "more than 256 members";
        }
        if (cJSON_IsString(member)) {
            buffer_text(&fields->memory, member->valuestring);
        } else {
            buffer_append(&fields->memory, value, (size_t)(at - value));
        }
        struct point_field *field = &fields->fields[fields->count];
        fields->names[fields->count] = member->string;
        (void)end_field(fields, begin);
        field->is_quoted = cJSON_IsString(member);
        field->is_json = !cJSON_IsString(member) && !cJSON_IsNumber(member);
    }
    return NULL;
}

const char *point_text_split(enum point_kind kind, const char *line, size_t length,
                             struct point_fields *fields)
{
    buffer_clear(&fields->memory);
    cJSON_Delete(fields->json);
    fields->json = NULL;
    fields->count = 0;
    if (memchr(line, '\0', length)) {
        return "a NUL byte";
    }
    const char *problem = kind == POINT_TSV ? split_tsv(line, length, fields)
                          : kind == POINT_JSONL
                              ? split_json(line, length, fields)
                              : split_csv(line, length, csv_separator(kind), fields);
    if (!problem && fields->memory.failed) {
        problem = point_text_no_memory;
    }
    for (size_t i = 0; i < fields->count && !problem; i++) {
        struct point_field *field = &fields->fields[i];
        field->text = (const char *)fields->memory.data + fields->begins[i];
        bool is_none = !field->is_quoted && ((kind == POINT_TSV && !strcmp(field->text, "NULL")) ||
                                             (kind == POINT_JSONL && !strcmp(field->text, "null")));
        field->text = is_none ? NULL : field->text;
    }
    fields->count = problem ? 0 : fields->count;
    return problem;
}

static void put_tsv(struct buffer *out, const char *text)
{
    for (; *text; text++) {
        const char *escaped = *text == '\t' ? "\\t" : *text == '\n' ? "\\n" : "\\\\";
        if (*text == '\t' || *text == '\n' || *text == '\\') {
            buffer_append(out, escaped, 2);
        } else {
            buffer_u8(out, (uint8_t)*text);
        }
    }
}

static void put_quoted(struct buffer *out, const char *text)
{
    buffer_u8(out, '"');
    for (; *text; text++) {
        if (*text == '"') {
            buffer_u8(out, '"');
        }
        buffer_u8(out, (uint8_t)*text);
    }
    buffer_u8(out, '"');
}

/* Whether a text is a number as JSON writes it. */
static bool is_json_number(const char *text)
{
    static const char digits[] = "0123456789";
    const char *at = text + (*text == '-');
    size_t whole = strspn(at, digits);
    if (whole == 0 || (whole > 1 && *at == '0')) {
        return false;
    }
    at += whole;
    if (*at == '.') {
        size_t decimals = strspn(++at, digits);
        if (decimals == 0) {
            return false;
        }
        at += decimals;
    }
    if (*at == 'e' || *at == 'E') {
        at++;
        at += *at == '+' || *at == '-';
        size_t exponent = strspn(at, digits);
        if (exponent == 0) {
            return false;
        }
        at += exponent;
    }
    return *at == '\0';
}

void point_text_put(struct buffer *out, enum point_kind kind, bool is_first, const char *name,
                    const struct point_field *field)
{
    const char *text = field->text;
    if (kind == POINT_JSONL) {
        if (!text) {
            return;
        }
        if (!is_first && out->size > 0 && out->data[out->size - 1] != '{') {
            buffer_u8(out, ',');
        }
        json_quote_plainly(out, name);
        buffer_u8(out, ':');
        if (field->is_json || (!field->is_quoted && is_json_number(text))) {
            buffer_text(out, text);
        } else {
            json_quote_plainly(out, text);
        }
        return;
    }
    if (!is_first) {
        buffer_u8(out, kind == POINT_TSV ? '\t' : (uint8_t)csv_separator(kind));
    }
    if (kind == POINT_TSV) {
        put_tsv(out, text ? text : "NULL");
    } else if (text && strpbrk(text, kind == POINT_CSV ? "\",\r\n" : "\";\r\n")) {
        put_quoted(out, text);
    } else if (text) {
        buffer_text(out, text);
    }
}

void point_text_begin(struct buffer *out, enum point_kind kind)
{
    if (kind == POINT_JSONL) {
        buffer_u8(out, '{');
    }
}

void point_text_end(struct buffer *out, enum point_kind kind)
{
    if (kind == POINT_JSONL) {
        buffer_u8(out, '}');
    }
    buffer_u8(out, '\n');
}

void point_text_decimal(char text[32], double value)
{
    /* Numbers of a map have at most eight digits; larger ones are rare and may take time. */
    double scaled = fabs(value) * 1000 + 0.5;
    if (!(scaled < 1e15)) {
        snprintf(text, 32, "%.17g", value);
        return;
    }
    uint64_t thousandths = (uint64_t)scaled;
    if (value < 0 && thousandths > 0) {
        *text++ = '-';
    }
    /* The point takes the place of the 1 that keeps the zeroes behind it. */
    char *point = number_print_whole(thousandths / 1000, text);
    number_print_whole(1000 + thousandths % 1000, point);
    *point = '.';
}

double point_text_number(const char *text)
{
    char *end;
    if (!text || !*text) {
        return (double)NAN;
    }
    double value = strtod(text, &end);
    return *end || strpbrk(text, "xX") ? (double)NAN : value; /* no hexadecimal ones */
}

const char *point_text_no_place(const char *x, const char *y)
{
    return (x && strchr(x, ',')) || (y && strchr(y, ','))
               ? "X or Y is not a number: decimals stand behind a point, not a comma"
               : "X or Y is not a number";
}

bool point_text_is_yes(const char *text)
{
    return text && *text && point_text_number(text) != 0 &&
           text_compare_nocase(text, "false") != 0 && text_compare_nocase(text, "no") != 0;
}
