/* The chunk structure: ids, sizes, and skipping bytes that are not a chunk. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/buffer.h"
#include "formats/chunk.h"
#include "render/random.h"

static void append_chunk(struct buffer *bytes, const char *id, uint32_t size, size_t data_bytes)
{
    for (size_t i = 4; i > 0; i--) {
        buffer_u8(bytes, (uint8_t)id[i - 1]);
    }
    buffer_u32le(bytes, size);
    for (size_t i = 0; i < data_bytes; i++) {
        buffer_u8(bytes, (uint8_t)i);
    }
}

/* A copy of exactly its size, so that a sanitizer sees any read outside. */
static uint8_t *exact_copy(const struct buffer *bytes)
{
    uint8_t *copy = malloc(bytes->size ? bytes->size : 1);
    memcpy(copy, bytes->data, bytes->size);
    return copy;
}

static void an_id_stands_reversed_in_the_file(void **state)
{
    (void)state;
    struct buffer bytes = {0};
    append_chunk(&bytes, "MCNK", 3, 3);
    struct reader reader = reader_make(bytes.data, bytes.size);
    struct chunk chunk;
    assert_memory_equal(bytes.data, "KNCM", 4);
    assert_true(chunk_at(&reader, 0, &chunk));
    assert_string_equal(chunk.id, "MCNK");
    assert_int_equal(chunk.size, 3);
    assert_int_equal(chunk.data - bytes.data, 8);
    assert_false(chunk.cut);
    assert_true(chunk_is_at(&reader, 0, &id_MCNK, &chunk));
    assert_false(chunk_is_at(&reader, 0, &id_MCVT, &chunk));
    buffer_free(&bytes);
}

/* A sparse file of 2 GiB was read byte by byte. */
static void a_walk_ends_after_many_bytes_without_a_chunk(void **state)
{
    (void)state;
    const size_t size = CHUNK_STRAY_MAX + 64;
    uint8_t *bytes = calloc(size, 1);
    assert_non_null(bytes);
    struct reader reader = reader_make(bytes, size);
    for (size_t at = CHUNK_STRAY_MAX - 1; at <= CHUNK_STRAY_MAX; at++) {
        struct chunk chunk;
        size_t offset = 0;
        size_t skipped = 0;
        memset(bytes + CHUNK_STRAY_MAX - 1, 0, 9);
        memcpy(bytes + at, "KNCM", 4);
        bool is_found = at < CHUNK_STRAY_MAX;
        assert_int_equal(chunk_next(&reader, &offset, &skipped, &chunk), is_found);
        assert_int_equal(skipped, is_found ? at : size);
        assert_int_equal(offset, is_found ? at + CHUNK_HEADER_BYTES : size);
    }
    free(bytes);
}

static void a_size_beyond_the_end_is_cut(void **state)
{
    (void)state;
    static const uint32_t sizes[] = {4, 5, 0x7FFFFFFF, 0xFFFFFFFF, 0xFFFFFFF8};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct buffer bytes = {0};
        append_chunk(&bytes, "MCNK", sizes[i], 3);
        struct reader reader = reader_make(bytes.data, bytes.size);
        struct chunk chunk;
        assert_true(chunk_at(&reader, 0, &chunk));
        assert_true(chunk.cut);
        assert_int_equal(chunk.size, 3);
        buffer_free(&bytes);
    }
}

static void no_chunk_where_its_header_has_no_room(void **state)
{
    (void)state;
    struct buffer bytes = {0};
    append_chunk(&bytes, "MCNK", 0, 0);
    struct chunk chunk;
    for (size_t size = 0; size < 8; size++) {
        struct buffer cut = {.data = bytes.data, .size = size};
        uint8_t *data = exact_copy(&cut);
        struct reader reader = reader_make(data, size);
        assert_false(chunk_at(&reader, 0, &chunk));
        free(data);
    }
    struct reader whole = reader_make(bytes.data, bytes.size);
    assert_true(chunk_at(&whole, 0, &chunk));
    assert_false(chunk_at(&whole, 1, &chunk));
    assert_false(chunk_at(&whole, 8, &chunk));
    assert_false(chunk_at(&whole, SIZE_MAX, &chunk));
    assert_false(chunk_at(&whole, SIZE_MAX - 4, &chunk));
    buffer_free(&bytes);
}

