/* Markers come from files that anybody may have written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "assets/temporary.h"
#include "output/output_helpers.h"
#include "output/web/markers.h"
#include "output/web/own_picture.h"

#define POINT(coordinates, properties)                                                             \
    "{\"type\": \"Feature\", \"geometry\": {\"type\": \"Point\", \"coordinates\": " coordinates    \
    "}, \"properties\": " properties "}"
#define COLLECTION(features) "{\"type\": \"FeatureCollection\", \"features\": [" features "]}"

static struct adtmap_message failure;
static unsigned warnings;

static void count_warning(void *user, const struct adtmap_message *message)
{
    (void)user;
    warnings += message->level == ADTMAP_WARNING;
}

static const struct adtmap_log counting = {count_warning, NULL};
static const struct diag diag = {"markers.geojson", &counting, &failure};

static enum adtmap_status read_text(const char *text, struct markers *markers)
{
    failure = (struct adtmap_message){0};
    warnings = 0;
    return markers_read((const uint8_t *)text, strlen(text), NULL, &diag, markers);
}

static void points_have_place_name_icon_and_color(void **state)
{
    (void)state;
    struct markers markers;
    const char *text = COLLECTION(POINT(
        "[100, -200.25, 7]",
        "{\"name\": \"Tor\", \"icon\": \"tower\", \"color\": "
        "\"#00FFaa\"}") "," POINT("[0, 0]",
                                  "{\"name\": \"\\u00d6l <b>\", \"icon\": \"\\u00d6\\u00df\"}"));
    assert_int_equal(read_text(text, &markers), ADTMAP_OK);
    assert_int_equal(markers.count, 2);
    assert_string_equal(markers.items[0].name, "Tor");
    assert_string_equal(markers.items[0].icon, "tower");
    assert_string_equal(markers.items[0].color, "#00FFaa");
    assert_int_equal(markers.items[0].x, 100000000);
    assert_int_equal(markers.items[0].y, -200250000);
    assert_string_equal(markers.items[1].name, "\xc3\x96l <b>");
    assert_string_equal(markers.items[1].icon, "\xc3\x96\xc3\x9f");
    assert_string_equal(markers.items[1].color, "#e0483e");
    markers_free(&markers);
}

static void what_is_written_reads_the_same(void **state)
{
    (void)state;
    struct markers markers;
    struct markers again;
    struct buffer text = {0};
    assert_int_equal(
        read_text(COLLECTION(POINT("[-17066.666667, 0.000001]",
                                   "{\"name\": \"a\\\"\\n<\\\\\", \"icon\": \"\\\"\", "
                                   "\"text\": \"b\\\"<\", \"link\": \"http://c/\\\"\", "
                                   "\"group\": \"d<\"}")),
                  &markers),
        ADTMAP_OK);
    markers_geojson(&text, &markers);
    assert_int_equal(markers_read(text.data, text.size, NULL, &diag, &again), ADTMAP_OK);
    assert_int_equal(again.count, 1);
    const struct marker *one = &markers.items[0], *other = &again.items[0];
    assert_string_equal(one->name, other->name);
    assert_string_equal(one->icon, other->icon);
    assert_string_equal(one->text, other->text);
    assert_string_equal(one->link, other->link);
    assert_string_equal(one->group, other->group);
    assert_true(one->x == other->x && one->y == other->y);
    buffer_free(&text);
    markers_free(&markers);
    markers_free(&again);
}

/* As GDAL writes the text of the axes again, or as it is; another system is none that is known. */
static void a_file_that_says_so_has_east_and_north(void **state)
{
    (void)state;
    static const char *const names[] = {
        "LOCAL_CS[\\\"Game map in yards: east = -Y, north = X\\\"]",
        "ENGCRS[\\\"Game map in yards: east = -Y, north = X\\\",EDATUM[]]",
        "urn:ogc:def:crs:OGC:1.3:CRS84",
    };
    for (size_t i = 0; i < 3; i++) {
        char text[1024];
        struct markers markers;
        snprintf(text, sizeof text,
                 "{\"type\": \"FeatureCollection\", \"crs\": {\"type\": \"name\", "
                 "\"properties\": {\"name\": \"%s\"}}, \"features\": [%s, {\"type\": "
                 "\"Feature\", \"geometry\": {\"type\": \"LineString\", \"coordinates\": "
                 "[[3, 4], [5, 6]]}, \"properties\": {\"name\": \"y\"}}]}",
                 names[i], POINT("[1, 2]", "{\"name\": \"x\"}"));
        assert_int_equal(read_text(text, &markers), ADTMAP_OK);
        assert_int_equal(markers.items[0].x, i < 2 ? 2000000 : 1000000);
        assert_int_equal(markers.items[0].y, i < 2 ? -1000000 : 2000000);
        assert_int_equal(markers.vertices[1].x, i < 2 ? 6000000 : 5000000);
        assert_int_equal(markers.vertices[1].y, i < 2 ? -5000000 : 6000000);
        markers_free(&markers);
    }
}

