/* Which sequence a static model shows. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/arena.h"
#include "formats/bytes.h"
#include "formats/m2/m2_parts.h"

enum { STRIDE = 64, STRIDE_OLD = 68, KEYS_HERE = 0x20, ALIAS = 0x40 };

struct sequence {
    uint16_t id, variation;
    uint32_t begin_ms, end_ms, flags;
    uint16_t alias;
};

static void add_sequence(struct buffer *file, const struct sequence *sequence, bool has_range)
{
    buffer_u16le(file, sequence->id);
    buffer_u16le(file, sequence->variation);
    if (has_range) {
        buffer_u32le(file, sequence->begin_ms);
    }
    buffer_u32le(file, sequence->end_ms);
    buffer_f32le(file, 1.5F);
    buffer_u32le(file, sequence->flags);
    add_zeroes(file, 46);
    buffer_u16le(file, sequence->alias);
}

struct shown {
    struct arena arena;
    struct m2_animated animated;
    struct m2_file file;
};

/* Reads a list of sequences, which stands behind 12 other bytes. */
static void show(struct shown *shown, const struct sequence *sequences, uint32_t count,
                 bool has_range)
{
    struct buffer bytes = {0};
    const struct m2_array array = {count, 12, has_range ? STRIDE_OLD : STRIDE};
    const struct diag nobody = {0};
    add_zeroes(&bytes, 12);
    for (uint32_t i = 0; i < count; i++) {
        add_sequence(&bytes, &sequences[i], has_range);
    }
    *shown = (struct shown){0};
    shown->animated.has_ranges = has_range;
    shown->animated.bytes = reader_make(bytes.data, bytes.size);
    assert_int_equal(
        m2_read_sequences(&array, &shown->arena, &nobody, &shown->animated, &shown->file),
        ADTMAP_OK);
    assert_int_equal(shown->file.sequence_count, count);
    buffer_free(&bytes);
}

/* The sequence shown; its keys are in the file or not. */
static void is_shown(const struct sequence *sequences, uint32_t count, uint32_t wanted,
                     bool keys_absent)
{
    struct shown shown;
    show(&shown, sequences, count, false);
    assert_int_equal(shown.animated.sequence, wanted);
    assert_int_equal(shown.animated.keys_absent, keys_absent);
    arena_free(&shown.arena);
}

static void the_first_stand_is_shown(void **state)
{
    (void)state;
    const struct sequence list[] = {
        {4, 0, 0, 9, KEYS_HERE, 0}, {0, 0, 0, 9, KEYS_HERE, 1}, {0, 1, 0, 9, KEYS_HERE, 2}};
    is_shown(list, 3, 1, false);
    is_shown(list, 1, 0, false); /* no Stand: the first of all */
    is_shown(list, 0, 0, false);
}

static void each_of_three_flags_says_that_keys_are_in_the_file(void **state)
{
    (void)state;
    for (unsigned bit = 0; bit < 32; bit++) {
        uint32_t flag = UINT32_C(1) << bit;
        const struct sequence list[] = {{0, 0, 0, 9, flag, 0}};
        is_shown(list, 1, 0, flag != 0x10 && flag != 0x20 && flag != 0x100);
    }
}

static void aliases_are_followed_to_their_end(void **state)
{
    (void)state;
    const struct sequence list[] = {{0, 0, 0, 9, ALIAS, 2},
                                    {9, 0, 0, 9, KEYS_HERE, 0},
                                    {8, 0, 0, 9, ALIAS, 3},
                                    {7, 0, 0, 9, 0, 1}};
    is_shown(list, 4, 3, true);
}

/* A sequence that is its own alias is the one that has the keys. */
static void an_alias_of_itself_is_an_end(void **state)
{
    (void)state;
    const struct sequence list[] = {{0, 0, 0, 9, ALIAS, 1}, {5, 0, 0, 9, ALIAS | KEYS_HERE, 1}};
    is_shown(list, 2, 1, false);
}

static void aliases_that_lead_nowhere_do_not_count(void **state)
{
    (void)state;
    const struct sequence past[] = {{0, 0, 0, 9, ALIAS | KEYS_HERE, 1}};
    const struct sequence far[] = {{0, 0, 0, 9, ALIAS | KEYS_HERE, 2}, {5, 0, 0, 9, 0, 0}};
    const struct sequence ring[] = {{0, 0, 0, 9, ALIAS | KEYS_HERE, 1}, {5, 0, 0, 9, ALIAS, 0}};
    is_shown(past, 1, 0, false);
    is_shown(far, 2, 0, false);
    is_shown(ring, 2, 0, false);
}

/* Before 264 the keys are always in the model. */
static void old_sequences_have_their_keys_and_no_alias(void **state)
{
    (void)state;
    const struct sequence list[] = {{4, 0, 3333, 4000, 0, 0}, {0, 2, 5000, 5750, ALIAS, 0}};
    struct shown shown;
    show(&shown, list, 2, true);
    assert_int_equal(shown.animated.sequence, 1);
    assert_false(shown.animated.keys_absent);
    assert_int_equal(shown.file.sequences[0].length_ms, 667);
    assert_int_equal(shown.file.sequences[1].length_ms, 750);
    assert_int_equal(shown.file.sequences[1].variation, 2);
    arena_free(&shown.arena);
}

static void a_sequence_that_ends_before_it_begins_has_no_length(void **state)
{
    (void)state;
    const struct sequence list[] = {{0, 0, 5000, 4999, 0, 0}};
    struct shown shown;
    show(&shown, list, 1, true);
    assert_int_equal(shown.file.sequences[0].length_ms, 0);
    arena_free(&shown.arena);
}

int test_m2_sequence(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_stand_is_shown),
        cmocka_unit_test(each_of_three_flags_says_that_keys_are_in_the_file),
        cmocka_unit_test(aliases_are_followed_to_their_end),
        cmocka_unit_test(an_alias_of_itself_is_an_end),
        cmocka_unit_test(aliases_that_lead_nowhere_do_not_count),
        cmocka_unit_test(old_sequences_have_their_keys_and_no_alias),
        cmocka_unit_test(a_sequence_that_ends_before_it_begins_has_no_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
