/* Every instruction set hashes contents as hash128 does: records of other machines stay valid. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "assets/content_hash.h"

/* Lengths at which XXH3 changes its way, and some that end anywhere in its stripes and blocks. */
static void all_instruction_sets_give_the_hash_of_the_library(void **state)
{
    (void)state;
    static const size_t sizes[] = {0, 1, 4, 9, 17, 129, 240, 241, 1024, 1087, 4096, 70001, 262144};
    static uint8_t bytes[262144 + 1];
    uint32_t random = 7;
    for (size_t i = 0; i < sizeof bytes; i++) {
        random = random * 1664525 + 1013904223;
        bytes[i] = (uint8_t)(random >> 24);
    }
    for (int cpu = ADTMAP_CPU_AUTO; cpu < ADTMAP_CPU_KINDS; cpu++) {
        const struct content_hash *variant = content_hash_get((enum adtmap_cpu)cpu);
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            for (size_t at = 0; at < 2; at++) { /* aligned, and not */
                assert_true(hash128_equal(variant->hash(bytes + at, sizes[i]),
                                          hash128(bytes + at, sizes[i])));
            }
        }
    }
}

/* Of rows that lie apart, with a head in front of them. */
static void all_instruction_sets_give_the_hash_of_rows(void **state)
{
    (void)state;
    enum { HEAD = 8, ROW = 333, STRIDE = 350, ROWS = 40 };
    static uint8_t apart[STRIDE * ROWS];
    static uint8_t together[HEAD + ROW * ROWS];
    memset(together, 9, HEAD);
    for (size_t i = 0; i < sizeof apart; i++) {
        apart[i] = (uint8_t)(i * i >> 3);
    }
    for (size_t y = 0; y < ROWS; y++) {
        memcpy(together + HEAD + y * ROW, apart + y * STRIDE, ROW);
    }
    for (int cpu = ADTMAP_CPU_AUTO; cpu < ADTMAP_CPU_KINDS; cpu++) {
        const struct content_hash *variant = content_hash_get((enum adtmap_cpu)cpu);
        for (size_t rows = 0; rows <= ROWS; rows++) {
            const struct content_rows some = {apart, ROW, STRIDE, rows};
            assert_true(hash128_equal(variant->hash_rows(together, HEAD, &some),
                                      hash128(together, HEAD + rows * ROW)));
        }
    }
}

int test_content_hash(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_instruction_sets_give_the_hash_of_the_library),
        cmocka_unit_test(all_instruction_sets_give_the_hash_of_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
