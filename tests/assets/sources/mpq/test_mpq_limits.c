/* Small archives that ask for much: names that share bytes, tables and lists of any size. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <libdeflate.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "assets/data_fixture.h"
#include "assets/sources/mpq/mpq_crypt.h"
#include "assets/sources/mpq/mpq_tables.h"
#include "assets/sources/packed/unpack_waste.h"
#include "assets/sources/source_mpq.h"
#include "base/buffer.h"
#include "base/reader.h"
#include "os/part_read.h"

enum { HEADER_BYTES = 32, HASHES = 1024, MIB = 1 << 20 };

/* A name of an archive, and where its bytes lie behind the header. */
struct named {
    const char *name;
    size_t at;
    size_t packed_bytes;
    size_t bytes;
    uint32_t flags;
};

/* Appends a table as archives encrypt it: the inverse of mpq_crypt_decrypt. */
static void append_encrypted(struct buffer *file, const char *name, const struct buffer *table)
{
    struct mpq_crypt crypt;
    mpq_crypt_init(&crypt);
    uint32_t key = mpq_crypt_hash(&crypt, MPQ_HASH_KEY, name);
    uint32_t sum = 0xEEEEEEEE;
    for (size_t at = 0; at + 4 <= table->size; at += 4) {
        uint32_t word = load_u32(table->data + at);
        sum += crypt.rows[4][key & 0xFF];
        buffer_u32le(file, word ^ (key + sum));
        key = ((~key << 21) + 0x11111111) | key >> 11;
        sum += word + (sum << 5) + 3;
    }
}

