/*
 * What stands before a value (comma, white space, key) is decided by its level alone, which knows
 * whether it has a value already.
 */
#include "base/json.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/utf8.h"

void json_quote(struct buffer *buffer, const char *text)
{
    buffer_u8(buffer, '"');
    for (size_t length; *text; text += length ? length : 1) {
        length = utf8_length(text);
        unsigned char c = (unsigned char)*text;
        uint32_t value = length ? utf8_value(text, length) : 0;
        if (length == 0) {
            buffer_u8(buffer, '?');
        } else if (c == '"' || c == '\\') {
            buffer_printf(buffer, "\\%c", c);
        } else if (c < 0x20 || c == 0x7f || c == '<' || value == 0x2028 || value == 0x2029) {
            buffer_printf(buffer, "\\u%04x", (unsigned)value);
        } else {
            buffer_append(buffer, text, length);
        }
    }
    buffer_u8(buffer, '"');
}

void json_quote_plainly(struct buffer *buffer, const char *text)
{
    static const char escaped[] = "\"\\\b\f\n\r\t";
    buffer_u8(buffer, '"');
    while (*text) {
        size_t plain = 0;
        while ((unsigned char)text[plain] >= 0x20 && (unsigned char)text[plain] < 0x80 &&
               text[plain] != '"' && text[plain] != '\\') {
            plain++;
        }
        buffer_append(buffer, text, plain);
        text += plain;
        if (!*text) {
            break;
        }
        if ((unsigned char)*text >= 0x80) {
            size_t length = utf8_length(text);
            buffer_append(buffer, length ? text : "?", length ? length : 1);
            text += length ? length : 1;
            continue;
        }
        const char *found = strchr(escaped, *text);
        if (found) {
            buffer_printf(buffer, "\\%c", "\"\\bfnrt"[found - escaped]);
        } else {
            buffer_printf(buffer, "\\u%04x", (unsigned)*text);
        }
        text++;
    }
    buffer_u8(buffer, '"');
}

static void print_number(struct buffer *buffer, double value)
{
    char text[NUMBER_BYTES];
    if (!isfinite(value)) {
        buffer_printf(buffer, "null");
        return;
    }
    snprintf(text, sizeof text, "%.15g", value);
    double read = strtod(text, NULL);
    double larger = fabs(read) > fabs(value) ? fabs(read) : fabs(value);
    if (fabs(read - value) > larger * DBL_EPSILON) {
        snprintf(text, sizeof text, "%.17g", value);
    }
    for (char *at = text; *at; at++) {
        *at = (char)(strchr("+-0123456789e", *at) ? *at : '.'); /* the locale may have another */
    }
    buffer_text(buffer, text);
}

/* Begins a line with `count` blanks. */
static void break_line(struct buffer *text, char blank, size_t count)
{
    buffer_u8(text, '\n');
    for (size_t i = 0; i < count; i++) {
        buffer_u8(text, (uint8_t)blank);
    }
}

static bool is_of_page(const struct json *json)
{
    return json->style == JSON_PAGE || json->style == JSON_SCRIPT;
}

static void print_string(struct json *json, const char *text)
{
    (is_of_page(json) ? json_quote : json_quote_plainly)(json->text, text);
}

/* What stands before a value: a comma, white space, its key. */
static void print_lead(struct json *json, const char *key)
{
    static const char *const colons[] = {
        [JSON_INDENTED] = ":\t",
        [JSON_COMPACT] = ":",
        [JSON_PAGE] = ": ",
        [JSON_SCRIPT] = ":",
    };
    struct buffer *text = json->text;
    bool has_lines = false;
    if (json->depth > 0) {
        bool is_first = !json->levels[json->depth - 1].is_filled;
        bool is_array = json->levels[json->depth - 1].is_array;
        has_lines = json->levels[json->depth - 1].has_lines;
        json->levels[json->depth - 1].is_filled = true;
        if (!is_first) {
            buffer_u8(text, ',');
        }
        if (json->is_break) {
            break_line(text, ' ', json->break_indent);
        } else if (has_lines) {
            break_line(text, ' ', json->levels[json->depth - 1].indent);
        } else if (json->style == JSON_INDENTED && !is_array) {
            break_line(text, '\t', json->depth);
        } else if ((json->style == JSON_INDENTED || json->style == JSON_PAGE) && !is_first) {
            buffer_u8(text, ' ');
        }
    }
    json->is_break = false;
    if (key) {
        print_string(json, key);
        buffer_printf(text, "%s", has_lines ? ": " : colons[json->style]);
    }
}

static void begin(struct json *json, const char *key, bool is_array)
{
    if (json->target) {
        json->target->begin(json, key, is_array);
        return;
    }
    print_lead(json, key);
    assert(json->depth < JSON_DEPTH_MAX);
    json->levels[json->depth].is_array = is_array;
    json->levels[json->depth].is_filled = false;
    json->levels[json->depth].has_lines = false;
    json->depth++;
    buffer_u8(json->text, is_array ? '[' : '{');
}

void json_object(struct json *json, const char *key)
{
    begin(json, key, false);
}

void json_array(struct json *json, const char *key)
{
    begin(json, key, true);
}

void json_lines(struct json *json, unsigned indent)
{
    json->levels[json->depth - 1].has_lines = true;
    json->levels[json->depth - 1].indent = (uint8_t)indent;
}

