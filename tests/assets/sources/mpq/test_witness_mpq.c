/*
 * Archives of every kind that StormLib can write, and one of a map maker: what it reads from them,
 * this reader reads too, byte by byte.
 */
#include "assets/sources/mpq_builder.h"

#include <stdlib.h>

#include "assets/data_fixture.h"
#include "assets/sources/mpq/mpq_archive.h"
#include "assets/sources/mpq/ptch_builder.h"
#include "assets/sources/source_mpq.h"
#include "base/buffer.h"
#include "base/size.h"
#include "render/random.h"

enum { MOST_BYTES = 300000 }; /* of a patched file */

/* How files are stored, and with which compression. */
static const struct {
    DWORD flags;
    DWORD compression;
} ways[] = {
    {0, 0},
    {MPQ_FILE_IMPLODE, 0},
    {MPQ_FILE_COMPRESS, MPQ_COMPRESSION_ZLIB},
    {MPQ_FILE_COMPRESS, MPQ_COMPRESSION_PKWARE},
    {MPQ_FILE_COMPRESS, MPQ_COMPRESSION_BZIP2},
    {MPQ_FILE_COMPRESS, MPQ_COMPRESSION_SPARSE},
    {MPQ_FILE_COMPRESS, MPQ_COMPRESSION_SPARSE | MPQ_COMPRESSION_ZLIB},
    {MPQ_FILE_COMPRESS, MPQ_COMPRESSION_SPARSE | MPQ_COMPRESSION_BZIP2},
    {MPQ_FILE_COMPRESS, MPQ_COMPRESSION_SPARSE | MPQ_COMPRESSION_PKWARE},
    {MPQ_FILE_COMPRESS, MPQ_COMPRESSION_ZLIB | MPQ_COMPRESSION_PKWARE},
};

static const DWORD shapes[] = {
    0,
    MPQ_FILE_ENCRYPTED,
    MPQ_FILE_ENCRYPTED | MPQ_FILE_FIX_KEY,
    MPQ_FILE_SECTOR_CRC,
    MPQ_FILE_SECTOR_CRC | MPQ_FILE_ENCRYPTED,
    MPQ_FILE_SINGLE_UNIT,
    MPQ_FILE_SINGLE_UNIT | MPQ_FILE_ENCRYPTED,
    MPQ_FILE_SINGLE_UNIT | MPQ_FILE_ENCRYPTED | MPQ_FILE_FIX_KEY,
};

static const size_t sizes[] = {0, 1, 3, 4, 5, 511, 4095, 4096, 4097, 40000};

/* Kinds of contents: text of few letters, zeros with words in between, noise, one letter. */
enum { CONTENTS = 4 };

static void fill(uint8_t *data, size_t size, unsigned kind, struct random *random)
{
    for (size_t i = 0; i < size; i++) {
        uint32_t number = random_next(random);
        uint8_t values[CONTENTS] = {(uint8_t)('a' + number % 5),
                                    (uint8_t)(i / 97 % 3 == 0 ? number : 0), (uint8_t)number, 'x'};
        data[i] = values[kind];
    }
}

static HANDLE create(const char *path, DWORD version, DWORD sector_bytes)
{
    HANDLE archive = NULL;
    SFILE_CREATE_MPQ settings = {
        .cbSize = sizeof settings,
        .dwMpqVersion = version,
        .dwFileFlags1 = MPQ_FILE_DEFAULT_INTERNAL,
        .dwFileFlags2 = MPQ_FILE_DEFAULT_INTERNAL,
        .dwAttrFlags = MPQ_ATTRIBUTE_CRC32 | MPQ_ATTRIBUTE_MD5,
        .dwSectorSize = sector_bytes,
        .dwRawChunkSize = version == 3 ? 0x4000 : 0,
        .dwMaxFileCount = 2048,
    };
    FILE *empty = fopen(path, "wb");
    assert_non_null(empty);
    assert_int_equal(fclose(empty), 0);
    assert_true(SFileCreateArchive2(path, &settings, &archive));
    return archive;
}

/* What was packed. */
struct written {
    char name[64];
    struct buffer contents;
};

