/* Web tiles as files: what comes back from each format. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "codec/image_format.h"

enum { COLOR_ERROR_MAX = 12 };

/* Smooth colours, as ground from above. */
static uint8_t *make_picture(uint8_t alpha)
{
    uint8_t *rgba = malloc(WEB_TILE_BYTES);
    assert_non_null(rgba);
    for (size_t i = 0; i < WEB_TILE_PX * WEB_TILE_PX; i++) {
        rgba[i * 4] = (uint8_t)(i % WEB_TILE_PX / 2 + 40);
        rgba[i * 4 + 1] = (uint8_t)(i / WEB_TILE_PX / 2 + 60);
        rgba[i * 4 + 2] = 80;
        rgba[i * 4 + 3] = alpha;
    }
    return rgba;
}

static size_t encode(enum image_format format, unsigned quality, const uint8_t *rgba,
                     struct buffer *file)
{
    struct image_encoder *encoder = image_encoder_create(format, PNG_FAST, quality);
    const struct diag diag = {0};
    assert_non_null(encoder);
    assert_int_equal(image_encode(encoder, rgba, WEB_TILE_ROW_BYTES, &diag, file), ADTMAP_OK);
    image_encoder_destroy(encoder);
    return file->size;
}

static unsigned largest_difference(const uint8_t *a, const uint8_t *b)
{
    unsigned most = 0;
    for (size_t i = 0; i < WEB_TILE_BYTES; i++) {
        unsigned difference = (unsigned)abs(a[i] - b[i]);
        most = difference > most ? difference : most;
    }
    return most;
}

static unsigned error_of(enum image_format format, unsigned quality)
{
    struct buffer file = {0};
    const struct diag diag = {0};
    uint8_t *rgba = make_picture(255);
    uint8_t *back = malloc(WEB_TILE_BYTES);
    assert_non_null(back);
    encode(format, quality, rgba, &file);
    assert_int_equal(image_decode_bytes(format, file.data, file.size, &diag, back), ADTMAP_OK);
    unsigned error = largest_difference(rgba, back);
    buffer_free(&file);
    free(back);
    free(rgba);
    return error;
}

static bool has_webp(void)
{
    const struct diag diag = {0};
    return image_format_check(IMAGE_WEBP, &diag) == ADTMAP_OK;
}

static void test_lossless_formats_give_the_pixels_back(void **state)
{
    (void)state;
    assert_int_equal(error_of(IMAGE_PNG, 0), 0);
    assert_false(image_is_lossy(IMAGE_PNG, 0));
    assert_false(image_is_lossy(IMAGE_WEBP, 0));
    if (has_webp()) {
        assert_int_equal(error_of(IMAGE_WEBP, 0), 0);
    }
}

static void test_lossy_formats_come_near(void **state)
{
    (void)state;
    assert_true(image_is_lossy(IMAGE_JPEG, 0));
    assert_true(image_is_lossy(IMAGE_WEBP, 80));
    assert_in_range(error_of(IMAGE_JPEG, 0), 1, COLOR_ERROR_MAX);
    assert_in_range(error_of(IMAGE_JPEG, 95), 1, COLOR_ERROR_MAX);
    if (has_webp()) {
        assert_in_range(error_of(IMAGE_WEBP, 80), 1, COLOR_ERROR_MAX);
    }
}

static void test_a_lower_quality_is_smaller(void **state)
{
    (void)state;
    struct buffer file = {0};
    uint8_t *rgba = make_picture(255);
    for (size_t i = 0; i < WEB_TILE_BYTES; i++) {
        rgba[i] = i % 4 == 3 ? 255 : (uint8_t)(rgba[i] + i * 2654435761U % 32);
    }
    assert_true(encode(IMAGE_JPEG, 40, rgba, &file) < encode(IMAGE_JPEG, 95, rgba, &file));
    if (has_webp()) {
        assert_true(encode(IMAGE_WEBP, 40, rgba, &file) < encode(IMAGE_WEBP, 95, rgba, &file));
    }
    buffer_free(&file);
    free(rgba);
}

static void test_jpeg_lies_on_black(void **state)
{
    (void)state;
    struct buffer file = {0};
    const struct diag diag = {0};
    uint8_t *rgba = make_picture(0);
    encode(IMAGE_JPEG, 0, rgba, &file);
    assert_int_equal(image_decode_bytes(IMAGE_JPEG, file.data, file.size, &diag, rgba), ADTMAP_OK);
    assert_int_equal(rgba[0] + rgba[1] + rgba[2], 0);
    assert_int_equal(rgba[3], 255);
    buffer_free(&file);
    free(rgba);
}

static void test_a_jpeg_that_is_cut_off_or_of_another_size_is_refused(void **state)
{
    (void)state;
    struct buffer file = {0};
    const struct diag diag = {0};
    uint8_t *rgba = make_picture(255);
    encode(IMAGE_JPEG, 0, rgba, &file);
    assert_int_equal(image_decode_bytes(IMAGE_JPEG, file.data, file.size / 2, &diag, rgba),
                     ADTMAP_BAD_DATA);
    assert_int_equal(image_decode_bytes(IMAGE_JPEG, file.data, 2, &diag, rgba), ADTMAP_BAD_DATA);
    uint8_t *size = memmem(file.data, file.size, "\xff\xc0", 2);
    assert_non_null(size);
    size[5] = 2; /* 512 rows */
    size[6] = 0;
    assert_int_equal(image_decode_bytes(IMAGE_JPEG, file.data, file.size, &diag, rgba),
                     ADTMAP_BAD_DATA);
    buffer_free(&file);
    free(rgba);
}

int test_image_format(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lossless_formats_give_the_pixels_back),
        cmocka_unit_test(test_lossy_formats_come_near),
        cmocka_unit_test(test_a_lower_quality_is_smaller),
        cmocka_unit_test(test_jpeg_lies_on_black),
        cmocka_unit_test(test_a_jpeg_that_is_cut_off_or_of_another_size_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
