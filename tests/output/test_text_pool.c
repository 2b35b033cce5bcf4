/* Texts that are kept once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "output/text_pool.h"

static void equal_texts_are_one_pointer(void **state)
{
    (void)state;
    struct text_pool pool = {0};
    const char *wolf = text_pool_add(&pool, "Wolf", 4);
    assert_string_equal(wolf, "Wolf");
    assert_ptr_equal(text_pool_add(&pool, "Wolfskin", 4), wolf);
    assert_ptr_not_equal(text_pool_add(&pool, "Wol", 3), wolf);
    assert_ptr_not_equal(text_pool_add(&pool, "Wolves", 6), wolf);
    const char *empty = text_pool_add(&pool, "", 0);
    assert_string_equal(empty, "");
    assert_ptr_equal(text_pool_add(&pool, "", 0), empty);
    assert_int_equal(pool.count, 4);
    assert_false(pool.failed);
    text_pool_free(&pool);
}

/* Pointers stay while the pool grows; a text may be longer than a piece. */
static void many_and_long_texts_stay(void **state)
{
    (void)state;
    struct text_pool pool = {0};
    enum { COUNT = 20000, LONG = 100000 };
    static const char *kept[COUNT];
    static char text[LONG + 1];
    for (int i = 0; i < COUNT; i++) {
        int length = snprintf(text, sizeof text, "text %d", i);
        kept[i] = text_pool_add(&pool, text, (size_t)length);
    }
    memset(text, 'x', LONG);
    const char *longest = text_pool_add(&pool, text, LONG);
    assert_int_equal(strlen(longest), LONG);
    for (int i = 0; i < COUNT; i++) {
        int length = snprintf(text, sizeof text, "text %d", i);
        assert_ptr_equal(text_pool_add(&pool, text, (size_t)length), kept[i]);
        assert_string_equal(kept[i], text);
    }
    assert_int_equal(pool.count, COUNT + 1);
    text_pool_free(&pool);
    assert_string_equal(text_pool_add(&pool, "again", 5), "again");
    text_pool_free(&pool);
}

int test_text_pool(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_texts_are_one_pointer),
        cmocka_unit_test(many_and_long_texts_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