enum { FILES_MOST = COUNT_OF(ways) * COUNT_OF(shapes) };

/* Adds one file for each way and shape; returns how many. A compression that StormLib refuses is
 * left out. It ends the program on LZMA in versions before 3. */
static size_t add_files(HANDLE archive, struct random *random, struct written files[FILES_MOST])
{
    size_t count = 0;
    for (size_t way = 0; way < COUNT_OF(ways); way++) {
        for (size_t shape = 0; shape < COUNT_OF(shapes); shape++) {
            struct written *file = &files[count];
            HANDLE handle = NULL;
            unsigned kind = random_below(random, CONTENTS);
            size_t size = sizes[random_below(random, COUNT_OF(sizes))];
            *file = (struct written){0};
            snprintf(file->name, sizeof file->name, "World\\Way%zu\\Shape_%zu.bin", way, shape);
            fill(buffer_extend(&file->contents, size), size, kind, random);
            assert_true(SFileCreateFile(archive, file->name, 0, (DWORD)size, 0,
                                        ways[way].flags | shapes[shape], &handle));
            bool added = size == 0 || SFileWriteFile(handle, file->contents.data, (DWORD)size,
                                                     ways[way].compression);
            assert_true(SFileFinishFile(handle) || !added);
            count += added;
            if (!added) {
                buffer_free(&file->contents);
            }
        }
    }
    return count;
}

/* Compares the files with what was packed, and frees them. */
static void compare_written(const char *path, struct written *files, size_t count)
{
    struct adtmap_message failure = {0};
    struct diag diag = {path, NULL, &failure};
    struct mpq_archive archive;
    const struct mpq_extent whole = {.head_bytes = SIZE_MAX};
    if (mpq_archive_open(&diag, &archive)) {
        fail_msg("%s: %s", path, failure.what);
    }
    for (size_t i = 0; i < count; i++) {
        struct blob blob = {0};
        uint64_t work = 0;
        const struct mpq_entry *entry = mpq_archive_find(&archive, files[i].name);
        assert_non_null(entry);
        if (mpq_archive_read(&archive, entry, files[i].name, &whole, NULL, &diag, &blob, &work)) {
            fail_msg("%s: %s", files[i].name, failure.what);
        }
        assert_int_equal(blob.size, files[i].contents.size);
        assert_memory_equal(blob.data, files[i].contents.data, blob.size);
        blob_release(&blob);
        buffer_free(&files[i].contents);
    }
    mpq_archive_close(&archive);
}

/* Compares one file. What StormLib cannot read is no witness. */
static bool is_equal(HANDLE witness, const struct mpq_archive *archive, const char *name)
{
    HANDLE file = NULL;
    DWORD got = 0;
    struct adtmap_message failure = {0};
    struct diag diag = {name, NULL, &failure};
    struct blob blob = {0};
    uint64_t work = 0;
    const struct mpq_extent whole = {.head_bytes = SIZE_MAX};
    const struct mpq_entry *entry = mpq_archive_find(archive, name);
    assert_true(SFileOpenFileEx(witness, name, SFILE_OPEN_FROM_MPQ, &file));
    DWORD size = SFileGetFileSize(file, NULL);
    uint8_t *data = malloc(size + 1);
    assert_non_null(data);
    bool is_read = SFileReadFile(file, data, size, &got, NULL) && got == size;
    is_read = is_read || size == 0;
    SFileCloseFile(file);
    if (!entry) {
        fail_msg("%s is not found", name);
    }
    if (is_read) {
        if (mpq_archive_read(archive, entry, name, &whole, NULL, &diag, &blob, &work)) {
            fail_msg("%s: %s", name, failure.what);
        }
        assert_int_equal(blob.size, size);
        assert_memory_equal(blob.data, data, size);
    }
    blob_release(&blob);
    free(data);
    return is_read;
}

