#include "assets/textures/ground_texture.h"

enum { COLORS = 3 };

void ground_texture_init(const struct ground_size *size, struct ground_texture *texture)
{
    uint32_t bits = 0;
    while (bits < size->shift && (size->quad_px << (bits + 1)) <= GROUND_STORED_MAX_PX) {
        bits++;
    }
    uint32_t row_px = QUADS_PER_CHUNK * size->quad_px;
    uint32_t stored_px = size->quad_px << bits;
    *texture = (struct ground_texture){
        .row_px = row_px,
        .stored_px = stored_px,
        .zoom_bits = size->shift - bits,
        .stride = row_px > stored_px ? row_px : stored_px,
        .plane_count = size->has_height ? COLORS + 1 : COLORS,
    };
}

size_t ground_texture_bytes(const struct ground_size *size)
{
    struct ground_texture texture;
    ground_texture_init(size, &texture);
    size_t plane = (size_t)texture.stored_px * texture.stride;
    return sizeof texture + texture.plane_count * plane * sizeof(uint16_t);
}

void ground_texture_fill(const uint8_t rgb[3], struct ground_texture *texture)
{
    size_t count = (size_t)texture->stored_px * texture->stride;
    for (size_t i = 0; i < COLORS * count; i++) {
        texture->planes[i] = (uint16_t)(rgb[i / count] * 256);
    }
}