static void text_and_link_are_there_when_given(void **state)
{
    (void)state;
    struct markers markers;
    const char *text = COLLECTION(POINT("[0, 0]", "{\"name\": \"x\"}") "," POINT(
        "[0, 0]", "{\"name\": \"x\", \"text\": \"Deep\", \"link\": \"https://a.b/c?d=e\"}"));
    assert_int_equal(read_text(text, &markers), ADTMAP_OK);
    assert_string_equal(markers.items[0].text, "");
    assert_string_equal(markers.items[0].link, "");
    assert_string_equal(markers.items[1].text, "Deep");
    assert_string_equal(markers.items[1].link, "https://a.b/c?d=e");
    markers_free(&markers);
}

static void links_that_do_not_fit_are_refused_not_cut(void **state)
{
    (void)state;
    char text[1024];
    struct markers markers;
    const char *format =
        COLLECTION(POINT("[0, 0]", "{\"name\": \"x\", \"link\": \"http://%0*d\"}"));
    snprintf(text, sizeof text, format, MARKER_LINK_BYTES - 7, 0);
    assert_int_equal(read_text(text, &markers), ADTMAP_BAD_DATA);
    snprintf(text, sizeof text, format, MARKER_LINK_BYTES - 8, 0);
    assert_int_equal(read_text(text, &markers), ADTMAP_OK);
    assert_int_equal(strlen(markers.items[0].link), MARKER_LINK_BYTES - 1);
    markers_free(&markers);
}

static void other_geometries_are_left_out_with_a_warning(void **state)
{
    (void)state;
    struct markers markers;
    const char *text = COLLECTION(
        "{\"type\": \"Feature\", \"geometry\": {\"type\": \"MultiPoint\", \"coordinates\": []}},"
        "{\"type\": \"Feature\", \"geometry\": null}, 5," POINT("[1, 2]", "{\"name\": \"x\"}"));
    assert_int_equal(read_text(text, &markers), ADTMAP_OK);
    assert_int_equal(markers.count, 1);
    assert_int_equal(warnings, 3);
    markers_free(&markers);
}

static void lines_and_areas_have_vertices(void **state)
{
    (void)state;
    struct markers markers;
    const char *text = COLLECTION(
        "{\"type\": \"Feature\", \"geometry\": {\"type\": \"Polygon\", \"coordinates\": "
        "[[[1, 2], [3, 4], [5, 6.5], [1, 2]]]}, \"properties\": {\"name\": \"x\", \"hidden\": "
        "true, "
        "\"map\": 0}},"
        "{\"type\": \"Feature\", \"geometry\": {\"type\": \"LineString\", \"coordinates\": "
        "[[7, 8], [9, 10]]}, \"properties\": {\"name\": \"y\", \"map\": \"demo\"}}");
    const struct marker_map demo = {"Demo", true, 0}, other = {"Other", true, 1};
    failure = (struct adtmap_message){0};
    assert_int_equal(markers_read((const uint8_t *)text, strlen(text), &demo, &diag, &markers),
                     ADTMAP_OK);
    assert_int_equal(markers.count, 2);
    assert_true(markers.items[0].shape == MARKER_AREA && markers.items[0].vertex_count == 3);
    assert_true(markers.items[0].is_hidden && !markers.items[1].is_hidden);
    assert_true(markers.items[1].shape == MARKER_LINE && markers.items[1].first == 3);
    assert_true(markers.vertices[2].y == 6500000 && markers.vertices[4].x == 9000000);
    markers_free(&markers);
    assert_int_equal(markers_read((const uint8_t *)text, strlen(text), &other, &diag, &markers),
                     ADTMAP_OK);
    assert_int_equal(markers.count, 0);
    markers_free(&markers);
    const char *wrong = COLLECTION(
        "{\"type\": \"Feature\", \"geometry\": {\"type\": \"LineString\", \"coordinates\": "
        "[[7, 8]]}, \"properties\": {\"name\": \"y\"}}");
    assert_int_equal(read_text(wrong, &markers), ADTMAP_BAD_DATA);
    assert_non_null(strstr(failure.what, "2 of a line"));
}

