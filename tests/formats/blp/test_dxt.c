/* DXT blocks whose texels are known by arithmetic: colours, alpha, edges, missing blocks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "formats/blp/dxt.h"

#define RED 0xf800u
#define BLUE 0x001fu

/* The colour part of a block: two colours and the same four indices in every row. */
static void put_colours(uint8_t *block, unsigned c0, unsigned c1, const unsigned row[4])
{
    uint8_t indices = (uint8_t)(row[0] | row[1] << 2 | row[2] << 4 | row[3] << 6);
    uint8_t bytes[8] = {
        (uint8_t)c0, (uint8_t)(c0 >> 8), (uint8_t)c1, (uint8_t)(c1 >> 8), indices, indices, indices,
        indices};
    memcpy(block, bytes, sizeof bytes);
}

static void is_texel(const uint8_t *texel, unsigned r, unsigned g, unsigned b, unsigned a)
{
    assert_int_equal(texel[0], r);
    assert_int_equal(texel[1], g);
    assert_int_equal(texel[2], b);
    assert_int_equal(texel[3], a);
}

static const unsigned ALL_FOUR[4] = {0, 1, 2, 3};

static void four_colours_are_thirds_rounded_to_nearest(void **state)
{
    (void)state;
    uint8_t block[8];
    uint8_t rgba[64];
    put_colours(block, RED, BLUE, ALL_FOUR);
    dxt_decode(DXT1_ALPHA, block, sizeof block, 4, 4, rgba);
    for (int y = 0; y < 4; y++) {
        is_texel(rgba + 16 * y, 255, 0, 0, 255);
        is_texel(rgba + 16 * y + 4, 0, 0, 255, 255);
        is_texel(rgba + 16 * y + 8, 170, 0, 85, 255);
        is_texel(rgba + 16 * y + 12, 85, 0, 170, 255);
    }
    /* Blue 1 widens to 8, and 8 / 3 = 2.67: nearest is 3; 16 / 3 = 5.33: nearest is 5. */
    put_colours(block, 0x0001, 0x0000, ALL_FOUR);
    dxt_decode(DXT1_ALPHA, block, sizeof block, 4, 4, rgba);
    is_texel(rgba + 8, 0, 0, 5, 255);
    is_texel(rgba + 12, 0, 0, 3, 255);
}

static unsigned rounded_third(unsigned near, unsigned far)
{
    return (2 * near + far + 1) / 3;
}

/* Every pair of values of green, next to other values of red and blue. */
static void thirds_and_halves_are_those_of_plain_division(void **state)
{
    (void)state;
    for (unsigned pair = 0; pair < 64 * 64; pair++) {
        uint8_t block[8];
        uint8_t rgba[64];
        unsigned high = pair % 64 << 5 | 31u << 11;
        unsigned low = pair / 64 << 5 | 31;
        put_colours(block, high, low, ALL_FOUR);
        dxt_decode(DXT1_OPAQUE, block, sizeof block, 4, 4, rgba);
        unsigned g0 = rgba[1];
        unsigned g1 = rgba[5];
        is_texel(rgba + 8, 170, rounded_third(g0, g1), 85, 255);
        is_texel(rgba + 12, 85, rounded_third(g1, g0), 170, 255);
        put_colours(block, low, high, ALL_FOUR);
        dxt_decode(DXT1_OPAQUE, block, sizeof block, 4, 4, rgba);
        is_texel(rgba + 8, 128, (g0 + g1 + 1) / 2, 128, 255);
    }
}

static void channels_widen_by_repeating_their_high_bits(void **state)
{
    (void)state;
    uint8_t block[8];
    uint8_t rgba[64];
    put_colours(block, 17u << 11 | 33u << 5 | 9u, 0, ALL_FOUR);
    dxt_decode(DXT1_OPAQUE, block, sizeof block, 4, 4, rgba);
    is_texel(rgba, 17 * 8 + 4, 33 * 4 + 2, 9 * 8 + 2, 255);
}

static void three_colours_end_in_black_that_only_dxt1_alpha_sees_through(void **state)
{
    (void)state;
    uint8_t block[8];
    uint8_t rgba[64];
    put_colours(block, BLUE, RED, ALL_FOUR);
    dxt_decode(DXT1_ALPHA, block, sizeof block, 4, 4, rgba);
    is_texel(rgba, 0, 0, 255, 255);
    is_texel(rgba + 8, 128, 0, 128, 255);
    is_texel(rgba + 12, 0, 0, 0, 0);
    dxt_decode(DXT1_OPAQUE, block, sizeof block, 4, 4, rgba);
    is_texel(rgba + 8, 128, 0, 128, 255);
    is_texel(rgba + 12, 0, 0, 0, 255);
}

static void dxt3_alpha_is_a_nibble_a_texel_and_colours_are_always_four(void **state)
{
    (void)state;
    uint8_t block[16] = {0x10, 0x32, 0x54, 0x76, 0x98, 0xba, 0xdc, 0xfe};
    uint8_t rgba[64];
    put_colours(block + 8, BLUE, RED, ALL_FOUR);
    dxt_decode(DXT3, block, sizeof block, 4, 4, rgba);
    for (unsigned i = 0; i < 16; i++) {
        assert_int_equal(rgba[4 * i + 3], i * 17);
    }
    is_texel(rgba + 8, 85, 0, 170, 2 * 17);
    is_texel(rgba + 12, 170, 0, 85, 3 * 17);
}

