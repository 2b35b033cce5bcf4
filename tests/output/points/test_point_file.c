/* Lines of points: quotes over ends of lines, lines that are too long, quotes that do not end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "output/points/point_file.h"

/* Opens a text as a file, which close() ends. */
static struct point_file open_text(const struct buffer *text)
{
    struct point_file file = {.file = fmemopen(text->data, text->size, "rb"), .name = "text"};
    assert_non_null(file.file);
    return file;
}

static void expect_line(struct point_file *file, uint64_t number, const char *wanted)
{
    const char *line;
    size_t length;
    assert_int_equal(point_file_next(file, POINT_CSV, &line, &length), POINT_LINE);
    assert_int_equal(length, strlen(wanted));
    assert_memory_equal(line, wanted, length);
    assert_int_equal(file->line, number);
}

static void expect_wrong(struct point_file *file, uint64_t number, const char *problem)
{
    const char *line;
    size_t length;
    assert_int_equal(point_file_next(file, POINT_CSV, &line, &length), POINT_LINE_WRONG);
    assert_string_equal(file->problem, problem);
    assert_int_equal(file->line, number);
}

static void expect_end(struct point_file *file)
{
    const char *line;
    size_t length;
    assert_int_equal(point_file_next(file, POINT_CSV, &line, &length), POINT_LINE_END);
    point_file_close(file);
}

static void add_text(struct buffer *text, const char *more)
{
    buffer_append(text, more, strlen(more));
}

static void lines_go_on_within_quotes(void **state)
{
    (void)state;
    struct buffer text = {0};
    add_text(&text, "\xEF\xBB\xBF"
                    "a,\"one\ntwo\"\r\n\n\"say \"\"so\"\"\",6\" nail\n\"\",b");
    struct point_file file = open_text(&text);
    expect_line(&file, 1, "a,\"one\ntwo\"");
    expect_line(&file, 4, "\"say \"\"so\"\"\",6\" nail");
    expect_line(&file, 5, "\"\",b");
    expect_end(&file);
    buffer_free(&text);
}

/* The line where it opens is left out, wherever another quote or the end of the file shows it. */
static void a_quote_that_does_not_end_takes_one_line(void **state)
{
    (void)state;
    struct buffer text = {0};
    add_text(
        &text,
        "1,\"open\n2,b\n3,\"c, d\"\n4,\"two\nlines\",\"open\n6,f\n7,\"closed\" early\n8,\"end");
    struct point_file file = open_text(&text);
    expect_wrong(&file, 1, point_text_open_quote);
    expect_line(&file, 2, "2,b");
    expect_line(&file, 3, "3,\"c, d\"");
    expect_wrong(&file, 5, point_text_open_quote);
    expect_line(&file, 6, "6,f");
    expect_wrong(&file, 7, point_text_open_quote);
    expect_wrong(&file, 8, point_text_open_quote);
    expect_end(&file);
    buffer_free(&text);
}

/* A file far longer than the buffer, without another quote. */
static void a_quote_is_given_up_within_bounds(void **state)
{
    enum { LINES = 400000 };
    (void)state;
    struct buffer text = {0};
    add_text(&text, "0,\"open\n");
    for (int i = 1; i <= LINES; i++) {
        buffer_printf(&text, "%d,plain\n", i);
    }
    struct point_file file = open_text(&text);
    expect_wrong(&file, 1, point_text_open_quote);
    for (int i = 1; i <= LINES; i++) {
        char wanted[32];
        snprintf(wanted, sizeof wanted, "%d,plain", i);
        expect_line(&file, (uint64_t)i + 1, wanted);
    }
    assert_true(file.buffer.size < 2 * POINT_LINE_MAX);
    expect_end(&file);
    buffer_free(&text);
}

static void a_line_that_is_too_long_is_passed_over(void **state)
{
    (void)state;
    struct buffer text = {0};
    add_text(&text, "1,a\n2,\"");
    for (size_t i = 0; i < 5 * (size_t)POINT_LINE_MAX; i++) {
        buffer_u8(&text, i == 4 * (size_t)POINT_LINE_MAX ? '"' : 'x');
    }
    add_text(&text, "\n3,c");
    struct point_file file = open_text(&text);
    expect_line(&file, 1, "1,a");
    expect_wrong(&file, 2, "more than 1 MiB");
    expect_line(&file, 3, "3,c");
    expect_end(&file);
    buffer_free(&text);
}

static void fields_are_split_as_lines_are_found(void **state)
{
    (void)state;
    struct point_fields fields = {0};
    const char *line = "\"a, \"\"b\"\"\",6\" nail,\"\",\"two\nlines\",";
    static const char *const wanted[] = {"a, \"b\"", "6\" nail", "", "two\nlines", ""};
    assert_null(point_text_split(POINT_CSV, line, strlen(line), &fields));
    assert_int_equal(fields.count, 5);
    for (size_t i = 0; i < 5; i++) {
        assert_string_equal(fields.fields[i].text, wanted[i]);
    }
    assert_string_equal(point_text_split(POINT_CSV, "a,\"b", 4, &fields), point_text_open_quote);
    assert_string_equal(point_text_split(POINT_CSV, "\"a\"b", 4, &fields), point_text_open_quote);
    point_fields_free(&fields);
}

