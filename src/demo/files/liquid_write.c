#include "demo/files/liquid_write.h"

#include <stdlib.h>

#include "base/portable_math.h"
#include "demo/bytes/chunk_write.h"
#include "demo/textures/noise.h"
#include "demo/world/surface.h"

enum { TILE_CHUNKS = CHUNKS_PER_TILE * CHUNKS_PER_TILE, INSTANCE_BYTES = 24 };

/* The rectangle of quads that carry liquid, x..x + width - 1, y..y + height - 1, and the lowest and
 * highest level in it. */
struct liquid_extent {
    int x, y, width, height;
    double low_yd, high_yd;
};

static struct liquid_extent extent_of(const struct water_sheet *sheet)
{
    int low[2] = {8, 8};
    int high[2] = {0, 0};
    for (int q = 0; q < 64; q++) {
        for (int axis = 0; axis < 2 && sheet->quad[q]; axis++) {
            int at = axis ? q / 8 : q % 8;
            low[axis] = at < low[axis] ? at : low[axis];
            high[axis] = at > high[axis] ? at : high[axis];
        }
    }
    struct liquid_extent extent = {low[0], low[1], high[0] - low[0] + 1, high[1] - low[1] + 1,
                                   1e9,    -1e9};
    for (int v = 0; v < 81; v++) {
        if (v % 9 >= low[0] && v % 9 <= high[0] + 1 && v / 9 >= low[1] && v / 9 <= high[1] + 1) {
            extent.low_yd = noise_low(extent.low_yd, sheet->level_yd[v]);
            extent.high_yd = noise_high(extent.high_yd, sheet->level_yd[v]);
        }
    }
    return extent;
}

static uint8_t depth_byte(double depth_yd)
{
    return (uint8_t)portable_floor(noise_clamp(depth_yd * 12.0, 0.0, 255.0));
}

/* Liquid sheets of a whole tile, chunk by chunk. */
struct tile_liquid {
    struct water_sheet sheets[TILE_CHUNKS][WATER_KINDS];
    int count[TILE_CHUNKS];
};

static void write_vertices(struct buffer *buffer, const struct water_sheet *sheet,
                           const struct liquid_extent *extent)
{
    for (int pass = 0; pass < 2; pass++) {
        for (int y = extent->y; y <= extent->y + extent->height; y++) {
            for (int x = extent->x; x <= extent->x + extent->width; x++) {
                if (pass == 0) {
                    buffer_f32le(buffer, (float)sheet->level_yd[y * 9 + x]);
                } else {
                    buffer_u8(buffer, depth_byte(sheet->depth_yd[y * 9 + x]));
                }
            }
        }
    }
}

/* A sea that is deep at every vertex needs no heights and depths (vertex format 2). */
static bool is_open_sea(const struct water_sheet *sheet)
{
    for (int v = 0; v < 81; v++) {
        if (sheet->kind != WATER_SEA || depth_byte(sheet->depth_yd[v]) < 255) {
            return false;
        }
    }
    return true;
}

static void write_instance(struct buffer *buffer, const struct water_sheet *sheet)
{
    static const uint16_t types[WATER_KINDS] = {
        [WATER_FRESH] = 5, [WATER_SEA] = 2, [WATER_MAGMA] = 3, [WATER_SLIME] = 4};
    struct liquid_extent extent = extent_of(sheet);
    PUT_U16(buffer, types[sheet->kind], is_open_sea(sheet) ? 2 : 0);
    PUT_F32(buffer, extent.low_yd, extent.high_yd);
    PUT_U16(buffer, (uint16_t)(extent.x | extent.y << 8),
            (uint16_t)(extent.width | extent.height << 8));
    chunk_zeros(buffer, 8);
}

/* Writes the bitmap of a sheet that does not fill its rectangle, the vertices, and their offsets
 * into its instance. */
static void write_data(struct buffer *buffer, const struct water_sheet *sheet, size_t data,
                       size_t instance)
{
    struct liquid_extent extent = extent_of(sheet);
    bool bits[64];
    int total = extent.width * extent.height;
    int filled = 0;
    for (int k = 0; k < total; k++) {
        bits[k] = sheet->quad[(extent.y + k / extent.width) * 8 + extent.x + k % extent.width];
        filled += bits[k];
    }
    if (filled < total) {
        chunk_put_u32(buffer, instance + 16, buffer->size - data);
        chunk_bits(buffer, bits, (size_t)total);
    }
    if (!is_open_sea(sheet)) {
        chunk_put_u32(buffer, instance + 20, buffer->size - data);
        write_vertices(buffer, sheet, &extent);
    }
}

/* Writes the attributes of a chunk, masks of 8x8 quads: where one can fish, and where the sea is
 * deep. Their offset goes to `field`, which stays 0 without any. */
