/* Chunks of client files: four letters (stored last first), a size, that many bytes. */
#ifndef DEMO_FILES_CHUNK_WRITE_H
#define DEMO_FILES_CHUNK_WRITE_H

#include "base/buffer.h"

/* Begins a chunk; returns where, for chunk_end. */
size_t chunk_begin(struct buffer *buffer, const char name[5]);

/* Ends the chunk that begins at `begin`: its size becomes what was appended since. */
void chunk_end(struct buffer *buffer, size_t begin);

/* Appends zeros. */
void chunk_zeros(struct buffer *buffer, size_t count);

/* Writes over four bytes at an offset of the buffer. */
void chunk_put_u32(struct buffer *buffer, size_t at, size_t value);

/* MVER. */
void chunk_version(struct buffer *buffer, uint32_t version);

/* A chunk without contents. */
void chunk_empty(struct buffer *buffer, const char name[5]);

#endif
