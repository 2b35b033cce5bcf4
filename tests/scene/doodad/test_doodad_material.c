/* What is left of a batch of a doodad without its reflections. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/size.h"
#include "map/settings/settings.h"
#include "scene/doodad/doodad_material.h"
#include "scene/mip_data.h"

static struct m2_batch batch_of(enum surface_blend blend, enum surface_mix mix, uint32_t stages,
                                uint32_t reflection)
{
    struct m2_batch batch = {.blend = blend, .mix = mix, .stage_count = stages};
    batch.stages[reflection].is_reflection = true;
    return batch;
}

static void reflections_are_stages_of_their_own(void **state)
{
    (void)state;
    const struct m2_batch batch = batch_of(SURFACE_OPAQUE, MIX_SHEEN_GLOW, 3, 1);
    struct doodad_look look = doodad_look_of(&batch, ADTMAP_REFLECTIONS_ON);
    assert_int_equal(look.mix, MIX_SHEEN_GLOW);
    assert_int_equal(look.stage_count, 3);
    look = doodad_look_of(&batch, ADTMAP_REFLECTIONS_NOGGIT);
    assert_int_equal(look.stage_count, 3);
    look = doodad_look_of(&batch, ADTMAP_REFLECTIONS_OFF);
    assert_int_equal(look.mix, MIX_GLOW);
    assert_int_equal(look.stage_count, 2);
    assert_ptr_equal(look.stages[0], &batch.stages[0]);
    assert_ptr_equal(look.stages[1], &batch.stages[2]);
}

static void a_second_texture_that_reflects_leaves_the_first(void **state)
{
    (void)state;
    const struct m2_batch batch = batch_of(SURFACE_ALPHA, MIX_MOD2X, 2, 1);
    struct doodad_look look = doodad_look_of(&batch, ADTMAP_REFLECTIONS_OFF);
    assert_int_equal(look.mix, MIX_FIRST);
    assert_int_equal(look.stage_count, 1);
}

/* Something solid must be there; what is only a shine over it need not. */
static void a_reflection_alone_is_drawn_if_it_is_solid(void **state)
{
    (void)state;
    struct m2_batch batch = batch_of(SURFACE_OPAQUE, MIX_FIRST, 1, 0);
    assert_int_equal(doodad_look_of(&batch, ADTMAP_REFLECTIONS_OFF).stage_count, 1);
    batch.blend = SURFACE_ALPHA_KEY;
    assert_int_equal(doodad_look_of(&batch, ADTMAP_REFLECTIONS_OFF).stage_count, 1);
    batch.blend = SURFACE_ADD;
    assert_int_equal(doodad_look_of(&batch, ADTMAP_REFLECTIONS_OFF).stage_count, 0);
    assert_int_equal(doodad_look_of(&batch, ADTMAP_REFLECTIONS_ON).stage_count, 1);
}

/* A model of a batch for each way to mix two textures: one repeats across, the other down. */
static void materials_have_the_mix_and_the_repeats_of_the_model(void **state)
{
    (void)state;
    static const enum surface_mix mixes[] = {MIX_FIRST,       MIX_MOD,   MIX_MOD_ALPHA, MIX_MOD2X,
                                             MIX_MOD2X_ALPHA, MIX_ADD,   MIX_ADD_ALPHA, MIX_OVER,
                                             MIX_FADE,        MIX_MASKED};
    static const char *const names[] = {"a.blp", "b.blp"};
    static const struct m2_texture textures[] = {{.name = "a.blp", .wrap_x = true},
                                                 {.name = "b.blp", .wrap_y = true}};
    struct m2_batch batches[COUNT_OF(mixes)];
    for (size_t i = 0; i < COUNT_OF(mixes); i++) {
        batches[i] = (struct m2_batch){
            .mix = mixes[i], .stage_count = 2, .stages = {{.texture = 0}, {.texture = 1}}};
    }
    const struct m2_model model = {.texture_count = 2,
                                   .textures = textures,
                                   .batch_count = COUNT_OF(mixes),
                                   .batches = batches};
    struct adtmap_settings settings;
    struct mip_data data;
    adtmap_settings_default(&settings);
    mip_data_open(&data, names, 2);
    struct surface_textures held = surface_textures_of(data.cache, NULL, &settings, 4, &data.arena);
    const struct surface_material *materials = doodad_materials(&held, &model);
    assert_non_null(materials);
    for (size_t i = 0; i < COUNT_OF(mixes); i++) {
        assert_int_equal(materials[i].mix, mixes[i]);
        assert_int_equal(materials[i].wrap[0], MIP_CLAMP_V);
        assert_int_equal(materials[i].wrap[1], MIP_CLAMP_U);
    }
    surface_textures_close(&held);
    mip_data_close(&data);
}

/* Keyed batches whose first op is opaque were black where their texture would be cut out. */
static void a_solid_batch_with_a_key_keeps_the_colours_of_its_texture(void **state)
{
    (void)state;
    static const char *const names[] = {"a.blp"};
    static const struct m2_texture textures[] = {{.name = "a.blp"}};
    const struct m2_batch batches[] = {
        {.blend = SURFACE_ALPHA_KEY, .mix = MIX_FIRST, .stage_count = 1, .is_opaque = true},
        {.blend = SURFACE_ALPHA_KEY, .mix = MIX_FIRST, .stage_count = 1},
    };
    const struct m2_model model = {.era = SURFACE_ERA_SINCE_7,
                                   .texture_count = 1,
                                   .textures = textures,
                                   .batch_count = COUNT_OF(batches),
                                   .batches = batches};
    struct adtmap_settings settings;
    struct mip_data data;
    adtmap_settings_default(&settings);
    mip_data_open(&data, names, 1);
    struct surface_textures held = surface_textures_of(data.cache, NULL, &settings, 4, &data.arena);
    const struct surface_material *materials = doodad_materials(&held, &model);
    assert_non_null(materials);
    assert_true(materials[0].is_solid);
    assert_false(materials[0].textures[0]->alpha.is_opacity);
    assert_int_equal(materials[0].textures[0]->alpha.key, 0);
    assert_int_equal(materials[1].alpha_key, 128);
    assert_true(materials[1].textures[0]->alpha.is_opacity);
    assert_int_equal(materials[1].textures[0]->alpha.key, 128);
    surface_textures_close(&held);
    mip_data_close(&data);
}

int test_doodad_material(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reflections_are_stages_of_their_own),
        cmocka_unit_test(a_second_texture_that_reflects_leaves_the_first),
        cmocka_unit_test(a_reflection_alone_is_drawn_if_it_is_solid),
        cmocka_unit_test(a_solid_batch_with_a_key_keeps_the_colours_of_its_texture),
        cmocka_unit_test(materials_have_the_mix_and_the_repeats_of_the_model),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
