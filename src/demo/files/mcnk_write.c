#include "demo/files/mcnk_write.h"

#include "demo/files/chunk_write.h"
#include "demo/world/surface.h"

enum { HEADER_BYTES = 128 };

size_t mcnk_begin(struct buffer *out, const struct tile *tile)
{
    size_t begin = chunk_begin(out, "MCNK");
    chunk_zeros(out, 4);
    buffer_u32le(out, (uint32_t)tile->column);
    buffer_u32le(out, (uint32_t)tile->row);
    chunk_zeros(out, 0x34 - 0x0C);
    buffer_u32le(out, surface_area_id(tile->world, tile->chunk_x, tile->chunk_y));
    chunk_zeros(out, 0x68 - 0x38);
    tile_write_corner(out, tile);
    buffer_f32le(out, tile_base_yd(tile));
    chunk_zeros(out, HEADER_BYTES - 0x74);
    return begin;
}

void mcnk_put_offset(struct buffer *out, size_t begin, enum mcnk_field field)
{
    chunk_put_u32(out, begin + (size_t)field, out->size - begin);
}

void mcnk_put_holes(struct buffer *out, size_t begin, uint16_t holes)
{
    chunk_put_u32(out, begin + MCNK_AT_HOLES, holes);
}

void mcnk_put_holes_64(struct buffer *out, size_t begin, uint16_t holes)
{
    for (unsigned row = 0; row < 8 && !out->failed; row++) {
        uint8_t bits = 0;
        for (unsigned column = 0; column < 8; column++) {
            bits |= (uint8_t)((holes >> (row / 2 * 4 + column / 2) & 1) << column);
        }
        out->data[begin + MCNK_AT_HEIGHT + row] = bits;
    }
}

void mcnk_write_heights(struct buffer *out, const struct tile *tile)
{
    size_t begin = chunk_begin(out, "MCVT");
    tile_write_heights(out, tile, tile_base_yd(tile));
    chunk_end(out, begin);
}

void mcnk_write_colours(struct buffer *out, const struct tile *tile)
{
    size_t begin = chunk_begin(out, "MCCV");
    tile_write_colours(out, tile);
    chunk_end(out, begin);
}
