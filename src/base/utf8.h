/* Checks UTF-8 (RFC 3629), and which characters are safe to display. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The code point of a character of `length` bytes, 1 to 4, without checks. */
static inline uint32_t utf8_value(const char *text, size_t length)
{
    uint32_t value = (uint8_t)text[0] & (length == 1 ? 0x7fU : 0xffU >> (length + 1));
    for (size_t i = 1; i < length; i++) {
        value = value << 6 | ((uint8_t)text[i] & 0x3fU);
    }
    return value;
}

/*
 * The length of the character at the start of NUL-terminated `text`: 1 to 4 bytes. 0 at the end,
 * and for invalid UTF-8: stray or missing continuation bytes, overlong forms, surrogates, values
 * over U+10FFFF.
 */
static inline size_t utf8_length(const char *text)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    uint8_t lead = (uint8_t)text[0];
    if (lead < 0x80) {
        return lead != 0;
    }
    size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc0 || lead >= 0xf8) {
        return 0;
    }
    for (size_t i = 1; i < length; i++) {
        if (((uint8_t)text[i] & 0xc0) != 0x80) {
            return 0;
        }
    }
    uint32_t value = utf8_value(text, length);
    bool is_surrogate = value >= 0xd800 && value <= 0xdfff;
    return value < least[length] || value > 0x10ffff || is_surrogate ? 0 : length;
}

/*
 * Whether a character is safe to display. Unsafe are C0 and C1 controls and DEL, which control
 * terminals; line and paragraph separators; marks, embeddings, overrides and isolates of the
 * bidirectional algorithm (UAX 9), which can make a name look like another.
 */
static inline bool utf8_is_shown(uint32_t value)
{
    bool is_control = value < 0x20 || (value >= 0x7f && value < 0xa0);
    bool is_separator = value == 0x2028 || value == 0x2029;
    bool is_direction = value == 0x061c || value == 0x200e || value == 0x200f ||
                        (value >= 0x202a && value <= 0x202e) ||
                        (value >= 0x2066 && value <= 0x2069);
    return !is_control && !is_separator && !is_direction;
}

/* Replaces each unsafe character, and each byte that is not UTF-8, by '?', in place. */
static inline void utf8_make_shown(char *text)
{
    char *to = text;
    while (*text) {
        size_t length = utf8_length(text);
        bool is_shown = length > 0 && utf8_is_shown(utf8_value(text, length));
        length += length == 0;
        for (size_t i = 0; i < (is_shown ? length : 1); i++) {
            to[i] = is_shown ? text[i] : '?';
        }
        to += is_shown ? length : 1;
        text += length;
    }
    *to = '\0';
}

#endif
