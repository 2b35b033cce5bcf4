/* The Stand pose: bones, keys of the right sequence, billboards. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/m2/m2_loaded.h"

static const unsigned versions[] = {256, 260, 264, 272};
enum { VERSIONS = sizeof versions / sizeof *versions };

static struct built_bone moving_bone(float x, float y, float z)
{
    return (struct built_bone){.parent = -1,
                               .has_keys = true,
                               .translation = {x, y, z},
                               .rotation = {0, 0, 0, 1},
                               .scale = {1, 1, 1}};
}

/* Where corner `index` of the first triangle is. */
static const float *corner(const struct m2_model *model, int index)
{
    return model->positions[model->indices[index]];
}

static void bones_scale_turn_and_move_about_their_pivot(void **state)
{
    (void)state;
    for (int i = 0; i < VERSIONS; i++) {
        struct built_model built = test_model;
        struct loaded loaded;
        built.version = versions[i];
        built.bones[0] = moving_bone(0, 0, 10);
        built.bones[0].pivot[0] = 1;
        built.bones[0].scale[0] = 2;
        built.bones[0].rotation[2] = built.bones[0].rotation[3] = 0.70710678F;
        const struct m2_model *model = load_good(&loaded, &built);
        assert_point(corner(model, 0), 1, -2, 10); /* (-1, 0, 0) * 2, a quarter turn left */
        assert_point(corner(model, 1), 1, 0, 10);
        assert_point(corner(model, 2), 0, -2, 10);
        unload(&loaded);
    }
}

/* Rotations of 256 are four numbers in one document, packed in another. */
static void rotations_before_264_may_be_numbers(void **state)
{
    (void)state;
    struct built_model built = test_model;
    struct loaded loaded;
    built.version = 256;
    built.float_rotation = true;
    built.bones[0] = moving_bone(0, 0, 0);
    built.bones[0].rotation[2] = built.bones[0].rotation[3] = 0.70710678F;
    const struct m2_model *model = load_good(&loaded, &built);
    assert_point(corner(model, 1), 0, 1, 0);
    unload(&loaded);
}

static void normals_turn_with_their_bones(void **state)
{
    (void)state;
    struct built_model built = test_model;
    struct loaded loaded;
    built.bones[0] = moving_bone(3, 4, 5);
    built.bones[0].rotation[0] = built.bones[0].rotation[3] = 0.70710678F; /* Z to -Y */
    const struct m2_model *model = load_good(&loaded, &built);
    assert_point(model->normals[model->indices[0]], 0, -1, 0);
    unload(&loaded);
}

static void children_follow_their_parents(void **state)
{
    (void)state;
    struct built_model built = test_model;
    struct loaded loaded;
    built.bone_count = 3;
    built.bones[0] = moving_bone(0, 0, 1);
    built.bones[0].parent = 1; /* a later one */
    built.bones[1] = moving_bone(5, 0, 0);
    built.bones[1].parent = 2;
    built.bones[2] = moving_bone(0, 7, 0);
    built.bones[2].rotation[2] = 1; /* half a turn */
    built.bones[2].rotation[3] = 0;
    const struct m2_model *model = load_good(&loaded, &built);
    assert_point(corner(model, 0), -5, 7, 1);
    assert_point(corner(model, 1), -6, 7, 1);
    unload(&loaded);
}

static void vertices_are_weighted(void **state)
{
    (void)state;
    struct built_model built = test_model;
    struct loaded loaded;
    built.bone_count = 2;
    built.bones[0] = moving_bone(0, 0, 10);
    built.bones[1] = moving_bone(0, 0, 20);
    built.vertices[0].weights[0] = 51;
    built.vertices[0].weights[3] = 204;
    built.vertices[0].bones[3] = 1;
    const struct m2_model *model = load_good(&loaded, &built);
    assert_point(corner(model, 0), 0, 0, 18);
    assert_point(corner(model, 1), 1, 0, 10);
    unload(&loaded);
}

/* Stand is the last sequence; the lists of the others have far keys. */
static void keys_of_stand_are_taken(void **state)
{
    (void)state;
    for (int i = 0; i < VERSIONS; i++) {
        struct built_model built = test_model;
        struct loaded loaded;
        built.version = versions[i];
        built.sequence_count = 3;
        built.sequences[0] = (struct built_sequence){4, 500, 0x20, 0};
        built.sequences[1] = (struct built_sequence){5, 500, 0x20, 0};
        built.sequences[2] = (struct built_sequence){0, 500, 0x20, 0};
        built.stand = 2;
        built.bones[0] = moving_bone(1, 2, 3);
        const struct m2_model *model = load_good(&loaded, &built);
        assert_int_equal(loaded.file->sequence_count, 3);
        assert_int_equal(loaded.file->sequences[2].length_ms, 500);
        assert_point(corner(model, 0), 1, 2, 3);
        unload(&loaded);
    }
}

