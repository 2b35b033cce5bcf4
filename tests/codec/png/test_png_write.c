/* PNG files: libpng reads back the same pixels for all sizes and options. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/hash.h"
#include "base/size.h"
#include "codec/png/png_helpers.h"
#include "codec/png/png_read.h"
#include "codec/png/png_write.h"
#include "output/output_helpers.h"

static void round_trip(struct png_encoder *encoder, const struct png_image *image,
                       enum png_kind kind, enum png_effort effort)
{
    struct png_options options = {.kind = kind, .effort = effort};
    struct buffer png = {0};
    struct picture picture;
    assert_int_equal(png_encode(encoder, image, &options, &quiet, &png), ADTMAP_OK);
    assert_int_equal(picture_decode_png(png.data, png.size, &quiet, &picture), ADTMAP_OK);
    assert_picture_shows(&picture, image, kind);
    picture_free(&picture);
    buffer_free(&png);
}

static void every_width_kind_and_effort_reads_back(void **state)
{
    (void)state;
    struct png_encoder *encoder = png_encoder_create(1);
    for (uint32_t width = 1; width <= 70; width++) {
        uint32_t height = 1 + random_below(20);
        size_t stride = (size_t)width * 4 + random_below(9);
        uint8_t *pixels = malloc(stride * height);
        for (unsigned smooth = 0; smooth < 2; smooth++) {
            fill_pixels(pixels, stride * height, smooth);
            struct png_image image = {pixels, width, height, stride};
            for (int effort = PNG_FAST; effort <= PNG_SMALL; effort++) {
                round_trip(encoder, &image, PNG_KIND_RGB, (enum png_effort)effort);
                round_trip(encoder, &image, PNG_KIND_RGBA, (enum png_effort)effort);
            }
        }
        free(pixels);
    }
    png_encoder_destroy(encoder);
}

/* A slope with noise and a repeating part; always the same. */
static void fill_fixed(uint8_t *pixels, uint32_t edge)
{
    uint32_t noise = 1;
    for (uint32_t i = 0; i < edge * edge; i++) {
        uint32_t x = i % edge;
        uint32_t y = i / edge;
        noise = noise * 1664525 + 1013904223;
        for (uint32_t c = 0; c < 3; c++) {
            uint32_t rough = x < edge / 2 ? noise >> (20 + 4 * c) & 7 : (x * y + c) % 5;
            pixels[4 * i + c] = (uint8_t)(x + y * (c + 1) + rough);
        }
        pixels[4 * i + 3] = 255;
    }
}

/* Tiles of several runs and machines are mixed in one map. If these bytes change, raise
 * RECIPE_VERSION. PNG_SMALL depends on the version of libdeflate. */
static void the_bytes_have_not_changed(void **state)
{
    (void)state;
    enum { EDGE = 160 };
    static const char *const hashes[] = {
        [PNG_FAST] = "00675cb4fc2a207c86ded18e354177a2",
        [PNG_BALANCED] = "2aaf34f76b3472933df5f77c04a0bce7",
    };
    static uint8_t pixels[EDGE * EDGE * 4];
    const struct png_image image = {pixels, EDGE, EDGE, (size_t)EDGE * 4};
    struct png_encoder *encoder = png_encoder_create(1);
    fill_fixed(pixels, EDGE);
    for (int effort = PNG_FAST; effort <= PNG_BALANCED; effort++) {
        const struct png_options options = {.effort = (enum png_effort)effort};
        struct buffer png = {0};
        char hex[HASH128_HEX_BYTES];
        assert_int_equal(png_encode(encoder, &image, &options, &quiet, &png), ADTMAP_OK);
        hash128_hex(hash128(png.data, png.size), hex);
        assert_string_equal(hex, hashes[effort]);
        buffer_free(&png);
    }
    png_encoder_destroy(encoder);
}

