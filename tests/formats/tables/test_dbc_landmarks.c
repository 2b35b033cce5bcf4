/* Flight masters and graveyards of all clients, and records that are none. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "formats/tables/dbc_builder.h"
#include "formats/tables/table_records.h"

static const struct diag quiet;

/* A place of map 571 in the last language, with a mount for the second side. */
static struct dbc_bytes make(uint32_t fields, uint32_t name_field, uint32_t language,
                             uint32_t mounts)
{
    struct dbc_bytes built = dbc_make(fields, 1);
    set(&built, 0, 0, 7);
    set(&built, 0, 1, 571);
    set_float(&built, 0, 2, 1234.5F);
    set_float(&built, 0, 3, -678.25F);
    set_text(&built, 0, name_field + language, "Valgarde");
    if (mounts) {
        set(&built, 0, mounts + 1, 3837);
    }
    return built;
}

/* Reads the only record of a table, which is ended and freed. */
static bool read_one(struct dbc_bytes *built, enum table_kind kind, struct dbc_landmark *landmark,
                     char name[32])
{
    struct table table;
    struct dbc_landmark beyond;
    dbc_end(built);
    bool is_known =
        table_read(built->bytes.data, built->bytes.size, kind, &quiet, &table) == ADTMAP_OK;
    bool has = table_landmark_at(&table, 0, landmark);
    assert_true(is_known || !has);
    assert_false(table_landmark_at(&table, 1, &beyond));
    name[0] = '\0';
    if (has) {
        strncat(name, landmark->name, 31);
    }
    dbc_free(built);
    return has;
}

static void reads(enum table_kind kind, uint32_t fields, uint32_t name_field, uint32_t language,
                  uint32_t mounts)
{
    struct dbc_bytes built = make(fields, name_field, language, mounts);
    struct dbc_landmark landmark;
    char name[32];
    assert_true(read_one(&built, kind, &landmark, name));
    assert_int_equal(landmark.id, 7);
    assert_int_equal(landmark.map_id, 571);
    assert_true(landmark.x == 1234.5 && landmark.y == -678.25);
    assert_string_equal(name, "Valgarde");
}

static void all_layouts_are_read(void **state)
{
    (void)state;
    reads(TABLE_FLIGHTS, 14, 5, 0, 0);
    reads(TABLE_FLIGHTS, 14, 5, 7, 0);
    reads(TABLE_FLIGHTS, 16, 5, 3, 14);
    reads(TABLE_FLIGHTS, 24, 5, 0, 22);
    reads(TABLE_FLIGHTS, 24, 5, 15, 22);
    reads(TABLE_FLIGHTS, 8, 5, 0, 6);
    reads(TABLE_FLIGHTS, 11, 5, 0, 6);
    reads(TABLE_FLIGHTS, 12, 5, 0, 6);
    reads(TABLE_GRAVEYARDS, 14, 5, 7, 0);
    reads(TABLE_GRAVEYARDS, 22, 5, 15, 0);
    reads(TABLE_GRAVEYARDS, 6, 5, 0, 0);
    reads(TABLE_GRAVEYARDS, 7, 6, 0, 0);
}

static void unknown_layout_is_said_with_its_fields(void **state)
{
    (void)state;
    struct adtmap_message failure = {0};
    const struct diag diag = {"test.dbc", NULL, &failure};
    struct dbc_bytes built = make(23, 5, 0, 0);
    struct dbc_landmark landmark;
    struct table table;
    dbc_end(&built);
    assert_int_equal(table_read(built.bytes.data, built.bytes.size, TABLE_FLIGHTS, &diag, &table),
                     ADTMAP_UNSUPPORTED);
    assert_string_equal(failure.what,
                        "records of 23 fields and 92 bytes: no known layout of flight masters");
    assert_false(table_landmark_at(&table, 0, &landmark));
    dbc_free(&built);
}

static void node_of_a_ship_is_no_flight_master(void **state)
{
    (void)state;
    struct dbc_bytes built = make(24, 5, 0, 0);
    struct dbc_landmark landmark;
    char name[32];
    assert_false(read_one(&built, TABLE_FLIGHTS, &landmark, name));
}

static void place_off_the_grid_is_left_out(void **state)
{
    (void)state;
    const float wild[] = {NAN, INFINITY, -INFINITY, 17067, -17067, 1e30F};
    for (uint32_t field = 2; field <= 3; field++) {
        for (size_t i = 0; i < sizeof wild / sizeof *wild; i++) {
            struct dbc_bytes built = make(22, 5, 0, 0);
            struct dbc_landmark landmark;
            char name[32];
            set_float(&built, 0, field, wild[i]);
            assert_false(read_one(&built, TABLE_GRAVEYARDS, &landmark, name));
        }
    }
}

static void name_beyond_the_strings_is_no_name(void **state)
{
    (void)state;
    const uint32_t offsets[] = {0, 10, 11, 4096, UINT32_MAX};
    for (size_t i = 0; i < sizeof offsets / sizeof *offsets; i++) {
        struct dbc_bytes built = make(6, 5, 0, 0);
        struct dbc_landmark landmark;
        char name[32];
        set(&built, 0, 5, offsets[i]);
        assert_false(read_one(&built, TABLE_GRAVEYARDS, &landmark, name));
    }
}

static void table_cut_at_any_byte_is_survived(void **state)
{
    (void)state;
    struct dbc_bytes built = make(24, 5, 0, 22);
    dbc_end(&built);
    for (size_t size = 0; size < built.bytes.size; size++) {
        struct table table;
        struct dbc_landmark landmark;
        uint8_t *copy =
            malloc(size ? size : 1); /* a tool that checks memory sees reads beyond it */
        assert_non_null(copy);
        memcpy(copy, built.bytes.data, size);
        if (table_read(copy, size, TABLE_FLIGHTS, &quiet, &table) == ADTMAP_OK) {
            assert_false(table_landmark_at(&table, 0, &landmark));
        }
        free(copy);
    }
    dbc_free(&built);
}

int test_dbc_landmarks(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_layouts_are_read),
        cmocka_unit_test(unknown_layout_is_said_with_its_fields),
        cmocka_unit_test(node_of_a_ship_is_no_flight_master),
        cmocka_unit_test(place_off_the_grid_is_left_out),
        cmocka_unit_test(name_beyond_the_strings_is_no_name),
        cmocka_unit_test(table_cut_at_any_byte_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
