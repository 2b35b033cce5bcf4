/* In which groups the doodads of a WMO stand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "scene/doodad/wmo_doodads.h"

static const uint16_t of_hall[] = {0, 1};
static const uint16_t of_walls[] = {1, 2};
static const struct wmo_group hall = {.flags = WMO_GROUP_INTERIOR,
                                      .vertex_count = 3,
                                      .triangle_count = 1,
                                      .doodad_count = 2,
                                      .doodads = of_hall};
static const struct wmo_group walls = {.flags = WMO_GROUP_EXTERIOR,
                                       .vertex_count = 3,
                                       .triangle_count = 1,
                                       .doodad_count = 2,
                                       .doodads = of_walls};
static const struct wmo_group *const groups[] = {NULL, &hall, &walls, &hall};
static const struct wmo root = {.group_count = 4, .doodad_count = 4};
static const struct wmo_model model = {.root = &root, .groups = groups};

static void the_sun_lights_all_but_those_of_rooms_alone(void **state)
{
    (void)state;
    struct arena arena = {0};
    const struct wmo_doodad_groups *of = wmo_doodads_groups(&model, &arena);
    assert_non_null(of);
    assert_false(wmo_doodad_is_outside(&of[0]));
    assert_true(wmo_doodad_is_outside(&of[1]));
    assert_true(wmo_doodad_is_outside(&of[2]));
    assert_true(wmo_doodad_is_outside(&of[3])); /* no group names it */
    assert_int_equal(of[1].places, WMO_DOODAD_INSIDE | WMO_DOODAD_OUTSIDE);
    assert_int_equal(of[0].room, 1);
    arena_free(&arena);
}

static void without_roofs_only_rooms_have_doodads(void **state)
{
    (void)state;
    struct adtmap_settings settings;
    adtmap_settings_default(&settings);
    assert_false(wmo_doodads_rooms_only(&model, &settings));
    settings.draw &= ~(uint32_t)ADTMAP_DRAW_ROOFS;
    assert_true(wmo_doodads_rooms_only(&model, &settings));
}

static void a_wmo_without_rooms_keeps_its_doodads(void **state)
{
    static const struct wmo_group *const shell[] = {&walls, &walls, &walls, &walls};
    const struct wmo_model tower = {.root = &root, .groups = shell};
    struct adtmap_settings settings;
    (void)state;
    adtmap_settings_default(&settings);
    settings.draw &= ~(uint32_t)ADTMAP_DRAW_ROOFS;
    assert_false(wmo_doodads_rooms_only(&tower, &settings));
}

int test_wmo_doodads(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_sun_lights_all_but_those_of_rooms_alone),
        cmocka_unit_test(without_roofs_only_rooms_have_doodads),
        cmocka_unit_test(a_wmo_without_rooms_keeps_its_doodads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
