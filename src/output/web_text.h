/* Text inside other text: JSON strings, HTML, addresses, and pages made from templates. */
#ifndef OUTPUT_WEB_TEXT_H
#define OUTPUT_WEB_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"

/* Appends `text` as a JSON string with its quotes; '<' and what JavaScript takes for the end of a
 * line are escaped, so that it may stand in a script too. Bytes that are no UTF-8 become '?'. */
void web_text_json(struct buffer *buffer, const char *text);

/* Appends `text` for use in HTML, between tags and in quoted attributes. */
void web_text_html(struct buffer *buffer, const char *text);

/* Whether `text` is an address that begins with https:// or http://. */
bool web_text_is_address(const char *text);

/* Appends `text` as a part of an address: all but letters, digits and -_.~ become %XX. */
void web_text_address(struct buffer *buffer, const char *text);

/* The whole number of millionths nearest to a value within 9e12. */
int64_t web_text_millionths(double value);

/* Appends `millionths` / 1000000 with as many places as needed. */
void web_text_decimal(struct buffer *buffer, int64_t millionths);

/* What stands for {{name}} in a template; used as it is. */
struct web_text_value {
    const char *name;
    const struct buffer *text;
};

/* Appends a template of `size` bytes, every {{name}} replaced by its value. A name without a value
 * stays. */
void web_text_expand(struct buffer *buffer, const char *source, size_t size,
                     const struct web_text_value *values, size_t count);

#endif
