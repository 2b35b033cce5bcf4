/* Pictures of zones, put together from tiles of 4 pixels whose colours say where they are. */
#include "output/zones/zone_picture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "assets/temporary.h"
#include "base/path.h"
#include "codec/png/png_read.h"
#include "codec/png/png_stream.h"

enum { PX = 4 };

static const struct diag nobody;
static const int64_t tile = INT64_C(1600000000) / 3; /* millionths of a yard */

static char *path_of(void *user, uint32_t x, uint32_t y)
{
    char name[32];
    snprintf(name, sizeof name, "%u_%u.png", (unsigned)x, (unsigned)y);
    return path_join(((struct temporary *)user)->path, name);
}

/* Red is the column and green the row in the grid's pixels, from that of tile 30_30. */
static void write_tile(struct temporary *folder, uint32_t x, uint32_t y, uint32_t size_px)
{
    const struct png_options options = {PNG_KIND_RGB, PNG_FAST, NULL, 0};
    uint8_t rgb[PX * PX][3];
    for (uint32_t i = 0; i < PX * PX; i++) {
        rgb[i][0] = (uint8_t)((x - 30) * PX + i % PX);
        rgb[i][1] = (uint8_t)((y - 30) * PX + i / PX);
        rgb[i][2] = 200;
    }
    struct png_stream *stream;
    char *path = path_of(folder, x, y);
    assert_int_equal(png_stream_open(path, size_px, size_px, &options, 1, &nobody, &stream),
                     ADTMAP_OK);
    assert_int_equal(png_stream_rows(stream, rgb[0], size_px, (size_t)3 * size_px), ADTMAP_OK);
    assert_int_equal(png_stream_commit(stream), ADTMAP_OK);
    free(path);
}

/* Tiles 30_30, 31_30 and 31_31; 30_31 is missing. */
static struct zone_tiles make_tiles(struct temporary *folder, struct tile_set *present)
{
    *folder = temporary_make();
    *present = (struct tile_set){0};
    for (uint32_t i = 0; i < 4; i++) {
        if (i != 2) {
            write_tile(folder, 30 + i % 2, 30 + i / 2, PX);
            tile_set_add(present, 30 + i % 2, 30 + i / 2);
        }
    }
    return (struct zone_tiles){present, PX, {1, 2, 3, 255}, path_of, folder};
}

static void a_frame_becomes_whole_pixels_and_tiles(void **state)
{
    (void)state;
    const int64_t frame[] = {2 * tile, 0, 2 * tile - tile / 10, tile / 2};
    struct zone_rectangle rectangle = zone_rectangle(frame, PX);
    double edges[4];
    assert_int_equal(rectangle.left, 30 * PX);
    assert_int_equal(rectangle.right, 32 * PX);
    assert_int_equal(rectangle.top, 30 * PX);
    assert_int_equal(rectangle.bottom, 31 * PX + PX / 2);
    zone_rectangle_edges(&rectangle, PX, edges);
    assert_true(edges[1] == 0 && edges[2] > 1066.6 && edges[2] < 1066.7);
    struct tile_set tiles = zone_frame_tiles(frame);
    assert_int_equal(tile_set_count(&tiles), 4);
    assert_true(tile_set_has(&tiles, 31, 31) && !tile_set_has(&tiles, 32, 30));
    /* Less than a pixel is one, within the frame's tiles. */
    const int64_t tiny[] = {tile / 9, 0, tile / 9, 0};
    rectangle = zone_rectangle(tiny, PX);
    assert_true(rectangle.left == 32 * PX - 1 && rectangle.right == 32 * PX);
    assert_true(rectangle.top == 32 * PX - 1 && rectangle.bottom == 32 * PX);
    const int64_t beyond[] = {60 * tile, 33 * tile, 1, 0};
    tiles = zone_frame_tiles(beyond);
    assert_true(tile_set_is_empty(&tiles));
}

static void a_picture_is_cut_from_tiles_and_background(void **state)
{
    (void)state;
    struct temporary folder;
    struct tile_set present;
    struct picture picture;
    const struct zone_tiles tiles = make_tiles(&folder, &present);
    const struct png_options options = {PNG_KIND_RGB, PNG_FAST, NULL, 0};
    const struct zone_rectangle rectangle = {30 * PX + 1, 30 * PX + 2, 32 * PX + 3, 32 * PX + 1};
    char *path = path_join(folder.path, "zone.png");
    assert_int_equal(zone_picture_write(path, &tiles, &rectangle, &options, &nobody), ADTMAP_OK);
    assert_int_equal(picture_read_png(path, &nobody, &picture), ADTMAP_OK);
    assert_int_equal(picture.width, 2 * PX + 2);
    assert_int_equal(picture.height, 2 * PX - 1);
    for (uint32_t i = 0; i < picture.width * picture.height; i++) {
        uint32_t x = i % picture.width + 1;
        uint32_t y = i / picture.width + 2;
        bool is_tile = x < 2 * PX && y < 2 * PX && (x >= PX || y < PX);
        const uint8_t wanted[] = {(uint8_t)(is_tile ? x : 1), (uint8_t)(is_tile ? y : 2),
                                  is_tile ? 200 : 3, 255};
        assert_memory_equal(picture.rgba + 4 * i, wanted, 4);
    }
    picture_free(&picture);

    /* Beyond the grid, too. */
    const struct zone_rectangle corner = {-3, -5, 2, 1};
    assert_int_equal(zone_picture_write(path, &tiles, &corner, &options, &nobody), ADTMAP_OK);
    assert_int_equal(picture_read_png(path, &nobody, &picture), ADTMAP_OK);
    assert_int_equal(picture.width, 5);
    assert_int_equal(picture.height, 6);
    assert_memory_equal(picture.rgba, tiles.background, 4);
    picture_free(&picture);
    free(path);
    temporary_remove(&folder);
}

