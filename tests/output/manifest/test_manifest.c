/* Manifests: the same bytes every time, read back as they were written, hostile ones refused. */
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/size.h"
#include "output/manifest/manifest.h"
#include "output/output_helpers.h"

static struct manifest *make_manifest(void)
{
    struct adtmap_settings settings;
    struct manifest *manifest;
    adtmap_settings_default(&settings);
    adtmap_settings_preset(ADTMAP_LIGHT_NOGGIT, &settings);
    settings.size_px = 256;
    settings.blend = ADTMAP_BLEND_WEIGHTED;
    settings.edge = ADTMAP_EDGE_KEEP;
    settings.low_res = ADTMAP_LOW_RES_ONLY;
    settings.draw = ADTMAP_DRAW_SHADOWS | ADTMAP_DRAW_LIQUID;
    settings.background[3] = 7;
    assert_int_equal(manifest_create("Zul'Gurub", &settings, &quiet, &manifest), ADTMAP_OK);
    manifest->bounds = (struct stitch_bounds){30, 31, 4, 3};
    manifest->is_stitched = true;
    manifest_set_present(manifest, 33, 31, (struct hash128){1, 2});
    manifest_set_present(manifest, 30, 32, (struct hash128){UINT64_MAX, 0x0123456789abcdef});
    manifest_set_present(manifest, 31, 31, (struct hash128){0, 0});
    manifest->tiles[32][30].is_low_res = true;
    manifest_set_absent(manifest, 5, 63);
    assert_true(manifest_set_failed(manifest, 32, 33, "MCNK at 0x10: \"torn\"\n\xff\xc3\xb6"));
    return manifest;
}

static struct blob write_bytes(const struct manifest *manifest)
{
    char directory[64];
    char path[96];
    struct blob blob;
    make_scratch(directory);
    snprintf(path, sizeof path, "%s/map.json", directory);
    assert_int_equal(manifest_write(path, manifest, &quiet), ADTMAP_OK);
    assert_int_equal(count_entries(directory), 1);
    assert_int_equal(file_map(path, &quiet, &blob), ADTMAP_OK);
    remove_scratch(directory);
    return blob;
}

static char *write_text(const struct manifest *manifest)
{
    struct blob blob = write_bytes(manifest);
    char *text = strndup((const char *)blob.data, blob.size);
    blob_release(&blob);
    return text;
}

static void the_text_is_what_readers_expect(void **state)
{
    (void)state;
    struct manifest *manifest = make_manifest();
    char *text = write_text(manifest);
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
        "  \"settings\": {\"blend\":\"weighted\",\"edge\":\"keep\",\"far\":\"only\","
        "\"light\":{"
        "\"ambient\":[0.36699346,0.45758173,0.5423856],"
        "\"diffuse\":[1.081554,0.63403773,0.12053013],\"sun\":[0.5647,0.5647,0.6018],"
        "\"shadow_ambient\":0.33333334,\"shadow_diffuse\":0.33333334},"
        "\"liquids\":{\"water_shallow\":[0.30835152,0.36372554,0.079883814,0.5],"
        "\"water_deep\":[0.19945538,0.3206972,0.3324256,1],"
        "\"ocean_shallow\":[0.06931734,0.29400873,0.34832966,0.75],"
        "\"ocean_deep\":[0.0007625818,0.1139071,0.16122007,1],"
        "\"magma_shallow\":[0.85,0.3,0.05,1],\"magma_deep\":[0.85,0.3,0.05,1],"
        "\"slime_shallow\":[0.2,0.5,0.12,1],\"slime_deep\":[0.2,0.5,0.12,1]},"
        "\"objects\":{\"hide\":[],\"only\":[],\"hide_ids\":[],\"cut_height_yd\":null},"
        "\"draw\":{\"shadows\":true,\"vertex_colors\":false,\"wmo\":false,\"m2\":false,"
        "\"liquid\":true,\"roofs\":false},\"background\":[0,0,0,7]},\n"
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
        "    {\"x\":32,\"y\":33,\"reason\":\"MCNK at 0x10: \\\"torn\\\"\\n?\xc3\xb6\"}\n"
        "  ],\n"
        "  \"absent\": [\n"
        "    {\"x\":5,\"y\":63}\n"
        "  ]\n"
        "}\n");
    free(text);
    manifest_destroy(manifest);
}

