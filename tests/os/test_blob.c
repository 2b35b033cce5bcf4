/* Bytes of files: whole, and the same after their memory was given back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <unistd.h>

#include "base/hash.h"
#include "os/file.h"

static uint8_t *make_bytes(size_t size)
{
    uint8_t *bytes = malloc(size + 1);
    assert_non_null(bytes);
    for (size_t i = 0; i < size; i++) {
        bytes[i] = (uint8_t)((i * 2654435761U) >> 13);
    }
    return bytes;
}

static void dropped_bytes_come_back(void **state)
{
    (void)state;
    enum { BYTES = 100001 };
    char path[] = "/tmp/adtmap-blob-XXXXXX";
    const struct diag diag = {0};
    struct blob blob;
    uint8_t *bytes = make_bytes(BYTES);
    close(mkstemp(path));
    assert_int_equal(file_write_atomic(path, bytes, BYTES, &diag), ADTMAP_OK);
    assert_int_equal(file_map(path, &diag, &blob), ADTMAP_OK);
    static const size_t ranges[][2] = {{0, BYTES},    {0, 0},         {1, 4095},    {4095, 4098},
                                       {5000, 50000}, {BYTES - 1, 1}, {BYTES, 9999}};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        blob_drop(&blob, ranges[i][0], ranges[i][1]);
        assert_memory_equal(blob.data, bytes, BYTES);
    }
    blob_release(&blob);
    free(bytes);
    remove(path);
}

/* Nothing could bring them back. */
static void bytes_from_the_heap_are_not_dropped(void **state)
{
    (void)state;
    enum { BYTES = 1 << 20 };
    uint8_t *bytes = malloc(BYTES);
    memset(bytes, 7, BYTES);
    struct blob blob = blob_from_heap(bytes, BYTES);
    blob_drop(&blob, 0, BYTES);
    assert_int_equal(blob.data[BYTES / 2], 7);
    blob_release(&blob);
    blob_drop(&blob, 0, BYTES);
}

/* By pieces, the last of which is none of whole pages, as in one. */
static void the_hash_of_a_blob_is_that_of_its_bytes(void **state)
{
    (void)state;
    enum { LARGEST = (17 << 20) + 5 };
    static const size_t sizes[] = {0, 1, 4 << 20, (4 << 20) + 1, LARGEST};
    char path[] = "/tmp/adtmap-blob-XXXXXX";
    const struct diag diag = {0};
    uint8_t *bytes = make_bytes(LARGEST);
    close(mkstemp(path));
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct blob mapped;
        assert_int_equal(file_write_atomic(path, bytes, sizes[i], &diag), ADTMAP_OK);
        assert_int_equal(file_map(path, &diag, &mapped), ADTMAP_OK);
        struct hash128 wanted = hash128(bytes, sizes[i]);
        assert_true(hash128_equal(hash128_blob(&mapped), wanted));
        assert_true(
            hash128_equal(hash128_blob(&(struct blob){.data = bytes, .size = sizes[i]}), wanted));
        blob_release(&mapped);
    }
    free(bytes);
    remove(path);
}

static void make_file(char *path, size_t size)
{
    const struct diag diag = {0};
    uint8_t *bytes = make_bytes(size);
    close(mkstemp(path));
    assert_int_equal(file_write_atomic(path, bytes, size, &diag), ADTMAP_OK);
    free(bytes);
}

static void a_file_that_is_read_has_the_bytes_of_one_that_is_mapped(void **state)
{
    (void)state;
    static const size_t sizes[] = {
        0, 1, 4096, 100001, FILE_READ_BYTES_MAX, FILE_READ_BYTES_MAX + 1};
    const struct diag diag = {0};
    struct block_pool *pool = block_pool_create(FILE_READ_BYTES_MAX, 2);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        char path[] = "/tmp/adtmap-blob-XXXXXX";
        struct blob mapped;
        struct blob read;
        make_file(path, sizes[i]);
        file_read_ahead(path);
        assert_int_equal(file_map(path, &diag, &mapped), ADTMAP_OK);
        assert_int_equal(file_read(path, BLOB_BLOCK, pool, &diag, &read), ADTMAP_OK);
        assert_int_equal(read.size, sizes[i]);
        assert_memory_equal(read.data, mapped.data, sizes[i]);
        assert_int_equal(read.memory == BLOB_MAPPING, sizes[i] > FILE_READ_BYTES_MAX);
        assert_false(read.is_unpacked);
        blob_release(&read);
        blob_release(&mapped);
        remove(path);
    }
    block_pool_destroy(pool);
}

