/* Writes IFF chunks: four letters in reverse order, a 32-bit size, the contents. */
#ifndef DEMO_FILES_CHUNK_WRITE_H
#define DEMO_FILES_CHUNK_WRITE_H

#include "adtmap/status.h"
#include "base/buffer.h"
#include "base/diag.h"

/* Begins a chunk. Returns its offset, for chunk_end. */
size_t chunk_begin(struct buffer *buffer, const char name[5]);

/* Ends the chunk that begins at `begin`: sets its size to the bytes appended since. */
void chunk_end(struct buffer *buffer, size_t begin);

/* Appends zeros. */
void chunk_zeros(struct buffer *buffer, size_t count);

/* Overwrites four bytes at an offset of the buffer. */
void chunk_put_u32(struct buffer *buffer, size_t at, size_t value);

/* Appends MVER. */
void chunk_version(struct buffer *buffer, uint32_t version);

/* Appends a chunk without contents. */
void chunk_empty(struct buffer *buffer, const char name[5]);

/* Writes `out` to directory/name and frees it. Nothing is written if out->failed is set. */
enum adtmap_status chunk_write_file(const char *directory, const char *name, struct buffer *out,
                                    const struct diag *diag);

#endif
