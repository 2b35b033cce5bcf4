/* Archives as data: unpacking, names, patches, damage, many readers at once. */
#include "assets/sources/mpq_builder.h"

#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include "assets/assets.h"
#include "assets/data_fixture.h"
#include "assets/sources/packed/unpack_waste.h"
#include "assets/sources/source_mpq.h"
#include "base/size.h"
#include "render/random.h"

/* Builds an archive below the fixture's directory, making its folder. */
static void build(struct fixture *f, const char *name, DWORD flags, const struct packed_file *files,
                  size_t count)
{
    char path[256];
    temporary_file(&f->data, name, "");
    mpq_build(temporary_path(&f->data, name, path), flags, files, count);
}

/* Opens one path below the fixture's directory. */
static enum adtmap_status open_below(struct fixture *f, const char *name)
{
    char path[256];
    const char *paths[] = {temporary_path(&f->data, name, path)};
    assets_close(f->assets);
    return assets_open(paths, 1, &f->diag, &f->assets);
}

static void holds(struct fixture *f, const char *name, const char *contents)
{
    struct blob blob;
    assert_true(assets_has(f->assets, name));
    assert_int_equal(assets_read(f->assets, name, &f->diag, &blob), ADTMAP_OK);
    assert_int_equal(blob.size, strlen(contents));
    assert_memory_equal(blob.data, contents, blob.size);
    blob_release(&blob);
}

static void append_name(void *user, const char *name, const char *origin)
{
    (void)origin;
    strcat(strcat(user, name), "\n");
}

static void lists(struct fixture *f, const char *prefix, const char *wanted)
{
    char list[1024] = "";
    assert_int_equal(assets_list(f->assets, prefix, &f->diag, append_name, list), ADTMAP_OK);
    assert_string_equal(list, wanted);
}

static void files_of_every_kind_are_unpacked(void **state)
{
    (void)state;
    static const struct packed_file files[] = {
        {"World\\Maps\\Azeroth\\Azeroth.wdt", "plain", 0},
        {"World\\packed.txt", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
         MPQ_FILE_COMPRESS},
        {"World\\secret.txt", "an encrypted and packed text",
         MPQ_FILE_COMPRESS | MPQ_FILE_ENCRYPTED},
        {"World\\fixed.txt", "a text whose key depends on its place",
         MPQ_FILE_COMPRESS | MPQ_FILE_ENCRYPTED | MPQ_FILE_FIX_KEY},
        {"World\\unit.txt", "in one piece", MPQ_FILE_COMPRESS | MPQ_FILE_SINGLE_UNIT},
        {"World\\empty.txt", "", 0},
    };
    static const DWORD versions[] = {MPQ_CREATE_ARCHIVE_V1, MPQ_CREATE_ARCHIVE_V2,
                                     MPQ_CREATE_ARCHIVE_V4};
    for (size_t v = 0; v < sizeof versions / sizeof *versions; v++) {
        struct fixture f;
        fixture_start(&f);
        build(&f, "a.mpq", MPQ_CREATE_LISTFILE | versions[v], files, 6);
        assert_int_equal(open_below(&f, "a.mpq"), ADTMAP_OK);
        for (size_t i = 0; i < 6; i++) {
            holds(&f, files[i].name, files[i].contents);
        }
        holds(&f, "WORLD/maps/azeroth/AZEROTH.WDT", "plain");
        lists(&f, "",
              "world/empty.txt\nworld/fixed.txt\nworld/maps/azeroth/azeroth.wdt\n"
              "world/packed.txt\nworld/secret.txt\nworld/unit.txt\n");
        assert_int_equal(f.said.warnings, 0);
        fixture_stop(&f);
    }
}

/* Blocks of the pool are larger than most files, and go with the data: what is kept is in memory of
 * its own size. What needs no unpacking is mapped where only parts of it are wanted. */
