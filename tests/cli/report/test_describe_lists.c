/* Lists of `adtmap info` are bounded, whatever a file claims. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <cjson/cJSON.h>

#include "base/json.h"
#include "cli/report/describe.h"
#include "cli/report/describe_lists.h"
#include "formats/bytes.h"

enum { MANY = 3 * DESCRIBE_LIST_MAX };

/* The report of a file, read back; *bytes is its length. */
static cJSON *describe(describe_file *describe_kind, const char *name, const struct buffer *file,
                       size_t *bytes)
{
    struct buffer text = {0};
    struct json json = json_to(&text, JSON_COMPACT);
    const struct diag diag = {name, NULL, NULL};
    json_object(&json, NULL);
    assert_int_equal(describe_kind(file->data, file->size, &diag, &json), ADTMAP_OK);
    json_end(&json);
    assert_false(text.failed);
    cJSON *facts = cJSON_ParseWithLength((const char *)text.data, text.size);
    assert_non_null(facts);
    *bytes = text.size;
    buffer_free(&text);
    return facts;
}

static void is_list(const cJSON *facts, const char *list, int shown, int left_out)
{
    char member[64];
    snprintf(member, sizeof member, "%s_left_out", list);
    const cJSON *rest = cJSON_GetObjectItem(facts, member);
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(facts, list)), shown);
    assert_int_equal(rest ? rest->valueint : 0, left_out);
}

/* The objects of a split tile: doodads, each by another file id. */
static struct buffer make_placements(uint32_t count)
{
    struct buffer file = {0};
    add_u32_chunk(&file, "MVER", 18);
    size_t begin = begin_chunk(&file, "MDDF");
    for (uint32_t i = 0; i < count; i++) {
        buffer_u32le(&file, 1000 + i);
        buffer_u32le(&file, i);
        add_zeroes(&file, 24);
        buffer_u16le(&file, 1024);
        buffer_u16le(&file, 0x40); /* file id */
    }
    end_chunk(&file, begin);
    return file;
}

/* 3 KiB for each placement of a file of 100 MB were 8 GB. */
static void a_report_of_many_placements_is_bounded(void **state)
{
    (void)state;
    enum { LEFT_OUT_DIGITS = 4 };
    size_t bytes[2];
    for (uint32_t i = 0; i < 2; i++) {
        struct buffer file = make_placements(MANY * (i + 1));
        cJSON *facts = describe(describe_adt, "a_0_0_obj0.adt", &file, &bytes[i]);
        is_list(facts, "doodad_placements", DESCRIBE_LIST_MAX,
                (int)(MANY * (i + 1)) - DESCRIBE_LIST_MAX);
        is_list(facts, "doodads", DESCRIBE_LIST_MAX, (int)(MANY * (i + 1)) - DESCRIBE_LIST_MAX);
        cJSON_Delete(facts);
        buffer_free(&file);
    }
    assert_in_range(bytes[1], bytes[0], bytes[0] + LEFT_OUT_DIGITS);
}

static void a_short_list_is_whole(void **state)
{
    (void)state;
    struct buffer file = make_placements(5);
    size_t bytes;
    cJSON *facts = describe(describe_adt, "a_0_0_obj0.adt", &file, &bytes);
    is_list(facts, "doodad_placements", 5, 0);
    is_list(facts, "doodads", 5, 0);
    cJSON_Delete(facts);
    buffer_free(&file);
}

/* A skin of batches that all are of one section. */
static void batches_of_a_skin_are_bounded(void **state)
{
    enum { HEADER = 44, SECTION = 48, BATCH = 24 };
    (void)state;
    struct buffer file = {0};
    const uint32_t arrays[10] = {0,      HEADER, 0,      HEADER, 0,
                                 HEADER, 1,      HEADER, MANY,   HEADER + SECTION};
    buffer_append(&file, "SKIN", 4);
    for (int i = 0; i < 10; i++) {
        buffer_u32le(&file, arrays[i]);
    }
    add_zeroes(&file, SECTION + MANY * BATCH);
    size_t bytes;
    cJSON *facts = describe(describe_skin, "a00.skin", &file, &bytes);
    is_list(facts, "batch_list", DESCRIBE_LIST_MAX, MANY - DESCRIBE_LIST_MAX);
    cJSON_Delete(facts);
    buffer_free(&file);
}

