/* The light of a time of day over a map, from tables of 3.3.5 and of 5.4. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "assets/data_fixture.h"
#include "formats/grid.h"
#include "formats/tables/dbc_builder.h"
#include "map/hours/hour_grid.h"
#include "map/table_files.h"

enum { LAND = 5, NOON = 1440, SUN_BAND = 0, AMBIENT_BAND = 1, RIVER_BAND = 16 };
static const uint32_t noon_sun = 0xFF8800, noon_ambient = 0x68829A;

static void put_light(struct dbc_bytes *lights, uint32_t i, uint32_t map, uint32_t params)
{
    set(lights, i, 0, i + 1);
    set(lights, i, 1, map);
    set(lights, i, 7, params);
}

/* At world X = Y = `at`, height 0, in yards. */
static void put_place(struct dbc_bytes *lights, uint32_t i, float at, float start, float end)
{
    const float corner = 32 * 1600.0F / 3;
    set_float(lights, i, 2, 36 * (corner - at));
    set_float(lights, i, 4, 36 * (corner - at));
    set_float(lights, i, 5, 36 * start);
    set_float(lights, i, 6, 36 * end);
}

static void put_band(struct dbc_bytes *bands, uint32_t i, uint32_t params, uint32_t band,
                     uint32_t time, uint32_t color)
{
    set(bands, i, 0, 18 * params - 17 + band);
    set(bands, i, 1, 1);
    set(bands, i, 2, time);
    set(bands, i, 18, color);
}

static void add_key(struct dbc_bytes *bands, uint32_t i, uint32_t key, uint32_t time,
                    uint32_t color)
{
    set(bands, i, 1, key + 1);
    set(bands, i, 2 + key, time);
    set(bands, i, 18 + key, color);
}

static void load(struct fixture *f, bool has_number, uint32_t number, struct hour_lights *lights)
{
    open_tables(f);
    const struct hour_map map = {"Land", has_number, number};
    assert_int_equal(hour_lights_load(f->assets, &map, &f->diag, lights), ADTMAP_OK);
}

static struct hour_tint tint_at(const struct hour_lights *lights, uint32_t time, double at)
{
    struct arena arena = {0};
    const double place[3] = {at, at, 0};
    const struct hour_field *field = hour_field_make(lights, time, &arena);
    assert_non_null(field);
    struct hour_tint tint = hour_field_at(field, place);
    arena_free(&arena);
    return tint;
}

static void assert_near(float value, double wanted)
{
    assert_true(fabs((double)value - wanted) < 1e-4);
}

/* The map's light, a large one at 0 and a small one that lies over it. */
static void put_three_lights(struct fixture *f)
{
    struct dbc_bytes lights = dbc_make(15, 4);
    put_light(&lights, 0, 0, 9);
    put_light(&lights, 1, LAND, 12);
    put_light(&lights, 2, LAND, 14);
    put_place(&lights, 2, 0, 10, 20);
    put_light(&lights, 3, LAND, 13);
    put_place(&lights, 3, 0, 100, 300);
    put_table(f, "DBFilesClient/Light.dbc", &lights, 0);
    struct dbc_bytes bands = dbc_make(34, 6);
    put_band(&bands, 0, 12, SUN_BAND, NOON, noon_sun);
    put_band(&bands, 1, 12, AMBIENT_BAND, NOON, noon_ambient);
    put_band(&bands, 2, 13, AMBIENT_BAND, NOON, 0);
    put_band(&bands, 3, 14, AMBIENT_BAND, NOON, noon_ambient);
    put_band(&bands, 4, 9, AMBIENT_BAND, NOON, 0xFFFFFF);
    put_band(&bands, 5, 12, AMBIENT_BAND, NOON, 0xFFFFFF); /* of equal ids the first counts */
    put_table(f, "DBFilesClient/LightIntBand.dbc", &bands, 0);
}

