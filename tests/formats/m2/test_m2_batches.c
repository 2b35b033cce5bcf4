/* Batches: what is drawn, in which order, and how textures become one colour. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/m2/m2_loaded.h"

/* A model whose first batch has blend `blend` and two textures with uv set 0 and 1. */
static struct built_model two_textures(unsigned version, uint16_t blend, uint16_t shader)
{
    struct built_model built = test_model;
    built.version = version;
    built.materials[0][1] = blend;
    built.batch_count = 1;
    built.batches[0].shader = shader;
    built.batches[0].texture_count = 2;
    return built;
}

static void expect_mix(const struct built_model *built, enum surface_mix mix, bool is_opaque,
                       uint32_t stages)
{
    struct loaded loaded;
    const struct m2_model *model = load_good(&loaded, built);
    assert_int_equal(model->batch_count, 1);
    assert_int_equal(model->batches[0].mix, mix);
    assert_int_equal(model->batches[0].is_opaque, is_opaque);
    assert_int_equal(model->batches[0].stage_count, stages);
    unload(&loaded);
}

static void combiner_ops_of_264_are_read(void **state)
{
    static const enum surface_mix by_op[8] = {MIX_MOD,       MIX_MOD_ALPHA,   MIX_MOD_ALPHA,
                                              MIX_ADD_ALPHA, MIX_MOD2X_ALPHA, MIX_MOD_ALPHA,
                                              MIX_MOD2X,     MIX_ADD};
    (void)state;
    for (uint16_t op = 0; op < 8; op++) {
        struct built_model built = two_textures(264, 1, 1);
        built.flags = 0x8;
        built.ops[1] = 1;
        built.ops[2] = op;
        expect_mix(&built, by_op[op], false, 2);
        built.ops[1] = 0;
        expect_mix(&built, by_op[op], true, 2);
    }
}

static void without_ops_one_texture_is_drawn(void **state)
{
    (void)state;
    struct built_model built = two_textures(264, 2, 0);
    expect_mix(&built, MIX_FIRST, false, 1);
    built = two_textures(264, 0, 0);
    expect_mix(&built, MIX_FIRST, true, 1);
}

/* Blend 0 forces the first op to opaque. */
static void an_opaque_batch_has_no_alpha(void **state)
{
    (void)state;
    struct built_model built = two_textures(264, 0, 0);
    built.flags = 0x8;
    built.ops[0] = 1;
    built.ops[1] = 6;
    expect_mix(&built, MIX_MOD2X, true, 2);
}

static void stages_mapped_as_spheres_are_reflections(void **state)
{
    (void)state;
    struct built_model built = two_textures(264, 0, 0);
    struct loaded loaded;
    built.flags = 0x8;
    built.ops[1] = 4;
    built.unit_lookup[1] = NOTHING;
    built.transform_lookup[1] = 7; /* as real files have it, without a transform 7 */
    expect_mix(&built, MIX_MOD2X_ALPHA, true, 2);
    const struct m2_batch *batch = &load_good(&loaded, &built)->batches[0];
    assert_false(batch->stages[0].is_reflection);
    assert_true(batch->stages[1].is_reflection);
    assert_int_equal(batch->stages[1].uv_set, 0);
    unload(&loaded);
}

/* It was left out. */
static void a_blended_reflection_alone_is_drawn(void **state)
{
    (void)state;
    struct loaded loaded;
    struct built_model built = test_model;
    built.materials[1][1] = 4;
    built.batches[1].units = 2;
    built.unit_lookup[2] = NOTHING;
    const struct m2_model *model = load_good(&loaded, &built);
    assert_int_equal(model->batch_count, 2);
    assert_int_equal(model->hidden_count, 0);
    assert_true(model->batches[1].stages[0].is_reflection);
    unload(&loaded);
}

static void shaders_of_265_are_bits_or_numbers(void **state)
{
    (void)state;
    struct built_model built = two_textures(265, 1, 0x4016);
    expect_mix(&built, MIX_MOD2X, false, 2);
    built = two_textures(265, 1, 0x8 | 0x14);
    expect_mix(&built, MIX_MOD2X_ALPHA, false, 2);
    built = two_textures(268, 1, 0x8000 | 10);
    expect_mix(&built, MIX_EMISSIVE, true, 2);
    built = two_textures(272, 2, 0x8000 | 14);
    expect_mix(&built, MIX_EMISSIVE, false, 2);
    built = two_textures(274, 2, 0x8000 | 23);
    expect_mix(&built, MIX_OVER, true, 2);
    built = two_textures(274, 2, 0x8000 | 18); /* wants three textures */
    expect_mix(&built, MIX_FIRST, false, 1);
}

