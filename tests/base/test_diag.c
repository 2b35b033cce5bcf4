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

int test_diag(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errno_failures_contain_the_system_text),
#ifdef __GLIBC__
        cmocka_unit_test(an_errno_has_the_words_of_linux),
#endif
        cmocka_unit_test(a_message_contains_file_chunk_and_offset),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