static void files_are_in_memory_of_their_use(void **state)
{
    (void)state;
    static const struct packed_file files[] = {
        {"World\\plain.txt", "plain", 0},
        {"World\\packed.txt", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", MPQ_FILE_COMPRESS},
    };
    static const struct {
        const char *data;
        enum blob_memory memory[ASSETS_PARTS + 1];
    } cases[] = {
        {"a.mpq", {BLOB_BLOCK, BLOB_HEAP, BLOB_HEAP}},
        {"loose", {BLOB_BLOCK, BLOB_HEAP, BLOB_MAPPING}},
    };
    struct fixture f;
    fixture_start(&f);
    build(&f, "a.mpq", MPQ_CREATE_LISTFILE, files, 2);
    temporary_file(&f.data, "loose/World/plain.txt", files[0].contents);
    temporary_file(&f.data, "loose/World/packed.txt", files[1].contents);
    for (size_t d = 0; d < COUNT_OF(cases); d++) {
        assert_int_equal(open_below(&f, cases[d].data), ADTMAP_OK);
        for (size_t i = 0; i < 2 * COUNT_OF(cases->memory); i++) {
            const struct packed_file *expected = &files[i % 2];
            const enum assets_use use = (enum assets_use)(i / 2);
            struct asset asset;
            struct blob blob;
            assert_true(assets_find(f.assets, (struct asset_ref){expected->name, 0}, &asset));
            assert_int_equal(assets_read_found(f.assets, &asset, use, &f.diag, &blob), ADTMAP_OK);
            assert_int_equal(blob.memory, cases[d].memory[use]);
            assert_int_equal(blob.size, strlen(expected->contents));
            assert_memory_equal(blob.data, expected->contents, blob.size);
            blob_release(&blob);
        }
    }
    fixture_stop(&f);
}

enum { SECTORS = 5, SECTOR = 4096 };

/* Bytes that are known stand in what is read as they are given: they are not unpacked again. */
static void the_rest_is_unpacked(struct fixture *f, const struct asset *asset,
                                 const struct blob *head, const char *text, size_t size)
{
    static char marks[SECTORS * SECTOR];
    const struct blob known = {.data = (const uint8_t *)marks, .size = head->size};
    struct blob more, all;
    uint64_t key;
    memset(marks, '?', sizeof marks);
    bool is_given =
        assets_read_head(f->assets, asset, &known, head->size + 1, &f->diag, &more, &key);
    assert_int_equal(is_given, head->size + 1 < size);
    if (is_given) {
        assert_int_equal(more.size, size < head->size + SECTOR ? size : head->size + SECTOR);
        assert_memory_equal(more.data, marks, head->size);
        assert_memory_equal(more.data + head->size, text + head->size, more.size - head->size);
    }
    assert_int_equal(assets_read_rest(f->assets, asset, &known, &f->diag, &all, &key), ADTMAP_OK);
    assert_int_equal(all.size, size);
    assert_memory_equal(all.data, marks, head->size);
    assert_memory_equal(all.data + head->size, text + head->size, size - head->size);
    blob_release(&more);
    blob_release(&all);
}

/* The sectors that hold the wanted bytes are unpacked, and no others. */
static void the_head_of_a_file_is_unpacked_alone(void **state)
{
    (void)state;
    static const DWORD flags[] = {0, MPQ_FILE_ENCRYPTED, MPQ_FILE_COMPRESS,
                                  MPQ_FILE_COMPRESS | MPQ_FILE_ENCRYPTED, MPQ_FILE_IMPLODE};
    static const char name[] = "world\\a.adt";
    static const struct blob none;
    struct fixture f;
    struct asset asset;
    char text[SECTORS * SECTOR];
    char path[256];
    fixture_start(&f);
    for (size_t i = 0; i < sizeof text; i++) {
        text[i] = (char)('a' + i % 23 + i / SECTOR);
    }
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        static const size_t asked[] = {1, SECTOR, SECTOR + 1, sizeof text - 1};
        temporary_file(&f.data, "a.mpq", "");
        HANDLE archive =
            mpq_create_archive(temporary_path(&f.data, "a.mpq", path), MPQ_CREATE_LISTFILE);
        mpq_add(archive, name, text, sizeof text - 1, flags[i]);
        mpq_add(archive, "unit.txt", text, sizeof text - 1,
                MPQ_FILE_COMPRESS | MPQ_FILE_SINGLE_UNIT);
        assert_true(SFileCloseArchive(archive));
        assert_int_equal(open_below(&f, "a.mpq"), ADTMAP_OK);
        for (size_t k = 0; k < sizeof asked / sizeof *asked; k++) {
            struct blob blob;
            uint64_t key;
            size_t wanted = (asked[k] + SECTOR - 1) / SECTOR * SECTOR;
            assert_true(assets_find(f.assets, (struct asset_ref){"world/a.adt", 0}, &asset));
            bool is_given =
                assets_read_head(f.assets, &asset, &none, asked[k], &f.diag, &blob, &key);
            assert_int_equal(is_given, asked[k] < sizeof text - 1);
            assert_int_equal(blob.size, is_given ? wanted : 0);
            assert_memory_equal(blob.data ? (const char *)blob.data : text, text, blob.size);
            if (is_given) {
                the_rest_is_unpacked(&f, &asset, &blob, text, sizeof text - 1);
            }
            blob_release(&blob);
            assert_true(assets_find(f.assets, (struct asset_ref){"unit.txt", 0}, &asset));
            assert_false(assets_read_head(f.assets, &asset, &none, asked[k], &f.diag, &blob, &key));
        }
    }
    fixture_stop(&f);
}

