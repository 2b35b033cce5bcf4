/* Libraries that are loaded when they are needed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "os/process.h"

static void a_library_that_is_not_there_has_no_function(void **state)
{
    (void)state;
    assert_null(process_load_function("libof-nobody.so.0", "cos"));
}

static void a_library_has_the_functions_that_it_has(void **state)
{
    (void)state;
#ifdef _WIN32
    const char *file = "kernel32.dll";
    const char *name = "GetTickCount";
#else
    const char *file = NULL; /* the program itself, and what it is linked to */
    const char *name = "malloc";
#endif
    assert_non_null(process_load_function(file, name));
    assert_null(process_load_function(file, "of_nobody"));
}

int test_process(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_library_that_is_not_there_has_no_function),
        cmocka_unit_test(a_library_has_the_functions_that_it_has),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
