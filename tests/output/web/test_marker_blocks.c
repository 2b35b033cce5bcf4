/* Markers that pages load in parts: every marker in one block, of few rows. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "output/web/marker_blocks.h"

static struct markers make_points(size_t count)
{
    struct markers markers = {.items = calloc(count, sizeof *markers.items), .count = count};
    assert_non_null(markers.items);
    for (size_t i = 0; i < count; i++) {
        struct marker *marker = &markers.items[i];
        char text[32];
        snprintf(text, sizeof text, "Wolf %zu", i);
        marker->name = text_pool_add(&markers.texts, text, strlen(text));
        snprintf(text, sizeof text, "Group %zu", i % 3);
        marker->group = text_pool_add(&markers.texts, text, strlen(text));
        marker->icon = "pin";
        marker->text = marker->link = marker->picture = "";
        strcpy(marker->color, "#112233");
        marker->x = (int64_t)(i * 7919 % 30000) * 1000000 - INT64_C(15000000000);
        marker->y = (int64_t)(i * 104729 % 30000) * 1000000 - INT64_C(15000000000);
    }
    return markers;
}

static void few_points_are_on_the_page(void **state)
{
    (void)state;
    struct markers markers = make_points(MARKERS_ON_PAGE);
    struct marker_blocks blocks;
    assert_true(markers_are_on_page(&markers));
    assert_true(marker_blocks_make(&markers, &blocks));
    assert_int_equal(blocks.count, 0);
    marker_blocks_free(&blocks);
    markers_free(&markers);
}

static void check_blocks(const struct marker_blocks *blocks, size_t rows_max)
{
    size_t count = 0;
    bool *seen = calloc(blocks->markers->count, sizeof *seen);
    assert_non_null(seen);
    for (size_t i = 0; i < blocks->count; i++) {
        assert_int_equal(blocks->items[i].begin, count);
        assert_true(blocks->items[i].count > 0 && blocks->items[i].count <= rows_max);
        count += blocks->items[i].count;
    }
    for (size_t i = 0; i < count; i++) {
        assert_false(seen[blocks->order[i]]);
        seen[blocks->order[i]] = true;
    }
    assert_int_equal(count, blocks->markers->count);
    free(seen);
}

static void each_of_many_is_in_one_block(void **state)
{
    (void)state;
    struct markers markers = make_points(MARKERS_MAX);
    struct marker_blocks blocks;
    assert_true(marker_blocks_make(&markers, &blocks));
    assert_true(blocks.count >= 100 && blocks.count <= MARKER_BLOCKS_MAX);
    check_blocks(&blocks, 1000);
    assert_int_equal(blocks.group_count, 3);
    assert_int_equal(blocks.groups[0].points + blocks.groups[1].points + blocks.groups[2].points,
                     MARKERS_MAX);
    marker_blocks_free(&blocks);
    for (size_t i = 0; i < markers.count; i++) { /* all in one place */
        markers.items[i].x = markers.items[i].y = 5;
    }
    assert_true(marker_blocks_make(&markers, &blocks));
    assert_int_equal(blocks.count, 1);
    check_blocks(&blocks, MARKERS_MAX);
    marker_blocks_free(&blocks);
    markers_free(&markers);
}

static void groups_are_bounded(void **state)
{
    (void)state;
    struct markers markers = make_points(MARKERS_ON_PAGE + 1);
    struct marker_blocks blocks;
    for (size_t i = 0; i < markers.count; i++) {
        char name[32];
        snprintf(name, sizeof name, "Own %zu", i);
        markers.items[i].group = text_pool_add(&markers.texts, name, strlen(name));
    }
    assert_true(marker_blocks_make(&markers, &blocks));
    assert_int_equal(blocks.group_count, MARKER_GROUPS_MAX);
    assert_int_equal(blocks.groups[MARKER_GROUPS_MAX - 1].points,
                     MARKERS_ON_PAGE + 1 - (MARKER_GROUPS_MAX - 1));
    assert_true(blocks.has_more_groups);
    struct buffer text = {0};
    struct json json = json_to(&text, JSON_SCRIPT);
    json_object(&json, NULL);
    marker_blocks_data(&json, &blocks);
    json_end(&json);
    buffer_u8(&text, 0);
    assert_non_null(strstr((const char *)text.data, "\"name\":\"Own 198\""));
    assert_non_null(strstr((const char *)text.data, "\"name\":\"Others\""));
    assert_null(strstr((const char *)text.data, "\"name\":\"Own 199\""));
    buffer_free(&text);
    marker_blocks_free(&blocks);
    markers_free(&markers);
}

