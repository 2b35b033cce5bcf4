/*
 * A tile full of buildings: OUT/World/Maps/City has one tile, the one given, with COUNT more WMOs.
 * They repeat those of the tile by turns, on a square grid, each turned its own way and standing on
 * the ground of its chunk. No other part of the tile changes.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "formats/grid.h"
#include "map_bytes.h"

enum {
    HEAD_BYTES = 8,
    CHUNK_EDGE = 16,
    CHUNKS = CHUNK_EDGE * CHUNK_EDGE,
    MHDR_OFFSETS = 11, /* behind the flags */
    MCIN_BYTES = 16,
    MCNK_HEIGHT = 0x70, /* in the header */
    MCNK_BYTES = 128,   /* of the header; MCVT follows */
    MIDDLE = 72,        /* the vertex in the middle of a chunk */
    TURN_DEGREES = 137,
    FIRST_ID = 1 << 24,
};

struct city {
    uint8_t *adt;
    size_t size;
    uint8_t *modf; /* contents */
    size_t modf_bytes;
    unsigned x, y, count;
};

static void add_u32(uint8_t *at, size_t more)
{
    uint32_t value;
    memcpy(&value, at, sizeof value);
    value += (uint32_t)more;
    memcpy(at, &value, sizeof value);
}

static uint32_t u32_at(const uint8_t *at)
{
    uint32_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

static float f32_at(const uint8_t *at)
{
    float value;
    memcpy(&value, at, sizeof value);
    return value;
}

/* Height of the ground in the middle of a chunk. */
static float ground_height(const struct city *city, unsigned chunk)
{
    size_t size;
    const uint8_t *mcin = bench_find_chunk(city->adt, city->size, "NICM", &size);
    size_t at = u32_at(mcin + (size_t)chunk * MCIN_BYTES) + HEAD_BYTES;
    size_t vertex = at + MCNK_BYTES + HEAD_BYTES + MIDDLE * sizeof(float);
    if (size < (size_t)CHUNKS * MCIN_BYTES || vertex + sizeof(float) > city->size) {
        bench_fail("chunk %u lies outside the tile", chunk);
    }
    return f32_at(city->adt + at + MCNK_HEIGHT) + f32_at(city->adt + vertex);
}

/* Places building `i`, a copy of one that is there, in its cell of the grid. */
static void place(const struct city *city, unsigned i, uint8_t *entry)
{
    unsigned edge = (unsigned)ceil(sqrt(city->count));
    double column = (i % edge + 0.5) / edge;
    double row = (i / edge + 0.5) / edge;
    unsigned chunk = (unsigned)(row * CHUNK_EDGE) * CHUNK_EDGE + (unsigned)(column * CHUNK_EDGE);
    const float position[3] = {(float)((city->x + column) * TILE_YD), ground_height(city, chunk),
                               (float)((city->y + row) * TILE_YD)};
    const float turn = (float)(i * TURN_DEGREES % 360);
    uint32_t id = FIRST_ID + i;
    size_t existing = city->modf_bytes / MODF_BYTES;
    memcpy(entry, city->modf + i % existing * MODF_BYTES, MODF_BYTES);
    for (size_t c = 0; c < 3; c++) {
        bench_add_f32(entry + MODF_LOW + 4 * c,
                      position[c] - f32_at(entry + MODF_POSITION + 4 * c));
        bench_add_f32(entry + MODF_HIGH + 4 * c,
                      position[c] - f32_at(entry + MODF_POSITION + 4 * c));
    }
    memcpy(entry + MODF_ID, &id, sizeof id);
    memcpy(entry + MODF_POSITION, position, sizeof position);
    memcpy(entry + MODF_TURN, &turn, sizeof turn);
}

/* Offsets of what stands behind MODF move by `more`. */
static void move_offsets(const struct city *city, size_t more)
{
    size_t size;
    uint8_t *mhdr = bench_find_chunk(city->adt, city->size, "RDHM", &size);
    uint8_t *mcin = bench_find_chunk(city->adt, city->size, "NICM", &size);
    for (size_t i = 1; i <= MHDR_OFFSETS; i++) {
        if (mhdr + u32_at(mhdr + 4 * i) > city->modf) {
            add_u32(mhdr + 4 * i, more);
        }
    }
    for (size_t i = 0; i < CHUNKS; i++) {
        add_u32(mcin + i * MCIN_BYTES, more);
    }
}

static void write_tile(struct city *city, const char *path)
{
    size_t more = (size_t)city->count * MODF_BYTES;
    size_t before = (size_t)(city->modf - city->adt) + city->modf_bytes;
    uint8_t *bytes = bench_alloc(city->size + more, 1);
    for (unsigned i = 0; i < city->count; i++) {
        place(city, i, bytes + before + (size_t)i * MODF_BYTES);
    }
    move_offsets(city, more);
    add_u32(city->modf - 4, more);
    memcpy(bytes, city->adt, before);
    memcpy(bytes + before + more, city->adt + before, city->size - before);
    bench_write(path, bytes, city->size + more);
    free(bytes);
}

void bench_city(int argc, char **argv)
{
    char path[1024];
    (void)argc;
    struct city city = {
        .x = bench_number(argv[2]), .y = bench_number(argv[3]), .count = bench_number(argv[5])};
    const struct bench_tile tile = {city.x, city.y};
    snprintf(path, sizeof path, "_%u_%u.adt", city.x, city.y);
    struct blob adt = bench_map_input(argv[0], argv[1], path);
    struct blob wdt = bench_map_input(argv[0], argv[1], ".wdt");
    city.adt = bench_copy(&adt);
    city.size = adt.size;
    city.modf = bench_find_chunk(city.adt, city.size, "FDOM", &city.modf_bytes);
    if (city.modf_bytes < MODF_BYTES) {
        bench_fail("tile %u_%u has no WMO", city.x, city.y);
    }
    bench_make_map(argv[4], "City");
    snprintf(path, sizeof path, "%s/World/Maps/City/City_%u_%u.adt", argv[4], city.x, city.y);
    write_tile(&city, path);
    snprintf(path, sizeof path, "%s/World/Maps/City/City.wdt", argv[4]);
    bench_write_wdt(&wdt, &tile, 1, path);
    free(city.adt);
    blob_release(&adt);
    blob_release(&wdt);
}
