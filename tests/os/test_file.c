/* Writing where nothing may be replaced. */
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

static void of_several_writers_the_first_stays(void **state)
{
    (void)state;
    struct temporary folder = temporary_make();
    char path[256];
    temporary_path(&folder, "before", path);
    assert_int_equal(file_write_new(path, "first", 5, &nobody), ADTMAP_OK);
    expect(path, "first");
    assert_int_equal(file_write_new(path, "second", 6, &nobody), ADTMAP_OK);
    expect(path, "first");
    assert_int_equal(file_write_atomic(path, "third", 5, &nobody), ADTMAP_OK);
    expect(path, "third");
    temporary_path(&folder, "nowhere/before", path);
    assert_int_equal(file_write_new(path, "first", 5, &nobody), ADTMAP_NOT_FOUND);
    temporary_remove(&folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(of_several_writers_the_first_stays)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
