/* Lists of `adtmap info` are bounded, whatever a file claims. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <cjson/cJSON.h>

#include "cli/report/describe.h"
#include "cli/report/describe_lists.h"
#include "formats/bytes.h"

enum { MANY = 3 * DESCRIBE_LIST_MAX };

/* What is allocated for a report, in calls. */
static size_t allocations;

static void *counting_malloc(size_t size)
{
    allocations++;
    return malloc(size);
}

static int watch(void **state)
{
    cJSON_Hooks hooks = {counting_malloc, free};
    (void)state;
    cJSON_InitHooks(&hooks);
    return 0;
}

static cJSON *describe(describe_file *describe_kind, const char *name, const struct buffer *file)
{
    cJSON *facts = cJSON_CreateObject();
    const struct diag diag = {name, NULL, NULL};
    allocations = 0;
    assert_int_equal(describe_kind(file->data, file->size, &diag, facts), ADTMAP_OK);
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
    size_t made[2];
    for (uint32_t i = 0; i < 2; i++) {
        struct buffer file = make_placements(MANY * (i + 1));
        cJSON *facts = describe(describe_adt, "a_0_0_obj0.adt", &file);
        made[i] = allocations;
        is_list(facts, "doodad_placements", DESCRIBE_LIST_MAX,
                (int)(MANY * (i + 1)) - DESCRIBE_LIST_MAX);
        is_list(facts, "doodads", DESCRIBE_LIST_MAX, (int)(MANY * (i + 1)) - DESCRIBE_LIST_MAX);
        cJSON_Delete(facts);
        buffer_free(&file);
    }
    assert_int_equal(made[0], made[1]);
}

static void a_short_list_is_whole(void **state)
{
    (void)state;
    struct buffer file = make_placements(5);
    cJSON *facts = describe(describe_adt, "a_0_0_obj0.adt", &file);
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
    cJSON *facts = describe(describe_skin, "a00.skin", &file);
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
    cJSON *facts = describe(describe_wmo, "a.wmo", &file);
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
    cJSON *facts = cJSON_CreateObject();
    struct used_file *files = used_files_alloc(7);
    memcpy(files, used, sizeof used);
    describe_used_files(facts, "files", "placed", files, 7);
    const cJSON *list = cJSON_GetObjectItem(facts, "files");
    assert_int_equal(cJSON_GetArraySize(list), 4);
    for (int i = 0; i < 4; i++) {
        const cJSON *entry = cJSON_GetArrayItem(list, i);
        assert_string_equal(cJSON_GetObjectItem(entry, "name")->valuestring, names[i]);
        assert_int_equal(cJSON_GetObjectItem(entry, "placed")->valueint, uses[i]);
    }
    cJSON_Delete(facts);
}

int test_describe_lists(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_report_of_many_placements_is_bounded),
        cmocka_unit_test(a_short_list_is_whole),
        cmocka_unit_test(batches_of_a_skin_are_bounded),
        cmocka_unit_test(lights_and_levels_of_a_building_are_bounded),
        cmocka_unit_test(files_are_listed_once_with_their_uses),
    };
    return cmocka_run_group_tests(tests, watch, NULL);
}
