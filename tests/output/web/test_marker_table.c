/* Markers from CSV and TSV, as databases of servers write them, and lines that are wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/buffer.h"
#include "output/web/markers.h"

static struct adtmap_message failure;
static char warnings[4096];

static void keep_warning(void *user, const struct adtmap_message *message)
{
    size_t length = strlen(warnings);
    (void)user;
    snprintf(warnings + length, sizeof warnings - length, "%s\n", message->what);
}

static const struct adtmap_log keeping = {keep_warning, NULL};
static const struct diag diag = {"spawns.tsv", &keeping, &failure};
static const struct marker_map demo = {"Demo", true, 0};

static struct markers read_bytes(const char *text, size_t size, const struct marker_map *map)
{
    struct markers markers;
    warnings[0] = '\0';
    assert_int_equal(markers_read((const uint8_t *)text, size, map, &diag, &markers), ADTMAP_OK);
    return markers;
}

static struct markers read_text(const char *text, const struct marker_map *map)
{
    return read_bytes(text, strlen(text), map);
}

static void a_table_has_points_by_the_names_of_its_columns(void **state)
{
    (void)state;
    struct markers markers =
        read_text("guid\tmap\tposition_x\tposition_y\tname\tgroup\ticon\tcolour\ttext\tHidden\n"
                  "7\t0\t100.5\t-20\tWolf\tBeasts\tcave\t#3a7d44\tlevel 5\t1\n"
                  "8\tdemo\t1\t2\tNULL\tNULL\tNULL\tNULL\tNULL\t0\n",
                  &demo);
    assert_int_equal(markers.count, 2);
    const struct marker *wolf = &markers.items[0];
    assert_string_equal(wolf->name, "Wolf");
    assert_string_equal(wolf->group, "Beasts");
    assert_string_equal(wolf->icon, "cave");
    assert_string_equal(wolf->color, "#3a7d44");
    assert_string_equal(wolf->text, "level 5");
    assert_true(wolf->is_hidden && wolf->shape == MARKER_POINT);
    assert_true(wolf->x == 100500000 && wolf->y == -20000000);
    assert_string_equal(markers.items[1].name, "8");
    assert_string_equal(markers.items[1].icon, "pin");
    assert_false(markers.items[1].is_hidden);
    assert_string_equal(warnings, "");
    markers_free(&markers);
    markers = read_text("\xEF\xBB\xBF"
                        "x,y,name,text\r\n1,2,\"A, \"\"B\"\"\",\"two\nlines\"\r\n\r\n3,4,C,",
                        NULL);
    assert_int_equal(markers.count, 2);
    assert_string_equal(markers.items[0].name, "A, \"B\"");
    assert_string_equal(markers.items[0].text, "two\nlines");
    assert_string_equal(markers.items[1].name, "C");
    markers_free(&markers);
}

static void points_of_other_maps_are_left_out(void **state)
{
    (void)state;
    const char *text = "map,x,y,name\n0,1,2,here\n1,1,2,there\nDEMO,1,2,by folder\nHall,1,2,there\n"
                       ",1,2,anywhere\n";
    struct markers markers = read_text(text, &demo);
    assert_int_equal(markers.count, 3);
    assert_string_equal(markers.items[2].name, "anywhere");
    assert_string_equal(warnings, "");
    markers_free(&markers);
    markers = read_text(text, NULL);
    assert_int_equal(markers.count, 5);
    markers_free(&markers);
    const struct marker_map unknown = {.folder = "Demo"};
    markers = read_text(text, &unknown);
    assert_int_equal(markers.count, 2);
    assert_non_null(strstr(warnings, "these data do not say which number is Demo"));
    markers_free(&markers);
}

static void paths_are_lines_and_areas(void **state)
{
    (void)state;
    struct markers markers = read_text("path,point,x,y,name,group,shape\n"
                                       "5,2,3,4,Patrol,Ways,\n"
                                       "6,1,9,9,Other,Ways,\n"
                                       "5,1,1,2,Patrol,Ways,\n"
                                       "6,10,8,8,Other,Ways,\n"
                                       "6,9,7,7,Other,Ways,\n"
                                       "5,1,0,0,Camp,Camps,area\n"
                                       "5,2,0,5,Camp,Camps,area\n"
                                       "5,3,5,0,Camp,Camps,area\n"
                                       "7,1,50,60,Lone,Ways,\n",
                                       NULL);
    assert_int_equal(markers.count, 4);
    const struct marker *camp = &markers.items[0];
    assert_string_equal(camp->name, "Camp");
    assert_true(camp->shape == MARKER_AREA && camp->vertex_count == 3);
    const struct marker *patrol = &markers.items[1];
    assert_true(patrol->shape == MARKER_LINE && patrol->vertex_count == 2);
    assert_true(patrol->x == 1000000 && patrol->y == 2000000);
    assert_true(markers.vertices[patrol->first + 1].x == 3000000);
    const struct marker *other = &markers.items[2];
    assert_int_equal(other->vertex_count, 3);
    assert_true(markers.vertices[other->first + 1].x == 7000000);
    assert_true(markers.items[3].shape == MARKER_POINT);

    struct buffer text = {0};
    struct markers again;
    markers_geojson(&text, &markers);
    assert_int_equal(markers_read(text.data, text.size, NULL, &diag, &again), ADTMAP_OK);
    assert_int_equal(again.count, markers.count);
    for (size_t i = 0; i < again.count; i++) {
        assert_int_equal(again.items[i].shape, markers.items[i].shape);
        assert_int_equal(again.items[i].vertex_count, markers.items[i].vertex_count);
    }
    assert_int_equal(again.vertex_count, markers.vertex_count);
    assert_memory_equal(again.vertices, markers.vertices,
                        markers.vertex_count * sizeof *markers.vertices);
    buffer_free(&text);
    markers_free(&again);
    markers_free(&markers);
}

static void interleaved_paths_count_once_each(void **state)
{
    (void)state;
    struct buffer text = {0};
    buffer_printf(&text, "path,point,x,y\n");
    for (unsigned i = 0; i < MARKERS_MAX + 10; i++) {
        buffer_printf(&text, "way %u,%u,%u,5\n", i % 3, i, i % 100);
    }
    struct markers markers = read_bytes((const char *)text.data, text.size, NULL);
    assert_int_equal(markers.count, 3);
    assert_int_equal(markers.vertex_count, MARKERS_MAX + 10);
    assert_string_equal(markers.items[2].name, "way 2");
    markers_free(&markers);
    buffer_free(&text);
}

static void wrong_lines_are_named_and_the_others_go_on(void **state)
{
    (void)state;
    static const char text[] = "x,y,name,icon,link\n"
                               "1,2,fine,,\n"
                               "forty,2,no number,,\n"
                               "nan,2,no number,,\n"
                               "99999,2,off,,\n"
                               "1,2,few\n"
                               "1,2,many,,,\n"
                               "1,2,icon,anchor,\n"
                               "1,2,link,,javascript:alert(1)\n"
                               "1,2,N\0L,,\n"
                               "1,2,\xff,,\n"
                               "3,4,fine";
    struct markers markers = read_bytes(text, sizeof text - 1, NULL);
    assert_int_equal(markers.count, 1);
    static const char *const wanted[] = {
        "line 3: X or Y is not a number", "line 4: X or Y is not a number",
        "line 5: off the grid",           "line 6: too few columns",
        "line 7: too many columns",       "line 8: its icon is neither",
        "line 9: its link is no https",   "line 10: a NUL byte",
        "line 11: its name is not UTF-8", "line 12: too few columns",
    };
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        if (!strstr(warnings, wanted[i])) {
            fail_msg("no '%s' in:\n%s", wanted[i], warnings);
        }
    }
    markers_free(&markers);
}

static void long_lines_are_passed_over(void **state)
{
    (void)state;
    struct buffer text = {0};
    buffer_printf(&text, "x,y,name\n1,2,");
    for (size_t i = 0; i < 2000000; i++) {
        buffer_u8(&text, 'a');
    }
    buffer_printf(&text, "\n3,4,next\n");
    struct markers markers = read_bytes((const char *)text.data, text.size, NULL);
    assert_int_equal(markers.count, 1);
    assert_string_equal(markers.items[0].name, "next");
    assert_non_null(strstr(warnings, "line 2: more than 1 MiB"));
    markers_free(&markers);
    buffer_free(&text);
}

static void what_is_no_table_is_said(void **state)
{
    (void)state;
    struct markers markers;
    static const char *const texts[] = {"a,b\n1,2\n", "x,name\n1,2\n", "", "x"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        assert_int_equal(
            markers_read((const uint8_t *)texts[i], strlen(texts[i]), NULL, &diag, &markers),
            ADTMAP_BAD_DATA);
        assert_int_equal(markers.count, 0);
    }
    markers = read_text("x\ty\tname\n", NULL);
    assert_int_equal(markers.count, 0);
    markers_free(&markers);
}

int test_marker_table(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_has_points_by_the_names_of_its_columns),
        cmocka_unit_test(points_of_other_maps_are_left_out),
        cmocka_unit_test(paths_are_lines_and_areas),
        cmocka_unit_test(interleaved_paths_count_once_each),
        cmocka_unit_test(wrong_lines_are_named_and_the_others_go_on),
        cmocka_unit_test(long_lines_are_passed_over),
        cmocka_unit_test(what_is_no_table_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
