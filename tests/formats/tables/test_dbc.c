/* DBC tables: fields and strings, layouts of the clients, hostile sizes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/tables/dbc_builder.h"
#include "formats/tables/table_records.h"
#include "os/file.h"

static struct adtmap_message failure;
static unsigned warnings;

static void note(void *user, const struct adtmap_message *message)
{
    (void)user;
    (void)message;
    warnings++;
}

static const struct adtmap_log counting = {note, NULL};
static const struct diag diag = {"test.dbc", &counting, &failure};

static uint32_t cell(const struct table *table, uint32_t record, uint32_t field)
{
    struct table_row row;
    return table_row_at(table, record, &row) ? row_cell(&row, field, 0) : 0;
}

static const char *cell_string(const struct table *table, uint32_t record, uint32_t field)
{
    struct table_row row;
    return table_row_at(table, record, &row) ? row_cell_string(&row, field) : "";
}

/* Ends the table and reads it. */
static void finish(struct dbc_bytes *built, struct table *dbc)
{
    dbc_end(built);
    warnings = 0;
    assert_int_equal(table_read_cells(built->bytes.data, built->bytes.size, &diag, dbc), ADTMAP_OK);
    assert_int_equal(warnings, 0);
}

/* The same, as a table of a kind whose layout is known. */
static void finish_as(struct dbc_bytes *built, enum table_kind kind, struct table *table)
{
    dbc_end(built);
    warnings = 0;
    assert_int_equal(table_read(built->bytes.data, built->bytes.size, kind, &diag, table),
                     ADTMAP_OK);
    assert_int_equal(warnings, 0);
}

static void fields_beyond_the_table_are_zero_and_empty(void **state)
{
    (void)state;
    struct dbc_bytes built = dbc_make(3, 2);
    struct table dbc;
    set(&built, 1, 2, 0xdeadbeef);
    set_text(&built, 0, 1, "text");
    finish(&built, &dbc);
    assert_int_equal(cell(&dbc, 1, 2), 0xdeadbeef);
    assert_string_equal(cell_string(&dbc, 0, 1), "text");
    assert_string_equal(cell_string(&dbc, 0, 0), "");
    assert_string_equal(cell_string(&dbc, 1, 2), "");
    assert_int_equal(cell(&dbc, 2, 0), 0);
    assert_int_equal(cell(&dbc, 0, 3), 0);
    assert_int_equal(cell(&dbc, UINT32_MAX, UINT32_MAX), 0);
    dbc_free(&built);
}

/* A map in the layout of a client; the name stands in its `language`-th column. */
static void reads_map(uint32_t fields, uint32_t name_field, uint32_t language, bool has_instance)
{
    struct dbc_bytes built = dbc_make(fields, 2);
    struct table table;
    struct dbc_map map;
    set(&built, 1, 0, 33);
    set_text(&built, 1, 1, "Shadowfang");
    set(&built, 1, 2, 1);
    set_text(&built, 1, name_field + language, "Shadowfang Keep");
    finish_as(&built, TABLE_MAPS, &table);
    assert_true(table_map_at(&table, 1, &map));
    assert_int_equal(map.id, 33);
    assert_string_equal(map.folder, "Shadowfang");
    assert_string_equal(map.name, "Shadowfang Keep");
    assert_int_equal(map.instance, has_instance ? DBC_INSTANCE_PARTY : DBC_INSTANCE_UNKNOWN);
    assert_true(table_map_at(&table, 0, &map));
    assert_string_equal(map.name, "");
    assert_false(table_map_at(&table, 2, &map));
    dbc_free(&built);
}

static void maps_of_all_clients_are_read(void **state)
{
    (void)state;
    reads_map(13, 4, 0, false); /* 0.5.3 */
    reads_map(42, 4, 0, true);  /* 1.12 */
    reads_map(42, 4, 3, true);
    reads_map(125, 4, 0, true); /* 2.4.3 */
    reads_map(125, 4, 8, true);
    reads_map(66, 5, 0, true); /* 3.3.5 */
    reads_map(66, 5, 15, true);
    reads_map(19, 5, 0, true); /* 5.4.8 */
    reads_map(22, 6, 0, true); /* 6.2.4 */
    reads_map(20, 6, 0, true); /* 4.3.4 */
}

