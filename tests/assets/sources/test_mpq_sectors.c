/* Sectors of files in archives: those that are unpacked here, and those that are left to StormLib.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zlib.h>

#include "assets/sources/mpq_sectors.h"
#include "base/buffer.h"

enum { SECTOR = 512, BYTES = 2 * SECTOR + 100, BEFORE = 64, TABLE_BYTES = 4 * 4 };

static uint8_t contents[BYTES];

/* A file of three sectors behind BEFORE other bytes: two of zlib, the last stored. */
static struct mpq_packed_file build(struct buffer *archive)
{
    uint8_t sectors[2][SECTOR];
    uLongf sizes[2] = {SECTOR, SECTOR};
    for (size_t i = 0; i < BYTES; i++) {
        contents[i] = (uint8_t)(i < 2 * SECTOR ? i / 7 : i * i);
    }
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(compress(sectors[i], &sizes[i], contents + i * SECTOR, SECTOR), Z_OK);
    }
    memset(buffer_extend(archive, BEFORE), 0xEE, BEFORE);
    uint32_t at = TABLE_BYTES;
    buffer_u32le(archive, at);
    buffer_u32le(archive, at += (uint32_t)sizes[0] + 1);
    buffer_u32le(archive, at += (uint32_t)sizes[1] + 1);
    buffer_u32le(archive, at += 100);
    for (size_t i = 0; i < 2; i++) {
        buffer_u8(archive, 2);
        buffer_append(archive, sectors[i], sizes[i]);
    }
    buffer_append(archive, contents + (size_t)2 * SECTOR, 100);
    return (struct mpq_packed_file){BEFORE, at, BYTES, SECTOR};
}

/* Unpacks the first `kept` bytes of an archive. */
static bool unpack(const struct buffer *archive, size_t kept, const struct mpq_packed_file *file,
                   uint8_t data[BYTES])
{
    int descriptor = memfd_create("archive", MFD_CLOEXEC);
    assert_true(descriptor >= 0);
    assert_int_equal(write(descriptor, archive->data, kept), kept);
    bool unpacked = mpq_sectors_unpack(descriptor, file, data);
    close(descriptor);
    return unpacked;
}

static void sectors_of_zlib_and_stored_ones_are_unpacked(void **state)
{
    (void)state;
    struct buffer archive = {0};
    uint8_t data[BYTES] = {0};
    struct mpq_packed_file file = build(&archive);
    assert_true(unpack(&archive, archive.size, &file, data));
    assert_memory_equal(data, contents, BYTES);
    buffer_free(&archive);
}

static void what_is_cut_damaged_or_packed_otherwise_is_left(void **state)
{
    (void)state;
    static const struct {
        size_t at;
        uint8_t value;
    } damages[] = {
        {BEFORE + TABLE_BYTES, 0x10},     /* bzip2 */
        {BEFORE + TABLE_BYTES + 9, 0xF7}, /* in a sector */
        {BEFORE + 1, 0xFF},               /* the first sector begins behind its end */
        {BEFORE + 4 + 1, 0x7F},           /* a sector ends outside */
        {BEFORE + 8, 0},                  /* a sector ends before it begins */
    };
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        struct buffer archive = {0};
        uint8_t data[BYTES];
        struct mpq_packed_file file = build(&archive);
        archive.data[damages[i].at] = damages[i].value;
        assert_false(unpack(&archive, archive.size, &file, data));
        buffer_free(&archive);
    }
    struct buffer archive = {0};
    uint8_t data[BYTES];
    struct mpq_packed_file file = build(&archive);
    assert_false(unpack(&archive, archive.size - 1, &file, data));
    file.packed_bytes = 3;
    assert_false(unpack(&archive, archive.size, &file, data));
    buffer_free(&archive);
}

int test_mpq_sectors(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sectors_of_zlib_and_stored_ones_are_unpacked),
        cmocka_unit_test(what_is_cut_damaged_or_packed_otherwise_is_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