static void a_picture_is_scaled_with_exact_edges(void **state)
{
    (void)state;
    enum { MIDDLE = 4 * (ZONE_MAP_HEIGHT / 4 * ZONE_MAP_WIDTH + ZONE_MAP_WIDTH / 2) };
    struct temporary folder;
    struct tile_set present;
    const struct zone_tiles tiles = make_tiles(&folder, &present);
    uint8_t *rgba = malloc((size_t)4 * ZONE_MAP_WIDTH * ZONE_MAP_HEIGHT);
    const int64_t frame[] = {2 * tile, 0, 2 * tile, 0};
    assert_int_equal(zone_picture_scale(&tiles, frame, &nobody, rgba), ADTMAP_OK);
    /* The middle of the northern tiles is between columns 3 and 4 and rows 1 and 2. */
    assert_in_range(rgba[MIDDLE], 3, 4);
    assert_in_range(rgba[MIDDLE + 1], 1, 2);
    assert_int_equal(rgba[MIDDLE + 2], 200);
    assert_int_equal(rgba[MIDDLE + 3], 255);
    const uint8_t *south_west = rgba + (size_t)4 * ZONE_MAP_WIDTH * (ZONE_MAP_HEIGHT - 50) + 200;
    assert_memory_equal(south_west, tiles.background, 4);
    /* What is averaged over many pixels: a frame of the whole of a larger map has them as a dot. */
    const int64_t wide[] = {200 * tile, -200 * tile, 200 * tile, -200 * tile};
    assert_int_equal(zone_picture_scale(&tiles, wide, &nobody, rgba), ADTMAP_OK);
    uint64_t blue = 0;
    for (size_t i = 0; i < (size_t)ZONE_MAP_WIDTH * ZONE_MAP_HEIGHT; i++) {
        blue += rgba[4 * i + 2] - 3U;
    }
    double expected = 3 * 197.0 * ZONE_MAP_WIDTH * ZONE_MAP_HEIGHT / (400.0 * 400);
    assert_true((double)blue > 0.9 * expected && (double)blue < 1.1 * expected);
    free(rgba);
    temporary_remove(&folder);
}

static void files_of_a_client_are_opaque_and_black_beyond(void **state)
{
    (void)state;
    uint8_t *rgba = malloc((size_t)4 * ZONE_MAP_WIDTH * ZONE_MAP_HEIGHT);
    uint8_t *file = malloc((size_t)4 * ZONE_FILE_PX * ZONE_FILE_PX);
    memset(rgba, 255, (size_t)4 * ZONE_MAP_WIDTH * ZONE_MAP_HEIGHT);
    rgba[3] = 51;
    zone_picture_file(rgba, 0, file);
    assert_memory_equal(file, ((const uint8_t[]){51, 51, 51, 255, 255, 255, 255, 255}), 8);
    zone_picture_file(rgba, 11, file);
    size_t last = (size_t)ZONE_MAP_WIDTH - 3 * ZONE_FILE_PX - 1;
    assert_int_equal(file[4 * last], 255);
    assert_int_equal(file[4 * last + 4], 0);
    assert_int_equal(file[4 * last + 7], 255);
    size_t row = (size_t)4 * ZONE_FILE_PX * (ZONE_MAP_HEIGHT - 2 * ZONE_FILE_PX);
    assert_int_equal(file[row - (size_t)4 * ZONE_FILE_PX], 255);
    assert_int_equal(file[row], 0);
    free(file);
    free(rgba);
}

static void a_picture_that_is_no_tile_or_too_large_fails(void **state)
{
    (void)state;
    struct temporary folder;
    struct tile_set present;
    const struct zone_tiles tiles = make_tiles(&folder, &present);
    const struct png_options options = {PNG_KIND_RGB, PNG_FAST, NULL, 0};
    const struct zone_rectangle all = {30 * PX, 30 * PX, 32 * PX, 32 * PX};
    const struct zone_rectangle large = {0, 0, 1 << 17, 1 << 17};
    assert_true(zone_rectangle_fits(&all) && !zone_rectangle_fits(&large));
    const int64_t frame[] = {2 * tile, 0, 2 * tile, 0};
    uint8_t *rgba = malloc((size_t)4 * ZONE_MAP_WIDTH * ZONE_MAP_HEIGHT);
    char *path = path_join(folder.path, "zone.png");
    write_tile(&folder, 31, 30, 3);
    assert_int_equal(zone_picture_write(path, &tiles, &all, &options, &nobody), ADTMAP_BAD_DATA);
    assert_int_equal(zone_picture_scale(&tiles, frame, &nobody, rgba), ADTMAP_BAD_DATA);
    char *gone = path_of(&folder, 30, 30);
    assert_int_equal(remove(gone), 0);
    assert_int_not_equal(zone_picture_write(path, &tiles, &all, &options, &nobody), ADTMAP_OK);
    free(gone);
    free(path);
    free(rgba);
    temporary_remove(&folder);
}

int test_zone_picture(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_frame_becomes_whole_pixels_and_tiles),
        cmocka_unit_test(a_picture_is_cut_from_tiles_and_background),
        cmocka_unit_test(a_picture_is_scaled_with_exact_edges),
        cmocka_unit_test(files_of_a_client_are_opaque_and_black_beyond),
        cmocka_unit_test(a_picture_that_is_no_tile_or_too_large_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
