/* What each kind of option value accepts, refuses, and makes of it. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/size.h"
#include "cli/options/option_kinds.h"

static void accepts(const struct option_row *row, void *into, const char *text)
{
    char problem[OPTION_PROBLEM_BYTES] = "";
    if (!option_apply(row, into, text, problem)) {
        fail_msg("'%s' was refused: %s", text, problem);
    }
}

static void refuses(const struct option_row *row, void *into, const char *text, const char *words)
{
    char problem[OPTION_PROBLEM_BYTES] = "";
    if (option_apply(row, into, text, problem)) {
        fail_msg("'%s' was accepted", text);
    }
    if (!strstr(problem, words)) {
        fail_msg("'%s': '%s' does not say '%s'", text, problem, words);
    }
}

static void whole_numbers_are_decimal_and_in_range(void **state)
{
    (void)state;
    const struct option_row row = {.name = "n", .kind = &option_whole, .low = 16, .high = 8192};
    static const char *const bad[] = {"", " 17", "17 ", "0x20", "17.0", "-17", "+17", "x"};
    uint32_t value = 3;
    accepts(&row, &value, "16");
    assert_int_equal(value, 16);
    accepts(&row, &value, "08192");
    assert_int_equal(value, 8192);
    refuses(&row, &value, "7", "7 is not in 16..8192");
    refuses(&row, &value, "8193", "8193 is not in 16..8192");
    refuses(&row, &value, "4294967312", "not a whole number");
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        refuses(&row, &value, bad[i], "not a whole number");
    }
    assert_int_equal(value, 8192);
}

static void bytes_have_units_of_1024(void **state)
{
    (void)state;
    const struct option_row row = {.name = "memory", .kind = &option_bytes};
    static const char *const bad[] = {"",    "0",     "0M",   "M",         "-1M", "1.5G",
                                      "5X",  "5MM",   "5 M",  "5iB",       "5B",  "99999999999",
                                      "5M ", "5MiBs", "0x5M", "4294967296"};
    uint64_t value = 3;
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        refuses(&row, &value, bad[i], "is not a size like 512M or 2G");
    }
    assert_int_equal(value, 3);
    accepts(&row, &value, "4096");
    assert_int_equal(value, 4096);
    accepts(&row, &value, "512M");
    assert_int_equal(value, 512 << 20);
    accepts(&row, &value, "512mib");
    assert_int_equal(value, 512 << 20);
    accepts(&row, &value, "2GB");
    assert_int_equal(value, UINT64_C(2) << 30);
    accepts(&row, &value, "1k");
    assert_int_equal(value, 1024);
    accepts(&row, &value, "3T");
    assert_int_equal(value, UINT64_C(3) << 40);
}

static void real_numbers_are_finite_and_in_range(void **state)
{
    (void)state;
    const struct option_row row = {.name = "k", .kind = &option_real, .low = 0, .high = 1};
    static const char *const bad[] = {"", "nan", "inf", "0.5x", "0.5,", "0.1,0.2"};
    struct option_optional_real value = {0};
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        refuses(&row, &value, bad[i], "is not a number");
    }
    refuses(&row, &value, "-0.1", "is not in 0..1");
    assert_false(value.given);
    accepts(&row, &value, "0.25");
    assert_true(value.given);
    assert_true(value.value == 0.25F);
    const struct option_row any = {.name = "k", .kind = &option_real};
    refuses(&any, &value, "-1e39", "-1e39 is too large");
    accepts(&any, &value, "1e38");
}

static void choices_are_found_by_their_whole_name(void **state)
{
    (void)state;
    static const char *const names[] = {"neutral", "unlit", NULL};
    const struct option_row row = {.name = "c", .kind = &option_choice, .choices = names};
    uint32_t value = 0;
    accepts(&row, &value, "unlit");
    assert_int_equal(value, 1);
    refuses(&row, &value, "un", "not one of neutral, unlit");
    refuses(&row, &value, "", "not one of neutral, unlit");
}

static void light_is_a_grey_three_numbers_or_hex(void **state)
{
    (void)state;
    const struct option_row row = {.name = "l", .kind = &option_light, .low = 0, .high = 2};
    float light[3] = {0};
    accepts(&row, light, "0.5");
    assert_true(light[0] == 0.5F && light[1] == 0.5F && light[2] == 0.5F);
    accepts(&row, light, "0.25,1,2");
    assert_true(light[0] == 0.25F && light[1] == 1.0F && light[2] == 2.0F);
    accepts(&row, light, "#ff0033");
    assert_true(light[0] == 1.0F && light[1] == 0.0F && light[2] == 0.2F);
    refuses(&row, light, "1,2", "R,G,B");
    refuses(&row, light, "1,2,3", "3 is not in 0..2");
    refuses(&row, light, "#ff003", "R,G,B");
    refuses(&row, light, "#ff00zz", "R,G,B");
}

static void the_sun_is_an_angle_pair_or_a_vector(void **state)
{
    (void)state;
    const struct option_row row = {.name = "sun", .kind = &option_direction};
    float sun[3] = {0};
    accepts(&row, sun, "0,0");
    assert_true(sun[0] == 1.0F && sun[1] == 0.0F && sun[2] == 0.0F);
    accepts(&row, sun, "90,0"); /* east is the negative of west */
    assert_true(fabsf(sun[0]) < 1e-6F && sun[1] == -1.0F);
    accepts(&row, sun, "-45,37");
    assert_true(fabsf(sun[0] - 0.5647F) < 1e-3F);
    assert_true(fabsf(sun[1] - 0.5647F) < 1e-3F);
    assert_true(fabsf(sun[2] - 0.6018F) < 1e-3F);
    accepts(&row, sun, "0,0,2");
    assert_true(sun[2] == 2.0F);
    refuses(&row, sun, "0,0,0", "no usable length");
    refuses(&row, sun, "10,91", "elevation 0..90");
    refuses(&row, sun, "10,-1", "elevation 0..90");
    refuses(&row, sun, "10", "neither");
    refuses(&row, sun, "1,2,3,4", "neither");
}

