/* What of the settings decides whether a tile is drawn anew. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/size.h"
#include "job/skip.h"
#include "os/file.h"
#include "output/manifest/manifest.h"
#include "output/output_helpers.h"

static struct job_settings defaults(void)
{
    struct job_settings job = {.effort = PNG_BALANCED};
    adtmap_settings_default(&job.tile);
    return job;
}

static struct hash128 hash_of(const char *map_name, const struct job_settings *job)
{
    struct hash128 hash;
    assert_true(skip_settings(map_name, job, &hash));
    return hash;
}

static bool is_same(const struct job_settings *a, const struct job_settings *b)
{
    struct hash128 first = hash_of("Azeroth", a);
    struct hash128 second = hash_of("Azeroth", b);
    return memcmp(&first, &second, sizeof first) == 0;
}

/* Walks the struct by words, not by names: a field that is added is met, too. Only what stands in
 * the place of the padding before `objects` would not be. */
static void every_word_of_the_settings_counts(void **state)
{
    (void)state;
    const size_t padding = offsetof(struct adtmap_settings, liquids) +
                           sizeof(struct adtmap_liquid[ADTMAP_LIQUID_CLASSES]);
    const struct job_settings before = defaults();
    size_t met = 0;
    for (size_t at = offsetof(struct adtmap_settings, size_px);
         at < offsetof(struct adtmap_settings, cpu); at += sizeof(uint32_t)) {
        if (at >= padding && at < offsetof(struct adtmap_settings, draw)) {
            continue;
        }
        struct job_settings changed = before;
        uint32_t word;
        memcpy(&word, (char *)&changed.tile + at, sizeof word);
        word ^=
            2; /* of `far` FILL becomes ONLY: whether tiles are filled in is no matter of theirs */
        memcpy((char *)&changed.tile + at, &word, sizeof word);
        if (is_same(&before, &changed)) {
            fail_msg("a change at offset %zu of the settings leaves the hash as it was", at);
        }
        met++;
    }
    assert_true(met > 40);
}

static void every_channel_of_the_background_counts(void **state)
{
    (void)state;
    const struct job_settings before = defaults();
    for (size_t i = 0; i < 4; i++) {
        struct job_settings changed = before;
        changed.tile.background[i] ^= 1;
        assert_false(is_same(&before, &changed));
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

/* Writes the settings into a manifest and reads them back. */
static void assert_manifest_keeps(const char *path, const struct job_settings *job)
{
    struct manifest *written;
    struct manifest *read;
    struct blob blob;
    assert_int_equal(manifest_create("Azeroth", &job->tile, &quiet, &written), ADTMAP_OK);
    written->bounds = (struct stitch_bounds){30, 31, 1, 1};
    manifest_set_present(written, 30, 31, (struct hash128){1, 2});
    assert_int_equal(manifest_write(path, written, &quiet), ADTMAP_OK);
    assert_int_equal(file_map(path, &quiet, &blob), ADTMAP_OK);
    assert_int_equal(manifest_read(blob.data, blob.size, &quiet, &read), ADTMAP_OK);
    struct job_settings back = *job;
    back.tile = read->settings;
    assert_true(is_same(job, &back));
    blob_release(&blob);
    manifest_destroy(read);
    manifest_destroy(written);
}

static void a_manifest_keeps_every_number_to_the_bit(void **state)
{
    (void)state;
    char directory[64];
    char path[96];
    make_scratch(directory);
    snprintf(path, sizeof path, "%s/map.json", directory);
    const size_t end = offsetof(struct adtmap_settings, liquids) +
                       sizeof(struct adtmap_liquid[ADTMAP_LIQUID_CLASSES]);
    for (size_t at = offsetof(struct adtmap_settings, light); at < end; at += sizeof(float)) {
        struct job_settings job = defaults();
        float number;
        memcpy(&number, (char *)&job.tile + at, sizeof number);
        number = number > 0.5F ? number - 1.0F / 3.0F : number + 1.0F / 7.0F;
        memcpy((char *)&job.tile + at, &number, sizeof number);
        assert_manifest_keeps(path, &job);
    }
    remove_scratch(directory);
}

static void a_manifest_keeps_every_choice(void **state)
{
    (void)state;
    static const char *const hide[] = {"inn", "*\\\"mill"};
    static const char *const only[] = {"world/*"};
    static const uint32_t ids[] = {0, UINT32_MAX};
    char directory[64];
    char path[96];
    make_scratch(directory);
    snprintf(path, sizeof path, "%s/map.json", directory);
    struct job_settings job = defaults();
    job.tile.size_px = 333;
    job.tile.objects = (struct adtmap_objects){hide, 2, only, 1, ids, 2, -100.1F};
    for (uint32_t i = 0; i < 12; i++) {
        job.tile.blend = (enum adtmap_blend)(i % 4);
        job.tile.edge = (enum adtmap_edge)(i % 3);
        job.tile.low_res = (enum adtmap_low_res)(i % 3);
        job.tile.draw = i < 6 ? 1U << i : ADTMAP_DRAW_ALL;
        job.tile.background[i % 4] ^= 0x5a;
        assert_manifest_keeps(path, &job);
    }
    remove_scratch(directory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_word_of_the_settings_counts),
        cmocka_unit_test(every_channel_of_the_background_counts),
        cmocka_unit_test(every_choice_of_objects_counts),
        cmocka_unit_test(effort_and_map_count_and_the_instruction_set_does_not),
        cmocka_unit_test(a_manifest_keeps_every_number_to_the_bit),
        cmocka_unit_test(a_manifest_keeps_every_choice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
