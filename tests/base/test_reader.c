/* Little-endian loads and stores at odd addresses; bytes of arrays. */
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

/* Products beyond 32 bits, which are 0, 4 or 8 where sizes have so many. */
static void arrays_longer_than_any_size_are_not_there(void **state)
{
    static const uint8_t bytes[12] = {0};
    static const uint32_t longer[][2] = {
        {0x10000, 0x10000}, {0x40000001, 4}, {0x80000004, 2}, {13, 1}};
    (void)state;
    for (size_t i = 0; i < sizeof longer / sizeof *longer; i++) {
        struct reader reader = reader_make(bytes, sizeof bytes);
        assert_null(reader_array(&reader, longer[i][0], longer[i][1]));
        assert_true(reader.bad);
    }
    struct reader reader = reader_make(bytes, sizeof bytes);
    assert_ptr_equal(reader_array(&reader, 3, 4), bytes);
    assert_int_equal(reader_left(&reader), 0);
}

int test_reader(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_little_endian),
        cmocka_unit_test(arrays_longer_than_any_size_are_not_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
