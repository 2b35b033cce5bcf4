/*
 * Real tables of clients, if they are there: $ADTMAP_REAL/db2 has Achievement as WDB2, WDB5 and
 * WDB6, of years apart. What they say of one achievement agrees, but for what was changed since.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "formats/real_files.h"
#include "formats/tables/table.h"
#include "os/file.h"

enum { SKIPPED = 77 }; /* the exit status that ctest knows */

/* Which fields hold what. */
struct achievements {
    const char *name;
    uint32_t title, map;
    struct blob blob;
    struct table table;
};

static void open_real(struct achievements *read)
{
    char path[4096];
    struct adtmap_message failure;
    const struct diag diag = {read->name, NULL, &failure};
    const char *root = real_root();
    assert_non_null(root);
    snprintf(path, sizeof path, "%s/db2/%s", root, read->name);
    assert_int_equal(file_map(path, &diag, &read->blob), ADTMAP_OK);
    assert_int_equal(table_read_cells(read->blob.data, read->blob.size, &diag, &read->table),
                     ADTMAP_OK);
}

static struct achievements wdb2 = {.name = "Achievement.WDB2.db2", .title = 4, .map = 2};
static struct achievements wdb5 = {.name = "Achievement.WDB5.db2", .title = 0, .map = 4};
static struct achievements wdb6 = {.name = "Achievement.WDB6.db2", .title = 0, .map = 4};

/* A map, of which -1 is none, in 32 bits or in 16. */
static uint32_t map_of(const struct achievements *read, const struct table_row *row)
{
    uint32_t map = row_cell(row, read->map, 0);
    return map == UINT16_MAX ? UINT32_MAX : map;
}

/* How many of the older table's rows the later one has too, and in how many of these the titles
 * agree. Maps agree in all. */
static void compare(const struct achievements *older, const struct achievements *later,
                    uint32_t both, uint32_t titles)
{
    uint32_t none = 0;
    for (uint32_t i = 0; i < table_count(&older->table); i++) {
        struct table_row row;
        struct table_row other;
        assert_true(table_row_at(&older->table, i, &row));
        if (table_find(&later->table, row.id, &other)) {
            const char *title = row_cell_string(&row, older->title);
            both--;
            titles -= strcmp(title, row_cell_string(&other, later->title)) == 0;
            none += map_of(older, &row) == UINT32_MAX;
            assert_int_equal(map_of(older, &row), map_of(later, &other));
        }
    }
    assert_int_equal(both, 0);
    assert_int_equal(titles, 0);
    assert_true(none > 1000);
}

static void real_tables_of_three_versions_agree(void **state)
{
    (void)state;
    open_real(&wdb2);
    open_real(&wdb5);
    open_real(&wdb6);
    assert_int_equal(table_count(&wdb2.table), 4674);
    assert_int_equal(table_count(&wdb5.table), 5168);
    assert_int_equal(table_count(&wdb6.table), 5390);
    compare(&wdb2, &wdb5, 4662, 4618); /* the others were renamed by the makers */
    compare(&wdb5, &wdb6, 5167, 5165);
    blob_release(&wdb2.blob);
    blob_release(&wdb5.blob);
    blob_release(&wdb6.blob);
}

int test_real_db2(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(real_tables_of_three_versions_agree),
    };
    const char *root = real_root();
    char path[4096];
    if (!root) {
        return SKIPPED;
    }
    snprintf(path, sizeof path, "%s/db2", root);
    if (!file_is_directory(path)) {
        printf("skipped: no directory %s\n", path);
        return SKIPPED;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
