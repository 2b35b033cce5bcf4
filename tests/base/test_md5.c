/* MD5 against the test suite of RFC 1321. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/md5.h"

static void check(const char *text, const char *hex)
{
    struct md5 sum = md5_of(text, strlen(text));
    char got[33];
    for (size_t i = 0; i < sizeof sum.bytes; i++) {
        snprintf(got + 2 * i, 3, "%02x", sum.bytes[i]);
    }
    assert_string_equal(got, hex);
}

static void test_published_vectors(void **state)
{
    (void)state;
    check("", "d41d8cd98f00b204e9800998ecf8427e");
    check("a", "0cc175b9c0f1b6a831c399e269772661");
    check("message digest", "f96b697d7cb7938d525a2f31aaf161d0");
    check("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
          "d174ab98d277d9f5a5611c2c9f419d9f");
    check("1234567890123456789012345678901234567890123456789012345678901234567890123456789"
          "0",
          "57edf4a22be3c955ac49da2e2107b67a");
}

int test_md5(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_published_vectors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
