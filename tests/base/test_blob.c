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

#include "base/file.h"
#include "base/hash.h"

static void dropped_bytes_come_back(void **state)
{
    (void)state;
    enum { BYTES = 100001 };
    static uint8_t bytes[BYTES];
    char path[] = "/tmp/adtmap-blob-XXXXXX";
    const struct diag diag = {0};
    struct blob blob;
    for (size_t i = 0; i < BYTES; i++) {
        bytes[i] = (uint8_t)(i * 31 >> 3);
    }
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
    uint8_t *bytes = malloc(LARGEST);
    for (size_t i = 0; i < LARGEST; i++) {
        bytes[i] = (uint8_t)((i * 2654435761U) >> 13);
    }
    close(mkstemp(path));
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct blob mapped;
        assert_int_equal(file_write_atomic(path, bytes, sizes[i], &diag), ADTMAP_OK);
        assert_int_equal(file_map(path, &diag, &mapped), ADTMAP_OK);
        struct hash128 wanted = hash128(bytes, sizes[i]);
        assert_true(hash128_equal(hash128_blob(&mapped), wanted));
        assert_true(hash128_equal(hash128_blob(&(struct blob){bytes, sizes[i], NULL}), wanted));
        blob_release(&mapped);
    }
    free(bytes);
    remove(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dropped_bytes_come_back),
        cmocka_unit_test(bytes_from_the_heap_are_not_dropped),
        cmocka_unit_test(the_hash_of_a_blob_is_that_of_its_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
