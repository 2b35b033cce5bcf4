/* Colours of data layers on their way to the zoom levels. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "output/zoom/layer_tint.h"

enum { SIZE_PX = 8 };

/* Keeps the tile that it is given. */
struct kept {
    struct output output;
    uint8_t rgba[SIZE_PX][SIZE_PX][4];
    int puts, skips, finished, aborted;
};

static struct kept *of(struct output *output)
{
    return (struct kept *)(void *)output;
}

static void put(struct output *output, uint32_t x, uint32_t y, const uint8_t *pixels,
                size_t stride_bytes)
{
    assert_int_equal(x, 3);
    assert_int_equal(y, 5);
    for (size_t row = 0; row < SIZE_PX; row++) {
        memcpy(of(output)->rgba[row], pixels + row * stride_bytes, sizeof of(output)->rgba[row]);
    }
    of(output)->puts++;
}

static void pass_over(struct output *output, uint32_t x, uint32_t y)
{
    (void)x;
    (void)y;
    of(output)->skips++;
}

static void worker_done(struct output *output)
{
    (void)output;
}

static enum adtmap_status finish(struct output *output)
{
    of(output)->finished++;
    return ADTMAP_OK;
}

static void give_up(struct output *output)
{
    of(output)->aborted++;
}

static const struct output_operations operations = {put, pass_over, worker_done, finish, give_up};
static const struct adtmap_height_range range = {-1000.0F, 1000.0F, 0};
static const struct diag quiet;

/* Tints one tile whose rows have a gap. */
static struct kept tint(enum adtmap_layer_kind kind, const void *pixels, size_t pixel_bytes)
{
    struct kept kept = {.output = {&operations}};
    const struct adtmap_layer layer = {kind, 0};
    size_t stride_bytes = SIZE_PX * pixel_bytes + 4;
    uint8_t *rows = calloc(SIZE_PX, stride_bytes);
    for (size_t y = 0; y < SIZE_PX; y++) {
        memcpy(rows + y * stride_bytes, (const uint8_t *)pixels + y * SIZE_PX * pixel_bytes,
               SIZE_PX * pixel_bytes);
    }
    struct output *output = layer_tint_output(&kept.output, layer, &range, SIZE_PX, &quiet);
    output->operations->put(output, 3, 5, rows, stride_bytes);
    (output->operations->skip)(output, 4, 5);
    assert_int_equal(output->operations->finish(output), ADTMAP_OK);
    assert_int_equal(kept.puts, 1);
    assert_int_equal(kept.skips, 1);
    assert_int_equal(kept.finished, 1);
    free(rows);
    return kept;
}

/* Two pixels of a lake, level: what is next to them is nothing, and no cliff. */
static void what_has_no_height_is_transparent_and_no_slope(void **state)
{
    (void)state;
    uint16_t pixels[SIZE_PX][SIZE_PX] = {{0}};
    pixels[3][3] = pixels[3][4] = 32768;
    struct kept kept = tint(ADTMAP_LAYER_LIQUID_HEIGHT, pixels, 2);
    assert_int_equal(kept.rgba[3][3][3], 255);
    assert_int_equal(kept.rgba[3][2][3], 0);
    assert_int_equal(kept.rgba[0][0][3], 0);
    assert_memory_equal(kept.rgba[3][3], kept.rgba[3][4], 4);
    assert_memory_equal(kept.rgba[3][3], ((uint8_t[4]){110, 153, 138, 255}), 4);
}

/* A slope that faces the light is 1.41 times as bright as level ground, and is drawn with 1.35. */
static void the_brightest_slope_is_bounded(void **state)
{
    (void)state;
    uint16_t pixels[SIZE_PX][SIZE_PX];
    for (size_t y = 0; y < SIZE_PX; y++) {
        for (size_t x = 0; x < SIZE_PX; x++) {
            pixels[y][x] = (uint16_t)(1545 * (x + y));
        }
    }
    struct kept kept = tint(ADTMAP_LAYER_HEIGHT, pixels, 2);
    assert_memory_equal(kept.rgba[3][3], ((uint8_t[4]){19, 46, 100, 255}), 4);
}

static void masks_are_as_opaque_as_their_value(void **state)
{
    (void)state;
    uint8_t pixels[SIZE_PX][SIZE_PX] = {{0}};
    pixels[0][1] = 255;
    pixels[7][6] = 100;
    struct kept kept = tint(ADTMAP_LAYER_IMPASSABLE, pixels, 1);
    assert_int_equal(kept.rgba[0][0][3], 0);
    assert_int_equal(kept.rgba[0][1][3], 255);
    assert_int_equal(kept.rgba[7][6][3], 100);
    assert_true(kept.rgba[7][6][0] > 2 * kept.rgba[7][6][1]);
    assert_memory_equal(kept.rgba[0][1], kept.rgba[7][6], 3);
}

