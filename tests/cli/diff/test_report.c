/* The structure of reports: what readers are told of together, and what programs get. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cli/diff/report.h"

static void describe_item(struct json *json, const struct report_part *part,
                          const struct report_item *item)
{
    (void)part;
    json_number(json, "n", item->number);
}

static void describe_part(struct json *json, const struct report_part *part)
{
    json_string(json, "name", report_text_of(part, part->name));
}

static const struct report_kind tile = {
    .word = "tile", .array = "tiles", .describe = describe_item};
static const struct report_kind tree = {
    .word = "doodad", .array = "trees", .is_grouped = true, .describe = describe_item};
static const struct report_kind map = {.word = "map"};
static const struct report_part_kind kind = {
    .arrays = {"tiles", "trees"}, .array_if = "trees", .describe = describe_part};

static struct report_item *add(struct report_part *part, const struct report_kind *of,
                               const char *name, const char *word, const char *reason)
{
    struct report_item *item = report_add(part, of, REPORT_DIFFERENT, word, (uint32_t)part->count);
    assert_non_null(item);
    item->name = report_text(part, name);
    item->reason = reason ? report_text(part, reason) : 0;
    return item;
}

static struct report_part *begin(struct report *report)
{
    struct report_part *part = report_add_part(report, &kind, NULL);
    assert_non_null(part);
    part->name = report_text(part, "Demo");
    return part;
}

static void trees_of_a_name_and_word_are_told_together(void **state)
{
    struct report report = {0};
    struct buffer room = {0};
    struct report_part *part = begin(&report);
    add(part, &tile, "1_2", "changed", "height");
    add(part, &tile, "1_2", "changed", NULL);
    add(part, &tree, "oak", "moved", "5 at 1_2");
    add(part, &tree, "oak", "moved", "6 at 1_2");
    add(part, &tree, "oak", "added", "7 at 1_2");
    add(part, &tree, "elm", "added", "8 at 1_2");
    const size_t sizes[] = {1, 1, 2, 1, 1, 1};
    for (size_t i = 0; i < part->count; i++) {
        assert_int_equal(report_group(part, i), sizes[i]);
    }
    assert_string_equal(report_label(part, 0, &room), "Demo tile 1_2");
    assert_string_equal(report_message(part, 0, &room), "changed: height");
    assert_string_equal(report_message(part, 1, &room), "changed");
    assert_string_equal(report_label(part, 2, &room), "Demo doodad oak");
    assert_string_equal(report_message(part, 2, &room), "moved (2 times)");
    assert_string_equal(report_message(part, 4, &room), "added: 7 at 1_2");
    part->is_long = true;
    assert_int_equal(report_group(part, 2), 1);
    assert_string_equal(report_message(part, 2, &room), "moved: 5 at 1_2");
    buffer_free(&room);
    report_free(&report);
    (void)state;
}

static void programs_get_each_item_in_its_array(void **state)
{
    struct report report = {0};
    struct buffer text = {0};
    struct report_part *part = begin(&report);
    add(part, &tree, "oak", "moved", NULL);
    add(part, &tree, "oak", "moved", NULL);
    add(part, &map, "", "", NULL);
    struct json json = json_to(&text, JSON_COMPACT);
    report_json(&json, part);
    buffer_u8(&text, 0);
    assert_string_equal((char *)text.data,
                        "{\"name\":\"Demo\",\"tiles\":[],\"trees\":[{\"n\":0},{\"n\":1}]}");
    buffer_free(&text);
    report_free(&report);

    part = begin(&report);
    add(part, &tile, "1_2", "added", NULL);
    json = json_to(&text, JSON_COMPACT);
    report_json(&json, part);
    buffer_u8(&text, 0);
    assert_string_equal((char *)text.data, "{\"name\":\"Demo\",\"tiles\":[{\"n\":0}]}");
    buffer_free(&text);
    report_free(&report);
    (void)state;
}

static void a_headline_counts_maps_or_pictures(void **state)
{
    struct report report = {0};
    struct buffer text = {0};
    struct report_part *part = begin(&report);
    report_add(part, &tile, REPORT_SAME, "", 0);
    report_append_headline(&text, &report);
    buffer_u8(&text, 0);
    assert_string_equal((char *)text.data, "The map is the same");
    part = begin(&report);
    report_add(part, &tile, REPORT_REMOVED, "removed", 0);
    report_add(part, &tile, REPORT_UNREADABLE, "unreadable", 1);
    buffer_clear(&text);
    report_append_headline(&text, &report);
    buffer_u8(&text, 0);
    assert_string_equal((char *)text.data, "1 of 2 maps differs");
    report_free(&report);

    part = begin(&report);
    part->name = 0;
    report_add(part, &tile, REPORT_SAME, "", 0);
    report_add(part, &tile, REPORT_REMOVED, "removed", 1);
    report_add(part, &tile, REPORT_UNREADABLE, "unreadable", 2);
    buffer_clear(&text);
    report_append_headline(&text, &report);
    buffer_printf(&text, ": ");
    report_append_counts(&text, &report, REPORT_SAME);
    buffer_u8(&text, 0);
    assert_string_equal((char *)text.data,
                        "2 of 3 pictures differ: 1 the same, 1 removed, 1 unreadable");
    buffer_free(&text);
    report_free(&report);
    (void)state;
}

int test_report(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_of_a_name_and_word_are_told_together),
        cmocka_unit_test(programs_get_each_item_in_its_array),
        cmocka_unit_test(a_headline_counts_maps_or_pictures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
