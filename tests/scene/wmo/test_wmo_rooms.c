/* What is left of a WMO whose shell is not drawn. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "scene/wmo/wmo_rooms.h"

static const struct wmo_group hall = {
    .flags = WMO_GROUP_INTERIOR, .vertex_count = 3, .triangle_count = 1};
static const struct wmo_group walls = {
    .flags = WMO_GROUP_EXTERIOR, .vertex_count = 3, .triangle_count = 1};
static const struct wmo_group *const groups[] = {NULL, &hall, &walls, &hall};
static const struct wmo root = {.group_count = 4, .doodad_count = 4};
static const struct wmo_model model = {.root = &root, .groups = groups};

static void without_roofs_only_rooms_have_doodads(void **state)
{
    (void)state;
    struct adtmap_settings settings;
    adtmap_settings_default(&settings);
    assert_false(wmo_shows_rooms_only(&model, &settings));
    settings.draw &= ~(uint32_t)ADTMAP_DRAW_ROOFS;
    assert_true(wmo_shows_rooms_only(&model, &settings));
}

static void a_wmo_without_rooms_keeps_its_doodads(void **state)
{
    static const struct wmo_group *const shell[] = {&walls, &walls, &walls, &walls};
    const struct wmo_model tower = {.root = &root, .groups = shell};
    struct adtmap_settings settings;
    (void)state;
    adtmap_settings_default(&settings);
    settings.draw &= ~(uint32_t)ADTMAP_DRAW_ROOFS;
    assert_false(wmo_shows_rooms_only(&tower, &settings));
}

int test_wmo_rooms(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_roofs_only_rooms_have_doodads),
        cmocka_unit_test(a_wmo_without_rooms_keeps_its_doodads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
