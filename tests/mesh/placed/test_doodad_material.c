/* What is left of a batch of a doodad without its reflections. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "mesh/placed/doodad_material.h"

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

int test_doodad_material(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reflections_are_stages_of_their_own),
        cmocka_unit_test(a_second_texture_that_reflects_leaves_the_first),
        cmocka_unit_test(a_reflection_alone_is_drawn_if_it_is_solid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