static void no_area_is_transparent(void **state)
{
    (void)state;
    uint8_t pixels[SIZE_PX][SIZE_PX][4] = {{{0}}};
    const uint8_t color[4] = {90, 80, 70, 255};
    memcpy(pixels[2][3], color, 4);
    struct kept kept = tint(ADTMAP_LAYER_AREA, pixels, 4);
    assert_int_equal(kept.rgba[2][2][3], 0);
    assert_memory_equal(kept.rgba[2][3], color, 4);
}

static void colors_stay(void **state)
{
    (void)state;
    uint8_t pixels[SIZE_PX][SIZE_PX][4];
    for (size_t i = 0; i < sizeof pixels; i++) {
        ((uint8_t *)pixels)[i] = (uint8_t)(i * 7);
    }
    struct kept kept = tint(ADTMAP_LAYER_ALBEDO, pixels, 4);
    assert_memory_equal(kept.rgba, pixels, sizeof pixels);
}

static void counts_differ(void **state)
{
    (void)state;
    uint8_t pixels[SIZE_PX][SIZE_PX] = {{0, 31, 62, 93, 124, 155, 186, 248}};
    struct kept kept = tint(ADTMAP_LAYER_COUNT, pixels, 1);
    assert_int_equal(kept.rgba[0][0][3], 0);
    for (size_t a = 1; a < SIZE_PX; a++) {
        assert_int_equal(kept.rgba[0][a][3], 255);
        for (size_t b = 1; b < a; b++) {
            assert_memory_not_equal(kept.rgba[0][a], kept.rgba[0][b], 3);
        }
    }
}

static uint16_t grey_of(double yd)
{
    return (uint16_t)((yd + 1000.0) / 2000.0 * 65535.0 + 0.5);
}

static int brightness(const struct kept *kept, size_t x, size_t y)
{
    return kept->rgba[y][x][0] + kept->rgba[y][x][1] + kept->rgba[y][x][2];
}

static void heights_have_the_colors_of_sea_land_and_snow(void **state)
{
    (void)state;
    static const double levels[] = {-500.0, 20.0, 990.0};
    struct kept kept[3];
    for (int k = 0; k < 3; k++) {
        uint16_t pixels[SIZE_PX][SIZE_PX];
        for (size_t i = 0; i < (size_t)SIZE_PX * SIZE_PX; i++) {
            pixels[i / SIZE_PX][i % SIZE_PX] = grey_of(levels[k]);
        }
        kept[k] = tint(ADTMAP_LAYER_HEIGHT, pixels, 2);
        assert_memory_equal(kept[k].rgba[0][0], kept[k].rgba[7][7], 4);
        assert_int_equal(kept[k].rgba[4][4][3], 255);
    }
    assert_true(kept[0].rgba[4][4][2] > kept[0].rgba[4][4][0] + 40); /* blue */
    assert_true(kept[1].rgba[4][4][1] > kept[1].rgba[4][4][2] + 20); /* green */
    assert_true(brightness(&kept[2], 4, 4) > 450);
}

/* A ridge from south-west to north-east; its north-western side looks at the light. */
static void slopes_towards_the_north_west_are_bright(void **state)
{
    (void)state;
    uint16_t pixels[SIZE_PX][SIZE_PX];
    for (int y = 0; y < SIZE_PX; y++) {
        for (int x = 0; x < SIZE_PX; x++) {
            pixels[y][x] = grey_of(300.0 - 20.0 * abs(x + y - 7));
        }
    }
    struct kept kept = tint(ADTMAP_LAYER_HEIGHT, pixels, 2);
    assert_true(brightness(&kept, 2, 2) > brightness(&kept, 5, 5) + 60);
    assert_true(brightness(&kept, 0, 0) > brightness(&kept, 7, 7) + 60);
}

static void giving_up_reaches_the_zoom_levels(void **state)
{
    (void)state;
    struct kept kept = {.output = {&operations}};
    const struct adtmap_layer layer = {ADTMAP_LAYER_HOLES, 0};
    struct output *output = layer_tint_output(&kept.output, layer, &range, SIZE_PX, &quiet);
    output->operations->abort(output);
    assert_int_equal(kept.aborted, 1);
}

int test_layer_tint(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_has_no_height_is_transparent_and_no_slope),
        cmocka_unit_test(the_brightest_slope_is_bounded),
        cmocka_unit_test(masks_are_as_opaque_as_their_value),
        cmocka_unit_test(no_area_is_transparent),
        cmocka_unit_test(colors_stay),
        cmocka_unit_test(counts_differ),
        cmocka_unit_test(heights_have_the_colors_of_sea_land_and_snow),
        cmocka_unit_test(slopes_towards_the_north_west_are_bright),
        cmocka_unit_test(giving_up_reaches_the_zoom_levels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
