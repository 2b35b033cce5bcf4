/* Alpha and shadow maps, texel by texel. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "formats/adt/mcal.h"
#include "render/random.h"

enum { EDGE = 64 };

static void fill_random(uint8_t *data, size_t size)
{
    struct random random = random_seeded();
    for (size_t i = 0; i < size; i++) {
        data[i] = (uint8_t)random_next(&random);
    }
}

static unsigned nibble(const uint8_t *data, size_t x, size_t y)
{
    return data[(y * EDGE + x) / 2] >> (x % 2 ? 4 : 0) & 15;
}

static void four_bits_are_low_nibble_first_times_17(void **state)
{
    (void)state;
    uint8_t data[MCAL_4BIT_BYTES];
    uint8_t alpha[MCAL_TEXELS];
    fill_random(data, sizeof data);
    mcal_decode_4bit(data, MCAL_EDGE_KEEP, alpha);
    for (size_t i = 0; i < MCAL_TEXELS; i++) {
        assert_int_equal(alpha[i], nibble(data, i % EDGE, i / EDGE) * 17);
    }
}

static void copied_edges_repeat_row_and_column_62(void **state)
{
    (void)state;
    uint8_t data[MCAL_4BIT_BYTES];
    uint8_t alpha[MCAL_TEXELS];
    fill_random(data, sizeof data);
    mcal_decode_4bit(data, MCAL_EDGE_FIX, alpha);
    for (size_t y = 0; y < EDGE; y++) {
        for (size_t x = 0; x < EDGE; x++) {
            size_t from_x = x == 63 ? 62 : x;
            size_t from_y = y == 63 ? 62 : y;
            assert_int_equal(alpha[y * EDGE + x], nibble(data, from_x, from_y) * 17);
        }
    }
}

static bool shadow_bit(const uint8_t *data, size_t x, size_t y)
{
    return data[y * 8 + x / 8] >> x % 8 & 1;
}

/* A slope of one step a texel eastwards, and nothing painted in the last column. */
static void an_unpainted_edge_stands_out(void **state)
{
    (void)state;
    uint8_t data[MCAL_4BIT_BYTES];
    struct mcal_edge_steps steps = {0};
    for (size_t i = 0; i < MCAL_4BIT_BYTES; i++) {
        unsigned low = (unsigned)(2 * i % 64 / 4);
        data[i] = (uint8_t)(low | (i % 32 == 31 ? 0U : low << 4));
    }
    mcal_measure_edge(data, &steps);
    assert_int_equal(steps.texels, 2 * 63);
    assert_int_equal(steps.last, 63 * 15 * 17);
    assert_int_equal(steps.before, 0);
    memset(data, 0x77, sizeof data);
    steps = (struct mcal_edge_steps){0};
    mcal_measure_edge(data, &steps);
    assert_int_equal(steps.last + steps.before, 0);
}

static void shadows_are_bits_least_significant_first(void **state)
{
    (void)state;
    uint8_t data[MCSH_BYTES];
    uint64_t own[EDGE];
    uint64_t copied[EDGE];
    fill_random(data, sizeof data);
    mcsh_decode(data, MCAL_EDGE_KEEP, own);
    mcsh_decode(data, MCAL_EDGE_FIX, copied);
    for (size_t y = 0; y < EDGE; y++) {
        for (size_t x = 0; x < EDGE; x++) {
            assert_int_equal(own[y] >> x & 1, shadow_bit(data, x, y));
            assert_int_equal(copied[y] >> x & 1,
                             shadow_bit(data, x == 63 ? 62 : x, y == 63 ? 62 : y));
        }
    }
}

/* Decodes a copy of exactly `size` bytes. */
static size_t decode(const uint8_t *data, size_t size, uint8_t *alpha)
{
    uint8_t *copy = malloc(size ? size : 1);
    memcpy(copy, data, size);
    memset(alpha, 0x5A, MCAL_TEXELS);
    size_t covered = mcal_decode_rle(copy, size, alpha);
    free(copy);
    return covered;
}

