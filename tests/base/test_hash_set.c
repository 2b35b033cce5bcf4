/* The set of hashes: membership, growth, the hash 0 and long runs of neighbours. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/hash_set.h"

static void an_empty_set_has_nothing(void **state)
{
    (void)state;
    struct hash_set set = {0};
    assert_false(hash_set_has(&set, 0));
    assert_false(hash_set_has(&set, 7));
    hash_set_free(&set);
}

static void a_hash_is_there_once_it_is_added(void **state)
{
    (void)state;
    struct hash_set set = {0};
    for (uint64_t i = 0; i < 10000; i++) {
        uint64_t hash = i * UINT64_C(0x9E3779B97F4A7C15);
        assert_true(i == 0 || !hash_set_has(&set, hash));
        assert_true(hash_set_add(&set, hash));
        assert_true(hash_set_add(&set, hash));
        assert_int_equal(set.count, i + 1);
    }
    for (uint64_t i = 0; i < 10000; i++) {
        assert_true(hash_set_has(&set, i * UINT64_C(0x9E3779B97F4A7C15)));
    }
    assert_false(hash_set_has(&set, 12345));
    hash_set_free(&set);
    assert_false(hash_set_has(&set, 0));
}

static void hashes_of_one_slot_stay_apart(void **state)
{
    (void)state;
    struct hash_set set = {0};
    for (uint64_t i = 1; i <= 40; i++) {
        assert_true(hash_set_add(&set, i << 32 | 63));
    }
    assert_int_equal(set.count, 40);
    assert_true(hash_set_has(&set, UINT64_C(40) << 32 | 63));
    assert_false(hash_set_has(&set, UINT64_C(41) << 32 | 63));
    hash_set_free(&set);
}

int test_hash_set(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_set_has_nothing),
        cmocka_unit_test(a_hash_is_there_once_it_is_added),
        cmocka_unit_test(hashes_of_one_slot_stay_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