/* Data keeps every bit, and has no colour space that a reader could apply. */
static void greys_of_8_and_16_bits_read_back(void **state)
{
    (void)state;
    enum { EDGE = 37 };
    struct png_encoder *encoder = png_encoder_create(1);
    uint16_t deep[EDGE * EDGE];
    uint8_t grey[EDGE * EDGE];
    fill_pixels((uint8_t *)deep, sizeof deep, 0);
    fill_pixels(grey, sizeof grey, 3);
    for (int kind = PNG_KIND_GREY8; kind <= PNG_KIND_GREY16; kind++) {
        const uint8_t *pixels = kind == PNG_KIND_GREY8 ? grey : (const uint8_t *)deep;
        size_t stride = EDGE * png_kind_input_bytes((enum png_kind)kind);
        const struct png_image image = {pixels, EDGE, EDGE, stride};
        const struct png_options options = {.kind = (enum png_kind)kind};
        struct buffer png = {0};
        struct picture picture;
        assert_int_equal(png_encode(encoder, &image, &options, &quiet, &png), ADTMAP_OK);
        assert_null(memmem(png.data, png.size, "sRGB", 4));
        check_png_validity(png.data, png.size);
        assert_int_equal(picture_decode_png(png.data, png.size, &quiet, &picture), ADTMAP_OK);
        for (size_t i = 0; i < EDGE * EDGE && kind == PNG_KIND_GREY8; i++) {
            assert_int_equal(picture.rgba[4 * i + 1], grey[i]);
        }
        assert_true((picture.grey16 != NULL) == (kind == PNG_KIND_GREY16));
        if (kind == PNG_KIND_GREY16) {
            assert_memory_equal(picture.grey16, deep, sizeof deep);
            assert_int_equal(picture.rgba[0], (deep[0] * 255U + 32767U) / 65535U);
        }
        picture_free(&picture);
        buffer_free(&png);
    }
    png_encoder_destroy(encoder);
}

static void harder_efforts_give_no_larger_files(void **state)
{
    (void)state;
    enum { EDGE = 300 };
    size_t stride = (size_t)EDGE * 4;
    uint8_t *pixels = malloc(stride * EDGE);
    fill_pixels(pixels, stride * EDGE / 3, 3);
    memcpy(pixels + stride * EDGE / 3, pixels, stride * EDGE / 3);
    memset(pixels + stride * EDGE / 3 * 2, 77, stride * EDGE / 3);
    struct png_image image = {pixels, EDGE, EDGE, stride};
    struct png_encoder *encoder = png_encoder_create(1);
    size_t sizes[PNG_SMALL + 1];
    for (int effort = PNG_FAST; effort <= PNG_SMALL; effort++) {
        struct png_options options = {.effort = (enum png_effort)effort};
        struct buffer png = {0};
        assert_int_equal(png_encode(encoder, &image, &options, &quiet, &png), ADTMAP_OK);
        sizes[effort] = png.size;
        buffer_free(&png);
    }
    assert_true(sizes[PNG_SMALL] <= sizes[PNG_BALANCED]);
    assert_true(sizes[PNG_BALANCED] <= sizes[PNG_FAST] + sizes[PNG_FAST] / 500);
    png_encoder_destroy(encoder);
    free(pixels);
}

static void bytes_do_not_depend_on_the_threads(void **state)
{
    (void)state;
    enum { WIDTH = 1100, HEIGHT = 1300 }; /* several strips; the last one is shorter */
    static const unsigned threads[] = {2, 3, 7, 64};
    size_t stride = (size_t)WIDTH * 4;
    uint8_t *pixels = malloc(stride * HEIGHT);
    fill_pixels(pixels, stride * HEIGHT, 5);
    memset(pixels + stride * HEIGHT / 2, 40, stride * HEIGHT / 4);
    const struct png_image image = {pixels, WIDTH, HEIGHT, stride};
    for (int kind = PNG_KIND_RGB; kind <= PNG_KIND_RGBA; kind++) {
        const struct png_options options = {.kind = (enum png_kind)kind, .effort = PNG_BALANCED};
        struct png_encoder *single = png_encoder_create(1);
        struct buffer wanted = {0};
        assert_int_equal(png_encode(single, &image, &options, &quiet, &wanted), ADTMAP_OK);
        for (size_t i = 0; i < COUNT_OF(threads); i++) {
            struct png_encoder *encoder = png_encoder_create(threads[i]);
            struct buffer png = {0};
            assert_int_equal(png_encode(encoder, &image, &options, &quiet, &png), ADTMAP_OK);
            assert_int_equal(png.size, wanted.size);
            assert_memory_equal(png.data, wanted.data, png.size);
            buffer_free(&png);
            png_encoder_destroy(encoder);
        }
        buffer_free(&wanted);
        png_encoder_destroy(single);
    }
    free(pixels);
}