static void a_script_has_rows(void **state)
{
    (void)state;
    struct markers markers = make_points(2);
    struct marker_vertex vertices[] = {{10000000, 0}, {15500000, -2000000}, {20000000, 10000000}};
    struct marker_blocks blocks;
    struct buffer text = {0};
    markers.vertices = malloc(sizeof vertices);
    assert_non_null(markers.vertices);
    memcpy(markers.vertices, vertices, sizeof vertices);
    markers.vertex_count = 3;
    markers.items[0].shape = MARKER_LINE;
    markers.items[0].vertex_count = 2;
    markers.items[1].shape = MARKER_AREA;
    markers.items[1].vertex_count = 3;
    markers.items[1].group = markers.items[0].group;
    strcpy(markers.items[1].color, "#ffffff");
    markers.items[1].text = "</script>";
    markers.items[0].x = markers.items[1].x = 10000000;
    markers.items[0].y = markers.items[1].y = 0;
    assert_true(marker_blocks_make(&markers, &blocks));
    assert_int_equal(blocks.count, 1);
    marker_blocks_script(&text, &blocks, 0);
    buffer_u8(&text, 0);
    assert_string_equal(
        (const char *)text.data,
        "adtmap.points[0] = [\n"
        "[0,\"Wolf 0\",[10,0,5.5,-2],0],\n"
        "[0,\"Wolf 1\",[10,0,5.5,-2,4.5,12],1,0,\"#ffffff\",\"\\u003c/script>\"]];\n");
    buffer_clear(&text);
    struct json json = json_to(&text, JSON_SCRIPT);
    json_object(&json, NULL);
    marker_blocks_data(&json, &blocks);
    json_end(&json);
    buffer_u8(&text, 0);
    assert_string_equal((const char *)text.data,
                        "{\"points\":{\"groups\":[{\"name\":\"Group 0\",\"icon\":\"pin\",\"color\":"
                        "\"#112233\",\"hidden\":false,\"count\":2}],\"blocks\":[\n"
                        "[10,-2,20,10,10,0,2,[0,2]]]}}");
    size_t left;
    buffer_clear(&text);
    assert_true(marker_blocks_names(&text, &blocks, &left));
    buffer_u8(&text, 0);
    assert_string_equal((const char *)text.data, "adtmap.points.names = [\n"
                                                 "[0,\"Wolf 0\",0,1],\n"
                                                 "[0,\"Wolf 1\",0,1]];\n");
    assert_int_equal(left, 0);
    buffer_free(&text);
    marker_blocks_free(&blocks);
    markers_free(&markers);
}

/* One name in several groups and blocks; names that would be too large a script. */
static void names_say_where_they_are(void **state)
{
    (void)state;
    struct markers markers = make_points(MARKERS_MAX);
    struct marker_blocks blocks;
    struct buffer text = {0};
    size_t left, shared = 0;
    char *end = NULL;
    for (size_t i = 0; i < markers.count; i++) {
        if (i % 2) {
            markers.items[i].name = text_pool_add(&markers.texts, "Wolf", 4);
        }
    }
    assert_true(marker_blocks_make(&markers, &blocks));
    assert_true(marker_blocks_names(&text, &blocks, &left));
    buffer_u8(&text, 0);
    assert_int_equal(left, 0);
    for (int group = 0; group < 3; group++) {
        char begin[32];
        snprintf(begin, sizeof begin, "\n[%d,\"Wolf\",", group);
        const char *at = strstr((const char *)text.data, begin);
        assert_non_null(at);
        at += strlen(begin);
        for (unsigned long last = 0; *at != ']'; at = *end == ',' ? end + 1 : end) {
            unsigned long block = strtoul(at, &end, 10);
            assert_true(block < blocks.count && block >= last && *end == ',');
            shared += strtoul(end + 1, &end, 10);
            last = block + 1;
        }
    }
    assert_int_equal(shared, MARKERS_MAX / 2);

    for (size_t i = 0; i < markers.count; i++) {
        char name[MARKER_NAME_BYTES];
        int length = snprintf(name, sizeof name, "%0200zu", i);
        markers.items[i].name = text_pool_add(&markers.texts, name, (size_t)length);
    }
    buffer_clear(&text);
    assert_true(marker_blocks_names(&text, &blocks, &left));
    assert_in_range(left, MARKERS_MAX / 2, MARKERS_MAX);
    assert_in_range(text.size, MARKER_NAMES_BYTES_MAX, MARKER_NAMES_BYTES_MAX + 1000);
    buffer_free(&text);
    marker_blocks_free(&blocks);
    markers_free(&markers);
}

int test_marker_blocks(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(few_points_are_on_the_page),
        cmocka_unit_test(each_of_many_is_in_one_block),
        cmocka_unit_test(groups_are_bounded),
        cmocka_unit_test(a_script_has_rows),
        cmocka_unit_test(names_say_where_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
