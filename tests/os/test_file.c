/* Writing whole files. */
#include "os/file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "assets/temporary.h"

static const struct diag nobody;

static void expect(const char *path, const char *contents)
{
    struct blob blob;
    assert_int_equal(file_map(path, &nobody, &blob), ADTMAP_OK);
    assert_int_equal(blob.size, strlen(contents));
    assert_memory_equal(blob.data, contents, blob.size);
    blob_release(&blob);
}

static void a_write_replaces_the_file(void **state)
{
    (void)state;
    struct temporary folder = temporary_make();
    char path[256];
    temporary_path(&folder, "file", path);
    assert_int_equal(file_write_atomic(path, "first", 5, &nobody), ADTMAP_OK);
    expect(path, "first");
    assert_int_equal(file_write_atomic(path, "second", 6, &nobody), ADTMAP_OK);
    expect(path, "second");
    temporary_path(&folder, "nowhere/file", path);
    assert_int_equal(file_write_atomic(path, "first", 5, &nobody), ADTMAP_NOT_FOUND);
    temporary_remove(&folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_write_replaces_the_file)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