static void only_capitals_and_digits_are_an_id(void **state)
{
    (void)state;
    static const struct {
        const char *id;
        bool is_one;
    } cases[] = {{"MH2O", true},     {"GFID", true},  {"MCNK", true},  {"mCNK", false},
                 {"MCnK", false},    {"MCNk", false}, {"McNK", false}, {"XCNK", false},
                 {"M\x01NK", false}, {"M NK", false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct buffer bytes = {0};
        append_chunk(&bytes, cases[i].id, 0, 0);
        struct reader reader = reader_make(bytes.data, bytes.size);
        struct chunk chunk;
        assert_int_equal(chunk_at(&reader, 0, &chunk), cases[i].is_one);
        buffer_free(&bytes);
    }
}

static void walking_visits_all_and_passes_over_stray_bytes(void **state)
{
    (void)state;
    struct buffer bytes = {0};
    append_chunk(&bytes, "MVER", 4, 4);
    append_chunk(&bytes, "MHDR", 0, 0);
    append_chunk(&bytes, "MH2O", 2, 2 + 5); /* 5 stray bytes */
    append_chunk(&bytes, "MCNK", 1, 1 + 3); /* 3 that are too few for a chunk */
    struct reader reader = reader_make(bytes.data, bytes.size);
    static const char *const ids[] = {"MVER", "MHDR", "MH2O", "MCNK"};
    struct chunk chunk;
    size_t offset = 0;
    size_t skipped = 0;
    for (size_t i = 0; i < 4; i++) {
        assert_true(chunk_next(&reader, &offset, &skipped, &chunk));
        assert_string_equal(chunk.id, ids[i]);
        assert_int_equal(offset, chunk.offset + 8 + chunk.size);
    }
    assert_int_equal(skipped, 5);
    assert_false(chunk_next(&reader, &offset, &skipped, &chunk));
    buffer_free(&bytes);
}

/* Random bytes with many ids among them. */
static void fill_random(struct random *random, uint8_t *data, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        data[i] = (uint8_t)random_next(random);
    }
    for (size_t i = 0; i + 8 <= size; i += 1 + random_next(random) % 24) {
        memcpy(data + i, "KNCM", 4);
        data[i + 5] = data[i + 6] = data[i + 7] = random_next(random) % 16 ? 0 : 0xFF;
    }
}

static void walking_always_moves_on_and_stays_inside(void **state)
{
    (void)state;
    struct random random = random_seeded();
    for (size_t round = 0; round < 2000; round++) {
        size_t size = random_next(&random) % 300;
        uint8_t *data = malloc(size ? size : 1);
        fill_random(&random, data, size);
        struct reader reader = reader_make(data, size);
        struct chunk chunk;
        size_t offset = 0;
        size_t skipped = 0;
        size_t before = 0;
        while (chunk_next(&reader, &offset, &skipped, &chunk)) {
            assert_true(offset >= before + 8);
            assert_true(chunk.offset + 8 + chunk.size == offset && offset <= size);
            before = offset;
        }
        assert_true(skipped <= size);
        free(data);
    }
}

/* The size of the first chunk ends inside the second one, or between its id and its size. */
static void a_lying_size_hides_no_chunk_from_the_linked_walk(void **state)
{
    (void)state;
    static const uint32_t sizes[] = {5, 0x7FFFFFFF};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct buffer bytes = {0};
        append_chunk(&bytes, "MVER", sizes[i], 0);
        append_chunk(&bytes, "MHDR", 4, 4);
        append_chunk(&bytes, "MCIN", 0, 0);
        struct reader reader = reader_make(bytes.data, bytes.size);
        struct chunk chunk;
        assert_true(chunk_find_linked(&reader, &id_MHDR, &chunk));
        assert_int_equal(chunk.offset, 8);
        assert_int_equal(chunk_find(&reader, &id_MHDR, &chunk), false);
        assert_true(chunk_find_linked(&reader, &id_MCIN, &chunk));
        assert_false(chunk_find_linked(&reader, &id_MTEX, &chunk));
        buffer_free(&bytes);
    }
}

/* The data of a chunk hold what looks like another one. */
static void the_linked_walk_does_not_look_into_chunks(void **state)
{
    (void)state;
    struct buffer bytes = {0};
    append_chunk(&bytes, "MVER", 8, 0);
    append_chunk(&bytes, "MTEX", 0, 0);
    append_chunk(&bytes, "MHDR", 2, 2);
    struct reader reader = reader_make(bytes.data, bytes.size);
    struct chunk chunk;
    size_t offset = 0;
    assert_false(chunk_find_linked(&reader, &id_MTEX, &chunk));
    assert_true(chunk_next_linked(&reader, &offset, &chunk));
    assert_int_equal(offset, 16);
    assert_true(chunk_next_linked(&reader, &offset, &chunk));
    assert_string_equal(chunk.id, "MHDR");
    assert_int_equal(offset, bytes.size);
    assert_false(chunk_next_linked(&reader, &offset, &chunk));
    buffer_free(&bytes);
}

static void the_first_chunk_is_found(void **state)
{
    (void)state;
    struct buffer bytes = {0};
    append_chunk(&bytes, "MVER", 1, 1);
    append_chunk(&bytes, "MVER", 2, 2);
    struct reader reader = reader_make(bytes.data, bytes.size);
    struct chunk chunk;
    assert_true(chunk_find(&reader, &id_MVER, &chunk));
    assert_int_equal(chunk.offset, 0);
    assert_int_equal(chunk.size, 1);
    buffer_free(&bytes);
}

int test_chunk(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_id_stands_reversed_in_the_file),
        cmocka_unit_test(a_size_beyond_the_end_is_cut),
        cmocka_unit_test(no_chunk_where_its_header_has_no_room),
        cmocka_unit_test(only_capitals_and_digits_are_an_id),
        cmocka_unit_test(walking_visits_all_and_passes_over_stray_bytes),
        cmocka_unit_test(a_lying_size_hides_no_chunk_from_the_linked_walk),
        cmocka_unit_test(the_linked_walk_does_not_look_into_chunks),
        cmocka_unit_test(a_walk_ends_after_many_bytes_without_a_chunk),
        cmocka_unit_test(the_first_chunk_is_found),
        cmocka_unit_test(walking_always_moves_on_and_stays_inside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