static void the_background_is_hex_or_transparent(void **state)
{
    (void)state;
    const struct option_row row = {.name = "b", .kind = &option_background};
    struct option_optional_background color = {.rgba = {9, 9, 9, 9}};
    accepts(&row, &color, "#102030");
    assert_true(color.given);
    assert_memory_equal(color.rgba, ((uint8_t[]){0x10, 0x20, 0x30, 255}), 4);
    accepts(&row, &color, "transparent");
    assert_memory_equal(color.rgba, ((uint8_t[]){0, 0, 0, 0}), 4);
    refuses(&row, &color, "black", "neither #RRGGBB");
}

static void tiles_are_singles_ranges_and_lists(void **state)
{
    (void)state;
    const struct option_row row = {.name = "t", .kind = &option_tiles};
    struct option_optional_tiles tiles = {0};
    accepts(&row, &tiles, "32_48");
    assert_int_equal(tile_set_count(&tiles.set), 1);
    assert_true(tile_set_has(&tiles.set, 32, 48));
    assert_false(tile_set_has(&tiles.set, 48, 32));
    accepts(&row, &tiles, "00-01_02-004,63_63");
    assert_int_equal(tile_set_count(&tiles.set), 1 + 6 + 1);
    assert_true(tile_set_has(&tiles.set, 1, 4));
    assert_true(tile_set_has(&tiles.set, 63, 63));
    assert_int_equal(tile_set_count(&tiles.named), 2);
    assert_true(tile_set_has(&tiles.named, 32, 48));
    assert_true(tile_set_has(&tiles.named, 63, 63));
    accepts(&row, &tiles, "0-63_0-63");
    assert_int_equal(tile_set_count(&tiles.set), 4096);
}

static void wrong_tiles_are_explained(void **state)
{
    (void)state;
    const struct option_row row = {.name = "t", .kind = &option_tiles};
    struct option_optional_tiles tiles = {0};
    static const char *const bad[] = {"",     "32",    "32_",     "_48",     "32-48",  "32_48,",
                                      ",1_1", "1_1_1", "1-2-3_4", "a_b",     "-1_2",   "1 _2",
                                      "1_2 ", "1__2",  "1-_2",    "1_2;3_4", "0x1_0x2"};
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        refuses(&row, &tiles, bad[i], "is not a tile");
    }
    refuses(&row, &tiles, "5_6,a_b", "'a_b'");
    refuses(&row, &tiles, "64_0", "64 is not in 0..63");
    refuses(&row, &tiles, "0_0-64", "64 is not in 0..63");
    refuses(&row, &tiles, "30_34-31", "34-31 runs backwards");
    assert_false(tiles.given);
}

static void a_list_has_an_end(void **state)
{
    (void)state;
    const struct option_row row = {.name = "d", .kind = &option_list};
    struct option_strings strings = {0};
    for (int i = 0; i < OPTION_STRINGS_MAX; i++) {
        accepts(&row, &strings, "x");
    }
    refuses(&row, &strings, "x", "more than 64 times");
    assert_int_equal(strings.count, OPTION_STRINGS_MAX);
}

