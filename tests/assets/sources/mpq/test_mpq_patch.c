/* Patches of files: both kinds, of other files, damaged in every byte. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "assets/sources/mpq/mpq_patch.h"
#include "assets/sources/mpq/ptch_builder.h"

static struct adtmap_message failure;
static const struct diag diag = {"a.txt", NULL, &failure};

static struct blob blob_of(const struct buffer *buffer)
{
    return (struct blob){.data = buffer->data, .size = buffer->size};
}

static void fill(struct buffer *old, size_t size, struct random *random)
{
    for (size_t i = 0; i < size; i++) {
        buffer_u8(old, (uint8_t)(random_next(random) % 20));
    }
}

static void both_kinds_make_the_new_file(void **state)
{
    uint64_t work;
    (void)state;
    struct random random = random_seeded();
    for (unsigned round = 0; round < 40; round++) {
        struct buffer old = {0};
        struct buffer wanted = {0};
        struct buffer patch = {0};
        struct blob changed;
        fill(&old, 1 + random_below(&random, 5000), &random);
        ptch_make(&old, round % 4 == 0, &random, &wanted, &patch);
        struct blob patch_blob = blob_of(&patch);
        struct blob old_blob = blob_of(&old);
        assert_int_equal(mpq_patch_apply(&patch_blob, &old_blob, &diag, &changed, &work),
                         ADTMAP_OK);
        assert_true(work >= changed.size);
        assert_int_equal(changed.size, wanted.size);
        assert_memory_equal(changed.data, wanted.data, wanted.size);
        blob_release(&changed);
        old.data[old.size / 2] ^= 1;
        if (round % 4 != 0) {
            assert_int_equal(mpq_patch_apply(&patch_blob, &old_blob, &diag, &changed, &work),
                             ADTMAP_BAD_DATA);
            assert_string_equal(failure.what, "its update is of another file than there is");
        }
        buffer_free(&old);
        buffer_free(&wanted);
        buffer_free(&patch);
    }
}

/* Whatever byte is wrong: the new file, or a failure; never other bytes. */
static void a_wrong_byte_never_gives_wrong_bytes(void **state)
{
    uint64_t work;
    (void)state;
    static const uint8_t values[] = {0x00, 0x7f, 0x80, 0xff};
    struct random random = random_seeded();
    struct buffer old = {0};
    struct buffer wanted = {0};
    struct buffer patch = {0};
    fill(&old, 300, &random);
    ptch_make(&old, false, &random, &wanted, &patch);
    const struct blob old_blob = blob_of(&old);
    for (size_t at = 0; at < patch.size; at++) {
        for (size_t i = 0; i < sizeof values; i++) {
            uint8_t *copy = malloc(patch.size);
            struct blob changed;
            assert_non_null(copy);
            memcpy(copy, patch.data, patch.size);
            copy[at] = values[i];
            const struct blob blob = {.data = copy, .size = patch.size};
            if (mpq_patch_apply(&blob, &old_blob, &diag, &changed, &work) == ADTMAP_OK) {
                assert_int_equal(changed.size, wanted.size);
                assert_memory_equal(changed.data, wanted.data, wanted.size);
            }
            blob_release(&changed);
            free(copy);
        }
    }
    buffer_free(&old);
    buffer_free(&wanted);
    buffer_free(&patch);
}

static void cut_patches_are_damaged(void **state)
{
    uint64_t work;
    (void)state;
    struct random random = random_seeded();
    for (unsigned is_copy = 0; is_copy < 2; is_copy++) {
        struct buffer old = {0};
        struct buffer wanted = {0};
        struct buffer patch = {0};
        fill(&old, 300, &random);
        ptch_make(&old, is_copy, &random, &wanted, &patch);
        const struct blob old_blob = blob_of(&old);
        for (size_t cut = 0; cut < patch.size; cut++) {
            struct blob changed;
            uint8_t *copy = malloc(cut + 1);
            assert_non_null(copy);
            memcpy(copy, patch.data, cut);
            const struct blob blob = {.data = copy, .size = cut};
            assert_int_equal(mpq_patch_apply(&blob, &old_blob, &diag, &changed, &work),
                             ADTMAP_BAD_DATA);
            free(copy);
        }
        buffer_free(&old);
        buffer_free(&wanted);
        buffer_free(&patch);
    }
}

static void an_unknown_kind_is_refused(void **state)
{
    uint64_t work;
    (void)state;
    struct random random = random_seeded();
    struct buffer old = {0};
    struct buffer wanted = {0};
    struct buffer patch = {0};
    struct blob changed;
    fill(&old, 300, &random);
    ptch_make(&old, false, &random, &wanted, &patch);
    memcpy(patch.data + 64, "DIFF", 4);
    const struct blob blob = blob_of(&patch);
    const struct blob old_blob = blob_of(&old);
    assert_int_equal(mpq_patch_apply(&blob, &old_blob, &diag, &changed, &work), ADTMAP_UNSUPPORTED);
    buffer_free(&old);
    buffer_free(&wanted);
    buffer_free(&patch);
}

/* Patches of a chain that lead back to an earlier file are applied once for each archive: none is
 * looked for by what it makes, so that a circle ends. One out of its turn is of another file,
 * unless it replaces the file whatever that is. */
static void a_chain_of_patches_that_is_a_circle_ends(void **state)
{
    (void)state;
    struct random random = random_seeded();
    struct buffer first = {0};
    struct buffer second = {0};
    struct buffer there = {0};
    struct buffer back = {0};
    struct buffer itself = {0};
    uint64_t work;
    fill(&first, 3000, &random);
    ptch_make(&first, false, &random, &second, &there);
    ptch_copy(&second, &first, &back);
    ptch_copy(&first, &first, &itself);
    const struct buffer *const chain[] = {&there, &back,  &itself, &there,
                                          &back,  &there, &there,  &itself};
    struct blob file = blob_of(&first);
    for (size_t i = 0; i < sizeof chain / sizeof *chain; i++) {
        const struct blob patch = blob_of(chain[i]);
        struct blob changed;
        bool is_out_of_turn = i == 6;
        const struct buffer *wanted = chain[i] == &there ? &second : &first;
        assert_int_equal(mpq_patch_apply(&patch, &file, &diag, &changed, &work),
                         is_out_of_turn ? ADTMAP_BAD_DATA : ADTMAP_OK);
        if (is_out_of_turn) {
            assert_string_equal(failure.what, "its update is of another file than there is");
            continue;
        }
        assert_int_equal(changed.size, wanted->size);
        assert_memory_equal(changed.data, wanted->data, wanted->size);
        blob_release(&changed);
        file = blob_of(wanted);
    }
    buffer_free(&first);
    buffer_free(&second);
    buffer_free(&there);
    buffer_free(&back);
    buffer_free(&itself);
}

int test_mpq_patch(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_kinds_make_the_new_file),
        cmocka_unit_test(a_wrong_byte_never_gives_wrong_bytes),
        cmocka_unit_test(cut_patches_are_damaged),
        cmocka_unit_test(an_unknown_kind_is_refused),
        cmocka_unit_test(a_chain_of_patches_that_is_a_circle_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
