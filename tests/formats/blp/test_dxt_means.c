/* DXT blocks and their means, compared with the plain form. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "formats/blp/dxt.h"
#include "formats/blp/dxt_plain.h"
#include "render/random.h"

enum { BLOCK_BYTES = 16, RUN = 256 };

/* One channel of the mean of a block's texels, by the definition. */
static unsigned mean_of(const uint8_t *texels, unsigned channel, bool by_alpha)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < 16; i++) {
        unsigned weight = by_alpha && channel < 3 ? texels[4 * i + 3] : 255;
        sum += texels[4 * i + channel] * weight;
    }
    return (sum + 16 * 255 / 2) / (16 * 255);
}

/* Each block in a run has the texels of the plain form, and their mean. */
static void have_means(enum dxt_kind kind, const uint8_t *blocks, size_t count)
{
    size_t size = dxt_size(kind, 4, 4);
    uint8_t plain[64];
    uint8_t texels[64];
    uint8_t means[4 * RUN];
    assert_true(count <= RUN);
    for (unsigned by_alpha = 0; by_alpha < 2; by_alpha++) {
        dxt_decode_means(kind, by_alpha, blocks, size * count, count, means);
        for (size_t i = 0; i < count; i++) {
            dxt_plain_block(kind, blocks + i * size, plain);
            dxt_decode(kind, blocks + i * size, size, 4, 4, texels);
            assert_memory_equal(texels, plain, sizeof plain);
            for (unsigned c = 0; c < 4; c++) {
                assert_int_equal(means[4 * i + c], mean_of(plain, c, by_alpha));
            }
        }
    }
}

static void random_block(struct random *random, uint8_t block[BLOCK_BYTES])
{
    for (size_t i = 0; i < BLOCK_BYTES; i++) {
        block[i] = (uint8_t)random_next(random);
    }
}

static const enum dxt_kind kinds[] = {DXT1_OPAQUE, DXT1_ALPHA, DXT3, DXT5};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* Of three blocks, the last is missing. */
static void means_are_those_of_the_texels(void **state)
{
    (void)state;
    struct random random = random_seeded();
    for (unsigned i = 0; i < 4000; i++) {
        enum dxt_kind kind = kinds[i % 4];
        bool by_alpha = i / 4 % 2;
        uint8_t blocks[2 * 16];
        uint8_t texels[64];
        uint8_t means[3 * 4];
        size_t size = 2 * dxt_size(kind, 4, 4);
        for (size_t k = 0; k < sizeof blocks; k++) {
            bool opaque = i % 16 < 4 && k % 16 < 8;
            blocks[k] = opaque ? 255 : (uint8_t)random_next(&random);
        }
        dxt_decode_means(kind, by_alpha, blocks, size, 3, means);
        for (unsigned b = 0; b < 3; b++) {
            size_t before = b * size / 2;
            dxt_decode(kind, blocks + before, size - before, 4, 4, texels);
            for (unsigned c = 0; c < 4; c++) {
                assert_int_equal(means[4 * b + c], mean_of(texels, c, by_alpha));
            }
        }
    }
}

/* Runs of each length, whatever is taken together. */
static void runs_of_all_lengths_are_as_the_plain_form(void **state)
{
    (void)state;
    uint8_t blocks[RUN * BLOCK_BYTES];
    struct random random = random_seeded();
    for (unsigned count = 0; count <= RUN; count++) {
        for (unsigned i = 0; i < count; i++) {
            random_block(&random, blocks + (size_t)BLOCK_BYTES * i);
        }
        for (unsigned k = 0; k < KINDS; k++) {
            have_means(kinds[k], blocks, count);
        }
    }
}

/* All pairs of ends, equal ones too, in both orders; the indices are random. */
static void all_pairs_of_dxt5_alphas_are_as_the_plain_form(void **state)
{
    (void)state;
    uint8_t blocks[RUN * BLOCK_BYTES];
    struct random random = random_seeded();
    for (unsigned first = 0; first < 256; first++) {
        for (unsigned i = 0; i < RUN; i++) {
            uint8_t *block = blocks + (size_t)BLOCK_BYTES * i;
            random_block(&random, block);
            block[0] = (uint8_t)first;
            block[1] = (uint8_t)i;
        }
        have_means(DXT5, blocks, RUN);
    }
}

/* Each byte of a block is 0 or 255: opaque, transparent, one colour, one index, and between. */
static void blocks_of_extreme_bytes_are_as_the_plain_form(void **state)
{
    (void)state;
    uint8_t blocks[RUN * BLOCK_BYTES];
    for (unsigned first = 0; first < 1U << BLOCK_BYTES; first += RUN) {
        for (unsigned i = 0; i < RUN * BLOCK_BYTES; i++) {
            blocks[i] = (first + i / BLOCK_BYTES) >> i % BLOCK_BYTES & 1 ? 255 : 0;
        }
        for (unsigned k = 0; k < KINDS; k++) {
            have_means(kinds[k], blocks, RUN);
        }
    }
}

/* Blocks of which each differs in one bit of 64 from one whose alphas are all 255. */
static void put_nearly_opaque(struct random *random, const uint8_t opaque[8], uint8_t *blocks)
{
    for (unsigned bit = 0; bit < 64; bit++) {
        uint8_t *block = blocks + (size_t)BLOCK_BYTES * bit;
        random_block(random, block);
        memcpy(block, opaque, 8);
        block[bit / 8] ^= (uint8_t)(1U << bit % 8);
    }
}

static void a_block_that_is_nearly_opaque_is_not_taken_for_opaque(void **state)
{
    (void)state;
    static const uint8_t of_dxt3[8] = {255, 255, 255, 255, 255, 255, 255, 255};
    static const uint8_t of_dxt5[8] = {255};
    uint8_t blocks[64 * BLOCK_BYTES];
    struct random random = random_seeded();
    put_nearly_opaque(&random, of_dxt3, blocks);
    have_means(DXT3, blocks, 64);
    put_nearly_opaque(&random, of_dxt5, blocks);
    have_means(DXT5, blocks, 64);
}

int test_dxt_means(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(means_are_those_of_the_texels),
        cmocka_unit_test(runs_of_all_lengths_are_as_the_plain_form),
        cmocka_unit_test(all_pairs_of_dxt5_alphas_are_as_the_plain_form),
        cmocka_unit_test(blocks_of_extreme_bytes_are_as_the_plain_form),
        cmocka_unit_test(a_block_that_is_nearly_opaque_is_not_taken_for_opaque),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