/* Whether the first map of a table has an entrance; map 571 at X, Y, which begin at `field`. */
static bool has_entrance(uint32_t fields, uint32_t field, float x, float y, struct dbc_map *map)
{
    struct dbc_bytes built = dbc_make(fields, 1);
    struct table table;
    if (field) {
        set(&built, 0, field, 571);
        set_float(&built, 0, field + 1, x);
        set_float(&built, 0, field + 2, y);
    }
    finish_as(&built, TABLE_MAPS, &table);
    assert_true(table_map_at(&table, 0, map));
    dbc_free(&built);
    return map->has_entrance;
}

static void maps_have_entrances_since_2_0_3(void **state)
{
    (void)state;
    static const uint32_t layouts[][2] = {{72, 69},   {75, 69},   {123, 117}, {125, 117},
                                          {126, 117}, {118, 109}, {65, 58},   {66, 59},
                                          {19, 11},   {20, 12},   {22, 12}};
    struct dbc_map map;
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
        assert_true(has_entrance(layouts[i][0], layouts[i][1], 1500.5F, -17000, &map));
        assert_int_equal(map.entrance_map, 571);
        assert_true(map.entrance_x == 1500.5 && map.entrance_y == -17000);
    }
    assert_false(has_entrance(13, 0, 0, 0, &map));
    assert_false(has_entrance(42, 0, 0, 0, &map));
    assert_false(has_entrance(69, 0, 0, 0, &map));
}

static void entrance_that_is_nowhere_is_none(void **state)
{
    (void)state;
    struct dbc_map map;
    assert_true(has_entrance(66, 59, 0, -1, &map));
    assert_false(has_entrance(66, 59, 0, 0, &map));
    assert_false(has_entrance(66, 59, NAN, 5, &map));
    assert_false(has_entrance(66, 59, 5, INFINITY, &map));
    assert_false(has_entrance(66, 59, 5, 17067, &map));
}

static void reads_area(uint32_t fields, uint32_t id_field, uint32_t name_field)
{
    struct dbc_bytes built = dbc_make(fields, 1);
    struct table table;
    struct dbc_area area;
    uint32_t map_field = id_field + 1;
    set(&built, 0, id_field, 87);
    set(&built, 0, map_field, 1);
    set(&built, 0, map_field + 1, 12);
    set_text(&built, 0, name_field, "Goldshire");
    finish_as(&built, TABLE_AREAS, &table);
    assert_true(table_area_at(&table, 0, &area));
    assert_int_equal(area.id, 87);
    assert_int_equal(area.map_id, 1);
    assert_int_equal(area.parent, 12);
    assert_string_equal(area.name, "Goldshire");
    dbc_free(&built);
}

static void areas_of_all_clients_are_read(void **state)
{
    (void)state;
    reads_area(22, 1, 13); /* 0.5.3 */
    reads_area(21, 0, 11); /* 1.10 */
    reads_area(25, 0, 11); /* 1.12 */
    reads_area(35, 0, 11); /* 2.4.3 */
    reads_area(36, 0, 11); /* 3.3.5 */
    reads_area(26, 0, 11); /* 4.3.4 */
    reads_area(30, 0, 13); /* 5.4.8 */
    reads_area(29, 0, 13); /* 6.2.4 */
}

static void number_behind_an_empty_text_is_no_text(void **state)
{
    (void)state;
    struct dbc_bytes built = dbc_make(25, 1);
    struct table table;
    struct dbc_area area;
    set_text(&built, 0, 24, "words");
    set(&built, 0, 12, 3);
    finish_as(&built, TABLE_AREAS, &table);
    assert_true(table_area_at(&table, 0, &area));
    assert_string_equal(area.name, "");
    dbc_free(&built);
}

static void reads_liquid(uint32_t fields, uint32_t kind_field, uint32_t id, uint32_t kind,
                         enum dbc_liquid_class wanted)
{
    struct dbc_bytes built = dbc_make(fields, 1);
    struct table table;
    struct dbc_liquid liquid;
    set(&built, 0, 0, id);
    set_text(&built, 0, 1, "Liquid");
    set(&built, 0, kind_field, kind);
    finish_as(&built, TABLE_LIQUIDS, &table);
    assert_true(table_liquid_at(&table, 0, &liquid));
    assert_int_equal(liquid.id, id);
    assert_string_equal(liquid.name, "Liquid");
    assert_int_equal(liquid.class, wanted);
    dbc_free(&built);
}

