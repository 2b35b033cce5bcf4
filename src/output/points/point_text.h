/*
 * Lines of points as text, in the kinds that databases and their tools write:
 *
 *     TSV    as `mysql -B` writes it: tabs; \t, \n, \\ and \0 stand for characters, NULL for none
 *     CSV    RFC 4180: commas, quotes doubled within quotes; or semicolons in place of commas;
 *            numbers have decimal points in both
 *     JSONL  an object a line
 *
 * A line is split into texts, and texts are joined to a line.
 */
#ifndef OUTPUT_POINTS_POINT_TEXT_H
#define OUTPUT_POINTS_POINT_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"

struct cJSON;

enum point_kind { POINT_TSV, POINT_CSV, POINT_JSONL, POINT_SEMICOLONS, POINT_KINDS };

enum { POINT_FIELDS_MAX = 256 };

/* A text, NUL-terminated; NULL where JSON has null, or no such member. */
struct point_field {
    const char *text;
    bool is_quoted; /* JSON: a string */
    bool is_json;   /* an object, an array, true or false: JSON as it is */
};

/* What a line was split into. Zero-initialised: nothing. */
struct point_fields {
    size_t count;
    struct point_field fields[POINT_FIELDS_MAX];
    const char *names[POINT_FIELDS_MAX]; /* JSONL only: of the members, in their order */
    struct buffer memory;                /* of the texts */
    size_t begins[POINT_FIELDS_MAX];
    struct cJSON *json; /* holds the names */
};

void point_fields_free(struct point_fields *fields);

/* What the functions that say what is wrong return where memory is lacking: no line is to blame. */
extern const char *const point_text_no_memory;

/*
 * Splits a line without its end. What the fields were before is forgotten. Returns NULL, what is
 * wrong with the line, or point_text_no_memory; static storage.
 */
const char *point_text_split(enum point_kind kind, const char *line, size_t length,
                             struct point_fields *fields);

/* Where a CSV line is in its quotes. One that begins a field opens it, one before a comma or the
 * end of the line ends it; a quote within a field without quotes is a character as others. */
enum csv_state {
    CSV_FIELD, /* a field begins; the state of a line that begins */
    CSV_PLAIN,
    CSV_QUOTED, /* ends of lines are part of the field */
    CSV_CLOSED, /* behind a quote: the end of the field, or the first of two */
    CSV_WRONG,  /* something else stands behind it */
};

/* What stands between fields of a kind of CSV; '\0' for other kinds. */
char csv_separator(enum point_kind kind);

/* The state behind `c`, which is no end of a line unless within quotes. */
enum csv_state csv_next(enum csv_state state, char separator, char c);

/* What is wrong with a line of CSV_WRONG, and one that ends in quotes. */
extern const char *const point_text_open_quote;

/* Appends a field, with the separator unless it is the first of the line. `name` is for JSONL,
 * where a field of NULL is left out. */
void point_text_put(struct buffer *out, enum point_kind kind, bool is_first, const char *name,
                    const struct point_field *field);

/* Begins and ends a line. */
void point_text_begin(struct buffer *out, enum point_kind kind);
void point_text_end(struct buffer *out, enum point_kind kind);

/* The number that is all of a text; NaN for others, and for NULL. */
double point_text_number(const char *text);

/* What is wrong with the texts of X and Y, of which one is no number, or is NULL. */
const char *point_text_no_place(const char *x, const char *y);

/* Whether a text is more than nothing, "no", "false", in any case, and a number equal to 0. */
bool point_text_is_yes(const char *text);

/* A number with three decimals. */
void point_text_decimal(char text[32], double value);

#endif
