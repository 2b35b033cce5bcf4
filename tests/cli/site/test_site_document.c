/* Site files as text: values, places, and what is said of what cannot be read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "cli/site/site_document.h"

static char path[] = "/tmp/adtmap-site-XXXXXX";

static enum adtmap_status read_text(const char *text, struct adtmap_message *failure,
                                    struct site_document **document)
{
    const struct diag diag = {.failure = failure};
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
    *failure = (struct adtmap_message){0};
    return site_document_read(path, &diag, document);
}

/* The text is refused at `place`, with `what` at the beginning of the message. */
static void assert_refused(const char *text, const char *place, const char *what)
{
    struct adtmap_message failure;
    struct site_document *document;
    assert_int_not_equal(read_text(text, &failure, &document), ADTMAP_OK);
    assert_null(document);
    assert_int_equal(strncmp(failure.file, path, strlen(path)), 0);
    assert_string_equal(failure.file + strlen(path), place);
    if (strncmp(failure.what, what, strlen(what)) != 0) {
        fail_msg("'%s' does not begin with '%s'", failure.what, what);
    }
}

static const struct site_cell *cell_of(const struct site_document *document,
                                       enum site_section section, size_t entry, const char *key)
{
    struct site_values values;
    struct site_keys keys;
    struct render_request request;
    render_request_default(&request);
    site_keys_list(section, &values, &request, &keys);
    size_t index = site_keys_find(&keys, key);
    assert_true(index < keys.count);
    return &site_document_cells(document, section, entry)[index];
}

static void test_values_and_lists_come_in_order(void **state)
{
    (void)state;
    struct adtmap_message failure;
    struct site_document *document;
    assert_int_equal(read_text("version: 1\n"
                               "title: \"A: b\"\n"
                               "data: [/one, two]\n"
                               "all: {size: 64}\n"
                               "maps:\n"
                               "  - name: A\n"
                               "  - {name: B, roofs: false, layer: [height]}\n",
                               &failure, &document),
                     ADTMAP_OK);
    assert_string_equal(cell_of(document, SITE_TOP, 0, "title")->text, "A: b");
    assert_int_equal(cell_of(document, SITE_TOP, 0, "data")->count, 2);
    assert_string_equal(cell_of(document, SITE_TOP, 0, "data")->items[0], "/one");
    assert_string_equal(cell_of(document, SITE_TOP, 0, "data")->items[1], "/tmp/two");
    assert_string_equal(cell_of(document, SITE_ALL, 0, "size")->text, "64");
    assert_int_equal(site_document_count(document, SITE_MAP), 2);
    assert_int_equal(site_document_count(document, SITE_RENDERING), 0);
    assert_string_equal(cell_of(document, SITE_MAP, 1, "roofs")->text, "false");
    assert_string_equal(cell_of(document, SITE_MAP, 1, "layer")->items[0], "height");
    assert_false(site_cell_is_given(cell_of(document, SITE_MAP, 0, "layer")));
    site_document_free(document);
}

static void test_a_failure_names_line_and_column(void **state)
{
    (void)state;
    struct adtmap_message failure;
    struct site_document *document;
    const struct diag diag = {.failure = &failure};
    assert_int_equal(read_text("version: 1\nmaps:\n- name: A\n  layer: [height,\n    area]\n",
                               &failure, &document),
                     ADTMAP_OK);
    const struct {
        struct site_place place;
        const char *wanted;
    } cases[] = {
        {{SITE_MAP, 0, "layer", 1, false}, ":5:5"}, {{SITE_MAP, 0, "layer", 0, true}, ":4:3"},
        {{SITE_MAP, 0, "size", 0, false}, ":3:3"},  {{SITE_MAP, 0, NULL, 0, false}, ":3:3"},
        {{SITE_TOP, 0, "maps", 9, false}, ":3:1"},  {{SITE_ALL, 0, "size", 0, false}, ":1:1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(site_document_fail(document, &diag, &cases[i].place, "wrong"),
                         ADTMAP_BAD_ARGUMENT);
        assert_string_equal(failure.file + strlen(path), cases[i].wanted);
    }
    site_document_free(document);
}

static void test_what_cannot_be_read_is_refused_at_its_place(void **state)
{
    (void)state;
    assert_refused("", ":1:1", "holds no keys");
    assert_refused("- a\n", ":1:1", "holds no keys");
    assert_refused("title: A\n", ":1:1", "'version: 1' is missing");
    assert_refused("version: one\n", ":1:10", "version: 'one' is not 1");
    assert_refused("version: [1\ntitle: A\n", ":2:6", "is not YAML");
    assert_refused("version: 1\nmaps: A\n", ":2:7", "maps: needs a list");
    assert_refused("version: 1\nmaps: [A]\n", ":2:8", "maps: needs keys with values");
    assert_refused("version: 1\nall: [A]\n", ":2:6", "all: needs keys with values");
    assert_refused("version: 1\nall:\n  size: [1]\n", ":3:10", "size: needs a single value");
}

/* libcyaml reports the place of the value before such a key. */
static void test_an_unknown_key_is_refused_where_it_stands(void **state)
{
    (void)state;
    assert_refused("version: 1\nall:\n  size: 64\n\n  roof: false\n", ":5:3",
                   "'roof' is not a key here; did you mean 'roofs'?");
    assert_refused("version: 1\nmaps:\n  - name: A\n  - name: B\n    name: C\n", ":5:5",
                   "'name' is given twice");
    assert_refused("version: 1\nbuilds:\n  - name: A\n    size: 64\n", ":4:5",
                   "'size' is not a key here; keys are name, data");
}

/* Else one of its new keys would be reported. */
static void test_a_later_version_is_refused_before_its_keys(void **state)
{
    (void)state;
    assert_refused("news: 1\nversion: 2\n", ":2:10", "version: 2 is later than this adtmap reads");
}

static void test_a_title_does_not_end_at_an_escaped_nul(void **state)
{
    (void)state;
    assert_refused("version: 1\ntitle: \"A\\0B\"\n", ":2:8", "has the character U+0000");
}

int test_site_document(void)
{
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    close(descriptor);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values_and_lists_come_in_order),
        cmocka_unit_test(test_a_failure_names_line_and_column),
        cmocka_unit_test(test_what_cannot_be_read_is_refused_at_its_place),
        cmocka_unit_test(test_an_unknown_key_is_refused_where_it_stands),
        cmocka_unit_test(test_a_later_version_is_refused_before_its_keys),
        cmocka_unit_test(test_a_title_does_not_end_at_an_escaped_nul),
    };
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(path);
    return failures;
}
