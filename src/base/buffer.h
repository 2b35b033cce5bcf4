/*
 * A growable byte buffer. If an allocation fails, `failed` is set and later appends do nothing, so
 * that a writer needs to check it only once, at the end.
 */
#ifndef BASE_BUFFER_H
#define BASE_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

/* A zero-initialised buffer is empty. */
struct buffer {
    uint8_t *data;
    size_t size;
    size_t capacity;
    bool failed;
};

/* Appends `size` bytes with undefined contents and returns their address; NULL on failure. */
uint8_t *buffer_extend(struct buffer *buffer, size_t size);

/* Appends a copy of `size` bytes. */
void buffer_append(struct buffer *buffer, const void *data, size_t size);

/* Appends a text without its NUL. */
void buffer_text(struct buffer *buffer, const char *text);

void buffer_u8(struct buffer *buffer, uint8_t value);
void buffer_u16le(struct buffer *buffer, uint16_t value);
void buffer_u32le(struct buffer *buffer, uint32_t value);
void buffer_f32le(struct buffer *buffer, float value);

/* Appends a number as text, by number_print_whole. */
void buffer_decimal(struct buffer *buffer, uint64_t value);

/* Appends formatted text without its NUL. */
PRINTF_FORMAT(2, 3) void buffer_printf(struct buffer *buffer, const char *format, ...);

/* Appends text for use in HTML, between tags and in quoted attributes. */
void buffer_html(struct buffer *buffer, const char *text);

/* Appends bytes as base64, with = at its end. */
void buffer_base64(struct buffer *buffer, const uint8_t *bytes, size_t size);

/* Appends text as a part of an address: all but letters, digits and -_.~ become %XX. */
void buffer_address(struct buffer *buffer, const char *text);

/* Empties the buffer and keeps its memory. */
void buffer_clear(struct buffer *buffer);

void buffer_free(struct buffer *buffer);

/* Of texts with a NUL behind each: the one behind `text`, the first for NULL; NULL at the end. */
const char *buffer_next_text(const struct buffer *texts, const char *text);

#endif
