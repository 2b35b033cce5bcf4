/* Storages as a whole: found, opened, read by id and by name, and damaged. */
#include "assets/sources/casc/casc_test.h"

#include "assets/sources/casc/encoding.h"
#include "assets/sources/casc/encrypted.h"
#include "assets/sources/casc/storage.h"
#include "assets/sources/casc/storage_builder.h"
#include "demo/pack/blte_write.h"
#include "os/part_read.h"

struct storage_fixture {
    struct fixture f;
    struct adtmap_client client;
};

static void start(struct storage_fixture *s, enum casc_root root)
{
    memset(s, 0, sizeof *s);
    fixture_start(&s->f);
    storage_build(s->f.data.path, root);
}

static enum adtmap_status open_path_of(struct storage_fixture *s, const char *path)
{
    assets_close(s->f.assets);
    s->f.assets = NULL;
    return assets_open_client(&path, 1, &s->client, NULL, &s->f.diag, &s->f.assets);
}

static enum adtmap_status open_all(struct storage_fixture *s)
{
    return open_path_of(s, s->f.data.path);
}

static enum adtmap_status read_status(struct storage_fixture *s, const char *name)
{
    struct blob blob;
    enum adtmap_status status = assets_read(s->f.assets, name, &s->f.diag, &blob);
    blob_release(&blob);
    return status;
}

static void check_text(struct storage_fixture *s, const char *name, const char *text)
{
    struct blob blob;
    assert_int_equal(assets_read(s->f.assets, name, &s->f.diag, &blob), ADTMAP_OK);
    assert_int_equal(blob.size, strlen(text));
    assert_memory_equal(blob.data, text, blob.size);
    blob_release(&blob);
}

static void check_two(struct storage_fixture *s)
{
    struct blob blob;
    assert_int_equal(assets_read(s->f.assets, "2", &s->f.diag, &blob), ADTMAP_OK);
    assert_int_equal(blob.size, STORAGE_TWO_BYTES);
    for (size_t i = 0; i < blob.size; i++) {
        assert_int_equal(blob.data[i], storage_two(i));
    }
    blob_release(&blob);
}

static void test_files_by_name_and_by_id_under_every_root(void **state)
{
    (void)state;
    for (enum casc_root root = CASC_ROOT_6_0; root <= CASC_ROOT_11_1; root++) {
        struct storage_fixture s;
        char name[NAME_BYTES];
        start(&s, root);
        assert_int_equal(open_all(&s), ADTMAP_OK);
        assert_int_equal(s.f.said.warnings, 0);
        check_text(&s, "World\\One.TXT", "one");
        check_text(&s, "1", "one");
        check_two(&s);
        check_text(&s, "3", "three");
        check_text(&s, "world/six.txt", "six");
        assert_false(assets_has(s.f.assets, "world/seven.txt"));
        assert_false(assets_has(s.f.assets, "world/none.txt"));
        assert_true(assets_name_of_id(s.f.assets, 3, name));
        assert_string_equal(name, "3");
        assert_false(assets_name_of_id(s.f.assets, 99, name));
        fixture_stop(&s.f);
    }
}

static void test_what_is_not_installed_is_named_so(void **state)
{
    struct storage_fixture s;
    uint64_t bytes;
    (void)state;
    start(&s, CASC_ROOT_8_2);
    assert_int_equal(open_all(&s), ADTMAP_OK);
    assert_int_equal(read_status(&s, "world/four.txt"), ADTMAP_NOT_FOUND);
    assert_says(s.f.failure.what, "in the build, not installed");
    assert_says(s.f.failure.file, "(wow 1.2.3.4):world/four.txt");
    assert_false(assets_size(s.f.assets, "world/four.txt", &bytes));
    assert_true(assets_size(s.f.assets, "2", &bytes));
    assert_int_equal(bytes, STORAGE_TWO_BYTES);
    fixture_stop(&s.f);
}

static void test_encrypted_file_names_its_key(void **state)
{
    struct storage_fixture s;
    char path[256];
    (void)state;
    start(&s, CASC_ROOT_10_1_7);
    assert_int_equal(open_all(&s), ADTMAP_OK);
    assert_int_equal(read_status(&s, "world/five.txt"), ADTMAP_UNSUPPORTED);
    assert_says(s.f.failure.what, "key " ENCRYPTED_KEY_NAME);
    temporary_file(&s.f.data, "keys.txt", ENCRYPTED_KEY_NAME " " ENCRYPTED_KEY "\n");
    s.client.key_file = temporary_path(&s.f.data, "keys.txt", path);
    assert_int_equal(open_all(&s), ADTMAP_OK);
    check_text(&s, "world/five.txt", "five");
    fixture_stop(&s.f);
}

