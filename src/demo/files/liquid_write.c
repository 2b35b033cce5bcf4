#include "demo/files/liquid_write.h"

#include <stdlib.h>

#include "base/portable_math.h"
#include "demo/bytes/chunk_write.h"
#include "demo/textures/noise.h"
#include "demo/world/surface.h"

enum { TILE_CHUNKS = CHUNKS_PER_TILE * CHUNKS_PER_TILE, INSTANCE_BYTES = 24 };

/* The rectangle of quads that carry liquid: x..x + width - 1, y..y + height - 1. */
struct extent {
    int x, y, width, height;
};

static struct extent extent_of(const struct water_sheet *sheet)
{
    int low_x = 8;
    int low_y = 8;
    int high_x = 0;
    int high_y = 0;
    for (int q = 0; q < 64; q++) {
        if (sheet->quad[q]) {
            int x = q % 8;
            int y = q / 8;
            low_x = x < low_x ? x : low_x;
            low_y = y < low_y ? y : low_y;
            high_x = x > high_x ? x : high_x;
            high_y = y > high_y ? y : high_y;
        }
    }
    return (struct extent){low_x, low_y, high_x - low_x + 1, high_y - low_y + 1};
}

static uint8_t depth_byte(double depth_yd)
{
    return (uint8_t)portable_floor(noise_clamp(depth_yd * 12.0, 0.0, 255.0));
}

static void level_range(const struct water_sheet *sheet, const struct extent *extent,
                        double range[2])
{
    range[0] = 1e9;
    range[1] = -1e9;
    for (int y = extent->y; y <= extent->y + extent->height; y++) {
        for (int x = extent->x; x <= extent->x + extent->width; x++) {
            double level = sheet->level_yd[y * 9 + x];
            range[0] = level < range[0] ? level : range[0];
            range[1] = level > range[1] ? level : range[1];
        }
    }
}

/* Liquid sheets of a whole tile, chunk by chunk. */
struct tile_liquid {
    struct water_sheet sheets[TILE_CHUNKS][WATER_KINDS];
    int count[TILE_CHUNKS];
};

static bool is_full(const struct water_sheet *sheet, const struct extent *extent)
{
    int quads = 0;
    for (int q = 0; q < 64; q++) {
        quads += sheet->quad[q];
    }
    return quads == extent->width * extent->height;
}

static void write_bitmap(struct buffer *buffer, const struct water_sheet *sheet,
                         const struct extent *extent)
{
    uint32_t bits = 0;
    int filled = 0;
    int total = extent->width * extent->height;
    for (int k = 0; k < total; k++) {
        int x = extent->x + k % extent->width;
        int y = extent->y + k / extent->width;
        bits |= (uint32_t)sheet->quad[y * 8 + x] << filled++;
        if (filled == 8 || k + 1 == total) {
            buffer_u8(buffer, (uint8_t)bits);
            bits = 0;
            filled = 0;
        }
    }
}

static void write_vertices(struct buffer *buffer, const struct water_sheet *sheet,
                           const struct extent *extent)
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
    struct extent extent = extent_of(sheet);
    double range[2];
    level_range(sheet, &extent, range);
    PUT_U16(buffer, types[sheet->kind], is_open_sea(sheet) ? 2 : 0);
    PUT_F32(buffer, (float)range[0], (float)range[1]);
    buffer_u8(buffer, (uint8_t)extent.x);
    buffer_u8(buffer, (uint8_t)extent.y);
    buffer_u8(buffer, (uint8_t)extent.width);
    buffer_u8(buffer, (uint8_t)extent.height);
    chunk_zeros(buffer, 8);
}

/* Writes the bitmap and vertices of a sheet, and their offsets into its instance. */
static void write_data(struct buffer *buffer, const struct water_sheet *sheet, size_t data,
                       size_t instance)
{
    struct extent extent = extent_of(sheet);
    if (!is_full(sheet, &extent)) {
        chunk_put_u32(buffer, instance + 16, buffer->size - data);
        write_bitmap(buffer, sheet, &extent);
    }
    if (!is_open_sea(sheet)) {
        chunk_put_u32(buffer, instance + 20, buffer->size - data);
        write_vertices(buffer, sheet, &extent);
    }
}

static void write_mask(struct buffer *buffer, const bool set[64])
{
    for (int row = 0; row < 8; row++) {
        uint32_t bits = 0;
        for (int x = 0; x < 8; x++) {
            bits |= (uint32_t)set[8 * row + x] << x;
        }
        buffer_u8(buffer, (uint8_t)bits);
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
        write_mask(buffer, fishable);
        write_mask(buffer, deep);
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
    struct extent extent = extent_of(sheet);
    double range[2];
    level_range(sheet, &extent, range);
    PUT_F32(buffer, (float)range[0], (float)range[1]);
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