static void origin_names_the_archive_and_the_spelling(void **state)
{
    (void)state;
    static const struct packed_file files[] = {{"World\\Maps\\A\\TheMap.wdt", "x", 0}};
    struct fixture f;
    char origin[512];
    char wanted[512];
    fixture_start(&f);
    build(&f, "a.mpq", MPQ_CREATE_LISTFILE, files, 1);
    open_below(&f, "a.mpq");
    assert_true(assets_origin(f.assets, "world/maps/a/themap.wdt", origin, sizeof origin));
    snprintf(wanted, sizeof wanted, "%s/a.mpq:World/Maps/A/TheMap.wdt", f.data.path);
    assert_string_equal(origin, wanted);
    char small[6];
    assert_true(assets_origin(f.assets, "world/maps/a/themap.wdt", small, sizeof small));
    assert_int_equal(strlen(small), 5);
    fixture_stop(&f);
}

static void unlisted_file_is_found_by_name_and_listed_with_a_list(void **state)
{
    (void)state;
    static const struct packed_file files[] = {{"World\\a.txt", "a", 0}, {"World\\b.txt", "b", 0}};
    struct fixture f;
    char path[256];
    fixture_start(&f);
    build(&f, "a.mpq", 0, files, 2);
    temporary_file(&f.data, "list.txt", "World\\B.txt\r\nWorld\\none.txt\r\n../world/a.txt\n");
    assert_int_equal(open_below(&f, "a.mpq"), ADTMAP_OK);
    holds(&f, "world/a.txt", "a");
    lists(&f, "", "");
    assert_false(assets_has(f.assets, "world/c.txt"));
    temporary_path(&f.data, "list.txt", path);
    assert_int_equal(assets_use_listfile(f.assets, path, &f.diag), ADTMAP_OK);
    lists(&f, "", "world/b.txt\n");
    fixture_stop(&f);
}

/* A file that an archive has under its id has that name there, also when it is encrypted by it. */
static void file_stored_by_id_has_the_name_of_the_archive(void **state)
{
    (void)state;
    static const struct packed_file files[] = {
        {"unknown\\123.adt", "tile", MPQ_FILE_ENCRYPTED | MPQ_FILE_COMPRESS}};
    struct fixture f;
    struct blob blob;
    char path[512];
    fixture_start(&f);
    build(&f, "a.mpq", MPQ_CREATE_LISTFILE, files, 1);
    open_below(&f, "a.mpq");
    temporary_file(&f.data, "list.csv", "123;World/Maps/X/X_1_2.adt\n");
    temporary_path(&f.data, "list.csv", path);
    assert_int_equal(assets_use_listfile(f.assets, path, &f.diag), ADTMAP_OK);
    assert_int_equal(assets_read(f.assets, "World/Maps/X/X_1_2.adt", &f.diag, &blob), ADTMAP_OK);
    assert_int_equal(blob.size, 4);
    assert_memory_equal(blob.data, "tile", 4);
    blob_release(&blob);
    assert_true(assets_origin(f.assets, "world/maps/x/x_1_2.adt", path, sizeof path));
    assert_non_null(strstr(path, "a.mpq:unknown/123.adt"));
    fixture_stop(&f);
}

static void numbers_of_entries_are_no_names(void **state)
{
    (void)state;
    static const struct packed_file files[] = {{"World\\a.txt", "a", 0}};
    struct fixture f;
    fixture_start(&f);
    build(&f, "a.mpq", 0, files, 1);
    open_below(&f, "a.mpq");
    assert_false(assets_has(f.assets, "File00000000.xxx"));
    assert_false(assets_has(f.assets, "file00000000.txt"));
    fixture_stop(&f);
}

static void over_long_names_are_nowhere(void **state)
{
    (void)state;
    static const struct packed_file files[] = {{"World\\a.txt", "a", 0}};
    struct fixture f;
    struct blob blob;
    char name[600];
    fixture_start(&f);
    build(&f, "a.mpq", MPQ_CREATE_LISTFILE, files, 1);
    open_below(&f, "a.mpq");
    for (size_t length = 250; length < sizeof name; length++) {
        memset(name, 'x', length);
        name[length] = '\0';
        assert_false(assets_has(f.assets, name));
        assert_int_not_equal(assets_read(f.assets, name, &f.diag, &blob), ADTMAP_OK);
    }
    fixture_stop(&f);
}

static void names_that_lead_outside_are_left_out_of_the_list(void **state)
{
    (void)state;
    static const struct packed_file files[] = {
        {"..\\secret.txt", "s", 0}, {"c:\\secret.txt", "s", 0}, {"World\\a.txt", "a", 0}};
    struct fixture f;
    struct blob blob;
    fixture_start(&f);
    build(&f, "a.mpq", MPQ_CREATE_LISTFILE, files, 3);
    assert_int_equal(open_below(&f, "a.mpq"), ADTMAP_OK);
    lists(&f, "", "world/a.txt\n");
    assert_int_equal(f.said.warnings, 1);
    assert_non_null(strstr(f.said.last, "2 names lead outside"));
    assert_int_equal(assets_read(f.assets, "..\\secret.txt", &f.diag, &blob), ADTMAP_BAD_DATA);
    fixture_stop(&f);
}

