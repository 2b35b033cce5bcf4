/* From drawing options to settings: presets, what overrides them, in whatever order. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "cli/options/picture_options.h"

static const struct option_row *find_row(const struct option_table *table, const char *name)
{
    for (size_t i = 0; i < table->count; i++) {
        if (strcmp(table->rows[i].name, name) == 0) {
            return &table->rows[i];
        }
    }
    return NULL;
}

/* Applies name, value pairs up to a NULL name as the command line would. */
static struct adtmap_settings settings_of(const char *const *words)
{
    struct picture_options options;
    struct adtmap_settings settings;
    struct adtmap_message failure;
    char problem[OPTION_PROBLEM_BYTES];
    picture_options_default(&options);
    const struct option_table tables[] = {picture_options_table(&options, SETTINGS_OF_DRAWING),
                                          picture_options_table(&options, SETTINGS_OF_OBJECTS)};
    for (; words[0]; words += 2) {
        const struct option_row *row = find_row(&tables[0], words[0]);
        row = row ? row : find_row(&tables[1], words[0]);
        assert_non_null(row);
        assert_true(option_apply(row, &options, words[1], problem));
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

static void doodads_are_chosen_and_the_light_of_noggit_has_none(void **state)
{
    (void)state;
    static const char *const noggit[] = {"light", "noggit", NULL};
    static const char *const asked[] = {"doodads", "all", "light", "noggit", NULL};
    static const char *const none[] = {"doodads", "none", NULL};
    struct adtmap_settings settings = settings_of(noggit);
    assert_false(settings.draw & ADTMAP_DRAW_M2);
    settings = settings_of(asked);
    assert_true(settings.draw & ADTMAP_DRAW_M2);
    assert_int_equal(settings.doodads, ADTMAP_DOODADS_ALL);
    settings = settings_of(none);
    assert_false(settings.draw & ADTMAP_DRAW_M2);
}

/* Applies a file of rules with this text; false when it is refused. */
static bool read_rules(const char *text, struct option_doodad_rules *rules,
                       char problem[OPTION_PROBLEM_BYTES])
{
    char path[] = "/tmp/adtmap-test-rules-XXXXXX";
    const struct option_row row = {.name = "doodad-rules", .kind = &option_doodad_rules};
    FILE *file = fdopen(mkstemp(path), "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    bool fine = option_apply(&row, rules, path, problem);
    unlink(path);
    return fine;
}

static void rules_for_doodads_are_lines_of_a_file(void **state)
{
    (void)state;
    char problem[OPTION_PROBLEM_BYTES] = "";
    static struct option_doodad_rules rules;
    assert_true(read_rules("# trees of the park\n\n include  */park tree*\r\nexclude rock", &rules,
                           problem));
    assert_int_equal(rules.count, 2);
    assert_string_equal(rules.items[0].pattern, "*/park tree*");
    assert_true(rules.items[0].include);
    assert_string_equal(rules.items[1].pattern, "rock");
    assert_false(rules.items[1].include);
    assert_false(read_rules("include tree\nhide rock\n", &rules, problem));
    assert_non_null(strstr(problem, "line 2"));
    assert_false(read_rules("include \n", &rules, problem));
    option_doodad_rules_free(&rules);
}

/* Whatever the order: the style, then the light, then single settings. */
static void options_change_what_a_style_sets(void **state)
{
    (void)state;
    static const char *const relief[] = {"style", "relief", NULL};
    static const char *const changed[] = {"shadows", "cast",    "contours", "50",      "sky",
                                          "0",       "doodads", "minimap",  "ambient", "0.25",
                                          "style",   "relief",  NULL};
    static const char *const lit[] = {"style", "relief", "light", "neutral", NULL};
    static const char *const vivid[] = {"style", "vivid", "light", "noggit", NULL};
    struct adtmap_settings wanted;
    struct adtmap_message failure;
    adtmap_settings_default(&wanted);
    assert_int_equal(adtmap_settings_style("relief", &wanted, &failure), ADTMAP_OK);
    struct adtmap_settings settings = settings_of(relief);
    assert_memory_equal(&settings.light, &wanted.light, sizeof wanted.light);
    assert_int_equal(settings.shadows, ADTMAP_SHADOWS_NONE);
    assert_int_equal(settings.doodads, ADTMAP_DOODADS_ALL);
    assert_true(settings.contour_yd == -1.0F);
    settings = settings_of(changed);
    assert_int_equal(settings.shadows, ADTMAP_SHADOWS_CAST);
    assert_true(settings.draw & ADTMAP_DRAW_SHADOWS);
    assert_true(settings.contour_yd == 50.0F && settings.sky == 0.0F);
    assert_int_equal(settings.doodads, ADTMAP_DOODADS_MINIMAP);
    assert_true(settings.light.ambient[2] == 0.25F);
    assert_memory_equal(settings.light.diffuse, wanted.light.diffuse, sizeof wanted.light.diffuse);
    assert_int_equal(settings.ground, ADTMAP_GROUND_RELIEF);
    settings = settings_of(lit);
    adtmap_settings_default(&wanted);
    assert_memory_equal(&settings.light, &wanted.light, sizeof wanted.light);
    assert_int_equal(settings.ground, ADTMAP_GROUND_RELIEF);
    settings = settings_of(vivid);
    adtmap_settings_preset(ADTMAP_LIGHT_NOGGIT, &wanted);
    assert_memory_equal(&settings.light, &wanted.light, sizeof wanted.light);
    assert_int_equal(settings.shadows, ADTMAP_SHADOWS_CAST);
    assert_int_equal(settings.water_look, ADTMAP_WATER_LOOK_CLEAR);
}

int test_picture_options(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_options_are_the_library_defaults),
        cmocka_unit_test(light_options_change_the_preset_in_any_order),
        cmocka_unit_test(shadow_strength_keeps_the_proportion_of_the_preset),
        cmocka_unit_test(what_is_left_out_is_not_drawn),
        cmocka_unit_test(doodads_are_chosen_and_the_light_of_noggit_has_none),
        cmocka_unit_test(rules_for_doodads_are_lines_of_a_file),
        cmocka_unit_test(options_change_what_a_style_sets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