static void write_attributes(struct buffer *buffer, const struct water_sheet *sheets, int count,
                             size_t data, size_t field)
{
    bool fishable[64] = {false};
    bool deep[64] = {false};
    bool any = false;
    for (int k = 0; k < count; k++) {
        bool is_water = sheets[k].kind == WATER_FRESH || sheets[k].kind == WATER_SEA;
        for (int q = 0; q < 64 && is_water; q++) {
            fishable[q] = fishable[q] || sheets[k].quad[q];
            deep[q] = deep[q] || (sheets[k].quad[q] && is_open_sea(&sheets[k]));
            any = any || fishable[q];
        }
    }
    if (any) {
        chunk_put_u32(buffer, field, buffer->size - data);
        chunk_bits(buffer, fishable, 64);
        chunk_bits(buffer, deep, 64);
    }
}

static void write_mh2o(struct buffer *buffer, const struct tile_liquid *liquid)
{
    size_t begin = chunk_begin(buffer, "MH2O");
    size_t data = begin + 8;
    chunk_zeros(buffer, TILE_CHUNKS * 12);
    size_t first = buffer->size;
    for (size_t c = 0; c < TILE_CHUNKS; c++) {
        if (liquid->count[c] == 0) {
            continue;
        }
        chunk_put_u32(buffer, data + c * 12, buffer->size - data);
        chunk_put_u32(buffer, data + c * 12 + 4, (size_t)liquid->count[c]);
        for (int k = 0; k < liquid->count[c]; k++) {
            write_instance(buffer, &liquid->sheets[c][k]);
        }
    }
    size_t instance = first;
    for (size_t c = 0; c < TILE_CHUNKS; c++) {
        for (int k = 0; k < liquid->count[c]; k++) {
            write_data(buffer, &liquid->sheets[c][k], data, instance);
            instance += INSTANCE_BYTES;
        }
        write_attributes(buffer, liquid->sheets[c], liquid->count[c], data, data + c * 12 + 8);
    }
    chunk_end(buffer, begin);
}

size_t liquid_write_mh2o(struct buffer *buffer, const struct world *world, int32_t x, int32_t y)
{
    struct tile_liquid *liquid = malloc(sizeof *liquid);
    if (!liquid) {
        buffer->failed = true;
        return 0;
    }
    int total = 0;
    for (int32_t c = 0; c < TILE_CHUNKS; c++) {
        int32_t chunk_x = x * CHUNKS_PER_TILE + c % CHUNKS_PER_TILE;
        int32_t chunk_y = y * CHUNKS_PER_TILE + c / CHUNKS_PER_TILE;
        liquid->count[c] = water_sheets(world, chunk_x, chunk_y, liquid->sheets[c]);
        total += liquid->count[c];
    }
    size_t begin = buffer->size;
    if (total > 0) {
        write_mh2o(buffer, liquid);
    }
    free(liquid);
    return total > 0 ? begin : 0;
}

static void write_mclq_vertex(struct buffer *buffer, const struct water_sheet *sheet, int vertex)
{
    if (sheet->kind == WATER_MAGMA) {
        PUT_U16(buffer, (uint16_t)(vertex % 9 * 256 / 8), (uint16_t)(vertex / 9 * 256 / 8));
    } else {
        buffer_u8(buffer, depth_byte(sheet->depth_yd[vertex]));
        chunk_zeros(buffer, 3);
    }
    if (sheet->kind == WATER_SEA) {
        chunk_zeros(buffer, 4);
    } else {
        buffer_f32le(buffer, (float)sheet->level_yd[vertex]);
    }
}

static void write_mclq_block(struct buffer *buffer, const struct water_sheet *sheet)
{
    static const uint8_t tile_types[WATER_KINDS] = {
        [WATER_FRESH] = 4, [WATER_SEA] = 1, [WATER_MAGMA] = 6, [WATER_SLIME] = 3};
    enum { HIDDEN = 0x0F, FLOWS_BYTES = 2 * 40 };
    struct liquid_extent extent = extent_of(sheet);
    PUT_F32(buffer, extent.low_yd, extent.high_yd);
    for (int v = 0; v < 81; v++) {
        write_mclq_vertex(buffer, sheet, v);
    }
    for (int q = 0; q < 64; q++) {
        buffer_u8(buffer, sheet->quad[q] ? tile_types[sheet->kind] : HIDDEN);
    }
    buffer_u32le(buffer, 0);
    chunk_zeros(buffer, FLOWS_BYTES);
}

uint32_t liquid_write_mclq(struct buffer *buffer, const struct world *world, int32_t x, int32_t y)
{
    static const uint32_t flags[WATER_KINDS] = {
        [WATER_FRESH] = 0x4, [WATER_SEA] = 0x8, [WATER_MAGMA] = 0x10, [WATER_SLIME] = 0x20};
    struct water_sheet sheets[WATER_KINDS];
    int count = water_sheets(world, x, y, sheets);
    if (count == 0) {
        return 0;
    }
    uint32_t present = 0;
    size_t begin = chunk_begin(buffer, "MCLQ");
    for (int k = 0; k < count; k++) {
        write_mclq_block(buffer, &sheets[k]);
        present |= flags[sheets[k].kind];
    }
    chunk_end(buffer, begin);
    return present;
}