static void deletion_in_a_patch_hides_the_file(void **state)
{
    (void)state;
    static const struct packed_file base[] = {{"World\\a.txt", "a", 0}, {"World\\b.txt", "b", 0}};
    static const struct packed_file patch[] = {{"World\\a.txt", "", MPQ_FILE_DELETE_MARKER}};
    struct fixture f;
    char first[256];
    char second[256];
    fixture_start(&f);
    build(&f, "base.mpq", MPQ_CREATE_LISTFILE, base, 2);
    build(&f, "patch.mpq", MPQ_CREATE_LISTFILE, patch, 1);
    const char *paths[] = {temporary_path(&f.data, "base.mpq", first),
                           temporary_path(&f.data, "patch.mpq", second)};
    assert_int_equal(assets_open(paths, 2, &f.diag, &f.assets), ADTMAP_OK);
    assert_false(assets_has(f.assets, "world/a.txt"));
    holds(&f, "world/b.txt", "b");
    lists(&f, "", "world/b.txt\n");
    fixture_stop(&f);
}

static void update_without_what_it_changes_says_so(void **state)
{
    (void)state;
    static const struct packed_file files[] = {{"World\\a.txt", "a change", MPQ_FILE_PATCH_FILE}};
    struct fixture f;
    struct blob blob;
    fixture_start(&f);
    build(&f, "wow-update-base-15595.mpq", MPQ_CREATE_LISTFILE, files, 1);
    assert_int_equal(open_below(&f, "wow-update-base-15595.mpq"), ADTMAP_OK);
    assert_int_equal(assets_read(f.assets, "world/a.txt", &f.diag, &blob), ADTMAP_BAD_DATA);
    assert_non_null(strstr(f.failure.what, "what an update changes"));
    assert_non_null(strstr(f.failure.file, "15595.mpq:World/a.txt"));
    fixture_stop(&f);
}

static void archive_that_is_none_is_a_failure_with_its_path(void **state)
{
    (void)state;
    struct fixture f;
    char path[256];
    fixture_start(&f);
    temporary_file(&f.data, "a.mpq", "this is not an archive");
    assert_int_equal(open_below(&f, "a.mpq"), ADTMAP_BAD_DATA);
    assert_string_equal(f.failure.file, temporary_path(&f.data, "a.mpq", path));
    assert_null(f.assets);
    temporary_file(&f.data, "empty.mpq", "");
    assert_int_equal(open_below(&f, "empty.mpq"), ADTMAP_BAD_DATA);
    assert_int_equal(open_below(&f, "missing.mpq"), ADTMAP_NOT_FOUND);
    fixture_stop(&f);
}

/* Writes the first `size` bytes of one file to another. */
static void cut_copy(struct fixture *f, const char *from, const char *to, long size)
{
    char path[256];
    FILE *in = fopen(temporary_path(&f->data, from, path), "rb");
    FILE *out = fopen(temporary_path(&f->data, to, path), "wb");
    assert_true(in && out);
    for (long i = 0; i < size; i++) {
        int c = fgetc(in);
        if (c != EOF) {
            fputc(c, out);
        }
    }
    fclose(in);
    fclose(out);
}

static void cut_archive_never_gives_wrong_bytes(void **state)
{
    (void)state;
    static const struct packed_file files[] = {
        {"World\\a.txt", "a file that is stored as it is", 0},
        {"World\\b.txt", "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb", MPQ_FILE_COMPRESS}};
    struct fixture f;
    fixture_start(&f);
    build(&f, "a.mpq", MPQ_CREATE_LISTFILE, files, 2);
    for (long size = 0; size < 400; size += 3) {
        cut_copy(&f, "a.mpq", "cut.mpq", size);
        if (open_below(&f, "cut.mpq")) {
            continue;
        }
        for (size_t i = 0; i < 2; i++) {
            struct blob blob;
            if (assets_read(f.assets, files[i].name, &f.diag, &blob) == ADTMAP_OK) {
                assert_int_equal(blob.size, strlen(files[i].contents));
                assert_memory_equal(blob.data, files[i].contents, blob.size);
            }
            blob_release(&blob);
        }
    }
    fixture_stop(&f);
}

/* Its tables are read as far as they go: what lies beyond would come from an older archive. */
static void archive_cut_in_its_table_of_files_counts_as_unread(void **state)
{
    (void)state;
    static const struct packed_file files[] = {{"World\\a.txt", "a file", 0},
                                               {"World\\b.txt", "another", 0}};
    struct fixture f;
    struct blob blob;
    char path[256];
    fixture_start(&f);
    build(&f, "a.mpq", MPQ_CREATE_ARCHIVE_V1, files, 2);
    assert_int_equal(file_map(temporary_path(&f.data, "a.mpq", path), &f.diag, &blob), ADTMAP_OK);
    long size = (long)blob.size;
    blob_release(&blob);
    assert_int_equal(open_below(&f, "a.mpq"), ADTMAP_OK);
    assert_int_equal(assets_unread_count(f.assets), 0);
    cut_copy(&f, "a.mpq", "cut.mpq", size - 1);
    assert_int_equal(open_below(&f, "cut.mpq"), ADTMAP_OK);
    assert_int_equal(assets_unread_count(f.assets), 1);
    holds(&f, "World/a.txt", "a file");
    assert_false(assets_has(f.assets, "World/b.txt"));
    assert_non_null(strstr(f.said.last, "it ends before it says where 1 of its files are"));
    fixture_stop(&f);
}

