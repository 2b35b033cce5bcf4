#include "base/buffer.h"
#include "base/number.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint8_t *buffer_extend(struct buffer *buffer, size_t size)
{
    if (buffer->failed || size > SIZE_MAX / 2 - buffer->size) {
        buffer->failed = true;
        return NULL;
    }
    size_t needed = buffer->size + size;
    if (needed > buffer->capacity || !buffer->data) { /* returns an address even for 0 bytes */
        size_t capacity = buffer->capacity ? buffer->capacity : 256;
        while (capacity < needed) {
            capacity *= 2;
        }
        uint8_t *data = realloc(buffer->data, capacity);
        if (!data) {
            buffer->failed = true;
            return NULL;
        }
        buffer->data = data;
        buffer->capacity = capacity;
    }
    uint8_t *place = buffer->data + buffer->size;
    buffer->size = needed;
    return place;
}

void buffer_append(struct buffer *buffer, const void *data, size_t size)
{
    if (size) {
        uint8_t *place = buffer_extend(buffer, size);
        if (place) {
            memcpy(place, data, size);
        }
    }
}

void buffer_text(struct buffer *buffer, const char *text)
{
    buffer_append(buffer, text, strlen(text));
}

void buffer_u8(struct buffer *buffer, uint8_t value)
{
    buffer_append(buffer, &value, 1);
}

void buffer_u16le(struct buffer *buffer, uint16_t value)
{
    uint8_t bytes[2] = {(uint8_t)value, (uint8_t)(value >> 8)};
    buffer_append(buffer, bytes, sizeof bytes);
}

void buffer_u32le(struct buffer *buffer, uint32_t value)
{
    uint8_t bytes[4] = {(uint8_t)value, (uint8_t)(value >> 8), (uint8_t)(value >> 16),
                        (uint8_t)(value >> 24)};
    buffer_append(buffer, bytes, sizeof bytes);
}

void buffer_f32le(struct buffer *buffer, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    buffer_u32le(buffer, bits);
}

void buffer_decimal(struct buffer *buffer, uint64_t value)
{
    char digits[NUMBER_BYTES];
    buffer_append(buffer, digits, (size_t)(number_print_whole(value, digits) - digits));
}

/* Text that fits behind what is there is printed once, other text once its length is known. */
void buffer_printf(struct buffer *buffer, const char *format, ...)
{
    va_list arguments;
    size_t room = buffer->failed ? 0 : buffer->capacity - buffer->size;
    va_start(arguments, format);
    int length =
        vsnprintf(room ? (char *)buffer->data + buffer->size : NULL, room, format, arguments);
    va_end(arguments);
    if (length < 0) {
        buffer->failed = true;
        return;
    }
    uint8_t *place = buffer_extend(buffer, (size_t)length + 1);
    if (!place) {
        return;
    }
    if ((size_t)length >= room) {
        va_start(arguments, format);
        vsnprintf((char *)place, (size_t)length + 1, format, arguments);
        va_end(arguments);
    }
    buffer->size--;
}

void buffer_html(struct buffer *buffer, const char *text)
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

void buffer_base64(struct buffer *buffer, const uint8_t *bytes, size_t size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        size_t count = size - i < 3 ? size - i : 3;
        uint32_t bits = 0;
        for (size_t k = 0; k < 3; k++) {
            bits = bits << 8 | (k < count ? bytes[i + k] : 0U);
        }
        for (size_t k = 0; k < 4; k++) {
            buffer_u8(buffer, (uint8_t)(k <= count ? digits[bits >> (18 - 6 * k) & 63] : '='));
        }
    }
}

void buffer_address(struct buffer *buffer, const char *text)
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

void buffer_clear(struct buffer *buffer)
{
    buffer->size = 0;
    buffer->failed = false;
}

void buffer_free(struct buffer *buffer)
{
    free(buffer->data);
    *buffer = (struct buffer){0};
}

const char *buffer_next_text(const struct buffer *texts, const char *text)
{
    const char *begin = (const char *)texts->data;
    size_t at = text ? (size_t)(text - begin) + strlen(text) + 1 : 0;
    return at < texts->size ? begin + at : NULL;
}