void json_break(struct json *json, unsigned indent)
{
    json->is_break = true;
    json->break_indent = indent;
}

enum json_style json_set_style(struct json *json, enum json_style style)
{
    enum json_style before = json->style;
    json->style = style;
    return before;
}

void json_end(struct json *json)
{
    if (json->target) {
        json->target->end(json);
        return;
    }
    json->depth--;
    unsigned indent = json->levels[json->depth].indent;
    bool is_array = json->levels[json->depth].is_array;
    if (json->is_break) {
        break_line(json->text, ' ', json->break_indent);
    } else if (json->levels[json->depth].has_lines) {
        break_line(json->text, ' ', indent > 2 ? indent - 2 : 0);
    } else if (json->style == JSON_INDENTED && !is_array) {
        break_line(json->text, '\t', json->depth);
    }
    json->is_break = false;
    buffer_u8(json->text, is_array ? ']' : '}');
}

static void put(struct json *json, const char *key, const struct json_value *value)
{
    if (json->target) {
        json->target->value(json, key, value);
        return;
    }
    print_lead(json, key);
    switch (value->kind) {
    case JSON_STRING:
        print_string(json, value->text);
        break;
    case JSON_NUMBER:
        print_number(json->text, value->number);
        break;
    case JSON_BOOL:
        buffer_printf(json->text, "%s", value->number != 0.0 ? "true" : "false");
        break;
    case JSON_NULL:
        buffer_printf(json->text, "null");
        break;
    case JSON_RAW:
        buffer_text(json->text, value->text);
        break;
    }
}

void json_string(struct json *json, const char *key, const char *text)
{
    if (text) {
        put(json, key, &(struct json_value){.kind = JSON_STRING, .text = text});
    }
}

void json_format(struct json *json, const char *key, const char *format, ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    json_string(json, key, text);
}

void json_number(struct json *json, const char *key, double value)
{
    put(json, key, &(struct json_value){.kind = JSON_NUMBER, .number = value});
}

void json_float(struct json *json, const char *key, float value)
{
    char text[NUMBER_BYTES] = "null";
    if (isfinite(value)) {
        number_print_float(value, text);
    }
    json_raw(json, key, text);
}

void json_bool(struct json *json, const char *key, bool value)
{
    put(json, key, &(struct json_value){.kind = JSON_BOOL, .number = value});
}

void json_null(struct json *json, const char *key)
{
    put(json, key, &(struct json_value){.kind = JSON_NULL});
}

void json_raw(struct json *json, const char *key, const char *text)
{
    put(json, key, &(struct json_value){.kind = JSON_RAW, .text = text});
}

void json_decimal(struct json *json, const char *key, int64_t millionths)
{
    char text[NUMBER_BYTES];
    number_print_millionths(millionths, text);
    json_raw(json, key, text);
}

void json_floats(struct json *json, const char *key, const float *values, size_t count)
{
    json_array(json, key);
    for (size_t i = 0; i < count; i++) {
        json_number(json, NULL, (double)values[i]);
    }
    json_end(json);
}

void json_doubles(struct json *json, const char *key, const double *values, size_t count)
{
    json_array(json, key);
    for (size_t i = 0; i < count; i++) {
        json_number(json, NULL, values[i]);
    }
    json_end(json);
}

static void put_field(struct json *json, const struct json_field *field, const void *from)
{
    union {
        bool of_bool;
        uint8_t u8;
        uint16_t u16;
        uint32_t u32;
        uint64_t u64;
        int32_t i32;
        float of_float;
        double of_double;
        const char *text;
    } value;
    const char *name = field->name;
    if (field->bytes <= sizeof value) {
        memcpy(&value, from, field->bytes);
    }
    switch (field->type) {
    case JSON_OF_BOOL:
        json_bool(json, name, value.of_bool);
        break;
    case JSON_OF_U8:
        json_number(json, name, value.u8);
        break;
    case JSON_OF_U16:
        json_number(json, name, value.u16);
        break;
    case JSON_OF_U32:
        json_number(json, name, value.u32);
        break;
    case JSON_OF_U64:
        json_number(json, name, (double)value.u64);
        break;
    case JSON_OF_I32:
        json_number(json, name, value.i32);
        break;
    case JSON_OF_FLOAT:
        json_number(json, name, (double)value.of_float);
        break;
    case JSON_OF_DOUBLE:
        json_number(json, name, value.of_double);
        break;
    case JSON_OF_TEXT:
        json_string(json, name, value.text);
        break;
    case JSON_OF_CHARS:
        json_string(json, name, from);
        break;
    case JSON_OF_BYTES:
        json_array(json, name);
        for (size_t i = 0; i < field->bytes; i++) {
            json_number(json, NULL, ((const uint8_t *)from)[i]);
        }
        json_end(json);
        break;
    case JSON_OF_FLOATS:
        json_floats(json, name, from, field->bytes / sizeof(float));
        break;
    case JSON_OF_DOUBLES:
        json_doubles(json, name, from, field->bytes / sizeof(double));
        break;
    }
}

void json_fields(struct json *json, const struct json_field *fields, size_t count, const void *from)
{
    for (size_t i = 0; i < count; i++) {
        put_field(json, &fields[i], (const char *)from + fields[i].offset);
    }
}
