/* Manifests: the same bytes every time. */
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "output/manifest/manifest.h"
#include "output/output_helpers.h"

static struct buffer settings_text;

static void print_settings(struct adtmap_settings *settings)
{
    adtmap_settings_default(settings);
    adtmap_settings_preset(ADTMAP_LIGHT_NOGGIT, settings);
    settings->blend = ADTMAP_BLEND_WEIGHTED;
    settings->edge = ADTMAP_EDGE_KEEP;
    settings->low_res = ADTMAP_LOW_RES_ONLY;
    settings->draw = ADTMAP_DRAW_SHADOWS | ADTMAP_DRAW_LIQUID;
    settings->background[3] = 7;
    manifest_settings(&settings_text, settings);
    buffer_u8(&settings_text, 0);
    assert_false(settings_text.failed);
}

static struct manifest *make_manifest(void)
{
    static char reason[MANIFEST_REASON_BYTES];
    static struct adtmap_settings settings;
    struct manifest *manifest = calloc(1, sizeof *manifest);
    assert_non_null(manifest);
    buffer_clear(&settings_text);
    print_settings(&settings);
    manifest_copy_text("MCNK at 0x10: \"torn\"\n\xff\xc3\xb6", reason, sizeof reason);
    manifest->map = "Zul'Gurub";
    manifest->size_px = 256;
    manifest->settings = (const char *)settings_text.data;
    manifest->bounds = (struct stitch_bounds){30, 31, 4, 3};
    manifest->is_stitched = true;
    manifest->tiles[31][33] = (struct manifest_tile){MANIFEST_PRESENT, {1, 2}, NULL, false};
    manifest->tiles[32][30] =
        (struct manifest_tile){MANIFEST_PRESENT, {UINT64_MAX, 0x0123456789abcdef}, NULL, true};
    manifest->tiles[31][31] = (struct manifest_tile){MANIFEST_PRESENT, {0, 0}, NULL, false};
    manifest->tiles[63][5].state = MANIFEST_ABSENT;
    manifest->tiles[33][32] = (struct manifest_tile){.state = MANIFEST_FAILED, .reason = reason};
    return manifest;
}

/* The text of the manifest, which is freed. */
static char *print(struct manifest *manifest)
{
    struct buffer text = {0};
    manifest_print(&text, manifest);
    buffer_u8(&text, 0);
    assert_false(text.failed);
    free(manifest);
    return (char *)text.data;
}

static void the_text_is_what_readers_expect(void **state)
{
    (void)state;
    char *text = print(make_manifest());
    assert_string_equal(
        text,
        "{\n"
        "  \"format\": 1,\n"
        "  \"map\": \"Zul'Gurub\",\n"
        "  \"tile_size\": 256,\n"
        "  \"bounds\": {\"tiles\":{\"x\":30,\"y\":31,\"columns\":4,\"rows\":3},"
        "\"pixels\":{\"width\":1024,\"height\":768},"
        "\"world\":{\"north\":533.3333,\"south\":-1066.6667,\"west\":1066.6667,"
        "\"east\":-1066.6667}},\n"
        "  \"stitched\": {\"file\":\"Zul'Gurub.png\",\"width\":1024,\"height\":768},\n"
        "  \"settings\": "
        "{\"blend\":\"weighted\",\"edge\":\"keep\",\"far\":\"only\","
        "\"light\":{"
        "\"ambient\":[0.36699346,0.45758173,0.5423856],"
        "\"diffuse\":[1.081554,0.63403773,0.12053013],\"sun\":[0.5647,0.5647,0.6018],"
        "\"shadow_ambient\":0.33333334,\"shadow_diffuse\":0.33333334},"
        "\"liquids\":{\"water_shallow\":[0.30835152,0.36372554,0.079883814,0.5],"
        "\"water_deep\":[0.19945538,0.3206972,0.3324256,1],"
        "\"ocean_shallow\":[0.06931734,0.29400873,0.34832966,0.75],"
        "\"ocean_deep\":[0.0007625818,0.1139071,0.16122007,1],"
        "\"magma_shallow\":[0.85,0.3,0.05,1],\"magma_deep\":[0.85,0.3,0.05,1],"
        "\"slime_shallow\":[0.196,0.208,0.035,1],\"slime_deep\":[0.196,0.208,0.035,1],"
        "\"add_textures\":true},\"reflections\":\"noggit\",\"overbright\":false,"
        "\"objects\":{\"hide\":[],\"only\":[],\"hide_ids\":[],\"cut_height_yd\":null,"
        "\"cut_below_yd\":null},"
        "\"doodads\":{\"kind\":\"minimap\",\"min_size_yd\":null,\"rules\":[]},"
        "\"draw\":{\"shadows\":true,\"vertex_colors\":false,\"wmo\":false,\"m2\":false,"
        "\"liquid\":true,\"roofs\":false},\"background\":[0,0,0,7],\"parent_fade\":0,"
        "\"client_era\":\"auto\",\"bare_ground\":\"white\",\"texture_levels\":\"noggit\","
        "\"shadows\":\"baked\",\"sky\":0,\"ground\":\"textured\",\"contour_yd\":0,"
        "\"water_look\":\"stored\",\"shore\":0,\"time_min\":null},\n"
        "  \"tiles\": [\n"
        "    {\"x\":31,\"y\":31,\"file\":\"tiles/Zul'Gurub_31_31.png\","
        "\"hash\":\"00000000000000000000000000000000\",\"pixel\":{\"x\":256,\"y\":0},"
        "\"world\":{\"north\":533.3333,\"south\":0,\"west\":533.3333,\"east\":0}},\n"
        "    {\"x\":33,\"y\":31,\"file\":\"tiles/Zul'Gurub_33_31.png\","
        "\"hash\":\"00000000000000020000000000000001\",\"pixel\":{\"x\":768,\"y\":0},"
        "\"world\":{\"north\":533.3333,\"south\":0,\"west\":-533.3333,\"east\":-1066.6667}},\n"
        "    {\"x\":30,\"y\":32,\"file\":\"tiles/Zul'Gurub_30_32.png\","
        "\"hash\":\"0123456789abcdefffffffffffffffff\",\"source\":\"wdl\","
        "\"pixel\":{\"x\":0,\"y\":256},"
        "\"world\":{\"north\":0,\"south\":-533.3333,\"west\":1066.6667,\"east\":533.3333}}\n"
        "  ],\n"
        "  \"failed\": [\n"
        "    {\"x\":32,\"y\":33,\"reason\":\"MCNK at 0x10: \\\"torn\\\"??\xc3\xb6\"}\n"
        "  ],\n"
        "  \"absent\": [\n"
        "    {\"x\":5,\"y\":63}\n"
        "  ]\n"
        "}\n");
    free(text);
}