/* Tables of a client have parts that are not released yet. */
static void test_locked_part_of_a_file_becomes_zeros(void **state)
{
    struct storage_fixture s;
    struct blob blob;
    char path[256];
    (void)state;
    start(&s, CASC_ROOT_10_1_7);
    assert_int_equal(open_all(&s), ADTMAP_OK);
    assert_int_equal(assets_read(s.f.assets, "world/eight.txt", &s.f.diag, &blob), ADTMAP_OK);
    assert_int_equal(blob.size, 8);
    assert_memory_equal(blob.data, "open\0\0\0\0", 8);
    blob_release(&blob);
    temporary_file(&s.f.data, "keys.txt", ENCRYPTED_KEY_NAME " " ENCRYPTED_KEY "\n");
    s.client.key_file = temporary_path(&s.f.data, "keys.txt", path);
    assert_int_equal(open_all(&s), ADTMAP_OK);
    check_text(&s, "world/eight.txt", "openshut");
    fixture_stop(&s.f);
}

static void test_locale_chooses_contents(void **state)
{
    struct storage_fixture s;
    (void)state;
    start(&s, CASC_ROOT_11_1);
    s.client.locale = "deDE";
    assert_int_equal(open_all(&s), ADTMAP_OK);
    check_text(&s, "world/six.txt", "sechs");
    check_text(&s, "world/seven.txt", "sieben");
    s.client.locale = "dede";
    assert_int_equal(open_all(&s), ADTMAP_BAD_ARGUMENT);
    assert_says(s.f.failure.what, "no locale \"dede\"; there are: enUS");
    fixture_stop(&s.f);
}

static void test_listfile_names_files_by_id(void **state)
{
    struct storage_fixture s;
    char path[256];
    char name[NAME_BYTES];
    (void)state;
    start(&s, CASC_ROOT_8_2);
    temporary_file(&s.f.data, "list.csv", "3;World/Three.txt\n99;world/none.txt\n");
    assert_int_equal(open_all(&s), ADTMAP_OK);
    assert_int_equal(
        assets_use_listfile(s.f.assets, temporary_path(&s.f.data, "list.csv", path), &s.f.diag),
        ADTMAP_OK);
    check_text(&s, "world/three.txt", "three");
    assert_true(assets_name_of_id(s.f.assets, 3, name));
    assert_string_equal(name, "world/three.txt");
    assert_false(assets_has(s.f.assets, "world/none.txt"));
    fixture_stop(&s.f);
}

/* A second product whose build is the first's, and the folder of a game. */
static void test_several_products_want_a_choice(void **state)
{
    struct storage_fixture s;
    struct blob info;
    char path[256];
    (void)state;
    start(&s, CASC_ROOT_8_2);
    assert_int_equal(file_map(temporary_path(&s.f.data, ".build.info", path), &s.f.diag, &info),
                     ADTMAP_OK);
    char text[1024];
    const char *row = memchr(info.data, '\n', info.size);
    size_t row_bytes = info.size - (size_t)(row + 1 - (const char *)info.data) - strlen("wow\n");
    snprintf(text, sizeof text, "%.*s%.*swow_classic_era\n", (int)info.size,
             (const char *)info.data, (int)row_bytes, row + 1);
    blob_release(&info);
    temporary_file(&s.f.data, ".build.info", text);
    assert_int_equal(open_all(&s), ADTMAP_BAD_ARGUMENT);
    assert_says(s.f.failure.what, "wow, wow_classic_era");
    s.client.product = "wow_classic_era";
    assert_int_equal(open_all(&s), ADTMAP_OK);
    s.client.product = NULL;
    temporary_file(&s.f.data, "_classic_era_/.flavor.info",
                   "Product Flavor!STRING:0\nwow_classic_era\n");
    assert_int_equal(open_path_of(&s, temporary_path(&s.f.data, "_classic_era_", path)), ADTMAP_OK);
    assert_int_equal(read_status(&s, "world/four.txt"), ADTMAP_NOT_FOUND);
    assert_says(s.f.failure.file, "wow_classic_era");
    fixture_stop(&s.f);
}

