#include "output/web_text.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/portable_math.h"
#include "base/utf8.h"

static bool ends_a_line_in_javascript(const char *character, size_t length)
{
    return length == 3 &&
           (memcmp(character, "\xe2\x80\xa8", 3) == 0 || memcmp(character, "\xe2\x80\xa9", 3) == 0);
}

void web_text_json(struct buffer *buffer, const char *text)
{
    buffer_u8(buffer, '"');
    while (*text) {
        size_t length = utf8_length(text);
        unsigned char c = (unsigned char)*text;
        if (length == 0) {
            buffer_u8(buffer, '?');
        } else if (c == '"' || c == '\\') {
            buffer_printf(buffer, "\\%c", c);
        } else if (c < 0x20 || c == 0x7f || c == '<') {
            buffer_printf(buffer, "\\u%04x", c);
        } else if (ends_a_line_in_javascript(text, length)) {
            buffer_printf(buffer, "\\u20%02x", (unsigned char)text[2] - 0x80U);
        } else {
            buffer_append(buffer, text, length);
        }
        text += length ? length : 1;
    }
    buffer_u8(buffer, '"');
}

void web_text_html(struct buffer *buffer, const char *text)
{
    for (; *text; text++) {
        switch (*text) {
        case '&':
            buffer_printf(buffer, "&amp;");
            break;
        case '<':
            buffer_printf(buffer, "&lt;");
            break;
        case '>':
            buffer_printf(buffer, "&gt;");
            break;
        case '"':
            buffer_printf(buffer, "&quot;");
            break;
        case '\'':
            buffer_printf(buffer, "&#39;");
            break;
        default:
            buffer_append(buffer, text, 1);
        }
    }
}

bool web_text_is_address(const char *text)
{
    return strncmp(text, "https://", 8) == 0 || strncmp(text, "http://", 7) == 0;
}

void web_text_address(struct buffer *buffer, const char *text)
{
    for (; *text; text++) {
        char c = *text;
        bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                        (c >= '0' && c <= '9') || strchr("-_.~", c);
        if (is_plain) {
            buffer_append(buffer, text, 1);
        } else {
            buffer_printf(buffer, "%%%02X", (unsigned char)c);
        }
    }
}

int64_t web_text_millionths(double value)
{
    return (int64_t)portable_floor(value * 1e6 + 0.5);
}

void web_text_decimal(struct buffer *buffer, int64_t millionths)
{
    uint64_t magnitude = (uint64_t)(millionths < 0 ? -millionths : millionths);
    char places[16];
    snprintf(places, sizeof places, ".%06" PRIu64, magnitude % 1000000);
    size_t length = strlen(places);
    while (length > 0 && (places[length - 1] == '0' || places[length - 1] == '.')) {
        bool is_point = places[length - 1] == '.';
        places[--length] = '\0';
        if (is_point) {
            break;
        }
    }
    buffer_printf(buffer, "%s%" PRIu64 "%s", millionths < 0 ? "-" : "", magnitude / 1000000,
                  places);
}

static const struct buffer *value_of(const char *name, size_t length,
                                     const struct web_text_value *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (strlen(values[i].name) == length && memcmp(values[i].name, name, length) == 0) {
            return values[i].text;
        }
    }
    return NULL;
}

void web_text_expand(struct buffer *buffer, const char *source, size_t size,
                     const struct web_text_value *values, size_t count)
{
    const char *end = source + size;
    while (source < end) {
        const char *open = memmem(source, (size_t)(end - source), "{{", 2);
        const char *close = open ? memmem(open, (size_t)(end - open), "}}", 2) : NULL;
        if (!close) {
            buffer_append(buffer, source, (size_t)(end - source));
            return;
        }
        const struct buffer *value = value_of(open + 2, (size_t)(close - open) - 2, values, count);
        buffer_append(buffer, source, (size_t)(open - source));
        if (value) {
            buffer_append(buffer, value->data, value->size);
            source = close + 2;
        } else {
            buffer_append(buffer, open, 2);
            source = open + 2;
        }
    }
}
