/*
 * Makes a large map from the tiles of a small one, for measurements and tests with up to 4096
 * tiles.
 *
 *     make_map WORLD/Maps/SMALL OUT NAME TILES [--link]
 *
 * OUT/World/Maps/NAME becomes a map of TILES tiles, 1 to 4096, in a square that is filled row by
 * row from the north-west corner of the grid. Its ADTs are copies of those of SMALL (one file per
 * tile, wotlk), repeated in order. Positions of chunks and placements are moved to the new tile,
 * and unique ids are made unique. With --link the ADTs are hard links, which need no space; their
 * placements do not move. Other files come from SMALL: render with -d and the folder of WORLD, then
 * -d OUT.
 */
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "os/file.h"

enum { GRID = 64, TILES_MAX = GRID * GRID, PATH_BYTES = 4096 };

static const double tile_yd = 1600.0 / 3.0;

struct source_tile {
    char path[PATH_BYTES];
    int x, y;
};

static struct source_tile sources[TILES_MAX];
static int source_count;
static uint32_t wdt_flags; /* of MPHD */

_Noreturn static void give_up(const char *what)
{
    fprintf(stderr, "make_map: %s\n", what);
    exit(2);
}

static uint32_t get_u32(const uint8_t *at)
{
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* Reads the flags of MPHD, after MVER, which say how alpha maps are stored. */
static void read_wdt(const char *folder, const char *entry)
{
    uint8_t head[24] = {0};
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/%s", folder, entry);
    FILE *file = fopen(path, "rb");
    if (!file || fread(head, sizeof head, 1, file) != 1) {
        give_up(path);
    }
    fclose(file);
    wdt_flags = get_u32(head + 20);
}

static void note_source(const char *folder, const char *entry)
{
    if (strstr(entry, ".wdt")) {
        read_wdt(folder, entry);
        return;
    }
    const char *second = strrchr(entry, '_');
    const char *first = second;
    while (first && first > entry && *--first != '_') {
    }
    struct source_tile *source = &sources[source_count];
    char ending;
    if (first && first != second && source_count < TILES_MAX &&
        sscanf(first, "_%d_%d.ad%c", &source->x, &source->y, &ending) == 3 && ending == 't') {
        snprintf(source->path, sizeof source->path, "%s/%s", folder, entry);
        source_count++;
    }
}

static int compare_sources(const void *left, const void *right)
{
    const struct source_tile *a = left;
    const struct source_tile *b = right;
    return a->y != b->y ? a->y - b->y : a->x - b->x;
}

static void list_sources(const char *folder)
{
    DIR *entries = opendir(folder);
    if (!entries) {
        give_up(folder);
    }
    for (struct dirent *entry; (entry = readdir(entries));) {
        note_source(folder, entry->d_name);
    }
    closedir(entries);
    if (source_count == 0) {
        give_up("no ADT files there");
    }
    qsort(sources, (size_t)source_count, sizeof *sources, compare_sources);
}

static void put_u32(uint8_t *at, uint32_t value)
{
    for (int i = 0; i < 4; i++) {
        at[i] = (uint8_t)(value >> 8 * i);
    }
}

static void move_float(uint8_t *at, double by)
{
    uint32_t bits = get_u32(at);
    float value;
    memcpy(&value, &bits, sizeof value);
    value = (float)((double)value + by);
    memcpy(&bits, &value, sizeof bits);
    put_u32(at, bits);
}

/* Entries of MODF and MDDF: u32 name, u32 unique id, f32 east, up, south ...; MODF has the box's
 * corners at 32, in the same order. */
static void move_placements(uint8_t *data, size_t size, size_t entry, int tile, const double by[2])
{
    for (size_t at = 0; at + entry <= size; at += entry) {
        uint8_t *placement = data + at;
        put_u32(placement + 4, (uint32_t)tile << 16 | (get_u32(placement + 4) & 0xffff));
        move_float(placement + 8, by[0]);
        move_float(placement + 16, by[1]);
        for (size_t corner = 32; entry == 64 && corner < 56; corner += 12) {
            move_float(placement + corner, by[0]);
            move_float(placement + corner + 8, by[1]);
        }
    }
}

static void move_tile(uint8_t *adt, size_t size, int tile, const double by[2])
{
    for (size_t at = 0; at + 8 <= size;) {
        uint8_t *data = adt + at + 8;
        size_t length = get_u32(adt + at + 4);
        length = length < size - at - 8 ? length : size - at - 8;
        if (memcmp(adt + at, "FDOM", 4) == 0) {
            move_placements(data, length, 64, tile, by);
        } else if (memcmp(adt + at, "FDDM", 4) == 0) {
            move_placements(data, length, 36, tile, by);
        } else if (memcmp(adt + at, "KNCM", 4) == 0 && length >= 128) {
            move_float(data + 0x68, -by[1]); /* towards north */
            move_float(data + 0x6c, -by[0]); /* towards west */
        }
        at += 8 + length;
    }
}

static void copy_moved(const struct source_tile *source, const char *path, int tile)
{
    const struct diag diag = {source->path, NULL, NULL};
    struct blob blob;
    if (file_map(source->path, &diag, &blob)) {
        give_up(source->path);
    }
    uint8_t *copy = malloc(blob.size + 1);
    if (!copy) {
        give_up("out of memory");
    }
    memcpy(copy, blob.data, blob.size);
    const double by[2] = {(tile % GRID - source->x) * tile_yd, (tile / GRID - source->y) * tile_yd};
    move_tile(copy, blob.size, tile, by);
    if (file_write_atomic(path, copy, blob.size, &diag)) {
        give_up(path);
    }
    free(copy);
    blob_release(&blob);
}

/* Writes MVER, MPHD (32 bytes) and MAIN (64x64 entries of u32 flags, u32). Flag bit 0 marks a tile.
 */
static void write_wdt(const char *path, const bool has_tile[TILES_MAX])
{
    enum { MPHD = 12, MAIN = MPHD + 40, BYTES = MAIN + 8 + 8 * TILES_MAX };
    static uint8_t wdt[BYTES];
    const struct diag diag = {path, NULL, NULL};
    memcpy(wdt, "REVM", 4);
    put_u32(wdt + 4, 4);
    put_u32(wdt + 8, 18);
    memcpy(wdt + MPHD, "DHPM", 4);
    put_u32(wdt + MPHD + 4, 32);
    put_u32(wdt + MPHD + 8, wdt_flags);
    memcpy(wdt + MAIN, "NIAM", 4);
    put_u32(wdt + MAIN + 4, 8 * TILES_MAX);
    for (size_t i = 0; i < TILES_MAX; i++) {
        put_u32(wdt + MAIN + 8 + 8 * i, has_tile[i]);
    }
    if (file_write_atomic(path, wdt, BYTES, &diag)) {
        give_up(path);
    }
}

/* From another file system the tile is copied, and the next ones are links to the copy. */
static void link_tile(struct source_tile *source, const char *path)
{
    if (!link(source->path, path)) {
        return;
    }
    if (file_copy(source->path, path, &diag_silent) ||
        snprintf(source->path, sizeof source->path, "%s", path) >= PATH_BYTES) {
        give_up(path);
    }
}

int main(int argc, char **argv)
{
    bool link_tiles = argc == 6 && strcmp(argv[5], "--link") == 0;
    int count = argc == 5 || link_tiles ? atoi(argv[4]) : 0;
    if (count < 1 || count > TILES_MAX) {
        give_up("use: make_map WORLD/Maps/SMALL OUT NAME 1..4096 [--link]");
    }
    char folder[PATH_BYTES];
    char path[2 * PATH_BYTES];
    const struct diag diag = {argv[2], NULL, NULL};
    list_sources(argv[1]);
    snprintf(folder, sizeof folder, "%s/World/Maps/%s", argv[2], argv[3]);
    if (file_make_directory(folder, &diag)) {
        give_up(folder);
    }
    int edge = 1;
    while (edge * edge < count) {
        edge++;
    }
    static bool has_tile[TILES_MAX];
    for (int i = 0; i < count; i++) {
        struct source_tile *source = &sources[i % source_count];
        int tile = i / edge * GRID + i % edge;
        has_tile[tile] = true;
        snprintf(path, sizeof path, "%s/%s_%d_%d.adt", folder, argv[3], tile % GRID, tile / GRID);
        if (!link_tiles) {
            copy_moved(source, path, tile);
        } else {
            link_tile(source, path);
        }
    }
    snprintf(path, sizeof path, "%s/%s.wdt", folder, argv[3]);
    write_wdt(path, has_tile);
    return 0;
}