static void test_data_folder_stands_for_the_storage(void **state)
{
    struct storage_fixture s;
    char path[256];
    (void)state;
    start(&s, CASC_ROOT_6_0);
    assert_int_equal(open_path_of(&s, temporary_path(&s.f.data, "Data", path)), ADTMAP_OK);
    check_text(&s, "world/one.txt", "one");
    fixture_stop(&s.f);
}

static void test_an_ordinary_folder_is_no_storage(void **state)
{
    struct storage_fixture s;
    struct storage_place place;
    char path[256];
    (void)state;
    start(&s, CASC_ROOT_6_0);
    temporary_file(&s.f.data, "extracted/world/one.txt", "loose");
    assert_false(storage_locate(temporary_path(&s.f.data, "extracted", path), &place));
    assert_int_equal(open_path_of(&s, path), ADTMAP_OK);
    check_text(&s, "world/one.txt", "loose");
    fixture_stop(&s.f);
}

/* The one archive, for tests that damage it. */
static FILE *open_archive(struct storage_fixture *s)
{
    char path[256];
    FILE *file = fopen(temporary_path(&s->f.data, "Data/data/data.000", path), "r+");
    assert_non_null(file);
    return file;
}

/* Where file 3, which is stored, has its BLTE. */
static long find_three(FILE *file)
{
    static uint8_t bytes[1 << 20];
    size_t size = fread(bytes, 1, sizeof bytes, file);
    const uint8_t *three = memmem(bytes, size, "Nthree", 6);
    assert_non_null(three);
    return (long)(three - bytes) - 36;
}

static void overwrite(FILE *file, long at, const void *bytes, size_t size)
{
    assert_int_equal(fseek(file, at, SEEK_SET), 0);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

static void test_zeroed_and_moved_entries_count_as_not_installed(void **state)
{
    static const char zeros[42] = {0};
    static const char other[] = "BLTE\0\0\0\0N";
    const char *const damage[] = {zeros, other};
    const size_t sizes[] = {sizeof zeros, sizeof other - 1};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct storage_fixture s;
        start(&s, CASC_ROOT_8_2);
        FILE *file = open_archive(&s);
        long at = find_three(file);
        overwrite(file, at, damage[i], sizes[i]);
        assert_int_equal(open_all(&s), ADTMAP_OK);
        assert_int_equal(read_status(&s, "3"), ADTMAP_NOT_FOUND);
        check_text(&s, "1", "one");
        fixture_stop(&s.f);
    }
}

static void test_damaged_file_is_named_and_others_are_read(void **state)
{
    struct storage_fixture s;
    (void)state;
    start(&s, CASC_ROOT_8_2);
    FILE *file = open_archive(&s);
    long at = find_three(file);
    overwrite(file, at + 38, "X", 1);
    assert_int_equal(open_all(&s), ADTMAP_OK);
    assert_int_equal(read_status(&s, "3"), ADTMAP_BAD_DATA);
    assert_says(s.f.failure.what, "chunk 0 is damaged");
    check_text(&s, "1", "one");
    fixture_stop(&s.f);
}

/* As while a client updates. */
static void test_index_files_that_vanish_or_are_cut(void **state)
{
    struct storage_fixture s;
    char path[256];
    (void)state;
    start(&s, CASC_ROOT_8_2);
    temporary_file(&s.f.data, "Data/data/0300000002.idx", "half");
    assert_int_equal(open_all(&s), ADTMAP_OK);
    assert_int_equal(s.f.said.warnings, 1);
    assert_says(s.f.said.file, "0300000002.idx");
    for (unsigned i = 0; i < 16; i++) {
        char name[48];
        snprintf(name, sizeof name, "Data/data/%02x00000001.idx", i);
        unlink(temporary_path(&s.f.data, name, path));
    }
    unlink(temporary_path(&s.f.data, "Data/data/0300000002.idx", path));
    assert_int_equal(open_all(&s), ADTMAP_NOT_FOUND);
    assert_says(s.f.failure.what, "no index file");
    fixture_stop(&s.f);
}

