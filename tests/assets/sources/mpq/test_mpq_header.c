/* Headers of archives: fields that cannot be are refused before any table is read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "assets/sources/mpq/mpq_header.h"
#include "base/buffer.h"
#include "base/size.h"

static struct adtmap_message failure;
static const struct diag diag = {"a.mpq", NULL, &failure};

enum { FILE_BYTES = 0x2000 };

static void put_u64(struct buffer *buffer, uint64_t value)
{
    buffer_u32le(buffer, (uint32_t)value);
    buffer_u32le(buffer, (uint32_t)(value >> 32));
}

/* A header with 16 names at 0x1000, 8 files at 0x1100, their high halves at 0x1180; HET at 0x1200
 * and BET at 0x1300. */
static void make_header(struct buffer *bytes, unsigned version)
{
    static const uint32_t header_bytes[] = {32, 44, 68, 208};
    static const uint64_t table_bytes[] = {256, 128, 16, 0x100, 0x80};
    buffer_append(bytes, "MPQ\x1a", 4);
    buffer_u32le(bytes, header_bytes[version - 1]);
    buffer_u32le(bytes, FILE_BYTES);
    buffer_u16le(bytes, (uint16_t)(version - 1));
    buffer_u16le(bytes, 3);
    buffer_u32le(bytes, 0x1000);
    buffer_u32le(bytes, 0x1100);
    buffer_u32le(bytes, 16);
    buffer_u32le(bytes, 8);
    put_u64(bytes, 0x1180);
    buffer_u32le(bytes, 0);
    put_u64(bytes, FILE_BYTES);
    put_u64(bytes, 0x1300);
    put_u64(bytes, 0x1200);
    for (size_t i = 0; i < COUNT_OF(table_bytes); i++) {
        put_u64(bytes, table_bytes[i]);
    }
    memset(buffer_extend(bytes, 208 - 108), 0, 208 - 108);
    bytes->size = header_bytes[version - 1];
}

static void headers_of_all_versions_say_where_tables_are(void **state)
{
    (void)state;
    static const uint64_t high_bytes[] = {0, 16, 16, 16};
    static const uint64_t het_bytes[] = {0, 0, 0x100, 0x100};
    static const uint64_t bet_bytes[] = {0, 0, FILE_BYTES - 0x1300, 0x80};
    for (unsigned version = 1; version <= 4; version++) {
        struct buffer bytes = {0};
        struct mpq_header header;
        make_header(&bytes, version);
        assert_int_equal(mpq_header_parse(bytes.data, bytes.size, FILE_BYTES, &diag, &header),
                         ADTMAP_OK);
        assert_int_equal(header.version, version);
        assert_int_equal(header.sector_bytes, 4096);
        assert_int_equal(header.hashes.offset, 0x1000);
        assert_int_equal(header.hashes.bytes, 256);
        assert_int_equal(header.blocks.offset, 0x1100);
        assert_int_equal(header.blocks.bytes, 128);
        assert_int_equal(header.high.bytes, high_bytes[version - 1]);
        assert_int_equal(header.het.bytes, het_bytes[version - 1]);
        assert_int_equal(header.bet.bytes, bet_bytes[version - 1]);
        buffer_free(&bytes);
    }
}

static void sizes_and_places_that_cannot_be_are_refused(void **state)
{
    (void)state;
    static const struct {
        size_t offset;
        uint8_t value;
    } changes[] = {
        {15, 0x01}, /* sectors of 128 KiB shifted by 256 */
        {17, 0xff}, /* names outside the file */
        {19, 0x40}, /* far outside */
        {21, 0x00}, /* blocks in the header */
        {23, 0x40}, /* blocks outside the file */
        {24, 0x11}, /* no power of two */
        {27, 0x40}, /* a billion names */
        {33, 0xff}, /* high halves outside the file */
        {39, 0x80}, /* far outside */
        {40, 0x01}, /* names outside, by the high half of their offset */
        {42, 0x01}, /* blocks outside */
    };
    struct buffer bytes = {0};
    struct mpq_header header;
    make_header(&bytes, 2);
    for (size_t i = 0; i < COUNT_OF(changes); i++) {
        uint8_t *at = bytes.data + changes[i].offset;
        uint8_t old = *at;
        *at = changes[i].value;
        assert_int_equal(mpq_header_parse(bytes.data, bytes.size, FILE_BYTES, &diag, &header),
                         ADTMAP_BAD_DATA);
        assert_non_null(strstr(failure.what, "a damaged archive: it has "));
        *at = old;
    }
    assert_int_equal(mpq_header_parse(bytes.data, bytes.size, FILE_BYTES, &diag, &header),
                     ADTMAP_OK);
    buffer_free(&bytes);
}