static void liquids_have_their_classes(void **state)
{
    (void)state;
    reads_liquid(4, 2, 1, 3, DBC_WATER); /* 1.12, 2.4.3 */
    reads_liquid(4, 2, 2, 3, DBC_OCEAN);
    reads_liquid(4, 2, 3, 0, DBC_MAGMA);
    reads_liquid(4, 2, 4, 2, DBC_SLIME);
    reads_liquid(4, 2, 10, 3, DBC_OCEAN);
    reads_liquid(4, 2, 13, 3, DBC_WATER);
    reads_liquid(4, 2, 14, 3, DBC_OCEAN); /* of WMOs */
    reads_liquid(4, 2, 18, 3, DBC_WATER);
    reads_liquid(4, 2, 41, 3, DBC_WATER);
    for (uint32_t kind = 0; kind < 4; kind++) {
        reads_liquid(45, 3, 100, kind, (enum dbc_liquid_class)kind); /* 3.3.5 */
    }
    reads_liquid(45, 3, 100, 77, DBC_WATER);
}

/* A layout needs bytes for all of its fields. */
static void records_shorter_than_their_layout_are_refused(void **state)
{
    (void)state;
    struct dbc_bytes built = dbc_make(4, 3);
    struct table table;
    dbc_end(&built);
    write_header(&built, 3, 4, 12, 1);
    failure.what[0] = '\0';
    assert_int_equal(table_read(built.bytes.data, built.bytes.size, TABLE_LIQUIDS, &diag, &table),
                     ADTMAP_UNSUPPORTED);
    assert_non_null(strstr(failure.what, "4 fields and 12 bytes"));
    dbc_free(&built);
}

static void more_than_262144_records_are_refused(void **state)
{
    (void)state;
    for (uint32_t count = 262144; count <= 262145; count++) {
        struct dbc_bytes built = dbc_make(4, count);
        struct table table;
        dbc_end(&built);
        bool is_within = count == 262144;
        assert_int_equal(
            table_read(built.bytes.data, built.bytes.size, TABLE_LIQUIDS, &diag, &table),
            is_within ? ADTMAP_OK : ADTMAP_LIMIT);
        assert_int_equal(table_count(&table), is_within ? count : 0);
        dbc_free(&built);
    }
    assert_string_equal(failure.what, "262145 records: more than 262144");
}

static void unknown_layout_is_said_with_its_fields(void **state)
{
    (void)state;
    struct dbc_bytes built = dbc_make(7, 1);
    dbc_end(&built);
    for (enum table_kind kind = 0; kind < TABLE_KINDS; kind++) {
        /* of 5.0 and later, and of 3.0.1 */
        bool is_known = kind == TABLE_GRAVEYARDS || kind == TABLE_FLOORS;
        struct table table;
        struct dbc_map map;
        struct dbc_area area;
        struct dbc_liquid liquid;
        failure.what[0] = '\0';
        assert_int_equal(table_read(built.bytes.data, built.bytes.size, kind, &diag, &table),
                         is_known ? ADTMAP_OK : ADTMAP_UNSUPPORTED);
        assert_true(is_known || strstr(failure.what, "7 fields"));
        assert_int_equal(table_count(&table), is_known);
        assert_true(is_known || !table_map_at(&table, 0, &map));
        assert_true(is_known || !table_area_at(&table, 0, &area));
        assert_true(is_known || !table_liquid_at(&table, 0, &liquid));
    }
    dbc_free(&built);
}

/* Reads everything there is from a copy that ends where the bytes end. */
static void read_all(const uint8_t *data, size_t size)
{
    uint8_t *copy = malloc(size ? size : 1);
    struct table dbc;
    struct table table;
    struct dbc_map map;
    assert_non_null(copy);
    if (size > 0) {
        memcpy(copy, data, size);
    }
    if (table_read_cells(copy, size, &diag, &dbc) == ADTMAP_OK) {
        for (uint32_t i = 0; i < dbc.record_count; i++) {
            for (uint32_t k = 0; k < 130; k++) {
                assert_true(strlen(cell_string(&dbc, i, k)) < 100);
            }
        }
    }
    unsigned warned = warnings; /* the second reading says the same again */
    if (table_read(copy, size, TABLE_MAPS, &diag, &table) == ADTMAP_OK) {
        for (uint32_t i = 0; i < table_count(&table); i++) {
            assert_true(table_map_at(&table, i, &map));
            assert_true(strlen(map.name) + strlen(map.folder) < 100);
        }
    }
    warnings = warned;
    free(copy);
}

