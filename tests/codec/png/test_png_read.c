/* Reading PNG: all kinds become RGBA; damaged files fail with a reason and without leaks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <png.h>
#include <sys/resource.h>
#include <zlib.h>

#include "codec/png/png_read.h"
#include "codec/png/png_write.h"
#include "output/output_helpers.h"

static void append(png_structp png, png_bytep data, size_t size)
{
    buffer_append(png_get_io_ptr(png), data, size);
}

static void write_file(const char *path, const struct buffer *file)
{
    assert_int_equal(file_write_atomic(path, file->data, file->size, &quiet), ADTMAP_OK);
}

/* Writes a PNG of 2 x 2 pixels of any kind through libpng. `rows` is one row, used twice. */
static void write_any(int color_type, int depth, int interlace, const uint8_t *row,
                      struct buffer *out)
{
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    png_color palette[2] = {{10, 20, 30}, {40, 50, 60}};
    png_byte alphas[2] = {7, 255};
    png_set_write_fn(png, out, append, NULL);
    png_set_IHDR(png, info, 2, 2, depth, color_type, interlace, 0, 0);
    if (color_type == PNG_COLOR_TYPE_PALETTE) {
        png_set_PLTE(png, info, palette, 2);
        png_set_tRNS(png, info, alphas, 2, NULL);
    }
    png_write_info(png, info);
    for (int pass = png_set_interlace_handling(png); pass > 0; pass--) {
        png_write_row(png, row);
        png_write_row(png, row);
    }
    png_write_end(png, NULL);
    png_destroy_write_struct(&png, &info);
}

static void check_any(int color_type, int depth, int interlace, const uint8_t *row,
                      const uint8_t *wanted)
{
    struct buffer file = {0};
    struct picture picture;
    write_any(color_type, depth, interlace, row, &file);
    assert_int_equal(picture_decode_png(file.data, file.size, &quiet, &picture), ADTMAP_OK);
    assert_int_equal(picture.width, 2);
    assert_int_equal(picture.height, 2);
    assert_memory_equal(picture.rgba, wanted, 8);
    assert_memory_equal(picture.rgba + 8, wanted, 8);
    picture_free(&picture);
    buffer_free(&file);
}

static void all_kinds_become_rgba(void **state)
{
    (void)state;
    for (int interlace = 0; interlace < 2; interlace++) {
        check_any(PNG_COLOR_TYPE_GRAY, 8, interlace, (uint8_t[]){9, 200},
                  (uint8_t[]){9, 9, 9, 255, 200, 200, 200, 255});
        check_any(PNG_COLOR_TYPE_GRAY, 1, interlace, (uint8_t[]){0x40},
                  (uint8_t[]){0, 0, 0, 255, 255, 255, 255, 255});
        check_any(PNG_COLOR_TYPE_GRAY, 16, interlace, (uint8_t[]){0xff, 0xff, 0x80, 0x80},
                  (uint8_t[]){255, 255, 255, 255, 128, 128, 128, 255});
        check_any(PNG_COLOR_TYPE_GRAY_ALPHA, 8, interlace, (uint8_t[]){9, 1, 8, 2},
                  (uint8_t[]){9, 9, 9, 1, 8, 8, 8, 2});
        check_any(PNG_COLOR_TYPE_PALETTE, 1, interlace, (uint8_t[]){0x40},
                  (uint8_t[]){10, 20, 30, 7, 40, 50, 60, 255});
        check_any(PNG_COLOR_TYPE_RGB, 8, interlace, (uint8_t[]){1, 2, 3, 4, 5, 6},
                  (uint8_t[]){1, 2, 3, 255, 4, 5, 6, 255});
        check_any(PNG_COLOR_TYPE_RGB_ALPHA, 8, interlace, (uint8_t[]){1, 2, 3, 4, 5, 6, 7, 8},
                  (uint8_t[]){1, 2, 3, 4, 5, 6, 7, 8});
    }
}

static void make_tile(struct buffer *png, uint8_t *pixels)
{
    struct png_encoder *encoder = png_encoder_create(1);
    struct png_image image = {pixels, 40, 30, 160};
    struct png_options options = {.kind = PNG_KIND_RGBA};
    fill_pixels(pixels, (size_t)160 * 30, 2);
    assert_int_equal(png_encode(encoder, &image, &options, &quiet, png), ADTMAP_OK);
    png_encoder_destroy(encoder);
}