static void test_older_index_stands_in_for_one_that_is_being_written(void **state)
{
    struct storage_fixture s;
    (void)state;
    start(&s, CASC_ROOT_8_2);
    for (unsigned i = 0; i < 16; i++) {
        char name[48];
        snprintf(name, sizeof name, "Data/data/%02x0000002f.idx", i);
        temporary_file(&s.f.data, name, "half");
    }
    assert_int_equal(open_all(&s), ADTMAP_OK);
    assert_int_equal(s.f.said.warnings, 16);
    check_text(&s, "1", "one");
    check_two(&s);
    fixture_stop(&s.f);
}

static void test_archive_that_vanished_fails_in_one_line(void **state)
{
    struct storage_fixture s;
    char path[256];
    (void)state;
    start(&s, CASC_ROOT_8_2);
    unlink(temporary_path(&s.f.data, "Data/data/data.000", path));
    assert_int_equal(open_all(&s), ADTMAP_NOT_FOUND);
    assert_says(s.f.failure.file, "(wow): the encoding table");
    fixture_stop(&s.f);
}

static void damage_archive(struct storage_fixture *s, long back)
{
    FILE *file = open_archive(s);
    fseek(file, -back, SEEK_END);
    int byte = fgetc(file);
    fseek(file, -back, SEEK_END);
    fputc(byte ^ 0x55, file);
    fclose(file);
}

/* No byte of the encoding table, wherever it is damaged, leads to another file's bytes. */
static void test_damaged_encoding_table_gives_no_wrong_file(void **state)
{
    struct storage_fixture s;
    (void)state;
    for (long back = 1; back < 4700; back += 97) {
        start(&s, CASC_ROOT_8_2);
        damage_archive(&s, back);
        if (open_all(&s) == ADTMAP_OK && read_status(&s, "3") == ADTMAP_OK) {
            check_text(&s, "3", "three");
        }
        fixture_stop(&s.f);
    }
}

/* A page was read and hashed for each file: once it is known, what becomes of its bytes does not
 * matter. */
static void test_a_page_of_the_encoding_table_is_read_once(void **state)
{
    enum { IN_THE_PAGE = 100 };
    struct storage_fixture s;
    (void)state;
    start(&s, CASC_ROOT_8_2);
    assert_int_equal(open_all(&s), ADTMAP_OK);
    damage_archive(&s, IN_THE_PAGE);
    check_text(&s, "3", "three");
    assert_int_equal(open_all(&s), ADTMAP_BAD_DATA);
    assert_says(s.f.failure.what, "page 0 of the encoding table is damaged");
    fixture_stop(&s.f);
}

/* Moves a file or a folder of the storage to `to` and puts a link in its place. */
static void put_link(struct storage_fixture *s, const char *name, const char *to)
{
    char path[256];
    temporary_path(&s->f.data, name, path);
    assert_int_equal(rename(path, to), 0);
    assert_int_equal(symlink(to, path), 0);
}

/* They were followed: anything that has the form of a storage was read. */
static void test_links_that_lead_out_of_the_storage_are_left_out(void **state)
{
    static const char *const names[] = {".build.info", "Data/config", "Data/data",
                                        "Data/data/data.000"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct storage_fixture s;
        struct temporary outside = temporary_make();
        char to[256];
        start(&s, CASC_ROOT_8_2);
        put_link(&s, names[i], temporary_path(&outside, "moved", to));
        assert_int_not_equal(open_all(&s), ADTMAP_OK);
        assert_true(strstr(s.f.failure.what, "leads out of the data") ||
                    strstr(s.f.said.last, "leads out of the data"));
        fixture_stop(&s.f);
        temporary_remove(&outside);
    }
}

static void test_links_inside_the_storage_are_followed(void **state)
{
    struct storage_fixture s;
    char to[256];
    (void)state;
    start(&s, CASC_ROOT_8_2);
    put_link(&s, "Data/data/data.000", temporary_path(&s.f.data, "Data/elsewhere", to));
    assert_int_equal(open_all(&s), ADTMAP_OK);
    check_text(&s, "1", "one");
    fixture_stop(&s.f);
}

