/* Thumbnails of maps whose zoom pictures have one colour each. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "assets/temporary.h"
#include "base/path.h"
#include "codec/jpeg_tile.h"
#include "os/file.h"
#include "output/web/web_thumbnail.h"
#include "output/zoom/pyramid.h"

enum { EDGE_PX = 64, MARGIN_PX = 8, PIXELS = EDGE_PX * EDGE_PX, TOLERANCE = 12 };

/* Square, for jpeg_tile_decode. */
static const struct web_thumbnail_kind kind = {EDGE_PX, EDGE_PX, MARGIN_PX, 95};
static const uint8_t ground[3] = {0x13, 0x1c, 0x24};
static const uint8_t red[4] = {220, 30, 20, 255};
static const uint8_t green[4] = {30, 200, 40, 255};
static const uint8_t nothing[4] = {220, 30, 20, 0};
static const struct diag nobody;

static void write_rgba(const char *folder, uint32_t zoom, uint32_t x, uint32_t y,
                       const uint8_t *rgba)
{
    struct buffer file = {0};
    char *path = pyramid_path(folder, zoom, x, y, IMAGE_PNG);
    char *parent = path_directory(path);
    struct image_encoder *encoder = image_encoder_create(IMAGE_PNG, PNG_FAST, 0);
    assert_int_equal(file_make_directory(parent, &nobody), ADTMAP_OK);
    assert_int_equal(image_encode(encoder, rgba, WEB_TILE_ROW_BYTES, &nobody, &file), ADTMAP_OK);
    assert_int_equal(file_write_atomic(path, file.data, file.size, &nobody), ADTMAP_OK);
    image_encoder_destroy(encoder);
    buffer_free(&file);
    free(parent);
    free(path);
}

static uint8_t *make_picture(const uint8_t color[4])
{
    uint8_t *rgba = malloc(WEB_TILE_BYTES);
    assert_non_null(rgba);
    for (size_t i = 0; i < WEB_TILE_BYTES; i += 4) {
        memcpy(rgba + i, color, 4);
    }
    return rgba;
}

static void write_picture(const char *folder, uint32_t zoom, uint32_t x, uint32_t y,
                          const uint8_t color[4])
{
    uint8_t *rgba = make_picture(color);
    write_rgba(folder, zoom, x, y, rgba);
    free(rgba);
}

/* A picture of the whole grid, red in the west and green in the east. */
static void write_halves(const char *folder)
{
    uint8_t *picture = make_picture(red);
    for (size_t i = 0; i < WEB_TILE_BYTES; i += 4) {
        memcpy(picture + i, i / 4 % WEB_TILE_PX < WEB_TILE_PX / 2 ? red : green, 4);
    }
    write_rgba(folder, 0, 0, 0, picture);
    free(picture);
}

/* A map of two tiles. Zoom 3, where a tile has 32 px, is the first level that is large enough; the
 * edge between its pictures lies between the tiles. */
static struct web_map make_map(const char *folder, uint32_t zoom, struct web_tile tiles[2])
{
    struct web_map map = {.card.bounds = {.x = 31, .y = 20, .columns = 2, .rows = 1}};
    map.folder = (struct web_folder){.path = (char *)(uintptr_t)folder, .tiles = tiles};
    map.folder.count = zoom == 3 ? 2 : 1;
    for (uint32_t i = 0; i < map.folder.count; i++) {
        uint32_t x = 31U >> (6 - zoom);
        uint32_t y = 20U >> (6 - zoom);
        tiles[i] = (struct web_tile){zoom, x + i, y, IMAGE_PNG, web_tile_id(zoom, x + i, y)};
    }
    tile_set_add(&map.tiles, 31, 20);
    tile_set_add(&map.tiles, 32, 20);
    web_folder_sort(&map.folder);
    return map;
}

static void decode(const struct web_map *map, uint8_t *rgba)
{
    struct buffer jpeg = {0};
    assert_int_equal(web_thumbnail_make(map, &kind, &nobody, &jpeg), ADTMAP_OK);
    assert_int_equal(jpeg_tile_decode(jpeg.data, jpeg.size, EDGE_PX, &nobody, rgba), ADTMAP_OK);
    buffer_free(&jpeg);
}

static void assert_color(const uint8_t *rgba, uint32_t x, uint32_t y, const uint8_t *color)
{
    const uint8_t *pixel = rgba + ((size_t)y * EDGE_PX + x) * 4;
    for (size_t c = 0; c < 3; c++) {
        assert_in_range(pixel[c] + TOLERANCE, color[c], color[c] + 2 * TOLERANCE);
    }
}

/* 48 px wide between margins, and 24 high in the middle. */
static void the_map_lies_in_the_middle_in_its_proportions(void **state)
{
    (void)state;
    static uint8_t rgba[PIXELS * 4];
    struct web_tile tiles[2];
    struct temporary folder = temporary_make();
    write_picture(folder.path, 3, 3, 2, red);
    write_picture(folder.path, 3, 4, 2, green);
    struct web_map map = make_map(folder.path, 3, tiles);
    decode(&map, rgba);
    assert_color(rgba, 10, 23, red);
    assert_color(rgba, 28, 40, red);
    assert_color(rgba, 36, 23, green);
    assert_color(rgba, 53, 40, green);
    assert_color(rgba, 4, 32, ground);
    assert_color(rgba, 59, 32, ground);
    assert_color(rgba, 32, 16, ground);
    assert_color(rgba, 32, 47, ground);
    temporary_remove(&folder);
}

/* 16x8 tiles, and one in a corner of the grid, without which the map has the shape of the first
 * test. */
