/* When no more files of an archive are tried. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "assets/sources/packed/unpack_waste.h"

static void the_file_that_made_it_too_much_is_said_once(void **state)
{
    (void)state;
    struct unpack_waste waste = {0};
    assert_false(unpack_waste_add_damaged(&waste, UNPACK_WASTE_MAX - 1));
    assert_false(unpack_waste_is_too_much(&waste));
    assert_true(unpack_waste_add_damaged(&waste, 5));
    assert_true(unpack_waste_is_too_much(&waste));
    assert_false(unpack_waste_add_damaged(&waste, 5)); /* of another thread */
}

static void files_of_usual_density_cost_nothing(void **state)
{
    (void)state;
    const uint64_t gib = UINT64_C(1) << 30;
    struct unpack_waste waste = {0};
    for (unsigned i = 0; i < 1000; i++) {
        assert_false(unpack_waste_add_sound(&waste, 16 * gib,
                                            unpack_waste_fair_bytes(gib / 64, gib, gib), gib));
    }
    assert_false(unpack_waste_is_too_much(&waste));
}

/* A gibibyte of zeros in a mebibyte, as zlib packs it, again and again. */
static void files_far_larger_than_their_packed_bytes_cost_the_rest(void **state)
{
    (void)state;
    const uint64_t gib = UINT64_C(1) << 30;
    struct unpack_waste waste = {0};
    unsigned files = 1;
    const uint64_t fair = unpack_waste_fair_bytes(gib / 1024, gib, gib);
    while (!unpack_waste_add_sound(&waste, gib, fair, gib)) {
        files++;
    }
    assert_int_equal(files, 3);
}

/* A thousand names that all lie on one megabyte have between them what that may give. */
static void names_that_share_bytes_share_what_is_fair(void **state)
{
    (void)state;
    const uint64_t mib = 1 << 20;
    assert_int_equal(unpack_waste_fair_bytes(mib, mib, 1000 * mib),
                     UNPACK_WASTE_RATIO * mib / 1000);
    assert_int_equal(unpack_waste_fair_bytes(mib, 1000 * mib, 1000 * mib),
                     UNPACK_WASTE_RATIO * mib);
}

int test_unpack_waste(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_file_that_made_it_too_much_is_said_once),
        cmocka_unit_test(files_of_usual_density_cost_nothing),
        cmocka_unit_test(files_far_larger_than_their_packed_bytes_cost_the_rest),
        cmocka_unit_test(names_that_share_bytes_share_what_is_fair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