static void a_light_fades_from_its_start_to_its_end_over_larger_ones(void **state)
{
    struct fixture f;
    struct hour_lights lights;
    (void)state;
    fixture_start(&f);
    put_three_lights(&f);
    load(&f, true, LAND, &lights);
    assert_true(lights.is_known);
    assert_int_equal(lights.count, 2);
    const double far_off = tint_at(&lights, NOON, 1000).ambient[1];
    const double side = sqrt(0.5);
    assert_near(tint_at(&lights, NOON, 300 * side).ambient[1], far_off);
    assert_near(tint_at(&lights, NOON, 100 * side).ambient[1], 0);
    assert_near(tint_at(&lights, NOON, 250 * side).ambient[1], 0.75 * far_off);
    assert_near(tint_at(&lights, NOON, 5).ambient[1], far_off);
    assert_near(tint_at(&lights, NOON, 15 * side).ambient[1], 0.5 * far_off);
    /* what a light has no colour for it leaves as it is */
    assert_near(tint_at(&lights, NOON, 5).diffuse[0], tint_at(&lights, NOON, 1000).diffuse[0]);
    assert_int_equal(f.said.warnings, 0);
    hour_lights_free(&lights);
    fixture_stop(&f);
}

static void a_map_without_a_light_has_that_of_light_1(void **state)
{
    struct fixture f;
    struct hour_lights lights;
    (void)state;
    fixture_start(&f);
    put_three_lights(&f);
    load(&f, true, 77, &lights);
    assert_true(lights.is_known);
    assert_int_equal(lights.count, 0);
    assert_int_equal(lights.everywhere->params_id, 9);
    hour_lights_free(&lights);
    load(&f, false, LAND, &lights);
    assert_int_equal(lights.everywhere->params_id, 9);
    hour_lights_free(&lights);
    fixture_stop(&f);
}

static void put_one_light(struct fixture *f)
{
    struct dbc_bytes lights = dbc_make(15, 1);
    put_light(&lights, 0, 0, 12);
    put_table(f, "DBFilesClient/Light.dbc", &lights, 0);
}

static void colours_between_two_times_are_interpolated_over_midnight_too(void **state)
{
    struct fixture f;
    struct hour_lights lights;
    (void)state;
    fixture_start(&f);
    put_one_light(&f);
    struct dbc_bytes bands = dbc_make(34, 1);
    put_band(&bands, 0, 12, AMBIENT_BAND, 2640, 0x000000); /* not in order */
    add_key(&bands, 0, 1, 360, 0x808080);
    add_key(&bands, 0, 2, 1440, 0x202020);
    put_table(&f, "DBFilesClient/LightIntBand.dbc", &bands, 0);
    load(&f, true, 0, &lights);
    /* what is darker than noon counts to the power of 1.5 */
    const double noon = 0.2126 * 0x68 + 0.7152 * 0x82 + 0.0722 * 0x9A;
    const double full = (double)tint_at(&lights, 360, 0).ambient[1] / 0x80;
    assert_near(tint_at(&lights, 2640, 0).ambient[1], 0);
    /* 240 of the 600 half minutes from 22:00 to 3:00 */
    assert_near(tint_at(&lights, 0, 0).ambient[1], full * 51.2 * sqrt(51.2 / noon));
    assert_near(tint_at(&lights, 900, 0).ambient[1], full * 0x50 * sqrt(0x50 / noon));
    hour_lights_free(&lights);
    fixture_stop(&f);
}

static void noon_of_the_old_world_leaves_water_as_it_is(void **state)
{
    struct fixture f;
    struct hour_lights lights;
    static const uint32_t noon_liquids[] = {0x114B59, 0x001D29, 0x4F5D14, 0x335255};
    static const struct adtmap_liquid colors = {{0.2F, 0.4F, 0.6F, 0.5F}, {0.1F, 0.2F, 0.3F, 0.8F}};
    (void)state;
    fixture_start(&f);
    put_one_light(&f);
    struct dbc_bytes bands = dbc_make(34, 4);
    for (uint32_t i = 0; i < 4; i++) {
        put_band(&bands, i, 12, 14 + i, NOON, noon_liquids[i]);
        add_key(&bands, i, 1, 0, 0);
    }
    put_table(&f, "DBFilesClient/LightIntBand.dbc", &bands, 0);
    load(&f, true, 0, &lights);
    const struct hour_tint noon = tint_at(&lights, NOON, 0);
    const struct hour_tint night = tint_at(&lights, 0, 0);
    for (int class = 0; class < ADTMAP_LIQUID_CLASSES; class ++) {
        const struct adtmap_liquid by_day =
            hour_tint_liquid(&noon, (enum adtmap_liquid_class) class, &colors);
        const struct adtmap_liquid by_night =
            hour_tint_liquid(&night, (enum adtmap_liquid_class) class, &colors);
        bool shines = class == ADTMAP_LIQUID_MAGMA;
        for (int c = 0; c < 3; c++) {
            assert_near(by_day.shallow[c], (double)colors.shallow[c]);
            assert_near(by_day.deep[c], (double)colors.deep[c]);
            assert_near(by_night.shallow[c], shines ? (double)colors.shallow[c] : 0);
            assert_near(by_night.deep[c], shines ? (double)colors.deep[c] : 0);
        }
        assert_near(by_night.deep[3], 0.8);
    }
    hour_lights_free(&lights);
    fixture_stop(&f);
}