/* Writes an archive of version 1 below the fixture's directory. */
static void write_archive(struct fixture *f, const char *name, const struct buffer *contents,
                          const struct named *files, uint32_t count)
{
    char path[256];
    struct mpq_crypt crypt;
    struct buffer file = {0};
    struct buffer hashes = {0};
    struct buffer blocks = {0};
    mpq_crypt_init(&crypt);
    for (uint32_t i = 0; i < HASHES; i++) {
        bool is_used = i < count;
        buffer_u32le(&hashes, is_used ? mpq_crypt_hash(&crypt, MPQ_HASH_A, files[i].name) : ~0U);
        buffer_u32le(&hashes, is_used ? mpq_crypt_hash(&crypt, MPQ_HASH_B, files[i].name) : ~0U);
        buffer_u32le(&hashes, is_used ? 0 : ~0U);
        buffer_u32le(&hashes, is_used ? i : ~0U);
        buffer_u32le(&blocks, is_used ? (uint32_t)(HEADER_BYTES + files[i].at) : 0);
        buffer_u32le(&blocks, is_used ? (uint32_t)files[i].packed_bytes : 0);
        buffer_u32le(&blocks, is_used ? (uint32_t)files[i].bytes : 0);
        buffer_u32le(&blocks, is_used ? MPQ_EXISTS | files[i].flags : 0);
    }
    uint32_t tables = HEADER_BYTES + ((uint32_t)contents->size + 3) / 4 * 4;
    buffer_append(&file, "MPQ\x1a", 4);
    buffer_u32le(&file, HEADER_BYTES);
    buffer_u32le(&file, tables + 2 * (uint32_t)hashes.size);
    buffer_u32le(&file, 3 << 16); /* version 1, sectors of 4 KiB */
    buffer_u32le(&file, tables);
    buffer_u32le(&file, tables + (uint32_t)hashes.size);
    buffer_u32le(&file, HASHES);
    buffer_u32le(&file, HASHES);
    buffer_append(&file, contents->data, contents->size);
    buffer_append(&file, "\0\0\0", tables - file.size);
    append_encrypted(&file, "(hash table)", &hashes);
    append_encrypted(&file, "(block table)", &blocks);
    FILE *out = fopen(temporary_path(&f->data, name, path), "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(file.data, 1, file.size, out), file.size);
    assert_int_equal(fclose(out), 0);
    buffer_free(&file);
    buffer_free(&hashes);
    buffer_free(&blocks);
}

/* Appends a file's packed bytes, as a single unit; returns how many. */
static size_t append_packed(struct buffer *contents, const struct buffer *data)
{
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(6);
    size_t bound = libdeflate_zlib_compress_bound(compressor, data->size);
    uint8_t *packed = malloc(bound);
    assert_non_null(packed);
    size_t bytes = libdeflate_zlib_compress(compressor, data->data, data->size, packed, bound);
    libdeflate_free_compressor(compressor);
    buffer_u8(contents, 0x02);
    buffer_append(contents, packed, bytes);
    free(packed);
    return bytes + 1;
}

enum { NAMES = 1000 };

/* Makes NAMES names of files that have the same bytes. */
static struct named *name_all(char (*names)[16], const struct named *shared)
{
    struct named *files = calloc(NAMES, sizeof *files);
    assert_non_null(files);
    for (unsigned i = 0; i < NAMES; i++) {
        snprintf(names[i], sizeof names[i], "%u.bin", i);
        files[i] = *shared;
        files[i].name = names[i];
    }
    return files;
}

/* Opens the archives of that number, "0.mpq" and so on, as one source. */
static struct source *open_chain(struct fixture *f, size_t count)
{
    char paths[2][256];
    struct mpq_part parts[2];
    struct source *source = NULL;
    for (size_t i = 0; i < count; i++) {
        char name[8];
        snprintf(name, sizeof name, "%zu.mpq", i);
        parts[i] = (struct mpq_part){temporary_path(&f->data, name, paths[i]), ""};
    }
    assert_int_equal(source_mpq_open(parts, count, &f->diag, &source), ADTMAP_OK);
    return source;
}

static enum adtmap_status read_file(struct fixture *f, const struct source *source,
                                    const char *name, size_t *bytes)
{
    struct source_file file;
    struct blob blob;
    assert_int_equal(source->v->find(source, name, &file), SOURCE_PRESENT);
    enum adtmap_status status = source->v->read(&file, name, NULL, &f->diag, &blob);
    *bytes = blob.size;
    blob_release(&blob);
    return status;
}

/* How many of NAMES files can be read before the others are given up. */
static unsigned count_readable(struct fixture *f, const struct source *source, char (*names)[16])
{
    unsigned read = 0;
    size_t bytes;
    while (read < NAMES && read_file(f, source, names[read], &bytes) == ADTMAP_OK) {
        read++;
    }
    assert_non_null(strstr(f->failure.what, "too much of its archive is damaged"));
    assert_int_equal(f->said.warnings, 1);
    assert_non_null(strstr(f->said.last, "unpacking its files takes too long"));
    return read;
}

/* Each name was granted what one sound file of that density is: 16 GiB from 400 kB. */
static void names_that_share_one_block_are_given_up(void **state)
{
    (void)state;
    enum { BYTES = 16 * MIB, PERIOD = 32 << 10, NOISE = 512 };
    static char names[NAMES][16];
    struct fixture f;
    struct buffer data = {0};
    struct buffer contents = {0};
    uint32_t noise = 1;
    fixture_start(&f);
    memset(buffer_extend(&data, BYTES), 0, BYTES);
    for (size_t i = 0; i < BYTES; i++) {
        noise = noise * 1664525 + 1013904223;
        data.data[i] = i % PERIOD < NOISE ? (uint8_t)(noise >> 24) : 0;
    }
    struct named shared = {NULL, 0, append_packed(&contents, &data), BYTES,
                           MPQ_COMPRESSED | MPQ_SINGLE_UNIT};
    assert_true(shared.bytes < shared.packed_bytes * UNPACK_WASTE_RATIO);
    struct named *files = name_all(names, &shared);
    write_archive(&f, "0.mpq", &contents, files, NAMES);
    struct source *source = open_chain(&f, 1);
    unsigned read = count_readable(&f, source, names);
    assert_in_range(read, UNPACK_WASTE_MAX / BYTES - 10, UNPACK_WASTE_MAX / BYTES);
    source->v->destroy(source);
    free(files);
    buffer_free(&data);
    buffer_free(&contents);
    fixture_stop(&f);
}

/* Appends runs of zeros for `bytes`. */
static void append_zeros(struct buffer *packed, size_t bytes)
{
    for (; bytes > 0; bytes -= bytes < 128 ? bytes : 128) {
        buffer_u8(packed, (uint8_t)((bytes < 128 ? bytes : 128) - 1));
    }
}

/* A patch of the kind BSD0 without hashes, of a file of `old` bytes: zeros are added to the first
 * `added`, and behind them stand `taken` zeros. */
static void make_patch(struct buffer *patch, uint32_t old, uint32_t added, uint32_t taken)
{
    static const uint8_t no_hashes[32];
    buffer_append(patch, "PTCH", 4);
    buffer_u32le(patch, 0);
    buffer_u32le(patch, old);
    buffer_u32le(patch, added + taken);
    buffer_append(patch, "MD5_", 4);
    buffer_u32le(patch, 40);
    buffer_append(patch, no_hashes, sizeof no_hashes);
    buffer_append(patch, "XFRM", 4);
    buffer_u32le(patch, 0);
    buffer_append(patch, "BSD0", 4);
    buffer_u32le(patch, 32 + 12 + added + taken);
    buffer_u8(patch, 0x80 + 32 + 12 - 1);
    buffer_append(patch, "BSDIFF40", 8);
    buffer_u32le(patch, 12);
    buffer_u32le(patch, 0);
    buffer_u32le(patch, added);
    buffer_u32le(patch, 0);
    buffer_u32le(patch, added + taken);
    buffer_u32le(patch, 0);
    buffer_u32le(patch, added);
    buffer_u32le(patch, taken);
    buffer_u32le(patch, 0);
    append_zeros(patch, added + taken);
}

/* Appends a patch as archives store it, behind its head; returns its packed bytes. */
static size_t append_patch(struct buffer *contents, const struct buffer *patch)
{
    static const uint8_t no_hash[16];
    size_t before = contents->size;
    buffer_u32le(contents, 28);
    buffer_u32le(contents, 0);
    buffer_u32le(contents, (uint32_t)patch->size);
    buffer_append(contents, no_hash, sizeof no_hash);
    (void)append_packed(contents, patch);
    return contents->size - before;
}

enum { WORK_OF_A_BYTE = 4 }; /* of a file before and after a patch */

/* A patch of some bytes that makes a megabyte of nothing, under a thousand names. */
static void patches_that_make_much_of_little_are_given_up(void **state)
{
    (void)state;
    enum { OLD_BYTES = 16, NEW_BYTES = 8 * MIB };
    static char names[NAMES][16];
    struct fixture f;
    struct buffer old = {0};
    struct buffer patch = {0};
    struct buffer contents = {0};
    fixture_start(&f);
    memset(buffer_extend(&old, OLD_BYTES), 'x', OLD_BYTES);
    struct named whole = {NULL, 0, OLD_BYTES, OLD_BYTES, 0};
    struct named *files = name_all(names, &whole);
    write_archive(&f, "0.mpq", &old, files, NAMES);
    free(files);
    make_patch(&patch, OLD_BYTES, 0, NEW_BYTES);
    struct named shared = {NULL, 0, append_patch(&contents, &patch), NEW_BYTES,
                           MPQ_PATCH | MPQ_COMPRESSED | MPQ_SINGLE_UNIT};
    files = name_all(names, &shared);
    write_archive(&f, "1.mpq", &contents, files, NAMES);
    free(files);
    struct source *source = open_chain(&f, 2);
    unsigned most = (unsigned)(UNPACK_WASTE_MAX / (WORK_OF_A_BYTE * NEW_BYTES));
    assert_in_range(count_readable(&f, source, names), most - 4, most);
    source->v->destroy(source);
    buffer_free(&old);
    buffer_free(&patch);
    buffer_free(&contents);
    fixture_stop(&f);
}

/* What a patch keeps of a file was counted as waste, so that a client with many was given up. */
static void patch_that_changes_little_is_no_waste(void **state)
{
    (void)state;
    enum { BYTES = 32 * MIB, READS = 20 };
    struct fixture f;
    struct buffer old = {0};
    struct buffer patch = {0};
    struct buffer contents = {0};
    size_t bytes;
    fixture_start(&f);
    memset(buffer_extend(&old, BYTES), 'x', BYTES);
    const struct named whole = {"a.bin", 0, BYTES, BYTES, 0};
    write_archive(&f, "0.mpq", &old, &whole, 1);
    make_patch(&patch, BYTES, BYTES - 1, 1);
    const struct named change = {"a.bin", 0, append_patch(&contents, &patch), BYTES,
                                 MPQ_PATCH | MPQ_COMPRESSED | MPQ_SINGLE_UNIT};
    write_archive(&f, "1.mpq", &contents, &change, 1);
    struct source *source = open_chain(&f, 2);
    for (unsigned i = 0; i < READS; i++) {
        assert_int_equal(read_file(&f, source, "a.bin", &bytes), ADTMAP_OK);
        assert_int_equal(bytes, BYTES);
    }
    assert_int_equal(f.said.warnings, 0);
    source->v->destroy(source);
    buffer_free(&old);
    buffer_free(&patch);
    buffer_free(&contents);
    fixture_stop(&f);
}

static void list_of_more_names_than_any_client_has_is_not_read(void **state)
{
    (void)state;
    struct fixture f;
    struct buffer contents = {0};
    fixture_start(&f);
    buffer_append(&contents, "a.bin", 5);
    for (size_t more = 0; more < 2; more++) {
        const struct named files[] = {{"(listfile)", 0, 5, (64 << 20) + more, MPQ_COMPRESSED},
                                      {"a.bin", 0, 5, 5, 0}};
        write_archive(&f, "0.mpq", &contents, files, 2);
        struct source *source = open_chain(&f, 1);
        assert_int_equal(source->v->name_count(source), 0);
        assert_int_equal(f.said.warnings, more + 1);
        assert_int_equal(strstr(f.said.last, "a list of more than 64 MiB") != NULL, more);
        source->v->destroy(source);
    }
    buffer_free(&contents);
    fixture_stop(&f);
}

/* Reads tables that claim to be of `het` and `bet` bytes, and are none. */
static enum adtmap_status read_claimed(struct fixture *f, uint32_t het, uint32_t bet)
{
    enum { TABLE_BYTES = 64 };
    char path[256];
    struct buffer file = {0};
    struct mpq_crypt crypt;
    struct mpq_tables tables;
    const struct mpq_header header = {
        .het = {0, TABLE_BYTES}, .bet = {TABLE_BYTES, TABLE_BYTES}, .archive_bytes = 128};
    mpq_crypt_init(&crypt);
    buffer_append(&file, "HET\x1a\1\0\0\0", 8);
    buffer_u32le(&file, het);
    memset(buffer_extend(&file, TABLE_BYTES - file.size), 0, TABLE_BYTES - 12);
    buffer_append(&file, "BET\x1a\1\0\0\0", 8);
    buffer_u32le(&file, bet);
    memset(buffer_extend(&file, 2 * TABLE_BYTES - file.size), 0, TABLE_BYTES - 12);
    FILE *out = fopen(temporary_path(&f->data, "tables", path), "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(file.data, 1, file.size, out), file.size);
    assert_int_equal(fclose(out), 0);
    buffer_free(&file);
    struct open_file opened;
    uint64_t bytes;
    assert_int_equal(part_read_open(path, &f->diag, &opened, &bytes), ADTMAP_OK);
    enum adtmap_status status =
        mpq_tables_read(opened, &header, MPQ_TABLES_EXTENDED, &crypt, &f->diag, &tables);
    open_file_close(&opened);
    return status;
}

static void tables_larger_than_any_archive_needs_are_refused(void **state)
{
    (void)state;
    struct fixture f;
    fixture_start(&f);
    assert_int_equal(read_claimed(&f, MPQ_HET_BYTES_MAX, 0), ADTMAP_BAD_DATA);
    assert_int_equal(read_claimed(&f, MPQ_HET_BYTES_MAX + 1, 0), ADTMAP_LIMIT);
    assert_string_equal(f.failure.what, "a table of more than 32 MiB");
    assert_int_equal(read_claimed(&f, 0, MPQ_BET_BYTES_MAX), ADTMAP_BAD_DATA);
    assert_int_equal(read_claimed(&f, 0, MPQ_BET_BYTES_MAX + 1), ADTMAP_LIMIT);
    assert_string_equal(f.failure.what, "a table of more than 128 MiB");
    fixture_stop(&f);
}

int test_mpq_limits(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_that_share_one_block_are_given_up),
        cmocka_unit_test(patches_that_make_much_of_little_are_given_up),
        cmocka_unit_test(patch_that_changes_little_is_no_waste),
        cmocka_unit_test(list_of_more_names_than_any_client_has_is_not_read),
        cmocka_unit_test(tables_larger_than_any_archive_needs_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
