/* Styles: rows of settings, each of which may be changed after them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "adtmap/settings.h"
#include "map/settings/settings.h"

static struct adtmap_settings styled(const char *name)
{
    struct adtmap_settings settings;
    struct adtmap_message failure;
    adtmap_settings_default(&settings);
    assert_int_equal(adtmap_settings_style(name, &settings, &failure), ADTMAP_OK);
    assert_int_equal(adtmap_settings_check(&settings, &failure), ADTMAP_OK);
    return settings;
}

static void all_styles_are_settings_that_pass_the_check(void **state)
{
    (void)state;
    static const char *const names[] = {"client", "vivid", "relief"};
    for (size_t i = 0; i < 3; i++) {
        assert_string_equal(adtmap_style_at(i)->name, names[i]);
        styled(names[i]);
    }
    assert_null(adtmap_style_at(3));
}

static void client_changes_nothing(void **state)
{
    (void)state;
    struct adtmap_settings defaults;
    adtmap_settings_default(&defaults);
    const struct adtmap_settings settings = styled("client");
    assert_memory_equal(&settings, &defaults, sizeof defaults);
}

static void vivid_casts_shadows_and_has_clear_water(void **state)
{
    (void)state;
    const struct adtmap_settings settings = styled("vivid");
    assert_int_equal(settings.shadows, ADTMAP_SHADOWS_CAST);
    assert_true(settings.sky == 0.5F);
    assert_int_equal(settings.water_look, ADTMAP_WATER_LOOK_CLEAR);
    assert_int_equal(settings.ground, ADTMAP_GROUND_TEXTURED);
}

static void relief_needs_no_texture_and_has_lines_by_the_map(void **state)
{
    (void)state;
    const struct adtmap_settings settings = styled("relief");
    assert_int_equal(settings.ground, ADTMAP_GROUND_RELIEF);
    assert_true(settings.contour_yd == -1.0F);
    assert_int_equal(settings.shadows, ADTMAP_SHADOWS_NONE);
}

static void other_settings_stay(void **state)
{
    (void)state;
    struct adtmap_settings settings;
    struct adtmap_message failure;
    adtmap_settings_default(&settings);
    settings.size_px = 77;
    settings.light.sun[0] = -2.0F;
    assert_int_equal(adtmap_settings_style("relief", &settings, &failure), ADTMAP_OK);
    assert_int_equal(settings.size_px, 77);
    assert_true(settings.light.sun[0] == -2.0F);
}

static void unknown_names_and_short_structs_are_refused(void **state)
{
    (void)state;
    struct adtmap_settings settings;
    struct adtmap_message failure;
    adtmap_settings_default(&settings);
    assert_int_equal(adtmap_settings_style("gaudy", &settings, &failure), ADTMAP_BAD_ARGUMENT);
    assert_string_equal(failure.what, "no style \"gaudy\"");
    settings.struct_bytes = offsetof(struct adtmap_settings, ground);
    assert_int_equal(adtmap_settings_style("relief", &settings, &failure), ADTMAP_BAD_ARGUMENT);
    assert_non_null(strstr(failure.what, "before ground"));
}

int test_styles(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_styles_are_settings_that_pass_the_check),
        cmocka_unit_test(client_changes_nothing),
        cmocka_unit_test(vivid_casts_shadows_and_has_clear_water),
        cmocka_unit_test(relief_needs_no_texture_and_has_lines_by_the_map),
        cmocka_unit_test(other_settings_stay),
        cmocka_unit_test(unknown_names_and_short_structs_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
