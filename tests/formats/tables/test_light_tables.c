/* Lights of a map and their colours by the time of day, in the layouts of all clients. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/size.h"
#include "formats/tables/db2_builder.h"
#include "formats/tables/dbc_builder.h"
#include "formats/tables/table_records.h"

static const struct diag quiet;

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static struct table read_table(const struct buffer *bytes, enum table_kind kind)
{
    struct table table;
    assert_int_equal(table_read(bytes->data, bytes->size, kind, &quiet, &table), ADTMAP_OK);
    return table;
}

/* A light of map 571 with place, start and end in 36ths of a yard. */
static bool read_light(uint32_t fields, const float numbers[5], struct dbc_light *light)
{
    struct dbc_bytes bytes = dbc_make(fields, 1);
    set(&bytes, 0, 0, 7);
    set(&bytes, 0, 1, 571);
    for (uint32_t i = 0; i < 5; i++) {
        set_float(&bytes, 0, 2 + i, numbers[i]);
    }
    set(&bytes, 0, 7, 12);
    set(&bytes, 0, 8, 13);
    dbc_end(&bytes);
    const struct table table = read_table(&bytes.bytes, TABLE_LIGHTS);
    bool is_read = table_light_at(&table, 0, light);
    dbc_free(&bytes);
    return is_read;
}

/* A tile's corner: 30 tiles east and 20 south of the grid's. */
static const float placed[5] = {36 * 16000, 36 * 50, 36 * 32000.0F / 3, 36 * 100, 36 * 250};

static void assert_placed(const struct dbc_light *light)
{
    assert_int_equal(light->id, 7);
    assert_int_equal(light->map_id, 571);
    assert_true(light->has_place);
    assert_true(fabs(light->place[0] - 12 * 1600.0 / 3) < 0.01);
    assert_true(fabs(light->place[1] - 2 * 1600.0 / 3) < 0.01);
    assert_true(light->place[2] == 50);
    assert_true(light->start == 100 && light->end == 250);
    assert_int_equal(light->params_id, 12);
}

static void a_light_stands_in_36ths_of_a_yard_from_the_corner_of_the_grid(void **state)
{
    struct dbc_light light;
    (void)state;
    assert_true(read_light(12, placed, &light));
    assert_placed(&light);
    assert_true(read_light(15, placed, &light));
    assert_placed(&light);
}

static void lights_of_db2_tables_have_the_map_behind_the_place(void **state)
{
    static const uint32_t layouts[] = {0x25025A13, 0x04052B1F, 0x9088A2A3, 0xAD1B2253};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(layouts); i++) {
        struct db2_rows rows = {.version = '3',
                                .layout = layouts[i],
                                .field_count = 5,
                                .numbers = {3, 1, 1, 1, 8},
                                .name_field = UINT32_MAX,
                                .count = 1,
                                .rows = {{.id = 7, .name = ""}}};
        for (int k = 0; k < 5; k++) {
            rows.rows[0].fields[k] = bits_of(placed[k]);
        }
        rows.rows[0].fields[5] = 571;
        rows.rows[0].fields[6] = 12;
        struct buffer bytes;
        struct dbc_light light;
        db2_build(&bytes, &rows);
        const struct table table = read_table(&bytes, TABLE_LIGHTS);
        assert_true(table_light_at(&table, 0, &light));
        assert_placed(&light);
        buffer_free(&bytes);
    }
}

static void a_light_at_the_corner_is_that_of_the_whole_map(void **state)
{
    static const float everywhere[5] = {0, 0, 0, 23262, 30725};
    struct dbc_light light;
    (void)state;
    static const float below[5] = {0, -36, 0, 36, 72};
    assert_true(read_light(15, everywhere, &light));
    assert_false(light.has_place);
    assert_true(read_light(15, below, &light));
    assert_true(light.has_place);
}

static void numbers_that_lead_nowhere_drop_a_light(void **state)
{
    struct dbc_light light;
    (void)state;
    for (int i = 0; i < 5; i++) {
        static const float wild[] = {NAN, INFINITY, -INFINITY, 1e30F};
        for (size_t k = 0; k < COUNT_OF(wild); k++) {
            float numbers[5];
            memcpy(numbers, placed, sizeof numbers);
            numbers[i] = wild[k];
            /* from a start beyond the end, or below 0, a light is full up to the end, or nowhere */
            bool is_clamped = i == 3 && !isnan(wild[k]);
            assert_int_equal(read_light(15, numbers, &light), is_clamped);
            assert_true(!is_clamped || light.start == (wild[k] < 0 ? 0 : light.end));
        }
    }
    float numbers[5];
    memcpy(numbers, placed, sizeof numbers);
    numbers[4] = -1;
    assert_false(read_light(15, numbers, &light));
}

