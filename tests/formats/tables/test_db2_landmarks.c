/* Flight masters, graveyards and entrances in tables of clients since 7.3, whose places are arrays.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "formats/tables/db2_builder.h"
#include "formats/tables/table_records.h"
#include "formats/tables/wdb5_builder.h"

static const struct diag quiet;

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* Where the first number of a field is in a record. */
static uint32_t number_of(const struct db2_rows *rows, uint32_t field)
{
    struct db2_rows before = *rows;
    before.field_count = field;
    return db2_record_numbers(&before);
}

/* A table of one record. Fields: name, place, map, mounts; 0: no mounts. */
static struct db2_rows make(uint32_t layout, uint32_t field_count, const uint32_t fields[4])
{
    struct db2_rows rows = {
        .version = '4', .layout = layout, .field_count = field_count, .count = 1};
    rows.numbers[fields[1]] = 3;
    if (fields[3]) {
        rows.numbers[fields[3]] = 2;
        rows.rows[0].fields[number_of(&rows, fields[3]) + 1] = 541;
    }
    rows.name_field = number_of(&rows, fields[0]);
    rows.rows[0].id = 9;
    rows.rows[0].name = "Valdrakken";
    rows.rows[0].fields[number_of(&rows, fields[1])] = bits_of(250.5F);
    rows.rows[0].fields[number_of(&rows, fields[1]) + 1] = bits_of(-1000);
    rows.rows[0].fields[number_of(&rows, fields[2])] = 2444;
    return rows;
}

static bool read_one(const struct db2_rows *rows, enum table_kind kind,
                     struct dbc_landmark *landmark, char name[32])
{
    struct buffer bytes;
    struct table table;
    struct dbc_landmark beyond;
    db2_build(&bytes, rows);
    assert_int_equal(table_read(bytes.data, bytes.size, kind, &quiet, &table), ADTMAP_OK);
    bool has = table_landmark_at(&table, 0, landmark);
    assert_false(table_landmark_at(&table, 1, &beyond));
    name[0] = '\0';
    strncat(name, has ? landmark->name : "", 31);
    buffer_free(&bytes);
    return has;
}

static void reads(enum table_kind kind, uint32_t layout, uint32_t field_count,
                  const uint32_t fields[4])
{
    struct db2_rows rows = make(layout, field_count, fields);
    struct dbc_landmark landmark;
    char name[32];
    assert_true(read_one(&rows, kind, &landmark, name));
    assert_int_equal(landmark.id, rows.rows[0].id);
    assert_int_equal(landmark.map_id, 2444);
    assert_true(landmark.x == 250.5 && landmark.y == -1000);
    assert_string_equal(name, "Valdrakken");
}

static void layouts_of_all_eras_are_read(void **state)
{
    (void)state;
    static const uint32_t hashes[] = {0x179AF3CF, 0x187CC2FE, 0x890762DD, 0x3AFF48F9,
                                      0x32DF03E3, 0x3F7CC8B2, 0x5EE95BA9, 0xE7B597F0};
    static const uint32_t classic[] = {0x91ADBF11, 0x951F23F1, 0xA4720553, 0xC79A3F09,
                                       0xEC9EF7F0, 0x609F20BF, 0xA8EF6D9C};
    for (size_t i = 0; i < sizeof hashes / sizeof *hashes; i++) {
        reads(TABLE_FLIGHTS, hashes[i], 15, (const uint32_t[]){0, 1, 5, 14});
    }
    for (size_t i = 0; i < sizeof classic / sizeof *classic; i++) {
        reads(TABLE_FLIGHTS, classic[i], 14, (const uint32_t[]){0, 1, 5, 13});
    }
    reads(TABLE_FLIGHTS, 0xC8E003F2, 10, (const uint32_t[]){1, 0, 5, 2});
    reads(TABLE_FLIGHTS, 0xC47A8C7F, 12, (const uint32_t[]){1, 0, 6, 2});
    reads(TABLE_FLIGHTS, 0xB46C6A8B, 12, (const uint32_t[]){0, 1, 6, 2});
    reads(TABLE_FLIGHTS, 0xE96BA283, 12, (const uint32_t[]){0, 1, 6, 2});
    reads(TABLE_GRAVEYARDS, 0x6BF0D7EC, 4, (const uint32_t[]){0, 1, 2, 0});
}

static void what_is_no_landmark_is_left_out(void **state)
{
    (void)state;
    const struct db2_rows fine = make(0xE7B597F0, 15, (const uint32_t[]){0, 1, 5, 14});
    const float wild[] = {NAN, INFINITY, -17067, 1e30F};
    struct dbc_landmark landmark;
    char name[32];
    for (size_t i = 0; i < 2 * sizeof wild / sizeof *wild; i++) {
        struct db2_rows rows = fine;
        rows.rows[0].fields[1 + i % 2] = bits_of(wild[i / 2]);
        assert_false(read_one(&rows, TABLE_FLIGHTS, &landmark, name));
    }
    struct db2_rows ship = fine;
    ship.rows[0].fields[number_of(&fine, 14) + 1] = 0;
    assert_false(read_one(&ship, TABLE_FLIGHTS, &landmark, name));
    struct db2_rows nameless = fine;
    nameless.rows[0].name = "";
    assert_false(read_one(&nameless, TABLE_FLIGHTS, &landmark, name));
    assert_true(read_one(&fine, TABLE_FLIGHTS, &landmark, name));
}

