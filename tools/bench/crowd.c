/*
 * A tile full of buildings or of doodads: OUT/World/Maps/City or Forest has one tile, the one
 * given, with COUNT more placements. They repeat those of the tile by turns, on a square grid, each
 * turned its own way and standing on the ground of its chunk. No other part of the tile changes.
 */
#include <math.h>
#include <stdbool.h>
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

/* What is placed. Entries of both kinds have number, position and turn at the same places. */
struct crowd_kind {
    const char *map;
    const char *magic; /* of the chunk, as it stands in the file */
    size_t entry_bytes;
    bool has_box;
};

static const struct crowd_kind buildings = {"City", "FDOM", MODF_BYTES, true};
static const struct crowd_kind doodads = {"Forest", "FDDM", MDDF_BYTES, false};

struct crowd {
    uint8_t *adt;
    size_t size;
    const struct crowd_kind *kind;
    uint8_t *placed; /* contents of its chunk */
    size_t placed_bytes;
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
static float ground_height(const struct crowd *crowd, unsigned chunk)
{
    size_t size;
    const uint8_t *mcin = bench_find_chunk(crowd->adt, crowd->size, "NICM", &size);
    size_t at = u32_at(mcin + (size_t)chunk * MCIN_BYTES) + HEAD_BYTES;
    size_t vertex = at + MCNK_BYTES + HEAD_BYTES + MIDDLE * sizeof(float);
    if (size < (size_t)CHUNKS * MCIN_BYTES || vertex + sizeof(float) > crowd->size) {
        bench_fail("chunk %u lies outside the tile", chunk);
    }
    return f32_at(crowd->adt + at + MCNK_HEIGHT) + f32_at(crowd->adt + vertex);
}

/* Places number `i`, a copy of one that is there, in its cell of the grid. */
static void place(const struct crowd *crowd, unsigned i, uint8_t *entry)
{
    unsigned edge = (unsigned)ceil(sqrt(crowd->count));
    double column = (i % edge + 0.5) / edge;
    double row = (i / edge + 0.5) / edge;
    unsigned chunk = (unsigned)(row * CHUNK_EDGE) * CHUNK_EDGE + (unsigned)(column * CHUNK_EDGE);
    const float position[3] = {(float)((crowd->x + column) * TILE_YD), ground_height(crowd, chunk),
                               (float)((crowd->y + row) * TILE_YD)};
    const float turn = (float)(i * TURN_DEGREES % 360);
    uint32_t id = FIRST_ID + i;
    size_t entry_bytes = crowd->kind->entry_bytes;
    size_t existing = crowd->placed_bytes / entry_bytes;
    memcpy(entry, crowd->placed + i % existing * entry_bytes, entry_bytes);
    for (size_t c = 0; c < 3 && crowd->kind->has_box; c++) {
        bench_add_f32(entry + MODF_LOW + 4 * c,
                      position[c] - f32_at(entry + MODF_POSITION + 4 * c));
        bench_add_f32(entry + MODF_HIGH + 4 * c,
                      position[c] - f32_at(entry + MODF_POSITION + 4 * c));
    }
    memcpy(entry + MODF_ID, &id, sizeof id);
    memcpy(entry + MODF_POSITION, position, sizeof position);
    memcpy(entry + MODF_TURN, &turn, sizeof turn);
}

/* Offsets of what stands behind the placements move by `more`. */
static void move_offsets(const struct crowd *crowd, size_t more)
{
    size_t size;
    uint8_t *mhdr = bench_find_chunk(crowd->adt, crowd->size, "RDHM", &size);
    uint8_t *mcin = bench_find_chunk(crowd->adt, crowd->size, "NICM", &size);
    for (size_t i = 1; i <= MHDR_OFFSETS; i++) {
        if (mhdr + u32_at(mhdr + 4 * i) > crowd->placed) {
            add_u32(mhdr + 4 * i, more);
        }
    }
    for (size_t i = 0; i < CHUNKS; i++) {
        add_u32(mcin + i * MCIN_BYTES, more);
    }
}

static void write_tile(struct crowd *crowd, const char *path)
{
    size_t more = (size_t)crowd->count * crowd->kind->entry_bytes;
    size_t before = (size_t)(crowd->placed - crowd->adt) + crowd->placed_bytes;
    uint8_t *bytes = bench_alloc(crowd->size + more, 1);
    for (unsigned i = 0; i < crowd->count; i++) {
        place(crowd, i, bytes + before + (size_t)i * crowd->kind->entry_bytes);
    }
    move_offsets(crowd, more);
    add_u32(crowd->placed - 4, more);
    memcpy(bytes, crowd->adt, before);
    memcpy(bytes + before + more, crowd->adt + before, crowd->size - before);
    bench_write(path, bytes, crowd->size + more);
    free(bytes);
}

static void make(const struct crowd_kind *kind, char **argv)
{
    char path[1024];
    struct crowd crowd = {.kind = kind,
                          .x = bench_number(argv[2]),
                          .y = bench_number(argv[3]),
                          .count = bench_number(argv[5])};
    const struct bench_tile tile = {crowd.x, crowd.y};
    snprintf(path, sizeof path, "_%u_%u.adt", crowd.x, crowd.y);
    struct blob adt = bench_map_input(argv[0], argv[1], path);
    struct blob wdt = bench_map_input(argv[0], argv[1], ".wdt");
    crowd.adt = bench_copy(&adt);
    crowd.size = adt.size;
    crowd.placed = bench_find_chunk(crowd.adt, crowd.size, kind->magic, &crowd.placed_bytes);
    if (crowd.placed_bytes < kind->entry_bytes) {
        bench_fail("tile %u_%u has nothing to repeat", crowd.x, crowd.y);
    }
    bench_make_map(argv[4], kind->map);
    snprintf(path, sizeof path, "%s/World/Maps/%s/%s_%u_%u.adt", argv[4], kind->map, kind->map,
             crowd.x, crowd.y);
    write_tile(&crowd, path);
    snprintf(path, sizeof path, "%s/World/Maps/%s/%s.wdt", argv[4], kind->map, kind->map);
    bench_write_wdt(&wdt, &tile, 1, path);
    free(crowd.adt);
    blob_release(&adt);
    blob_release(&wdt);
}

void bench_city(int argc, char **argv)
{
    (void)argc;
    make(&buildings, argv);
}

void bench_forest(int argc, char **argv)
{
    (void)argc;
    make(&doodads, argv);
}