static void assert_tiles_equal(const struct manifest *a, const struct manifest *b)
{
    for (size_t i = 0; i < (size_t)TILE_SET_GRID * TILE_SET_GRID; i++) {
        const struct manifest_tile *left = &a->tiles[i / TILE_SET_GRID][i % TILE_SET_GRID];
        const struct manifest_tile *right = &b->tiles[i / TILE_SET_GRID][i % TILE_SET_GRID];
        assert_int_equal(left->state, right->state);
        assert_int_equal(left->is_low_res, right->is_low_res);
        assert_memory_equal(&left->hash, &right->hash, sizeof left->hash);
        assert_string_equal(left->reason ? left->reason : "", right->reason ? right->reason : "");
    }
}

static void what_is_read_back_is_equal_and_writes_the_same_bytes(void **state)
{
    (void)state;
    for (int round = 0; round < 20; round++) {
        struct manifest *manifest = make_manifest();
        manifest->is_stitched = round % 2;
        for (int c = 0; c < 3; c++) {
            manifest->settings.light.ambient[c] = (float)random_below(1U << 24) / 8388608.0F;
            manifest->settings.light.sun[c] = (float)random_next() / 3e15F + 1e-4F;
        }
        for (int i = 0; i < 9; i++) {
            struct hash128 hash = {random_next(), random_next()};
            manifest_set_present(manifest, 30 + random_below(4), 31 + random_below(3), hash);
        }
        struct blob first = write_bytes(manifest);
        struct manifest *back;
        assert_int_equal(manifest_read(first.data, first.size, &quiet, &back), ADTMAP_OK);
        assert_string_equal(back->map, manifest->map);
        assert_memory_equal(&back->settings, &manifest->settings, sizeof back->settings);
        assert_memory_equal(&back->bounds, &manifest->bounds, sizeof back->bounds);
        assert_int_equal(back->is_stitched, manifest->is_stitched);
        assert_tiles_equal(back, manifest);
        struct blob second = write_bytes(back);
        assert_int_equal(first.size, second.size);
        assert_memory_equal(first.data, second.data, first.size);
        blob_release(&first);
        blob_release(&second);
        manifest_destroy(back);
        manifest_destroy(manifest);
    }
}

static void numbers_have_a_point_in_every_locale(void **state)
{
    (void)state;
    if (!setlocale(LC_ALL, "de_DE.UTF-8")) {
        printf("no locale with a decimal comma is installed: skipped\n");
        skip();
    }
    struct manifest *manifest = make_manifest();
    char *text = write_text(manifest);
    struct manifest *back;
    assert_non_null(strstr(text, "[0.5647,0.5647,0.6018]"));
    assert_int_equal(manifest_read((uint8_t *)text, strlen(text), &quiet, &back), ADTMAP_OK);
    assert_memory_equal(&back->settings, &manifest->settings, sizeof back->settings);
    setlocale(LC_ALL, "C");
    manifest_destroy(back);
    manifest_destroy(manifest);
    free(text);
}

/* The text with `old` replaced, read. */
static enum adtmap_status read_changed(const char *text, const char *old, const char *new)
{
    const char *at = strstr(text, old);
    assert_non_null(at);
    struct buffer changed = {0};
    struct adtmap_message failure = {.status = ADTMAP_OK};
    struct diag diag = {.file = "map.json", .failure = &failure};
    buffer_append(&changed, text, (size_t)(at - text));
    buffer_append(&changed, new, strlen(new));
    buffer_append(&changed, at + strlen(old), strlen(at + strlen(old)));
    struct manifest *manifest;
    enum adtmap_status status = manifest_read(changed.data, changed.size, &diag, &manifest);
    assert_int_equal(failure.status, status);
    manifest_destroy(manifest);
    buffer_free(&changed);
    return status;
}

