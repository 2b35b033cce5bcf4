/* The writer of JSON: its styles, numbers, escapes, and a failure that stays. */
#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <cjson/cJSON.h>

#include "base/json.h"

/* Compares the text, and frees it. */
static void assert_text(struct buffer *text, const char *wanted)
{
    buffer_u8(text, 0);
    assert_false(text->failed);
    assert_string_equal((const char *)text->data, wanted);
    buffer_free(text);
}

/* {"a": 1, "b": [true, null, {"c": "d"}], "e": [], "f": {}} */
static void write_sample(struct json *json)
{
    json_object(json, NULL);
    json_number(json, "a", 1);
    json_array(json, "b");
    json_bool(json, NULL, true);
    json_null(json, NULL);
    json_object(json, NULL);
    json_string(json, "c", "d");
    json_string(json, "left out", NULL);
    json_end(json);
    json_end(json);
    json_array(json, "e");
    json_end(json);
    json_object(json, "f");
    json_end(json);
    json_end(json);
}

static void each_style_has_its_white_space(void **state)
{
    static const char *const wanted[] = {
        [JSON_INDENTED] =
            ("{\n\t\"a\":\t1,\n\t\"b\":\t[true, null, {\n\t\t\t\"c\":\t\"d\"\n\t\t}],\n"
             "\t\"e\":\t[],\n\t\"f\":\t{\n\t}\n}"),
        [JSON_COMPACT] = "{\"a\":1,\"b\":[true,null,{\"c\":\"d\"}],\"e\":[],\"f\":{}}",
        [JSON_PAGE] = "{\"a\": 1, \"b\": [true, null, {\"c\": \"d\"}], \"e\": [], \"f\": {}}",
        [JSON_SCRIPT] = "{\"a\":1,\"b\":[true,null,{\"c\":\"d\"}],\"e\":[],\"f\":{}}",
    };
    (void)state;
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        struct buffer text = {0};
        struct json json = json_to(&text, (enum json_style)i);
        write_sample(&json);
        assert_text(&text, wanted[i]);
    }
}

static void lines_and_breaks_stand_where_they_are_asked_for(void **state)
{
    (void)state;
    struct buffer text = {0};
    struct json json = json_to(&text, JSON_COMPACT);
    json_object(&json, NULL);
    json_lines(&json, 2);
    json_array(&json, "a");
    json_lines(&json, 4);
    json_number(&json, NULL, 1);
    json_number(&json, NULL, 2);
    json_end(&json);
    json_array(&json, "b");
    json_break(&json, 0);
    json_number(&json, NULL, 3);
    json_set_style(&json, JSON_PAGE);
    json_number(&json, NULL, 4);
    json_break(&json, 2);
    json_end(&json);
    json_end(&json);
    assert_text(&text, "{\n  \"a\": [\n    1,\n    2\n  ],\n  \"b\": [\n3, 4\n  ]\n}");
}

static void what_pages_may_misread_is_escaped(void **state)
{
    static const char odd[] = "a\"b\\c\n\x7f</script>\xe2\x80\xa8\xe2\x80\xa9\xc3\xa9\xff!";
    (void)state;
    struct buffer text = {0};
    struct json json = json_to(&text, JSON_PAGE);
    json_string(&json, NULL, odd);
    assert_text(&text, "\"a\\\"b\\\\c\\u000a\\u007f\\u003c/script>\\u2028\\u2029\xc3\xa9?!\"");
    json = json_to(&text, JSON_COMPACT);
    json_string(&json, NULL, odd);
    assert_text(&text, "\"a\\\"b\\\\c\\n\x7f</script>\xe2\x80\xa8\xe2\x80\xa9\xc3\xa9?!\"");
    json_string(&json, NULL, "\x01\b\f\r\t\x1f");
    assert_text(&text, "\"\\u0001\\b\\f\\r\\t\\u001f\"");
}

/* cJSON, which reads what we write, prints numbers in the same way. */
static void assert_number(double value)
{
    struct buffer text = {0};
    struct json json = json_to(&text, JSON_COMPACT);
    cJSON *item = cJSON_CreateNumber(value);
    char *wanted = cJSON_PrintUnformatted(item);
    json_number(&json, NULL, value);
    assert_text(&text, wanted);
    cJSON_free(wanted);
    cJSON_Delete(item);
}

static void numbers_read_back_as_they_were(void **state)
{
    static const double few[] = {0,    -0.0,        1,    -17066.666666667, 0.1,      (double)0.1F,
                                 1e21, 4294967295., 5e-9, 123456789012345., INFINITY, NAN};
    uint64_t bits = 1;
    (void)state;
    for (size_t i = 0; i < sizeof few / sizeof *few; i++) {
        assert_number(few[i]);
    }
    for (int i = 0; i < 20000; i++) {
        double value;
        bits = bits * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        memcpy(&value, &bits, sizeof value);
        assert_number(value);
        assert_number((double)(float)value);
        assert_number((double)(int32_t)(bits >> 40) / 1000.0);
    }
}