static void numbers_have_a_point_in_every_locale(void **state)
{
    (void)state;
    if (!setlocale(LC_ALL, "de_DE.UTF-8")) {
        printf("no locale with a decimal comma is installed: skipped\n");
        skip();
    }
    char *text = print(make_manifest());
    setlocale(LC_ALL, "C");
    assert_non_null(strstr(text, "[0.5647,0.5647,0.6018]"));
    free(text);
}

static void long_texts_are_cut_between_characters(void **state)
{
    (void)state;
    char long_text[MANIFEST_REASON_BYTES + 10];
    char cut[MANIFEST_REASON_BYTES];
    for (size_t i = 0; i < sizeof long_text - 1; i += 2) {
        memcpy(long_text + i, "\xc3\xb6", 2);
    }
    long_text[sizeof long_text - 2] = '\0';
    manifest_copy_text(long_text, cut, sizeof cut);
    assert_int_equal(strlen(cut), MANIFEST_REASON_BYTES - 2);
}

/* Pixels of another shape, and a stride, are told apart from the same bytes in a row. */
static void pixel_hashes_know_the_shape_and_not_the_stride(void **state)
{
    (void)state;
    uint8_t pixels[4 * 6 * 4];
    uint8_t together[4 * 4 * 4];
    uint8_t with_head[8 + sizeof together] = {4, 0, 0, 0, 4, 0, 0, 0};
    struct hash128 strided;
    struct hash128 plain;
    struct hash128 other;
    fill_pixels(pixels, sizeof pixels, 0);
    for (size_t y = 0; y < 4; y++) {
        memcpy(together + y * 16, pixels + y * 24, 16);
    }
    memcpy(with_head + 8, together, sizeof together);
    assert_true(manifest_pixel_hash(pixels, 4, 4, 4, 24, &strided));
    assert_true(manifest_pixel_hash(together, 4, 4, 4, 16, &plain));
    assert_true(manifest_pixel_hash(together, 8, 2, 4, 32, &other));
    assert_memory_equal(&strided, &plain, sizeof plain);
    assert_memory_not_equal(&plain, &other, sizeof plain);
    other = hash128(with_head, sizeof with_head);
    assert_memory_equal(&plain, &other, sizeof plain);
}

/* On every machine; rows here are longer than the pieces that the hash takes. */
static void hashes_of_16_bit_values_are_of_the_lower_byte_first(void **state)
{
    (void)state;
    enum { WIDTH = 700, HEIGHT = 3 };
    static uint16_t values[WIDTH * HEIGHT];
    static uint8_t bytes[8 + sizeof values] = {WIDTH & 0xFF, WIDTH >> 8, 0, 0, HEIGHT, 0, 0, 0};
    struct hash128 hash;
    fill_pixels(bytes + 8, sizeof values, 0);
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        values[i] = (uint16_t)(bytes[8 + 2 * i] | bytes[9 + 2 * i] << 8);
    }
    const struct hash128 expected = hash128(bytes, sizeof bytes);
    assert_true(manifest_pixel_hash(values, WIDTH, HEIGHT, sizeof values[0],
                                    WIDTH * sizeof values[0], &hash));
    assert_memory_equal(&hash, &expected, sizeof hash);
}

int test_manifest(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_text_is_what_readers_expect),
        cmocka_unit_test(numbers_have_a_point_in_every_locale),
        cmocka_unit_test(long_texts_are_cut_between_characters),
        cmocka_unit_test(pixel_hashes_know_the_shape_and_not_the_stride),
        cmocka_unit_test(hashes_of_16_bit_values_are_of_the_lower_byte_first),
    };
    random_start();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    buffer_free(&settings_text);
    return failed;
}
