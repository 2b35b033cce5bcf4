/* What entries of an archive claim, against the bytes that it has; and heads of files. Sectors here
 * are as long as their contents, which archives store as they are, so that nothing packs them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "assets/data_fixture.h"
#include "assets/sources/mpq/mpq_archive.h"
#include "assets/sources/packed/unpack_waste.h"
#include "base/buffer.h"
#include "os/part_read.h"

enum { HEADER_AT = 512, SECTOR_BYTES = 512, MIB = 1 << 20 };

/* An archive of bytes that stand in the fixture's folder, behind HEADER_AT others. */
static void open_archive(struct fixture *f, const struct buffer *contents,
                         struct mpq_archive *archive)
{
    static const uint8_t front[HEADER_AT] = {9};
    char path[256];
    uint64_t bytes;
    fixture_start(f);
    FILE *file = fopen(temporary_path(&f->data, "a.mpq", path), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(front, 1, sizeof front, file), sizeof front);
    assert_int_equal(fwrite(contents->data, 1, contents->size, file), contents->size);
    assert_int_equal(fclose(file), 0);
    *archive = (struct mpq_archive){.file = OPEN_FILE_NONE};
    assert_int_equal(part_read_open(path, &f->diag, &archive->file, &bytes), ADTMAP_OK);
    archive->header = (struct mpq_header){
        .at = HEADER_AT, .archive_bytes = contents->size, .sector_bytes = SECTOR_BYTES};
    mpq_crypt_init(&archive->crypt);
}

static void close_archive(struct fixture *f, struct mpq_archive *archive)
{
    mpq_archive_close(archive);
    fixture_stop(f);
}

/* Reads a head of a file. Work of 0 bytes: the entry was refused before anything was unpacked. */
static enum adtmap_status read_head(struct fixture *f, const struct mpq_archive *archive,
                                    const struct mpq_entry *entry, size_t head_bytes,
                                    struct buffer *read, uint64_t *work)
{
    const struct mpq_extent wanted = {.head_bytes = head_bytes};
    struct blob blob;
    *read = (struct buffer){0};
    *work = 0;
    enum adtmap_status status =
        mpq_archive_read(archive, entry, "a.bin", &wanted, NULL, &f->diag, &blob, work);
    if (!status) {
        buffer_append(read, blob.data, blob.size);
    }
    blob_release(&blob);
    return status;
}

static bool is_tried(struct fixture *f, const struct mpq_archive *archive,
                     const struct mpq_entry *entry)
{
    struct buffer read;
    uint64_t work;
    (void)read_head(f, archive, entry, SIZE_MAX, &read, &work);
    buffer_free(&read);
    return work > 0;
}

static void file_denser_than_zlib_packs_is_not_unpacked(void **state)
{
    (void)state;
    enum { PACKED_BYTES = 17000 };
    struct fixture f;
    struct mpq_archive archive;
    struct buffer contents = {0};
    memset(buffer_extend(&contents, PACKED_BYTES), 0, PACKED_BYTES);
    open_archive(&f, &contents, &archive);
    struct mpq_entry entry = {.packed_bytes = 16, .flags = MPQ_COMPRESSED | MPQ_SINGLE_UNIT};
    entry.bytes = 16 * MIB; /* which may be of any density */
    assert_true(is_tried(&f, &archive, &entry));
    entry.bytes++;
    assert_false(is_tried(&f, &archive, &entry));
    entry.packed_bytes = PACKED_BYTES;
    entry.bytes = PACKED_BYTES * MPQ_FILE_RATIO_MAX;
    assert_true(is_tried(&f, &archive, &entry));
    entry.bytes += MPQ_FILE_RATIO_MAX;
    assert_false(is_tried(&f, &archive, &entry));
    assert_string_equal(f.failure.what,
                        "17545032 bytes are more than 1032 times the 17000 that they are packed "
                        "in: damaged in the archive");
    close_archive(&f, &archive);
    buffer_free(&contents);
}