static void alphas_are_those_of_rivers_first(void **state)
{
    static const struct {
        uint32_t fields, first, flags;
    } layouts[] = {{9, 4, 8}, {9, 5, 0}, {10, 5, 9}}; /* nine with a type of clouds, too */
    (void)state;
    for (size_t i = 0; i < COUNT_OF(layouts); i++) {
        struct dbc_bytes bytes = dbc_make(layouts[i].fields, 1);
        struct dbc_light_params params;
        set(&bytes, 0, 0, 12);
        set_float(&bytes, 0, layouts[i].first, 0.5F);
        set_float(&bytes, 0, layouts[i].first + 1, 7.0F);
        set_float(&bytes, 0, layouts[i].first + 2, 0.75F);
        set_float(&bytes, 0, layouts[i].first + 3, NAN);
        set(&bytes, 0, layouts[i].flags ? layouts[i].flags : 2, 3);
        dbc_end(&bytes);
        const struct table table = read_table(&bytes.bytes, TABLE_LIGHT_PARAMS);
        assert_true(table_light_params_at(&table, 0, &params));
        assert_int_equal(params.id, 12);
        assert_true(params.alpha[0] == 0.75F && params.alpha[1] == 0.0F);
        assert_true(params.alpha[2] == 0.5F && params.alpha[3] == 1.0F);
        dbc_free(&bytes);
    }
}

static void a_band_has_sixteen_times_at_most(void **state)
{
    struct dbc_bytes bytes = dbc_make(34, 2);
    struct dbc_light_band band;
    (void)state;
    set(&bytes, 0, 0, 200);
    set(&bytes, 0, 1, 2);
    set(&bytes, 0, 2, 360);
    set(&bytes, 0, 3, 1440);
    set(&bytes, 0, 18, 0x618282);
    set(&bytes, 0, 19, 0xFF8800);
    set(&bytes, 1, 1, 0xFFFFFFFF);
    dbc_end(&bytes);
    const struct table table = read_table(&bytes.bytes, TABLE_LIGHT_BANDS);
    assert_true(table_light_band_at(&table, 0, &band));
    assert_int_equal(band.id, 200);
    assert_int_equal(band.count, 2);
    assert_int_equal(band.times[1], 1440);
    assert_int_equal(band.colors[0], 0x618282);
    assert_int_equal(band.colors[1], 0xFF8800);
    assert_true(table_light_band_at(&table, 1, &band));
    assert_int_equal(band.count, DBC_BAND_KEYS);
    dbc_free(&bytes);
}

static void assert_hour(const struct table *table)
{
    struct dbc_light_hour hour;
    assert_true(table_light_hour_at(table, 0, &hour));
    assert_int_equal(hour.params_id, 12);
    assert_int_equal(hour.time, 1440);
    assert_int_equal(hour.sun, 1001);
    assert_int_equal(hour.ambient, 1002);
    for (uint32_t i = 0; i < DBC_LIGHT_LIQUIDS; i++) {
        assert_int_equal(hour.liquids[i], 1014 + i);
    }
}

/* Fields of colours are numbered from 1001 on. */
static void hours_of_all_layouts_have_their_colours(void **state)
{
    static const uint32_t fields[] = {24, 25};
    static const struct {
        uint32_t layout, params, time, colors;
    } layouts[] = {{0xE7CA3F85, 0, 1, 2},  {0xFCED593A, 0, 1, 2},   {0x07423F4E, 0, 1, 2},
                   {0x14259798, 0, 1, 2},  {0x79AC7C4B, 0, 1, 2},   {0xD057E40C, 0, 1, 2},
                   {0x140708DA, 0, 1, 2},  {0x5A08CEBB, 0, 1, 2},   {0x1D523CA5, 0, 1, 2},
                   {0x9E95F375, 0, 1, 2},  {0x98BC17CE, 33, 34, 0}, {0x34231474, 33, 34, 0},
                   {0x3A8B11C3, 34, 35, 0}};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(fields); i++) {
        struct dbc_bytes bytes = dbc_make(fields[i], 1);
        set(&bytes, 0, 1, 12);
        set(&bytes, 0, 2, 1440);
        for (uint32_t k = 0; k < 18; k++) {
            set(&bytes, 0, 3 + k, 1001 + k);
        }
        dbc_end(&bytes);
        const struct table table = read_table(&bytes.bytes, TABLE_LIGHT_HOURS);
        assert_hour(&table);
        dbc_free(&bytes);
    }
    for (size_t i = 0; i < COUNT_OF(layouts); i++) {
        struct db2_rows rows = {.version = '4',
                                .layout = layouts[i].layout,
                                .field_count = TABLE_FIELDS_MAX,
                                .name_field = UINT32_MAX,
                                .count = 1,
                                .rows = {{.id = 1, .name = ""}}};
        uint32_t *fields_of_row = rows.rows[0].fields;
        fields_of_row[layouts[i].params] = 12;
        fields_of_row[layouts[i].time] = 1440;
        for (uint32_t k = 0; k < 18; k++) {
            fields_of_row[layouts[i].colors + k] = 1001 + k;
        }
        struct buffer bytes;
        db2_build(&bytes, &rows);
        const struct table table = read_table(&bytes, TABLE_LIGHT_HOURS);
        assert_hour(&table);
        buffer_free(&bytes);
    }
}

