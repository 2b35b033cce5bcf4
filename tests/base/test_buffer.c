/* Buffers that grow. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "base/buffer.h"

static void nothing_has_a_place_in_an_empty_buffer(void **state)
{
    (void)state;
    struct buffer buffer = {0};
    assert_non_null(buffer_extend(&buffer, 0));
    assert_int_equal(buffer.size, 0);
    assert_false(buffer.failed);
    buffer_free(&buffer);
}

static void bytes_stay_while_it_grows(void **state)
{
    (void)state;
    struct buffer buffer = {0};
    for (unsigned i = 0; i < 5000; i++) {
        buffer_u16le(&buffer, (uint16_t)i);
    }
    assert_int_equal(buffer.size, 10000);
    for (unsigned i = 0; i < 5000; i++) {
        assert_int_equal(buffer.data[2 * i], i & 0xFF);
        assert_int_equal(buffer.data[2 * i + 1], i >> 8);
    }
    buffer_free(&buffer);
}

static void nothing_follows_what_failed(void **state)
{
    (void)state;
    struct buffer buffer = {0};
    buffer_append(&buffer, "abc", 3);
    assert_null(buffer_extend(&buffer, SIZE_MAX / 2));
    assert_true(buffer.failed);
    buffer_append(&buffer, "d", 1);
    assert_null(buffer_extend(&buffer, 0));
    assert_int_equal(buffer.size, 3);
    buffer_clear(&buffer);
    buffer_append(&buffer, "d", 1);
    assert_memory_equal(buffer.data, "d", 1);
    buffer_free(&buffer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_has_a_place_in_an_empty_buffer),
        cmocka_unit_test(bytes_stay_while_it_grows),
        cmocka_unit_test(nothing_follows_what_failed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