static void later_clients_have_all_colours_of_a_time_in_one_record(void **state)
{
    struct fixture f;
    struct hour_lights lights;
    (void)state;
    fixture_start(&f);
    put_one_light(&f);
    struct dbc_bytes hours = dbc_make(24, 2);
    for (uint32_t i = 0; i < 2; i++) {
        set(&hours, i, 0, i + 1);
        set(&hours, i, 1, 12);
        set(&hours, i, 2, i * NOON);
        set(&hours, i, 3, i * noon_sun);
        set(&hours, i, 4, i * noon_ambient);
        set(&hours, i, 18, i * 0x4F5D14);
    }
    put_table(&f, "DBFilesClient/LightData.dbc", &hours, 0);
    struct dbc_bytes params = dbc_make(10, 1);
    set(&params, 0, 0, 12);
    set_float(&params, 0, 5, 0.25F);
    put_table(&f, "DBFilesClient/LightParams.dbc", &params, 0);
    load(&f, true, 0, &lights);
    assert_true(lights.is_known);
    assert_int_equal(lights.everywhere->bands[HOUR_SUN].count, 2);
    assert_near(tint_at(&lights, 0, 0).diffuse[0], 0);
    assert_near(tint_at(&lights, NOON, 0).liquids[2][0], 1);
    assert_near(tint_at(&lights, NOON, 0).liquids[2][3], 0.5);
    hour_lights_free(&lights);
    fixture_stop(&f);
}

/* A line says how many are left out. */
static void of_33_colours_of_a_day_the_last_is_left_out(void **state)
{
    (void)state;
    for (uint32_t count = HOUR_KEYS_MAX; count <= HOUR_KEYS_MAX + 1; count++) {
        struct fixture f;
        struct hour_lights lights;
        fixture_start(&f);
        put_one_light(&f);
        struct dbc_bytes hours = dbc_make(24, count);
        for (uint32_t i = 0; i < count; i++) {
            set(&hours, i, 0, i + 1);
            set(&hours, i, 1, 12);
            set(&hours, i, 2, i);
        }
        put_table(&f, "DBFilesClient/LightData.dbc", &hours, 0);
        load(&f, true, 0, &lights);
        assert_int_equal(lights.everywhere->bands[HOUR_SUN].count, HOUR_KEYS_MAX);
        assert_int_equal(f.said.warnings, count > HOUR_KEYS_MAX);
        if (count > HOUR_KEYS_MAX) {
            assert_string_equal(f.said.last,
                                "6 colours of its lights left out: more than 32 of a thing a day");
        }
        hour_lights_free(&lights);
        fixture_stop(&f);
    }
}

static void without_colours_nothing_is_known(void **state)
{
    struct fixture f;
    struct hour_lights lights;
    (void)state;
    fixture_start(&f);
    load(&f, true, LAND, &lights);
    assert_false(lights.is_known);
    hour_lights_free(&lights);
    put_one_light(&f);
    assets_close(f.assets);
    f.assets = NULL;
    load(&f, true, LAND, &lights);
    assert_false(lights.is_known);
    hour_lights_free(&lights);
    fixture_stop(&f);
}

