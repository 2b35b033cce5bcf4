/* Facts as lines for people. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cli/report/outline.h"

static void write_facts(struct json *json)
{
    json_object(json, NULL);
    json_string(json, "some_name", "a\x1b[31m");
    json_number(json, "first_offset", 255);
    json_bool(json, "is_on", true);
    json_array(json, "empty");
    json_end(json);
    json_array(json, "box");
    json_number(json, NULL, 1.5);
    json_number(json, NULL, -2);
    json_end(json);
    json_array(json, "flags_set");
    json_string(json, NULL, "one");
    json_string(json, NULL, "two");
    json_end(json);
    json_array(json, "files");
    json_string(json, NULL, "a.blp");
    json_string(json, NULL, "b.blp");
    json_end(json);
    json_array(json, "map_chunks"); /* a long list */
    json_object(json, NULL);
    json_string(json, "chunk", "0_0");
    json_array(json, "layers");
    json_object(json, NULL);
    json_string(json, "texture", "a.blp");
    json_end(json);
    json_end(json);
    json_end(json);
    json_end(json);
    json_number(json, "map_chunks_left_out", 3);
    json_array(json, "groups");
    for (int i = 0; i < 2; i++) {
        json_object(json, NULL);
        json_number(json, "group", i);
        json_array(json, "file_ids");
        json_number(json, NULL, 7);
        json_end(json);
        json_array(json, "none");
        json_end(json);
        json_array(json, "chunks");
        json_object(json, NULL);
        json_string(json, "id", "MOVT");
        json_number(json, "bytes", 12);
        json_end(json);
        json_end(json);
        json_end(json);
    }
    json_end(json);
    json_end(json);
}

static void assert_outline(bool is_long, bool is_terminal, const char *wanted)
{
    struct buffer text = {0};
    struct outline outline;
    outline_open(&outline, &text, is_long, is_terminal);
    write_facts(&outline.json);
    buffer_u8(&text, 0);
    assert_false(text.failed);
    assert_string_equal((const char *)text.data, wanted);
    buffer_free(&text);
}

#define BEFORE                                                                                     \
    "  first offset: 0xff\n"                                                                       \
    "  is on: yes\n"                                                                               \
    "  box: 1.5 -2\n"                                                                              \
    "  flags set: one two\n"                                                                       \
    "  files:\n    a.blp\n    b.blp\n"
#define BEHIND                                                                                     \
    "  groups:\n"                                                                                  \
    "    0, file ids 7\n      MOVT, bytes 12\n"                                                    \
    "    1, file ids 7\n      MOVT, bytes 12\n"

static void a_fact_is_a_line_and_an_object_of_a_list_too(void **state)
{
    (void)state;
    assert_outline(false, false, "  some name: a\x1b[31m\n" BEFORE BEHIND);
}

static void long_lists_are_shown_when_they_are_asked_for(void **state)
{
    (void)state;
    assert_outline(true, false,
                   "  some name: a\x1b[31m\n" BEFORE
                   "  map chunks:\n    0_0\n      a.blp\n  map chunks left out: 3\n" BEHIND);
}

static void a_terminal_is_not_steered(void **state)
{
    (void)state;
    assert_outline(false, true, "  some name: a?[31m\n" BEFORE BEHIND);
}

int test_outline(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fact_is_a_line_and_an_object_of_a_list_too),
        cmocka_unit_test(long_lists_are_shown_when_they_are_asked_for),
        cmocka_unit_test(a_terminal_is_not_steered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
