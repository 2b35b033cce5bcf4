/* Web tiles as files: what comes back from each format. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "codec/image_format.h"
#include "codec/png/png_write.h"

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

/* What is seen through has its colour, too: it is averaged with others. */
static void test_lossless_formats_keep_the_colour_of_what_is_transparent(void **state)
{
    (void)state;
    for (enum image_format format = IMAGE_PNG; format <= IMAGE_WEBP; format++) {
        if (format == IMAGE_WEBP && !has_webp()) {
            continue;
        }
        for (unsigned alpha = 0; alpha < 256; alpha += 254) {
            struct buffer file = {0};
            const struct diag diag = {0};
            uint8_t *rgba = make_picture((uint8_t)alpha);
            uint8_t *back = make_picture(0);
            encode(format, 0, rgba, &file);
            assert_int_equal(image_decode_bytes(format, file.data, file.size, &diag, back),
                             ADTMAP_OK);
            assert_int_equal(largest_difference(rgba, back), 0);
            buffer_free(&file);
            free(back);
            free(rgba);
        }
    }
}

/* One transparent pixel in the first or in the last corner makes the difference. */
static void test_a_png_has_alpha_only_where_it_says_something(void **state)
{
    (void)state;
    enum { COLOR_TYPE = 25, RGB = 2, RGBA = 6 };
    struct buffer file = {0};
    uint8_t *rgba = make_picture(255);
    encode(IMAGE_PNG, 0, rgba, &file);
    assert_int_equal(file.data[COLOR_TYPE], RGB);
    for (size_t alpha = 3; alpha < WEB_TILE_BYTES; alpha += WEB_TILE_BYTES - 4) {
        rgba[alpha] = 254;
        encode(IMAGE_PNG, 0, rgba, &file);
        assert_int_equal(file.data[COLOR_TYPE], RGBA);
        rgba[alpha] = 255;
    }
    buffer_free(&file);
    free(rgba);
}

static void test_a_file_takes_the_place_of_what_the_buffer_had(void **state)
{
    (void)state;
    uint8_t *rgba = make_picture(255);
    for (enum image_format format = IMAGE_PNG; format <= IMAGE_JPEG; format++) {
        if (format == IMAGE_WEBP && !has_webp()) {
            continue;
        }
        struct buffer file = {0};
        size_t bytes = encode(format, 0, rgba, &file);
        assert_int_equal(encode(format, 0, rgba, &file), bytes);
        buffer_free(&file);
    }
    free(rgba);
}

static void test_formats_have_names(void **state)
{
    (void)state;
    enum image_format found = IMAGE_WEBP;
    for (int i = 0; i < IMAGE_FORMATS; i++) {
        assert_true(image_format_parse(image_format_names[i], &found));
        assert_int_equal(found, i);
    }
    found = IMAGE_WEBP;
    assert_false(image_format_parse("PNG", &found));
    assert_false(image_format_parse("jpeg", &found));
    assert_int_equal(found, IMAGE_WEBP);
}

/* A sound picture of another size, one edge or the other. */
static void test_pictures_of_another_size_are_refused(void **state)
{
    (void)state;
    static const uint32_t sizes[][2] = {{WEB_TILE_PX, WEB_TILE_PX / 2},
                                        {WEB_TILE_PX / 2, WEB_TILE_PX}};
    uint8_t *rgba = make_picture(255);
    for (size_t i = 0; i < 2; i++) {
        struct buffer file = {0};
        struct adtmap_message failure;
        const struct diag diag = {"a.png", NULL, &failure};
        struct png_encoder *encoder = png_encoder_create(1);
        assert_non_null(encoder);
        const struct png_image image = {rgba, sizes[i][0], sizes[i][1], (size_t)4 * sizes[i][0]};
        const struct png_options options = {.kind = PNG_KIND_RGBA, .effort = PNG_FAST};
        assert_int_equal(png_encode(encoder, &image, &options, &diag, &file), ADTMAP_OK);
        assert_int_equal(image_decode_bytes(IMAGE_PNG, file.data, file.size, &diag, rgba),
                         ADTMAP_BAD_DATA);
        assert_string_equal(failure.what, "is not a picture of 256 x 256 pixels");
        png_encoder_destroy(encoder);
        buffer_free(&file);
    }
    free(rgba);
}

int test_image_format(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lossless_formats_give_the_pixels_back),
        cmocka_unit_test(test_lossless_formats_keep_the_colour_of_what_is_transparent),
        cmocka_unit_test(test_a_png_has_alpha_only_where_it_says_something),
        cmocka_unit_test(test_a_file_takes_the_place_of_what_the_buffer_had),
        cmocka_unit_test(test_formats_have_names),
        cmocka_unit_test(test_pictures_of_another_size_are_refused),
        cmocka_unit_test(test_lossy_formats_come_near),
        cmocka_unit_test(test_a_lower_quality_is_smaller),
        cmocka_unit_test(test_jpeg_lies_on_black),
        cmocka_unit_test(test_a_jpeg_that_is_cut_off_or_of_another_size_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