/* A light of the map and one at 0, each with a colour of the ambient light. */
static void put_lit(struct fixture *f, uint32_t version)
{
    enum { COUNTS = 18, KEYS = 64, REST = 234 };
    const float corner = 32 * 1600.0F / 3;
    const float places[2][5] = {{0}, {36 * corner, 0, 36 * corner, 36 * 10, 36 * 20}};
    struct buffer bytes = {0};
    buffer_u32le(&bytes, version);
    buffer_u32le(&bytes, 2);
    for (uint32_t i = 0; i < 2; i++) {
        const uint32_t chunk = i == 0 ? UINT32_MAX : 0;
        const uint32_t head[3] = {chunk, chunk, chunk}, name[8] = {0x41 + i};
        buffer_append(&bytes, head, sizeof head);
        buffer_append(&bytes, places[i], sizeof places[i]);
        buffer_append(&bytes, name, sizeof name);
    }
    for (uint32_t group = 0; group < 8; group++) {
        uint32_t words[COUNTS + COUNTS * KEYS + REST] = {0};
        words[AMBIENT_BAND] = 1;
        words[COUNTS + KEYS * AMBIENT_BAND] = NOON;
        words[COUNTS + KEYS * AMBIENT_BAND + 1] = group == 4 ? noon_ambient : 0;
        buffer_append(&bytes, words, sizeof words);
    }
    char path[256];
    temporary_file(&f->data, "World/Maps/Land/lights.lit", "");
    FILE *file = fopen(temporary_path(&f->data, "World/Maps/Land/lights.lit", path), "w");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes.data, 1, bytes.size, file), bytes.size);
    fclose(file);
    buffer_free(&bytes);
}

static void old_clients_have_lights_in_the_folder_of_the_map(void **state)
{
    struct fixture f;
    struct hour_lights lights;
    (void)state;
    fixture_start(&f);
    put_lit(&f, UINT32_C(0x80000005));
    load(&f, false, 0, &lights);
    assert_true(lights.is_known);
    assert_int_equal(lights.count, 1);
    const double full = tint_at(&lights, NOON, 0).ambient[1];
    assert_true(full > 0.5);
    assert_near(tint_at(&lights, NOON, 15 * sqrt(0.5)).ambient[1], 0.5 * full);
    assert_near(tint_at(&lights, NOON, 100).ambient[1], 0);
    assert_int_equal(f.said.warnings, 0);
    hour_lights_free(&lights);
    /* a light without colours is none, whatever its parameters are called */
    put_one_light(&f);
    assets_close(f.assets);
    f.assets = NULL;
    load(&f, true, LAND, &lights);
    assert_int_equal(lights.everywhere->params_id, 1);
    assert_int_equal(lights.look_count, 2);
    hour_lights_free(&lights);
    /* where tables say something they count */
    put_three_lights(&f);
    assets_close(f.assets);
    f.assets = NULL;
    load(&f, true, 77, &lights);
    assert_int_equal(lights.everywhere->params_id, 9);
    hour_lights_free(&lights);
    fixture_stop(&f);
}

static void a_file_of_lights_that_is_none_is_one_line(void **state)
{
    struct fixture f;
    struct hour_lights lights;
    (void)state;
    fixture_start(&f);
    put_lit(&f, 7);
    load(&f, false, 0, &lights);
    assert_false(lights.is_known);
    assert_int_equal(f.said.warnings, 1);
    assert_string_equal(f.said.last, "no lights of versions 3 to 5; the light has no time of day");
    hour_lights_free(&lights);
    fixture_stop(&f);
}

static void more_lights_than_the_bound_are_left_out_with_a_warning(void **state)
{
    struct fixture f;
    struct hour_lights lights;
    (void)state;
    fixture_start(&f);
    struct dbc_bytes many = dbc_make(15, HOUR_LIGHTS_MAX + 3);
    for (uint32_t i = 0; i < HOUR_LIGHTS_MAX + 3; i++) {
        put_light(&many, i, LAND, i + 1);
        put_place(&many, i, 100, 5, 10);
    }
    put_table(&f, "DBFilesClient/Light.dbc", &many, 0);
    load(&f, true, LAND, &lights);
    assert_int_equal(lights.count, HOUR_LIGHTS_MAX);
    assert_int_equal(f.said.warnings, 1);
    assert_string_equal(f.said.last, "3 of its lights left out: more than 1024");
    hour_lights_free(&lights);
    fixture_stop(&f);
}