/* It counted as damaged, and damage may mean that a map has lost tiles. */
static void what_the_system_cannot_read_is_not_damaged(void **state)
{
    static const uint32_t flags[] = {0, MPQ_COMPRESSED, MPQ_PATCH};
    (void)state;
    struct fixture f;
    struct mpq_archive archive;
    struct mpq_header header;
    struct buffer contents = {0};
    struct buffer read;
    uint64_t work;
    memset(buffer_extend(&contents, SECTOR_BYTES), 0, SECTOR_BYTES);
    open_archive(&f, &contents, &archive);
    open_file_close(&archive.file);
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        const struct mpq_entry entry = {
            .packed_bytes = SECTOR_BYTES, .bytes = SECTOR_BYTES, .flags = flags[i]};
        assert_int_equal(read_head(&f, &archive, &entry, SIZE_MAX, &read, &work), ADTMAP_IO);
        assert_string_equal(f.failure.what, "cannot read: Bad file descriptor");
    }
    assert_int_equal(mpq_header_find(archive.file, MIB, &f.diag, &header), ADTMAP_IO);
    archive.header.hash_count = 1;
    archive.header.hashes = (struct mpq_table_place){.offset = 0, .bytes = 16};
    assert_int_equal(mpq_tables_read(archive.file, &archive.header, MPQ_TABLES_CLASSIC,
                                     &archive.crypt, &f.diag, &archive.classic),
                     ADTMAP_IO);
    close_archive(&f, &archive);
    buffer_free(&contents);
}

static void file_that_takes_too_much_with_its_packed_bytes_is_beyond_the_limit(void **state)
{
    (void)state;
    struct fixture f;
    struct mpq_archive archive;
    struct buffer contents = {0};
    struct buffer read;
    uint64_t work;
    buffer_append(&contents, "x", 1);
    open_archive(&f, &contents, &archive);
    struct mpq_entry entry = {
        .packed_bytes = 1, .bytes = UNPACK_BYTES_MAX - 1, .flags = MPQ_COMPRESSED};
    assert_int_equal(read_head(&f, &archive, &entry, 1, &read, &work), ADTMAP_BAD_DATA);
    entry.bytes++;
    assert_int_equal(read_head(&f, &archive, &entry, 1, &read, &work), ADTMAP_LIMIT);
    close_archive(&f, &archive);
    buffer_free(&contents);
}

/* A file of a sector and a part, stored as it is behind the table of where its sectors begin and
 * end, whose sizes stay right but for the one rule that is broken. */
static void each_rule_of_a_table_of_sectors_counts_alone(void **state)
{
    (void)state;
    enum { TABLE = 3 * 4, REST = 88, BYTES = SECTOR_BYTES + REST, PACKED = TABLE + BYTES };
    static const struct {
        uint32_t table[3];
        enum adtmap_status status;
    } cases[] = {
        {{TABLE, TABLE + SECTOR_BYTES, PACKED}, ADTMAP_OK},
        {{TABLE - 1, TABLE - 1 + SECTOR_BYTES, PACKED - 1}, ADTMAP_BAD_DATA}, /* in the table */
        {{TABLE, TABLE + SECTOR_BYTES + 1, PACKED}, ADTMAP_BAD_DATA}, /* more than a sector */
        {{TABLE + 1, TABLE + 1 + SECTOR_BYTES, PACKED + 1}, ADTMAP_BAD_DATA}, /* behind the file */
        {{0U - SECTOR_BYTES, 0, TABLE}, ADTMAP_BAD_DATA}, /* as long as a sector, backwards */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fixture f;
        struct mpq_archive archive;
        struct buffer contents = {0};
        struct buffer read;
        uint64_t work;
        for (size_t j = 0; j < 3; j++) {
            buffer_u32le(&contents, cases[i].table[j]);
        }
        for (uint32_t j = 0; j < BYTES + 2; j++) {
            buffer_u8(&contents, (uint8_t)(j % 251));
        }
        open_archive(&f, &contents, &archive);
        const struct mpq_entry entry = {
            .packed_bytes = PACKED, .bytes = BYTES, .flags = MPQ_COMPRESSED};
        assert_int_equal(read_head(&f, &archive, &entry, SIZE_MAX, &read, &work), cases[i].status);
        if (cases[i].status == ADTMAP_OK) {
            assert_int_equal(read.size, BYTES);
            assert_memory_equal(read.data, contents.data + TABLE, BYTES);
        } else {
            assert_non_null(strstr(f.failure.what, "damaged in the archive"));
        }
        buffer_free(&read);
        close_archive(&f, &archive);
        buffer_free(&contents);
    }
}