static void is_all(const uint8_t *alpha, size_t begin, size_t end, unsigned value)
{
    for (size_t i = begin; i < end; i++) {
        assert_int_equal(alpha[i], value);
    }
}

static void runs_fill_and_copy(void **state)
{
    (void)state;
    static const uint8_t data[] = {0x83, 200, 0x02, 7, 8, 0x81, 9};
    uint8_t alpha[MCAL_TEXELS];
    assert_int_equal(decode(data, sizeof data, alpha), 6);
    static const uint8_t wanted[] = {200, 200, 200, 7, 8, 9};
    assert_memory_equal(alpha, wanted, sizeof wanted);
    is_all(alpha, sizeof wanted, MCAL_TEXELS, 0);
}

/* The smallest and the largest whole map of the document: 64 fills and 64 copies of a row each. */
static void whole_maps_of_rows_are_covered(void **state)
{
    (void)state;
    uint8_t fills[64 * 2];
    uint8_t copies[64 * 65];
    uint8_t alpha[MCAL_TEXELS];
    for (size_t y = 0; y < EDGE; y++) {
        fills[2 * y] = 0x80 | EDGE;
        fills[2 * y + 1] = (uint8_t)(3 * y);
        copies[65 * y] = EDGE;
        for (size_t x = 0; x < EDGE; x++) {
            copies[65 * y + 1 + x] = (uint8_t)(5 * y + x);
        }
    }
    assert_int_equal(decode(fills, sizeof fills, alpha), MCAL_TEXELS);
    for (size_t i = 0; i < MCAL_TEXELS; i++) {
        assert_int_equal(alpha[i], (uint8_t)(3 * (i / EDGE)));
    }
    assert_int_equal(decode(copies, sizeof copies, alpha), MCAL_TEXELS);
    for (size_t i = 0; i < MCAL_TEXELS; i++) {
        assert_int_equal(alpha[i], (uint8_t)(5 * (i / EDGE) + i % EDGE));
    }
}

static void runs_of_nothing_are_passed_over_with_the_byte_of_a_fill(void **state)
{
    (void)state;
    static const uint8_t data[] = {0x00, 0x80, 77, 0x00, 0x82, 5, 0x80, 88};
    uint8_t alpha[MCAL_TEXELS];
    assert_int_equal(decode(data, sizeof data, alpha), 2);
    is_all(alpha, 0, 2, 5);
    is_all(alpha, 2, MCAL_TEXELS, 0);
}

static void a_run_past_the_end_of_the_map_is_cut(void **state)
{
    (void)state;
    uint8_t data[33 * 2 + 200];
    uint8_t alpha[MCAL_TEXELS];
    for (size_t i = 0; i < 33; i++) { /* 33 fills of 127 are 4191 texels */
        data[2 * i] = 0xFF;
        data[2 * i + 1] = (uint8_t)(i + 1);
    }
    assert_int_equal(decode(data, 33 * 2, alpha), MCAL_TEXELS);
    is_all(alpha, 127 * 32, MCAL_TEXELS, 33);
    data[64] = 0x7F; /* the last one copies instead: 32 texels of it have room */
    memset(data + 65, 99, 127);
    assert_int_equal(decode(data, 65 + 127, alpha), MCAL_TEXELS);
    assert_int_equal(decode(data, 65 + 32, alpha), MCAL_TEXELS);
    is_all(alpha, 127 * 32, MCAL_TEXELS, 99);
}

static void truncated_runs_leave_the_rest_zero(void **state)
{
    (void)state;
    static const uint8_t data[] = {0x05, 1, 2, 3, 4, 5, 0x84, 9};
    static const size_t covered[] = {0, 0, 1, 2, 3, 4, 5, 5, 9};
    uint8_t alpha[MCAL_TEXELS];
    for (size_t size = 0; size <= sizeof data; size++) {
        assert_int_equal(decode(data, size, alpha), covered[size]);
        is_all(alpha, covered[size], MCAL_TEXELS, 0);
    }
}

