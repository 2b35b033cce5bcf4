/* The public calls that draw, on the demo world. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "adtmap/adtmap.h"
#include "assets/temporary.h"
#include "base/file.h"
#include "demo/demo.h"

enum { SIZE_PX = 16, LARGEST_PX = 3072, STRIDE = 4 * LARGEST_PX };

static struct temporary place;
static struct adtmap_data *data;
static struct adtmap_map *map;

/* A file named as a tile that the grid does not have. */
static void write_stray_tile(void)
{
    char path[256];
    const struct diag diag = {0};
    struct blob blob;
    temporary_path(&place, "World/Maps/Demo/Demo_31_31.adt", path);
    assert_int_equal(file_map(path, &diag, &blob), ADTMAP_OK);
    temporary_path(&place, "World/Maps/Demo/Demo_64_31.adt", path);
    assert_int_equal(file_write_atomic(path, blob.data, blob.size, &diag), ADTMAP_OK);
    blob_release(&blob);
}

static int open_world(void **state)
{
    (void)state;
    const struct diag diag = {0};
    place = temporary_make();
    const char *const path = place.path;
    assert_int_equal(demo_write(path, *demo_eras(), &diag), ADTMAP_OK);
    write_stray_tile();
    assert_int_equal(adtmap_data_open(&path, 1, NULL, &data, NULL), ADTMAP_OK);
    assert_int_equal(adtmap_map_open(data, "Demo", &map, NULL), ADTMAP_OK);
    return 0;
}

static int close_world(void **state)
{
    (void)state;
    adtmap_map_close(map);
    adtmap_data_close(data);
    temporary_remove(&place);
    return 0;
}

static enum adtmap_status draw(uint32_t x, uint32_t y, uint32_t size_px)
{
    static uint8_t pixels[(size_t)STRIDE * LARGEST_PX];
    struct adtmap_settings settings;
    adtmap_settings_default(&settings);
    settings.size_px = size_px;
    return adtmap_tile_render(map, x, y, &settings, pixels, STRIDE, NULL);
}

static void tiles_outside_the_grid_are_not_found(void **state)
{
    (void)state;
    static const uint32_t outside[][2] = {
        {64, 31}, {31, 64}, {UINT32_MAX, UINT32_MAX}, {1 << 26, 0}};
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++) {
        assert_int_equal(draw(outside[i][0], outside[i][1], SIZE_PX), ADTMAP_NOT_FOUND);
        assert_false(adtmap_map_has_tile(map, outside[i][0], outside[i][1]));
    }
    assert_int_equal(draw(31, 31, SIZE_PX), ADTMAP_OK);
}

/* There was room for eight, and the ninth was "out of memory". */
static void any_number_of_sizes_is_drawn_from_the_same_data(void **state)
{
    (void)state;
    for (uint32_t size_px = 256; size_px <= LARGEST_PX; size_px += 256) {
        assert_int_equal(draw(31, 31, size_px), ADTMAP_OK);
    }
    assert_int_equal(draw(31, 31, SIZE_PX), ADTMAP_OK);
}

static enum adtmap_status draw_layers(struct adtmap_layer_image *images, size_t count,
                                      uint8_t *picture, struct adtmap_height_range range)
{
    struct adtmap_settings settings;
    adtmap_settings_default(&settings);
    settings.size_px = SIZE_PX;
    const struct adtmap_tile_request request = {&settings, picture, SIZE_PX * 4,
                                                images,    count,   range};
    return adtmap_tile_draw(map, 31, 31, &request, NULL);
}

static void layers_alone_are_those_beside_the_picture(void **state)
{
    (void)state;
    static uint8_t picture[4 * SIZE_PX * SIZE_PX];
    static uint8_t pixels[2][ADTMAP_LAYER_KINDS][4 * SIZE_PX * SIZE_PX];
    struct adtmap_layer_image images[2][ADTMAP_LAYER_KINDS];
    struct adtmap_height_range range;
    adtmap_height_range_default(&range);
    for (int alone = 0; alone < 2; alone++) {
        for (int kind = 0; kind < ADTMAP_LAYER_KINDS; kind++) {
            struct adtmap_layer layer = {(enum adtmap_layer_kind)kind, 0};
            images[alone][kind] = (struct adtmap_layer_image){
                .layer = layer,
                .pixels = pixels[alone][kind],
                .stride_bytes = SIZE_PX * adtmap_layer_pixel_bytes(layer)};
        }
        assert_int_equal(
            draw_layers(images[alone], ADTMAP_LAYER_KINDS, alone ? NULL : picture, range),
            ADTMAP_OK);
    }
    assert_memory_equal(pixels[0], pixels[1], sizeof pixels[0]);
    const struct adtmap_layer_image *height = &images[1][ADTMAP_LAYER_HEIGHT];
    assert_true(height->ground_yd[0] > -100.0F && height->ground_yd[0] < height->ground_yd[1]);
    assert_true(height->range_yd[0] == -2000.0F && height->range_yd[1] == 4553.5F);
}

static void requests_that_make_no_sense_are_refused(void **state)
{
    (void)state;
    static uint8_t pixels[4 * SIZE_PX * SIZE_PX];
    struct adtmap_height_range range;
    adtmap_height_range_default(&range);
    struct adtmap_layer_image image = {
        .layer = {ADTMAP_LAYER_HEIGHT, 0}, .pixels = pixels, .stride_bytes = 2 * SIZE_PX};
    assert_int_equal(draw_layers(&image, 1, NULL, range), ADTMAP_OK);
    assert_int_equal(draw_layers(&image, 1, NULL, (struct adtmap_height_range){5.0F, 5.0F, 0}),
                     ADTMAP_BAD_ARGUMENT);
    image.stride_bytes = 2 * SIZE_PX - 1;
    assert_int_equal(draw_layers(&image, 1, NULL, range), ADTMAP_BAD_ARGUMENT);
    image.layer = (struct adtmap_layer){ADTMAP_LAYER_KINDS, 0};
    assert_int_equal(draw_layers(&image, 1, NULL, range), ADTMAP_BAD_ARGUMENT);
    image.layer = (struct adtmap_layer){ADTMAP_LAYER_ALPHA, 8};
    assert_int_equal(draw_layers(&image, 1, NULL, range), ADTMAP_BAD_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layers_alone_are_those_beside_the_picture),
        cmocka_unit_test(requests_that_make_no_sense_are_refused),
        cmocka_unit_test(tiles_outside_the_grid_are_not_found),
        cmocka_unit_test(any_number_of_sizes_is_drawn_from_the_same_data),
    };
    return cmocka_run_group_tests(tests, open_world, close_world);
}