/* Compares all files that StormLib lists; returns how many. */
static unsigned compare_all(const char *path)
{
    struct adtmap_message failure = {0};
    struct diag diag = {path, NULL, &failure};
    struct mpq_archive archive;
    HANDLE witness = NULL;
    SFILE_FIND_DATA found;
    unsigned count = 0;
    if (!SFileOpenArchive(path, 0, MPQ_OPEN_READ_ONLY, &witness)) {
        fail_msg("StormLib does not open %s: %u", path, GetLastError());
    }
    if (mpq_archive_open(&diag, &archive)) {
        fail_msg("%s: %s", path, failure.what);
    }
    HANDLE search = SFileFindFirstFile(witness, "*", &found, NULL);
    for (bool more = search != NULL; more; more = SFileFindNextFile(search, &found)) {
        count += is_equal(witness, &archive, found.cFileName);
    }
    SFileFindClose(search);
    assert_null(mpq_archive_find(&archive, "World\\none.bin"));
    mpq_archive_close(&archive);
    SFileCloseArchive(witness);
    return count;
}

static void every_way_of_storing_in_every_version(void **state)
{
    (void)state;
    static const DWORD sectors[] = {1024, 4096, 16384};
    struct random random = random_seeded();
    struct temporary place = temporary_make();
    char path[256];
    unsigned equal = 0;
    size_t written = 0;
    static struct written files[FILES_MOST];
    for (DWORD version = 0; version < 4; version++) {
        for (size_t i = 0; i < COUNT_OF(sectors); i++) {
            HANDLE archive = create(temporary_path(&place, "a.mpq", path), version, sectors[i]);
            size_t count = add_files(archive, &random, files);
            assert_true(SFileCloseArchive(archive));
            compare_written(path, files, count);
            equal += compare_all(path);
            written += count;
        }
    }
    print_message("%zu files written, %u equal from both\n", written, equal);
    assert_true(written > 900 && equal > 900);
    temporary_remove(&place);
}

/* Writes `before` bytes that are no header, or one of user data, and the archive behind them. */
static void put_behind(const char *from, const char *to, size_t before, bool with_user_data)
{
    struct diag diag = {0};
    struct blob blob;
    struct buffer bytes = {0};
    assert_int_equal(file_map(from, &diag, &blob), ADTMAP_OK);
    memset(buffer_extend(&bytes, before), 0x5A, before);
    if (with_user_data) {
        struct buffer head = {0};
        buffer_append(&head, "MPQ\x1b", 4);
        buffer_u32le(&head, 100);
        buffer_u32le(&head, (uint32_t)before);
        buffer_u32le(&head, 16);
        memcpy(bytes.data, head.data, head.size);
        buffer_free(&head);
    }
    buffer_append(&bytes, blob.data, blob.size);
    FILE *out = fopen(to, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(bytes.data, 1, bytes.size, out), bytes.size);
    fclose(out);
    buffer_free(&bytes);
    blob_release(&blob);
}

static void archives_behind_other_bytes(void **state)
{
    (void)state;
    struct random random = random_seeded();
    struct temporary place = temporary_make();
    char path[256];
    char behind[256];
    static struct written files[FILES_MOST];
    for (DWORD version = 0; version < 4; version++) {
        HANDLE archive = create(temporary_path(&place, "a.mpq", path), version, 4096);
        size_t count = add_files(archive, &random, files);
        assert_true(SFileCloseArchive(archive));
        compare_written(path, files, count);
        temporary_path(&place, "b.mpq", behind);
        put_behind(path, behind, 512, false);
        assert_true(compare_all(behind) > 50);
        put_behind(path, behind, 1536, false);
        assert_true(compare_all(behind) > 50);
        put_behind(path, behind, 1024, true);
        assert_true(compare_all(behind) > 50);
    }
    temporary_remove(&place);
}

static void an_archive_of_a_map_maker(void **state)
{
    (void)state;
    char path[512];
    const char *real = getenv("ADTMAP_REAL");
    snprintf(path, sizeof path, "%s/custom/patch-Z.MPQ", real ? real : ".");
    if (!file_exists(path)) {
        print_message("no %s: skipped\n", path);
        skip();
    }
    assert_true(compare_all(path) >= 12);
}

/* ---- patches ---- */

/* Reads a file of a chain with StormLib, whatever size its entry claims. */
static size_t read_patched(HANDLE witness, const char *name, uint8_t data[MOST_BYTES])
{
    HANDLE file = NULL;
    DWORD got = 0;
    assert_true(SFileOpenFileEx(witness, name, SFILE_OPEN_FROM_MPQ, &file));
    SFileReadFile(file, data, MOST_BYTES, &got, NULL);
    SFileCloseFile(file);
    return got;
}

