/* Libraries that are loaded when they are needed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "os/process.h"

static void a_library_has_the_functions_that_it_has(void **state)
{
    (void)state;
    assert_non_null(process_load_function("libz.so.1", "zlibVersion"));
    assert_null(process_load_function("libz.so.1", "of_nobody"));
    assert_null(process_load_function("libof-nobody.so.0", "zlibVersion"));
}

int test_process(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_library_has_the_functions_that_it_has),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