static void stored_file_ends_in_the_archive(void **state)
{
    (void)state;
    struct fixture f;
    struct mpq_archive archive;
    struct buffer contents = {0};
    struct buffer read;
    uint64_t work;
    buffer_append(&contents, "0123456789", 10);
    open_archive(&f, &contents, &archive);
    struct mpq_entry entry = {.offset = 6, .packed_bytes = 4, .bytes = 4};
    assert_int_equal(read_head(&f, &archive, &entry, SIZE_MAX, &read, &work), ADTMAP_OK);
    assert_int_equal(read.size, 4);
    assert_memory_equal(read.data, "6789", 4);
    buffer_free(&read);
    entry.bytes = 5; /* more than its packed bytes */
    assert_false(is_tried(&f, &archive, &entry));
    entry.packed_bytes = 5; /* more than the archive has there */
    assert_false(is_tried(&f, &archive, &entry));
    entry = (struct mpq_entry){.offset = 10};
    assert_int_equal(read_head(&f, &archive, &entry, SIZE_MAX, &read, &work), ADTMAP_OK);
    assert_int_equal(read.size, 0);
    entry.offset = 11;
    assert_int_equal(read_head(&f, &archive, &entry, SIZE_MAX, &read, &work), ADTMAP_BAD_DATA);
    close_archive(&f, &archive);
    buffer_free(&contents);
}

/* A patch of 4 bytes whose head says that it has `head_bytes`, in an entry of `packed_bytes`. */
static enum adtmap_status read_patch(uint32_t head_bytes, uint32_t packed_bytes,
                                     struct buffer *read)
{
    static const uint8_t rest_of_head[20];
    struct fixture f;
    struct mpq_archive archive;
    struct buffer contents = {0};
    uint64_t work;
    buffer_u32le(&contents, head_bytes);
    buffer_u32le(&contents, 0);
    buffer_u32le(&contents, 4);
    buffer_append(&contents, rest_of_head, 16);
    buffer_append(&contents, "....patch", 9);
    open_archive(&f, &contents, &archive);
    const struct mpq_entry entry = {.packed_bytes = packed_bytes, .bytes = 99, .flags = MPQ_PATCH};
    enum adtmap_status status = read_head(&f, &archive, &entry, SIZE_MAX, read, &work);
    close_archive(&f, &archive);
    buffer_free(&contents);
    return status;
}

static void head_of_a_patch_has_room_in_its_entry(void **state)
{
    (void)state;
    struct buffer read;
    assert_int_equal(read_patch(28, 32, &read), ADTMAP_OK);
    assert_memory_equal(read.data, "....", 4);
    buffer_free(&read);
    assert_int_equal(read_patch(32, 36, &read), ADTMAP_OK); /* a longer head */
    assert_memory_equal(read.data, "patc", 4);
    buffer_free(&read);
    assert_int_equal(read_patch(27, 36, &read), ADTMAP_BAD_DATA);
    assert_int_equal(read_patch(28, 31, &read), ADTMAP_BAD_DATA);
    assert_int_equal(read_patch(28, 27, &read), ADTMAP_BAD_DATA);
    assert_int_equal(read_patch(33, 32, &read), ADTMAP_BAD_DATA);
    assert_int_equal(read_patch(UINT32_MAX, 36, &read), ADTMAP_BAD_DATA);
}

enum { SECTORS = 3, FILE_BYTES = 2 * SECTOR_BYTES + 100 };

/* A file of SECTORS sectors behind a table, which has one offset more for checksums. */
static uint32_t append_sectors(struct buffer *contents)
{
    uint32_t table_bytes = (SECTORS + 2) * 4;
    for (uint32_t i = 0; i <= SECTORS; i++) {
        buffer_u32le(contents, table_bytes + (i < SECTORS ? i * SECTOR_BYTES : FILE_BYTES));
    }
    buffer_u32le(contents, table_bytes + FILE_BYTES);
    for (uint32_t i = 0; i < FILE_BYTES; i++) {
        buffer_u8(contents, (uint8_t)(i % 251));
    }
    return (uint32_t)contents->size;
}

static void head_of_a_file_is_whole_sectors(void **state)
{
    (void)state;
    static const size_t heads[][2] = {{1, SECTOR_BYTES},
                                      {SECTOR_BYTES, SECTOR_BYTES},
                                      {SECTOR_BYTES + 1, 2 * SECTOR_BYTES},
                                      {2 * SECTOR_BYTES + 1, FILE_BYTES},
                                      {FILE_BYTES, FILE_BYTES},
                                      {SIZE_MAX, FILE_BYTES}};
    struct fixture f;
    struct mpq_archive archive;
    struct buffer contents = {0};
    struct mpq_entry entry = {
        .packed_bytes = append_sectors(&contents), .bytes = FILE_BYTES, .flags = MPQ_COMPRESSED};
    open_archive(&f, &contents, &archive);
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        struct buffer read;
        uint64_t work;
        assert_int_equal(read_head(&f, &archive, &entry, heads[i][0], &read, &work), ADTMAP_OK);
        assert_int_equal(read.size, heads[i][1]);
        for (size_t k = 0; k < read.size; k++) {
            assert_int_equal(read.data[k], k % 251);
        }
        assert_int_equal(work, contents.size - (FILE_BYTES - read.size)); /* no more is read */
        buffer_free(&read);
    }
    close_archive(&f, &archive);
    buffer_free(&contents);
}