/* A chain of a base and two patches: the second changes what the first made. StormLib writes
 * patches of the kind BSD0 alone. */
static void patched_files_of_a_chain(void **state)
{
    (void)state;
    enum { FILES = 12, BASE_BYTES = 30000 };
    struct random random = random_seeded();
    struct temporary place = temporary_make();
    char paths[3][256];
    struct buffer contents[FILES][3] = {0};
    static const char *const archives[] = {"base.mpq", "first.mpq", "second.mpq"};
    static uint8_t data[MOST_BYTES];
    for (size_t i = 0; i < 3; i++) {
        HANDLE archive = create(temporary_path(&place, archives[i], paths[i]), 3, 4096);
        for (size_t f = 0; f < FILES; f++) {
            char name[64];
            struct buffer patch = {0};
            DWORD shape = f % 3 == 1 ? MPQ_FILE_SINGLE_UNIT : 0;
            shape |= f % 4 == 3 ? MPQ_FILE_ENCRYPTED : 0;
            snprintf(name, sizeof name, "%sWorld\\file_%zu.bin", i == 1 ? "base\\" : "", f);
            if (i == 0) {
                size_t size = random_below(&random, BASE_BYTES);
                fill(buffer_extend(&contents[f][0], size), size, f % CONTENTS, &random);
                mpq_add(archive, name, contents[f][0].data, size, MPQ_FILE_COMPRESS | shape);
            } else {
                ptch_make(&contents[f][i - 1], false, &random, &contents[f][i], &patch);
                mpq_add(archive, name, patch.data, patch.size,
                        MPQ_FILE_COMPRESS | MPQ_FILE_PATCH_FILE | shape);
                buffer_free(&patch);
            }
        }
        assert_true(SFileCloseArchive(archive));
    }
    HANDLE witness = NULL;
    assert_true(SFileOpenArchive(paths[0], 0, MPQ_OPEN_READ_ONLY, &witness));
    assert_true(SFileOpenPatchArchive(witness, paths[1], "base", 0));
    assert_true(SFileOpenPatchArchive(witness, paths[2], "", 0));
    const struct mpq_part parts[] = {{paths[0], ""}, {paths[1], "base"}, {paths[2], ""}};
    struct adtmap_message failure = {0};
    struct diag diag = {NULL, NULL, &failure};
    struct source *source;
    unsigned equal = 0;
    assert_int_equal(source_mpq_open(parts, 3, &diag, &source), ADTMAP_OK);
    assert_int_equal(source->v->name_count(source), FILES);
    for (size_t f = 0; f < FILES; f++) {
        char name[64];
        struct source_file file;
        struct blob blob;
        snprintf(name, sizeof name, "world\\file_%zu.bin", f);
        size_t got = read_patched(witness, name, data);
        equal += got == contents[f][2].size && memcmp(data, contents[f][2].data, got) == 0;
        snprintf(name, sizeof name, "world/file_%zu.bin", f);
        assert_int_equal(source->v->find(source, name, &file), SOURCE_PRESENT);
        if (source->v->read(&file, name, NULL, &diag, &blob)) {
            fail_msg("%s: %s", name, failure.what);
        }
        assert_int_equal(blob.size, contents[f][2].size);
        assert_memory_equal(blob.data, contents[f][2].data, blob.size);
        blob_release(&blob);
    }
    print_message("%u of %u patched files equal from both\n", equal, FILES);
    assert_int_equal(equal, FILES);
    source->v->destroy(source);
    SFileCloseArchive(witness);
    for (size_t f = 0; f < FILES; f++) {
        for (size_t i = 0; i < 3; i++) {
            buffer_free(&contents[f][i]);
        }
    }
    temporary_remove(&place);
}

int test_witness_mpq(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_way_of_storing_in_every_version),
        cmocka_unit_test(archives_behind_other_bytes),
        cmocka_unit_test(an_archive_of_a_map_maker),
        cmocka_unit_test(patched_files_of_a_chain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
