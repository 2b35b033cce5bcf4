/* Growing and sorted arrays, with none, one and many items. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>
#include <stdbool.h>
#ifndef _WIN32
#include <sys/resource.h>
#endif

#include "base/array.h"
#include "base/size.h"

static void an_array_grows_and_keeps_its_items(void **state)
{
    (void)state;
    uint32_t *items = NULL;
    for (uint32_t i = 0; i < 1000; i++) {
        assert_true(ARRAY_ROOM(items, i));
        items[i] = i;
        if (i == 100) { /* one that has shrunk goes on */
            assert_true(ARRAY_ROOM(items, 3));
        }
    }
    for (uint32_t i = 0; i < 1000; i++) {
        assert_int_equal(items[i], i);
    }
    uint32_t *before = items;
    assert_false(array_room(&items, 1024, SIZE_MAX / 4)); /* no memory: it stays as it was */
    assert_ptr_equal(items, before);
    free(items);
    items = NULL;
    assert_false(array_room(&items, 0, SIZE_MAX / 4));
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
    uint16_t small[] = {9, UINT16_MAX, 0, 9};
    static const uint16_t few[] = {0, 9, UINT16_MAX};
    assert_int_equal(array_sort_unique(small, 4, sizeof *small, array_compare_u16), 3);
    assert_memory_equal(small, few, sizeof few);
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

struct pair {
    uint32_t key;
    uint32_t place;
    char more[12]; /* no size that is copied in one move */
};

static int compare_pairs(const void *a, const void *b, void *context)
{
    uint32_t mask = *(const uint32_t *)context;
    uint32_t x = ((const struct pair *)a)->key & mask;
    uint32_t y = ((const struct pair *)b)->key & mask;
    return (x > y) - (x < y);
}

static void equal_items_keep_their_order(void **state)
{
    (void)state;
    static struct pair items[3000];
    uint32_t mask = 15;
    for (uint32_t count = 0; count <= 3000; count = count < 40 ? count + 1 : count * 3) {
        uint32_t seed = count;
        for (uint32_t i = 0; i < count; i++) {
            seed = seed * 1664525 + 1013904223;
            items[i] = (struct pair){.key = seed >> 20, .place = i};
        }
        array_sort_in(items, count, sizeof *items, compare_pairs, &mask);
        for (uint32_t i = 1; i < count; i++) {
            uint32_t before = items[i - 1].key & mask;
            uint32_t here = items[i].key & mask;
            assert_true(before < here || (before == here && items[i - 1].place < items[i].place));
        }
    }
    array_sort(NULL, 0, sizeof(uint32_t), array_compare_u32);
}

#ifndef _WIN32
/* It took hours: each item was moved before all greater ones. */
static void a_million_items_are_sorted_without_memory(void **state)
{
    (void)state;
    static struct pair items[1000000];
    uint32_t mask = 1023;
    uint32_t seed = 1;
    struct rlimit before;
    if (ADTMAP_SANITIZED) {
        skip();
    }
    for (uint32_t i = 0; i < 1000000; i++) {
        seed = seed * 1664525 + 1013904223;
        items[i] = (struct pair){.key = seed >> 20, .place = i};
    }
    assert_int_equal(getrlimit(RLIMIT_AS, &before), 0);
    const struct rlimit none = {1, before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_AS, &none), 0);
    struct rlimit now;
    if (getrlimit(RLIMIT_AS, &now) || now.rlim_cur != none.rlim_cur) {
        skip(); /* qemu has no limits */
    }
    void *volatile memory = malloc(sizeof items / 2); /* clang leaves out one that nobody reads */
    bool has_memory = memory != NULL;
    array_sort_in(items, 1000000, sizeof *items, compare_pairs, &mask);
    setrlimit(RLIMIT_AS, &before);
    free(memory);
    assert_false(has_memory);
    for (uint32_t i = 1; i < 1000000; i++) {
        uint32_t last = items[i - 1].key & mask;
        uint32_t here = items[i].key & mask;
        assert_true(last < here || (last == here && items[i - 1].place < items[i].place));
    }
}
#endif

static int compare_u64(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a;
    uint64_t y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Few and many, which differ in no byte, in one, in two and in all. */
static void numbers_are_sorted(void **state)
{
    (void)state;
    static const uint64_t masks[] = {0x3f, 0xff00, 0xff00ff, UINT64_MAX, 0};
    static const size_t counts[] = {0, 1, 2, 60, 500};
    for (size_t m = 0; m < COUNT_OF(masks); m++) {
        for (size_t c = 0; c < COUNT_OF(counts); c++) {
            uint64_t items[500];
            uint64_t before = 0;
            uint64_t after = 0;
            for (size_t i = 0; i < counts[c]; i++) {
                items[i] = (i + 7) * UINT64_C(0x9E3779B97F4A7C15) & masks[m];
                before += items[i] * items[i];
            }
            array_sort_u64(items, counts[c]);
            for (size_t i = 0; i < counts[c]; i++) {
                after += items[i] * items[i];
                assert_true(i == 0 || items[i - 1] <= items[i]);
            }
            assert_true(before == after);
        }
    }
}

static void words_of_both_sizes_are_sorted(void **state)
{
    (void)state;
    uint32_t small[1000];
    uint64_t large[1000];
    for (uint32_t i = 0; i < 1000; i++) {
        small[i] = i * 7919 % 1000;
        large[i] = (uint64_t)small[i] << 32;
    }
    array_sort(small, 1000, sizeof *small, array_compare_u32);
    array_sort(large, 1000, sizeof *large, compare_u64);
    for (uint32_t i = 0; i < 1000; i++) {
        assert_int_equal(small[i], i);
        assert_int_equal(large[i], (uint64_t)i << 32);
    }
}

static void sizes_beyond_memory_are_refused(void **state)
{
    (void)state;
    uint32_t *items = array_resize(NULL, 3, sizeof *items);
    assert_non_null(items);
    assert_null(array_resize(items, SIZE_MAX / 2, sizeof *items));
    free(items);
    void *nothing = array_resize(NULL, 0, sizeof *items);
    assert_non_null(nothing);
    free(nothing);
}

int test_array(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_array_grows_and_keeps_its_items),
        cmocka_unit_test(equal_items_become_one),
        cmocka_unit_test(a_search_finds_each_item_and_each_gap),
        cmocka_unit_test(the_first_of_equal_items_is_found),
        cmocka_unit_test(equal_items_keep_their_order),
#ifndef _WIN32
        cmocka_unit_test(a_million_items_are_sorted_without_memory),
#endif
        cmocka_unit_test(numbers_are_sorted),
        cmocka_unit_test(words_of_both_sizes_are_sorted),
        cmocka_unit_test(sizes_beyond_memory_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
