/* struct adtmap_settings of other versions: shorter ones of older programs, longer ones of newer.
 */
#include "map/settings/settings.h"
#include "map/settings/settings_table.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { GUARD = 0xa5 };

/* A struct of a program's own size, with memory behind it that the library must not touch. */
struct guarded {
    struct adtmap_settings settings;
    uint8_t guard[256];
};

static void fill(struct guarded *guarded, size_t bytes)
{
    memset(guarded, GUARD, sizeof *guarded);
    adtmap_settings_default_sized(&guarded->settings, bytes);
    for (const uint8_t *at = (const uint8_t *)guarded + bytes; at < guarded->guard + 256; at++) {
        assert_int_equal(*at, GUARD);
    }
}

static void an_older_struct_is_filled_no_further_than_it_goes(void **state)
{
    (void)state;
    struct guarded guarded;
    fill(&guarded, offsetof(struct adtmap_settings, background));
    assert_int_equal(guarded.settings.struct_bytes, offsetof(struct adtmap_settings, background));
    assert_int_equal(guarded.settings.size_px, ADTMAP_SIZE_DEFAULT_PX);
    assert_int_equal(guarded.settings.draw, ADTMAP_DRAW_ALL);
}

/* The field came after the light, so that a preset must not write it into a shorter struct. */
static void a_preset_leaves_alone_what_an_older_struct_lacks(void **state)
{
    (void)state;
    struct guarded guarded;
    uint32_t untouched;
    fill(&guarded, offsetof(struct adtmap_settings, add_liquid_textures));
    memset(&untouched, GUARD, sizeof untouched);
    adtmap_settings_preset(ADTMAP_LIGHT_NOGGIT, &guarded.settings);
    assert_int_equal(guarded.settings.add_liquid_textures, untouched);
    fill(&guarded, sizeof guarded.settings);
    adtmap_settings_preset(ADTMAP_LIGHT_NOGGIT, &guarded.settings);
    assert_int_equal(guarded.settings.add_liquid_textures, 1);
    adtmap_settings_preset(ADTMAP_LIGHT_NEUTRAL, &guarded.settings);
    assert_int_equal(guarded.settings.add_liquid_textures, 0);
}

/* The preset of noggit-red takes its reflections too; the others have those of clients. */
static void a_preset_says_what_reflects(void **state)
{
    (void)state;
    struct guarded guarded;
    enum adtmap_reflections untouched;
    fill(&guarded, offsetof(struct adtmap_settings, reflections));
    memset(&untouched, GUARD, sizeof untouched);
    adtmap_settings_preset(ADTMAP_LIGHT_NOGGIT, &guarded.settings);
    assert_int_equal(guarded.settings.reflections, untouched);
    fill(&guarded, sizeof guarded.settings);
    assert_int_equal(guarded.settings.reflections, ADTMAP_REFLECTIONS_ON);
    assert_int_equal(guarded.settings.overbright, 0);
    adtmap_settings_preset(ADTMAP_LIGHT_NOGGIT, &guarded.settings);
    assert_int_equal(guarded.settings.reflections, ADTMAP_REFLECTIONS_NOGGIT);
    adtmap_settings_preset(ADTMAP_LIGHT_UNLIT, &guarded.settings);
    assert_int_equal(guarded.settings.reflections, ADTMAP_REFLECTIONS_ON);
}

static void a_preset_says_which_levels_textures_have(void **state)
{
    (void)state;
    struct guarded guarded;
    enum adtmap_texture_levels untouched;
    fill(&guarded, offsetof(struct adtmap_settings, texture_levels));
    memset(&untouched, GUARD, sizeof untouched);
    adtmap_settings_preset(ADTMAP_LIGHT_NOGGIT, &guarded.settings);
    assert_int_equal(guarded.settings.texture_levels, untouched);
    fill(&guarded, sizeof guarded.settings);
    const enum adtmap_texture_levels usual = guarded.settings.texture_levels;
    assert_int_not_equal(usual, ADTMAP_TEXTURE_LEVELS_NOGGIT);
    adtmap_settings_preset(ADTMAP_LIGHT_NOGGIT, &guarded.settings);
    assert_int_equal(guarded.settings.texture_levels, ADTMAP_TEXTURE_LEVELS_NOGGIT);
    adtmap_settings_preset(ADTMAP_LIGHT_UNLIT, &guarded.settings);
    assert_int_equal(guarded.settings.texture_levels, usual);
}

