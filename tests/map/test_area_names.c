/* Names of areas by their ids. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "assets/data_fixture.h"
#include "formats/tables/db2_builder.h"
#include "map/area_names.h"

static const struct db2_rows areas = {
    .version = '3',
    .layout = 0x705C911D,
    .field_count = 4,
    .name_field = 1,
    .count = 2,
    .rows = {{12, "Elwynn Forest", {0, 0, 0, 0}}, {40, "Westfall", {0, 0, 0, 0}}},
};

static void areas_are_found_by_id(void **state)
{
    const struct diag nobody = {0};
    struct area_names names = {0};
    struct dbc_area area;
    struct buffer file;
    (void)state;
    db2_build(&file, &areas);
    assert_int_equal(table_read(file.data, file.size, TABLE_AREAS, &nobody, &names.table),
                     ADTMAP_OK);
    assert_true(area_names_find(&names, 40, &area));
    assert_int_equal(area.id, 40);
    assert_string_equal(area.name, "Westfall");
    assert_true(area_names_find(&names, 12, &area));
    assert_string_equal(area.name, "Elwynn Forest");
    assert_false(area_names_find(&names, 0, &area));
    assert_false(area_names_find(&names, 41, &area));
    buffer_free(&file);
}

static void data_without_a_table_name_no_areas(void **state)
{
    struct fixture f;
    struct area_names names;
    struct dbc_area area;
    (void)state;
    fixture_start(&f);
    const char *const path = f.data.path;
    temporary_file(&f.data, "World/Maps/A/A.wdt", "");
    assert_int_equal(assets_open(&path, 1, &f.diag, &f.assets), ADTMAP_OK);
    assert_int_equal(area_names_open(f.assets, &f.diag, &names), ADTMAP_OK);
    assert_false(area_names_find(&names, 12, &area));
    area_names_close(&names);
    assert_int_equal(f.said.warnings, 0);
    fixture_stop(&f);
}

int test_area_names(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(areas_are_found_by_id),
        cmocka_unit_test(data_without_a_table_name_no_areas),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