static void semicolons_stand_in_place_of_commas(void **state)
{
    (void)state;
    static const char line[] = "a,b;\"c;\"\"d\"\"\";";
    struct point_fields fields = {0};
    struct buffer out = {0};
    assert_null(point_text_split(POINT_SEMICOLONS, line, strlen(line), &fields));
    assert_int_equal(fields.count, 3);
    assert_string_equal(fields.fields[0].text, "a,b");
    assert_string_equal(fields.fields[1].text, "c;\"d\"");
    assert_string_equal(fields.fields[2].text, "");
    for (size_t i = 0; i < fields.count; i++) {
        point_text_put(&out, POINT_SEMICOLONS, i == 0, NULL, &fields.fields[i]);
    }
    assert_int_equal(out.size, strlen(line));
    assert_memory_equal(out.data, line, strlen(line));
    buffer_free(&out);
    point_fields_free(&fields);
}

static void the_first_line_that_is_not_empty_says_the_kind(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        enum point_kind kind;
        bool is_chat;
    } files[] = {
        {"\n\r\n\nmap,x,y\n", POINT_CSV, false},
        {"\nmap\tx\n", POINT_TSV, false},
        {"map;x;y\n", POINT_SEMICOLONS, false},
        {"name;of,x,y\n", POINT_CSV, false},
        {"0;-8949,95;-132,49\n", POINT_SEMICOLONS, false},
        {"x;y;\"name, title, more\"\n", POINT_SEMICOLONS, false},
        {"\"x;y;z\",a\n", POINT_CSV, false},
        {" \t {\"x\": 1, \"Map:\": 2}\n", POINT_JSONL, false},
        {"\xEF\xBB\xBF\r\n  {}", POINT_JSONL, false},
        {"\tx\ty\n", POINT_TSV, false},
        {"\nMap: 0 (Demo)\n", POINT_TSV, true},
        {"\n\n", POINT_TSV, false},
        {"\r", POINT_TSV, false},
        {"", POINT_TSV, false},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct point_file file = {.bytes = (const uint8_t *)files[i].text,
                                  .bytes_left = strlen(files[i].text)};
        assert_int_equal(point_file_kind(&file), files[i].kind);
        size_t length;
        const char *line = point_file_look(&file, NULL, &length);
        assert_int_equal(point_file_is_chat(line, length), files[i].is_chat);
        point_file_close(&file);
    }
}

static void a_line_has_256_fields_at_most(void **state)
{
    (void)state;
    static const struct {
        const char *begin, *first, *next, *end, *problem;
    } kinds[POINT_KINDS] = {
        [POINT_TSV] = {"", "1", "\t1", "", "more than 256 columns"},
        [POINT_CSV] = {"", "1", ",1", "", "more than 256 columns"},
        [POINT_JSONL] = {"{", "\"a\":1", ",\"a\":1", "}", "more than 256 members"},
        [POINT_SEMICOLONS] = {"", "1", ";1", "", "more than 256 columns"},
    };
    for (enum point_kind kind = 0; kind < POINT_KINDS; kind++) {
        for (int count = POINT_FIELDS_MAX; count <= POINT_FIELDS_MAX + 1; count++) {
            struct point_fields fields = {0};
            struct buffer text = {0};
            add_text(&text, kinds[kind].begin);
            for (int i = 0; i < count; i++) {
                add_text(&text, i == 0 ? kinds[kind].first : kinds[kind].next);
            }
            add_text(&text, kinds[kind].end);
            const char *problem =
                point_text_split(kind, (const char *)text.data, text.size, &fields);
            if (count == POINT_FIELDS_MAX) {
                assert_null(problem);
                assert_int_equal(fields.count, 256);
            } else {
                assert_string_equal(problem, kinds[kind].problem);
            }
            point_fields_free(&fields);
            buffer_free(&text);
        }
    }
}

/* The file of 31 million such lines took 20 seconds. Standard input may be a server's, which never
 * ends. */
static void a_file_of_wrong_lines_is_given_up(void **state)
{
    (void)state;
    struct point_file file = {0};
    struct point_file standard = {.file = stdin};
    for (uint32_t i = 0; i < POINT_WRONG_LINES_MAX; i++) {
        assert_true(point_file_goes_on(&file) && point_file_goes_on(&standard));
    }
    assert_false(point_file_goes_on(&file));
    assert_true(point_file_goes_on(&standard));
}

int test_point_file(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_go_on_within_quotes),
        cmocka_unit_test(a_file_of_wrong_lines_is_given_up),
        cmocka_unit_test(a_quote_that_does_not_end_takes_one_line),
        cmocka_unit_test(a_quote_is_given_up_within_bounds),
        cmocka_unit_test(a_line_that_is_too_long_is_passed_over),
        cmocka_unit_test(fields_are_split_as_lines_are_found),
        cmocka_unit_test(semicolons_stand_in_place_of_commas),
        cmocka_unit_test(the_first_line_that_is_not_empty_says_the_kind),
        cmocka_unit_test(a_line_has_256_fields_at_most),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
