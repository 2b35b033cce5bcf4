/* Data compressed by row_deflate: zlib and libdeflate restore the same bytes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <libdeflate.h>
#include <zlib.h>

#include "base/size.h"
#include "codec/deflate/huffman.h"
#include "codec/deflate/row_deflate.h"
#include "codec/deflate/segment_prices.h"
#include "output/output_helpers.h"

static const struct row_search searches[] = {{8, 3}, {5, 5}, {5, 16}, {4, 1}, {6, 8}, {6, 24}};

/* For data without rows, and for pictures of few and many columns. */
static const struct row_layout layouts[] = {{1 << 20, 1}, {1537, 3}, {65, 4}, {4, 3}, {33, 2}};

static void assert_zlib_reads(const uint8_t *packed, size_t packed_size, const uint8_t *data,
                              size_t size)
{
    uint8_t *out = malloc(size + 1);
    z_stream zlib = {.next_in = (Bytef *)(uintptr_t)packed, .avail_in = (uInt)packed_size};
    assert_int_equal(inflateInit2(&zlib, -15), Z_OK);
    zlib.next_out = out;
    zlib.avail_out = (uInt)size + 1;
    assert_int_equal(inflate(&zlib, Z_FINISH), Z_STREAM_END);
    assert_int_equal(zlib.total_out, size);
    assert_int_equal(zlib.avail_in, 0);
    assert_memory_equal(out, data, size);
    inflateEnd(&zlib);
    free(out);
}

static void assert_libdeflate_reads(const uint8_t *packed, size_t packed_size, const uint8_t *data,
                                    size_t size)
{
    uint8_t *out = malloc(size);
    struct libdeflate_decompressor *reader = libdeflate_alloc_decompressor();
    assert_int_equal(libdeflate_deflate_decompress(reader, packed, packed_size, out, size, NULL),
                     LIBDEFLATE_SUCCESS);
    assert_memory_equal(out, data, size);
    libdeflate_free_decompressor(reader);
    free(out);
}

/* Compresses, checks the result, and returns its size. */
static size_t round_trip_by(struct row_deflater *deflater, const struct row_search *search,
                            const struct row_layout *rows, const uint8_t *data, size_t size)
{
    size_t bound = row_deflate_bound(size);
    uint8_t *out = malloc(bound);
    size_t written = row_deflate(deflater, search, rows, data, size, ROW_DEFLATE_ENDS, out);
    assert_true(written <= bound - 8);
    assert_zlib_reads(out, written, data, size);
    assert_libdeflate_reads(out, written, data, size);
    free(out);
    return written;
}

/* The smallest size of all searches, each as data without rows and with one of the other layouts.
 */
static size_t round_trip(const uint8_t *data, size_t size)
{
    struct row_deflater *deflater = row_deflater_create();
    size_t least = SIZE_MAX;
    for (size_t i = 0; i < COUNT_OF(searches); i++) {
        const struct row_layout *rows = &layouts[1 + i % (COUNT_OF(layouts) - 1)];
        least = size_min(least, round_trip_by(deflater, &searches[i], layouts, data, size));
        least = size_min(least, round_trip_by(deflater, &searches[i], rows, data, size));
    }
    row_deflater_destroy(deflater);
    return least;
}

static void every_small_size_reads_back(void **state)
{
    (void)state;
    uint8_t data[400];
    for (size_t size = 1; size <= sizeof data; size++) {
        fill_pixels(data, size, (unsigned)size % 3);
        round_trip(data, size);
        memset(data, (int)size, size);
        round_trip(data, size);
    }
}

