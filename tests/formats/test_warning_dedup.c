/* Merging repeated warnings. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "formats/captured.h"
#include "formats/warning_dedup.h"

static struct captured captured;
static const struct adtmap_log captured_log = {captured_write, &captured};
static const struct diag file_diag = {"some.adt", &captured_log, NULL};

static int forget(void **state)
{
    (void)state;
    captured = (struct captured){0};
    return 0;
}

static void warn_about(struct warning_dedup *dedup, const char *chunk, int64_t offset)
{
    warning_dedup_warn(dedup, chunk, offset, "bad at %d", (int)offset);
}

static void equal_warnings_become_one_line_with_the_first_offset(void **state)
{
    (void)state;
    struct warning_dedup dedup = {.diag = &file_diag};
    for (int i = 0; i < 5; i++) {
        warn_about(&dedup, "MCAL", 100 + i);
    }
    assert_int_equal(captured.warnings, 0);
    warning_dedup_flush(&dedup);
    assert_int_equal(captured.warnings, 1);
    assert_string_equal(captured.kept[0].file, "some.adt");
    assert_string_equal(captured.kept[0].chunk, "MCAL");
    assert_int_equal(captured.kept[0].offset, 100);
    assert_string_equal(captured.kept[0].what, "bad at 100 (and 4 more like it)");
}

static void a_single_warning_has_no_count(void **state)
{
    (void)state;
    struct warning_dedup dedup = {.diag = &file_diag};
    warn_about(&dedup, NULL, NO_OFFSET);
    warning_dedup_flush(&dedup);
    assert_int_equal(captured.warnings, 1);
    assert_string_equal(captured.kept[0].chunk, "");
    assert_string_equal(captured.kept[0].what, "bad at -1");
}

static void warnings_about_different_chunks_are_separate(void **state)
{
    (void)state;
    struct warning_dedup dedup = {.diag = &file_diag};
    warn_about(&dedup, "MCNR", 1);
    warn_about(&dedup, "MCVT", 2);
    warn_about(&dedup, "MCNR", 3);
    warning_dedup_flush(&dedup);
    assert_int_equal(captured.warnings, 2);
    assert_string_equal(captured.kept[0].chunk, "MCNR");
    assert_string_equal(captured.kept[1].chunk, "MCVT");
}

static void flushing_empties(void **state)
{
    (void)state;
    struct warning_dedup dedup = {.diag = &file_diag};
    warn_about(&dedup, "MCNR", 1);
    warning_dedup_flush(&dedup);
    warning_dedup_flush(&dedup);
    assert_int_equal(captured.warnings, 1);
}

static void kinds_beyond_the_limit_are_not_lost(void **state)
{
    (void)state;
    struct warning_dedup dedup = {.diag = &file_diag};
    for (int i = 0; i < WARNING_DEDUP_KINDS + 3; i++) {
        char chunk[5];
        snprintf(chunk, sizeof chunk, "M%03d", i);
        warn_about(&dedup, chunk, i);
    }
    assert_int_equal(captured.warnings, 3);
    warning_dedup_flush(&dedup);
    assert_int_equal(captured.warnings, WARNING_DEDUP_KINDS + 3);
}

int test_warning_dedup(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(equal_warnings_become_one_line_with_the_first_offset, forget),
        cmocka_unit_test_setup(a_single_warning_has_no_count, forget),
        cmocka_unit_test_setup(warnings_about_different_chunks_are_separate, forget),
        cmocka_unit_test_setup(flushing_empties, forget),
        cmocka_unit_test_setup(kinds_beyond_the_limit_are_not_lost, forget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
