/* UTF-8 (RFC 3629): which bytes are text. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stddef.h>
#include <stdint.h>

/*
 * Bytes of the well-formed character at the start of NUL-terminated `text`: 1 to 4; 0 at the end
 * and for what is no UTF-8: stray or missing continuation bytes, overlong forms, surrogates, values
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
    uint32_t value = lead & (0xffU >> (length + 1));
    for (size_t i = 1; i < length; i++) {
        uint8_t next = (uint8_t)text[i];
        if ((next & 0xc0) != 0x80) {
            return 0;
        }
        value = value << 6 | (next & 0x3fU);
    }
    int is_surrogate = value >= 0xd800 && value <= 0xdfff;
    return value < least[length] || value > 0x10ffff || is_surrogate ? 0 : length;
}

#endif