static bool equal(const struct hour_tint *a, const struct hour_tint *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

static void tiles_agree_where_they_meet(void **state)
{
    struct fixture f;
    struct hour_lights lights;
    struct arena arena = {0};
    float flat[HOUR_GRID_CORNERS] = {0};
    (void)state;
    fixture_start(&f);
    put_three_lights(&f);
    load(&f, true, LAND, &lights);
    const struct hour_field *field = hour_field_make(&lights, NOON, &arena);
    const struct hour_grid *west = hour_grid_make(field, 31, 31, flat, &arena);
    const struct hour_grid *east = hour_grid_make(field, 32, 31, flat, &arena);
    assert_true(west && east);
    bool varies = false;
    for (int i = 0; i < HOUR_GRID_EDGE; i++) {
        const struct hour_tint *of_west = &west->corners[(i + 1) * HOUR_GRID_EDGE - 1];
        const struct hour_tint *of_east = &east->corners[i * HOUR_GRID_EDGE];
        assert_true(equal(of_west, of_east));
        varies = varies || !equal(of_west, &west->corners[HOUR_GRID_EDGE - 1]);
        const struct hour_tint beyond = hour_grid_at(west, 17.5F, (float)i);
        assert_true(equal(of_west, &beyond));
    }
    assert_true(varies);
    const struct hour_tint middle = hour_grid_at(west, 15.5F, 16.0F);
    const struct hour_tint *corners = &west->corners[16 * HOUR_GRID_EDGE + 15];
    assert_near(middle.ambient[0],
                ((double)corners[0].ambient[0] + (double)corners[1].ambient[0]) / 2);
    arena_free(&arena);
    hour_lights_free(&lights);
    fixture_stop(&f);
}

/* The box of a building that a light reaches with its corner only. */
static void a_box_has_the_lights_that_reach_it(void **state)
{
    static const struct adt_box boxes[] = {{{-10, 15, -5}, {10, 30, 5}},
                                           {{15, 15, 0}, {30, 30, 5}}};
    struct fixture f;
    struct hour_lights lights;
    struct arena arena = {0};
    (void)state;
    fixture_start(&f);
    put_three_lights(&f);
    load(&f, true, LAND, &lights);
    const struct hour_field *field = hour_field_make(&lights, NOON, &arena);
    assert_int_equal(hour_field_near(field, &boxes[0], &arena)->count, 2);
    assert_int_equal(hour_field_near(field, &boxes[1], &arena)->count, 1);
    arena_free(&arena);
    hour_lights_free(&lights);
    fixture_stop(&f);
}

static void the_sun_is_lowest_at_six_and_eighteen(void **state)
{
    static const struct {
        uint32_t time;
        double up;
    } rows[] = {{0, 0.6018},    {720, 0.3420},  {1080, 0.4772},
                {1440, 0.6018}, {2160, 0.3420}, {2880, 0.6018}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        float sun[3];
        hour_sun(rows[i].time, sun);
        assert_near(sun[2], rows[i].up);
        assert_near(sun[0], (double)sun[1]); /* from the north-west */
        assert_true(sun[0] > 0);
        assert_near(sun[0] * sun[0] + sun[1] * sun[1] + sun[2] * sun[2], 1);
    }
}

int test_hours(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_light_fades_from_its_start_to_its_end_over_larger_ones),
        cmocka_unit_test(a_map_without_a_light_has_that_of_light_1),
        cmocka_unit_test(colours_between_two_times_are_interpolated_over_midnight_too),
        cmocka_unit_test(noon_of_the_old_world_leaves_water_as_it_is),
        cmocka_unit_test(later_clients_have_all_colours_of_a_time_in_one_record),
        cmocka_unit_test(of_33_colours_of_a_day_the_last_is_left_out),
        cmocka_unit_test(without_colours_nothing_is_known),
        cmocka_unit_test(old_clients_have_lights_in_the_folder_of_the_map),
        cmocka_unit_test(a_file_of_lights_that_is_none_is_one_line),
        cmocka_unit_test(more_lights_than_the_bound_are_left_out_with_a_warning),
        cmocka_unit_test(tiles_agree_where_they_meet),
        cmocka_unit_test(a_box_has_the_lights_that_reach_it),
        cmocka_unit_test(the_sun_is_lowest_at_six_and_eighteen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
