/* Roots of every layout, and which of a file's contents counts. */
#include "assets/sources/casc/casc_test.h"

#include "assets/sources/casc/root.h"
#include "base/lookup3.h"
#include "demo/pack/casc_tables_write.h"

enum { EN_US = 0x2, DE_DE = 0x20 };

static struct md5 content_of(uint8_t number)
{
    return (struct md5){.bytes = {number}};
}

/* File 10 first for little blood, then in German, then for all; 12 without a name; 7 in a block
 * behind that of 10. */
static void build(struct buffer *out, enum casc_root kind)
{
    const struct casc_root_entry entries[] = {
        {10, ROOT_LOW_VIOLENCE, CASC_ALL_LOCALES, lookup3_name("a.txt"), content_of(1)},
        {10, 0, DE_DE, lookup3_name("a.txt"), content_of(2)},
        {10, 0, CASC_ALL_LOCALES, lookup3_name("a.txt"), content_of(3)},
        {11, 0, CASC_ALL_LOCALES, lookup3_name("b.txt"), content_of(4)},
        {12, CASC_NO_HASHES, CASC_ALL_LOCALES, 0, content_of(5)},
        {7, ROOT_ENCRYPTED, CASC_ALL_LOCALES, lookup3_name("c.txt"), content_of(6)},
        {13, 0, DE_DE, lookup3_name("d.txt"), content_of(7)},
    };
    *out = (struct buffer){0};
    casc_put_root(out, entries, sizeof entries / sizeof *entries, kind);
}

static int content_by_id(const struct root *root, uint32_t id)
{
    size_t file;
    return root_find_id(root, id, &file) ? root->files[file].content.bytes[0] : 0;
}

static int content_by_name(const struct root *root, const char *name)
{
    size_t file;
    return root_find_hash(root, lookup3_name(name), &file) ? root->files[file].content.bytes[0] : 0;
}

static const enum root_kind kinds[] = {ROOT_6_0, ROOT_8_2, ROOT_10_1_7, ROOT_11_1};

static void test_every_layout_gives_the_same_files(void **state)
{
    (void)state;
    for (enum casc_root kind = CASC_ROOT_6_0; kind <= CASC_ROOT_11_1; kind++) {
        struct buffer bytes;
        struct listener l;
        struct root root;
        build(&bytes, kind);
        listen(&l);
        assert_int_equal(root_read(bytes.data, bytes.size, EN_US, &l.diag, &root), ADTMAP_OK);
        assert_int_equal(l.said.warnings, 0);
        assert_int_equal(root.kind, kinds[kind]);
        assert_int_equal(root.file_count, 4);
        assert_int_equal(content_by_id(&root, 10), 3);
        assert_int_equal(content_by_id(&root, 11), 4);
        assert_int_equal(content_by_id(&root, 12), 5);
        assert_int_equal(content_by_id(&root, 7), 6);
        assert_int_equal(content_by_id(&root, 13), 0);
        assert_int_equal(content_by_name(&root, "A.TXT"), 3);
        assert_int_equal(content_by_name(&root, "c.txt"), 6);
        assert_int_equal(content_by_name(&root, "d.txt"), 0);
        size_t file;
        assert_true(root_find_id(&root, 7, &file));
        assert_true(root.files[file].content_flags & ROOT_ENCRYPTED);
        root_free(&root);
        buffer_free(&bytes);
    }
}

static void test_first_content_of_the_locale_counts(void **state)
{
    struct buffer bytes;
    struct listener l;
    struct root root;
    (void)state;
    build(&bytes, CASC_ROOT_11_1);
    listen(&l);
    assert_int_equal(root_read(bytes.data, bytes.size, DE_DE, &l.diag, &root), ADTMAP_OK);
    assert_int_equal(content_by_id(&root, 10), 2);
    assert_int_equal(content_by_id(&root, 13), 7);
    root_free(&root);
    buffer_free(&bytes);
}