static void table_cut_at_any_byte_is_survived(void **state)
{
    (void)state;
    struct dbc_bytes built = dbc_make(66, 3);
    struct table dbc;
    for (uint32_t i = 0; i < 3; i++) {
        set_text(&built, i, 1, "Folder");
        set_text(&built, i, 5, "A name");
    }
    finish(&built, &dbc);
    for (size_t size = 0; size < built.bytes.size; size++) {
        warnings = 0;
        read_all(built.bytes.data, size);
        assert_true(size < 20 || warnings == 1);
    }
    dbc_free(&built);
}

static void sizes_that_lie_are_survived(void **state)
{
    (void)state;
    static const uint32_t sizes[] = {0,          1,          3,          4,         66,
                                     0x7fffffff, 0x80000000, 0xffffffff, 0x40000001};
    enum { SIZES = sizeof sizes / sizeof *sizes };
    struct dbc_bytes built = dbc_make(66, 3);
    struct table dbc;
    set_text(&built, 1, 1, "Folder");
    finish(&built, &dbc);
    for (unsigned i = 0; i < SIZES * SIZES * SIZES * SIZES; i++) {
        write_header(&built, sizes[i % SIZES], sizes[i / SIZES % SIZES],
                     sizes[i / SIZES / SIZES % SIZES], sizes[i / SIZES / SIZES / SIZES]);
        read_all(built.bytes.data, built.bytes.size);
    }
    dbc_free(&built);
}

/* The header of WDB2 in front of a DBC's records: hash, build and time, and since build 12881 ids,
 * with an index of them if there are any. */
static void make_wdb2(struct buffer *out, const struct buffer *dbc, uint32_t build,
                      uint32_t highest_id)
{
    *out = (struct buffer){0};
    buffer_append(out, "WDB2", 4);
    buffer_append(out, dbc->data + 4, 16);
    buffer_u32le(out, 0);
    buffer_u32le(out, build);
    buffer_u32le(out, 0);
    for (uint32_t i = 0; build > 12880 && i < 4; i++) {
        buffer_u32le(out, i == 0 ? 1 : i == 1 ? highest_id : 0);
    }
    for (uint32_t i = 0; build > 12880 && i < 6 * highest_id; i++) {
        buffer_u8(out, 0xEE);
    }
    buffer_append(out, dbc->data + 20, dbc->size - 20);
}

static void wdb2_is_a_dbc_with_more_in_its_header(void **state)
{
    (void)state;
    static const uint32_t builds[] = {12880, 15595, 20779};
    static const uint32_t highest_ids[] = {0, 0, 5};
    struct dbc_bytes built = dbc_make(22, 1);
    struct table table;
    struct dbc_map map;
    set(&built, 0, 0, 33);
    set_text(&built, 0, 1, "Shadowfang");
    set_text(&built, 0, 6, "Shadowfang Keep");
    finish_as(&built, TABLE_MAPS, &table);
    for (size_t i = 0; i < 3; i++) {
        struct buffer bytes;
        make_wdb2(&bytes, &built.bytes, builds[i], highest_ids[i]);
        assert_int_equal(table_read(bytes.data, bytes.size, TABLE_MAPS, &diag, &table), ADTMAP_OK);
        assert_true(table_map_at(&table, 0, &map));
        assert_string_equal(map.name, "Shadowfang Keep");
        assert_int_equal(warnings, 0);
        for (size_t size = 0; size < bytes.size; size++) {
            read_all(bytes.data, size);
        }
        buffer_free(&bytes);
        warnings = 0;
    }
    dbc_free(&built);
}

static void other_files_are_refused(void **state)
{
    (void)state;
    struct table dbc;
    static const uint8_t successor[32] = "WDB3";
    static const uint8_t other[32] = "BLP2";
    assert_int_equal(table_read_cells(successor, 32, &diag, &dbc), ADTMAP_UNSUPPORTED);
    assert_int_equal(table_read_cells(other, 32, &diag, &dbc), ADTMAP_BAD_DATA);
    assert_int_equal(table_read_cells(NULL, 0, &diag, &dbc), ADTMAP_BAD_DATA);
}

