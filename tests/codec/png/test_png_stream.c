/* Streamed PNG files: pixels read back, bytes do not depend on threads, failures leave no file. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <cmocka.h>

#include "codec/png/png_helpers.h"
#include "codec/png/png_read.h"
#include "codec/png/png_stream.h"
#include "os/part_read.h"
#include "output/output_helpers.h"

struct scratch {
    char directory[64];
    char file[96];
};

static struct scratch scratch_make(void)
{
    struct scratch scratch;
    make_scratch(scratch.directory);
    snprintf(scratch.file, sizeof scratch.file, "%s/a.png", scratch.directory);
    return scratch;
}

/* Streams the picture in pieces of random height. */
static void stream_image(const char *path, const struct png_image *image,
                         const struct png_options *options, unsigned threads)
{
    struct png_stream *stream;
    size_t row_bytes = (size_t)image->width * png_kind_channels(options->kind);
    uint8_t *packed = malloc(row_bytes * image->height + 1);
    assert_non_null(packed);
    for (size_t y = 0; y < image->height; y++) {
        png_pack_kind(options->kind, image->pixels + y * image->stride_bytes, image->width,
                      packed + y * row_bytes);
    }
    assert_int_equal(
        png_stream_open(path, image->width, image->height, options, threads, &quiet, &stream),
        ADTMAP_OK);
    for (uint32_t y = 0; y < image->height;) {
        uint32_t count = 1 + random_below(image->height - y);
        assert_int_equal(png_stream_rows(stream, packed + y * row_bytes, count, row_bytes),
                         ADTMAP_OK);
        y += count;
    }
    assert_int_equal(png_stream_commit(stream), ADTMAP_OK);
    free(packed);
}

static void assert_file_shows(const char *path, const struct png_image *image, enum png_kind kind)
{
    struct picture picture;
    assert_int_equal(picture_read_png(path, &quiet, &picture), ADTMAP_OK);
    assert_picture_shows(&picture, image, kind);
    picture_free(&picture);
}

static void every_width_kind_and_effort_reads_back(void **state)
{
    (void)state;
    struct scratch scratch = scratch_make();
    for (uint32_t width = 1; width <= 70; width++) {
        uint32_t height = 1 + random_below(20);
        size_t stride = (size_t)width * 4 + random_below(9);
        uint8_t *pixels = malloc(stride * height);
        fill_pixels(pixels, stride * height, width % 3);
        struct png_image image = {pixels, width, height, stride};
        for (int effort = PNG_FAST; effort <= PNG_SMALL; effort++) {
            struct png_options options = {.kind = width % 2 ? PNG_KIND_RGBA : PNG_KIND_RGB,
                                          .effort = (enum png_effort)effort};
            stream_image(scratch.file, &image, &options, 2);
            assert_file_shows(scratch.file, &image, options.kind);
        }
        assert_true(png_file_is_valid(scratch.file));
        free(pixels);
    }
    assert_int_equal(count_entries(scratch.directory), 1);
    folder_remove(scratch.directory);
}

/* A file of more than 4 MiB: several strips, and the last one is shorter. */
static void bytes_are_the_same_for_any_number_of_threads(void **state)
{
    (void)state;
    static const unsigned threads[] = {1, 2, 7};
    struct scratch scratch = scratch_make();
    size_t stride = (size_t)1021 * 4;
    uint8_t *pixels = malloc(stride * 1500);
    fill_pixels(pixels, stride * 1500, 2);
    struct png_image image = {pixels, 1021, 1500, stride};
    for (int effort = PNG_FAST; effort <= PNG_BALANCED; effort++) {
        struct png_options options = {.effort = (enum png_effort)effort};
        struct blob files[3];
        for (size_t i = 0; i < 3; i++) {
            stream_image(scratch.file, &image, &options, threads[i]);
            assert_int_equal(part_read_file(NULL, scratch.file, SIZE_MAX, &quiet, &files[i]),
                             ADTMAP_OK);
            assert_int_equal(files[i].size, files[0].size);
            assert_memory_equal(files[i].data, files[0].data, files[0].size);
        }
        assert_file_shows(scratch.file, &image, PNG_KIND_RGB);
        assert_true(png_file_is_valid(scratch.file));
        for (size_t i = 0; i < 3; i++) {
            blob_release(&files[i]);
        }
    }
    free(pixels);
    folder_remove(scratch.directory);
}