/* LightData of 7.3.5: three hours, of which the relations say what they are of. */
static struct db2_rows related_hours(char version)
{
    struct db2_rows rows = {.version = version,
                            .layout = 0x2D2BA7FA,
                            .field_count = 34,
                            .name_field = UINT32_MAX,
                            .count = 3,
                            .relation_count = 2,
                            .relations = {12, 0, 9, 2}};
    for (uint32_t i = 0; i < 3; i++) {
        rows.rows[i].id = 70 + i;
        rows.rows[i].name = "";
        rows.rows[i].fields[33] = 1440 + i;
        for (uint32_t k = 0; k < 18; k++) {
            rows.rows[i].fields[k] = 1001 + k;
        }
    }
    return rows;
}

/* The parameters of hour `record`, or 0. */
static uint32_t params_of(const struct db2_rows *rows, uint32_t record)
{
    struct buffer bytes;
    struct dbc_light_hour hour = {0};
    db2_build(&bytes, rows);
    const struct table table = read_table(&bytes, TABLE_LIGHT_HOURS);
    assert_int_equal(table_count(&table), 3 + rows->copy_count);
    const bool is_there = table_light_hour_at(&table, record, &hour);
    buffer_free(&bytes);
    return is_there ? hour.params_id : 0;
}

static void hours_are_related_to_parameters(void **state)
{
    (void)state;
    for (char version = '1'; version <= '5'; version++) {
        struct db2_rows rows = related_hours(version);
        struct buffer bytes;
        db2_build(&bytes, &rows);
        const struct table table = read_table(&bytes, TABLE_LIGHT_HOURS);
        assert_hour(&table);
        buffer_free(&bytes);
        assert_int_equal(params_of(&rows, 1), 0);
        assert_int_equal(params_of(&rows, 2), 9);
        rows.copy_count = 1;
        rows.copies[0] = 90;
        rows.copies[1] = 72;
        assert_int_equal(params_of(&rows, 3), 9);
    }
}

/* Relations of records that are not there, that count more than there are, or in disorder. */
static void wild_relations_are_none(void **state)
{
    (void)state;
    for (char version = '1'; version <= '3'; version++) {
        struct db2_rows rows = related_hours(version);
        rows.relations[3] = UINT32_MAX;
        assert_int_equal(params_of(&rows, 0), 12);
        assert_int_equal(params_of(&rows, 2), 0);
        rows.relations[1] = 2;
        rows.relations[3] = 0;
        assert_int_equal(params_of(&rows, 0), 0);
        assert_int_equal(params_of(&rows, 2), 0);
        rows = related_hours(version);
        struct buffer bytes;
        db2_build(&bytes, &rows);
        bytes.data[bytes.size - 16 - DB2_RELATIONS_HEAD] = 200;
        const struct table table = read_table(&bytes, TABLE_LIGHT_HOURS);
        assert_hour(&table);
        buffer_free(&bytes);
    }
}

int test_light_tables(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_light_stands_in_36ths_of_a_yard_from_the_corner_of_the_grid),
        cmocka_unit_test(lights_of_db2_tables_have_the_map_behind_the_place),
        cmocka_unit_test(a_light_at_the_corner_is_that_of_the_whole_map),
        cmocka_unit_test(numbers_that_lead_nowhere_drop_a_light),
        cmocka_unit_test(alphas_are_those_of_rivers_first),
        cmocka_unit_test(a_band_has_sixteen_times_at_most),
        cmocka_unit_test(hours_of_all_layouts_have_their_colours),
        cmocka_unit_test(hours_are_related_to_parameters),
        cmocka_unit_test(wild_relations_are_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
