/* Writes IFF chunks: four letters in reverse order, a 32-bit size, the contents. */
#ifndef DEMO_BYTES_CHUNK_WRITE_H
#define DEMO_BYTES_CHUNK_WRITE_H

#include "adtmap/status.h"
#include "base/buffer.h"
#include "base/diag.h"

/* Begins a chunk. Returns its offset, for chunk_end. */
size_t chunk_begin(struct buffer *buffer, const char name[5]);

/* Ends the chunk that begins at `begin`: sets its size to the bytes appended since. */
void chunk_end(struct buffer *buffer, size_t begin);

/* Appends a path with '\\' between folders, its extension and a NUL. */
void chunk_path(struct buffer *buffer, const char *path, const char *extension);

/* Append numbers: PUT_U32(out, 1, 2, 3). */
void chunk_u32s(struct buffer *buffer, const uint32_t *values, size_t count);
void chunk_u16s(struct buffer *buffer, const uint16_t *values, size_t count);
void chunk_f32s(struct buffer *buffer, const double *values, size_t count);

void chunk_floats(struct buffer *buffer, const float *values, size_t count);

#define CHUNK_LIST(type, ...)                                                                      \
    (const type[]){__VA_ARGS__}, sizeof((const type[]){__VA_ARGS__}) / sizeof(type)
#define PUT_U32(out, ...) chunk_u32s(out, CHUNK_LIST(uint32_t, __VA_ARGS__))
#define PUT_U16(out, ...) chunk_u16s(out, CHUNK_LIST(uint16_t, __VA_ARGS__))
#define PUT_F32(out, ...) chunk_f32s(out, CHUNK_LIST(double, __VA_ARGS__))

/* Appends a chunk of numbers of 32 bits. */
#define CHUNK_U32(out, name, ...) chunk_of_u32s(out, name, CHUNK_LIST(uint32_t, __VA_ARGS__))
void chunk_of_u32s(struct buffer *buffer, const char name[5], const uint32_t *values, size_t count);

/* Appends bits, the first in the lowest of a byte; the last byte is filled with zeros. */
void chunk_bits(struct buffer *buffer, const bool *bits, size_t count);

/* Appends zeros. */
void chunk_zeros(struct buffer *buffer, size_t count);

/* Overwrite four bytes at an offset of the buffer. */
void chunk_put_u32(struct buffer *buffer, size_t at, size_t value);
void chunk_put_f32(struct buffer *buffer, size_t at, float value);

/* Appends a chunk without contents. */
void chunk_empty(struct buffer *buffer, const char name[5]);

/* Writes `out` to directory/name, whose folder is made, and frees it. Nothing is written if
 * out->failed is set. */
enum adtmap_status chunk_write_file(const char *directory, const char *name, struct buffer *out,
                                    const struct diag *diag);

#endif