/* Protected archives have these; their clients read them, and we refused them. */
static void what_clients_overlook_is_read_with_one_warning(void **state)
{
    (void)state;
    static const struct {
        size_t offset;
        uint8_t value;
        unsigned version;
        uint32_t blocks;
        const char *oddity;
    } changes[] = {
        {4, 43, 2, 8, "a size of the header that its version does not have"},
        {5, 0x01, 2, 8, "a size of the header that its version does not have"},
        {12, 4, 1, 8, "no known version"},
        {13, 0x12, 1, 8, "no known version"},
        {29, 0x01, 2, (FILE_BYTES - 0x1100) / 16, "more files than there is room for"},
        {31, 0xa7, 2, (FILE_BYTES - 0x1100) / 16, "more files than there is room for"},
        {31, 0xff, 2, (FILE_BYTES - 0x1100) / 16, "more files than there is room for"},
    };
    struct buffer bytes = {0};
    make_header(&bytes, 2);
    for (size_t i = 0; i < COUNT_OF(changes); i++) {
        struct mpq_header header;
        uint8_t *at = bytes.data + changes[i].offset;
        uint8_t old = *at;
        *at = changes[i].value;
        assert_int_equal(mpq_header_parse(bytes.data, bytes.size, FILE_BYTES, &diag, &header),
                         ADTMAP_OK);
        assert_int_equal(header.version, changes[i].version);
        assert_int_equal(header.hash_count, 16);
        assert_int_equal(header.block_count, changes[i].blocks);
        assert_int_equal(header.blocks.bytes, 16 * changes[i].blocks);
        assert_int_equal(header.high.bytes, header.version == 2 ? 2 * changes[i].blocks : 0);
        assert_non_null(header.oddity);
        assert_string_equal(header.oddity, changes[i].oddity);
        *at = old;
    }
    buffer_free(&bytes);
}

static unsigned warnings;
static char last_warning[256];

static void note(void *user, const struct adtmap_message *message)
{
    (void)user;
    warnings++;
    snprintf(last_warning, sizeof last_warning, "%s", message->what);
}

/* Writes `false_count` headers whose tables lie outside the file in front of a sound one, if there
 * is one. */
static enum adtmap_status find_behind(size_t false_count, bool is_sound_there,
                                      struct mpq_header *header)
{
    static const struct adtmap_log log = {note, NULL};
    const struct diag noting = {"a.mpq", &log, &failure};
    struct buffer head = {0};
    size_t bytes = false_count * 512 + FILE_BYTES;
    int descriptor = memfd_create("archive", MFD_CLOEXEC);
    assert_true(descriptor >= 0);
    assert_int_equal(ftruncate(descriptor, (off_t)bytes), 0);
    make_header(&head, 1);
    if (is_sound_there) {
        off_t at = (off_t)(false_count * 512);
        assert_int_equal(pwrite(descriptor, head.data, head.size, at), head.size);
    }
    head.data[18] = 0xff; /* names outside the file */
    head.data[19] = 0x7f;
    for (size_t i = 0; i < false_count; i++) {
        off_t at = (off_t)(i * 512);
        assert_int_equal(pwrite(descriptor, head.data, head.size, at), head.size);
    }
    warnings = 0;
    enum adtmap_status status =
        mpq_header_find((struct open_file){descriptor}, bytes, &noting, header);
    close(descriptor);
    buffer_free(&head);
    return status;
}

static void false_headers_before_the_real_one_are_passed_over(void **state)
{
    (void)state;
    static const size_t counts[] = {1, 2, 100, 10000};
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        struct mpq_header header;
        assert_int_equal(find_behind(counts[i], true, &header), ADTMAP_OK);
        assert_int_equal(header.at, counts[i] * 512);
        assert_int_equal(header.archive_bytes, FILE_BYTES);
        assert_int_equal(warnings, 1);
        assert_non_null(strstr(last_warning, "a header that cannot be read; that at 0x"));
    }
}