/* In builds with sanitizers, leaks after each failure are found. */
static void cut_and_damaged_files_fail_with_a_reason(void **state)
{
    (void)state;
    static uint8_t pixels[160 * 30];
    struct buffer png = {0};
    struct picture picture;
    make_tile(&png, pixels);
    for (size_t size = 0; size < png.size; size += 1 + size / 50) {
        struct adtmap_message failure = {0};
        struct diag diag = {.file = "cut.png", .failure = &failure};
        assert_int_equal(picture_decode_png(png.data, size, &diag, &picture), ADTMAP_BAD_DATA);
        assert_null(picture.rgba);
        assert_string_equal(failure.file, "cut.png");
        assert_true(strlen(failure.what) > 5);
    }
    for (unsigned round = 0; round < 2000; round++) {
        size_t at = random_below((uint32_t)png.size);
        uint8_t old = png.data[at];
        png.data[at] ^= (uint8_t)(1 + random_below(255));
        if (!picture_decode_png(png.data, png.size, &quiet, &picture)) {
            picture_free(&picture);
        }
        png.data[at] = old;
    }
    buffer_free(&png);
}

/* Writes a small file and overwrites the size in its header, big-endian. */
static void write_resized(const uint8_t size[8], struct buffer *file)
{
    uint8_t row[2] = {0};
    write_any(PNG_COLOR_TYPE_GRAY, 8, 0, row, file);
    memcpy(file->data + 16, size, 8);
    unsigned long crc = crc32(0, file->data + 12, 17);
    for (int i = 0; i < 4; i++) {
        file->data[29 + i] = (uint8_t)(crc >> (24 - 8 * i));
    }
}

static void too_many_pixels_fail_before_memory_is_allocated(void **state)
{
    (void)state;
    static const uint8_t size[8] = {0, 0, 0x20, 0, 0, 0, 0x20, 1}; /* 8192 x 8193 */
    struct buffer file = {0};
    struct picture picture;
    write_resized(size, &file);
    assert_int_equal(picture_decode_png(file.data, file.size, &quiet, &picture), ADTMAP_LIMIT);
    buffer_free(&file);
}

/* Found by fuzzing: a file of 70 bytes that declared 16384 x 16384 pixels took 1 GiB before the
 * missing data was noticed; one that declared 1 x 268435456 took 3 GiB. */
static void more_pixels_than_the_file_can_contain_fail_before_memory_is_allocated(void **state)
{
    (void)state;
    static const uint8_t sizes[][8] = {{0, 0, 0x20, 0, 0, 0, 0x20, 0}, {0, 0, 0, 1, 0x04, 0, 0, 0}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct buffer file = {0};
        struct picture picture;
        struct adtmap_message failure = {0};
        const struct diag diag = {.failure = &failure};
        write_resized(sizes[i], &file);
        assert_int_equal(picture_decode_png(file.data, file.size, &diag, &picture),
                         ADTMAP_BAD_DATA);
        assert_non_null(strstr(failure.what, "pixels cannot be in"));
        buffer_free(&file);
    }
}

/* Found by fuzzing: libpng allocates the declared length of a text before it reads the text. A file
 * of 100 bytes took 850 MiB and half a second. */
static void a_text_longer_than_the_file_fails_before_memory_is_allocated(void **state)
{
    (void)state;
    static const uint8_t text[8] = {0x35, 0, 0, 0, 't', 'E', 'X', 't'};
    enum { BEHIND_HEAD = 33 };
    uint8_t row[2] = {0};
    struct buffer file = {0};
    struct picture picture;
    write_any(PNG_COLOR_TYPE_GRAY, 8, 0, row, &file);
    memcpy(file.data + BEHIND_HEAD, text, sizeof text);
    struct rusage before;
    struct rusage after;
    getrusage(RUSAGE_SELF, &before);
    assert_int_equal(picture_decode_png(file.data, file.size, &quiet, &picture), ADTMAP_BAD_DATA);
    getrusage(RUSAGE_SELF, &after);
    assert_true(after.ru_maxrss - before.ru_maxrss < 100 << 10); /* KiB */
    buffer_free(&file);
}

/* Writes a black picture of edge x edge pixels, as small as deflate makes it. */
static void write_grey(uint32_t edge, int interlace, struct buffer *file)
{
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    uint8_t *row = calloc(1, edge);
    png_set_write_fn(png, file, append, NULL);
    png_set_compression_level(png, 9);
    png_set_filter(png, 0, PNG_FILTER_NONE);
    png_set_IHDR(png, info, edge, edge, 8, PNG_COLOR_TYPE_GRAY, interlace, 0, 0);
    png_write_info(png, info);
    for (int pass = png_set_interlace_handling(png); pass > 0; pass--) {
        for (uint32_t y = 0; y < edge; y++) {
            png_write_row(png, row);
        }
    }
    png_write_end(png, NULL);
    png_destroy_write_struct(&png, &info);
    free(row);
}