static void only_blended_batches_fade_at_edges(void **state)
{
    (void)state;
    for (uint16_t blend = 0; blend < 3; blend++) { /* opaque, alpha key, alpha */
        for (uint16_t shader = 0x8000 | 33; shader < (0x8000 | 35); shader++) {
            struct loaded loaded;
            struct built_model built = two_textures(274, blend, shader);
            const struct m2_model *model = load_good(&loaded, &built);
            assert_int_equal(model->batches[0].fades_at_edges, blend == 2);
            unload(&loaded);
        }
    }
    struct loaded loaded;
    struct built_model built = two_textures(274, 2, 0x8000 | 14);
    assert_false(load_good(&loaded, &built)->batches[0].fades_at_edges);
    unload(&loaded);
}

static void crossfades_have_the_weights_of_their_textures(void **state)
{
    (void)state;
    struct loaded loaded;
    struct built_model built = two_textures(272, 2, 0x8000 | 22);
    built.batches[0].texture_count = 4;
    built.weights[0] = 0.75F;
    built.weights[1] = 0.5F;
    built.weights[2] = 0.25F;
    const struct m2_model *model = load_good(&loaded, &built);
    const struct m2_batch *batch = &model->batches[0];
    assert_int_equal(batch->mix, MIX_FADE_MASKED);
    assert_int_equal(batch->stage_count, 4);
    assert_float_equal(batch->color[3], 0.75F, 0.0001F);
    assert_float_equal(batch->stages[0].weight, 1.0F, 0);
    assert_float_equal(batch->stages[1].weight, 0.5F, 0.0001F);
    assert_float_equal(batch->stages[2].weight, 0.25F, 0.0001F);
    assert_float_equal(batch->stages[3].weight, 1.0F, 0);
    assert_int_equal(batch->stages[3].uv_set, 1);
    unload(&loaded);
}

static void colors_and_weights_multiply(void **state)
{
    (void)state;
    const float color[4] = {0.25F, 0.5F, 0.75F, 0.5F};
    struct loaded loaded;
    struct built_model built = test_model;
    built.batches[0].color = 0;
    memcpy(built.colors[0], color, sizeof color);
    built.weights[0] = 0.5F;
    const struct m2_model *model = load_good(&loaded, &built);
    assert_point(model->batches[0].color, 0.25F, 0.5F, 0.75F);
    assert_float_equal(model->batches[0].color[3], 0.25F, 0.0001F);
    assert_float_equal(model->batches[1].color[0], 1.0F, 0);
    assert_float_equal(model->batches[1].color[3], 0.5F, 0.0001F);
    unload(&loaded);
}

static void what_is_transparent_is_counted_and_left_out(void **state)
{
    (void)state;
    struct loaded loaded;
    struct built_model built = test_model;
    built.batches[0].color = 0;
    built.colors[0][3] = 0;
    const struct m2_model *model = load_good(&loaded, &built);
    assert_int_equal(model->batch_count, 1);
    assert_int_equal(model->hidden_count, 1);
    assert_int_equal(model->vertex_count, 3);
    assert_int_equal(model->batches[0].first_index, 0);
    assert_point(model->positions[0], 0, 1, 1);
    unload(&loaded);
}

static void replaceable_textures_have_no_file(void **state)
{
    (void)state;
    struct loaded loaded;
    struct built_model built = test_model;
    built.textures[1] = NULL;
    const struct m2_model *model = load_good(&loaded, &built);
    assert_int_equal(model->batch_count, 1);
    assert_int_equal(model->hidden_count, 1);
    assert_int_equal(model->textures[1].type, 11);
    unload(&loaded);
}

/* Only the first texture is left of two: it is drawn as it is. */
static void a_second_texture_without_a_file_is_left_out(void **state)
{
    (void)state;
    struct built_model built = two_textures(264, 1, 0);
    built.flags = 0x8;
    built.ops[0] = 1;
    built.ops[1] = 4;
    expect_mix(&built, MIX_MOD2X_ALPHA, false, 2);
    built.textures[1] = NULL;
    expect_mix(&built, MIX_FIRST, false, 1);
}