/* The alpha part of a DXT5 block whose texels count through the eight steps twice. */
static void put_steps(uint8_t *block, uint8_t a0, uint8_t a1)
{
    uint64_t bits = 0;
    for (unsigned i = 0; i < 16; i++) {
        bits |= (uint64_t)(i % 8) << (3 * i);
    }
    block[0] = a0;
    block[1] = a1;
    for (unsigned i = 0; i < 6; i++) {
        block[2 + i] = (uint8_t)(bits >> (8 * i));
    }
}

static void has_alphas(const uint8_t *rgba, const uint8_t alphas[8])
{
    for (unsigned i = 0; i < 16; i++) {
        assert_int_equal(rgba[4 * i + 3], alphas[i % 8]);
    }
}

static void dxt5_alpha_has_eight_steps_or_six_and_the_ends(void **state)
{
    (void)state;
    static const uint8_t eight[8] = {255, 0, 219, 182, 146, 109, 73, 36};
    static const uint8_t six[8] = {10, 200, 48, 86, 124, 162, 0, 255};
    static const uint8_t rounded[8] = {10, 203, 49, 87, 126, 164, 0, 255};
    uint8_t block[16];
    uint8_t rgba[64];
    put_colours(block + 8, RED, BLUE, ALL_FOUR);
    put_steps(block, 255, 0);
    dxt_decode(DXT5, block, sizeof block, 4, 4, rgba);
    has_alphas(rgba, eight);
    put_steps(block, 10, 200);
    dxt_decode(DXT5, block, sizeof block, 4, 4, rgba);
    has_alphas(rgba, six);
    is_texel(rgba + 8, 170, 0, 85, 48);
    put_steps(block, 10, 203); /* fifths of 243, 436, 629, 822, to the nearest */
    dxt_decode(DXT5, block, sizeof block, 4, 4, rgba);
    has_alphas(rgba, rounded);
}

/* Block i of an image is all of colour i. */
static void sizes_that_are_no_multiple_of_four_keep_their_rows(void **state)
{
    (void)state;
    static const unsigned first[4] = {0, 0, 0, 0};
    for (unsigned width = 1; width <= 9; width++) {
        for (unsigned height = 1; height <= 9; height++) {
            uint8_t blocks[9 * 8];
            unsigned across = (width + 3) / 4;
            size_t size = dxt_size(DXT1_OPAQUE, width, height);
            assert_int_equal(size, across * ((height + 3) / 4) * 8);
            for (unsigned i = 0; i < size / 8; i++) {
                put_colours(blocks + 8 * i, (i + 1) << 11, 0, first);
            }
            uint8_t *data = malloc(size);
            uint8_t *rgba = malloc((size_t)width * height * 4);
            memcpy(data, blocks, size);
            dxt_decode(DXT1_OPAQUE, data, size, width, height, rgba);
            for (unsigned i = 0; i < width * height; i++) {
                unsigned block = i / width / 4 * across + i % width / 4;
                unsigned r = block + 1;
                is_texel(rgba + (size_t)4 * i, r << 3 | r >> 2, 0, 0, 255);
            }
            free(rgba);
            free(data);
        }
    }
}

static void blocks_that_are_missing_are_black(void **state)
{
    (void)state;
    static const unsigned first[4] = {0, 0, 0, 0};
    uint8_t blocks[32];
    uint8_t rgba[8 * 8 * 4];
    put_colours(blocks, RED, 0, first);
    put_colours(blocks + 8, RED, 0, first);
    put_colours(blocks + 16, RED, 0, first);
    memset(rgba, 0x5a, sizeof rgba);
    dxt_decode(DXT1_OPAQUE, blocks, 31, 8, 8, rgba);
    is_texel(rgba + 4 * 8 * 7, 255, 0, 0, 255);
    is_texel(rgba + 4 * (8 * 7 + 4), 0, 0, 0, 255);
    dxt_decode(DXT1_ALPHA, blocks, 8, 8, 8, rgba);
    is_texel(rgba, 255, 0, 0, 255);
    is_texel(rgba + 4 * 4, 0, 0, 0, 0);
    is_texel(rgba + 4 * 63, 0, 0, 0, 0);
    dxt_decode(DXT5, blocks, 0, 8, 8, rgba);
    is_texel(rgba, 0, 0, 0, 0);
}

int test_dxt(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_colours_are_thirds_rounded_to_nearest),
        cmocka_unit_test(thirds_and_halves_are_those_of_plain_division),
        cmocka_unit_test(channels_widen_by_repeating_their_high_bits),
        cmocka_unit_test(three_colours_end_in_black_that_only_dxt1_alpha_sees_through),
        cmocka_unit_test(dxt3_alpha_is_a_nibble_a_texel_and_colours_are_always_four),
        cmocka_unit_test(dxt5_alpha_has_eight_steps_or_six_and_the_ends),
        cmocka_unit_test(sizes_that_are_no_multiple_of_four_keep_their_rows),
        cmocka_unit_test(blocks_that_are_missing_are_black),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