static void decimals_have_the_places_they_need(void **state)
{
    static const struct {
        int64_t millionths;
        const char *wanted;
    } cases[] = {{0, "0"},           {1, "0.000001"},
                 {-1500000, "-1.5"}, {17066666667, "17066.666667"},
                 {100000000, "100"}, {-120, "-0.00012"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct buffer text = {0};
        struct json json = json_to(&text, JSON_PAGE);
        json_decimal(&json, NULL, cases[i].millionths);
        assert_text(&text, cases[i].wanted);
    }
}

static void a_locale_with_a_comma_changes_nothing(void **state)
{
    (void)state;
    if (!setlocale(LC_NUMERIC, "de_DE.UTF-8")) {
        skip();
    }
    struct buffer text = {0};
    struct json json = json_to(&text, JSON_COMPACT);
    json_array(&json, NULL);
    json_number(&json, NULL, 0.1);
    json_float(&json, NULL, 2.5F);
    json_decimal(&json, NULL, 1500000);
    json_end(&json);
    setlocale(LC_NUMERIC, "C");
    assert_text(&text, "[0.1,2.5,1.5]");
}

/* It was ".an". */
static void a_float_that_is_no_number_is_null(void **state)
{
    (void)state;
    struct buffer text = {0};
    struct json json = json_to(&text, JSON_COMPACT);
    json_array(&json, NULL);
    json_float(&json, NULL, NAN);
    json_float(&json, NULL, -INFINITY);
    json_end(&json);
    assert_text(&text, "[null,null]");
}

struct sample {
    bool is_on;
    uint8_t u8, bytes[3];
    uint16_t u16;
    uint32_t u32;
    uint64_t u64;
    int32_t i32;
    float real, reals[2];
    double wide, wides[2];
    const char *text, *none;
    char letters[4];
};

static void rows_name_the_members_of_a_struct(void **state)
{
    static const struct json_field fields[] = {
        JSON_FIELD("on", struct sample, is_on),        JSON_FIELD("u8", struct sample, u8),
        JSON_FIELD("b", struct sample, bytes),         JSON_FIELD("u16", struct sample, u16),
        JSON_FIELD("u32", struct sample, u32),         JSON_FIELD("u64", struct sample, u64),
        JSON_FIELD("i32", struct sample, i32),         JSON_FIELD("f", struct sample, real),
        JSON_FIELD("fs", struct sample, reals),        JSON_FIELD("d", struct sample, wide),
        JSON_FIELD("ds", struct sample, wides),        JSON_FIELD("t", struct sample, text),
        JSON_FIELD("n", struct sample, none),          JSON_FIELD("c", struct sample, letters),
        JSON_FIELD("second", struct sample, reals[1]),
    };
    const struct sample sample = {true, 255,  {1, 2, 3},     65535, 4294967295U, UINT64_C(1) << 40,
                                  -5,   0.5F, {1.5F, -2.5F}, 0.25,  {3.0, 4.5},  "x",
                                  NULL, "abc"};
    (void)state;
    struct buffer text = {0};
    struct json json = json_to(&text, JSON_COMPACT);
    json_object(&json, NULL);
    json_fields(&json, fields, sizeof fields / sizeof *fields, &sample);
    json_end(&json);
    assert_text(&text, "{\"on\":true,\"u8\":255,\"b\":[1,2,3],\"u16\":65535,\"u32\":4294967295,"
                       "\"u64\":1099511627776,\"i32\":-5,\"f\":0.5,\"fs\":[1.5,-2.5],\"d\":0.25,"
                       "\"ds\":[3,4.5],\"t\":\"x\",\"c\":\"abc\",\"second\":-2.5}");
}

/* The buffer says so at the end, whatever was written behind it. */
static void a_failure_stays(void **state)
{
    (void)state;
    struct buffer text = {.failed = true};
    struct json json = json_to(&text, JSON_INDENTED);
    write_sample(&json);
    assert_true(text.failed);
    assert_int_equal(text.size, 0);
    buffer_free(&text);
}

int test_json(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_style_has_its_white_space),
        cmocka_unit_test(lines_and_breaks_stand_where_they_are_asked_for),
        cmocka_unit_test(what_pages_may_misread_is_escaped),
        cmocka_unit_test(numbers_read_back_as_they_were),
        cmocka_unit_test(decimals_have_the_places_they_need),
        cmocka_unit_test(a_locale_with_a_comma_changes_nothing),
        cmocka_unit_test(a_float_that_is_no_number_is_null),
        cmocka_unit_test(rows_name_the_members_of_a_struct),
        cmocka_unit_test(a_failure_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