static void null_is_absent_and_hidden_may_be_a_number_or_text(void **state)
{
    (void)state;
    static const struct {
        const char *hidden;
        bool is_hidden;
    } cases[] = {{"1", true},  {"\"true\"", true}, {"\"false\"", false},
                 {"0", false}, {"null", false},    {"\"\"", false}};
    const struct marker_map demo = {"Demo", true, 0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[1024];
        struct markers markers;
        snprintf(text, sizeof text,
                 COLLECTION(POINT("[1, 2]", "{\"name\": \"x\", \"icon\": null, \"color\": null, "
                                            "\"text\": null, \"link\": null, \"group\": null, "
                                            "\"map\": null, \"hidden\": %s}")),
                 cases[i].hidden);
        assert_int_equal(markers_read((const uint8_t *)text, strlen(text), &demo, &diag, &markers),
                         ADTMAP_OK);
        assert_int_equal(markers.count, 1);
        assert_string_equal(markers.items[0].icon, "pin");
        assert_int_equal(markers.items[0].is_hidden, cases[i].is_hidden);
        markers_free(&markers);
    }
}

static void what_is_wrong_is_named(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        const char *words;
    } cases[] = {
        {"", "not JSON"},
        {"{\"type\": \"FeatureCollection\", \"features\": [", "not JSON"},
        {"[]", "FeatureCollection"},
        {"{\"type\": \"FeatureCollection\", \"features\": {}}", "FeatureCollection"},
        {"{\"type\": \"Feature\", \"features\": []}", "FeatureCollection"},
        {COLLECTION(POINT("[1]", "{\"name\": \"x\"}")), "feature 1: its coordinates"},
        {COLLECTION(POINT("[\"1\", 2]", "{\"name\": \"x\"}")), "feature 1: its coordinates"},
        {COLLECTION(POINT("[1e300, 2]", "{\"name\": \"x\"}")), "feature 1: its coordinates"},
        {COLLECTION(POINT("[0, 17067]", "{\"name\": \"x\"}")), "feature 1: its coordinates"},
        {COLLECTION(POINT("[0, 0]", "{\"name\": \"x\"}") "," POINT("[0, 0]", "{}")),
         "feature 2: its properties have no name"},
        {COLLECTION(POINT("[0, 0]", "{\"name\": \"\"}")), "no name"},
        {COLLECTION(POINT("[0, 0]", "{\"name\": \"\xff\"}")), "its name is not UTF-8"},
        {COLLECTION(POINT("[0, 0]", "null")), "no name"},
        {COLLECTION(POINT("[0, 0]", "{\"name\": \"x\", \"icon\": \"castle\"}")), "its icon"},
        {COLLECTION(POINT("[0, 0]", "{\"name\": \"x\", \"icon\": 5}")), "its icon"},
        {COLLECTION(POINT("[0, 0]", "{\"name\": \"x\", \"icon\": \"\"}")), "its icon"},
        {COLLECTION(POINT("[0, 0]", "{\"name\": \"x\", \"color\": \"red\"}")), "its color"},
        {COLLECTION(POINT("[0, 0]", "{\"name\": \"x\", \"color\": \"#12345\\\"\"}")), "its color"},
        {COLLECTION(POINT("[0, 0]", "{\"name\": \"x\", \"text\": \"\"}")), "its text"},
        {COLLECTION(POINT("[0, 0]", "{\"name\": \"x\", \"group\": 5}")), "its group"},
        {COLLECTION(POINT("[0, 0]", "{\"name\": \"x\", \"text\": 5}")), "its text"},
        {COLLECTION(POINT("[0, 0]", "{\"name\": \"x\", \"link\": 5}")), "its link"},
        {COLLECTION(POINT("[0, 0]", "{\"name\": \"x\", \"link\": \"javascript:a()\"}")),
         "its link"},
        {COLLECTION(POINT("[0, 0]", "{\"name\": \"x\", \"link\": \"http://a/\\u202eb\"}")),
         "its link"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct markers markers;
        assert_int_equal(read_text(cases[i].text, &markers), ADTMAP_BAD_DATA);
        assert_non_null(strstr(failure.what, cases[i].words));
        assert_int_equal(strncmp(failure.file, diag.file, strlen(diag.file)), 0);
        assert_null(markers.items);
    }
}

