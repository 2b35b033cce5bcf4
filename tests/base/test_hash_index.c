/* The index by hash: look-up, growth, equal hashes and long runs of neighbours. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/hash_index.h"

/* How many things have the hash; the last in *number. */
static unsigned count_of(const struct hash_index *index, uint64_t hash, uint32_t *number)
{
    unsigned count = 0;
    struct hash_probe probe = hash_index_probe(index, hash);
    while (hash_index_next(index, &probe)) {
        *number = probe.number;
        count++;
    }
    return count;
}

static void an_empty_index_has_nothing(void **state)
{
    (void)state;
    struct hash_index index = {0};
    uint32_t number;
    assert_int_equal(count_of(&index, 0, &number), 0);
    hash_index_clear(&index);
    assert_true(hash_index_reserve(&index, 0));
    assert_int_equal(count_of(&index, 7, &number), 0);
    hash_index_free(&index);
}

static void a_thing_is_found_once_it_is_added(void **state)
{
    (void)state;
    struct hash_index index = {0};
    uint32_t number;
    for (uint32_t i = 0; i < 10000; i++) {
        uint64_t hash = i * UINT64_C(0x9E3779B97F4A7C15);
        assert_int_equal(count_of(&index, hash, &number), 0);
        assert_true(hash_index_add(&index, hash, i));
    }
    for (uint32_t i = 0; i < 10000; i++) {
        assert_int_equal(count_of(&index, i * UINT64_C(0x9E3779B97F4A7C15), &number), 1);
        assert_int_equal(number, i);
    }
    hash_index_clear(&index);
    assert_int_equal(count_of(&index, 0, &number), 0);
    assert_int_equal(index.count, 0);
    hash_index_free(&index);
    assert_int_equal(count_of(&index, 0, &number), 0);
}

static void things_of_one_slot_stay_apart(void **state)
{
    (void)state;
    struct hash_index index = {0};
    uint32_t number;
    for (uint32_t i = 1; i <= 40; i++) {
        assert_true(hash_index_add(&index, (uint64_t)i << 6 | 63, i));
    }
    assert_int_equal(count_of(&index, 40 << 6 | 63, &number), 1);
    assert_int_equal(number, 40);
    assert_int_equal(count_of(&index, 41 << 6 | 63, &number), 0);
    hash_index_free(&index);
}

static void things_of_one_hash_are_all_found(void **state)
{
    (void)state;
    struct hash_index index = {0};
    uint32_t number;
    for (uint32_t i = 0; i < 100; i++) {
        assert_true(hash_index_add(&index, 5, i));
    }
    assert_int_equal(count_of(&index, 5, &number), 100);
    hash_index_free(&index);
}

static void what_is_reserved_is_not_moved(void **state)
{
    (void)state;
    struct hash_index index = {0};
    assert_true(hash_index_reserve(&index, 1000));
    const struct hash_slot *slots = index.slots;
    for (uint32_t i = 0; i < 1000; i++) {
        assert_true(hash_index_add(&index, i, i));
    }
    assert_ptr_equal(index.slots, slots);
    hash_index_free(&index);
}

int test_hash_index(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_index_has_nothing),
        cmocka_unit_test(a_thing_is_found_once_it_is_added),
        cmocka_unit_test(things_of_one_slot_stay_apart),
        cmocka_unit_test(things_of_one_hash_are_all_found),
        cmocka_unit_test(what_is_reserved_is_not_moved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