static void test_root_that_is_cut_off_keeps_its_first_blocks(void **state)
{
    (void)state;
    for (enum casc_root kind = CASC_ROOT_6_0; kind <= CASC_ROOT_11_1; kind++) {
        struct buffer bytes;
        struct listener l;
        struct root root;
        build(&bytes, kind);
        listen(&l);
        assert_int_equal(root_read(bytes.data, bytes.size - 3, EN_US, &l.diag, &root), ADTMAP_OK);
        assert_int_equal(l.said.warnings, 1);
        assert_int_equal(content_by_id(&root, 10), 3);
        root_free(&root);
        buffer_free(&bytes);
    }
}

static void test_later_version_is_named(void **state)
{
    struct buffer bytes;
    struct listener l;
    struct root root;
    (void)state;
    build(&bytes, CASC_ROOT_11_1);
    bytes.data[8] = 3;
    listen(&l);
    assert_int_equal(root_read(bytes.data, bytes.size, EN_US, &l.diag, &root), ADTMAP_UNSUPPORTED);
    assert_says(l.failure.what, "version 3");
    root_free(&root);
    buffer_free(&bytes);
}

static void test_a_count_beyond_the_bytes_takes_no_memory(void **state)
{
    static const uint8_t bytes[] = {0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 2, 0, 0, 0, 1, 2, 3};
    struct listener l;
    struct root root;
    (void)state;
    listen(&l);
    assert_int_equal(root_read(bytes, sizeof bytes, EN_US, &l.diag, &root), ADTMAP_BAD_DATA);
    root_free(&root);
    assert_int_equal(root_read(bytes, 0, EN_US, &l.diag, &root), ADTMAP_BAD_DATA);
    root_free(&root);
}

/* An entry costs nothing packed: 658 kB claimed 2.9 GiB. */
static void test_more_files_than_any_client_has_are_refused(void **state)
{
    (void)state;
    enum { HEAD_BYTES = 12, ENTRY_BYTES = 4 + CASC_KEY_BYTES + 8 };
    size_t size = HEAD_BYTES + ((size_t)ROOT_ENTRIES_MAX + 1) * ENTRY_BYTES;
    uint8_t *bytes = calloc(size, 1);
    struct buffer head = {0};
    struct listener l;
    struct root root;
    assert_non_null(bytes);
    buffer_u32le(&head, ROOT_ENTRIES_MAX + 1);
    buffer_u32le(&head, 0);
    buffer_u32le(&head, EN_US);
    memcpy(bytes, head.data, head.size);
    listen(&l);
    assert_int_equal(root_read(bytes, size, EN_US, &l.diag, &root), ADTMAP_LIMIT);
    assert_non_null(strstr(l.failure.what, "more than 6 million files"));
    root_free(&root);
    buffer_free(&head);
    free(bytes);
}

static void test_every_locale_of_the_list_has_a_flag(void **state)
{
    char list[128];
    char *rest = list;
    uint32_t all = 0;
    (void)state;
    snprintf(list, sizeof list, "%s", root_locale_names());
    for (char *name = strsep(&rest, ", "); name; name = strsep(&rest, ", ")) {
        assert_true(!*name || root_locale_flag(name));
        all |= root_locale_flag(name);
    }
    assert_int_equal(all, CASC_ALL_LOCALES);
    assert_int_equal(root_locale_flag("xxXX"), 0);
}

int test_root(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_layout_gives_the_same_files),
        cmocka_unit_test(test_first_content_of_the_locale_counts),
        cmocka_unit_test(test_root_that_is_cut_off_keeps_its_first_blocks),
        cmocka_unit_test(test_later_version_is_named),
        cmocka_unit_test(test_a_count_beyond_the_bytes_takes_no_memory),
        cmocka_unit_test(test_more_files_than_any_client_has_are_refused),
        cmocka_unit_test(test_every_locale_of_the_list_has_a_flag),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