static void each_stage_has_its_texture_coordinates(void **state)
{
    (void)state;
    struct loaded loaded;
    struct built_model built = two_textures(264, 1, 0);
    built.flags = 0x8;
    built.ops[0] = 1;
    built.ops[1] = 4;
    const struct m2_model *model = load_good(&loaded, &built);
    assert_int_equal(model->batches[0].stages[0].uv_set, 0);
    assert_int_equal(model->batches[0].stages[0].texture, 0);
    assert_int_equal(model->batches[0].stages[1].uv_set, 1);
    assert_int_equal(model->batches[0].stages[1].texture, 1);
    unload(&loaded);
}

static void a_batch_without_textures_or_triangles_is_counted_and_left_out(void **state)
{
    (void)state;
    struct loaded loaded;
    struct built_model built = test_model;
    built.batches[0].texture_count = 0;
    assert_int_equal(load_good(&loaded, &built)->hidden_count, 1);
    unload(&loaded);
    built = test_model;
    built.sections[1].index_count = 0;
    const struct m2_model *model = load_good(&loaded, &built);
    assert_int_equal(model->hidden_count, 1);
    assert_int_equal(model->batch_count, 1);
    unload(&loaded);
}

/* A lookup of units that ends too early is one of first sets, not of spheres. */
static void a_batch_past_the_unit_lookup_has_the_first_coordinates(void **state)
{
    (void)state;
    struct loaded loaded;
    struct built_model built = test_model;
    built.materials[1][1] = 4;
    built.batches[1].units = BUILT_LOOKUPS;
    const struct m2_model *model = load_good(&loaded, &built);
    assert_int_equal(model->batch_count, 2);
    assert_int_equal(model->batches[1].stages[0].uv_set, 0);
    assert_false(model->batches[1].stages[0].is_reflection);
    unload(&loaded);
}

/* Not the first entries, which is what reading past the end gives. */
static void a_batch_past_the_lookups_has_no_weight_and_no_transform(void **state)
{
    (void)state;
    struct loaded loaded;
    struct built_model built = test_model;
    built.weights[0] = 0.5F;
    built.transform[0] = 0.25F;
    built.transform_lookup[0] = 0;
    built.batches[0].weights = built.batches[0].transforms = BUILT_LOOKUPS;
    const struct m2_model *model = load_good(&loaded, &built);
    assert_float_equal(model->batches[0].color[3], 1.0F, 0);
    assert_float_equal(model->batches[0].stages[0].uv_transform[0][2], 0.0F, 0);
    assert_float_equal(model->batches[1].color[3], 0.5F, 0.001F);
    assert_float_equal(model->batches[1].stages[0].uv_transform[0][2], 0.25F, 0.001F);
    unload(&loaded);
}

static void is_refused(const struct built_model *built, const char *words)
{
    struct loaded loaded;
    load_model(&loaded, built);
    assert_int_equal(loaded.status, ADTMAP_BAD_DATA);
    assert_non_null(strstr(loaded.heard.failure.what, words));
    unload(&loaded);
}

static void what_refers_to_nothing_is_refused(void **state)
{
    (void)state;
    struct built_model built = test_model;
    built.texture_lookup[1] = 2;
    is_refused(&built, "batch 1 uses entry 2 of 2 textures");
    built = test_model;
    built.batches[1].textures = BUILT_LOOKUPS;
    is_refused(&built, "batch 1 uses entry 65535 of 2 textures");
    built = test_model;
    built.batches[0].color = 1;
    is_refused(&built, "batch 0 uses entry 1 of 1 ");
}

/* 0.25 further in u, twice as large about the centre. */
static void texture_transforms_are_those_at_time_0(void **state)
{
    (void)state;
    const float transform[10] = {0.25F, 0, 0, 0, 0, 0, 1, 2, 2, 1};
    for (int loops = 0; loops < 2; loops++) {
        struct loaded loaded;
        struct built_model built = test_model;
        memcpy(built.transform, transform, sizeof transform);
        built.global_transform = loops;
        built.batches[0].transforms = 3;
        const struct m2_model *model = load_good(&loaded, &built);
        const struct m2_stage *stage = &model->batches[0].stages[0];
        assert_point(stage->uv_transform[0], 2, 0, -0.25F);
        assert_point(stage->uv_transform[1], 0, 2, -0.5F);
        assert_point(model->batches[1].stages[0].uv_transform[0], 1, 0, 0);
        unload(&loaded);
    }
}