static void packed_rows_and_repeated_rows_are_accepted(void **state)
{
    (void)state;
    struct scratch scratch = scratch_make();
    uint8_t rows[2][9];
    uint8_t wanted[5][12];
    fill_pixels(rows[0], sizeof rows, 0);
    for (size_t y = 0; y < 5; y++) {
        for (size_t x = 0; x < 3; x++) {
            memcpy(wanted[y] + x * 4, rows[y > 3] + x * 3, 3);
            wanted[y][x * 4 + 3] = 255;
        }
    }
    struct png_image image = {wanted[0], 3, 5, 12};
    struct png_text_chunk text = {"Title", "Azeroth"};
    struct png_options options = {.texts = &text, .text_count = 1};
    struct png_stream *stream;
    assert_int_equal(png_stream_open(scratch.file, 3, 5, &options, 0, &quiet, &stream), ADTMAP_OK);
    assert_int_equal(png_stream_rows(stream, rows[0], 4, 0), ADTMAP_OK);
    assert_int_equal(png_stream_rows(stream, rows[1], 1, 9), ADTMAP_OK);
    assert_int_equal(png_stream_commit(stream), ADTMAP_OK);
    assert_file_shows(scratch.file, &image, PNG_KIND_RGB);
    struct blob blob;
    assert_int_equal(file_map(scratch.file, &quiet, &blob), ADTMAP_OK);
    assert_non_null(memmem(blob.data, blob.size, "tEXtTitle\0Azeroth", 17));
    blob_release(&blob);
    folder_remove(scratch.directory);
}

static void a_wrong_number_of_rows_leaves_no_file(void **state)
{
    (void)state;
    struct scratch scratch = scratch_make();
    struct png_options options = {0};
    struct adtmap_message failure;
    struct diag diag = {.failure = &failure};
    struct png_stream *stream;
    uint8_t row[12] = {0};
    assert_int_equal(png_stream_open(scratch.file, 3, 5, &options, 1, &diag, &stream), ADTMAP_OK);
    assert_int_equal(png_stream_rows(stream, row, 4, 0), ADTMAP_OK);
    assert_int_equal(png_stream_commit(stream), ADTMAP_BAD_ARGUMENT);
    assert_string_equal(failure.file, scratch.file);
    assert_int_equal(png_stream_open(scratch.file, 3, 5, &options, 1, &diag, &stream), ADTMAP_OK);
    assert_int_equal(png_stream_rows(stream, row, 6, 0), ADTMAP_BAD_ARGUMENT);
    assert_int_equal(png_stream_rows(stream, row, 1, 0), ADTMAP_BAD_ARGUMENT);
    assert_int_equal(png_stream_commit(stream), ADTMAP_BAD_ARGUMENT);
    assert_int_equal(png_stream_open(scratch.file, 3, 5, &options, 1, &diag, &stream), ADTMAP_OK);
    png_stream_abort(stream);
    png_stream_abort(NULL);
    assert_int_equal(count_entries(scratch.directory), 0);
    folder_remove(scratch.directory);
}

static void sizes_beyond_png_limits_fail(void **state)
{
    (void)state;
    static const uint32_t sizes[][2] = {
        {0, 1}, {1, 0}, {0x80000000, 1}, {1, 0x80000000}, {0x7fffffff, 1}};
    struct scratch scratch = scratch_make();
    struct png_options options = {0};
    for (size_t i = 0; i < 5; i++) {
        struct png_stream *stream;
        assert_int_equal(
            png_stream_open(scratch.file, sizes[i][0], sizes[i][1], &options, 1, &quiet, &stream),
            ADTMAP_LIMIT);
        assert_null(stream);
    }
    assert_int_equal(count_entries(scratch.directory), 0);
    folder_remove(scratch.directory);
}

static enum adtmap_status stream_noise(const char *path, const struct diag *diag)
{
    struct png_options options = {.kind = PNG_KIND_RGBA};
    struct png_stream *stream;
    static uint8_t row[4096 * 4];
    enum adtmap_status status = png_stream_open(path, 4096, 512, &options, 2, diag, &stream);
    for (int y = 0; y < 512 && !status; y++) {
        fill_pixels(row, sizeof row, 0);
        status = png_stream_rows(stream, row, 1, 0);
    }
    if (status) {
        png_stream_abort(stream);
        return status;
    }
    return png_stream_commit(stream);
}

static void a_full_disk_leaves_no_file(void **state)
{
    (void)state;
    struct scratch scratch = scratch_make();
    struct adtmap_message failure;
    struct diag diag = {.failure = &failure};
    struct rlimit before;
    getrlimit(RLIMIT_FSIZE, &before);
    struct rlimit small = {100000, before.rlim_max};
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &small);
    enum adtmap_status status = stream_noise(scratch.file, &diag);
    setrlimit(RLIMIT_FSIZE, &before);
    assert_int_equal(status, ADTMAP_IO);
    assert_string_equal(failure.file, scratch.file);
    assert_int_equal(count_entries(scratch.directory), 0);
    folder_remove(scratch.directory);
}

int test_png_stream(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_width_kind_and_effort_reads_back),
        cmocka_unit_test(bytes_are_the_same_for_any_number_of_threads),
        cmocka_unit_test(packed_rows_and_repeated_rows_are_accepted),
        cmocka_unit_test(a_wrong_number_of_rows_leaves_no_file),
        cmocka_unit_test(sizes_beyond_png_limits_fail),
        cmocka_unit_test(a_full_disk_leaves_no_file),
    };
    random_start();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
