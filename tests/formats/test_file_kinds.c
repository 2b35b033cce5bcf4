/* What a file is by its name alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "formats/file_kinds.h"

static void the_case_of_a_name_does_not_matter(void **state)
{
    (void)state;
    assert_int_equal(file_kind_of("world/maps/a/a_31_31.adt"), FILE_OF_MAP);
    assert_int_equal(file_kind_of("A.WDL"), FILE_OF_MAP);
    assert_int_equal(file_kind_of("Bear.M2"), FILE_OF_DATA);
    assert_int_equal(file_kind_of(".build.info"), FILE_OF_DATA);
    assert_int_equal(file_kind_of("client.log"), FILE_NO_DATA);
    assert_int_equal(tile_part_of("A_31_31_OBJ1.adt"), TILE_PART_OBJ1);
    assert_int_equal(file_stem_length("a_31_31_Tex0.adt", 12), 7);
}

static void each_part_of_a_tile_is_known_by_its_suffix(void **state)
{
    (void)state;
    char name[64];
    for (int part = 0; part < TILE_PARTS; part++) {
        strcpy(name, "a_31_31");
        strcat(name, tile_part_suffix((enum tile_part)part));
        assert_int_equal(tile_part_of(name), part);
        assert_int_equal(file_stem_length(name, strlen(name) - strlen(".adt")), 7);
    }
    assert_int_equal(tile_part_of("a_31_31.adt"), TILE_PARTS);
    assert_int_equal(tile_part_of("a_occ.wdt"), TILE_PARTS); /* of a map */
    assert_int_equal(tile_part_of("a_31_31_obj0"), TILE_PARTS);
}

static void a_stem_is_what_files_of_one_map_share(void **state)
{
    (void)state;
    assert_int_equal(file_stem_length("a_preload.wdt", 9), 1);
    assert_int_equal(file_stem_length("a_fogs", 6), 1);
    assert_int_equal(file_stem_length("a_31_31.adt", 7), 7);
    assert_int_equal(file_stem_length("_lod.adt", 4), 4); /* that is its whole name */
}

int test_file_kinds(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_case_of_a_name_does_not_matter),
        cmocka_unit_test(each_part_of_a_tile_is_known_by_its_suffix),
        cmocka_unit_test(a_stem_is_what_files_of_one_map_share),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
