/* Bones of models and of skeleton files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/arena.h"
#include "formats/m2/m2_builder.h"
#include "formats/m2/m2_parts.h"

/* A bone of 264 without keys whose pivot is (1, 2, z). */
static void add_bone(struct buffer *file, uint32_t flags, int16_t parent, float z)
{
    const float pivot[3] = {1, 2, z};
    buffer_u32le(file, 0xFFFFFFFF);
    buffer_u32le(file, flags);
    buffer_u16le(file, (uint16_t)parent);
    add_zeroes(file, 6);
    add_zeroes(file, 3 * 20);
    add_floats(file, pivot, 3);
}

static void a_damaged_bone_is_named_with_its_place_in_the_file(void **state)
{
    enum { BEFORE = 24, BASE = 1000 };
    (void)state;
    struct buffer file = {0};
    struct arena arena = {0};
    struct heard heard;
    struct m2_pose pose;
    const float zero = 0;
    listen(&heard);
    add_zeroes(&file, BEFORE);
    add_bone(&file, 0, -1, 3);
    add_bone(&file, 0, 0, zero / zero);
    const struct m2_array array = {2, BEFORE, 88};
    const struct m2_animated animated = {.bytes = reader_make(file.data, file.size), .base = BASE};
    assert_int_equal(m2_read_pose(&animated, &array, 16, &arena, &heard.diag, &pose),
                     ADTMAP_BAD_DATA);
    assert_non_null(strstr(heard.failure.what, "bone 1"));
    assert_int_equal(heard.failure.offset, BASE + BEFORE + 88);
    arena_free(&arena);
    buffer_free(&file);
}

/* Builds a skeleton of three sequences, of which the last is Stand. */
static struct buffer make_skeleton(uint32_t flags)
{
    struct buffer file = {0};
    struct built_model built = test_model;
    built.version = 274;
    built.sequence_count = 3;
    built.sequences[0] = (struct built_sequence){4, 500, 0x20, 0};
    built.sequences[1] = (struct built_sequence){5, 500, 0x20, 0};
    built.sequences[2] = (struct built_sequence){0, 500, flags, 0};
    built.stand = 2;
    built.bones[0].has_keys = true;
    built.bones[0].translation[2] = 5;
    built.bones[0].rotation[3] = 1;
    built.bones[0].scale[0] = built.bones[0].scale[1] = built.bones[0].scale[2] = 1;
    write_skeleton(&file, &built);
    return file;
}

/* Colours and weights of the model run by the sequences of its skeleton. */
static void a_skeleton_says_which_sequence_of_the_model_is_shown(void **state)
{
    (void)state;
    for (int has_keys = 0; has_keys < 2; has_keys++) {
        struct buffer file = make_skeleton(has_keys ? 0x20 : 0);
        struct arena arena = {0};
        struct m2_animated animated = {0};
        struct m2_pose pose;
        const struct diag nobody = {0};
        const struct m2_bytes bytes = {file.data, file.size};
        assert_int_equal(m2_read_skeleton(bytes, &arena, &nobody, &animated, &pose), ADTMAP_OK);
        assert_int_equal(animated.sequence, 2);
        assert_int_equal(animated.keys_absent, !has_keys);
        assert_int_equal(pose.bone_count, 1);
        assert_true(pose.matrices[0].rows[2][3] == (has_keys ? 5.0 : 0.0));
        arena_free(&arena);
        buffer_free(&file);
    }
}

/* The pivot is the last field of a bone. */
static void a_damaged_bone_is_named_with_its_place_in_the_skeleton_file(void **state)
{
    (void)state;
    struct buffer file = make_skeleton(0x20);
    struct arena arena = {0};
    struct m2_animated animated = {0};
    struct m2_pose pose;
    struct heard heard;
    listen(&heard);
    put_u32(&file, file.size - 4, 0x7FC00000); /* NaN; bones are the last array */
    const struct m2_bytes bytes = {file.data, file.size};
    assert_int_equal(m2_read_skeleton(bytes, &arena, &heard.diag, &animated, &pose),
                     ADTMAP_BAD_DATA);
    assert_int_equal(heard.failure.offset, file.size - 88);
    arena_free(&arena);
    buffer_free(&file);
}

int test_m2_bones(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_damaged_bone_is_named_with_its_place_in_the_file),
        cmocka_unit_test(a_skeleton_says_which_sequence_of_the_model_is_shown),
        cmocka_unit_test(a_damaged_bone_is_named_with_its_place_in_the_skeleton_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