/* Reads the file of append_sectors with another offset in its table. */
static enum adtmap_status read_with(uint32_t number, uint32_t offset)
{
    struct fixture f;
    struct mpq_archive archive;
    struct buffer contents = {0};
    struct buffer read;
    struct buffer changed = {0};
    uint64_t work;
    struct mpq_entry entry = {
        .packed_bytes = append_sectors(&contents), .bytes = FILE_BYTES, .flags = MPQ_COMPRESSED};
    buffer_u32le(&changed, offset);
    memcpy(contents.data + 4 * (size_t)number, changed.data, 4);
    open_archive(&f, &contents, &archive);
    enum adtmap_status status = read_head(&f, &archive, &entry, SIZE_MAX, &read, &work);
    close_archive(&f, &archive);
    buffer_free(&read);
    buffer_free(&changed);
    buffer_free(&contents);
    return status;
}

static void sectors_lie_behind_the_table_in_their_order(void **state)
{
    (void)state;
    const uint32_t first = (SECTORS + 2) * 4;
    assert_int_equal(read_with(0, first), ADTMAP_OK);
    assert_int_equal(read_with(0, first - 5), ADTMAP_BAD_DATA); /* within the table */
    assert_int_equal(read_with(1, first - 1), ADTMAP_BAD_DATA); /* ends before it begins */
    assert_int_equal(read_with(1, first + SECTOR_BYTES + 1), ADTMAP_BAD_DATA); /* larger packed */
    assert_int_equal(read_with(3, first + FILE_BYTES + 1), ADTMAP_BAD_DATA); /* beyond the entry */
    assert_int_equal(read_with(4, 0), ADTMAP_OK); /* where checksums end does not matter */
}

/* A single table without room for the first offset. */
static void table_of_sectors_fits_into_the_entry(void **state)
{
    (void)state;
    struct fixture f;
    struct mpq_archive archive;
    struct buffer contents = {0};
    struct buffer read;
    uint64_t work;
    buffer_u32le(&contents, 8);
    buffer_u32le(&contents, 8);
    buffer_append(&contents, "x", 1);
    open_archive(&f, &contents, &archive);
    struct mpq_entry entry = {.packed_bytes = 7, .bytes = 1, .flags = MPQ_COMPRESSED};
    assert_int_equal(read_head(&f, &archive, &entry, SIZE_MAX, &read, &work), ADTMAP_BAD_DATA);
    assert_string_equal(f.failure.what, "0 of 1 bytes can be unpacked: damaged in the archive");
    close_archive(&f, &archive);
    buffer_free(&contents);
}

/* Of the two kinds of tables one may name files beyond the end of the archive. */
static void packed_bytes_count_for_each_name_that_can_be_read(void **state)
{
    (void)state;
    struct mpq_entry classic[] = {{.offset = 10, .packed_bytes = 30},
                                  {.offset = 0, .packed_bytes = 41}};
    struct mpq_entry extended[] = {{.offset = 10, .packed_bytes = 25}};
    struct mpq_name names[] = {{.entry = 0}, {.hash = 1, .entry = 0}, {.hash = 2, .entry = 1}};
    struct mpq_archive archive = {.header = {.archive_bytes = 40}};
    archive.classic = (struct mpq_tables){.entries = classic, .names = names, .name_count = 3};
    assert_int_equal(mpq_archive_named_bytes(&archive), 60);
    archive.extended = (struct mpq_tables){.entries = extended, .names = names, .name_count = 2};
    assert_int_equal(mpq_archive_named_bytes(&archive), 60);
    archive.classic.name_count = 1;
    assert_int_equal(mpq_archive_named_bytes(&archive), 50);
}

int test_mpq_archive(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(file_denser_than_zlib_packs_is_not_unpacked),
        cmocka_unit_test(what_the_system_cannot_read_is_not_damaged),
        cmocka_unit_test(file_that_takes_too_much_with_its_packed_bytes_is_beyond_the_limit),
        cmocka_unit_test(each_rule_of_a_table_of_sectors_counts_alone),
        cmocka_unit_test(stored_file_ends_in_the_archive),
        cmocka_unit_test(head_of_a_patch_has_room_in_its_entry),
        cmocka_unit_test(head_of_a_file_is_whole_sectors),
        cmocka_unit_test(sectors_lie_behind_the_table_in_their_order),
        cmocka_unit_test(table_of_sectors_fits_into_the_entry),
        cmocka_unit_test(packed_bytes_count_for_each_name_that_can_be_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