static void fields_that_an_older_struct_lacks_get_their_defaults(void **state)
{
    (void)state;
    struct guarded guarded;
    struct adtmap_settings read;
    fill(&guarded, offsetof(struct adtmap_settings, objects));
    guarded.settings.size_px = 99;
    guarded.settings.cpu = ADTMAP_CPU_KINDS; /* beyond the struct: not read */
    assert_int_equal(settings_read(&guarded.settings, &read, NULL), ADTMAP_OK);
    assert_int_equal(read.struct_bytes, sizeof read);
    assert_int_equal(read.size_px, 99);
    assert_int_equal(read.draw, ADTMAP_DRAW_ALL);
    assert_true(isinf(read.objects.cut_height_yd));
    assert_int_equal(read.background[3], 255);
    assert_int_equal(read.cpu, ADTMAP_CPU_AUTO);
}

static void a_newer_struct_is_cut_to_what_the_library_knows(void **state)
{
    (void)state;
    struct guarded guarded;
    fill(&guarded, sizeof(struct adtmap_settings) + 64);
    for (size_t i = 0; i < 64; i++) {
        assert_int_equal(guarded.guard[i], 0);
    }
    assert_int_equal(guarded.settings.struct_bytes, sizeof(struct adtmap_settings));
    assert_int_equal(adtmap_settings_check(&guarded.settings, NULL), ADTMAP_OK);
}

static void a_struct_that_was_never_filled_is_refused(void **state)
{
    (void)state;
    static const uint32_t sizes[] = {0, 4, sizeof(struct adtmap_settings) + 8, UINT32_MAX};
    struct adtmap_settings settings;
    adtmap_settings_default(&settings);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct adtmap_message failure = {0};
        settings.struct_bytes = sizes[i];
        assert_int_equal(adtmap_settings_check(&settings, &failure), ADTMAP_BAD_ARGUMENT);
        assert_non_null(strstr(failure.what, "adtmap_settings_default"));
    }
}

static void the_ends_of_ranges_are_allowed(void **state)
{
    (void)state;
    static const struct {
        uint32_t size_px;
        float red;
        bool is_good;
    } cases[] = {{16, 0, true},    {8192, 2, true},     {15, 0, false},
                 {8193, 0, false}, {512, 2.01F, false}, {512, -0.01F, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct adtmap_settings settings;
        adtmap_settings_default(&settings);
        settings.size_px = cases[i].size_px;
        settings.light.ambient[0] = cases[i].red;
        enum adtmap_status wanted = cases[i].is_good ? ADTMAP_OK : ADTMAP_BAD_ARGUMENT;
        assert_int_equal(adtmap_settings_check(&settings, NULL), wanted);
    }
}

static void an_unknown_preset_is_neutral(void **state)
{
    (void)state;
    struct adtmap_settings neutral;
    struct adtmap_settings other;
    adtmap_settings_default(&neutral);
    adtmap_settings_default(&other);
    adtmap_settings_preset(ADTMAP_LIGHT_NOGGIT, &other);
    assert_memory_not_equal(&neutral.light, &other.light, sizeof other.light);
    adtmap_settings_preset((enum adtmap_light_preset)(ADTMAP_LIGHT_NOGGIT + 1), &other);
    assert_memory_equal(&neutral.light, &other.light, sizeof other.light);
}

/* Programs and bindings show `about`: of a bit it says what 1 does, and it names no option. */
static void each_row_tells_what_its_value_does(void **state)
{
    (void)state;
    for (size_t i = 0; i < settings_count; i++) {
        const struct adtmap_setting *setting = &settings_rows[i].setting;
        assert_null(strstr(setting->about, "--"));
        assert_true(setting->kind != ADTMAP_SETTING_BIT ||
                    strncmp(setting->about, "draws ", 6) == 0);
    }
}

/* Below 0 the step has one meaning, by the heights of the map. */
static void a_step_of_contours_between_0_and_minus_1_is_refused(void **state)
{
    (void)state;
    static const float refused[] = {-0.5F, -1e-6F, -0.999F};
    struct adtmap_settings settings;
    struct adtmap_message failure;
    adtmap_settings_default(&settings);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        settings.contour_yd = refused[i];
        assert_int_equal(adtmap_settings_check(&settings, &failure), ADTMAP_BAD_ARGUMENT);
    }
    settings.contour_yd = -1.0F;
    assert_int_equal(adtmap_settings_check(&settings, &failure), ADTMAP_OK);
}

