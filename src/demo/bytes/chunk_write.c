#include "demo/bytes/chunk_write.h"

#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "os/file.h"

size_t chunk_begin(struct buffer *buffer, const char name[5])
{
    size_t begin = buffer->size;
    for (int k = 3; k >= 0; k--) {
        buffer_u8(buffer, (uint8_t)name[k]);
    }
    buffer_u32le(buffer, 0);
    return begin;
}

void chunk_end(struct buffer *buffer, size_t begin)
{
    chunk_put_u32(buffer, begin + 4, buffer->size - begin - 8);
}

void chunk_zeros(struct buffer *buffer, size_t count)
{
    uint8_t *place = buffer_extend(buffer, count);
    if (place) {
        memset(place, 0, count);
    }
}

void chunk_put_u32(struct buffer *buffer, size_t at, size_t value)
{
    for (size_t k = 0; k < 4 && !buffer->failed; k++) {
        buffer->data[at + k] = (uint8_t)(value >> 8 * k);
    }
}

void chunk_put_f32(struct buffer *buffer, size_t at, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    chunk_put_u32(buffer, at, bits);
}

void chunk_empty(struct buffer *buffer, const char name[5])
{
    chunk_end(buffer, chunk_begin(buffer, name));
}

void chunk_path(struct buffer *buffer, const char *path, const char *extension)
{
    for (const char *c = path; *c; c++) {
        buffer_u8(buffer, (uint8_t)(*c == '/' ? '\\' : *c));
    }
    buffer_append(buffer, extension, strlen(extension) + 1);
}

void chunk_u32s(struct buffer *buffer, const uint32_t *values, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        buffer_u32le(buffer, values[k]);
    }
}

void chunk_u16s(struct buffer *buffer, const uint16_t *values, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        buffer_u16le(buffer, values[k]);
    }
}

void chunk_f32s(struct buffer *buffer, const double *values, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        buffer_f32le(buffer, (float)values[k]);
    }
}

void chunk_floats(struct buffer *buffer, const float *values, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        buffer_f32le(buffer, values[k]);
    }
}

void chunk_bits(struct buffer *buffer, const bool *bits, size_t count)
{
    for (size_t k = 0; k < count; k += 8) {
        unsigned byte = 0;
        for (size_t bit = 0; bit < 8 && k + bit < count; bit++) {
            byte |= (unsigned)bits[k + bit] << bit;
        }
        buffer_u8(buffer, (uint8_t)byte);
    }
}

void chunk_of_u32s(struct buffer *buffer, const char name[5], const uint32_t *values, size_t count)
{
    size_t begin = chunk_begin(buffer, name);
    chunk_u32s(buffer, values, count);
    chunk_end(buffer, begin);
}

enum adtmap_status chunk_write_file(const char *directory, const char *name, struct buffer *out,
                                    const struct diag *diag)
{
    char *path = path_join(directory, name);
    char *folder = path ? path_directory(path) : NULL;
    enum adtmap_status status =
        folder && !out->failed ? file_make_directory(folder, diag) : diag_fail_memory(diag);
    status = status ? status : file_write_atomic(path, out->data, out->size, diag);
    free(folder);
    free(path);
    buffer_free(out);
    return status;
}
