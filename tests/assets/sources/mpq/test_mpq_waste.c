/* When no more files of an archive are tried. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "assets/sources/mpq/mpq_waste.h"

static void the_file_that_made_it_too_much_is_said_once(void **state)
{
    (void)state;
    struct mpq_waste waste = {0};
    assert_false(mpq_waste_add_damaged(&waste, MPQ_WASTE_MAX - 1));
    assert_false(mpq_waste_is_too_much(&waste));
    assert_true(mpq_waste_add_damaged(&waste, 5));
    assert_true(mpq_waste_is_too_much(&waste));
    assert_false(mpq_waste_add_damaged(&waste, 5)); /* of another thread */
}

static void files_of_usual_density_cost_nothing(void **state)
{
    (void)state;
    const uint64_t gib = UINT64_C(1) << 30;
    struct mpq_waste waste = {0};
    for (unsigned i = 0; i < 1000; i++) {
        assert_false(
            mpq_waste_add_sound(&waste, 16 * gib, mpq_waste_fair_bytes(gib / 64, gib, gib), gib));
    }
    assert_false(mpq_waste_is_too_much(&waste));
}

/* A gibibyte of zeros in a mebibyte, as zlib packs it, again and again. */
static void files_far_larger_than_their_packed_bytes_cost_the_rest(void **state)
{
    (void)state;
    const uint64_t gib = UINT64_C(1) << 30;
    struct mpq_waste waste = {0};
    unsigned files = 1;
    const uint64_t fair = mpq_waste_fair_bytes(gib / 1024, gib, gib);
    while (!mpq_waste_add_sound(&waste, gib, fair, gib)) {
        files++;
    }
    assert_int_equal(files, 3);
}

/* A thousand names that all lie on one megabyte have between them what that may give. */
static void names_that_share_bytes_share_what_is_fair(void **state)
{
    (void)state;
    const uint64_t mib = 1 << 20;
    assert_int_equal(mpq_waste_fair_bytes(mib, mib, 1000 * mib), MPQ_WASTE_RATIO * mib / 1000);
    assert_int_equal(mpq_waste_fair_bytes(mib, 1000 * mib, 1000 * mib), MPQ_WASTE_RATIO * mib);
}

int test_mpq_waste(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_file_that_made_it_too_much_is_said_once),
        cmocka_unit_test(files_of_usual_density_cost_nothing),
        cmocka_unit_test(files_far_larger_than_their_packed_bytes_cost_the_rest),
        cmocka_unit_test(names_that_share_bytes_share_what_is_fair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