static void texts_are_stored_in_order_and_bytes_repeat(void **state)
{
    (void)state;
    struct png_text_chunk texts[] = {{"Title", "Azeroth 32_48"}, {"Comment", "h\xc3\xb6he"}};
    struct png_options options = {.texts = texts, .text_count = 2};
    uint8_t pixel[4] = {1, 2, 3, 4};
    struct png_image image = {pixel, 1, 1, 4};
    struct png_encoder *encoder = png_encoder_create(1);
    struct buffer first = {0};
    struct buffer second = {0};
    assert_int_equal(png_encode(encoder, &image, &options, &quiet, &first), ADTMAP_OK);
    assert_int_equal(png_encode(encoder, &image, &options, &quiet, &second), ADTMAP_OK);
    assert_int_equal(first.size, second.size);
    assert_memory_equal(first.data, second.data, first.size);
    const uint8_t *title = memmem(first.data, first.size, "tEXtTitle\0Azeroth 32_48", 23);
    const uint8_t *comment = memmem(first.data, first.size, "iTXtComment\0\0\0\0\0h\xc3\xb6he", 21);
    assert_non_null(title);
    assert_non_null(comment);
    assert_true(title < comment);
    assert_non_null(memmem(first.data, first.size, "sRGB\0", 5));
    assert_null(memmem(first.data, first.size, "tIME", 4));
    check_png_validity(first.data, first.size);
    buffer_free(&first);
    buffer_free(&second);
    png_encoder_destroy(encoder);
}

static void images_beyond_png_limits_fail(void **state)
{
    (void)state;
    uint8_t pixel[4] = {0};
    struct png_image image = {pixel, 1, 0, 4};
    struct png_text_chunk bad_keyword = {" leading space", "text"};
    struct png_options options = {0};
    struct adtmap_message failure;
    struct diag diag = {.file = "a.png", .failure = &failure};
    struct buffer png = {0};
    struct png_encoder *encoder = png_encoder_create(1);
    assert_int_equal(png_encode(encoder, &image, &options, &diag, &png), ADTMAP_LIMIT);
    assert_non_null(strstr(failure.what, "1 x 0"));
    image.height = 1;
    options.texts = &bad_keyword;
    options.text_count = 1;
    assert_int_equal(png_encode(encoder, &image, &options, &diag, &png), ADTMAP_BAD_ARGUMENT);
    options.text_count = 0;
    assert_int_equal(png_encode(encoder, &image, &options, &diag, &png), ADTMAP_OK);
    buffer_free(&png);
    png_encoder_destroy(encoder);
    png_encoder_destroy(NULL);
}

/* More than 1 MiB of noise: the stream takes several IDAT chunks. */
static void large_pictures_take_several_chunks(void **state)
{
    (void)state;
    size_t stride = (size_t)700 * 4;
    uint8_t *pixels = malloc(stride * 600);
    fill_pixels(pixels, stride * 600, 0);
    struct png_image image = {pixels, 700, 600, stride};
    struct png_options options = {.kind = PNG_KIND_RGBA};
    struct png_encoder *encoder = png_encoder_create(1);
    struct buffer png = {0};
    round_trip(encoder, &image, PNG_KIND_RGBA, PNG_FAST);
    assert_int_equal(png_encode(encoder, &image, &options, &quiet, &png), ADTMAP_OK);
    const uint8_t *first = memmem(png.data, png.size, "IDAT", 4);
    assert_non_null(first);
    assert_non_null(memmem(first + 4, png.size - (size_t)(first + 4 - png.data), "IDAT", 4));
    check_png_validity(png.data, png.size);
    buffer_free(&png);
    free(pixels);
    png_encoder_destroy(encoder);
}

int test_png_write(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_width_kind_and_effort_reads_back),
        cmocka_unit_test(the_bytes_have_not_changed),
        cmocka_unit_test(greys_of_8_and_16_bits_read_back),
        cmocka_unit_test(harder_efforts_give_no_larger_files),
        cmocka_unit_test(bytes_do_not_depend_on_the_threads),
        cmocka_unit_test(texts_are_stored_in_order_and_bytes_repeat),
        cmocka_unit_test(images_beyond_png_limits_fail),
        cmocka_unit_test(large_pictures_take_several_chunks),
    };
    random_start();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
