/* When an archive is given up. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "assets/sources/mpq_damage.h"

static void the_third_file_is_the_last(void **state)
{
    (void)state;
    struct mpq_damage damage = {0};
    assert_false(mpq_damage_add(&damage, 2));
    assert_false(mpq_damage_add(&damage, 2));
    assert_false(mpq_damage_is_too_much(&damage));
    assert_true(mpq_damage_add(&damage, 2));
    assert_true(mpq_damage_is_too_much(&damage));
    assert_false(mpq_damage_add(&damage, 2)); /* of another thread: it is said once */
}

static void one_file_of_ten_seconds_is_enough(void **state)
{
    (void)state;
    struct mpq_damage damage = {0};
    assert_true(mpq_damage_add(&damage, 10));
    assert_true(mpq_damage_is_too_much(&damage));
}

int test_mpq_damage(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_third_file_is_the_last),
        cmocka_unit_test(one_file_of_ten_seconds_is_enough),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
