/* Each building of a scene has materials of its own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "map/settings/settings.h"
#include "scene/tile/scene_materials.h"

enum { WMOS = 2 };

static void each_building_has_its_own_materials(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct adtmap_settings settings;
    adtmap_settings_default(&settings);
    struct wmo_material two_sided = {.flags = WMO_MATERIAL_TWO_SIDED};
    struct wmo_material plain = {0};
    const struct wmo roots[WMOS] = {{.material_count = 1, .materials = &two_sided},
                                    {.material_count = 1, .materials = &plain}};
    const struct wmo_model models[WMOS] = {{.root = &roots[0]}, {.root = &roots[1]}};
    const struct placed_wmo placed[WMOS] = {{.building = &models[0]}, {.building = &models[1]}};
    struct scene_tile scene = {.placement_count = WMOS, .placements = placed};
    struct surface_textures textures = surface_textures_of(NULL, NULL, &settings, 1, &arena);
    assert_true(scene_add_materials(&textures, &scene));
    assert_true(scene.has_materials);
    assert_true(scene.placement_materials[0][0].two_sided);
    assert_false(scene.placement_materials[1][0].two_sided);
    surface_textures_close(&textures);
    arena_free(&arena);
}

int test_scene_materials(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_building_has_its_own_materials),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
