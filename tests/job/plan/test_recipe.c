/* Which settings decide whether a tile is drawn again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/size.h"
#include "codec/versions.h"
#include "job/plan/recipe.h"
#include "map/map.h"
#include "map/open_data.h"
#include "map/settings/settings_table.h"
#include "output/manifest/manifest.h"

static struct job_settings defaults(void)
{
    struct job_settings job = {.effort = PNG_BALANCED};
    adtmap_settings_default(&job.tile);
    return job;
}

static struct hash128 hash_of(const char *map_name, const struct job_settings *job)
{
    struct hash128 hash;
    assert_true(recipe_picture(map_name, job, &hash));
    return hash;
}

static bool is_same(const struct job_settings *a, const struct job_settings *b)
{
    struct hash128 first = hash_of("Azeroth", a);
    struct hash128 second = hash_of("Azeroth", b);
    return memcmp(&first, &second, sizeof first) == 0;
}

/* Whether map.json names the same settings. */
static bool is_told_the_same(const struct job_settings *a, const struct job_settings *b)
{
    struct buffer texts[2] = {{0}};
    manifest_settings(&texts[0], &a->tile);
    manifest_settings(&texts[1], &b->tile);
    assert_false(texts[0].failed || texts[1].failed);
    bool is_same =
        texts[0].size == texts[1].size && memcmp(texts[0].data, texts[1].data, texts[0].size) == 0;
    buffer_free(&texts[0]);
    buffer_free(&texts[1]);
    return is_same;
}

/* Changes one value of a setting to another one that is allowed. */
static void change(struct adtmap_settings *settings, const struct adtmap_setting *setting, size_t k)
{
    static const char *const patterns[] = {"inn"};
    static const uint32_t ids[] = {7};
    static const struct adtmap_doodad_rule rules[] = {{"inn", 1}};
    if (setting->kind == ADTMAP_SETTING_TEXTS) {
        adtmap_setting_set_list(settings, setting->name, patterns, 1, NULL);
    } else if (setting->kind == ADTMAP_SETTING_IDS) {
        adtmap_setting_set_list(settings, setting->name, ids, 1, NULL);
    } else if (setting->kind == ADTMAP_SETTING_RULES) {
        adtmap_setting_set_list(settings, setting->name, rules, 1, NULL);
    } else {
        double value = settings_number(settings, setting, k);
        double high = setting->low < setting->high ? setting->high : 100.0;
        switch (setting->kind) {
        case ADTMAP_SETTING_CHOICE:
            high = (double)settings_choice_count(setting) - 1.0;
            value = 2.0 * value == high ? 0.0 : high - value;
            break;
        case ADTMAP_SETTING_BOOL:
        case ADTMAP_SETTING_BIT:
            value = 1.0 - value;
            break;
        case ADTMAP_SETTING_REALS:
        case ADTMAP_SETTING_DIRECTION:
            value = value < high / 2.0 && value >= 0.0 ? value + high / 7.0 : high / 7.0;
            break;
        default:
            value = value < high ? value + 1.0 : value - 1.0;
        }
        settings_put_number(settings, setting, k, value);
    }
}

/* A setting that is added to the table is met, too. Defects of the past: `render --light noggit`
 * left no trace of its waves in map.json. */
static void every_setting_counts_and_is_told(void **state)
{
    (void)state;
    const struct job_settings before = defaults();
    size_t met = 0;
    for (size_t i = 0; i < settings_count; i++) {
        const struct settings_row *row = &settings_rows[i];
        for (size_t k = 0; k == 0 || k < row->setting.count; k++) {
            struct job_settings changed = before;
            change(&changed.tile, &row->setting, k);
            assert_int_equal(adtmap_settings_check(&changed.tile, NULL), ADTMAP_OK);
            bool is_drawn_otherwise = (row->effects & SETTINGS_DRAW_PICTURE) != 0;
            if (is_same(&before, &changed) == is_drawn_otherwise) {
                fail_msg("the recipe: %s, value %zu", row->setting.name, k);
            }
            if (is_told_the_same(&before, &changed) == (row->json != NULL)) {
                fail_msg("map.json: %s, value %zu", row->setting.name, k);
            }
            met++;
        }
    }
    assert_true(met > 60);
}

