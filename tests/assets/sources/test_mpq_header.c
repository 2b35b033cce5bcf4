/* Headers of archives: those that StormLib ends the program on are refused before it sees them. */
#include "assets/sources/mpq_builder.h"

#include <stdlib.h>

#include "assets/sources/mpq_header.h"
#include "assets/temporary.h"
#include "os/file.h"

static struct adtmap_message failure;
static const struct diag diag = {"a.mpq", NULL, &failure};

/* An archive of one file, in memory that ends where it ends. */
static uint8_t *make_archive(DWORD version, size_t *size)
{
    static const struct packed_file files[] = {{"World\\a.txt", "a", 0}};
    struct temporary data = temporary_make();
    struct blob blob;
    char path[256];
    mpq_build(temporary_path(&data, "a.mpq", path), MPQ_CREATE_LISTFILE | version, files, 1);
    assert_int_equal(file_map(path, &diag, &blob), ADTMAP_OK);
    uint8_t *bytes = malloc(blob.size);
    assert_non_null(bytes);
    memcpy(bytes, blob.data, blob.size);
    *size = blob.size;
    blob_release(&blob);
    temporary_remove(&data);
    return bytes;
}

static const DWORD versions[] = {MPQ_CREATE_ARCHIVE_V1, MPQ_CREATE_ARCHIVE_V2,
                                 MPQ_CREATE_ARCHIVE_V3, MPQ_CREATE_ARCHIVE_V4};

static void headers_of_all_versions_pass(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
        size_t size;
        uint8_t *bytes = make_archive(versions[i], &size);
        assert_int_equal(mpq_header_check(bytes, size, size, &diag), ADTMAP_OK);
        free(bytes);
    }
}

/* Each was a crash or an endless loop. */
static void sizes_and_places_that_cannot_be_are_refused(void **state)
{
    (void)state;
    static const struct {
        size_t offset;
        uint8_t value;
    } changes[] = {
        {15, 0x01}, /* sectors of 128 KiB shifted by 256 */
        {17, 0xff}, /* names elsewhere */
        {19, 0x40}, /* names outside the file */
        {23, 0x40}, /* blocks outside the file */
        {24, 0x11}, /* no power of two */
        {27, 0x40}, /* a billion names */
        {31, 0xa7}, /* billions of blocks */
        {32, 0x01}, /* high halves in the header */
    };
    size_t size;
    uint8_t *bytes = make_archive(MPQ_CREATE_ARCHIVE_V2, &size);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        uint8_t *at = bytes + changes[i].offset;
        uint8_t old = *at;
        *at = changes[i].value;
        assert_int_equal(mpq_header_check(bytes, size, size, &diag), ADTMAP_BAD_DATA);
        *at = old;
    }
    assert_int_equal(mpq_header_check(bytes, size, size, &diag), ADTMAP_OK);
    free(bytes);
}

static void cut_header_is_refused(void **state)
{
    (void)state;
    size_t size;
    uint8_t *bytes = make_archive(MPQ_CREATE_ARCHIVE_V2, &size);
    for (size_t cut = 0; cut < 44; cut++) {
        uint8_t *copy = malloc(cut + 1);
        assert_non_null(copy);
        memcpy(copy, bytes, cut);
        assert_int_equal(mpq_header_check(copy, cut, cut, &diag), ADTMAP_BAD_DATA);
        free(copy);
    }
    free(bytes);
}

int test_mpq_header(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(headers_of_all_versions_pass),
        cmocka_unit_test(sizes_and_places_that_cannot_be_are_refused),
        cmocka_unit_test(cut_header_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
