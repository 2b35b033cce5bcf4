#include "render/texture/ground_rows.h"

#include <string.h>

/* The pixel of the pattern at which a chunk begins; a pattern is 2^(shift - 3) chunks. */
static uint32_t pattern_begin(const struct ground_texture *texture, uint32_t chunk)
{
    uint32_t pattern_px = texture->stored_px << texture->zoom_bits;
    return pattern_px > texture->row_px ? chunk % (pattern_px / texture->row_px) * texture->row_px
                                        : 0;
}

/*
 * Where pixel `at` of the enlarged pattern lies among stored ones: the one before it, and the part
 * of 2^(zoom_bits + 1) to the next.
 */
static uint32_t stored_pixel(const struct ground_texture *texture, uint32_t at, uint32_t *part)
{
    uint32_t bits = texture->zoom_bits + 1;
    uint64_t size = (uint64_t)texture->stored_px << bits;
    uint64_t place = (2 * (uint64_t)at + 1 + size - (1U << texture->zoom_bits)) % size;
    *part = (uint32_t)(place & ((1U << bits) - 1));
    return (uint32_t)(place >> bits);
}

static void enlarge_row(const struct ground_texture *texture, const uint16_t *plane, uint32_t x,
                        uint32_t y, uint16_t *out)
{
    uint32_t bits = texture->zoom_bits + 1;
    uint32_t one = 1U << bits;
    uint32_t south;
    uint32_t row = stored_pixel(texture, y, &south);
    const uint16_t *north = plane + (size_t)row * texture->stride;
    const uint16_t *below = plane + (size_t)((row + 1) % texture->stored_px) * texture->stride;
    for (uint32_t i = 0; i < texture->row_px; i++) {
        uint32_t east;
        uint32_t column = stored_pixel(texture, x + i, &east);
        uint32_t next = (column + 1) % texture->stored_px;
        uint64_t top = (uint64_t)north[column] * (one - east) + (uint64_t)north[next] * east;
        uint64_t bottom = (uint64_t)below[column] * (one - east) + (uint64_t)below[next] * east;
        uint64_t sum = top * (one - south) + bottom * south;
        out[i] = (uint16_t)((sum + (1ULL << (2 * bits - 1))) >> 2 * bits);
    }
}

const uint16_t *ground_rows(const struct ground_texture *texture, enum ground_plane plane,
                            const struct ground_strip *strip, uint16_t *scratch)
{
    const uint16_t *values = texture->planes + (size_t)plane * texture->stored_px * texture->stride;
    uint32_t left = pattern_begin(texture, strip->chunk_x);
    uint32_t top = pattern_begin(texture, strip->chunk_y) + strip->y;
    if (texture->zoom_bits) {
        for (uint32_t i = 0; i < strip->count; i++) {
            enlarge_row(texture, values, left, top + i, scratch + (size_t)texture->row_px * i);
        }
        return scratch;
    }
    const uint16_t *stored = values + (size_t)(top % texture->stored_px) * texture->stride + left;
    if (texture->stride == texture->row_px) {
        return stored;
    }
    for (uint32_t i = 0; i < strip->count; i++) {
        memcpy(scratch + (size_t)texture->row_px * i, stored + (size_t)texture->stride * i,
               texture->row_px * sizeof *scratch);
    }
    return scratch;
}