/* The size is told for each series of pictures; all else that changes pixels is in `settings`. */
static void only_the_size_and_the_instruction_set_have_no_place_in_map_json(void **state)
{
    (void)state;
    for (size_t i = 0; i < settings_count; i++) {
        const char *name = settings_rows[i].setting.name;
        bool is_size = strcmp(name, "size_px") == 0;
        assert_true(!settings_rows[i].json == (is_size || strcmp(name, "cpu") == 0));
        assert_true(!settings_rows[i].effects == (strcmp(name, "cpu") == 0));
    }
}

static void both_kinds_of_rules_count_and_are_told(void **state)
{
    (void)state;
    static const struct adtmap_doodad_rule rules[] = {{"inn", 1}, {"inn", 0}, {"mill", 1}};
    struct job_settings jobs[] = {defaults(), defaults(), defaults()};
    for (size_t i = 0; i < COUNT_OF(rules); i++) {
        jobs[i].tile.doodad_rules = (struct adtmap_doodad_rules){&rules[i], 1};
        for (size_t k = 0; k < i; k++) {
            assert_false(is_same(&jobs[k], &jobs[i]));
            assert_false(is_told_the_same(&jobs[k], &jobs[i]));
        }
    }
}

static void every_choice_of_objects_counts(void **state)
{
    (void)state;
    static const char *const patterns[] = {"inn", "mill"};
    static const uint32_t ids[] = {7, 8};
    struct job_settings jobs[] = {defaults(), defaults(), defaults(), defaults(), defaults(),
                                  defaults(), defaults(), defaults(), defaults()};
    jobs[1].tile.objects = (struct adtmap_objects){.hide = patterns, .hide_count = 1};
    jobs[2].tile.objects = (struct adtmap_objects){.hide = patterns + 1, .hide_count = 1};
    jobs[3].tile.objects = (struct adtmap_objects){.hide = patterns, .hide_count = 2};
    jobs[4].tile.objects = (struct adtmap_objects){.only = patterns, .only_count = 1};
    jobs[5].tile.objects = (struct adtmap_objects){.only = patterns, .only_count = 2};
    jobs[6].tile.objects = (struct adtmap_objects){.hide_ids = ids, .hide_id_count = 1};
    jobs[7].tile.objects = (struct adtmap_objects){.hide_ids = ids + 1, .hide_id_count = 1};
    for (size_t i = 1; i < 8; i++) {
        jobs[i].tile.objects.cut_height_yd = jobs[0].tile.objects.cut_height_yd;
    }
    jobs[8].tile.objects.cut_height_yd = 12.5F;
    for (size_t i = 0; i < COUNT_OF(jobs); i++) {
        for (size_t j = 0; j < i; j++) {
            assert_false(is_same(&jobs[i], &jobs[j]));
            assert_false(is_told_the_same(&jobs[i], &jobs[j]));
        }
    }
}

static void effort_and_map_count_and_the_instruction_set_does_not(void **state)
{
    (void)state;
    const struct job_settings before = defaults();
    struct job_settings changed = before;
    changed.effort = PNG_SMALL;
    assert_false(is_same(&before, &changed));
    changed = before;
    changed.tile.cpu = ADTMAP_CPU_PLAIN;
    assert_true(is_same(&before, &changed));
    struct hash128 here = hash_of("Azeroth", &before);
    struct hash128 there = hash_of("Kalimdor", &before);
    assert_memory_not_equal(&here, &there, sizeof here);
}

/* What a manifest says of the settings. */
static char *text_of(const struct job_settings *job)
{
    struct buffer text = {0};
    manifest_settings(&text, &job->tile);
    buffer_u8(&text, 0);
    assert_false(text.failed);
    return (char *)text.data;
}

