/* Little-endian loads and stores at odd addresses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/reader.h"

static void numbers_are_little_endian(void **state)
{
    static const uint8_t bytes[] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    uint8_t out[9] = {0};
    (void)state;
    assert_int_equal(load_u16(bytes + 1), 0x0201);
    assert_int_equal(load_u32(bytes + 1), 0x04030201);
    assert_true(load_u64(bytes + 1) == 0x0807060504030201);
    store_u64(out + 1, 0x0807060504030201);
    assert_memory_equal(out, bytes, sizeof out);
    store_u32(out + 1, 0x04030209);
    assert_int_equal(out[1], 9);
    assert_memory_equal(out + 2, bytes + 2, 7);
}

int test_reader(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(numbers_are_little_endian)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
