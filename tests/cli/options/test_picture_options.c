/* From drawing options to settings: presets, what overrides them, in whatever order. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cli/options/picture_options.h"

/* Applies name, value pairs up to a NULL name as the command line would. */
static struct adtmap_settings settings_of(const char *const *words)
{
    struct picture_options options;
    struct adtmap_settings settings;
    struct adtmap_message failure;
    char problem[OPTION_PROBLEM_BYTES];
    picture_options_default(&options);
    const struct option_table table = picture_options_table(&options);
    for (; words[0]; words += 2) {
        const struct option_row *row = NULL;
        for (size_t i = 0; i < table.count; i++) {
            row = strcmp(table.rows[i].name, words[0]) == 0 ? &table.rows[i] : row;
        }
        assert_non_null(row);
        assert_true(option_apply(row, table.into, words[1], problem));
    }
    assert_int_equal(picture_options_settings(&options, &settings, &failure), ADTMAP_OK);
    return settings;
}

static void no_options_are_the_library_defaults(void **state)
{
    (void)state;
    struct adtmap_settings wanted;
    adtmap_settings_default(&wanted);
    struct adtmap_settings settings = settings_of((const char *const[]){NULL});
    assert_memory_equal(&settings, &wanted, sizeof wanted);
}

static void light_options_change_the_preset_in_any_order(void **state)
{
    (void)state;
    static const char *const before[] = {"ambient", "0.25", "light", "noggit", NULL};
    static const char *const after[] = {"light", "noggit", "ambient", "0.25", NULL};
    struct adtmap_settings a = settings_of(before);
    struct adtmap_settings b = settings_of(after);
    struct adtmap_settings noggit;
    adtmap_settings_preset(ADTMAP_LIGHT_NOGGIT, &noggit);
    assert_memory_equal(&a.light, &b.light, sizeof a.light);
    assert_true(a.light.ambient[0] == 0.25F && a.light.ambient[2] == 0.25F);
    assert_memory_equal(a.light.diffuse, noggit.light.diffuse, sizeof noggit.light.diffuse);
    assert_memory_equal(a.light.sun, noggit.light.sun, sizeof noggit.light.sun);
}

static void shadow_strength_keeps_the_proportion_of_the_preset(void **state)
{
    (void)state;
    static const char *const neutral[] = {"shadow-strength", "0.5", NULL};
    static const char *const noggit[] = {"light", "noggit", "shadow-strength", "0.5", NULL};
    static const char *const none[] = {"light", "noggit", "shadow-strength", "0", NULL};
    struct adtmap_settings settings = settings_of(neutral);
    assert_true(settings.light.shadow_diffuse == 0.5F);
    assert_true(settings.light.shadow_ambient == 0.0F);
    settings = settings_of(noggit);
    assert_true(settings.light.shadow_diffuse == 0.5F);
    assert_true(fabsf(settings.light.shadow_ambient - 0.5F) < 1e-6F);
    settings = settings_of(none);
    assert_true(settings.light.shadow_diffuse == 0.0F);
    assert_true(settings.light.shadow_ambient == 0.0F);
}

static void what_is_left_out_is_not_drawn(void **state)
{
    (void)state;
    static const char *const words[] = {"no-shadows", NULL, "no-vertex-colors", NULL, NULL};
    struct adtmap_settings settings = settings_of(words);
    uint32_t wanted =
        ADTMAP_DRAW_ALL & ~(uint32_t)(ADTMAP_DRAW_SHADOWS | ADTMAP_DRAW_VERTEX_COLORS);
    assert_int_equal(settings.draw, wanted);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_options_are_the_library_defaults),
        cmocka_unit_test(light_options_change_the_preset_in_any_order),
        cmocka_unit_test(shadow_strength_keeps_the_proportion_of_the_preset),
        cmocka_unit_test(what_is_left_out_is_not_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