/* Writes the archive with the byte `at` behind its first table of hashes set to 255. */
static void damage_tables(struct fixture *f, const char *from, const char *to, size_t at)
{
    char path[256];
    struct blob blob;
    assert_int_equal(file_map(temporary_path(&f->data, from, path), &f->diag, &blob), ADTMAP_OK);
    const uint8_t *table = memmem(blob.data, blob.size, "HET\x1a", 4);
    assert_non_null(table);
    FILE *out = fopen(temporary_path(&f->data, to, path), "wb");
    assert_non_null(out);
    size_t damaged = (size_t)(table - blob.data) + at;
    fwrite(blob.data, 1, damaged, out);
    fputc(255, out);
    fwrite(blob.data + damaged + 1, 1, blob.size - damaged - 1, out);
    fclose(out);
    blob_release(&blob);
}

/* The tables of version 4 were asserted to be sound: one wrong byte ended the program. */
static void archive_with_wrong_tables_is_named_and_ends_nothing(void **state)
{
    (void)state;
    static const struct packed_file files[] = {{"World\\a.txt", "a", 0}, {"World\\b.txt", "b", 0}};
    struct fixture f;
    fixture_start(&f);
    build(&f, "a.mpq", MPQ_CREATE_LISTFILE | MPQ_CREATE_ARCHIVE_V4, files, 2);
    for (size_t at = 0; at < 160; at += 5) {
        damage_tables(&f, "a.mpq", "b.mpq", at);
        enum adtmap_status status = open_below(&f, "b.mpq");
        assert_true(status == ADTMAP_OK || status == ADTMAP_BAD_DATA);
        if (status) {
            assert_non_null(strstr(f.failure.file, "b.mpq"));
        }
    }
    fixture_stop(&f);
}

