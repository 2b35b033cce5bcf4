/*
 * Draws tiles repeatedly in one process, like a program that embeds the library, and compares the
 * resources of the process with those after the first rounds.
 *
 *     render_loop DATA MAP ROUNDS X_Y...
 *
 * Even rounds open data and map again; odd rounds use a data object that stays open, with empty
 * caches. Exits with 1 and a message if heap memory, open files or mappings have grown.
 */
#include <dirent.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adtmap/adtmap.h"

enum { SIZE_PX = 16, WARM_ROUNDS = 6, HEAP_GROWTH_BYTES = 64 << 10 };

/* Resources of the process. */
struct holdings {
    long heap_bytes;
    long files;
    long mappings;
};

struct loop {
    const char *path;
    const char *name;
    char *const *tiles;
    int tile_count;
    struct adtmap_settings settings;
    struct adtmap_data *data; /* stay open */
    struct adtmap_map *map;
};

_Noreturn static void give_up(const char *what)
{
    fprintf(stderr, "render_loop: %s\n", what);
    exit(2);
}

static long count_files(void)
{
    long count = 0;
    DIR *entries = opendir("/proc/self/fd");
    if (!entries) {
        give_up("no /proc");
    }
    while (readdir(entries)) {
        count++;
    }
    closedir(entries);
    return count;
}

/* But for the heap: blocks in huge pages divide it into mappings, wherever they happen to lie. */
static long count_mappings(void)
{
    char line[512];
    long count = 0;
    FILE *maps = fopen("/proc/self/maps", "r");
    if (!maps) {
        give_up("no /proc");
    }
    while (fgets(line, sizeof line, maps)) {
        count += strchr(line, '\n') && !strstr(line, "[heap]");
    }
    fclose(maps);
    return count;
}

/* In this order: counting the others takes some heap, which stays the same. */
static struct holdings take_stock(void)
{
    struct holdings holdings = {.files = count_files(), .mappings = count_mappings()};
    struct mallinfo2 info = mallinfo2();
    holdings.heap_bytes = (long)(info.uordblks + info.hblkhd);
    return holdings;
}

static void open_world(const struct loop *loop, struct adtmap_data **data, struct adtmap_map **map)
{
    if (adtmap_data_open(&loop->path, 1, NULL, data, NULL) ||
        adtmap_map_open(*data, loop->name, map, NULL)) {
        give_up("cannot open the map");
    }
}

static void draw(const struct loop *loop, struct adtmap_map *map, int round)
{
    static uint8_t pixels[SIZE_PX * SIZE_PX * 4];
    unsigned x;
    unsigned y;
    if (sscanf(loop->tiles[round % loop->tile_count], "%u_%u", &x, &y) != 2 ||
        adtmap_tile_render(map, x, y, &loop->settings, pixels, (size_t)SIZE_PX * 4, NULL)) {
        give_up("cannot draw");
    }
}

static void draw_round(const struct loop *loop, int round)
{
    if (round % 2) {
        draw(loop, loop->map, round / 2);
        return;
    }
    struct adtmap_data *data;
    struct adtmap_map *map;
    open_world(loop, &data, &map);
    draw(loop, map, round / 2);
    adtmap_map_close(map);
    adtmap_data_close(data);
}

/* `allowed` covers memory that a library keeps once, not growth in every round. */
static int has_grown(const char *what, long before, long after, long allowed)
{
    printf("%s: %ld, then %ld\n", what, before, after);
    return after - before > allowed;
}

int main(int argc, char **argv)
{
    int rounds = argc > 4 ? atoi(argv[3]) : 0;
    if (rounds <= WARM_ROUNDS) {
        give_up("use: render_loop DATA MAP ROUNDS X_Y...");
    }
    struct loop loop = {
        .path = argv[1], .name = argv[2], .tiles = argv + 4, .tile_count = argc - 4};
    adtmap_settings_default(&loop.settings);
    loop.settings.size_px = SIZE_PX;
    open_world(&loop, &loop.data, &loop.map);
    adtmap_data_limit_memory(loop.data, 0);
    int round = 0;
    while (round < WARM_ROUNDS * loop.tile_count) {
        draw_round(&loop, round++);
    }
    struct holdings before = take_stock();
    for (int i = 0; i < rounds; i++) {
        draw_round(&loop, round++);
    }
    struct holdings after = take_stock();
    adtmap_map_close(loop.map);
    adtmap_data_close(loop.data);
    int grown = has_grown("heap bytes", before.heap_bytes, after.heap_bytes, HEAP_GROWTH_BYTES);
    grown |= has_grown("open files", before.files, after.files, 0);
    grown |= has_grown("mappings", before.mappings, after.mappings, 8);
    return grown;
}