static void addresses_of_sites_can_be_built_on(void **state)
{
    (void)state;
    const struct option_row row = {.name = "address", .kind = &option_address};
    static const char *const good[] = {"", "https://a", "http://a.b:80/c/",
                                       "https://\xC3\xA4.de/~x"};
    static const char *const bad[] = {
        "a",           "ftp://a",     "https://",    "https:///a",    "https://a b",
        "https://a?b", "https://a#b", "https://a\"", "https://a\x7f", "https://a|b"};
    const char *value = NULL;
    for (size_t i = 0; i < COUNT_OF(good); i++) {
        accepts(&row, &value, good[i]);
        assert_ptr_equal(value, good[i]);
    }
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        refuses(&row, &value, bad[i], "is no https:// or http:// address");
    }
    refuses(&row, &value, "https://a\xE2\x80\xAE", "has the character U+202E");
    assert_ptr_equal(value, good[3]);
}

static void addresses_on_pages_may_be_relative(void **state)
{
    (void)state;
    const struct option_row row = {.name = "page", .kind = &option_page_address};
    static const char *const good[] = {"",          "a/b.html?c#d", "/a",   "../a",
                                       "https://a", "?x:y",         "a/b:c"};
    static const char *const bad[] = {"//a",   "javascript:x", "a b",    "a\"b",
                                      "a\x7f", "a'b",          "data:x", "a\\b"};
    const char *value = NULL;
    for (size_t i = 0; i < COUNT_OF(good); i++) {
        accepts(&row, &value, good[i]);
        assert_ptr_equal(value, good[i]);
    }
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        refuses(&row, &value, bad[i], "and none relative to a page");
    }
    refuses(&row, &value, "a\xE2\x80\xAE", "has the character U+202E");
}

static void addresses_have_a_longest(void **state)
{
    (void)state;
    static char text[OPTION_ADDRESS_MAX + 2] = "https://";
    const struct option_kind *const kinds[] = {&option_address, &option_page_address};
    memset(text + 8, 'a', OPTION_ADDRESS_MAX + 1 - 8);
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        const struct option_row row = {.name = "a", .kind = kinds[i]};
        const char *value = NULL;
        text[OPTION_ADDRESS_MAX] = 'a';
        refuses(&row, &value, text, "of at most");
        text[OPTION_ADDRESS_MAX] = '\0';
        accepts(&row, &value, text);
    }
}

/* Other bits than those of the option stay. */
static void bits_are_set_and_cleared(void **state)
{
    (void)state;
    struct option_row row = {.name = "b", .kind = &option_set_bits, .value = 6};
    char text[OPTION_DEFAULT_BYTES];
    uint32_t value = 1;
    accepts(&row, &value, NULL);
    assert_int_equal(value, 7);
    row.kind = &option_clear_bits;
    accepts(&row, &value, NULL);
    assert_int_equal(value, 1);
    row.kind = &option_on_off;
    accepts(&row, &value, "on");
    assert_int_equal(value, 7);
    row.kind->show(&row, &value, text);
    assert_string_equal(text, "on");
    accepts(&row, &value, "off");
    assert_int_equal(value, 1);
    row.kind->show(&row, &value, text);
    assert_string_equal(text, "off");
    refuses(&row, &value, "On", "'On' is neither on nor off");
    row.kind = &option_assign;
    accepts(&row, &value, NULL);
    assert_int_equal(value, 6);
}

static void numbers_may_repeat(void **state)
{
    (void)state;
    const struct option_row row = {.name = "n", .kind = &option_numbers, .low = 1, .high = 9};
    struct option_numbers numbers = {.count = 0};
    accepts(&row, &numbers, "3");
    accepts(&row, &numbers, "5");
    refuses(&row, &numbers, "0", "0 is not in 1..9");
    assert_int_equal(numbers.count, 2);
    assert_int_equal(numbers.items[0], 3);
    assert_int_equal(numbers.items[1], 5);
    numbers.count = OPTION_STRINGS_MAX;
    refuses(&row, &numbers, "3", "given more than");
}

int test_option_kinds(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses_of_sites_can_be_built_on),
        cmocka_unit_test(addresses_on_pages_may_be_relative),
        cmocka_unit_test(addresses_have_a_longest),
        cmocka_unit_test(bits_are_set_and_cleared),
        cmocka_unit_test(numbers_may_repeat),
        cmocka_unit_test(whole_numbers_are_decimal_and_in_range),
        cmocka_unit_test(bytes_have_units_of_1024),
        cmocka_unit_test(real_numbers_are_finite_and_in_range),
        cmocka_unit_test(choices_are_found_by_their_whole_name),
        cmocka_unit_test(light_is_a_grey_three_numbers_or_hex),
        cmocka_unit_test(the_sun_is_an_angle_pair_or_a_vector),
        cmocka_unit_test(the_background_is_hex_or_transparent),
        cmocka_unit_test(tiles_are_singles_ranges_and_lists),
        cmocka_unit_test(wrong_tiles_are_explained),
        cmocka_unit_test(a_list_has_an_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
