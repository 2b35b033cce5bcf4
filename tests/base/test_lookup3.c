/* lookup3 against the values that its author and the clients' users have published. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/lookup3.h"

static void test_names_hash_as_in_real_clients(void **state)
{
    (void)state;
    assert_int_equal(lookup3_name(""), UINT64_C(0xdeadbeefdeadbeef));
    assert_int_equal(lookup3_name("Interface/Icons/INV_Misc_QuestionMark.blp"),
                     UINT64_C(0x9eb59e3c76124837));
    assert_int_equal(lookup3_name("interface\\icons\\inv_misc_questionmark.BLP"),
                     UINT64_C(0x9eb59e3c76124837));
}

/* The driver of the author's program prints these. */
static void test_published_pairs(void **state)
{
    static const char text[] = "Four score and seven years ago";
    (void)state;
    struct lookup3 plain = lookup3_pair(text, strlen(text), (struct lookup3){0, 0});
    assert_int_equal(plain.c, 0x17770551);
    assert_int_equal(plain.b, 0xce7226e6);
    struct lookup3 seeded = lookup3_pair(text, strlen(text), (struct lookup3){1, 0});
    assert_int_equal(seeded.c, 0xcd628161);
    assert_int_equal(seeded.b, 0x6cbea4b3);
    struct lookup3 second = lookup3_pair(text, strlen(text), (struct lookup3){0, 1});
    assert_int_equal(second.c, 0xe3607cae);
    assert_int_equal(second.b, 0xbd371de4);
}

int test_lookup3(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names_hash_as_in_real_clients),
        cmocka_unit_test(test_published_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