/* Random mixtures: copies from any distance, runs, noise; more than one block. */
static void mixtures_read_back(void **state)
{
    (void)state;
    enum { SIZE = 1500000 };
    uint8_t *data = malloc(SIZE);
    for (size_t at = 0; at < SIZE;) {
        size_t count = size_min(1 + random_below(1U << random_below(16)), SIZE - at);
        size_t back = size_min(at, 1 + random_below(40000));
        unsigned kind = random_below(4);
        if (kind == 0 || !back) {
            fill_pixels(data + at, count, 0);
        } else if (kind == 1) {
            fill_pixels(data + at, count, 1 + random_below(3));
        } else {
            for (size_t i = 0; i < count; i++) {
                data[at + i] = data[at + i - back];
            }
        }
        at += count;
    }
    round_trip(data, SIZE);
    free(data);
}

/* The window ends at a distance of 32768 bytes. */
static void matches_reach_to_the_end_of_the_window(void **state)
{
    (void)state;
    enum { LENGTH = 100, SIZE = 32768 + 2 * LENGTH };
    static uint8_t data[SIZE + 1];
    fill_pixels(data, sizeof data, 0);
    size_t without = round_trip(data, SIZE);
    memcpy(data + 32768, data, LENGTH);
    size_t at_the_end = round_trip(data, SIZE);
    fill_pixels(data, sizeof data, 0);
    memcpy(data + 32769, data, LENGTH);
    size_t beyond = round_trip(data, SIZE);
    assert_true(at_the_end + LENGTH / 2 < without);
    assert_true(beyond + LENGTH / 2 > without);
}

/* Fibonacci numbers as counts need the longest codes. */
static void skewed_bytes_read_back(void **state)
{
    (void)state;
    enum { VALUES = 27 };
    size_t size = 0;
    uint8_t *data = malloc(1 << 20);
    size_t counts[VALUES] = {1, 1};
    for (size_t i = 0; i < VALUES; i++) {
        counts[i] = i < 2 ? 1 : counts[i - 1] + counts[i - 2];
        memset(data + size, (int)i, counts[i]);
        size += counts[i];
    }
    for (size_t i = size - 1; i > 0; i--) {
        size_t other = random_below((uint32_t)i + 1);
        uint8_t swap = data[i];
        data[i] = data[other];
        data[other] = swap;
    }
    round_trip(data, size);
    free(data);
}

static void continued_parts_form_one_stream(void **state)
{
    (void)state;
    enum { SIZE = 100000, PARTS = 7 };
    uint8_t *data = malloc(SIZE);
    uint8_t *out = malloc(row_deflate_bound(SIZE) * 2);
    struct row_deflater *deflater = row_deflater_create();
    size_t written = 0;
    fill_pixels(data, SIZE, 2);
    for (size_t part = 0; part < PARTS; part++) {
        size_t begin = SIZE * part / PARTS;
        size_t end = SIZE * (part + 1) / PARTS;
        written +=
            row_deflate(deflater, &searches[part % COUNT_OF(searches)],
                        &layouts[part % COUNT_OF(layouts)], data + begin, end - begin,
                        part < PARTS - 1 ? ROW_DEFLATE_CONTINUES : ROW_DEFLATE_ENDS, out + written);
    }
    assert_zlib_reads(out, written, data, SIZE);
    assert_libdeflate_reads(out, written, data, SIZE);
    row_deflater_destroy(deflater);
    row_deflater_destroy(NULL);
    free(out);
    free(data);
}

/* The size with zlib's Huffman-only strategy. */
static size_t size_without_matches(const uint8_t *data, size_t size)
{
    uint8_t *out = malloc(2 * size);
    z_stream zlib = {.next_in = (Bytef *)(uintptr_t)data, .avail_in = (uInt)size};
    assert_int_equal(deflateInit2(&zlib, 9, Z_DEFLATED, -15, 9, Z_HUFFMAN_ONLY), Z_OK);
    zlib.next_out = out;
    zlib.avail_out = (uInt)(2 * size);
    assert_int_equal(deflate(&zlib, Z_FINISH), Z_STREAM_END);
    size_t written = zlib.total_out;
    deflateEnd(&zlib);
    free(out);
    return written;
}