/* The highest compression ratio is accepted: one colour, 1000 times smaller. */
static void pictures_of_one_colour_are_read(void **state)
{
    (void)state;
    enum { EDGE = 4096 };
    struct buffer file = {0};
    struct picture picture;
    write_grey(EDGE, 0, &file);
    assert_true(file.size < (size_t)EDGE * EDGE / 900);
    assert_int_equal(picture_decode_png(file.data, file.size, &quiet, &picture), ADTMAP_OK);
    picture_free(&picture);
    buffer_free(&file);
}

static void count_warning(void *user, const struct adtmap_message *message)
{
    assert_int_equal(message->level, ADTMAP_WARNING);
    ++*(int *)user;
}

static void damaged_optional_chunk_is_a_warning(void **state)
{
    (void)state;
    static uint8_t pixels[160 * 30];
    struct buffer png = {0};
    struct picture picture;
    int warnings = 0;
    struct adtmap_log log = {count_warning, &warnings};
    struct diag diag = {.log = &log};
    make_tile(&png, pixels);
    uint8_t *chunk = memmem(png.data, png.size, "sRGB", 4);
    chunk[4] ^= 1; /* the checksum no longer fits */
    assert_int_equal(picture_decode_png(png.data, png.size, &diag, &picture), ADTMAP_OK);
    assert_memory_equal(picture.rgba, pixels, sizeof pixels);
    assert_int_equal(warnings, 1);
    picture_free(&picture);
    buffer_free(&png);
}

static void rows_are_read_one_by_one(void **state)
{
    (void)state;
    static uint8_t pixels[160 * 30];
    char scratch[64];
    char path[96];
    uint8_t row[160];
    struct buffer png = {0};
    struct png_rows *rows;
    uint32_t width;
    uint32_t height;
    make_scratch(scratch);
    snprintf(path, sizeof path, "%s/a.png", scratch);
    make_tile(&png, pixels);
    assert_int_equal(file_write_atomic(path, png.data, png.size, &quiet), ADTMAP_OK);
    assert_int_equal(png_rows_open(path, &quiet, &rows, &width, &height), ADTMAP_OK);
    assert_int_equal(width, 40);
    assert_int_equal(height, 30);
    for (size_t y = 0; y < height; y++) {
        assert_int_equal(png_rows_next(rows, row), ADTMAP_OK);
        assert_memory_equal(row, pixels + y * 160, 160);
    }
    assert_int_equal(png_rows_next(rows, row), ADTMAP_BAD_DATA);
    png_rows_close(rows);

    assert_int_equal(file_write_atomic(path, png.data, png.size / 2, &quiet), ADTMAP_OK);
    assert_int_equal(png_rows_open(path, &quiet, &rows, &width, &height), ADTMAP_OK);
    enum adtmap_status status = ADTMAP_OK;
    for (size_t y = 0; y < height && !status; y++) {
        status = png_rows_next(rows, row);
    }
    assert_int_equal(status, ADTMAP_BAD_DATA);
    png_rows_close(rows);
    png_rows_close(NULL);
    buffer_free(&png);

    folder_remove(scratch);
    assert_int_equal(png_rows_open(path, &quiet, &rows, &width, &height), ADTMAP_NOT_FOUND);
    struct picture picture;
    assert_int_equal(picture_read_png(path, &quiet, &picture), ADTMAP_NOT_FOUND);
}

/* Opens `file` at `path` and checks that its rows are those of the picture read whole. */
static void assert_rows_are_those_of_the_whole(const char *path, const struct buffer *file)
{
    struct picture picture;
    struct png_rows *rows;
    uint32_t width;
    uint32_t height;
    uint8_t row[8];
    write_file(path, file);
    assert_int_equal(picture_decode_png(file->data, file->size, &quiet, &picture), ADTMAP_OK);
    assert_int_equal(png_rows_open(path, &quiet, &rows, &width, &height), ADTMAP_OK);
    for (size_t y = 0; y < height; y++) {
        assert_int_equal(png_rows_next(rows, row), ADTMAP_OK);
        assert_memory_equal(row, picture.rgba + y * 8, 8);
        assert_int_equal(png_rows_grey16(rows) != NULL, picture.grey16 != NULL);
        if (picture.grey16) {
            assert_memory_equal(png_rows_grey16(rows), picture.grey16 + y * 2, 4);
        }
    }
    png_rows_close(rows);
    picture_free(&picture);
}