/* What is out of the range of a row is refused by the name of its field, in each of its values. */
static void each_row_of_the_table_is_checked(void **state)
{
    (void)state;
    for (size_t i = 0; i < settings_count; i++) {
        const struct adtmap_setting *setting = &settings_rows[i].setting;
        bool is_any = setting->kind == ADTMAP_SETTING_BYTES || setting->kind == ADTMAP_SETTING_BIT;
        bool is_real =
            setting->kind == ADTMAP_SETTING_REALS || setting->kind == ADTMAP_SETTING_DIRECTION;
        for (size_t k = 0; k < setting->count && !is_any; k++) {
            const double wrong[] = {is_real ? (double)NAN : 1 << 20,
                                    settings_rows[i].off == SETTINGS_OFF_BELOW ? 1e7 : -1e7,
                                    (double)-INFINITY};
            for (size_t w = 0; w < (is_real ? 3 : 1); w++) {
                struct adtmap_settings settings;
                struct adtmap_message failure;
                bool is_fine =
                    settings_rows[i].off && (w == 2 ? settings_rows[i].off == SETTINGS_OFF_BELOW
                                                    : w == 1 && setting->low >= setting->high);
                adtmap_settings_default(&settings);
                assert_int_equal(adtmap_settings_check(&settings, &failure), ADTMAP_OK);
                settings_put_number(&settings, setting, k, wrong[w]);
                assert_int_equal(adtmap_settings_check(&settings, &failure),
                                 is_fine ? ADTMAP_OK : ADTMAP_BAD_ARGUMENT);
                if (!is_fine) {
                    assert_int_equal(strncmp(failure.what, setting->name, strlen(setting->name)),
                                     0);
                }
            }
        }
    }
}

static void what_no_row_can_check_is_checked(void **state)
{
    (void)state;
    struct adtmap_settings settings;
    struct adtmap_message failure;
    adtmap_settings_default(&settings);
    settings.draw |= ADTMAP_DRAW_ALL + 1;
    assert_int_equal(adtmap_settings_check(&settings, &failure), ADTMAP_BAD_ARGUMENT);
    assert_string_equal(failure.what, "draw has unknown bits");
    adtmap_settings_default(&settings);
    memset(settings.light.sun, 0, sizeof settings.light.sun);
    assert_int_equal(adtmap_settings_check(&settings, &failure), ADTMAP_BAD_ARGUMENT);
    assert_string_equal(failure.what, "light.sun must not be zero");
}

/* A member without a row would have no check, no place in recipes and in map.json. Padding at the
 * end is found, too: a field that a later version appends must not lie in it. */
static void every_byte_of_the_struct_has_a_row(void **state)
{
    (void)state;
    uint8_t rows[sizeof(struct adtmap_settings)] = {0};
    uint32_t bits = 0;
    for (size_t i = 0; i < settings_count; i++) {
        const struct adtmap_setting *setting = &settings_rows[i].setting;
        memset(rows + setting->offset, 1, settings_bytes(setting));
        bits |= setting->bit;
    }
    assert_int_equal(bits, ADTMAP_DRAW_ALL);
    const size_t gaps[][2] = {
        {0, offsetof(struct adtmap_settings, size_px)},
        {offsetof(struct adtmap_settings, liquids) +
             sizeof(struct adtmap_liquid[ADTMAP_LIQUID_CLASSES]),
         offsetof(struct adtmap_settings, objects)},
        {offsetof(struct adtmap_settings, objects.cut_height_yd) + sizeof(float),
         offsetof(struct adtmap_settings, draw)},
        {offsetof(struct adtmap_settings, doodads) + sizeof(enum adtmap_doodads),
         offsetof(struct adtmap_settings, doodad_rules)},
    };
    for (size_t i = 0; i < sizeof gaps / sizeof *gaps; i++) {
        assert_true(gaps[i][1] - gaps[i][0] <= sizeof(uint32_t));
        memset(rows + gaps[i][0], 1, gaps[i][1] - gaps[i][0]);
    }
    for (size_t at = 0; at < sizeof rows; at++) {
        if (!rows[at]) {
            fail_msg("no row for byte %zu of struct adtmap_settings", at);
        }
    }
}

