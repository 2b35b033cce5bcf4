/* Bad JSON, a lack of memory and too many values are different errors. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "output/json_read.h"

static struct adtmap_message failure;
static const struct diag diag = {"some.json", NULL, &failure};

static enum adtmap_status parse(const char *text, cJSON **root)
{
    failure = (struct adtmap_message){0};
    return json_parse((const uint8_t *)text, strlen(text), "a list", &diag, root);
}

static void one_value_is_read(void **state)
{
    (void)state;
    cJSON *root;
    assert_int_equal(parse(" [1, 2]\r\n\t ", &root), ADTMAP_OK);
    assert_int_equal(cJSON_GetArraySize(root), 2);
    cJSON_Delete(root);
}

static void the_place_of_what_is_wrong_is_named(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        const char *place;
    } cases[] = {{"nothing", "some.json:1:1"},
                 {"[1, 2] 3", "some.json:1:7"},
                 {"[1, two]", "some.json:1:5"},
                 {"[1,\r\n \"\xc3\xb6\", two]", "some.json:2:7"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cJSON *root;
        assert_int_equal(parse(cases[i].text, &root), ADTMAP_BAD_DATA);
        assert_null(root);
        assert_string_equal(failure.file, cases[i].place);
        assert_string_equal(failure.what, "is not JSON from here on; wanted: a list");
    }
}

static size_t left; /* allocations that succeed */

static void *few(size_t size)
{
    if (left == 0) {
        errno = ENOMEM;
        return NULL;
    }
    left--;
    return malloc(size);
}

static void want_of_memory_is_no_fault_of_the_text(void **state)
{
    (void)state;
    cJSON_Hooks hooks = {few, free};
    cJSON *root = NULL;
    size_t most = 0;
    cJSON_InitHooks(&hooks);
    while (left = most, parse("{\"a\": [\"b\", 1]}", &root) != ADTMAP_OK) {
        assert_string_equal(failure.what, "out of memory");
        assert_null(root);
        most++;
    }
    cJSON_InitHooks(NULL);
    cJSON_Delete(root);
    assert_true(most >= 4);
}

/* "[1,1,1...": two bytes of text a value. */
static void a_flood_of_values_is_refused_before_it_is_read(void **state)
{
    (void)state;
    enum { VALUES = JSON_TREE_BYTES_MAX / sizeof(cJSON) };
    cJSON *root;
    char *text = malloc(2 * VALUES + 2);
    assert_non_null(text);
    for (size_t i = 0; i < VALUES; i++) {
        text[2 * i] = i > 0 ? ',' : '[';
        text[2 * i + 1] = '1';
    }
    strcpy(text + 2 * VALUES, "]");
    assert_int_equal(parse(text, &root), ADTMAP_LIMIT);
    assert_null(root);
    assert_string_equal(failure.what,
                        "has so many values that reading them would take over 400 MiB");
    text[1] = '"'; /* the same commas within one string */
    text[2 * VALUES - 1] = '"';
    assert_int_equal(parse(text, &root), ADTMAP_OK);
    cJSON_Delete(root);
    free(text);
}

int test_json_read(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_value_is_read),
        cmocka_unit_test(the_place_of_what_is_wrong_is_named),
        cmocka_unit_test(want_of_memory_is_no_fault_of_the_text),
        cmocka_unit_test(a_flood_of_values_is_refused_before_it_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