static void assert_manifest_tells(const struct job_settings *before,
                                  const struct job_settings *changed)
{
    char *first = text_of(before);
    char *second = text_of(changed);
    assert_string_not_equal(first, second);
    free(first);
    free(second);
}

/* The last bit of a number shows. */
static void a_manifest_tells_every_number_to_the_bit(void **state)
{
    (void)state;
    const size_t end = offsetof(struct adtmap_settings, liquids) +
                       sizeof(struct adtmap_liquid[ADTMAP_LIQUID_CLASSES]);
    for (size_t at = offsetof(struct adtmap_settings, light); at < end; at += sizeof(float)) {
        struct job_settings before = defaults();
        float number;
        memcpy(&number, (char *)&before.tile + at, sizeof number);
        number = number > 0.5F ? number - 1.0F / 3.0F : number + 1.0F / 7.0F;
        memcpy((char *)&before.tile + at, &number, sizeof number);
        struct job_settings changed = before;
        uint32_t word;
        memcpy(&word, (char *)&changed.tile + at, sizeof word);
        word ^= 1;
        memcpy((char *)&changed.tile + at, &word, sizeof word);
        assert_manifest_tells(&before, &changed);
    }
}

static void a_manifest_tells_every_choice(void **state)
{
    (void)state;
    static const char *const hide[] = {"inn", "*\\\"mill"};
    static const uint32_t ids[] = {0, UINT32_MAX};
    const struct job_settings before = defaults();
    struct job_settings jobs[] = {before, before, before, before, before, before, before};
    jobs[0].tile.blend = ADTMAP_BLEND_HEIGHT;
    jobs[1].tile.edge = ADTMAP_EDGE_KEEP;
    jobs[2].tile.low_res = ADTMAP_LOW_RES_ONLY;
    jobs[3].tile.draw ^= ADTMAP_DRAW_ROOFS;
    jobs[4].tile.background[2] ^= 1;
    jobs[5].tile.objects.hide = hide;
    jobs[5].tile.objects.hide_count = 2;
    jobs[6].tile.objects.hide_ids = ids;
    jobs[6].tile.objects.hide_id_count = 2;
    for (size_t i = 0; i < COUNT_OF(jobs); i++) {
        assert_manifest_tells(&before, &jobs[i]);
    }
}

/* Defect of the past: layers drawn with another --alpha-edge were kept next to new ones. */
static void the_alpha_edge_counts_for_a_layer(void **state)
{
    (void)state;
    const struct adtmap_layer layer = {ADTMAP_LAYER_ALPHA, 1};
    struct job_settings before = defaults();
    struct job_settings changed = before;
    struct hash128 first;
    struct hash128 second;
    changed.tile.edge = ADTMAP_EDGE_KEEP;
    assert_true(recipe_layer("Azeroth", &before, layer, &first));
    assert_true(recipe_layer("Azeroth", &changed, layer, &second));
    assert_memory_not_equal(&first, &second, sizeof first);
    changed = before;
    changed.tile.light.sun[0] += 0.1F;
    assert_true(recipe_layer("Azeroth", &changed, layer, &second));
    assert_memory_equal(&first, &second, sizeof first);
}