static void hostile_members_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *old;
        const char *new;
    } changes[] = {
        {"\"format\": 1", "\"format\": \"1\""},
        {"\"format\": 1,", ""},
        {"\"Zul'Gurub\"", "\"..\""},
        {"\"Zul'Gurub\"", "\"../etc\""},
        {"\"Zul'Gurub\"", "7"},
        {"\"tile_size\": 256", "\"tile_size\": 1e9"},
        {"\"tile_size\": 256", "\"tile_size\": 256.5"},
        {"\"columns\":4", "\"columns\":35"},
        {"\"columns\":4", "\"columns\":1"},
        {"\"columns\":4", "\"columns\":-1"},
        {"\"Zul'Gurub.png\"", "\"/etc/passwd\""},
        {"\"weighted\"", "\"best\""},
        {"\"keep\"", "\"sharp\""},
        {"\"only\"", "1"},
        {"\"sun\":[0.5647,0.5647,0.6018]", "\"sun\":[0,0,0]"},
        {"\"sun\":[0.5647,0.5647,0.6018]", "\"sun\":[1,1]"},
        {"\"sun\":[0.5647,0.5647,0.6018]", "\"sun\":[1,1,1e999]"},
        {"\"shadows\":true", "\"shadows\":1"},
        {"[0,0,0,7]", "[0,0,0,256]"},
        {"[0,0,0,7]", "[0,0,0]"},
        {"{\"x\":31,\"y\":31", "{\"x\":64,\"y\":31"},
        {"{\"x\":31,\"y\":31", "{\"x\":-1,\"y\":31"},
        {"{\"x\":31,\"y\":31", "{\"x\":1e99,\"y\":31"},
        {"{\"x\":31,\"y\":31", "{\"y\":31"},
        {"tiles/Zul'Gurub_31_31.png", "../Zul'Gurub_31_31.png"},
        {"00000000000000000000000000000000", "0000000000000000000000000000000"},
        {"00000000000000000000000000000000", "0000000000000000000000000000000G"},
        {"{\"x\":5,\"y\":63}", "{\"x\":5,\"y\":63},{\"x\":5,\"y\":63}"},
        {"{\"x\":5,\"y\":63}", "{\"x\":31,\"y\":31}"},
        {"{\"x\":5,\"y\":63}", "null"},
        {"\"reason\"", "\"cause\""},
        {"\"absent\"", "\"absence\""},
        {"  ]\n}\n", "  ]\n}\n}"},
        {"  ]\n}\n", "  ]\n"},
    };
    struct manifest *manifest = make_manifest();
    char *text = write_text(manifest);
    for (size_t i = 0; i < COUNT_OF(changes); i++) {
        enum adtmap_status status = read_changed(text, changes[i].old, changes[i].new);
        if (status != ADTMAP_BAD_DATA) {
            printf("%s -> %s\n", changes[i].old, changes[i].new);
        }
        assert_int_equal(status, ADTMAP_BAD_DATA);
    }
    assert_int_equal(read_changed(text, "\"format\": 1", "\"format\": 2"), ADTMAP_UNSUPPORTED);
    assert_int_equal(read_changed(text, "\"far\":\"only\",", ""), ADTMAP_OK);
    assert_int_equal(read_changed(text, "\"format\"", "\"new\": [{}], \"format\""), ADTMAP_OK);
    free(text);
    manifest_destroy(manifest);
}

