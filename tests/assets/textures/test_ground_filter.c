/* The filter gives the same planes however many rows it is handed at a time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "assets/textures/filter_whole.h"
#include "base/size.h"
#include "render/random.h"

static void feed(struct random *random, enum ground_filter_kind kind, const uint8_t *rgba,
                 const uint32_t size[2], struct ground_texture *texture)
{
    struct ground_filter *filter = ground_filter_create(kind, size[0], size[1], texture);
    assert_non_null(filter);
    uint32_t most = 1 + random_below(random, 9);
    for (uint32_t y = 0; y < size[1];) {
        uint32_t count = 1 + random_below(random, most);
        count = (uint32_t)size_min(count, size[1] - y);
        /* Rows of their own, where a sanitizer sees any read outside them. */
        size_t bytes = (size_t)4 * size[0] * count;
        uint8_t *band = malloc(bytes);
        assert_non_null(band);
        memcpy(band, rgba + (size_t)4 * size[0] * y, bytes);
        ground_filter_rows(filter, band, count);
        free(band);
        y += count;
    }
    ground_filter_destroy(filter);
}

static void check(struct random *random, const struct ground_size *size, const uint32_t texels[2])
{
    size_t bytes = (size_t)4 * texels[0] * texels[1];
    size_t texture_bytes = ground_texture_bytes(size);
    uint8_t *rgba = malloc(bytes);
    struct ground_texture *whole = calloc(1, texture_bytes);
    struct ground_texture *bands = calloc(1, texture_bytes);
    assert_true(rgba && whole && bands);
    for (size_t i = 0; i < bytes; i++) {
        rgba[i] = (uint8_t)random_next(random);
    }
    ground_texture_init(size, whole);
    ground_texture_init(size, bands);
    for (unsigned kind = GROUND_FILTER_COLORS; kind <= GROUND_FILTER_HEIGHT; kind++) {
        assert_true(filter_whole(kind, rgba, texels[0], texels[1], whole));
        feed(random, kind, rgba, texels, bands);
    }
    assert_memory_equal(bands, whole, texture_bytes);
    free(rgba);
    free(whole);
    free(bands);
}

/* Larger than the pixels, smaller, either along one edge, and as many. */
static void rows_may_come_in_bands_of_any_height(void **state)
{
    (void)state;
    static const uint32_t edges[] = {1, 2, 3, 7, 8, 16, 33, 64, 256};
    struct random random = random_seeded();
    for (size_t i = 0; i < COUNT_OF(edges); i++) {
        for (size_t j = 0; j < COUNT_OF(edges); j++) {
            for (uint32_t turn = 0; turn < 6; turn++) {
                const struct ground_size size = {.quad_px = 1 + random_below(&random, 20),
                                                 .shift = random_below(&random, 4),
                                                 .has_height = true};
                check(&random, &size, (const uint32_t[2]){edges[i], edges[j]});
            }
        }
    }
}

/* The sums of the whitest texture that is read are not cut off anywhere. */
static void the_largest_white_texture_stays_white(void **state)
{
    (void)state;
    enum { EDGE = 8192, ROWS = 4 };
    const struct ground_size size = {.quad_px = 1, .has_height = true};
    struct ground_texture *texture = malloc(ground_texture_bytes(&size));
    uint8_t *rows = malloc((size_t)4 * EDGE * ROWS);
    assert_true(texture && rows);
    memset(rows, 255, (size_t)4 * EDGE * ROWS);
    ground_texture_init(&size, texture);
    for (unsigned kind = GROUND_FILTER_COLORS; kind <= GROUND_FILTER_HEIGHT; kind++) {
        struct ground_filter *filter = ground_filter_create(kind, EDGE, EDGE, texture);
        assert_non_null(filter);
        for (uint32_t y = 0; y < EDGE; y += ROWS) {
            ground_filter_rows(filter, rows, ROWS);
        }
        ground_filter_destroy(filter);
    }
    for (size_t i = 0; i < texture->stride; i++) {
        assert_int_equal(texture->planes[GROUND_GREEN * texture->stride + i], 255 * 256);
        assert_int_equal(texture->planes[GROUND_HEIGHT * texture->stride + i], 65535);
    }
    free(texture);
    free(rows);
}

int test_ground_filter(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_may_come_in_bands_of_any_height),
        cmocka_unit_test(the_largest_white_texture_stays_white),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
