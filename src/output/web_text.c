#include "output/web_text.h"

#include <stdbool.h>
#include <string.h>

#include "base/portable_math.h"
#include "base/text.h"
#include "base/utf8.h"

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

uint32_t web_text_address_hides(const char *text)
{
    while (*text) {
        size_t length = utf8_length(text);
        uint32_t value = length > 1 ? utf8_value(text, length) : 0;
        if (value && !utf8_is_shown(value)) {
            return value;
        }
        text += length ? length : 1;
    }
    return 0;
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
        const char *open = bytes_find(source, (size_t)(end - source), "{{");
        const char *close = open ? bytes_find(open, (size_t)(end - open), "}}") : NULL;
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