static void an_alias_leads_to_the_keys_of_stand(void **state)
{
    (void)state;
    struct built_model built = test_model;
    struct loaded loaded;
    built.sequence_count = 2;
    built.sequences[0] = (struct built_sequence){0, 500, 0x60, 1};
    built.sequences[1] = (struct built_sequence){5, 500, 0x20, 0};
    built.stand = 1;
    built.bones[0] = moving_bone(1, 2, 3);
    const struct m2_model *model = load_good(&loaded, &built);
    assert_point(corner(model, 0), 1, 2, 3);
    unload(&loaded);
}

/* Such offsets count in the .anim file; followed here they lead anywhere. */
static void keys_in_other_files_leave_the_rest_pose(void **state)
{
    (void)state;
    struct built_model built = test_model;
    struct loaded loaded;
    built.sequences[0].flags = 0;
    built.bones[0] = moving_bone(1, 2, 3);
    const struct m2_model *model = load_good(&loaded, &built);
    assert_point(corner(model, 0), 0, 0, 0);
    unload(&loaded);
}

/* A card that stands facing +X lies on its back: what was left is west and what was up is north. */
static void billboards_face_the_sky(void **state)
{
    (void)state;
    struct built_model built = test_model;
    struct loaded loaded;
    built.bones[0] = moving_bone(0, 0, 0);
    built.bones[0].flags = 0x8;
    built.bones[0].rotation[2] = built.bones[0].rotation[3] = 0.70710678F; /* is ignored */
    built.bones[0].scale[1] = 2;
    built.bones[0].pivot[2] = 1;
    const struct m2_model *model = load_good(&loaded, &built);
    assert_point(corner(model, 0), -1, 0, 1);
    assert_point(corner(model, 1), -1, 0, 2);  /* 1 to the front: up */
    assert_point(corner(model, 2), -1, -2, 1); /* 1 to the left, scaled: east */
    assert_point(corner(model, 3), 0, 0, 1);   /* 1 up: north */
    unload(&loaded);
}

static void an_upright_billboard_locked_to_z_stays(void **state)
{
    (void)state;
    struct built_model built = test_model;
    struct loaded loaded;
    built.bones[0].flags = 0x40;
    const struct m2_model *model = load_good(&loaded, &built);
    assert_point(corner(model, 1), 1, 0, 0);
    assert_point(corner(model, 2), 0, 1, 0);
    unload(&loaded);
}

/* Z lies along world X: the card turns about it until its front is up. */
static void a_lying_billboard_locked_to_z_turns_up(void **state)
{
    (void)state;
    struct built_model built = test_model;
    struct loaded loaded;
    built.bones[0] = moving_bone(0, 0, 0);
    built.bones[0].flags = 0x40;
    built.bones[0].rotation[1] = built.bones[0].rotation[3] = 0.70710678F; /* Z to X, X to -Z */
    const struct m2_model *model = load_good(&loaded, &built);
    assert_point(corner(model, 1), 0, 0, 1);
    assert_point(corner(model, 3), 1, 0, 0);
    unload(&loaded);
}

static void bones_can_ignore_their_parents(void **state)
{
    (void)state;
    struct built_model built = test_model;
    struct loaded loaded;
    built.bone_count = 2;
    built.bones[0] = moving_bone(0, 0, 1);
    built.bones[0].parent = 1;
    built.bones[1] = moving_bone(5, 0, 0);
    built.bones[1].rotation[2] = 1; /* half a turn */
    built.bones[1].rotation[3] = 0;
    built.bones[1].scale[0] = 3;
    const float expected[8][2] = {{2, 5}, {-3, 0}, {4, 5}, {-1, 0}, {8, 5}, {3, 0}, {6, 5}, {1, 0}};
    for (uint32_t flags = 0; flags < 8; flags++) {
        built.bones[0].flags = flags;
        const struct m2_model *model = load_good(&loaded, &built);
        assert_point(corner(model, 1), expected[flags][0], 0, 1);
        assert_point(corner(model, 0), expected[flags][1], 0, 1);
        unload(&loaded);
    }
}

int test_m2_pose(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bones_scale_turn_and_move_about_their_pivot),
        cmocka_unit_test(rotations_before_264_may_be_numbers),
        cmocka_unit_test(normals_turn_with_their_bones),
        cmocka_unit_test(children_follow_their_parents),
        cmocka_unit_test(vertices_are_weighted),
        cmocka_unit_test(keys_of_stand_are_taken),
        cmocka_unit_test(an_alias_leads_to_the_keys_of_stand),
        cmocka_unit_test(keys_in_other_files_leave_the_rest_pose),
        cmocka_unit_test(billboards_face_the_sky),
        cmocka_unit_test(an_upright_billboard_locked_to_z_stays),
        cmocka_unit_test(a_lying_billboard_locked_to_z_turns_up),
        cmocka_unit_test(bones_can_ignore_their_parents),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
