/* Which pictures lie in a folder, numbered as PMTiles numbers them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/path.h"
#include "output/output_helpers.h"
#include "output/zoom/web_folder.h"

static void put_file(const char *directory, const char *name)
{
    char *path = path_join(directory, name);
    char *parent = path_directory(path);
    assert_int_equal(file_make_directory(parent, &quiet), ADTMAP_OK);
    assert_int_equal(file_write_atomic(path, "x", 1, &quiet), ADTMAP_OK);
    free(parent);
    free(path);
}

/* The examples of the PMTiles specification, chapter 4.1.1, and all of level 1 and 2 by hand. */
static void ids_are_those_of_the_specification(void **state)
{
    (void)state;
    static const struct {
        uint32_t zoom, x, y;
        uint64_t id;
    } cases[] = {{0, 0, 0, 0}, {1, 0, 0, 1}, {1, 0, 1, 2}, {1, 1, 1, 3}, {1, 1, 0, 4}, {2, 0, 0, 5},
                 {2, 1, 0, 6}, {2, 1, 1, 7}, {2, 0, 1, 8}, {2, 0, 2, 9}, {2, 3, 0, 20}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(web_tile_id(cases[i].zoom, cases[i].x, cases[i].y), cases[i].id);
    }
    assert_int_equal(web_tile_id(12, 3423, 1763), 19078479);
}

/* Neighbours on the curve touch, and every number occurs once. */
static void ids_run_along_a_curve(void **state)
{
    (void)state;
    enum { ZOOM = 5, EDGE = 1 << ZOOM };
    uint32_t places[EDGE * EDGE];
    memset(places, 0xff, sizeof places);
    uint64_t first = web_tile_id(ZOOM, 0, 0);
    for (uint32_t i = 0; i < EDGE * EDGE; i++) {
        uint64_t id = web_tile_id(ZOOM, i % EDGE, i / EDGE) - first;
        assert_true(id < EDGE * EDGE);
        assert_int_equal(places[id], UINT32_MAX);
        places[id] = i;
    }
    for (uint32_t i = 1; i < EDGE * EDGE; i++) {
        int dx = (int)(places[i] % EDGE) - (int)(places[i - 1] % EDGE);
        int dy = (int)(places[i] / EDGE) - (int)(places[i - 1] / EDGE);
        assert_int_equal(dx * dx + dy * dy, 1);
    }
}

static void only_names_of_pictures_count(void **state)
{
    (void)state;
    static const char *const names[] = {
        "0/0/0.png",  "2/3/1.png",  "2/3/4.png",       "2/4/0.png",
        "2/03/1.png", "2/3/01.png", "2/3/1.png.tmp.0", "2/3/1.jpeg",
        "12/0/0.png", "x/0/0.png",  "1/0/.png",        "notes.txt",
        "2/readme",   "2/3/2.PNG",  "1/-1/0.png",      "99999999999999999999/0/0.png"};
    char directory[64];
    struct web_folder folder;
    make_scratch(directory);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        put_file(directory, names[i]);
    }
    assert_int_equal(web_folder_read(directory, &quiet, &folder), ADTMAP_OK);
    assert_int_equal(folder.count, 2);
    assert_int_equal(folder.format, IMAGE_PNG);
    assert_int_equal(folder.zoom_max, 2);
    assert_true(web_folder_has(&folder, 0, 0, 0));
    assert_true(web_folder_has(&folder, 2, 3, 1));
    assert_false(web_folder_has(&folder, 2, 1, 3));
    web_folder_free(&folder);
    folder_remove(directory);
}

static void pictures_of_all_formats_are_listed(void **state)
{
    (void)state;
    char directory[64];
    struct web_folder folder;
    make_scratch(directory);
    assert_int_equal(web_folder_read(directory, &quiet, &folder), ADTMAP_NOT_FOUND);
    put_file(directory, "0/0/0.webp");
    assert_int_equal(web_folder_read(directory, &quiet, &folder), ADTMAP_OK);
    assert_int_equal(folder.format, IMAGE_WEBP);
    web_folder_free(&folder);
    put_file(directory, "1/0/0.png");
    put_file(directory, "1/0/0.webp");
    assert_int_equal(web_folder_read(directory, &quiet, &folder), ADTMAP_OK);
    assert_int_equal(folder.count, 3);
    assert_int_equal(folder.tiles[0].format, IMAGE_WEBP);
    assert_int_not_equal(folder.tiles[1].format, folder.tiles[2].format);
    web_folder_free(&folder);
    folder_remove(directory);
    assert_int_equal(web_folder_read(directory, &quiet, &folder), ADTMAP_NOT_FOUND);
}

int test_web_folder(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ids_are_those_of_the_specification),
        cmocka_unit_test(ids_run_along_a_curve),
        cmocka_unit_test(only_names_of_pictures_count),
        cmocka_unit_test(pictures_of_all_formats_are_listed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