static void batches_are_in_drawing_order(void **state)
{
    (void)state;
    static const uint32_t expected[4] = {2, 0, 3, 1}; /* solid by priority, then blended */
    struct loaded loaded;
    struct built_model built = test_model;
    built.materials[2][1] = 2;
    built.batch_count = 4;
    built.batches[2] = built.batches[3] = built.batches[1];
    built.batches[0].priority = 1;
    built.batches[1].material = 2;
    built.batches[1].priority = 2;
    built.batches[2].priority = -1;
    built.batches[3].material = 2;
    built.batches[3].layer = 1;
    const struct m2_model *model = load_good(&loaded, &built);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(model->batches[i].number, expected[i]);
    }
    assert_int_equal(model->index_count, 6); /* shared sections are stored once */
    assert_int_equal(model->batches[2].layer, 1);
    unload(&loaded);
}

static void materials_say_what_is_tested_and_written(void **state)
{
    (void)state;
    struct loaded loaded;
    struct built_model built = test_model;
    built.materials[0][0] = 0x1 | 0x8;
    built.materials[1][0] = 0x10;
    built.materials[1][1] = 6; /* mod2x is not lit */
    const struct m2_model *model = load_good(&loaded, &built);
    const struct m2_batch *batches = model->batches;
    assert_true(batches[0].unlit && !batches[0].depth_test && batches[0].depth_write);
    assert_true(batches[1].unlit && batches[1].depth_test && !batches[1].depth_write);
    assert_false(batches[1].two_sided);
    unload(&loaded);
}

/* Mod and mod2x multiply what is there, which has its light already. */
static void what_darkens_has_no_light_of_its_own(void **state)
{
    (void)state;
    for (uint16_t blend = 0; blend < 8; blend++) {
        struct loaded loaded;
        struct built_model built = two_textures(264, blend, 0);
        const struct m2_model *model = load_good(&loaded, &built);
        assert_int_equal(model->batches[0].unlit, blend == 5 || blend == 6);
        unload(&loaded);
    }
}

/* Indices past 65536 are reached by the level of a section. */
static void the_level_of_a_section_extends_its_first_index(void **state)
{
    (void)state;
    struct loaded loaded;
    struct built_model built = test_model;
    built.sections[0].level = 1;
    load_model(&loaded, &built);
    assert_int_equal(loaded.status, ADTMAP_BAD_DATA);
    unload(&loaded);
}

int test_m2_batches(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(combiner_ops_of_264_are_read),
        cmocka_unit_test(without_ops_one_texture_is_drawn),
        cmocka_unit_test(an_opaque_batch_has_no_alpha),
        cmocka_unit_test(stages_mapped_as_spheres_are_reflections),
        cmocka_unit_test(a_blended_reflection_alone_is_drawn),
        cmocka_unit_test(shaders_of_265_are_bits_or_numbers),
        cmocka_unit_test(only_blended_batches_fade_at_edges),
        cmocka_unit_test(crossfades_have_the_weights_of_their_textures),
        cmocka_unit_test(colors_and_weights_multiply),
        cmocka_unit_test(what_is_transparent_is_counted_and_left_out),
        cmocka_unit_test(replaceable_textures_have_no_file),
        cmocka_unit_test(a_second_texture_without_a_file_is_left_out),
        cmocka_unit_test(each_stage_has_its_texture_coordinates),
        cmocka_unit_test(a_batch_without_textures_or_triangles_is_counted_and_left_out),
        cmocka_unit_test(a_batch_past_the_unit_lookup_has_the_first_coordinates),
        cmocka_unit_test(a_batch_past_the_lookups_has_no_weight_and_no_transform),
        cmocka_unit_test(what_refers_to_nothing_is_refused),
        cmocka_unit_test(texture_transforms_are_those_at_time_0),
        cmocka_unit_test(batches_are_in_drawing_order),
        cmocka_unit_test(materials_say_what_is_tested_and_written),
        cmocka_unit_test(what_darkens_has_no_light_of_its_own),
        cmocka_unit_test(the_level_of_a_section_extends_its_first_index),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
