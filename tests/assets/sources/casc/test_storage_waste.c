/* What a storage may cost: contents far larger than their packed bytes, damaged files, and files
 * beyond the limit of memory. */
#include "assets/sources/casc/casc_test.h"

#include <stdlib.h>

#include "assets/sources/packed/unpack_waste.h"
#include "demo/pack/casc_write.h"

enum { BLANK_BYTES = 64 << 20, DAMAGED_BYTES = 16 << 20 };

static void write_file(const char *directory, const struct casc_file *file)
{
    static const struct casc_product product = {"wow", "1.2.3.4", "enUS", CASC_ROOT_8_2};
    struct adtmap_message failure;
    const struct diag diag = {directory, NULL, &failure};
    struct casc_writer *writer;
    const struct casc_file small = {.name = "world/small.txt",
                                    .id = 2,
                                    .data = (const uint8_t *)"small",
                                    .size = 5,
                                    .locale_flags = CASC_ALL_LOCALES};
    assert_int_equal(casc_writer_open(directory, &product, &diag, &writer), ADTMAP_OK);
    assert_int_equal(casc_writer_add(writer, file), ADTMAP_OK);
    assert_int_equal(casc_writer_add(writer, &small), ADTMAP_OK);
    assert_int_equal(casc_writer_finish(writer), ADTMAP_OK);
}

/* A storage with "world/blank.txt" of `size` zeros, packed as it should be, or as given. */
static void start(struct fixture *f, size_t size, const struct buffer *packed)
{
    static const struct adtmap_client any = {0};
    uint8_t *blank = calloc(size, 1);
    const struct casc_file file = {.name = "world/blank.txt",
                                   .id = 1,
                                   .data = blank,
                                   .size = size,
                                   .locale_flags = CASC_ALL_LOCALES,
                                   .packed = packed};
    assert_non_null(blank);
    fixture_start(f);
    write_file(f->data.path, &file);
    free(blank);
    const char *path = f->data.path;
    assets_close(f->assets);
    f->assets = NULL;
    assert_int_equal(assets_open_client(&path, 1, &any, NULL, &f->diag, &f->assets), ADTMAP_OK);
    assert_int_equal(f->said.warnings, 0);
}

static enum adtmap_status read_once(struct fixture *f, const char *name)
{
    struct blob blob;
    enum adtmap_status status = assets_read(f->assets, name, &f->diag, &blob);
    blob_release(&blob);
    return status;
}

/* How often the blank file can be asked for before the storage is given up. */
static unsigned count_reads(struct fixture *f, enum adtmap_status expected)
{
    unsigned count = 0;
    while (f->said.warnings == 0) {
        assert_int_equal(read_once(f, "world/blank.txt"), expected);
        assert_in_range(++count, 1, 1000);
    }
    return count;
}

static void check_that_no_more_is_read(struct fixture *f)
{
    assert_int_equal(f->said.warnings, 1);
    assert_int_equal(read_once(f, "world/small.txt"), ADTMAP_BAD_DATA);
    assert_string_equal(f->failure.what, "not read: too much of its storage is damaged");
    assert_int_equal(f->said.warnings, 1); /* it is said once */
}

static void storage_of_dense_files_is_given_up(void **state)
{
    (void)state;
    struct fixture f;
    start(&f, BLANK_BYTES, NULL);
    assert_int_equal(read_once(&f, "world/small.txt"), ADTMAP_OK);
    /* zeros shrink to a thousandth: of each read all but 64 parts of 1000 is too much */
    assert_in_range(count_reads(&f, ADTMAP_OK), UNPACK_WASTE_MAX / BLANK_BYTES * 1064 / 1000,
                    UNPACK_WASTE_MAX / BLANK_BYTES * 1100 / 1000);
    check_that_no_more_is_read(&f);
    fixture_stop(&f);
}

static void storage_of_damaged_files_is_given_up(void **state)
{
    (void)state;
    struct fixture f;
    struct buffer packed = {0};
    buffer_append(&packed, "BLTE\0\0\0\0Z", 9);
    while (packed.size < DAMAGED_BYTES / 1000) {
        buffer_u8(&packed, 0xA5);
    }
    start(&f, DAMAGED_BYTES, &packed);
    assert_in_range(count_reads(&f, ADTMAP_BAD_DATA), UNPACK_WASTE_MAX / DAMAGED_BYTES - 1,
                    UNPACK_WASTE_MAX / DAMAGED_BYTES);
    check_that_no_more_is_read(&f);
    buffer_free(&packed);
    fixture_stop(&f);
}

static void file_beyond_the_limit_is_refused_and_others_are_read(void **state)
{
    (void)state;
    struct fixture f;
    struct buffer packed = {0};
    buffer_append(&packed, "BLTE\0\0\0\0Z", 9);
    while (packed.size < UNPACK_BYTES_MAX / 1000) {
        buffer_u8(&packed, 0xA5);
    }
    start(&f, UNPACK_BYTES_MAX - packed.size + 1, &packed);
    assert_int_equal(read_once(&f, "world/blank.txt"), ADTMAP_LIMIT);
    assert_says(f.failure.what, "more than 256 MiB with its packed bytes");
    assert_says(f.failure.file, "blank.txt");
    assert_int_equal(read_once(&f, "world/small.txt"), ADTMAP_OK);
    fixture_stop(&f);
    start(&f, UNPACK_BYTES_MAX - packed.size, &packed);
    assert_int_equal(read_once(&f, "world/blank.txt"), ADTMAP_BAD_DATA);
    fixture_stop(&f);
    buffer_free(&packed);
}

int test_storage_waste(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(storage_of_dense_files_is_given_up),
        cmocka_unit_test(storage_of_damaged_files_is_given_up),
        cmocka_unit_test(file_beyond_the_limit_is_refused_and_others_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