static void of_false_headers_alone_the_first_is_named(void **state)
{
    (void)state;
    struct mpq_header header;
    assert_int_equal(find_behind(3, false, &header), ADTMAP_BAD_DATA);
    assert_int_equal(warnings, 0);
    assert_string_equal(failure.what, "a damaged archive: it has tables that lie outside the file");
    assert_int_equal(failure.offset, 0);
}

/* Defect of the past: with an archive stored in it, a cut one was read as that one, with status 0.
 */
static void
an_archive_inside_one_that_is_cut_off_is_told_from_one_behind_false_headers(void **state)
{
    (void)state;
    static const struct {
        uint32_t claimed_bytes;
        bool is_cut;
    } cases[] = {{FILE_BYTES + 512, false}, {0x7fff117f, false}, {0x7fff1180, true}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct buffer head = {0};
        struct mpq_header header;
        make_header(&head, 1);
        for (size_t k = 0; k < 4; k++) {
            head.data[8 + k] = (uint8_t)(cases[i].claimed_bytes >> 8 * k);
        }
        head.data[18] = 0xff; /* names at 0x7fff1000, files at 0x7fff1100 */
        head.data[19] = 0x7f;
        head.data[22] = 0xff;
        head.data[23] = 0x7f;
        assert_int_equal(mpq_header_parse(head.data, head.size, FILE_BYTES, &diag, &header),
                         ADTMAP_BAD_DATA);
        assert_int_equal(header.is_cut, cases[i].is_cut);
        buffer_free(&head);
    }
}

static void cut_header_is_refused(void **state)
{
    (void)state;
    struct buffer bytes = {0};
    struct mpq_header header;
    make_header(&bytes, 4);
    for (size_t cut = 0; cut < 108; cut++) {
        uint8_t *copy = malloc(cut + 1);
        assert_non_null(copy);
        memcpy(copy, bytes.data, cut);
        assert_int_equal(mpq_header_parse(copy, cut, FILE_BYTES, &diag, &header), ADTMAP_BAD_DATA);
        free(copy);
    }
    buffer_free(&bytes);
}

/* Looks for a header in a file that has one at `at` and is `bytes` long. */
static enum adtmap_status find_at(size_t at, size_t bytes, struct mpq_header *header)
{
    struct buffer head = {0};
    make_header(&head, 2);
    int descriptor = memfd_create("archive", MFD_CLOEXEC);
    assert_true(descriptor >= 0);
    assert_int_equal(ftruncate(descriptor, (off_t)bytes), 0);
    assert_int_equal(pwrite(descriptor, head.data, head.size, (off_t)at), head.size);
    enum adtmap_status status =
        mpq_header_find((struct open_file){descriptor}, bytes, &diag, header);
    close(descriptor);
    buffer_free(&head);
    return status;
}

static void a_header_is_found_at_multiples_of_512_within_64_mib(void **state)
{
    (void)state;
    static const struct {
        size_t at;
        bool found;
    } cases[] = {{0, true},
                 {512, true},
                 {513, false},
                 {1 << 20, true},
                 {(1 << 20) + 512, true},
                 {100 << 9, true},
                 {(64 << 20) - 512, true},
                 {64 << 20, false}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct mpq_header header;
        enum adtmap_status status = find_at(cases[i].at, cases[i].at + FILE_BYTES, &header);
        assert_int_equal(status, cases[i].found ? ADTMAP_OK : ADTMAP_BAD_DATA);
        if (cases[i].found) {
            assert_int_equal(header.at, cases[i].at);
            assert_int_equal(header.archive_bytes, FILE_BYTES);
        }
    }
}

int test_mpq_header(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(headers_of_all_versions_say_where_tables_are),
        cmocka_unit_test(sizes_and_places_that_cannot_be_are_refused),
        cmocka_unit_test(what_clients_overlook_is_read_with_one_warning),
        cmocka_unit_test(false_headers_before_the_real_one_are_passed_over),
        cmocka_unit_test(of_false_headers_alone_the_first_is_named),
        cmocka_unit_test(
            an_archive_inside_one_that_is_cut_off_is_told_from_one_behind_false_headers),
        cmocka_unit_test(cut_header_is_refused),
        cmocka_unit_test(a_header_is_found_at_multiples_of_512_within_64_mib),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