static void a_tile_far_away_does_not_make_the_map_a_dot(void **state)
{
    (void)state;
    static uint8_t rgba[PIXELS * 4];
    struct web_tile tiles[2];
    struct temporary folder = temporary_make();
    write_halves(folder.path);
    struct web_map map = make_map(folder.path, 0, tiles);
    for (uint32_t i = 0; i < 128; i++) {
        tile_set_add(&map.tiles, 24 + i % 16, 16 + i / 16);
    }
    tile_set_add(&map.tiles, 0, 63);
    map.card.bounds = (struct stitch_bounds){0, 16, 40, 48};
    decode(&map, rgba);
    assert_color(rgba, 10, 23, red);
    assert_color(rgba, 53, 40, green);
    assert_color(rgba, 4, 32, ground);
    assert_color(rgba, 32, 16, ground);
    temporary_remove(&folder);
}

/* A tile has 32 px from (224, 128) of its picture. A green square touches its western edge. */
static void the_ground_is_the_color_of_most_edges(void **state)
{
    (void)state;
    static uint8_t rgba[PIXELS * 4];
    struct web_tile tiles[2];
    struct web_look look = {0};
    struct temporary folder = temporary_make();
    uint8_t *picture = make_picture(red);
    for (size_t i = 0; i < 256; i++) {
        memcpy(picture + ((140 + i / 16) * WEB_TILE_PX + 224 + i % 16) * 4, green, 4);
    }
    write_rgba(folder.path, 3, 3, 2, picture);
    write_picture(folder.path, 3, 4, 2, nothing);
    struct web_map map = make_map(folder.path, 3, tiles);
    assert_int_equal(web_thumbnail_look(&map, &nobody, &look), ADTMAP_OK);
    assert_true(look.has_ground);
    assert_memory_equal(look.ground, red, 3);
    const uint32_t shown[] = {31000, 20375, 500, 500};
    assert_memory_equal(look.shown, shown, sizeof shown);
    decode(&map, rgba);
    assert_color(rgba, 4, 32, red);
    assert_color(rgba, 32, 32, green);
    free(picture);
    temporary_remove(&folder);
}

static void edges_of_several_colors_make_no_ground(void **state)
{
    (void)state;
    struct web_tile tiles[2];
    struct web_look look = {0};
    struct temporary folder = temporary_make();
    write_picture(folder.path, 3, 3, 2, red);
    write_picture(folder.path, 3, 4, 2, green);
    struct web_map map = make_map(folder.path, 3, tiles);
    assert_int_equal(web_thumbnail_look(&map, &nobody, &look), ADTMAP_OK);
    assert_false(look.has_ground);
    const uint32_t shown[] = {31000, 20000, 2000, 1000};
    assert_memory_equal(look.shown, shown, sizeof shown);
    temporary_remove(&folder);
}

/* The rooms of a dungeon were a dot amid black tiles. The map has 8x4 px at (124, 80), its rooms
 * 4x2 at (126, 81). */
static void margins_of_one_color_are_cut(void **state)
{
    (void)state;
    static uint8_t rgba[PIXELS * 4];
    static const uint8_t black[4] = {0, 0, 0, 255};
    struct web_tile tiles[2];
    struct temporary folder = temporary_make();
    uint8_t *picture = make_picture(black);
    for (size_t i = 0; i < 8; i++) {
        memcpy(picture + ((81 + i / 4) * WEB_TILE_PX + 126 + i % 4) * 4, green, 4);
    }
    write_rgba(folder.path, 0, 0, 0, picture);
    struct web_map map = make_map(folder.path, 0, tiles);
    decode(&map, rgba);
    assert_color(rgba, 10, 23, green);
    assert_color(rgba, 53, 40, green);
    assert_color(rgba, 32, 16, black);
    free(picture);
    temporary_remove(&folder);
}

/* A level of 4 px a tile has 8 px of the map: enlarged six times, not seven. */
static void a_map_of_few_pixels_is_enlarged(void **state)
{
    (void)state;
    static uint8_t rgba[PIXELS * 4];
    struct web_tile tiles[2];
    struct temporary folder = temporary_make();
    write_halves(folder.path);
    struct web_map map = make_map(folder.path, 0, tiles);
    decode(&map, rgba);
    assert_color(rgba, 10, 23, red);
    assert_color(rgba, 53, 40, green);
    assert_color(rgba, 4, 32, ground);
    assert_color(rgba, 32, 16, ground);
    temporary_remove(&folder);
}

static void a_damaged_picture_is_named(void **state)
{
    (void)state;
    struct web_tile tiles[2];
    struct buffer jpeg = {0};
    struct adtmap_message failure = {0};
    const struct diag diag = {.failure = &failure};
    struct temporary folder = temporary_make();
    write_picture(folder.path, 3, 3, 2, red);
    write_picture(folder.path, 3, 4, 2, green);
    char *path = pyramid_path(folder.path, 3, 4, 2, IMAGE_PNG);
    assert_int_equal(file_write_atomic(path, "no", 2, &nobody), ADTMAP_OK);
    struct web_map map = make_map(folder.path, 3, tiles);
    assert_int_equal(web_thumbnail_make(&map, &kind, &diag, &jpeg), ADTMAP_BAD_DATA);
    assert_string_equal(failure.file, path);
    buffer_free(&jpeg);
    free(path);
    temporary_remove(&folder);
}

int test_web_thumbnail(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_map_lies_in_the_middle_in_its_proportions),
        cmocka_unit_test(a_tile_far_away_does_not_make_the_map_a_dot),
        cmocka_unit_test(the_ground_is_the_color_of_most_edges),
        cmocka_unit_test(edges_of_several_colors_make_no_ground),
        cmocka_unit_test(margins_of_one_color_are_cut),
        cmocka_unit_test(a_map_of_few_pixels_is_enlarged),
        cmocka_unit_test(a_damaged_picture_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
