/*
 * Makes maps of 1, 2, 4, ... tiles from one tile of an era with one ADT per tile:
 * OUT/World/Maps/Grown1, Grown2, ... All tiles have the same contents, so that work grows with
 * their number. Placements move with their tile and get unique ids. Tiles are in Z-order, so that
 * maps are squares or two squares.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"
#include "formats/grid.h"
#include "map_bytes.h"

enum {
    FIRST_X = 24, /* the north-west tile of all grown maps */
    FIRST_Y = 24,
    LARGEST_MAX = 256,
    IDS_A_TILE = 1 << 16,
};

struct seed {
    struct blob adt;
    struct blob wdt;
    unsigned x, y;
    const char *out;
};

/* A copy of the tile with its placements moved by `east` and `south` tiles. */
static uint8_t *moved_tile(const struct seed *seed, unsigned number, int east, int south)
{
    static const size_t points[] = {MODF_POSITION, MODF_LOW, MODF_HIGH};
    size_t size;
    uint8_t *bytes = bench_copy(&seed->adt);
    uint8_t *modf = bench_find_chunk(bytes, seed->adt.size, "FDOM", &size);
    for (uint8_t *entry = modf; entry + MODF_BYTES <= modf + size; entry += MODF_BYTES) {
        uint32_t id = number * IDS_A_TILE + (uint32_t)((entry - modf) / MODF_BYTES) + 1;
        memcpy(entry + MODF_ID, &id, sizeof id);
        for (size_t p = 0; p < 3; p++) {
            bench_add_f32(entry + points[p], east * TILE_YD);
            bench_add_f32(entry + points[p] + 8, south * TILE_YD);
        }
    }
    return bytes;
}

/* The position of tile `number` relative to the first. */
static void position_of(unsigned number, unsigned *x, unsigned *y)
{
    *x = *y = 0;
    for (unsigned bit = 0; number >> 2 * bit; bit++) {
        *x |= (number >> 2 * bit & 1) << bit;
        *y |= (number >> (2 * bit + 1) & 1) << bit;
    }
    *x += FIRST_X;
    *y += FIRST_Y;
}

static void tile_path(const struct seed *seed, unsigned map, unsigned number, char path[1024])
{
    unsigned x;
    unsigned y;
    position_of(number, &x, &y);
    snprintf(path, 1024, "%s/World/Maps/Grown%u/Grown%u_%u_%u.adt", seed->out, map, map, x, y);
}

static void write_wdt(const struct seed *seed, unsigned map)
{
    char path[1024];
    struct bench_tile tiles[LARGEST_MAX];
    for (unsigned i = 0; i < map; i++) {
        position_of(i, &tiles[i].x, &tiles[i].y);
    }
    snprintf(path, sizeof path, "%s/World/Maps/Grown%u/Grown%u.wdt", seed->out, map, map);
    bench_write_wdt(&seed->wdt, tiles, map, path);
}

static void write_tiles(const struct seed *seed, unsigned map)
{
    char path[1024];
    for (unsigned i = 0; i < map; i++) {
        unsigned x;
        unsigned y;
        position_of(i, &x, &y);
        uint8_t *bytes = moved_tile(seed, i, (int)x - (int)seed->x, (int)y - (int)seed->y);
        tile_path(seed, map, i, path);
        bench_write(path, bytes, seed->adt.size);
        free(bytes);
    }
}

/* Smaller maps contain the first tiles of the largest, as hard links. */
static void link_tiles(const struct seed *seed, unsigned largest, unsigned map)
{
    char from[1024];
    char to[1024];
    for (unsigned i = 0; i < map; i++) {
        tile_path(seed, largest, i, from);
        tile_path(seed, map, i, to);
        if (link(from, to)) {
            bench_fail("cannot link %s", to);
        }
    }
}

void bench_grow(int argc, char **argv)
{
    char text[1024];
    (void)argc;
    struct seed seed = {.x = bench_number(argv[2]), .y = bench_number(argv[3]), .out = argv[4]};
    unsigned largest = bench_number(argv[5]);
    if (largest > LARGEST_MAX) {
        bench_fail("maps grow to %d tiles", LARGEST_MAX);
    }
    snprintf(text, sizeof text, "_%u_%u.adt", seed.x, seed.y);
    seed.adt = bench_map_input(argv[0], argv[1], text);
    seed.wdt = bench_map_input(argv[0], argv[1], ".wdt");
    for (unsigned map = largest; map > 0; map /= 2) {
        snprintf(text, sizeof text, "Grown%u", map);
        bench_make_map(seed.out, text);
        write_wdt(&seed, map);
        if (map == largest) {
            write_tiles(&seed, map);
        } else {
            link_tiles(&seed, largest, map);
        }
    }
    blob_release(&seed.adt);
    blob_release(&seed.wdt);
}
