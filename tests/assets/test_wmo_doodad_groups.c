/* In which groups the doodads of a WMO stand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "assets/wmo_doodad_groups.h"

static void the_sun_lights_all_but_those_of_rooms_alone(void **state)
{
    (void)state;
    static const uint16_t of_hall[] = {0, 1};
    static const uint16_t of_walls[] = {1, 2};
    static const struct wmo_group hall = {
        .flags = WMO_GROUP_INTERIOR, .doodad_count = 2, .doodads = of_hall};
    static const struct wmo_group walls = {
        .flags = WMO_GROUP_EXTERIOR, .doodad_count = 2, .doodads = of_walls};
    static const struct wmo_group *const groups[] = {NULL, &hall, &walls, &hall};
    static const struct wmo root = {.group_count = 4, .doodad_count = 4};
    struct arena arena = {0};
    const struct wmo_doodad_groups *of = wmo_doodad_groups_of(&root, groups, &arena);
    assert_non_null(of);
    assert_false(wmo_doodad_is_outside(&of[0]));
    assert_true(wmo_doodad_is_outside(&of[1]));
    assert_true(wmo_doodad_is_outside(&of[2]));
    assert_true(wmo_doodad_is_outside(&of[3])); /* no group names it */
    assert_int_equal(of[1].places, WMO_DOODAD_INSIDE | WMO_DOODAD_OUTSIDE);
    assert_int_equal(of[0].room, 1);
    arena_free(&arena);
}

int test_wmo_doodad_groups(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_sun_lights_all_but_those_of_rooms_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