static void what_is_drawn_of_objects_counts_for_the_layer_of_doodads(void **state)
{
    (void)state;
    static const char *const hide[] = {"inn"};
    const struct adtmap_layer doodads = {ADTMAP_LAYER_DOODADS, 0};
    const struct adtmap_layer normal = {ADTMAP_LAYER_NORMAL, 0};
    const struct job_settings before = defaults();
    struct job_settings jobs[] = {before, before, before, before};
    jobs[0].tile.doodads = ADTMAP_DOODADS_ALL;
    jobs[1].tile.doodad_min_size_yd = 7.0F;
    jobs[2].tile.draw ^= ADTMAP_DRAW_WMO;
    jobs[3].tile.objects.hide = hide;
    jobs[3].tile.objects.hide_count = 1;
    struct hash128 first[2];
    struct hash128 second[2];
    assert_true(recipe_layer("Azeroth", &before, doodads, &first[0]));
    assert_true(recipe_layer("Azeroth", &before, normal, &first[1]));
    for (size_t i = 0; i < COUNT_OF(jobs); i++) {
        assert_true(recipe_layer("Azeroth", &jobs[i], doodads, &second[0]));
        assert_true(recipe_layer("Azeroth", &jobs[i], normal, &second[1]));
        assert_memory_not_equal(&first[0], &second[0], sizeof first[0]);
        assert_memory_equal(&first[1], &second[1], sizeof first[1]);
    }
    struct job_settings lit = before;
    lit.tile.draw ^= ADTMAP_DRAW_SHADOWS;
    assert_true(recipe_layer("Azeroth", &lit, doodads, &second[0]));
    assert_memory_equal(&first[0], &second[0], sizeof first[0]);
}

/* Defect of the past: no recipe counted the libraries that compress. */
static void versions_of_libraries_are_named(void **state)
{
    (void)state;
    struct buffer text = {0};
    codec_versions(&text);
    buffer_u8(&text, 0);
    for (size_t i = 0; i < 4; i++) {
        static const char *const names[] = {"libpng ", "zlib ", "libdeflate ", "libwebp "};
        assert_non_null(strstr((char *)text.data, names[i]));
    }
    buffer_free(&text);
}

static bool is_equal(const struct hash128 *a, const struct hash128 *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

/* Makes the facts of a map whose sun has a colour by the client's tables. Returns whether those of
 * its pictures have changed since the last call; those of other nodes never do. */
static bool changes_pictures(const struct job_settings *job, uint32_t sun)
{
    static struct recipe_facts facts, before;
    static struct adtmap_data data;
    static const struct tile_set none;
    const struct hour_look look = {.bands[HOUR_SUN] = {.count = 1, .keys = {{0, sun}}}};
    const struct adtmap_map map = {.data = &data, .hours = {.everywhere = &look}};
    before = facts;
    assert_true(recipe_facts_make(&map, job, &none, &facts));
    bool is_first = before.picture[1][2].low == 0 && before.picture[1][2].high == 0;
    assert_true(is_first || is_equal(&facts.shared, &before.shared));
    assert_true(is_first || is_equal(&facts.layer[1][2], &before.layer[1][2]));
    return !is_equal(&facts.picture[1][2], &before.picture[1][2]);
}

static void only_pictures_go_by_the_lights_of_a_time_and_the_step_of_lines(void **state)
{
    (void)state;
    struct job_settings job = defaults();
    assert_true(changes_pictures(&job, 0xFF8800));
    assert_false(changes_pictures(&job, 0x102040)); /* without a time none of them counts */
    job.tile.contour_yd = 20.0F;
    assert_true(changes_pictures(&job, 0x102040));
    job.tile.time_min = 600.0F;
    assert_true(changes_pictures(&job, 0x102040));
    assert_false(changes_pictures(&job, 0x102040));
    assert_true(changes_pictures(&job, 0xFF8800));
}

int test_recipe(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_setting_counts_and_is_told),
        cmocka_unit_test(only_the_size_and_the_instruction_set_have_no_place_in_map_json),
        cmocka_unit_test(both_kinds_of_rules_count_and_are_told),
        cmocka_unit_test(every_choice_of_objects_counts),
        cmocka_unit_test(effort_and_map_count_and_the_instruction_set_does_not),
        cmocka_unit_test(a_manifest_tells_every_number_to_the_bit),
        cmocka_unit_test(a_manifest_tells_every_choice),
        cmocka_unit_test(the_alpha_edge_counts_for_a_layer),
        cmocka_unit_test(what_is_drawn_of_objects_counts_for_the_layer_of_doodads),
        cmocka_unit_test(versions_of_libraries_are_named),
        cmocka_unit_test(only_pictures_go_by_the_lights_of_a_time_and_the_step_of_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