static void a_file_that_is_kept_needs_no_pool(void **state)
{
    (void)state;
    static const size_t sizes[] = {0, 1, 100001, FILE_READ_BYTES_MAX, FILE_READ_BYTES_MAX + 1};
    const struct diag diag = {0};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        char path[] = "/tmp/adtmap-blob-XXXXXX";
        struct blob mapped;
        struct blob kept;
        make_file(path, sizes[i]);
        assert_int_equal(file_map(path, &diag, &mapped), ADTMAP_OK);
        assert_int_equal(file_read(path, BLOB_HEAP, NULL, &diag, &kept), ADTMAP_OK);
        assert_int_equal(kept.size, sizes[i]);
        assert_memory_equal(kept.data, mapped.data, sizes[i]);
        assert_int_equal(kept.memory == BLOB_MAPPING, sizes[i] > FILE_READ_BYTES_MAX);
        assert_false(kept.is_unpacked);
        blob_release(&kept);
        blob_release(&mapped);
        remove(path);
    }
}

static void unpacked_bytes_are_known_in_blocks_and_from_the_heap(void **state)
{
    (void)state;
    static const size_t sizes[] = {0, 1, FILE_READ_BYTES_MAX, FILE_READ_BYTES_MAX + 1};
    struct block_pool *pool = block_pool_create(FILE_READ_BYTES_MAX, 2);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        for (int has_pool = 0; has_pool < 2; has_pool++) {
            struct blob blob;
            uint8_t *bytes = blob_reserve(&blob, sizes[i], has_pool ? pool : NULL);
            assert_non_null(bytes);
            memset(bytes, 7, sizes[i]);
            assert_int_equal(blob.size, sizes[i]);
            assert_ptr_equal(blob.data, bytes);
            assert_true(blob.is_unpacked);
            assert_int_equal(blob.memory,
                             has_pool && sizes[i] <= FILE_READ_BYTES_MAX ? BLOB_BLOCK : BLOB_HEAP);
            blob_release(&blob);
        }
    }
    block_pool_destroy(pool);
}

/* As none that is mapped could. */
static void a_file_that_is_read_stays_when_it_is_cut_short(void **state)
{
    (void)state;
    enum { BYTES = 100001 };
    char path[] = "/tmp/adtmap-blob-XXXXXX";
    const struct diag diag = {0};
    struct block_pool *pool = block_pool_create(FILE_READ_BYTES_MAX, 2);
    struct blob read;
    make_file(path, BYTES);
    assert_int_equal(file_read(path, BLOB_BLOCK, pool, &diag, &read), ADTMAP_OK);
    struct hash128 before = hash128_blob(&read);
    assert_int_equal(truncate(path, 10), 0);
    assert_true(hash128_equal(hash128_blob(&read), before));
    blob_release(&read);
    block_pool_destroy(pool);
    remove(path);
}

static void what_is_no_file_is_not_read(void **state)
{
    (void)state;
    struct adtmap_message why = {0};
    const struct diag diag = {"/tmp", NULL, &why};
    struct block_pool *pool = block_pool_create(FILE_READ_BYTES_MAX, 2);
    struct blob blob;
    file_read_ahead("/tmp");
    file_read_ahead("/tmp/adtmap/none");
    assert_int_equal(file_read("/tmp", BLOB_BLOCK, pool, &diag, &blob), ADTMAP_IO);
    assert_string_equal(why.what, "cannot read: not a regular file");
    assert_int_equal(file_read("/tmp/adtmap/none", BLOB_BLOCK, pool, &diag, &blob),
                     ADTMAP_NOT_FOUND);
    assert_null(blob.data);
    block_pool_destroy(pool);
}

int test_blob(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dropped_bytes_come_back),
        cmocka_unit_test(bytes_from_the_heap_are_not_dropped),
        cmocka_unit_test(the_hash_of_a_blob_is_that_of_its_bytes),
        cmocka_unit_test(a_file_that_is_read_has_the_bytes_of_one_that_is_mapped),
        cmocka_unit_test(a_file_that_is_kept_needs_no_pool),
        cmocka_unit_test(unpacked_bytes_are_known_in_blocks_and_from_the_heap),
        cmocka_unit_test(a_file_that_is_read_stays_when_it_is_cut_short),
        cmocka_unit_test(what_is_no_file_is_not_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
