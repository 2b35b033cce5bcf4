/*
 * Writes JSON as it comes, into a buffer: no tree is built, and a failed allocation stays in the
 * buffer, where it is looked at once, at the end.
 *
 * Each call writes one value, or begins one. `key` is its name in an object, NULL in an array and
 * at the top. What begins and ends is an object or an array.
 */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "base/text.h"

enum json_style {
    JSON_INDENTED, /* each member of an object on a line, with tabs; an array on one */
    JSON_COMPACT,  /* no white space */
    JSON_PAGE,     /* a space behind commas and colons; strings may stand in a script */
    JSON_SCRIPT,   /* the same without white space */
};

enum { JSON_DEPTH_MAX = 32 };

enum json_kind { JSON_STRING, JSON_NUMBER, JSON_BOOL, JSON_NULL, JSON_RAW };

/* A value that is neither an object nor an array. */
struct json_value {
    enum json_kind kind;
    const char *text; /* of a string, or raw */
    double number;    /* of a number; of a bool not 0: true */
};

struct json;

/* What is made of the values, if not JSON. */
struct json_target {
    void (*begin)(struct json *json, const char *key, bool is_array);
    void (*end)(struct json *json);
    void (*value)(struct json *json, const char *key, const struct json_value *value);
};

/* The members are private. */
struct json {
    struct buffer *text;
    enum json_style style;
    const struct json_target *target; /* NULL: JSON */
    bool is_break;                    /* of json_break */
    unsigned break_indent;
    size_t depth;
    struct {
        bool is_array;
        bool is_filled; /* has a value */
        bool has_lines; /* of json_lines */
        uint8_t indent;
    } levels[JSON_DEPTH_MAX];
};

/* A writer that appends to `text`, which is borrowed. */
static inline struct json json_to(struct buffer *text, enum json_style style)
{
    return (struct json){.text = text, .style = style};
}

void json_object(struct json *json, const char *key);
void json_array(struct json *json, const char *key);
void json_end(struct json *json);

/* The values of the object or array that has begun stand on lines of their own, behind `indent`
 * spaces, with a space behind a key's colon; its end on a line behind two spaces less, if any. */
void json_lines(struct json *json, unsigned indent);

/* The next value, or the end if it comes first, stands on a line of its own behind `indent` spaces.
 */
void json_break(struct json *json, unsigned indent);

/* The style from here on; returns the one before. */
enum json_style json_set_style(struct json *json, enum json_style style);

/* NULL: is left out. */
void json_string(struct json *json, const char *key, const char *text);

/* A string by format, at most 255 bytes. */
PRINTF_FORMAT(3, 4) void json_format(struct json *json, const char *key, const char *format, ...);

/* With 15 significant digits or, if these do not give the number back, 17; null if not finite. */
void json_number(struct json *json, const char *key, double value);

/* With the fewest digits that give the same float back; null if not finite. */
void json_float(struct json *json, const char *key, float value);

void json_bool(struct json *json, const char *key, bool value);
void json_null(struct json *json, const char *key);

/* Text that is JSON already. */
void json_raw(struct json *json, const char *key, const char *text);

/* `millionths` / 1000000 with as many places as needed. */
void json_decimal(struct json *json, const char *key, int64_t millionths);

/* Arrays of numbers, as json_number. */
void json_floats(struct json *json, const char *key, const float *values, size_t count);
void json_doubles(struct json *json, const char *key, const double *values, size_t count);

/* Members of a struct as members of an object. */
enum json_type {
    JSON_OF_BOOL,
    JSON_OF_U8,
    JSON_OF_U16,
    JSON_OF_U32,
    JSON_OF_U64,
    JSON_OF_I32,
    JSON_OF_FLOAT,
    JSON_OF_DOUBLE,
    JSON_OF_TEXT,  /* const char * */
    JSON_OF_CHARS, /* char[] */
    JSON_OF_BYTES, /* uint8_t[], as an array of numbers */
    JSON_OF_FLOATS,
    JSON_OF_DOUBLES,
};

struct json_field {
    const char *name;
    enum json_type type;
    size_t offset;
    size_t bytes;
};

#define JSON_TYPE_OF(value)                                                                        \
    _Generic((value),                                                                              \
        bool: JSON_OF_BOOL,                                                                        \
        uint8_t: JSON_OF_U8,                                                                       \
        uint16_t: JSON_OF_U16,                                                                     \
        uint32_t: JSON_OF_U32,                                                                     \
        uint64_t: JSON_OF_U64,                                                                     \
        int32_t: JSON_OF_I32,                                                                     \
        float: JSON_OF_FLOAT,                                                                      \
        double: JSON_OF_DOUBLE,                                                                    \
        const char *: JSON_OF_TEXT,                                                                \
        char *: JSON_OF_CHARS,                                                                     \
        uint8_t *: JSON_OF_BYTES,                                                                  \
        float *: JSON_OF_FLOATS,                                                                   \
        double *: JSON_OF_DOUBLES)

/* The row of a member, whose type it finds out. */
#define JSON_FIELD(name, type, member)                                                             \
    {                                                                                              \
        name, JSON_TYPE_OF(((type *)0)->member), offsetof(type, member), sizeof((type *)0)->member \
    }

void json_fields(struct json *json, const struct json_field *fields, size_t count,
                 const void *from);

/* Appends `text` as a string with its quotes, as JSON_PAGE does: '<' and what JavaScript takes for
 * the end of a line are escaped. Names in files may have any bytes: those that are no UTF-8 become
 * '?', since JSON is UTF-8 (RFC 8259, 8.1). */
void json_quote(struct buffer *buffer, const char *text);

/* The same with the escapes that RFC 8259 asks for, and no others. */
void json_quote_plainly(struct buffer *buffer, const char *text);

#endif