/* A root of 17 with one group, that many ids for it, and that many lights in each of two chunks. */
static struct buffer make_wmo(uint32_t count)
{
    struct buffer file = {0};
    add_u32_chunk(&file, "MVER", 17);
    size_t begin = begin_chunk(&file, "MOHD");
    buffer_u32le(&file, 0);
    buffer_u32le(&file, 1); /* groups */
    add_zeroes(&file, 56);
    end_chunk(&file, begin);
    begin = begin_chunk(&file, "MOGI");
    add_zeroes(&file, 32);
    end_chunk(&file, begin);
    begin = begin_chunk(&file, "GFID");
    add_zeroes(&file, 4 * (size_t)count);
    end_chunk(&file, begin);
    for (int i = 0; i < 2; i++) {
        begin = begin_chunk(&file, "MOLT");
        add_zeroes(&file, 48 * (size_t)count);
        end_chunk(&file, begin);
    }
    return file;
}

static void lights_and_levels_of_a_building_are_bounded(void **state)
{
    (void)state;
    struct buffer file = make_wmo(MANY);
    size_t bytes;
    cJSON *facts = describe(describe_wmo, "a.wmo", &file, &bytes);
    is_list(facts, "light_list", DESCRIBE_LIST_MAX, MANY - DESCRIBE_LIST_MAX);
    const cJSON *group = cJSON_GetArrayItem(cJSON_GetObjectItem(facts, "groups"), 0);
    is_list(group, "file_ids", 16, MANY - 16);
    cJSON_Delete(facts);
    buffer_free(&file);
}

/* Each file once, in order of first use, by name or else by id. */
static void files_are_listed_once_with_their_uses(void **state)
{
    static const struct used_file used[] = {{"b", 0, 0, 0}, {NULL, 7, 0, 0}, {"a", 0, 0, 0},
                                            {"b", 0, 0, 0}, {NULL, 3, 0, 0}, {NULL, 7, 0, 0},
                                            {"b", 5, 0, 0}};
    static const char *const names[] = {"b", "id:7", "a", "id:3"};
    static const int uses[] = {3, 2, 1, 1};
    (void)state;
    struct buffer text = {0};
    struct json json = json_to(&text, JSON_COMPACT);
    struct used_file *files = malloc(sizeof used);
    assert_non_null(files);
    memcpy(files, used, sizeof used);
    json_object(&json, NULL);
    describe_used_files(&json, "files", "placed", files, 7);
    json_end(&json);
    cJSON *facts = cJSON_ParseWithLength((const char *)text.data, text.size);
    buffer_free(&text);
    const cJSON *list = cJSON_GetObjectItem(facts, "files");
    assert_int_equal(cJSON_GetArraySize(list), 4);
    for (int i = 0; i < 4; i++) {
        const cJSON *entry = cJSON_GetArrayItem(list, i);
        assert_string_equal(cJSON_GetObjectItem(entry, "name")->valuestring, names[i]);
        assert_int_equal(cJSON_GetObjectItem(entry, "placed")->valueint, uses[i]);
    }
    cJSON_Delete(facts);
    json = json_to(&text, JSON_COMPACT);
    describe_used_files(&json, "files", "placed", NULL, 7); /* could not be allocated */
    assert_true(text.failed);
    buffer_free(&text);
}

/* The lowest and the highest vertex are inner ones. */
static void heights_of_a_wdl_are_those_of_both_grids(void **state)
{
    enum { OUTER = 17 * 17, VERTICES = OUTER + 16 * 16, FIRST_TILE = 12 + 8 + 4 * 64 * 64 };
    (void)state;
    struct buffer file = {0};
    add_u32_chunk(&file, "MVER", 18);
    size_t begin = begin_chunk(&file, "MAOF");
    for (uint32_t i = 0; i < 64 * 64; i++) {
        buffer_u32le(&file, i == 7 ? FIRST_TILE : 0);
    }
    end_chunk(&file, begin);
    begin = begin_chunk(&file, "MARE");
    for (uint32_t i = 0; i < VERTICES; i++) {
        buffer_u16le(&file, (uint16_t)(i == OUTER + 3 ? -900 : i == OUTER + 200 ? 1234 : 10));
    }
    end_chunk(&file, begin);
    size_t bytes;
    cJSON *facts = describe(describe_wdl, "A.wdl", &file, &bytes);
    assert_int_equal(cJSON_GetObjectItem(facts, "lowest_yd")->valueint, -900);
    assert_int_equal(cJSON_GetObjectItem(facts, "highest_yd")->valueint, 1234);
    cJSON_Delete(facts);
    buffer_free(&file);
}

int test_describe_lists(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_report_of_many_placements_is_bounded),
        cmocka_unit_test(a_short_list_is_whole),
        cmocka_unit_test(batches_of_a_skin_are_bounded),
        cmocka_unit_test(lights_and_levels_of_a_building_are_bounded),
        cmocka_unit_test(files_are_listed_once_with_their_uses),
        cmocka_unit_test(heights_of_a_wdl_are_those_of_both_grids),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
