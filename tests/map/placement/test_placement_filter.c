/* Filter names: what a pattern catches. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "map/placement/placement_filter.h"

static const char *const INN = "World\\wmo\\Azeroth\\Buildings\\HumanInn.WMO";

static void everything_is_wanted_without_patterns(void **state)
{
    (void)state;
    const struct adtmap_objects objects = {0};
    assert_true(placement_is_wanted(&objects, INN, 7));
}

static void a_word_is_found_anywhere(void **state)
{
    (void)state;
    const char *const words[] = {"humaninn"};
    const struct adtmap_objects hide = {.hide = words, .hide_count = 1};
    const struct adtmap_objects only = {.only = words, .only_count = 1};
    assert_false(placement_is_wanted(&hide, INN, 7));
    assert_true(placement_is_wanted(&hide, "world/wmo/tower.wmo", 7));
    assert_true(placement_is_wanted(&only, INN, 7));
    assert_false(placement_is_wanted(&only, "world/wmo/tower.wmo", 7));
}

static void a_pattern_matches_the_whole_name(void **state)
{
    (void)state;
    const char *const patterns[] = {"world/wmo/azeroth/*", "*/tower?.wmo"};
    const struct adtmap_objects objects = {.hide = patterns, .hide_count = 2};
    assert_false(placement_is_wanted(&objects, INN, 7));
    assert_false(placement_is_wanted(&objects, "x/tower1.wmo", 7));
    assert_true(placement_is_wanted(&objects, "x/tower12.wmo", 7));
}

static void ids_hide_single_placements(void **state)
{
    (void)state;
    const uint32_t ids[] = {3, 7};
    const struct adtmap_objects objects = {.hide_ids = ids, .hide_id_count = 2};
    assert_false(placement_is_wanted(&objects, INN, 3));
    assert_false(placement_is_wanted(&objects, INN, 7));
    assert_true(placement_is_wanted(&objects, INN, 8));
}

int test_placement_filter(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_is_wanted_without_patterns),
        cmocka_unit_test(a_word_is_found_anywhere),
        cmocka_unit_test(a_pattern_matches_the_whole_name),
        cmocka_unit_test(ids_hide_single_placements),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