static void damaged_bytes_are_survived(void **state)
{
    (void)state;
    struct manifest *manifest = make_manifest();
    char *text = write_text(manifest);
    size_t size = strlen(text);
    uint8_t *copy = malloc(size);
    struct manifest *back;
    for (int round = 0; round < 3000; round++) {
        memcpy(copy, text, size);
        for (uint32_t i = 0; i <= random_below(3); i++) {
            copy[random_below((uint32_t)size)] = (uint8_t)random_next();
        }
        manifest_read(copy, size, &quiet, &back);
        manifest_destroy(back);
    }
    for (size_t cut = 0; cut < size - 1; cut++) {
        assert_int_equal(manifest_read(copy, cut, &quiet, &back), ADTMAP_BAD_DATA);
    }
    memset(copy, '[', size);
    assert_int_equal(manifest_read(copy, size, &quiet, &back), ADTMAP_BAD_DATA);
    assert_int_equal(manifest_read(NULL, 0, &quiet, &back), ADTMAP_BAD_DATA);
    assert_int_equal(manifest_read(copy, (size_t)MANIFEST_BYTES_MAX + 1, &quiet, &back),
                     ADTMAP_LIMIT);
    free(copy);
    free(text);
    manifest_destroy(manifest);
}

static void what_cannot_be_written_is_refused(void **state)
{
    (void)state;
    struct adtmap_settings settings;
    struct manifest *manifest;
    adtmap_settings_default(&settings);
    assert_int_equal(manifest_create("a/b", &settings, &quiet, &manifest), ADTMAP_BAD_ARGUMENT);
    assert_null(manifest);
    settings.size_px = 1;
    assert_int_equal(manifest_create("a", &settings, &quiet, &manifest), ADTMAP_BAD_ARGUMENT);
    manifest_destroy(NULL);
    manifest = make_manifest();
    manifest->bounds.columns = 3;
    assert_int_equal(manifest_write("/nowhere/map.json", manifest, &quiet), ADTMAP_BAD_ARGUMENT);
    manifest->bounds.columns = 4;
    assert_int_equal(manifest_write("/nowhere/map.json", manifest, &quiet), ADTMAP_NOT_FOUND);
    manifest_destroy(manifest);
}

static void later_states_replace_earlier_ones_and_long_reasons_are_cut(void **state)
{
    (void)state;
    struct manifest *manifest = make_manifest();
    char reason[MANIFEST_REASON_BYTES + 10];
    for (size_t i = 0; i < sizeof reason - 1; i += 2) {
        memcpy(reason + i, "\xc3\xb6", 2);
    }
    reason[sizeof reason - 2] = '\0';
    assert_true(manifest_set_failed(manifest, 33, 31, reason));
    assert_int_equal(strlen(manifest->tiles[31][33].reason), MANIFEST_REASON_BYTES - 2);
    assert_true(manifest_set_failed(manifest, 33, 31, "again"));
    struct tile_set failed = manifest_tiles(manifest, MANIFEST_FAILED);
    assert_int_equal(tile_set_count(&failed), 2);
    manifest_set_present(manifest, 33, 31, (struct hash128){1, 1});
    manifest_set_present(manifest, 32, 33, (struct hash128){1, 1});
    failed = manifest_tiles(manifest, MANIFEST_FAILED);
    assert_int_equal(tile_set_count(&failed), 0);
    manifest_destroy(manifest);
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
    assert_true(manifest_pixel_hash(pixels, 4, 4, 24, &strided));
    assert_true(manifest_pixel_hash(together, 4, 4, 16, &plain));
    assert_true(manifest_pixel_hash(together, 8, 2, 32, &other));
    assert_memory_equal(&strided, &plain, sizeof plain);
    assert_memory_not_equal(&plain, &other, sizeof plain);
    other = hash128(with_head, sizeof with_head);
    assert_memory_equal(&plain, &other, sizeof plain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_text_is_what_readers_expect),
        cmocka_unit_test(what_is_read_back_is_equal_and_writes_the_same_bytes),
        cmocka_unit_test(numbers_have_a_point_in_every_locale),
        cmocka_unit_test(hostile_members_are_refused),
        cmocka_unit_test(damaged_bytes_are_survived),
        cmocka_unit_test(what_cannot_be_written_is_refused),
        cmocka_unit_test(later_states_replace_earlier_ones_and_long_reasons_are_cut),
        cmocka_unit_test(pixel_hashes_know_the_shape_and_not_the_stride),
    };
    random_start();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
