/* The light on groups of buildings: which of them stand outside. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "scene/wmo/wmo_mesh_light.h"

/* Half a light outside, none inside. */
static const struct adtmap_light outside = {.ambient = {0.5F, 0.5F, 0.5F}, .sun = {0, 0, 1}};

static float light_on(uint32_t flags, enum wmo_batch_kind kind)
{
    static const float up[3] = {0, 0, 1};
    const struct wmo_group group = {.flags = flags};
    float out[4];
    wmo_mesh_light(&outside, &group, kind, 0, 0, up, out);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exterior_groups_and_batches_stand_outside),
        cmocka_unit_test(a_group_that_is_always_drawn_is_not_exterior),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
