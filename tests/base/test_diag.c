/* Failures and their messages. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/diag.h"

static void errno_failures_contain_the_system_text(void **state)
{
    (void)state;
    struct adtmap_message failure;
    const struct diag diag = {"a.adt", NULL, &failure};
    assert_int_equal(diag_fail_errno(&diag, ENOSPC, "write"), ADTMAP_IO);
    assert_string_equal(failure.what, "write: No space left on device");
    assert_int_equal(diag_fail_errno(&diag, ENOMEM, "map"), ADTMAP_NO_MEMORY);
    assert_int_equal(diag_fail_errno(&diag, ENOENT, "open"), ADTMAP_NOT_FOUND);
    assert_string_equal(failure.what, "open: No such file or directory");
    assert_int_equal(diag_fail_errno(&diag, ENOTDIR, "open"), ADTMAP_NOT_FOUND);
}

#ifdef __GLIBC__
static void an_errno_has_the_words_of_linux(void **state)
{
    (void)state;
    static const int numbers[] = {EPERM,  ENOENT, EINTR,  EIO,    ENXIO,  EBADF,        EAGAIN,
                                  ENOMEM, EACCES, EBUSY,  EEXIST, EXDEV,  ENODEV,       ENOTDIR,
                                  EISDIR, EINVAL, ENFILE, EMFILE, ENOTTY, ETXTBSY,      EFBIG,
                                  ENOSPC, ESPIPE, EROFS,  EMLINK, EPIPE,  ENAMETOOLONG, ENOLCK,
                                  ENOSYS, ELOOP,  EDQUOT, ESTALE, ENOTSUP};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        assert_string_equal(diag_errno_text(numbers[i]), strerror(numbers[i]));
    }
    assert_string_equal(diag_errno_text(-1), "unknown error of the system");
}
#endif

static void a_message_contains_file_chunk_and_offset(void **state)
{
    (void)state;
    char text[128];
    struct adtmap_message failure;
    const struct diag diag = {"a.adt", NULL, &failure};
    assert_int_equal(diag_fail(&diag, ADTMAP_BAD_DATA, "MCAL", 0x1f3c, "%d bytes", 3),
                     ADTMAP_BAD_DATA);
    adtmap_message_format(&failure, text, sizeof text);
    assert_string_equal(text, "a.adt: MCAL at 0x1f3c: 3 bytes");
    diag_fail(&diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET, "is empty");
    adtmap_message_format(&failure, text, sizeof text);
    assert_string_equal(text, "a.adt: is empty");
}

static void a_place_is_a_chunk_or_an_offset_or_both(void **state)
{
    (void)state;
    static const struct {
        const char *file, *chunk;
        int64_t offset;
        const char *text;
    } cases[] = {{"a.adt", "MCAL", 0, "a.adt: MCAL at 0x0: x"},
                 {"a.adt", "MCAL", NO_OFFSET, "a.adt: MCAL: x"},
                 {"a.adt", NULL, 0, "a.adt: at 0x0: x"},
                 {NULL, "MCAL", NO_OFFSET, "MCAL: x"},
                 {NULL, NULL, NO_OFFSET, "x"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[128];
        struct adtmap_message failure;
        const struct diag diag = {cases[i].file, NULL, &failure};
        memset(&failure, '#', sizeof failure);
        diag_fail(&diag, ADTMAP_LIMIT, cases[i].chunk, cases[i].offset, "x");
        adtmap_message_format(&failure, text, sizeof text);
        assert_string_equal(text, cases[i].text);
        assert_int_equal(failure.level, ADTMAP_ERROR);
        assert_int_equal(failure.status, ADTMAP_LIMIT);
    }
    assert_int_equal(diag_fail(&diag_silent, ADTMAP_IO, NULL, 0, "x"), ADTMAP_IO);
}

/* adtmap_log */
static void keep(void *user, const struct adtmap_message *message)
{
    *(struct adtmap_message *)user = *message;
}

static void reports_have_their_level(void **state)
{
    (void)state;
    struct adtmap_message said;
    const struct adtmap_log log = {keep, &said};
    const struct diag diag = {"a.adt", &log, NULL};
    diag_warn(&diag, "MCAL", 7, "%d", 1);
    assert_int_equal(said.level, ADTMAP_WARNING);
    assert_string_equal(said.file, "a.adt");
    assert_string_equal(said.chunk, "MCAL");
    assert_int_equal(said.offset, 7);
    assert_string_equal(said.what, "1");
    assert_int_equal(said.status, ADTMAP_OK);
    diag_notice(&diag, NULL, 7, "%d", 2);
    assert_int_equal(said.level, ADTMAP_NOTICE);
    assert_string_equal(said.what, "2");
    diag_info(&diag, NULL, 7, "%d", 3);
    assert_int_equal(said.level, ADTMAP_INFO);
    assert_string_equal(said.what, "3");
    const struct adtmap_log deaf = {NULL, NULL};
    diag_warn(&(struct diag){"a.adt", &deaf, NULL}, NULL, 7, "4");
    diag_warn(&diag_silent, NULL, 7, "4");
    assert_string_equal(said.what, "3");
}

static void each_status_has_a_name(void **state)
{
    (void)state;
    assert_string_equal(adtmap_status_name(ADTMAP_OK), "ok");
    assert_string_equal(adtmap_status_name(ADTMAP_NO_MEMORY), "out of memory");
    assert_string_equal(adtmap_status_name(ADTMAP_CANCELLED), "cancelled");
    assert_string_equal(adtmap_status_name((enum adtmap_status)(ADTMAP_CANCELLED + 1)),
                        "unknown status");
    assert_string_equal(adtmap_status_name((enum adtmap_status) - 1), "unknown status");
}

static void a_failure_is_passed_on_as_it_is(void **state)
{
    (void)state;
    char text[128];
    struct adtmap_message why, failure;
    const struct diag own = {"a.adt", NULL, &why};
    const struct diag diag = {"Azeroth", NULL, &failure};
    diag_fail(&own, ADTMAP_BAD_DATA, "MCAL", 0x1f3c, "is cut");
    assert_int_equal(diag_pass_on(&diag, ADTMAP_IO, &why), ADTMAP_IO);
    adtmap_message_format(&failure, text, sizeof text);
    assert_string_equal(text, "a.adt: MCAL at 0x1f3c: is cut");
    assert_int_equal(failure.status, ADTMAP_IO);
    assert_int_equal(failure.level, ADTMAP_ERROR);
    assert_int_equal(diag_pass_on(&diag_silent, ADTMAP_IO, &why), ADTMAP_IO);
}

int test_diag(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errno_failures_contain_the_system_text),
#ifdef __GLIBC__
        cmocka_unit_test(an_errno_has_the_words_of_linux),
#endif
        cmocka_unit_test(a_message_contains_file_chunk_and_offset),
        cmocka_unit_test(a_place_is_a_chunk_or_an_offset_or_both),
        cmocka_unit_test(reports_have_their_level),
        cmocka_unit_test(each_status_has_a_name),
        cmocka_unit_test(a_failure_is_passed_on_as_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