/* Writes a copy of `from` with up to four bytes behind its header changed. */
static void damage_bytes(struct fixture *f, const char *from, const char *to, struct random *random)
{
    enum { HEADER_BYTES = 32, NEAR_BYTES = 1500 };
    char path[256];
    struct blob blob;
    assert_int_equal(file_map(temporary_path(&f->data, from, path), &f->diag, &blob), ADTMAP_OK);
    uint8_t *copy = malloc(blob.size);
    assert_non_null(copy);
    memcpy(copy, blob.data, blob.size);
    for (uint32_t i = 0; i <= random_below(random, 4); i++) {
        bool near = random_below(random, 2); /* files come first, tables behind them */
        uint32_t reach = near ? NEAR_BYTES : (uint32_t)blob.size - HEADER_BYTES;
        uint32_t at = random_below(random, reach);
        copy[HEADER_BYTES + at] = (uint8_t)random_next(random);
    }
    FILE *out = fopen(temporary_path(&f->data, to, path), "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(copy, 1, blob.size, out), blob.size);
    fclose(out);
    free(copy);
    blob_release(&blob);
}

/* Unpacking was done in the program itself: three of 8000 such archives ended it. */
static void archive_with_wrong_bytes_is_named_and_ends_nothing(void **state)
{
    (void)state;
    enum { ARCHIVES = 200, LONG = 20000 };
    char text[LONG + 1];
    const struct packed_file files[] = {{"World\\long.txt", text, MPQ_FILE_COMPRESS},
                                        {"World\\b.txt", "b", MPQ_FILE_COMPRESS}};
    struct random random = random_seeded();
    struct fixture f;
    unsigned ends[2] = {0, 0};
    for (size_t i = 0; i < LONG; i++) {
        text[i] = (char)('a' + i * i / 7 % 20);
    }
    text[LONG] = '\0';
    fixture_start(&f);
    build(&f, "a.mpq", MPQ_CREATE_LISTFILE, files, 2);
    for (unsigned n = 0; n < ARCHIVES; n++) {
        damage_bytes(&f, "a.mpq", "b.mpq", &random);
        if (open_below(&f, "b.mpq")) {
            continue;
        }
        for (size_t i = 0; i < 2; i++) {
            struct blob blob = {0};
            bool read = assets_read(f.assets, files[i].name, &f.diag, &blob) == ADTMAP_OK;
            ends[read]++;
            assert_true(read || f.failure.what[0] != '\0');
            blob_release(&blob);
        }
    }
    print_message("%u files read, %u not\n", ends[1], ends[0]);
    fixture_stop(&f);
}

static void one_file_archive_is_the_file_it_is_named_after(void **state)
{
    (void)state;
    static const struct packed_file by_base[] = {{"Azeroth.wdt", "the alpha map", 0}};
    static const struct packed_file by_path[] = {
        {"World\\wmo\\x.wmo", "the building", MPQ_FILE_COMPRESS}};
    static const struct packed_file by_size[] = {{"sum.md5", "0123", 0},
                                                 {"other", "the largest file", 0}};
    struct fixture f;
    char origin[512];
    fixture_start(&f);
    build(&f, "root/Data/World/Maps/Azeroth/Azeroth.wdt.MPQ", 0, by_base, 1);
    build(&f, "root/Data/World/wmo/x.wmo.MPQ", 0, by_path, 1);
    build(&f, "root/Data/World/wmo/y.wmo.mpq", 0, by_size, 2);
    build(&f, "root/Data/World/wmo/z.wmo.mpq", 0, by_path, 1);
    temporary_file(&f.data, "root/Data/World/wmo/z.wmo", "lies beside it");
    temporary_file(&f.data, "root/Data/World/wmo/broken.wmo.MPQ", "no archive");
    assert_int_equal(open_below(&f, "root"), ADTMAP_OK);
    holds(&f, "World\\Maps\\Azeroth\\Azeroth.wdt", "the alpha map");
    holds(&f, "world/wmo/x.wmo", "the building");
    holds(&f, "world/wmo/y.wmo", "the largest file");
    holds(&f, "world/wmo/z.wmo", "lies beside it");
    assert_int_equal(f.said.warnings, 0);
    struct blob blob;
    assert_int_equal(assets_read(f.assets, "world/wmo/broken.wmo", &f.diag, &blob),
                     ADTMAP_BAD_DATA);
    assert_true(assets_origin(f.assets, "world/wmo/x.wmo", origin, sizeof origin));
    assert_non_null(strstr(origin, "x.wmo.MPQ"));
    fixture_stop(&f);
}

/* What one thread reads: all files, several times, beginning at another one each. */
struct reader_job {
    struct assets *assets;
    size_t first;
    size_t wrong;
};

enum { SHARED_FILES = 40, ROUNDS = 20, READERS = 8, SHARED_BYTES = 20000 };

static void shared_contents(size_t index, char contents[SHARED_BYTES])
{
    for (size_t i = 0; i < SHARED_BYTES; i++) {
        contents[i] = (char)('a' + (i * (index + 3) / 7) % 26);
    }
}

static void *read_shared(void *user)
{
    struct reader_job *job = user;
    struct diag diag = {0};
    char wanted[SHARED_BYTES];
    for (size_t i = 0; i < SHARED_FILES * ROUNDS; i++) {
        char name[64];
        struct blob blob;
        size_t index = (job->first + i) % SHARED_FILES;
        snprintf(name, sizeof name, "World/file_%zu.bin", index);
        shared_contents(index, wanted);
        bool fine = assets_has(job->assets, name) &&
                    assets_read(job->assets, name, &diag, &blob) == ADTMAP_OK &&
                    blob.size == SHARED_BYTES && memcmp(blob.data, wanted, SHARED_BYTES) == 0;
        job->wrong += !fine;
        blob_release(&blob);
    }
    return NULL;
}

static void many_threads_read_one_archive(void **state)
{
    (void)state;
    struct fixture f;
    char path[256];
    char contents[SHARED_BYTES];
    fixture_start(&f);
    HANDLE archive =
        mpq_create_archive(temporary_path(&f.data, "a.mpq", path), MPQ_CREATE_LISTFILE);
    for (size_t i = 0; i < SHARED_FILES; i++) {
        char name[64];
        snprintf(name, sizeof name, "World\\file_%zu.bin", i);
        shared_contents(i, contents);
        mpq_add(archive, name, contents, sizeof contents, MPQ_FILE_COMPRESS | MPQ_FILE_ENCRYPTED);
    }
    SFileCloseArchive(archive);
    assert_int_equal(open_below(&f, "a.mpq"), ADTMAP_OK);
    pthread_t threads[READERS];
    struct reader_job jobs[READERS];
    for (size_t i = 0; i < READERS; i++) {
        jobs[i] = (struct reader_job){f.assets, i * 5, 0};
        assert_int_equal(pthread_create(&threads[i], NULL, read_shared, &jobs[i]), 0);
    }
    for (size_t i = 0; i < READERS; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(jobs[i].wrong, 0);
    }
    fixture_stop(&f);
}

enum { LARGE_BYTES = 128 << 20 };

/* An archive with one file of zeros. */
static void build_large(struct fixture *f, const char *name)
{
    char path[256];
    temporary_file(&f->data, name, "");
    HANDLE archive = mpq_create_archive(temporary_path(&f->data, name, path), MPQ_CREATE_LISTFILE);
    uint8_t *zeros = calloc(1, LARGE_BYTES);
    assert_non_null(zeros);
    mpq_add(archive, "World\\large.bin", zeros, LARGE_BYTES, MPQ_FILE_COMPRESS);
    free(zeros);
    assert_true(SFileCloseArchive(archive));
}

/* Bytes of address space in use. */
static rlim_t address_space(void)
{
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%lu", &pages), 1);
    fclose(file);
    return pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

/* It was reported as a crash: a damaged archive. */
static void too_little_memory_to_unpack_is_no_damage(void **state)
{
    (void)state;
    struct fixture f;
    struct blob blob;
    struct rlimit before;
    if (ADTMAP_SANITIZED) {
        skip();
    }
    fixture_start(&f);
    build_large(&f, "a.mpq");
    assert_int_equal(open_below(&f, "a.mpq"), ADTMAP_OK);
    assert_int_equal(getrlimit(RLIMIT_AS, &before), 0);
    const struct rlimit tight = {address_space() + (LARGE_BYTES / 2), before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_AS, &tight), 0);
    enum adtmap_status status = assets_read(f.assets, "World/large.bin", &f.diag, &blob);
    assert_int_equal(setrlimit(RLIMIT_AS, &before), 0);
    assert_int_equal(status, ADTMAP_NO_MEMORY);
    assert_non_null(strstr(f.failure.what, "unpacking it takes more memory than there is"));
    assert_int_equal(open_below(&f, "a.mpq"), ADTMAP_OK);
    assert_int_equal(assets_read(f.assets, "World/large.bin", &f.diag, &blob), ADTMAP_OK);
    blob_release(&blob);
    fixture_stop(&f);
}

/* ADTMAP_REAL names a folder of real map files, if there is one here; else the test is skipped. */
static const char *real_path(const char *name, char path[512])
{
    const char *real = getenv("ADTMAP_REAL");
    snprintf(path, 512, "%s/%s", real ? real : ".", name);
    if (!file_exists(path)) {
        print_message("no %s: skipped\n", path);
        skip();
    }
    return path;
}

/* Writes a copy of an archive with a wrong byte in every `step` bytes, except in its first and last
 * 64 KiB, where header and tables are. */
static void damage_everywhere(struct fixture *f, const char *from, const char *to, size_t step)
{
    enum { ENDS = 64 << 10, VALUE = 0xa9 };
    char path[256];
    struct blob blob;
    assert_int_equal(file_map(from, &f->diag, &blob), ADTMAP_OK);
    uint8_t *copy = malloc(blob.size);
    assert_non_null(copy);
    memcpy(copy, blob.data, blob.size);
    for (size_t at = ENDS; at + ENDS < blob.size; at += step) {
        copy[at] ^= VALUE;
    }
    FILE *out = fopen(temporary_path(&f->data, to, path), "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(copy, 1, blob.size, out), blob.size);
    fclose(out);
    free(copy);
    blob_release(&blob);
}

struct failures {
    unsigned damaged;
    unsigned not_tried;
};

static void count_failure(struct fixture *f, const char *name, struct failures *failures)
{
    struct blob blob;
    if (assets_read(f->assets, name, &f->diag, &blob) == ADTMAP_OK) {
        blob_release(&blob);
        return;
    }
    failures->damaged += strstr(f->failure.what, "damaged in the archive") != NULL;
    failures->not_tried += strstr(f->failure.what, "not read: too much") != NULL;
}

/* Each of them took ten seconds, and after three the others were not read. */
static void each_file_of_a_damaged_archive_fails_by_itself(void **state)
{
    (void)state;
    static const char *const names[] = {"25_57", "25_58", "26_57", "26_58", "48_13",
                                        "49_12", "49_13", "49_14", "50_12", "50_13"};
    char real[512];
    real_path("custom/patch-Z.MPQ", real);
    struct fixture f;
    struct failures failures = {0};
    fixture_start(&f);
    damage_everywhere(&f, real, "a.mpq", 8 << 10);
    assert_int_equal(open_below(&f, "a.mpq"), ADTMAP_OK);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char name[128];
        snprintf(name, sizeof name, "World/Maps/CustomMaps/CustomMaps_%s.adt", names[i]);
        count_failure(&f, name, &failures);
    }
    assert_true(failures.damaged >= 9);
    assert_int_equal(failures.not_tried, 0);
    assert_int_equal(f.said.warnings, 0);
    fixture_stop(&f);
}

/* Files of 16 MiB that bzip2 may have to unpack to their end before it sees the damage. */
static void files_that_cost_too_much_are_given_up(void **state)
{
    (void)state;
    enum { FILES = 12, BYTES = 16 << 20, COST_OF_BZIP2 = 16 };
    char path[256];
    struct fixture f;
    struct failures failures = {0};
    fixture_start(&f);
    temporary_file(&f.data, "a.mpq", "");
    HANDLE archive =
        mpq_create_archive(temporary_path(&f.data, "a.mpq", path), MPQ_CREATE_LISTFILE);
    char *data = malloc(BYTES);
    assert_non_null(data);
    for (size_t i = 0; i < BYTES; i++) {
        data[i] = (char)(i >> 16);
    }
    for (unsigned i = 0; i < FILES; i++) {
        char name[32];
        HANDLE file = NULL;
        snprintf(name, sizeof name, "World\\%u.bin", i);
        assert_true(SFileCreateFile(archive, name, 0, BYTES, 0,
                                    MPQ_FILE_COMPRESS | MPQ_FILE_SINGLE_UNIT, &file));
        assert_true(SFileWriteFile(file, data, BYTES, MPQ_COMPRESSION_BZIP2));
        assert_true(SFileFinishFile(file));
    }
    free(data);
    assert_true(SFileCloseArchive(archive));
    struct blob blob;
    assert_int_equal(file_map(path, &f.diag, &blob), ADTMAP_OK);
    uint8_t *copy = malloc(blob.size);
    assert_non_null(copy);
    memcpy(copy, blob.data, blob.size);
    for (size_t at = 0; at + 3 < blob.size; at++) {
        copy[at] = memcmp(blob.data + at, "BZh", 3) == 0 ? 'A' : copy[at];
    }
    FILE *out = fopen(temporary_path(&f.data, "b.mpq", path), "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(copy, 1, blob.size, out), blob.size);
    fclose(out);
    free(copy);
    blob_release(&blob);
    assert_int_equal(open_below(&f, "b.mpq"), ADTMAP_OK);
    for (unsigned i = 0; i < FILES; i++) {
        char name[32];
        snprintf(name, sizeof name, "world/%u.bin", i);
        count_failure(&f, name, &failures);
    }
    assert_int_equal(failures.damaged, UNPACK_WASTE_MAX / ((uint64_t)COST_OF_BZIP2 * BYTES));
    assert_int_equal(failures.not_tried, FILES - failures.damaged);
    assert_int_equal(f.said.warnings, 1);
    assert_non_null(strstr(f.said.last, "unpacking its files takes too long"));
    fixture_stop(&f);
}

static void real_archive_equals_the_loose_files(void **state)
{
    (void)state;
    static const char *const names[] = {
        "World/Maps/CustomMaps/CustomMaps_48_13.adt", "World/Maps/CustomMaps/CustomMaps_49_12.adt",
        "World/Maps/CustomMaps/CustomMaps_50_12.adt", "World/Maps/CustomMaps/CustomMaps.wdt",
        "DBFilesClient/Map.dbc"};
    char archive_path[512];
    char loose_path[512];
    const char *archive = real_path("custom/patch-Z.MPQ", archive_path);
    const char *loose = real_path("custom", loose_path);
    struct diag diag = {0};
    struct assets *packed;
    struct assets *plain;
    assert_int_equal(assets_open(&archive, 1, &diag, &packed), ADTMAP_OK);
    assert_int_equal(assets_open(&loose, 1, &diag, &plain), ADTMAP_OK);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct blob a;
        struct blob b;
        assert_int_equal(assets_read(packed, names[i], &diag, &a), ADTMAP_OK);
        assert_int_equal(assets_read(plain, names[i], &diag, &b), ADTMAP_OK);
        assert_int_equal(a.size, b.size);
        assert_memory_equal(a.data, b.data, a.size);
        blob_release(&a);
        blob_release(&b);
    }
    assets_close(packed);
    assets_close(plain);
}

int test_source_mpq(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_of_every_kind_are_unpacked),
        cmocka_unit_test(files_are_in_memory_of_their_use),
        cmocka_unit_test(the_head_of_a_file_is_unpacked_alone),
        cmocka_unit_test(origin_names_the_archive_and_the_spelling),
        cmocka_unit_test(unlisted_file_is_found_by_name_and_listed_with_a_list),
        cmocka_unit_test(file_stored_by_id_has_the_name_of_the_archive),
        cmocka_unit_test(numbers_of_entries_are_no_names),
        cmocka_unit_test(over_long_names_are_nowhere),
        cmocka_unit_test(names_that_lead_outside_are_left_out_of_the_list),
        cmocka_unit_test(deletion_in_a_patch_hides_the_file),
        cmocka_unit_test(update_without_what_it_changes_says_so),
        cmocka_unit_test(archive_that_is_none_is_a_failure_with_its_path),
        cmocka_unit_test(cut_archive_never_gives_wrong_bytes),
        cmocka_unit_test(archive_cut_in_its_table_of_files_counts_as_unread),
        cmocka_unit_test(archive_with_wrong_tables_is_named_and_ends_nothing),
        cmocka_unit_test(archive_with_wrong_bytes_is_named_and_ends_nothing),
        cmocka_unit_test(one_file_archive_is_the_file_it_is_named_after),
        cmocka_unit_test(many_threads_read_one_archive),
        cmocka_unit_test(too_little_memory_to_unpack_is_no_damage),
        cmocka_unit_test(real_archive_equals_the_loose_files),
        cmocka_unit_test(each_file_of_a_damaged_archive_fails_by_itself),
        cmocka_unit_test(files_that_cost_too_much_are_given_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