static void long_names_are_cut_between_characters(void **state)
{
    (void)state;
    char text[2048];
    char name[1200] = "";
    struct markers markers;
    for (int i = 0; i < 300; i++) {
        strcat(name, "\xe2\x82\xac");
    }
    snprintf(text, sizeof text, COLLECTION(POINT("[0, 0]", "{\"name\": \"%s\"}")), name);
    assert_int_equal(read_text(text, &markers), ADTMAP_OK);
    assert_int_equal(strlen(markers.items[0].name), 255);
    markers_free(&markers);
}

static void files_are_pictures_in_their_folder(void **state)
{
    (void)state;
    static const char *const good[] = {"pictures/a.png", "pictures/A-b_c.1.jpeg",
                                       "pictures/x.webp"};
    static const char *const bad[] = {"a.png",
                                      "pictures/",
                                      "pictures/.png",
                                      "pictures/a.svg",
                                      "pictures/b/a.png",
                                      "pictures/../map.png",
                                      "../pictures/a.png",
                                      "https://a/pictures/a.png",
                                      "pictures/a b.png",
                                      "pictures/\"onerror=.png"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_true(marker_is_file(good[i]));
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(marker_is_file(bad[i]));
    }
}

static void keep_notice(void *user, const struct adtmap_message *message)
{
    if (message->level == ADTMAP_NOTICE) {
        strcpy(user, message->what);
    }
}

static void a_file_of_which_nothing_is_on_the_map_is_told(void **state)
{
    (void)state;
    static const struct {
        const char *text, *notice;
    } files[] = {
        {COLLECTION(POINT("[1, 2]", "{\"map\": \"Other\"}")), "none of its 1 features is on Demo"},
        {"map;name;x;y\nOther;a;1;2\n7;b;3;4\n", "none of its 2 lines is on Demo"},
        {"map,name,x,y\nOther,a,1,2\ndemo,b,3,4\n", ""},
        {COLLECTION(""), ""},
    };
    const struct marker_map demo = {"Demo", true, 0};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char notice[sizeof failure.what] = "";
        const struct adtmap_log log = {keep_notice, notice};
        const struct diag telling = {"markers", &log, &failure};
        struct markers markers;
        const char *text = files[i].text;
        assert_int_equal(
            markers_read((const uint8_t *)text, strlen(text), &demo, &telling, &markers),
            ADTMAP_OK);
        assert_string_equal(notice, files[i].notice);
        markers_free(&markers);
    }
}

static void own_pictures_have_256_kib_at_most(void **state)
{
    (void)state;
    struct temporary place = temporary_make();
    for (int size = 256 << 10; size <= (256 << 10) + 1; size++) {
        struct blob blob;
        const char *extension;
        const char *problem;
        char path[256];
        temporary_file(&place, "a.png", "\x89PNG\r\n");
        assert_int_equal(truncate(temporary_path(&place, "a.png", path), size), 0);
        assert_int_equal(own_picture_read(path, &blob, &extension, &problem), ADTMAP_OK);
        if (size == 256 << 10) {
            assert_null(problem);
            assert_string_equal(extension, "png");
            blob_release(&blob);
        } else {
            assert_string_equal(problem, "is over 256 KiB");
        }
    }
    temporary_remove(&place);
}

int test_markers(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_have_place_name_icon_and_color),
        cmocka_unit_test(what_is_written_reads_the_same),
        cmocka_unit_test(a_file_that_says_so_has_east_and_north),
        cmocka_unit_test(text_and_link_are_there_when_given),
        cmocka_unit_test(links_that_do_not_fit_are_refused_not_cut),
        cmocka_unit_test(other_geometries_are_left_out_with_a_warning),
        cmocka_unit_test(lines_and_areas_have_vertices),
        cmocka_unit_test(null_is_absent_and_hidden_may_be_a_number_or_text),
        cmocka_unit_test(what_is_wrong_is_named),
        cmocka_unit_test(files_are_pictures_in_their_folder),
        cmocka_unit_test(a_file_of_which_nothing_is_on_the_map_is_told),
        cmocka_unit_test(own_pictures_have_256_kib_at_most),
        cmocka_unit_test(long_names_are_cut_between_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
