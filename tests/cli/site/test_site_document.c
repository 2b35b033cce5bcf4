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
#include "os/file.h"

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

/* The text is refused at `place`, of which the column may be left out, with `what` at the beginning
 * of the message. */
static void assert_refused(const char *text, const char *place, const char *what)
{
    struct adtmap_message failure;
    struct site_document *document;
    assert_int_not_equal(read_text(text, &failure, &document), ADTMAP_OK);
    assert_null(document);
    assert_int_equal(strncmp(failure.file, path, strlen(path)), 0);
    size_t compared = place[strlen(place) - 1] == ':' ? strlen(place) : SIZE_MAX;
    assert_int_equal(strncmp(failure.file + strlen(path), place, compared), 0);
    if (strncmp(failure.what, what, strlen(what)) != 0) {
        fail_msg("'%s' does not begin with '%s'", failure.what, what);
    }
}

static const struct site_node *value_of(const struct site_document *document,
                                        enum site_section section, size_t entry, const char *key)
{
    const struct site_place place = {section, entry, key, 0, false};
    return site_document_value(document, &place);
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
    assert_string_equal(value_of(document, SITE_TOP, 0, "title")->text, "A: b");
    const struct site_child *data = value_of(document, SITE_TOP, 0, "data")->first;
    assert_string_equal(data->value->path, "/one");
    assert_string_equal(data->next->value->path, "/tmp/two");
    assert_null(data->next->next);
    assert_string_equal(value_of(document, SITE_ALL, 0, "size")->text, "64");
    assert_int_equal(site_document_count(document, SITE_MAP), 2);
    assert_int_equal(site_document_count(document, SITE_RENDERING), 0);
    assert_string_equal(value_of(document, SITE_MAP, 1, "roofs")->text, "false");
    assert_string_equal(value_of(document, SITE_MAP, 1, "layer")->first->value->text, "height");
    assert_null(value_of(document, SITE_MAP, 0, "layer"));
    assert_null(value_of(document, SITE_MAP, 2, "layer"));
    site_document_free(document);
}

/* Aliases could make millions of a short file. */
static void test_maps_of_worlds_know_their_world(void **state)
{
    (void)state;
    struct adtmap_message failure;
    struct site_document *document;
    assert_int_equal(read_text("version: 1\n"
                               "worlds:\n"
                               "  - name: one\n"
                               "    maps: [{map: A, offset: [1, -2.5]}, {map: B}]\n"
                               "  - {name: two, maps: [{map: C, scale: 2}]}\n"
                               "maps: [{name: A}]\n",
                               &failure, &document),
                     ADTMAP_OK);
    assert_int_equal(site_document_count(document, SITE_WORLD), 2);
    assert_int_equal(site_document_count(document, SITE_FRAME), 3);
    assert_int_equal(site_document_count(document, SITE_MAP), 1);
    assert_int_equal(site_document_owner(document, SITE_FRAME, 1), 0);
    assert_int_equal(site_document_owner(document, SITE_FRAME, 2), 1);
    assert_string_equal(value_of(document, SITE_FRAME, 2, "scale")->text, "2");
    assert_string_equal(value_of(document, SITE_FRAME, 0, "offset")->first->next->value->text,
                        "-2.5");
    site_document_free(document);
    assert_refused("version: 1\nworlds:\n  - name: A\n    maps:\n    - mapp: B\n", ":5:7",
                   "'mapp' is not a key here; did you mean 'map'?");
    assert_refused("version: 1\nworlds: [{size: 3}]\n", ":2:11",
                   "'size' is not a key here; keys are name, title, transforms, maps");
    assert_refused("version: 1\nworlds: [{maps: A}]\n", ":2:17", "maps: needs a list");
    static char text[1 << 16];
    size_t used = (size_t)sprintf(text, "version: 1\nworlds:\n- maps: &m\n");
    for (int i = 0; i < 100; i++) {
        used += (size_t)sprintf(text + used, "  - {}\n");
    }
    for (int i = 0; i < 60; i++) {
        used += (size_t)sprintf(text + used, "- maps: *m\n");
    }
    assert_refused(text, ":", "4100 maps are more than 4096");
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
    assert_refused("version: 1\ntitle: Realm: A\n", ":2:13",
                   "is not YAML: a value with ': ' in it stands in quotes");
    assert_refused("version: 1\nall:\n  size: 64\n   roofs: on\n", ":4:9",
                   "is not YAML: the key stands farther right than the key above");
    assert_refused("version: 1\nall:\n  size: 64\n roofs: on\n", ":4:2",
                   "is not YAML: no key of this section: its keys stand below each other");
    assert_refused("version: 1\ntitle: \"A\" B\n", ":2:12", "is not YAML: no key of this section");
    assert_refused("version: 1\nmaps: A\n", ":2:7", "maps: needs a list");
    assert_refused("version: 1\nmaps: [A]\n", ":2:8", "maps: needs keys with values");
    assert_refused("version: 1\nall: [A]\n", ":2:6", "all: needs keys with values");
    assert_refused("version: 1\nall:\n  size: [1]\n", ":3:10", "size: needs a single value");
}

