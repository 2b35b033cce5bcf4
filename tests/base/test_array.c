/* Growing and sorted arrays, with none, one and many items. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/array.h"

static void an_array_grows_and_keeps_its_items(void **state)
{
    (void)state;
    uint32_t *items = NULL;
    for (uint32_t i = 0; i < 1000; i++) {
        items = array_room(items, i, sizeof *items);
        assert_non_null(items);
        items[i] = i;
        if (i == 100) { /* one that has shrunk goes on */
            items = array_room(items, 3, sizeof *items);
            assert_non_null(items);
        }
    }
    for (uint32_t i = 0; i < 1000; i++) {
        assert_int_equal(items[i], i);
    }
    free(items);
    assert_null(array_room(NULL, 0, SIZE_MAX / 4));
}

static void equal_items_become_one(void **state)
{
    (void)state;
    uint32_t items[] = {7, 1, 7, 3, 1, 1, UINT32_MAX, 0};
    static const uint32_t wanted[] = {0, 1, 3, 7, UINT32_MAX};
    assert_int_equal(array_sort_unique(items, 8, sizeof *items, array_compare_u32), 5);
    assert_memory_equal(items, wanted, sizeof wanted);
    assert_int_equal(array_sort_unique(items, 1, sizeof *items, array_compare_u32), 1);
    assert_int_equal(array_sort_unique(NULL, 0, sizeof *items, array_compare_u32), 0);
}

static void a_search_finds_each_item_and_each_gap(void **state)
{
    (void)state;
    uint32_t items[20];
    for (uint32_t count = 0; count <= 20; count++) {
        for (uint32_t i = 0; i < count; i++) {
            items[i] = 2 * i + 1;
        }
        for (uint32_t key = 0; key <= 2 * count + 1; key++) {
            size_t at = array_lower_bound(&key, items, count, sizeof key, array_compare_u32);
            size_t after = array_upper_bound(&key, items, count, sizeof key, array_compare_u32);
            const uint32_t *found = array_find(&key, items, count, sizeof key, array_compare_u32);
            assert_int_equal(at, key / 2 < count ? key / 2 : count);
            assert_int_equal(after, (key + 1) / 2 < count ? (key + 1) / 2 : count);
            assert_ptr_equal(found, key % 2 == 1 && key / 2 < count ? &items[key / 2] : NULL);
        }
    }
    assert_null(array_find(&items[0], NULL, 0, sizeof *items, array_compare_u32));
}

static void the_first_of_equal_items_is_found(void **state)
{
    (void)state;
    const uint32_t items[] = {1, 4, 4, 4, 9};
    const uint32_t key = 4;
    assert_ptr_equal(array_find(&key, items, 5, sizeof key, array_compare_u32), &items[1]);
    assert_int_equal(array_upper_bound(&key, items, 5, sizeof key, array_compare_u32), 4);
}

int test_array(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_array_grows_and_keeps_its_items),
        cmocka_unit_test(equal_items_become_one),
        cmocka_unit_test(a_search_finds_each_item_and_each_gap),
        cmocka_unit_test(the_first_of_equal_items_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
