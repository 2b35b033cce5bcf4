/* Vectors of four lanes against the same steps a value at a time, and against the portable form. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/lanes_table.h"
#include "render/random.h"

static const float A[4] = {-1.5F, 0.0F, 7.25F, 1e30F};
static const float B[4] = {2.0F, -0.5F, 7.25F, -1e30F};

static void comparisons_choose_lane_by_lane(void **state)
{
    (void)state;
    lanes_f larger = lanes_larger(lanes_load(A), lanes_load(B));
    lanes_f smaller = lanes_smaller(lanes_load(A), lanes_load(B));
    for (int i = 0; i < 4; i++) {
        assert_true(larger[i] == (A[i] > B[i] ? A[i] : B[i]));
        assert_true(smaller[i] == (A[i] < B[i] ? A[i] : B[i]));
    }
    lanes_pair first = lanes_first_pair(lanes_load(A));
    lanes_pair other = lanes_first_pair(lanes_load(B));
    for (int i = 0; i < 2; i++) {
        assert_true(lanes_larger_pair(first, other)[i] == (double)larger[i]);
        assert_true(lanes_smaller_pair(first, other)[i] == (double)smaller[i]);
    }
    const lanes_pair nan = {NAN, NAN};
    assert_true(lanes_larger_pair(nan, other)[0] == other[0]);
    assert_true(lanes_smaller_pair(nan, other)[0] == other[0]);
}

static void bits_become_lanes_and_lanes_bits(void **state)
{
    (void)state;
    for (unsigned bits = 0; bits < 16; bits++) {
        lanes_i lanes = lanes_of_bits(bits);
        lanes_f chosen = lanes_select(lanes, lanes_load(A), lanes_load(B));
        assert_int_equal(lanes_negative(lanes), bits);
        for (int i = 0; i < 4; i++) {
            assert_int_equal(lanes[i], bits >> i & 1 ? -1 : 0);
            assert_true(chosen[i] == (bits >> i & 1 ? A[i] : B[i]));
        }
    }
}

static void pairs_are_rounded_once(void **state)
{
    (void)state;
    const lanes_pair third = {1.0 / 3.0, 0x1.0000011p0};
    lanes_f rounded = lanes_round(third, lanes_last_pair(lanes_load(A)) * lanes_splat_pair(0.1));
    assert_true(rounded[0] == (float)(1.0 / 3.0) && rounded[1] == (float)0x1.0000011p0);
    assert_true(rounded[2] == (float)((double)A[2] * 0.1));
    assert_true(rounded[3] == (float)((double)A[3] * 0.1));
    assert_true(lanes_first_pair(lanes_load(B))[1] == (double)B[1]);
}

/* Edges that a comparison or a rounding can get wrong. */
static const double EDGES[] = {
    0.0,
    -0.0,
    1.0,
    -1.0,
    NAN,
    INFINITY,
    -INFINITY,
    0x1p-149,
    -0x1p-149,
    0x1p-150,
    0x1p-126,
    0x1.8p-149,
    0x1.fffffep127,
    0x1.fffffefp127,
    0x1.ffffffp127,
    0x1.000001p0,
    0x1.000003p0,
    255.0,
    1e300,
    -1e-300,
};

enum { EDGE_COUNT = sizeof EDGES / sizeof *EDGES };

static struct random random_state;

/* Half of them edges, half of any bits. */
static double any_value(void)
{
    double value;
    uint64_t bits = (uint64_t)random_next(&random_state) << 32 | random_next(&random_state);
    if (random_below(&random_state, 2)) {
        return EDGES[random_below(&random_state, EDGE_COUNT)];
    }
    memcpy(&value, &bits, sizeof value);
    return value;
}

static lanes_f any_lanes(void)
{
    return (lanes_f){(float)any_value(), (float)any_value(), (float)any_value(),
                     (float)any_value()};
}

static lanes_pair any_pair(void)
{
    return (lanes_pair){any_value(), any_value()};
}

/* Fails unless the lanes are equal bit for bit; any NaN equals any other. */
static void same_lanes(lanes_f a, lanes_f b)
{
    for (int i = 0; i < 4; i++) {
        float pair[2] = {a[i], b[i]};
        bool both_nan = isnan(pair[0]) && isnan(pair[1]);
        assert_true(both_nan || memcmp(&pair[0], &pair[1], sizeof pair[0]) == 0);
    }
}

static void same_pair(lanes_pair a, lanes_pair b)
{
    for (int i = 0; i < 2; i++) {
        double pair[2] = {a[i], b[i]};
        bool both_nan = isnan(pair[0]) && isnan(pair[1]);
        assert_true(both_nan || memcmp(&pair[0], &pair[1], sizeof pair[0]) == 0);
    }
}