static void test_an_unknown_key_is_refused_where_it_stands(void **state)
{
    (void)state;
    assert_refused("version: 1\nall:\n  size: 64\n\n  roof: false\n", ":5:3",
                   "'roof' is not a key here; did you mean 'roofs'?");
    assert_refused("version: 1\nmaps:\n  - name: A\n  - name: B\n    name: C\n", ":5:5",
                   "'name' is given twice");
    assert_refused("version: 1\nbuilds:\n  - name: A\n    size: 64\n", ":4:5",
                   "'size' is not a key here; keys are name, data");
    assert_refused("version: 1\n'': 1\n", ":2:1", "'' is not a key here; keys are version");
    assert_refused("version: 1\nall:\n  size: 64\nweb-format: webp\n", ":4:1",
                   "'web-format' is not a key here: it stands farther right, under 'all'");
    assert_refused("version: 1\ntitle: A\n? [a]\n: b\n", ":3:3", "a key is a single word");
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

/* A value that is used twice is one node, whose path begins at the folder only where it is one. */
static void test_an_alias_stands_for_its_value(void **state)
{
    (void)state;
    struct adtmap_message failure;
    struct site_document *document;
    assert_int_equal(read_text("version: 1\ntitle: &t there\nout: *t\ndata: &d [*t, /two]\n"
                               "builds: [{name: *t, data: *d}]\n",
                               &failure, &document),
                     ADTMAP_OK);
    assert_string_equal(value_of(document, SITE_TOP, 0, "title")->text, "there");
    assert_string_equal(value_of(document, SITE_TOP, 0, "out")->path, "/tmp/there");
    assert_string_equal(value_of(document, SITE_BUILD, 0, "name")->text, "there");
    assert_string_equal(value_of(document, SITE_BUILD, 0, "data")->first->value->path,
                        "/tmp/there");
    site_document_free(document);
    assert_refused("version: 1\ntitle: &a A\nout: &a B\n", ":3:6",
                   "is not YAML: found duplicate anchor");
    assert_refused("version: 1\ntitle: *a\n", ":2:8", "is not YAML: found undefined alias");
    assert_refused("version: 1\nmaps: &a [{name: A, hide: [*a]}]\n", ":2:7",
                   "the alias '*a' stands within its anchor");
    assert_refused("version: 1\n? &a [*a]\n: b\n", ":2:3",
                   "the alias '*a' stands within its anchor");
}

/* Drives and backslashes are those of the system that reads the file. */
static void test_paths_are_spelled_as_the_system_does(void **state)
{
    static const char *const wanted[][2] = {
        [PATH_SLASHES] = {"/tmp/C:\\a", "/tmp/b\\c"},
        [PATH_DRIVES] = {"C:/a", "/tmp/b/c"},
    };
    (void)state;
    struct adtmap_message failure;
    struct site_document *document;
    assert_int_equal(read_text("version: 1\ndata: ['C:\\a', 'b\\c']\n", &failure, &document),
                     ADTMAP_OK);
    const struct site_child *data = value_of(document, SITE_TOP, 0, "data")->first;
    assert_string_equal(data->value->path, wanted[file_path_style][0]);
    assert_string_equal(data->next->value->path, wanted[file_path_style][1]);
    site_document_free(document);
}

/* 100,000 brackets took minutes before they were refused. */
static void test_deep_nesting_is_refused_where_it_gets_too_deep(void **state)
{
    (void)state;
    enum { BRACKETS = 500000, LINE = 10 };
    static char text[BRACKETS + LINE + 1];
    memcpy(text, "version:\n ", LINE);
    memset(text + LINE, '[', BRACKETS);
    assert_refused(text, ":2:17", "is nested more than 16 deep, which no site file needs");
    for (size_t i = 0; i + 5 <= BRACKETS; i += 5) {
        memcpy(text + LINE + i, "{a: [", 5);
    }
    assert_refused(text, ":2:", "is nested more than 16 deep");
    for (size_t i = 0; i < BRACKETS; i += 2) {
        memcpy(text + LINE + i, "- ", 2);
    }
    assert_refused(text, ":2:", "is nested more than 16 deep");
    text[LINE + 2 * 15] = '\0'; /* 16 with the mapping round them */
    assert_refused(text, ":2:", "'version: 1' is missing");
}

/* Each is looked for among those before it. */
static void test_anchors_are_counted(void **state)
{
    (void)state;
    static char text[1 << 16];
    struct adtmap_message failure;
    struct site_document *document;
    size_t used = (size_t)sprintf(text, "version: 1\ndata:\n");
    for (int i = 0; i < 256; i++) {
        used += (size_t)sprintf(text + used, "- &a%d b\n", i);
    }
    assert_int_equal(read_text(text, &failure, &document), ADTMAP_OK);
    site_document_free(document);
    sprintf(text + used, "- &a256 b\n");
    assert_refused(text, ":259:3", "has more than 256 anchors, which no site file needs");
}

int test_site_document(void)
{
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    close(descriptor);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values_and_lists_come_in_order),
        cmocka_unit_test(test_maps_of_worlds_know_their_world),
        cmocka_unit_test(test_a_failure_names_line_and_column),
        cmocka_unit_test(test_what_cannot_be_read_is_refused_at_its_place),
        cmocka_unit_test(test_an_unknown_key_is_refused_where_it_stands),
        cmocka_unit_test(test_a_later_version_is_refused_before_its_keys),
        cmocka_unit_test(test_an_alias_stands_for_its_value),
        cmocka_unit_test(test_paths_are_spelled_as_the_system_does),
        cmocka_unit_test(test_deep_nesting_is_refused_where_it_gets_too_deep),
        cmocka_unit_test(test_anchors_are_counted),
        cmocka_unit_test(test_a_title_does_not_end_at_an_escaped_nul),
    };
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(path);
    return failures;
}
