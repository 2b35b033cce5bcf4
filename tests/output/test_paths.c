/* Where files go, and which names of maps never become file names. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/size.h"
#include "output/paths.h"

static const struct diag quiet = {0};

static void assert_path(char *path, const char *wanted)
{
    assert_non_null(path);
    assert_string_equal(path, wanted);
    free(path);
}

static void files_lie_below_the_map(void **state)
{
    (void)state;
    assert_path(path_map_directory("out", "Azeroth"), "out/Azeroth");
    assert_path(path_map_directory("out/", "Azeroth"), "out/Azeroth");
    assert_path(path_map_directory("", "Azeroth"), "Azeroth");
}

static void tiles_lie_in_their_folder(void **state)
{
    (void)state;
    char name[PATH_NAME_BYTES];
    path_tile_name("Azeroth", 3, 48, name);
    assert_string_equal(name, "tiles/Azeroth_03_48.png");
    path_stitched_name("Azeroth", name);
    assert_string_equal(name, "Azeroth.png");
}

static void zoom_levels_lie_in_a_folder_of_their_layer(void **state)
{
    (void)state;
    char name[PATH_NAME_BYTES];
    path_zoom_folder("height", name);
    assert_string_equal(name, "web/height");
    path_zoom_folder("", name);
    assert_string_equal(name, "web/color");
}

static void the_longest_name_fits(void **state)
{
    (void)state;
    char map[MAP_FILE_NAME_MAX + 2];
    char name[PATH_NAME_BYTES];
    memset(map, 'm', sizeof map);
    map[MAP_FILE_NAME_MAX + 1] = '\0';
    assert_int_equal(path_check_map_name(map, &quiet), ADTMAP_BAD_ARGUMENT);
    map[MAP_FILE_NAME_MAX] = '\0';
    assert_int_equal(path_check_map_name(map, &quiet), ADTMAP_OK);
    path_tile_name(map, 63, 63, name);
    assert_non_null(strstr(name, "m_63_63.png"));
    path_layer_name("sixteen-letters-", map, 9, 10, name);
    assert_int_equal(strlen(name),
                     strlen("layers/sixteen-letters-/_09_10.png") + MAP_FILE_NAME_MAX);
    assert_non_null(strstr(name, "m_09_10.png"));
}

static void names_of_maps_pass(void **state)
{
    (void)state;
    static const char *const names[] = {
        "Azeroth",
        "development_nonweighted",
        "Kul Tiras (test) v1.2",
        "Zul'Gurub & more",
        "-dash",
        "Conquest",
        "console",
        "com",
        "com0",
        "COM10",
        "COM\xc2\xb4",
        "COM1\xc2\xb9",
        "Cam\xc2\xb9",
        "lpt",
        "nu",
        "\xd0\x9a\xd0\xb0\xd0\xbb\xd0\xb8\xd0\xbc\xd0\xb4\xd0\xbe\xd1\x80",
        "\xf0\x9f\x97\xba\xe5\x9c\xb0"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        assert_int_equal(path_check_map_name(names[i], &quiet), ADTMAP_OK);
    }
}

static void names_that_lead_elsewhere_are_refused(void **state)
{
    (void)state;
    static const char *const names[] = {"",
                                        ".",
                                        "..",
                                        ".hidden",
                                        "a/b",
                                        "a\\b",
                                        "c:",
                                        "a\nb",
                                        "a*",
                                        "a?",
                                        "\"a\"",
                                        "a<b",
                                        "a|b",
                                        "a\x7f",
                                        "a\xc2\x9b",
                                        "a\xc2\x85",
                                        "\xe2\x80\xaegnp",
                                        "a\xe2\x81\xa9",
                                        "a\xe2\x80\xa8",
                                        "\x80",
                                        "\xc3",
                                        "\xc0\xaf",
                                        "\xed\xa0\x80",
                                        "\xe5\x9c",
                                        "\xff\xfe",
                                        "a\xc3/b",
                                        "a%2fb",
                                        " a",
                                        "a ",
                                        "a.",
                                        "a. ",
                                        "CON",
                                        "nul",
                                        "Aux.adt",
                                        "prn .a",
                                        "com1",
                                        "LPT9",
                                        "COM\xc2\xb9",
                                        "lpt\xc2\xb2.x",
                                        "Com\xc2\xb3 ",
                                        "\xf4\x90\x80\x80"};
    struct adtmap_message failure;
    struct diag diag = {.failure = &failure};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        failure.status = ADTMAP_OK;
        assert_int_equal(path_check_map_name(names[i], &diag), ADTMAP_BAD_ARGUMENT);
        assert_int_equal(failure.status, ADTMAP_BAD_ARGUMENT);
    }
}

int test_paths(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_lie_below_the_map),
        cmocka_unit_test(tiles_lie_in_their_folder),
        cmocka_unit_test(zoom_levels_lie_in_a_folder_of_their_layer),
        cmocka_unit_test(the_longest_name_fits),
        cmocka_unit_test(names_of_maps_pass),
        cmocka_unit_test(names_that_lead_elsewhere_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
