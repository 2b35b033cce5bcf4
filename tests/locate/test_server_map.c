/* Heights, areas and holes against those that a game server's extractor took from the same ADTs. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "adtmap/adtmap.h"
#include "formats/real_files.h"

enum { OUTER = 129, INNER = 128, AREAS = 16, HOLE_BYTES_MAX = 2048 };

/* The parts of a server's .map file; its layout is that of version 9. */
struct server_map {
    uint8_t *bytes;
    size_t size;
    float outer[OUTER][OUTER]; /* rows from the north */
    float inner[INNER][INNER];
    uint16_t areas[AREAS][AREAS];
    size_t hole_bytes; /* 512: a bit for 2 x 2 quads; 2048: a bit a quad; 0: none */
    uint8_t holes[HOLE_BYTES_MAX];
};

static uint32_t u32_at(const struct server_map *map, size_t at)
{
    assert_true(at + 4 <= map->size);
    const uint8_t *b = map->bytes + at;
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static float f32_at(const struct server_map *map, size_t at)
{
    uint32_t bits = u32_at(map, at);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Height `i` of a grid at `at`, stored as the flags say. */
static float height_at(const struct server_map *map, size_t at, uint32_t flags, float least,
                       float most, size_t i)
{
    if (flags & 2) {
        return least + (float)(u32_at(map, at + 2 * i - 2) >> 16) / 65535 * (most - least);
    }
    if (flags & 4) {
        return least + (float)map->bytes[at + i] / 255 * (most - least);
    }
    return f32_at(map, at + 4 * i);
}

static void read_heights(struct server_map *map, size_t at)
{
    uint32_t flags = u32_at(map, at + 4);
    float least = f32_at(map, at + 8);
    float most = f32_at(map, at + 12);
    size_t bytes = flags & 2 ? 2 : flags & 4 ? 1 : 4;
    assert_memory_equal(map->bytes + at, "MHGT", 4);
    for (size_t i = 0; i < OUTER * OUTER; i++) {
        map->outer[i / OUTER][i % OUTER] =
            flags & 1 ? least : height_at(map, at + 16, flags, least, most, i);
    }
    for (size_t i = 0; i < INNER * INNER; i++) {
        map->inner[i / INNER][i % INNER] =
            flags & 1 ? least
                      : height_at(map, at + 16 + bytes * OUTER * OUTER, flags, least, most, i);
    }
}

static void read_areas(struct server_map *map, size_t at)
{
    uint16_t flags = (uint16_t)u32_at(map, at + 4);
    uint16_t all = (uint16_t)(u32_at(map, at + 4) >> 16);
    assert_memory_equal(map->bytes + at, "AREA", 4);
    for (size_t i = 0; i < AREAS * AREAS; i++) {
        map->areas[i / AREAS][i % AREAS] =
            flags & 1 ? all : (uint16_t)(u32_at(map, at + 6 + 2 * i) >> 16);
    }
}

/* NULL where there is no such file. */
static struct server_map *open_server_map(const char *name)
{
    char path[512];
    struct server_map *map = calloc(1, sizeof *map);
    assert_non_null(map);
    snprintf(path, sizeof path, "%s/server/maps/%s", real_root(), name);
    FILE *file = fopen(path, "rb");
    if (!file) {
        free(map);
        return NULL;
    }
    fseek(file, 0, SEEK_END);
    map->size = (size_t)ftell(file);
    rewind(file);
    map->bytes = malloc(map->size);
    assert_non_null(map->bytes);
    assert_int_equal(fread(map->bytes, 1, map->size, file), map->size);
    fclose(file);
    assert_memory_equal(map->bytes, "MAPS", 4);
    read_areas(map, u32_at(map, 12));
    read_heights(map, u32_at(map, 20));
    map->hole_bytes = u32_at(map, 40);
    assert_true(map->hole_bytes <= HOLE_BYTES_MAX &&
                u32_at(map, 36) + map->hole_bytes <= map->size);
    memcpy(map->holes, map->bytes + u32_at(map, 36), map->hole_bytes);
    return map;
}

static bool is_hole(const struct server_map *map, uint32_t row, uint32_t column)
{
    uint32_t chunk = row / 8 * AREAS + column / 8;
    if (map->hole_bytes == HOLE_BYTES_MAX) {
        return map->holes[8 * chunk + row % 8] >> (column % 8) & 1;
    }
    uint32_t bit = row % 8 / 2 * 4 + column % 8 / 2;
    return map->hole_bytes && map->holes[2 * chunk + bit / 8] >> (bit % 8) & 1;
}

/* The worst difference of heights of a tile, in yards; fails for another area or hole. */
static double compare_tile(struct adtmap_locator *locator, const struct server_map *map,
                           uint32_t tile_x, uint32_t tile_y)
{
    static struct adtmap_point points[2 * INNER * INNER];
    static struct adtmap_place places[2 * INNER * INNER];
    const double quad = 1600.0 / 3 / 128;
    const double inset = 1e-9; /* of a quad, so that a corner is one of this tile's */
    double worst = 0;
    for (uint32_t i = 0; i < INNER * INNER; i++) {
        double north = (32.0 - tile_y) * 1600 / 3 - quad * (i / INNER);
        double west = (32.0 - tile_x) * 1600 / 3 - quad * (i % INNER);
        points[2 * i] = (struct adtmap_point){north - quad / 2, west - quad / 2, (double)NAN};
        points[2 * i + 1] =
            (struct adtmap_point){north - quad * inset, west - quad * inset, (double)NAN};
    }
    assert_int_equal(
        adtmap_locate(locator, points, 2 * INNER * INNER, 0, places, sizeof *places, NULL),
        ADTMAP_OK);
    for (uint32_t i = 0; i < INNER * INNER; i++) {
        uint32_t row = i / INNER;
        uint32_t column = i % INNER;
        const struct adtmap_place *middle = &places[2 * i];
        assert_true(middle->flags & ADTMAP_PLACE_GROUND);
        assert_true(middle->tile_x == tile_x && middle->tile_y == tile_y);
        assert_int_equal((middle->flags & ADTMAP_PLACE_HOLE) != 0, is_hole(map, row, column));
        assert_int_equal(middle->area, map->areas[row / 8][column / 8]);
        /* The extractor cuts at -500. */
        worst = fmax(worst, fabs(fmax(middle->ground, -500) - (double)map->inner[row][column]));
        worst = fmax(worst,
                     fabs(fmax(places[2 * i + 1].ground, -500) - (double)map->outer[row][column]));
    }
    return worst;
}

static void heights_areas_and_holes_are_those_of_a_server(void **state)
{
    (void)state;
    static const struct {
        uint32_t map, y, x;
    } tiles[] = {{902, 28, 28}, {902, 28, 29}, {902, 28, 30}, {906, 34, 39},
                 {906, 34, 40}, {906, 35, 39}, {906, 35, 40}};
    char path[512];
    struct adtmap_data *data;
    snprintf(path, sizeof path, "%s/server/client", real_root());
    const char *const paths[] = {path};
    if (adtmap_data_open(paths, 1, NULL, &data, NULL)) {
        print_message("no %s: skipped\n", path);
        skip();
    }
    for (size_t i = 0; i < sizeof tiles / sizeof *tiles; i++) {
        char name[32];
        struct adtmap_map *map;
        struct adtmap_locator *locator;
        snprintf(name, sizeof name, "%03u%02u%02u.map", tiles[i].map, tiles[i].y, tiles[i].x);
        struct server_map *server = open_server_map(name);
        assert_non_null(server);
        snprintf(name, sizeof name, "id:%u", tiles[i].map);
        assert_int_equal(adtmap_map_open(data, name, &map, NULL), ADTMAP_OK);
        assert_int_equal(adtmap_locator_open(map, &locator, NULL), ADTMAP_OK);
        double worst = compare_tile(locator, server, tiles[i].x, tiles[i].y);
        print_message("map %u tile %u_%u: heights within %.4f yd\n", tiles[i].map, tiles[i].x,
                      tiles[i].y, worst);
        assert_true(worst < 0.07);
        adtmap_locator_close(locator);
        adtmap_map_close(map);
        free(server->bytes);
        free(server);
    }
    adtmap_data_close(data);
}

int test_server_map(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heights_areas_and_holes_are_those_of_a_server),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