/* No index file can name data.1024; those beyond are told together. */
static void test_archives_have_numbers_below_1024(void **state)
{
    static struct archives archives;
    struct fixture f;
    char folder[256];
    (void)state;
    fixture_start(&f);
    temporary_file(&f.data, "Data/data/data.1023", "last");
    temporary_file(&f.data, "Data/data/data.1024", "beyond");
    temporary_file(&f.data, "Data/data/data.98765", "beyond");
    temporary_path(&f.data, "Data/data", folder);
    archives_clear(&archives);
    assert_int_equal(archives_open(f.data.path, folder, &f.diag, &archives), ADTMAP_OK);
    assert_true(archives_reach(&archives, &(struct casc_place){.archive = 1023, .size = 4}));
    assert_false(archives_reach(&archives, &(struct casc_place){.archive = 1024, .size = 4}));
    for (size_t i = 0; i < 1023; i++) {
        assert_false(open_file_is(archives.files[i]));
    }
    assert_int_equal(f.said.warnings, 1);
    assert_says(f.said.last, "numbers below 1024: 2 with higher ones left out");
    archives_close(&archives);
    fixture_stop(&f);
}

/* Writes the archive data.000 with one packed file, 30 bytes after its beginning, and opens it. */
static struct casc_place open_archive_of(struct fixture *f, const struct buffer *packed,
                                         struct archives *archives)
{
    enum { HEAD_BYTES = 30 };
    char path[256];
    temporary_file(&f->data, "Data/data/data.000", "");
    FILE *stream = fopen(temporary_path(&f->data, "Data/data/data.000", path), "w");
    assert_non_null(stream);
    assert_int_equal(fseek(stream, HEAD_BYTES, SEEK_SET), 0);
    assert_int_equal(fwrite(packed->data, 1, packed->size, stream), packed->size);
    fclose(stream);
    archives_clear(archives);
    temporary_path(&f->data, "Data/data", path);
    assert_int_equal(archives_open(f->data.path, path, &f->diag, archives), ADTMAP_OK);
    return (struct casc_place){.size = (uint32_t)packed->size + HEAD_BYTES};
}

/* They were read to find the file, and again to unpack it. */
static void test_bytes_without_a_list_of_chunks_are_read_once(void **state)
{
    static const struct key_ring none;
    static struct archives archives;
    static const char text[] = "as it was packed";
    struct fixture f;
    struct buffer packed = {0};
    struct packed_file file;
    char content[sizeof text] = "";
    (void)state;
    fixture_start(&f);
    struct md5 sum = blte_write(&packed, (const uint8_t *)text, sizeof text, CASC_DEFLATED);
    struct encoding_key key;
    memcpy(key.bytes, sum.bytes, sizeof key.bytes);
    struct casc_place place = open_archive_of(&f, &packed, &archives);
    assert_int_equal(archives_find(&archives, &place, &key, sizeof text, NULL, &f.diag, &file),
                     ADTMAP_OK);
    archives_close(&archives);
    assert_int_equal(packed_file_read(&file, &none, NULL, &f.diag, (uint8_t *)content), ADTMAP_OK);
    assert_string_equal(content, text);
    packed_file_close(&file);
    buffer_free(&packed);
    fixture_stop(&f);
}

/* An encoding table of one page with one entry, content key 1 and as many encoding keys. */
static void put_table(struct buffer *packed, uint32_t page_kib, uint8_t keys)
{
    enum { KEY = CASC_KEY_BYTES, ENTRY_HEAD = 6 };
    size_t page_bytes = (size_t)page_kib << 10;
    uint8_t *page = calloc(1, page_bytes);
    assert_non_null(page);
    page[0] = keys;
    for (size_t i = 0; i <= keys; i++) {
        page[ENTRY_HEAD + i * KEY] = i == 0 ? 1 : (uint8_t)i;
    }
    const struct md5 sum = md5_of(page, page_bytes);
    const uint8_t head[22] = {'E', 'N', 1, KEY, KEY, 0, (uint8_t)page_kib, 0, 1, 0, 0, 0, 1};
    const uint8_t first[KEY] = {1};
    buffer_append(packed, "BLTE\0\0\0\0N", 9);
    buffer_append(packed, head, sizeof head);
    buffer_append(packed, first, KEY);
    buffer_append(packed, sum.bytes, KEY);
    buffer_append(packed, page, page_bytes);
    free(page);
}

