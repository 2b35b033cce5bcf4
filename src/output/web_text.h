/* Text inside other text: HTML, addresses, and pages made from templates. */
#ifndef OUTPUT_WEB_TEXT_H
#define OUTPUT_WEB_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"

/* Appends `text` for use in HTML, between tags and in quoted attributes. */
void web_text_html(struct buffer *buffer, const char *text);

/* Whether `text` is an address that begins with https:// or http://. */
bool web_text_is_address(const char *text);

/*
 * The first character of an address, beyond ASCII, that would make its link show another address
 * (utf8_is_shown); 0 without one.
 */
uint32_t web_text_address_hides(const char *text);

/* Appends `text` as a part of an address: all but letters, digits and -_.~ become %XX. */
void web_text_address(struct buffer *buffer, const char *text);

/* The whole number of millionths nearest to a value within 9e12. */
int64_t web_text_millionths(double value);

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