static void interlaced_files_and_16_bit_grey_are_read_by_rows(void **state)
{
    (void)state;
    static const uint8_t row[] = {1, 2, 250, 4, 5, 6, 7, 8};
    static const struct {
        int color_type, depth, interlace;
    } kinds[] = {{PNG_COLOR_TYPE_RGB, 8, 1},
                 {PNG_COLOR_TYPE_GRAY, 16, 0},
                 {PNG_COLOR_TYPE_GRAY, 16, 1},
                 {PNG_COLOR_TYPE_GRAY_ALPHA, 16, 0}};
    char scratch[64];
    char path[96];
    make_scratch(scratch);
    snprintf(path, sizeof path, "%s/a.png", scratch);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        struct buffer file = {0};
        write_any(kinds[i].color_type, kinds[i].depth, kinds[i].interlace, row, &file);
        assert_rows_are_those_of_the_whole(path, &file);
        buffer_free(&file);
    }
    folder_remove(scratch);
}

/* A row of 2^28 pixels took 1 GiB, and so would an interlaced picture that is kept whole. */
static void rows_and_interlaced_pictures_have_limits(void **state)
{
    (void)state;
    static const uint8_t wide[8] = {0, 0x10, 0, 1, 0, 0, 0, 1};
    struct buffer file = {0};
    struct png_rows *rows;
    uint32_t width;
    uint32_t height;
    char scratch[64];
    char path[96];
    make_scratch(scratch);
    snprintf(path, sizeof path, "%s/a.png", scratch);
    write_resized(wide, &file);
    write_file(path, &file);
    assert_int_equal(png_rows_open(path, &quiet, &rows, &width, &height), ADTMAP_LIMIT);
    buffer_free(&file);
    write_grey(4097, 1, &file);
    write_file(path, &file);
    assert_int_equal(png_rows_open(path, &quiet, &rows, &width, &height), ADTMAP_LIMIT);
    buffer_free(&file);
    folder_remove(scratch);
}

/* A file of 2 MB with 2^31 pixels took 20 seconds to compare. */
static void almost_blank_pictures_have_a_limit(void **state)
{
    (void)state;
    static const uint8_t large[8] = {0, 0x10, 0, 0, 0, 0, 4, 0}; /* 2^30 pixels */
    static const uint8_t larger[8] = {0, 0x10, 0, 0, 0, 0, 4, 1};
    struct buffer file = {0};
    struct png_rows *rows;
    uint32_t width;
    uint32_t height;
    char scratch[64];
    char path[96];
    make_scratch(scratch);
    snprintf(path, sizeof path, "%s/a.png", scratch);
    write_resized(large, &file);
    write_file(path, &file);
    assert_int_equal(png_rows_open(path, &quiet, &rows, &width, &height), ADTMAP_BAD_DATA);
    buffer_free(&file);
    write_resized(larger, &file);
    write_file(path, &file);
    assert_int_equal(png_rows_open(path, &quiet, &rows, &width, &height), ADTMAP_LIMIT);
    buffer_extend(&file, (PNG_BLANK_MAX >> 9) + (1 << 12)); /* bytes behind the picture */
    write_file(path, &file);
    assert_int_equal(png_rows_open(path, &quiet, &rows, &width, &height), ADTMAP_OK);
    png_rows_close(rows);
    buffer_free(&file);
    folder_remove(scratch);
}

int test_png_read(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_kinds_become_rgba),
        cmocka_unit_test(cut_and_damaged_files_fail_with_a_reason),
        cmocka_unit_test(too_many_pixels_fail_before_memory_is_allocated),
        cmocka_unit_test(more_pixels_than_the_file_can_contain_fail_before_memory_is_allocated),
        cmocka_unit_test(a_text_longer_than_the_file_fails_before_memory_is_allocated),
        cmocka_unit_test(pictures_of_one_colour_are_read),
        cmocka_unit_test(damaged_optional_chunk_is_a_warning),
        cmocka_unit_test(rows_are_read_one_by_one),
        cmocka_unit_test(interlaced_files_and_16_bit_grey_are_read_by_rows),
        cmocka_unit_test(rows_and_interlaced_pictures_have_limits),
        cmocka_unit_test(almost_blank_pictures_have_a_limit),
    };
    random_start();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