static enum adtmap_status open_table(struct fixture *f, const struct buffer *packed,
                                     struct packed_file *file, struct encoding *encoding)
{
    static const struct key_ring none;
    struct packed_view view;
    char path[256];
    uint64_t bytes;
    temporary_file(&f->data, "table", "");
    FILE *stream = fopen(temporary_path(&f->data, "table", path), "w");
    assert_non_null(stream);
    assert_int_equal(fwrite(packed->data, 1, packed->size, stream), packed->size);
    fclose(stream);
    *file = (struct packed_file){0};
    assert_int_equal(part_read_open(path, &f->diag, &file->file, &bytes), ADTMAP_OK);
    assert_int_equal(blte_read_head(packed->data, BLTE_START_BYTES, packed->size, packed->size - 9,
                                    &f->diag, &file->blte),
                     ADTMAP_OK);
    assert_int_equal(packed_view_open(*file, &none, &f->diag, &view), ADTMAP_OK);
    return encoding_open(view, &f->diag, encoding);
}

static void test_pages_and_keys_of_the_encoding_table_have_limits(void **state)
{
    static const struct {
        uint32_t page_kib;
        uint8_t keys, kept;
        const char *failure;
    } rows[] = {{64, 8, 8, ""}, {64, 9, 8, ""}, {65, 1, 0, "pages of 66560 bytes"}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct fixture f;
        struct buffer packed = {0};
        struct packed_file file;
        struct encoding encoding;
        struct encoding_entry entry = {0};
        fixture_start(&f);
        put_table(&packed, rows[i].page_kib, rows[i].keys);
        enum adtmap_status status = open_table(&f, &packed, &file, &encoding);
        assert_int_equal(status, rows[i].kept ? ADTMAP_OK : ADTMAP_BAD_DATA);
        assert_string_equal(f.failure.what, rows[i].failure);
        if (!status) {
            const struct content_key one = {{1}};
            assert_int_equal(encoding_find(&encoding, &one, &f.diag, &entry), ADTMAP_OK);
            assert_int_equal(entry.keys[7].bytes[0], 8);
            assert_int_equal(entry.keys_left_out, rows[i].keys - 8);
            encoding_close(&encoding);
        }
        assert_int_equal(entry.key_count, rows[i].kept);
        open_file_close(&file.file);
        buffer_free(&packed);
        fixture_stop(&f);
    }
}

static void test_files_are_counted(void **state)
{
    struct storage_fixture s;
    struct storage_place place;
    struct storage *storage;
    struct storage_counts counts;
    (void)state;
    start(&s, CASC_ROOT_11_1);
    assert_true(storage_locate(s.f.data.path, &place));
    assert_int_equal(storage_open(&place, &s.client, &s.f.diag, &storage), ADTMAP_OK);
    assert_int_equal(storage_count(storage, &s.f.diag, &counts), ADTMAP_OK);
    assert_int_equal(counts.present, 6);
    assert_int_equal(counts.absent, 1);
    assert_int_equal(counts.encrypted, 1);
    storage_close(storage);
    storage_place_free(&place);
    fixture_stop(&s.f);
}

int test_storage(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_files_by_name_and_by_id_under_every_root),
        cmocka_unit_test(test_what_is_not_installed_is_named_so),
        cmocka_unit_test(test_encrypted_file_names_its_key),
        cmocka_unit_test(test_locked_part_of_a_file_becomes_zeros),
        cmocka_unit_test(test_locale_chooses_contents),
        cmocka_unit_test(test_listfile_names_files_by_id),
        cmocka_unit_test(test_several_products_want_a_choice),
        cmocka_unit_test(test_data_folder_stands_for_the_storage),
        cmocka_unit_test(test_an_ordinary_folder_is_no_storage),
        cmocka_unit_test(test_zeroed_and_moved_entries_count_as_not_installed),
        cmocka_unit_test(test_damaged_file_is_named_and_others_are_read),
        cmocka_unit_test(test_index_files_that_vanish_or_are_cut),
        cmocka_unit_test(test_older_index_stands_in_for_one_that_is_being_written),
        cmocka_unit_test(test_archive_that_vanished_fails_in_one_line),
        cmocka_unit_test(test_damaged_encoding_table_gives_no_wrong_file),
        cmocka_unit_test(test_a_page_of_the_encoding_table_is_read_once),
        cmocka_unit_test(test_links_that_lead_out_of_the_storage_are_left_out),
        cmocka_unit_test(test_links_inside_the_storage_are_followed),
        cmocka_unit_test(test_archives_have_numbers_below_1024),
        cmocka_unit_test(test_bytes_without_a_list_of_chunks_are_read_once),
        cmocka_unit_test(test_pages_and_keys_of_the_encoding_table_have_limits),
        cmocka_unit_test(test_files_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
