/* Index files: entries, updates behind them, and damage. */
#include "assets/sources/casc/casc_test.h"

#include "assets/sources/casc/casc_index.h"
#include "base/lookup3.h"
#include "demo/pack/casc_tables_write.h"

enum { ENTRIES = 50, ENTRIES_AT = 40, ENTRY_BYTES = 18, STATUS_DELETED = 3 };

/* A key of bucket 0 that begins with `number`. */
static struct md5 key_of(uint8_t number)
{
    return (struct md5){.bytes = {number, number, [12] = 7}};
}

static void build(struct buffer *out)
{
    struct casc_index_entry entries[ENTRIES];
    for (uint8_t i = 0; i < ENTRIES; i++) {
        entries[i] = (struct casc_index_entry){key_of((uint8_t)(2 * (ENTRIES - i))), 300, 1000U + i,
                                               50U + i};
    }
    *out = (struct buffer){0};
    casc_put_index(out, entries, ENTRIES, 0);
}

/* An update of the entry of `number`, as it stands in a page. */
static void put_update(struct buffer *out, uint8_t number, uint8_t size, uint8_t status)
{
    uint8_t record[20] = {number, number, [13] = 99, [14] = size, [18] = status};
    buffer_u32le(out, lookup3_of(record, 19) | 0x80000000);
    buffer_append(out, record, sizeof record);
}

static void fill_to(struct buffer *out, size_t size)
{
    while (out->size < size) {
        buffer_u8(out, 0);
    }
}

/* Takes the buffer over. */
static enum adtmap_status read_bucket(struct buffer *bytes, struct listener *l,
                                      struct casc_bucket *bucket)
{
    listen(l);
    return casc_bucket_read(blob_from_heap(bytes->data, bytes->size), &l->diag, bucket);
}

static bool find(const struct casc_bucket *bucket, uint8_t number, struct casc_place *place)
{
    struct md5 md5 = key_of(number);
    struct encoding_key key;
    memcpy(key.bytes, md5.bytes, sizeof key.bytes);
    return casc_bucket_find(bucket, &key, place);
}

/* An index of ENTRIES entries, and what reading it gives. */
struct index_fixture {
    struct buffer bytes; /* read_bucket takes them over */
    struct listener l;
    struct casc_bucket bucket;
    struct casc_place place;
};

static int set_up(void **state)
{
    static struct index_fixture f;
    f = (struct index_fixture){0};
    build(&f.bytes);
    *state = &f;
    return 0;
}

static int tear_down(void **state)
{
    struct index_fixture *f = *state;
    casc_bucket_free(&f->bucket);
    return 0;
}

static void test_entries_are_found(void **state)
{
    struct index_fixture *f = *state;
    assert_int_equal(read_bucket(&f->bytes, &f->l, &f->bucket), ADTMAP_OK);
    assert_int_equal(f->l.said.warnings, 0);
    assert_int_equal(f->bucket.count, ENTRIES);
    assert_true(find(&f->bucket, 100, &f->place));
    assert_int_equal(f->place.archive, 300);
    assert_int_equal(f->place.offset, 1000);
    assert_int_equal(f->place.size, 50);
    assert_false(find(&f->bucket, 99, &f->place));
}

static void test_updates_win_over_entries(void **state)
{
    struct index_fixture *f = *state;
    fill_to(&f->bytes, 4096);
    put_update(&f->bytes, 99, 11, 0);
    put_update(&f->bytes, 100, 12, STATUS_DELETED);
    put_update(&f->bytes, 98, 13, 0);
    put_update(&f->bytes, 98, 14, 0);
    put_update(&f->bytes, 96, 15, 7);
    fill_to(&f->bytes, 8192);
    assert_int_equal(read_bucket(&f->bytes, &f->l, &f->bucket), ADTMAP_OK);
    assert_int_equal(f->bucket.update_count, 4);
    assert_true(find(&f->bucket, 99, &f->place));
    assert_int_equal(f->place.size, 11);
    assert_false(find(&f->bucket, 100, &f->place));
    assert_true(find(&f->bucket, 98, &f->place));
    assert_int_equal(f->place.size, 14);
    assert_false(find(&f->bucket, 96, &f->place));
}

static void test_update_with_a_wrong_guard_does_not_count(void **state)
{
    struct index_fixture *f = *state;
    fill_to(&f->bytes, 4096);
    put_update(&f->bytes, 99, 11, 0);
    f->bytes.data[4096 + 10] ^= 1;
    fill_to(&f->bytes, 4608);
    assert_int_equal(read_bucket(&f->bytes, &f->l, &f->bucket), ADTMAP_OK);
    assert_false(find(&f->bucket, 99, &f->place));
}

static void test_wrong_hashes_are_warnings(void **state)
{
    struct index_fixture *f = *state;
    f->bytes.data[4] ^= 1;
    f->bytes.data[36] ^= 1;
    assert_int_equal(read_bucket(&f->bytes, &f->l, &f->bucket), ADTMAP_OK);
    assert_int_equal(f->l.said.warnings, 2);
    assert_true(find(&f->bucket, 100, &f->place));
}

static void test_half_written_index_has_its_first_entries(void **state)
{
    struct index_fixture *f = *state;
    f->bytes.size = ENTRIES_AT + 10 * ENTRY_BYTES + 5;
    assert_int_equal(read_bucket(&f->bytes, &f->l, &f->bucket), ADTMAP_OK);
    assert_int_equal(f->l.said.warnings, 1);
    assert_true(find(&f->bucket, 2, &f->place));
    assert_false(find(&f->bucket, 100, &f->place));
}

static void test_entries_out_of_order_are_found(void **state)
{
    struct index_fixture *f = *state;
    uint8_t entry[ENTRY_BYTES];
    uint8_t *first = f->bytes.data + ENTRIES_AT;
    uint8_t *last = first + (ENTRIES - 1) * ENTRY_BYTES;
    memcpy(entry, first, ENTRY_BYTES);
    memcpy(first, last, ENTRY_BYTES);
    memcpy(last, entry, ENTRY_BYTES);
    assert_int_equal(read_bucket(&f->bytes, &f->l, &f->bucket), ADTMAP_OK);
    assert_true(find(&f->bucket, 2, &f->place));
    assert_true(find(&f->bucket, 100, &f->place));
}

static void test_what_is_no_index_is_refused(void **state)
{
    struct listener l;
    struct casc_bucket bucket;
    (void)state;
    for (size_t size = 0; size < ENTRIES_AT; size++) {
        struct buffer bytes;
        build(&bytes);
        bytes.size = size;
        assert_int_equal(read_bucket(&bytes, &l, &bucket), ADTMAP_BAD_DATA);
    }
    struct buffer bytes;
    build(&bytes);
    bytes.data[8] = 8;
    assert_int_equal(read_bucket(&bytes, &l, &bucket), ADTMAP_UNSUPPORTED);
}

int test_casc_index(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_entries_are_found, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_updates_win_over_entries, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_update_with_a_wrong_guard_does_not_count, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(test_wrong_hashes_are_warnings, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_half_written_index_has_its_first_entries, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(test_entries_out_of_order_are_found, set_up, tear_down),
        cmocka_unit_test(test_what_is_no_index_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
