/* The light on groups of buildings: which of them stand outside. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "mesh/placed/wmo_mesh_light.h"

/* Half a light outside, none inside. */
static const struct sun_light outside = {.ambient = {0.5F, 0.5F, 0.5F}, .sun = {0, 0, 1}};

/* Vertex `i` of a batch. */
static void light_at(const struct sun_light *sun, const struct wmo_group *group,
                     enum wmo_batch_kind kind, uint32_t flags, uint32_t i, float facing,
                     float out[4])
{
    const struct wmo_mesh_light light = wmo_mesh_light_of(sun, group, group->ambient, kind, flags);
    lanes_store(out, wmo_mesh_light_at(&light, i, &facing));
}

static float light_on(uint32_t flags, enum wmo_batch_kind kind)
{
    const struct wmo_group group = {.flags = flags};
    float out[4];
    light_at(&outside, &group, kind, 0, 0, 1.0F, out);
    return out[0];
}

static void exterior_groups_and_batches_stand_outside(void **state)
{
    (void)state;
    assert_float_equal(light_on(WMO_GROUP_EXTERIOR, WMO_BATCH_INTERIOR), 0.5, 0);
    assert_float_equal(light_on(WMO_GROUP_EXTERIOR_LIT, WMO_BATCH_INTERIOR), 0.5, 0);
    assert_float_equal(light_on(0, WMO_BATCH_EXTERIOR), 0.5, 0);
    assert_float_equal(light_on(0, WMO_BATCH_INTERIOR), 0, 0);
}

/* Clients take the exterior flag from such groups once they are read. */
static void a_group_that_is_always_drawn_is_not_exterior(void **state)
{
    (void)state;
    const uint32_t flags = WMO_GROUP_ALWAYS_DRAW | WMO_GROUP_EXTERIOR;
    assert_float_equal(light_on(flags, WMO_BATCH_INTERIOR), 0, 0);
    assert_float_equal(light_on(flags, WMO_BATCH_EXTERIOR), 0.5, 0);
    assert_float_equal(light_on(flags | WMO_GROUP_EXTERIOR_LIT, WMO_BATCH_INTERIOR), 0.5, 0);
}

static const struct sun_light colored = {
    .ambient = {0.5F, 0.25F, 0}, .diffuse = {0.5F, 1, 0.25F}, .sun = {0, 0, 2}};
static const float tilted = 0.6F; /* so much of it faces the sun */

static void ambient_and_sun_add_up_outside(void **state)
{
    (void)state;
    const struct wmo_group group = {.flags = WMO_GROUP_EXTERIOR, .ambient = {255, 255, 255, 255}};
    float out[4];
    light_at(&colored, &group, WMO_BATCH_EXTERIOR, 0, 0, tilted, out);
    assert_float_equal(out[0], 0.8F, 1e-6F);
    assert_float_equal(out[1], 0.85F, 1e-6F);
    assert_float_equal(out[2], 0.15F, 1e-6F);
    assert_float_equal(out[3], 1, 0);
}

/* Vertex 1 of a transition batch: its alpha says how far outside it is, its colour adds light. */
static void transitions_go_from_the_room_to_the_outside(void **state)
{
    (void)state;
    uint8_t colors[2][4] = {{9, 9, 9, 255}, {0, 51, 0, 51}};
    const struct wmo_group group = {.ambient = {51, 102, 0, 255}, .colors = {colors}};
    float out[4];
    light_at(&colored, &group, WMO_BATCH_TRANSITION, 0, 1, tilted, out);
    assert_float_equal(out[0], 0.2F + (0.8F - 0.2F) * 0.2F, 1e-6F);
    assert_float_equal(out[1], 0.4F + (0.85F - 0.4F) * 0.2F + 0.4F, 1e-6F);
    assert_float_equal(out[2], 0.15F * 0.2F, 1e-6F);
    light_at(&colored, &group, WMO_BATCH_INTERIOR, 0, 1, tilted, out);
    assert_float_equal(out[0], 0.2F, 1e-6F);
}

static void an_unlit_material_keeps_its_texture(void **state)
{
    (void)state;
    uint8_t colors[1][4] = {{200, 200, 200, 255}};
    const struct wmo_group group = {.colors = {colors}};
    float out[4];
    light_at(&colored, &group, WMO_BATCH_INTERIOR, WMO_MATERIAL_UNLIT, 0, tilted, out);
    assert_float_equal(out[0], 1, 0);
    assert_float_equal(out[2], 1, 0);
}

int test_wmo_mesh_light(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exterior_groups_and_batches_stand_outside),
        cmocka_unit_test(a_group_that_is_always_drawn_is_not_exterior),
        cmocka_unit_test(ambient_and_sun_add_up_outside),
        cmocka_unit_test(transitions_go_from_the_room_to_the_outside),
        cmocka_unit_test(an_unlit_material_keeps_its_texture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
