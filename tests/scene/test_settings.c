/* struct adtmap_settings of other versions: shorter ones of older programs, longer ones of newer.
 */
#include "scene/settings.h"
#include "scene/settings_table.h"

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

/* What is out of the range of a row is refused by the name of its field, in each of its values. */
static void each_row_of_the_table_is_checked(void **state)
{
    (void)state;
    for (size_t i = 0; i < SETTINGS_ROWS; i++) {
        const struct settings_row *row = &settings_rows[i];
        size_t values = row->kind == SETTING_FLOATS ? row->count : 1;
        for (size_t k = 0; k < values && row->kind != SETTING_BYTES; k++) {
            struct adtmap_settings settings;
            struct adtmap_message failure;
            adtmap_settings_default(&settings);
            assert_int_equal(adtmap_settings_check(&settings, &failure), ADTMAP_OK);
            const uint32_t whole = UINT32_C(1) << 20;
            const float number = -1e7F;
            char *value = (char *)&settings + row->offset + 4 * k;
            memcpy(value, row->kind == SETTING_FLOATS ? (const void *)&number : &whole, 4);
            assert_int_equal(adtmap_settings_check(&settings, &failure), ADTMAP_BAD_ARGUMENT);
            assert_int_equal(strncmp(failure.what, row->field, strlen(row->field)), 0);
            const float none = NAN;
            memcpy(value, row->kind == SETTING_FLOATS ? (const void *)&none : &whole, 4);
            assert_int_equal(adtmap_settings_check(&settings, &failure), ADTMAP_BAD_ARGUMENT);
        }
    }
}

int test_settings(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_older_struct_is_filled_no_further_than_it_goes),
        cmocka_unit_test(a_preset_leaves_alone_what_an_older_struct_lacks),
        cmocka_unit_test(fields_that_an_older_struct_lacks_get_their_defaults),
        cmocka_unit_test(a_newer_struct_is_cut_to_what_the_library_knows),
        cmocka_unit_test(the_ends_of_ranges_are_allowed),
        cmocka_unit_test(an_unknown_preset_is_neutral),
        cmocka_unit_test(a_struct_that_was_never_filled_is_refused),
        cmocka_unit_test(each_row_of_the_table_is_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
