/*
 * Maps of 1, 2, 4, ... tiles out of one tile of a one-file era: OUT/World/Maps/Grown1, Grown2, ...
 * Every tile holds the same, so that the work grows as the number of tiles does. Buildings move
 * along with their tile, under ids of their own. Tiles lie in Z-order, so that maps are squares, or
 * two of them.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/reader.h"
#include "bench.h"
#include "formats/grid.h"
#include "os/file.h"

enum {
    FIRST_X = 24, /* the north-west tile of all grown maps */
    FIRST_Y = 24,
    LARGEST_MAX = 256,
    GRID = 64,
    HEAD_BYTES = 8,
    MAIN_BYTES = 8, /* an entry */
    MODF_BYTES = 64,
    MODF_ID = 4,
    MODF_POSITION = 8, /* of three points, each east, up, south */
    MODF_LOW = 32,
    MODF_HIGH = 44,
    IDS_A_TILE = 1 << 16,
};

struct seed {
    struct blob adt;
    struct blob wdt;
    unsigned x, y;
    const char *out;
};

static struct blob map_input(const char *data, const char *map, const char *ending)
{
    char path[2048];
    struct adtmap_message failure;
    const struct diag diag = {.failure = &failure};
    struct blob blob;
    snprintf(path, sizeof path, "%s/World/Maps/%s/%s%s", data, map, map, ending);
    bench_check(file_map(path, &diag, &blob), &failure);
    return blob;
}

/* Contents of the first chunk `magic`, as it stands in the file; its size goes to *size. */
static uint8_t *find_chunk(uint8_t *data, size_t bytes, const char *magic, size_t *size)
{
    struct reader reader = reader_make(data, bytes);
    while (reader_left(&reader) >= HEAD_BYTES) {
        size_t at = reader_offset(&reader);
        reader_skip(&reader, 4);
        *size = reader_u32(&reader);
        reader_skip(&reader, *size);
        if (!reader.bad && memcmp(data + at, magic, 4) == 0) {
            return data + at + HEAD_BYTES;
        }
    }
    bench_fail("there is no chunk %s", magic);
}

static uint8_t *copy_of(const struct blob *blob)
{
    uint8_t *copy = bench_alloc(blob->size, 1);
    memcpy(copy, blob->data, blob->size);
    return copy;
}

static void add_f32(uint8_t *at, double distance)
{
    float value;
    memcpy(&value, at, sizeof value);
    value = (float)(value + distance);
    memcpy(at, &value, sizeof value);
}

/* The tile's bytes with its buildings moved by so many tiles. */
static uint8_t *moved_tile(const struct seed *seed, unsigned number, int east, int south)
{
    static const size_t points[] = {MODF_POSITION, MODF_LOW, MODF_HIGH};
    size_t size;
    uint8_t *bytes = copy_of(&seed->adt);
    uint8_t *modf = find_chunk(bytes, seed->adt.size, "FDOM", &size);
    for (uint8_t *entry = modf; entry + MODF_BYTES <= modf + size; entry += MODF_BYTES) {
        uint32_t id = number * IDS_A_TILE + (uint32_t)((entry - modf) / MODF_BYTES) + 1;
        memcpy(entry + MODF_ID, &id, sizeof id);
        for (size_t p = 0; p < 3; p++) {
            add_f32(entry + points[p], east * TILE_YD);
            add_f32(entry + points[p] + 8, south * TILE_YD);
        }
    }
    return bytes;
}

/* Where tile `number` lies, counted from the first. */
static void place_of(unsigned number, unsigned *x, unsigned *y)
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
    place_of(number, &x, &y);
    snprintf(path, 1024, "%s/World/Maps/Grown%u/Grown%u_%u_%u.adt", seed->out, map, map, x, y);
}

static void write_bytes(const char *path, const uint8_t *data, size_t size)
{
    struct adtmap_message failure;
    const struct diag diag = {.failure = &failure};
    bench_check(file_write_atomic(path, data, size, &diag), &failure);
}

static void write_wdt(const struct seed *seed, unsigned map)
{
    char path[1024];
    size_t size;
    uint8_t *bytes = copy_of(&seed->wdt);
    uint8_t *entries = find_chunk(bytes, seed->wdt.size, "NIAM", &size);
    if (size != (size_t)GRID * GRID * MAIN_BYTES) {
        bench_fail("the WDT's MAIN has %zu bytes", size);
    }
    memset(entries, 0, size);
    for (unsigned i = 0; i < map; i++) {
        unsigned x;
        unsigned y;
        place_of(i, &x, &y);
        entries[((size_t)y * GRID + x) * MAIN_BYTES] = 1;
    }
    snprintf(path, sizeof path, "%s/World/Maps/Grown%u/Grown%u.wdt", seed->out, map, map);
    write_bytes(path, bytes, seed->wdt.size);
    free(bytes);
}

static void write_tiles(const struct seed *seed, unsigned map)
{
    char path[1024];
    for (unsigned i = 0; i < map; i++) {
        unsigned x;
        unsigned y;
        place_of(i, &x, &y);
        uint8_t *bytes = moved_tile(seed, i, (int)x - (int)seed->x, (int)y - (int)seed->y);
        tile_path(seed, map, i, path);
        write_bytes(path, bytes, seed->adt.size);
        free(bytes);
    }
}

/* Smaller maps hold the first tiles of the largest, by links. */
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
    struct adtmap_message failure;
    const struct diag diag = {.failure = &failure};
    (void)argc;
    struct seed seed = {.x = bench_number(argv[2]), .y = bench_number(argv[3]), .out = argv[4]};
    unsigned largest = bench_number(argv[5]);
    if (largest > LARGEST_MAX) {
        bench_fail("maps grow to %d tiles", LARGEST_MAX);
    }
    snprintf(text, sizeof text, "_%u_%u.adt", seed.x, seed.y);
    seed.adt = map_input(argv[0], argv[1], text);
    seed.wdt = map_input(argv[0], argv[1], ".wdt");
    for (unsigned map = largest; map > 0; map /= 2) {
        snprintf(text, sizeof text, "%s/World/Maps/Grown%u", seed.out, map);
        bench_check(file_make_directory(text, &diag), &failure);
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
