/* Parts of maps that belong onto others, in the layouts of all clients. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/size.h"
#include "formats/tables/dbc_builder.h"
#include "formats/tables/table_records.h"
#include "formats/tables/wdb5_builder.h"

static const struct diag quiet;

/* What a record says. */
struct values {
    uint32_t map, onto;
    float low[2], high[2], offset[2], scale;
};

static const struct values isles = {530, 1, {-6000, -16000}, {1000, -8000}, {10133, 17600}, 0};

/* A DBC of one record; `third` is 1 where corners have three numbers. */
static bool read_dbc(uint32_t fields, const struct values *values, struct dbc_transform *transform)
{
    uint32_t third = fields == 15;
    struct dbc_bytes bytes = dbc_make(fields, 1);
    set(&bytes, 0, 0, 7);
    set(&bytes, 0, 1, values->map);
    set(&bytes, 0, 6 + 2 * third, values->onto);
    for (uint32_t i = 0; i < 2; i++) {
        set_float(&bytes, 0, 2 + i, values->low[i]);
        set_float(&bytes, 0, 4 + third + i, values->high[i]);
        set_float(&bytes, 0, 7 + 2 * third + i, values->offset[i]);
    }
    for (uint32_t i = 9 + 2 * third; i < fields; i++) {
        set(&bytes, 0, i, 4);
    }
    if (fields >= 13) {
        set_float(&bytes, 0, fields - 1, values->scale);
    }
    dbc_end(&bytes);
    struct table table;
    struct dbc_transform beyond;
    enum adtmap_status status =
        table_read(bytes.bytes.data, bytes.bytes.size, TABLE_TRANSFORMS, &quiet, &table);
    bool is_read = !status && table_transform_at(&table, 0, transform);
    assert_false(table_transform_at(&table, 1, &beyond));
    dbc_free(&bytes);
    return is_read;
}

static void assert_isles(const struct dbc_transform *transform, double scale)
{
    assert_int_equal(transform->map_id, 530);
    assert_int_equal(transform->onto, 1);
    assert_true(transform->low[0] == -6000 && transform->low[1] == -16000);
    assert_true(transform->high[0] == 1000 && transform->high[1] == -8000);
    assert_true(transform->offset[0] == 10133 && transform->offset[1] == 17600);
    assert_true(transform->scale == scale);
}

static void all_dbcs_give_the_part_and_its_place(void **state)
{
    (void)state;
    static const uint32_t layouts[] = {9, 10, 11, 12, 13, 15};
    struct values scaled = isles;
    struct dbc_transform transform;
    scaled.scale = 0.5F;
    for (size_t i = 0; i < COUNT_OF(layouts); i++) {
        assert_true(read_dbc(layouts[i], &isles, &transform));
        assert_isles(&transform, 1);
        assert_true(read_dbc(layouts[i], &scaled, &transform));
        assert_isles(&transform, layouts[i] >= 13 ? 0.5 : 1);
    }
    assert_false(read_dbc(14, &isles, &transform));
}

static void what_makes_no_sense_is_left_out(void **state)
{
    (void)state;
    struct dbc_transform transform;
    struct values wrong[4] = {isles, isles, isles, isles};
    wrong[0].onto = wrong[0].map;
    wrong[1].high[1] = wrong[1].low[1];
    wrong[2].offset[0] = NAN;
    wrong[3].low[0] = NAN;
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        assert_false(read_dbc(9, &wrong[i], &transform));
    }
    struct values wild = isles;
    wild.scale = -1;
    assert_true(read_dbc(13, &wild, &transform));
    assert_isles(&transform, 1);
}

static void put_floats(struct buffer *out, const float *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        buffer_f32le(out, values[i]);
    }
}

static void db2s_of_7_3_give_the_same(void **state)
{
    (void)state;
    static const uint32_t layouts[] = {0xEFD8D412, 0x99FB4B71, 0x8A2E7B01};
    static const float numbers[] = {-6000, -16000, -500, 1000, -8000, 500, 10133, 17600, 0.5F};
    for (size_t i = 0; i < COUNT_OF(layouts); i++) {
        struct wdb5_table rows = {
            .magic = "WDC1",
            .layout = layouts[i],
            .count = 1,
            .record_bytes = 47,
            .lowest_id = 3,
            .highest_id = 3,
            .flags = WDB5_IDS,
            .field_count = 9,
            .fields = {{32, 0, 24},
                       {32, 24, 8},
                       {32, 32, 4},
                       {16, 36, 2},
                       {16, 38, 2},
                       {16, 40, 2},
                       {16, 42, 2},
                       {16, 44, 2},
                       {8, 46, 1}},
        };
        static const uint16_t ids[] = {530, 3524, 1, 0, 0};
        put_floats(&rows.records, numbers, COUNT_OF(numbers));
        for (size_t k = 0; k < COUNT_OF(ids); k++) {
            buffer_u16le(&rows.records, ids[k]);
        }
        buffer_u8(&rows.records, 0);
        buffer_u8(&rows.strings, 0);
        buffer_u32le(&rows.ids, 3);
        struct buffer bytes;
        struct table table;
        struct dbc_transform transform;
        wdb5_build(&bytes, &rows);
        assert_int_equal(table_read(bytes.data, bytes.size, TABLE_TRANSFORMS, &quiet, &table),
                         ADTMAP_OK);
        assert_true(table_transform_at(&table, 0, &transform));
        assert_isles(&transform, 0.5);
        buffer_free(&bytes);
    }
}

int test_transforms(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_dbcs_give_the_part_and_its_place),
        cmocka_unit_test(what_makes_no_sense_is_left_out),
        cmocka_unit_test(db2s_of_7_3_give_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