static void a_setting_is_set_by_its_name(void **state)
{
    (void)state;
    static const char *const hide[] = {"inn", "mill"};
    const double light[] = {0.25, 0.5, 1.0};
    struct adtmap_settings settings;
    adtmap_settings_default(&settings);
    assert_int_equal(adtmap_setting_set(&settings, "light.ambient", light, 3, NULL), ADTMAP_OK);
    assert_true(settings.light.ambient[2] == 1.0F);
    assert_int_equal(adtmap_setting_set(&settings, "draw.roofs", (const double[]){0}, 1, NULL),
                     ADTMAP_OK);
    assert_int_equal(settings.draw, ADTMAP_DRAW_ALL ^ ADTMAP_DRAW_ROOFS);
    assert_int_equal(
        adtmap_setting_set(&settings, "background", (const double[]){1, 2, 3, 255}, 4, NULL),
        ADTMAP_OK);
    assert_int_equal(settings.background[2], 3);
    assert_int_equal(adtmap_setting_set_list(&settings, "objects.hide", hide, 2, NULL), ADTMAP_OK);
    assert_ptr_equal(settings.objects.hide, hide);
    assert_int_equal(settings.objects.hide_count, 2);
}

static void what_cannot_be_set_is_explained(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        double value;
        size_t count;
        const char *what;
    } cases[] = {
        {"gloss", 1, 1, "no setting \"gloss\""},
        {"size_px", 1, 3, "size_px has 1 numbers, not 3"},
        {"size_px", 0.5, 1, "size_px cannot be 0.5"},
        {"size_px", -1, 1, "size_px cannot be -1"},
        {"size_px", 4294967296.0, 1, "size_px cannot be 4.29497e+09"},
        {"objects.cut_height_yd", (double)NAN, 1, "objects.cut_height_yd cannot be nan"},
        {"objects.cut_height_yd", 1e300, 1, "objects.cut_height_yd cannot be 1e+300"},
        {"draw.wmo", 2, 1, "draw.wmo cannot be 2"},
        {"objects.hide", 0, 1, "objects.hide is a list"},
        {"add_liquid_textures", 1, 1, "struct_bytes is"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const double values[] = {cases[i].value, 0, 0};
        struct guarded guarded;
        struct adtmap_message failure;
        fill(&guarded, offsetof(struct adtmap_settings, add_liquid_textures));
        const struct adtmap_settings before = guarded.settings;
        assert_int_equal(
            adtmap_setting_set(&guarded.settings, cases[i].name, values, cases[i].count, &failure),
            ADTMAP_BAD_ARGUMENT);
        assert_int_equal(strncmp(failure.what, cases[i].what, strlen(cases[i].what)), 0);
        assert_memory_equal(&guarded.settings, &before, sizeof before);
        assert_int_equal(adtmap_setting_set_list(&guarded.settings, "blend", values, 1, &failure),
                         ADTMAP_BAD_ARGUMENT);
        assert_string_equal(failure.what, "blend is no list");
    }
    assert_null(adtmap_setting_at(settings_count));
    assert_ptr_equal(adtmap_setting_find("blend"), adtmap_setting_at(1));
}

int test_settings(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_older_struct_is_filled_no_further_than_it_goes),
        cmocka_unit_test(a_preset_leaves_alone_what_an_older_struct_lacks),
        cmocka_unit_test(a_preset_says_what_reflects),
        cmocka_unit_test(a_preset_says_which_levels_textures_have),
        cmocka_unit_test(fields_that_an_older_struct_lacks_get_their_defaults),
        cmocka_unit_test(a_newer_struct_is_cut_to_what_the_library_knows),
        cmocka_unit_test(the_ends_of_ranges_are_allowed),
        cmocka_unit_test(an_unknown_preset_is_neutral),
        cmocka_unit_test(a_struct_that_was_never_filled_is_refused),
        cmocka_unit_test(a_step_of_contours_between_0_and_minus_1_is_refused),
        cmocka_unit_test(each_row_tells_what_its_value_does),
        cmocka_unit_test(each_row_of_the_table_is_checked),
        cmocka_unit_test(what_no_row_can_check_is_checked),
        cmocka_unit_test(every_byte_of_the_struct_has_a_row),
        cmocka_unit_test(a_setting_is_set_by_its_name),
        cmocka_unit_test(what_cannot_be_set_is_explained),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