static void any_bytes_are_decoded_without_harm(void **state)
{
    (void)state;
    struct random random = random_seeded();
    uint8_t data[600];
    uint8_t alpha[MCAL_TEXELS];
    for (size_t round = 0; round < 2000; round++) {
        size_t size = random_next(&random) % sizeof data;
        for (size_t i = 0; i < size; i++) {
            data[i] = (uint8_t)random_next(&random);
        }
        size_t covered = decode(data, size, alpha);
        assert_true(covered <= MCAL_TEXELS);
        is_all(alpha, covered, MCAL_TEXELS, 0);
    }
}

/* The reading of the document, a byte at a time. */
static size_t expand_runs(const uint8_t *data, size_t size, uint8_t *alpha)
{
    size_t out = 0;
    memset(alpha, 0, MCAL_TEXELS);
    for (size_t in = 0; in < size && out < MCAL_TEXELS;) {
        bool is_fill = data[in] & 0x80;
        unsigned count = data[in++] & 0x7F;
        for (; count && in < size && out < MCAL_TEXELS; count--) {
            alpha[out++] = data[in];
            in += is_fill ? 0 : 1;
        }
        in += is_fill ? 1 : 0;
    }
    return out;
}

/* Runs near either end are decoded by other code than those between. */
static void runs_of_any_length_are_decoded_as_documented(void **state)
{
    (void)state;
    struct random random = random_seeded();
    for (int run = 0; run < 500; run++) {
        uint8_t data[6000];
        uint8_t alpha[MCAL_TEXELS];
        uint8_t expected[MCAL_TEXELS];
        size_t size = random_below(&random, sizeof data + 1);
        unsigned mask = run % 2 ? 0xFF : 0x8F; /* all runs, and short ones alone */
        for (size_t i = 0; i < size; i++) {
            data[i] = (uint8_t)(random_next(&random) & mask);
        }
        size_t covered = expand_runs(data, size, expected);
        assert_int_equal(mcal_decode_rle(data, size, alpha), covered);
        assert_memory_equal(alpha, expected, sizeof alpha);
    }
}

static void shadow_bits_spread_to_bytes(void **state)
{
    (void)state;
    uint8_t data[MCSH_BYTES];
    uint64_t rows[EDGE];
    uint8_t texels[MCAL_TEXELS];
    fill_random(data, sizeof data);
    memset(data + 8, 0, 8); /* a row in the sun, and one in shadow */
    memset(data + 16, 0xFF, 8);
    mcsh_decode(data, MCAL_EDGE_KEEP, rows);
    mcsh_spread(rows, texels);
    for (size_t i = 0; i < MCAL_TEXELS; i++) {
        assert_int_equal(texels[i], shadow_bit(data, i % EDGE, i / EDGE) ? 255 : 0);
    }
}

int test_mcal(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_bits_are_low_nibble_first_times_17),
        cmocka_unit_test(copied_edges_repeat_row_and_column_62),
        cmocka_unit_test(an_unpainted_edge_stands_out),
        cmocka_unit_test(shadows_are_bits_least_significant_first),
        cmocka_unit_test(shadow_bits_spread_to_bytes),
        cmocka_unit_test(runs_fill_and_copy),
        cmocka_unit_test(runs_of_any_length_are_decoded_as_documented),
        cmocka_unit_test(whole_maps_of_rows_are_covered),
        cmocka_unit_test(runs_of_nothing_are_passed_over_with_the_byte_of_a_fill),
        cmocka_unit_test(a_run_past_the_end_of_the_map_is_cut),
        cmocka_unit_test(truncated_runs_leave_the_rest_zero),
        cmocka_unit_test(any_bytes_are_decoded_without_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