static void the_portable_form_gives_the_same_bits(void **state)
{
    const struct lanes_table *portable = portable_lanes();
    (void)state;
    random_state = random_seeded();
    for (int run = 0; run < 100000; run++) {
        lanes_f a = any_lanes();
        lanes_f b = any_lanes();
        lanes_pair c = any_pair();
        lanes_pair d = any_pair();
        same_lanes(lanes_table.larger(a, b), portable->larger(a, b));
        same_lanes(lanes_table.smaller(a, b), portable->smaller(a, b));
        same_pair(lanes_table.larger_pair(c, d), portable->larger_pair(c, d));
        same_pair(lanes_table.smaller_pair(c, d), portable->smaller_pair(c, d));
        same_pair(lanes_table.first_pair(a), portable->first_pair(a));
        same_pair(lanes_table.last_pair(a), portable->last_pair(a));
        same_lanes(lanes_table.round(c, d), portable->round(c, d));
        assert_int_equal(lanes_table.negative((lanes_i)a), portable->negative((lanes_i)a));
    }
}

static lanes_u16 any_words(void)
{
    lanes_u16 words;
    for (int i = 0; i < 8; i++) {
        words[i] = (uint16_t)random_next(&random_state);
    }
    return words;
}

static void same_words(lanes_u16 a, lanes_u16 b)
{
    assert_memory_equal(&a, &b, sizeof a);
}

static void the_portable_form_gives_the_same_whole_numbers(void **state)
{
    const struct lanes_table *portable = portable_lanes();
    (void)state;
    random_state = random_seeded();
    for (int run = 0; run < 10000; run++) {
        lanes_u16 a = any_words();
        lanes_u16 b = any_words();
        lanes_u8 few = (lanes_u8)a & 1;
        assert_int_equal(lanes_table.equal_bytes(few, (lanes_u8)b & 1),
                         portable->equal_bytes(few, (lanes_u8)b & 1));
        same_words(lanes_table.multiply_high(a, b), portable->multiply_high(a, b));
        same_words((lanes_u16)lanes_table.pack(a & 255, b & 255),
                   (lanes_u16)portable->pack(a & 255, b & 255));
        same_words(lanes_table.interleave_first(a, b), portable->interleave_first(a, b));
        same_words(lanes_table.interleave_last(a, b), portable->interleave_last(a, b));
        same_words((lanes_u16)lanes_table.sum_bytes((lanes_i8)a),
                   (lanes_u16)portable->sum_bytes((lanes_i8)a));
    }
}

static void equal_bytes_set_their_bits(void **state)
{
    (void)state;
    static const uint8_t a[] = "_here: 16 bytes_";
    static const uint8_t b[] = "_there, 5 bytes_";
    unsigned equal = lanes_equal_bytes(lanes_load_bytes(a), lanes_load_bytes(b));
    for (int i = 0; i < 16; i++) {
        assert_int_equal(equal >> i & 1, a[i] == b[i]);
    }
    assert_int_equal(equal >> 16, 0);
}

static void words_are_multiplied_packed_and_interleaved(void **state)
{
    (void)state;
    const lanes_u16 a = {0, 1, 2, 3, 4, 5, 6, 255};
    const lanes_u16 b = {8, 9, 10, 11, 12, 13, 14, 15};
    lanes_i8 packed = lanes_pack(a, b);
    lanes_u16 first = lanes_interleave_first(a, b);
    lanes_u16 last = lanes_interleave_last(a, b);
    for (int i = 0; i < 8; i++) {
        assert_int_equal((uint8_t)packed[i], a[i]);
        assert_int_equal(packed[i + 8], b[i]);
        assert_int_equal(first[i], i % 2 ? b[i / 2] : a[i / 2]);
        assert_int_equal(last[i], i % 2 ? b[4 + i / 2] : a[4 + i / 2]);
    }
    lanes_u64 sums = lanes_sum_bytes(packed);
    assert_int_equal(sums[0], 0 + 1 + 2 + 3 + 4 + 5 + 6 + 255);
    assert_int_equal(sums[1], 8 + 9 + 10 + 11 + 12 + 13 + 14 + 15);
    assert_int_equal(lanes_multiply_high(lanes_splat_words(65535), lanes_splat_words(3))[7], 2);
}

int test_lanes(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(comparisons_choose_lane_by_lane),
        cmocka_unit_test(bits_become_lanes_and_lanes_bits),
        cmocka_unit_test(pairs_are_rounded_once),
        cmocka_unit_test(the_portable_form_gives_the_same_bits),
        cmocka_unit_test(equal_bytes_set_their_bits),
        cmocka_unit_test(words_are_multiplied_packed_and_interleaved),
        cmocka_unit_test(the_portable_form_gives_the_same_whole_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