/* Skewed noise has many accidental repeats. Coding them as matches would cost up to 20 %. */
static void noise_is_not_made_larger_by_matches(void **state)
{
    (void)state;
    enum { SIZE = 400000 };
    uint8_t *data = malloc(SIZE);
    for (unsigned step = 2; step <= 32; step *= 2) {
        for (size_t i = 0; i < SIZE; i++) {
            data[i] = (uint8_t)(random_below(step) + random_below(step) + random_below(step));
        }
        assert_true(round_trip(data, SIZE) <= size_without_matches(data, SIZE) * 1001 / 1000);
    }
    free(data);
}

/* Each few bytes of such tints occur again and again, also just before, but 100 of them only where
 * the same row comes again. Rows have a bit and a half a byte, so that a row that is not found
 * takes 190 bytes. */
static void rows_of_smooth_tints_are_found_again(void **state)
{
    (void)state;
    enum { ROW = 1000, ROWS = 8, SIZE = 400 * ROW };
    uint8_t *data = malloc(SIZE);
    for (size_t i = 0; i < ROWS * ROW; i++) {
        data[i] = (uint8_t)(random_below(8) < 6 ? 0 : 1 + random_below(2));
    }
    for (size_t i = ROWS * ROW; i < SIZE; i++) {
        data[i] = data[i - ROWS * ROW];
    }
    assert_true(round_trip(data, SIZE) < size_without_matches(data, SIZE) / 10);
    free(data);
}

/* Bytes of 4 bits, in which `length` bytes come again every 32, from up to 20000 bytes before. */
static void fill_with_repeats(uint8_t *data, size_t size, size_t length)
{
    for (size_t i = 0; i < size; i++) {
        data[i] = (uint8_t)random_below(16);
    }
    for (size_t at = 32; at + length <= size; at += 32) {
        uint32_t back = (uint32_t)size_min(at, 20000);
        memcpy(data + at, data + at - back + random_below(back - (uint32_t)length), length);
    }
}

/* A repeat of 8 bytes takes 22 bits in place of 32. It is cheaper than its bytes, but 6 of them are
 * not. */
static void short_repeats_in_noise_are_found(void **state)
{
    (void)state;
    enum { SIZE = 400000, SAVED_BITS = 6 };
    static const struct row_search quick = {6, 32};
    uint8_t *data = malloc(SIZE);
    struct row_deflater *deflater = row_deflater_create();
    fill_with_repeats(data, SIZE, 8);
    assert_true(round_trip_by(deflater, &quick, layouts, data, SIZE) + SIZE / 32 * SAVED_BITS / 8 <
                size_without_matches(data, SIZE));
    row_deflater_destroy(deflater);
    free(data);
}

static const struct row_search balanced = {6, 24};

/* Every second row has the pixels of the one above, turned by some of them. */
static void pixels_of_the_row_above_are_found(void **state)
{
    (void)state;
    enum { PIXELS = 100, ROW = 1 + 3 * PIXELS, ROWS = 400, SIZE = ROWS * ROW };
    static const struct row_layout rows = {ROW, 3};
    uint8_t *data = malloc(SIZE);
    struct row_deflater *deflater = row_deflater_create();
    for (size_t y = 0; y < ROWS; y++) {
        uint8_t *row = data + y * ROW;
        size_t turn = 3 * (1 + random_below(PIXELS - 1));
        fill_pixels(row, ROW, 0);
        if (y % 2 == 1) {
            memcpy(row + 1, row + 1 - ROW + turn, 3 * PIXELS - turn);
            memcpy(row + 1 + 3 * PIXELS - turn, row + 1 - ROW, turn);
        }
    }
    assert_true(round_trip_by(deflater, &balanced, &rows, data, SIZE) < SIZE * 11 / 20);
    row_deflater_destroy(deflater);
    free(data);
}

/* Runs of 10 bytes of 4 bits, which begin anywhere in a pixel. A match with the byte before costs
 * up to 13 bits less than one with an earlier run. */