/* ADTMAP_REAL names a folder of real map files, if there is one here. */
static void real_map_table_is_read(void **state)
{
    (void)state;
    const char *real = getenv("ADTMAP_REAL");
    char path[512];
    struct blob blob;
    struct table table;
    struct dbc_map map;
    snprintf(path, sizeof path, "%s/custom/DBFilesClient/Map.dbc", real ? real : ".");
    if (!file_exists(path)) {
        print_message("no %s: skipped\n", path);
        skip();
    }
    assert_int_equal(file_map(path, &diag, &blob), ADTMAP_OK);
    warnings = 0;
    assert_int_equal(table_read(blob.data, blob.size, TABLE_MAPS, &diag, &table), ADTMAP_OK);
    assert_int_equal(warnings, 0);
    assert_true(table_map_at(&table, 0, &map));
    assert_string_equal(map.folder, "Azeroth");
    assert_string_equal(map.name, "Eastern Kingdoms");
    assert_int_equal(map.instance, DBC_INSTANCE_NONE);
    assert_true(table_map_at(&table, table_count(&table) - 1, &map));
    assert_string_equal(map.folder, "CustomMaps");
    assert_true(table_map_at(&table, table_count(&table) - 2, &map));
    assert_int_equal(map.instance, DBC_INSTANCE_RAID);
    assert_true(table_map_at(&table, 5, &map));
    assert_string_equal(map.name, "Shadowfang Keep");
    assert_true(map.has_entrance && map.entrance_map == 0);
    assert_true(fabs(map.entrance_x + 231) < 1 && fabs(map.entrance_y - 1571.6) < 1);
    blob_release(&blob);
}

/* The first tables of ADTMAP_REAL with one language in every text. */
static void real_tables_of_6_2_4_have_names(void **state)
{
    (void)state;
    static const char *const names[] = {"Map.dbc", "AreaTable.dbc"};
    const char *real = getenv("ADTMAP_REAL");
    for (size_t i = 0; i < 2; i++) {
        char path[512];
        struct blob blob;
        struct table table;
        struct dbc_map map;
        struct dbc_area area;
        snprintf(path, sizeof path, "%s/dbc-6.2.4/%s", real ? real : ".", names[i]);
        if (!file_exists(path)) {
            print_message("no %s: skipped\n", path);
            skip();
        }
        assert_int_equal(file_map(path, &diag, &blob), ADTMAP_OK);
        assert_int_equal(
            table_read(blob.data, blob.size, i == 0 ? TABLE_MAPS : TABLE_AREAS, &diag, &table),
            ADTMAP_OK);
        if (i == 0) {
            assert_true(table_map_at(&table, 3, &map));
            assert_string_equal(map.folder, "ScottTest");
            assert_string_equal(map.name, "Test de Scott");
        } else {
            assert_true(table_area_at(&table, 2, &area));
            assert_string_equal(area.name, "Terres Ingrates");
        }
        blob_release(&blob);
    }
}

int test_dbc(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_beyond_the_table_are_zero_and_empty),
        cmocka_unit_test(maps_of_all_clients_are_read),
        cmocka_unit_test(maps_have_entrances_since_2_0_3),
        cmocka_unit_test(entrance_that_is_nowhere_is_none),
        cmocka_unit_test(areas_of_all_clients_are_read),
        cmocka_unit_test(number_behind_an_empty_text_is_no_text),
        cmocka_unit_test(liquids_have_their_classes),
        cmocka_unit_test(records_shorter_than_their_layout_are_refused),
        cmocka_unit_test(more_than_262144_records_are_refused),
        cmocka_unit_test(unknown_layout_is_said_with_its_fields),
        cmocka_unit_test(table_cut_at_any_byte_is_survived),
        cmocka_unit_test(sizes_that_lie_are_survived),
        cmocka_unit_test(wdb2_is_a_dbc_with_more_in_its_header),
        cmocka_unit_test(other_files_are_refused),
        cmocka_unit_test(real_map_table_is_read),
        cmocka_unit_test(real_tables_of_6_2_4_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