/* The layout says that a place is three numbers; here the table has one. */
static void numbers_beyond_a_field_are_zero(void **state)
{
    (void)state;
    struct db2_rows rows = make(0x6BF0D7EC, 4, (const uint32_t[]){0, 1, 2, 0});
    struct dbc_landmark landmark;
    char name[32];
    rows.numbers[1] = 0;
    assert_true(read_one(&rows, TABLE_GRAVEYARDS, &landmark, name));
    assert_true(landmark.x == 250.5 && landmark.y == 0);
}

/* A table of 7.3.5 with one flight master at X 250.5, Y -1000: name, place, mounts, map. */
static struct wdb5_table flight_of_7_3_5(const char *magic)
{
    struct wdb5_table table = {
        .magic = magic,
        .layout = 0xE96BA283,
        .count = 1,
        .record_bytes = 28,
        .lowest_id = 9,
        .highest_id = 9,
        .flags = WDB5_IDS,
        .field_count = 7,
        .fields = {{32, 0, 4},
                   {32, 4, 12},
                   {32, 16, 8},
                   {32, 24, 0},
                   {32, 24, 0},
                   {32, 24, 0},
                   {16, 24, 2}},
    };
    wdb5_put(&table.records, (const uint32_t[]){1, bits_of(250.5F), bits_of(-1000)}, 3);
    wdb5_put(&table.records, (const uint32_t[]){0, 0, 541, 2444}, 4);
    buffer_append(&table.strings, "\0Valdrakken", 12);
    buffer_u32le(&table.ids, 9);
    return table;
}

static void check_flight(struct wdb5_table *built)
{
    struct buffer bytes;
    struct table table;
    struct dbc_landmark landmark;
    wdb5_build(&bytes, built);
    assert_int_equal(table_read(bytes.data, bytes.size, TABLE_FLIGHTS, &quiet, &table), ADTMAP_OK);
    assert_true(table_landmark_at(&table, 0, &landmark));
    assert_int_equal(landmark.map_id, 2444);
    assert_true(landmark.x == 250.5 && landmark.y == -1000);
    assert_string_equal(landmark.name, "Valdrakken");
    buffer_free(&bytes);
}

static void places_in_the_record(void **state)
{
    (void)state;
    static const char *const magics[] = {"WDB5", "WDB6", "WDC1"};
    for (size_t i = 0; i < sizeof magics / sizeof *magics; i++) {
        struct wdb5_table table = flight_of_7_3_5(magics[i]);
        check_flight(&table);
    }
}

/* The record has the number of an array, 8 bits; here it is the second of two arrays. */
static void places_in_the_pallet(void **state)
{
    (void)state;
    struct wdb5_table table = flight_of_7_3_5("WDC1");
    table.records.data[4] = 1;
    for (uint32_t i = 0; i < table.field_count; i++) {
        const struct wdb5_field *field = &table.fields[i];
        uint32_t plain[5] = {0};
        uint32_t array[5] = {24, 4, 32, 8, 3};
        wdb5_put_column(&table.columns, 8 * field->place, i == 1 ? 8 : 8 * field->width,
                        i == 1 ? array : plain);
    }
    wdb5_put(&table.pallet, (const uint32_t[]){1, 2, 3, bits_of(250.5F), bits_of(-1000), 4}, 6);
    check_flight(&table);
}

static void reads_entrance(uint32_t layout, uint32_t map_field, uint32_t place_field)
{
    struct db2_rows rows = {
        .version = '3', .layout = layout, .field_count = 22, .name_field = 1, .count = 1};
    struct buffer bytes;
    struct table table;
    struct dbc_map map;
    rows.numbers[place_field] = place_field ? 2 : 0;
    rows.rows[0].name = "Neltharus";
    if (place_field) {
        rows.rows[0].fields[number_of(&rows, map_field)] = 2444;
        rows.rows[0].fields[number_of(&rows, place_field)] = bits_of(30);
        rows.rows[0].fields[number_of(&rows, place_field) + 1] = bits_of(-40.5F);
    }
    db2_build(&bytes, &rows);
    assert_int_equal(table_read(bytes.data, bytes.size, TABLE_MAPS, &quiet, &table), ADTMAP_OK);
    assert_true(table_map_at(&table, 0, &map));
    assert_int_equal(map.has_entrance, place_field > 0);
    if (place_field) {
        assert_int_equal(map.entrance_map, 2444);
        assert_true(map.entrance_x == 30 && map.entrance_y == -40.5);
    }
    buffer_free(&bytes);
}

static void maps_have_entrances_but_not_in_classic_clients(void **state)
{
    (void)state;
    reads_entrance(0xB32E648C, 9, 3);  /* 7.0 */
    reads_entrance(0xA37A2830, 11, 3); /* 7.3.2 */
    reads_entrance(0xF568DF12, 11, 8); /* 7.3.5 */
    reads_entrance(0x503A3E58, 17, 6); /* 8.0 */
    reads_entrance(0x793F4E8E, 18, 7); /* 9.0 */
    reads_entrance(0x75863E23, 17, 6); /* 12.0 */
    reads_entrance(0xB47C6F05, 0, 0);  /* 5.5.4 */
}

int test_db2_landmarks(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layouts_of_all_eras_are_read),
        cmocka_unit_test(what_is_no_landmark_is_left_out),
        cmocka_unit_test(numbers_beyond_a_field_are_zero),
        cmocka_unit_test(places_in_the_record),
        cmocka_unit_test(places_in_the_pallet),
        cmocka_unit_test(maps_have_entrances_but_not_in_classic_clients),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
