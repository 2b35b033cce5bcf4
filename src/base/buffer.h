/*
 * A growable byte buffer. Appends after a failed allocation do nothing; the writer tests `failed`
 * once at the end.
 */
#ifndef BASE_BUFFER_H
#define BASE_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buffer {
    uint8_t *data;
    size_t size;
    size_t capacity;
    bool failed;
};

/* A zero-initialised struct buffer is empty. */

/* Appends `size` bytes and returns where they begin, contents undefined; NULL when failed. */
uint8_t *buffer_extend(struct buffer *buffer, size_t size);

/* Appends a copy of `size` bytes. */
void buffer_append(struct buffer *buffer, const void *data, size_t size);

void buffer_u8(struct buffer *buffer, uint8_t value);
void buffer_u16le(struct buffer *buffer, uint16_t value);
void buffer_u32le(struct buffer *buffer, uint32_t value);
void buffer_f32le(struct buffer *buffer, float value);

/* Appends formatted text without its NUL. */
__attribute__((format(printf, 2, 3))) void buffer_printf(struct buffer *buffer, const char *format,
                                                         ...);

/* Empties the buffer and keeps its memory. */
void buffer_clear(struct buffer *buffer);

void buffer_free(struct buffer *buffer);

#endif