static void short_runs_are_found(void **state)
{
    (void)state;
    enum { SIZE = 400000, SAVED_BITS = 23 };
    static const struct row_layout rows = {1537, 3};
    uint8_t *data = malloc(SIZE);
    struct row_deflater *deflater = row_deflater_create();
    fill_with_repeats(data, SIZE, 0);
    for (size_t at = 31; at + 10 <= SIZE; at += 31) {
        memset(data + at, data[at], 10);
    }
    size_t size = round_trip_by(deflater, &balanced, &rows, data, SIZE);
    size_t none = size_without_matches(data, SIZE);
    assert_true(size + SIZE / 31 * SAVED_BITS / 8 < none);
    row_deflater_destroy(deflater);
    free(data);
}

/* Prices are summed as far as a match may reach behind its segment, but not behind the data. */
static void segments_with_repeats_end_anywhere(void **state)
{
    (void)state;
    enum { SIZE = 3 * SEGMENT_BYTES + 64 };
    uint8_t *data = malloc(SIZE);
    fill_with_repeats(data, SIZE, 8);
    for (size_t size = SIZE - 128; size <= SIZE; size++) {
        uint8_t *exact = malloc(size);
        memcpy(exact, data, size);
        round_trip(exact, size);
        free(exact);
    }
    free(data);
}

/* Two halves with different statistics get separate codes. */
static void blocks_end_where_statistics_change(void **state)
{
    (void)state;
    enum { HALF = 200000 };
    uint8_t *data = malloc(2 * HALF);
    for (size_t i = 0; i < HALF; i++) {
        data[i] = (uint8_t)random_below(8);
        data[HALF + i] = (uint8_t)(128 + random_below(8));
    }
    assert_true(round_trip(data, 2 * HALF) < 2 * HALF * 3 / 8 + 20000);
    free(data);
}

static void code_lengths_are_complete_and_bounded(void **state)
{
    (void)state;
    for (unsigned round = 0; round < 2000; round++) {
        size_t count = 2 + random_below(HUFFMAN_SYMBOLS_MAX - 1);
        unsigned longest = 9 + random_below(7);
        uint32_t counts[HUFFMAN_SYMBOLS_MAX];
        uint8_t lengths[HUFFMAN_SYMBOLS_MAX];
        uint16_t codes[HUFFMAN_SYMBOLS_MAX];
        uint64_t used = 0;
        for (size_t i = 0; i < count; i++) {
            counts[i] = random_below(3) ? random_below(1U << random_below(23)) : 0;
        }
        huffman_lengths(counts, count, longest, lengths);
        huffman_codes(lengths, count, codes);
        for (size_t i = 0; i < count; i++) {
            assert_true(lengths[i] <= longest);
            assert_true(lengths[i] || !counts[i]);
            assert_true(codes[i] < 1U << lengths[i] || !lengths[i]);
            used += lengths[i] ? (uint64_t)1 << (longest - lengths[i]) : 0;
        }
        assert_int_equal(used, (uint64_t)1 << longest);
    }
}

int test_row_deflate(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_small_size_reads_back),
        cmocka_unit_test(mixtures_read_back),
        cmocka_unit_test(matches_reach_to_the_end_of_the_window),
        cmocka_unit_test(skewed_bytes_read_back),
        cmocka_unit_test(continued_parts_form_one_stream),
        cmocka_unit_test(noise_is_not_made_larger_by_matches),
        cmocka_unit_test(rows_of_smooth_tints_are_found_again),
        cmocka_unit_test(short_repeats_in_noise_are_found),
        cmocka_unit_test(pixels_of_the_row_above_are_found),
        cmocka_unit_test(short_runs_are_found),
        cmocka_unit_test(segments_with_repeats_end_anywhere),
        cmocka_unit_test(blocks_end_where_statistics_change),
        cmocka_unit_test(code_lengths_are_complete_and_bounded),
    };
    random_start();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
