#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/buffer.h"
#include "formats/tables/db2_builder.h"
#include "formats/tables/table_records.h"

static const struct diag quiet;

/* A table of one record of `fields` fields. */
static void build(struct buffer *out, uint32_t fields, uint32_t area, const float edges[4])
{
    buffer_append(out, "WDBC", 4);
    const uint32_t head[] = {1, fields, 4 * fields, 1, 5, 571, area, 0};
    for (size_t i = 0; i < sizeof head / sizeof *head; i++) {
        buffer_u32le(out, head[i]);
    }
    for (size_t i = 0; i < 4; i++) {
        buffer_f32le(out, edges[i]);
    }
    for (uint32_t i = 8; i < fields; i++) {
        buffer_u32le(out, UINT32_MAX);
    }
    buffer_u8(out, 0);
    assert_false(out->failed);
}

static bool read_frame(uint32_t fields, uint32_t area, const float edges[4],
                       struct dbc_frame *frame)
{
    struct buffer bytes = {0};
    struct table table;
    build(&bytes, fields, area, edges);
    bool is_known = table_read(bytes.data, bytes.size, TABLE_FRAMES, &quiet, &table) == ADTMAP_OK;
    bool has = table_frame_at(&table, 0, frame);
    assert_true(!has || frame->name[0] == '\0');
    frame->name = NULL; /* it is borrowed */
    struct dbc_frame beyond;
    assert_false(table_frame_at(&table, 1, &beyond));
    assert_true(is_known || !has);
    buffer_free(&bytes);
    return has;
}

static void all_layouts_give_the_edges(void **state)
{
    (void)state;
    static const uint32_t layouts[] = {8, 9, 10, 11, 12, 14};
    static const float edges[] = {1500, -250.5F, 900, -100};
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
        struct dbc_frame frame;
        assert_true(read_frame(layouts[i], 12, edges, &frame));
        assert_int_equal(frame.area_id, 12);
        assert_int_equal(frame.map_id, 571);
        assert_true(frame.west == 1500 && frame.east == -250.5);
        assert_true(frame.north == 900 && frame.south == -100);
    }
}

static void what_is_no_map_of_a_zone_is_left_out(void **state)
{
    (void)state;
    struct dbc_frame frame;
    static const float fine[] = {10, -10, 10, -10};
    static const float turned[] = {-10, 10, 10, -10};
    static const float flat[] = {10, -10, 5, 5};
    static const float huge[] = {1e30F, -10, 10, -10};
    const float wild[] = {10, -10, NAN, -10};
    assert_true(read_frame(8, 1, fine, &frame));
    assert_true(read_frame(8, 0, fine, &frame)); /* a continent */
    assert_int_equal(frame.area_id, 0);
    assert_false(read_frame(13, 1, fine, &frame));
    assert_false(read_frame(8, 1, turned, &frame));
    assert_false(read_frame(8, 1, flat, &frame));
    assert_false(read_frame(8, 1, huge, &frame));
    assert_false(read_frame(8, 1, wild, &frame));
}

/* A record of UiMapAssignment: a part of a map, the box in the world that is drawn there, which of
 * the map's boxes it is, its area, and the WMO of an inside. */
struct assignment {
    float from[2], to[2], box[6];
    uint32_t order, area, wmo, group;
};

static bool read_assignment(uint32_t layout, const struct assignment *is, struct dbc_frame *frame)
{
    struct db2_rows rows = {.version = '3',
                            .layout = layout,
                            .field_count = 10,
                            .numbers = {2, 2, 6},
                            .name_field = 10, /* the id in the record, which stands apart here */
                            .count = 1,
                            .rows = {{.id = 9, .name = ""}}};
    uint32_t *fields = rows.rows[0].fields;
    memcpy(fields, is->from, sizeof is->from);
    memcpy(fields + 2, is->to, sizeof is->to);
    memcpy(fields + 4, is->box, sizeof is->box);
    const uint32_t rest[] = {0, 37, is->order, 571, is->area, is->wmo, is->group};
    memcpy(fields + 10, rest, sizeof rest);
    struct buffer bytes;
    struct table table;
    db2_build(&bytes, &rows);
    assert_int_equal(table_read(bytes.data, bytes.size, TABLE_FRAMES, &quiet, &table), ADTMAP_OK);
    bool has = table_frame_at(&table, 0, frame);
    assert_true(!has || frame->name[0] == '\0');
    frame->name = NULL; /* it is borrowed */
    buffer_free(&bytes);
    return has;
}

/* WorldMapArea.db2: the name, the edges one by one, then the map and the area; from 7.3 on with
 * flags before these. */
static void legion_has_the_edges_in_fields(void **state)
{
    (void)state;
    static const struct {
        uint32_t layout, area_field;
    } layouts[] = {
        {0x95F8D79D, 6}, {0x66491F3F, 6}, {0x432C75FC, 6}, {0xB32332C3, 6}, {0xC7E90019, 7}};
    static const float edges[] = {1500, -250.5F, 900, -100};
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
        struct db2_rows rows = {.version = '2',
                                .layout = layouts[i].layout,
                                .field_count = 17,
                                .count = 1,
                                .rows = {{.id = 9, .name = "Elwynn"}}};
        memcpy(rows.rows[0].fields + 1, edges, sizeof edges);
        rows.rows[0].fields[layouts[i].area_field] = 12;
        rows.rows[0].fields[layouts[i].area_field - 1] = 571;
        struct buffer bytes;
        struct table table;
        struct dbc_frame frame;
        db2_build(&bytes, &rows);
        assert_int_equal(table_read(bytes.data, bytes.size, TABLE_FRAMES, &quiet, &table),
                         ADTMAP_OK);
        assert_true(table_frame_at(&table, 0, &frame));
        assert_int_equal(frame.area_id, 12);
        assert_int_equal(frame.map_id, 571);
        assert_string_equal(frame.name, "Elwynn");
        assert_true(frame.west == 1500 && frame.east == -250.5);
        assert_true(frame.north == 900 && frame.south == -100);
        buffer_free(&bytes);
    }
}

static void later_clients_have_boxes(void **state)
{
    (void)state;
    static const uint32_t layouts[] = {0xFA919770, 0xAA730213, 0xFA228778};
    const struct assignment whole = {
        .to = {1, 1}, .box = {100, -250, -10, 900, 1500, 10}, .area = 12};
    struct dbc_frame frame;
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
        assert_true(read_assignment(layouts[i], &whole, &frame));
        assert_int_equal(frame.area_id, 12);
        assert_int_equal(frame.map_id, 571);
        assert_true(frame.west == 1500 && frame.east == -250);
        assert_true(frame.north == 900 && frame.south == 100);
    }
    /* A box that fills the middle half of the map from west to east, and its southern half. */
    struct assignment part = whole;
    part.from[0] = 0.25F;
    part.to[0] = 0.75F;
    part.from[1] = 0.5F;
    assert_true(read_assignment(layouts[0], &part, &frame));
    assert_true(frame.west == 1500 + 875 && frame.east == -250 - 875);
    assert_true(frame.north == 900 + 800 && frame.south == 100);
    part.to[0] = part.from[0];
    assert_false(read_assignment(layouts[0], &part, &frame));
    struct assignment other = whole;
    other.order = 1;
    assert_false(read_assignment(layouts[0], &other, &frame));
    other.order = 0;
    other.wmo = 4711;
    assert_false(read_assignment(layouts[0], &other, &frame));
    other.wmo = 0;
    other.area = 0;
    assert_true(read_assignment(layouts[0], &other, &frame));
    assert_int_equal(frame.area_id, 0);
}

/* DungeonMap.db2 and DungeonMapChunk.db2; `low_field` is where the height is. */
static void floors_are_groups_from_a_height_on(void **state)
{
    (void)state;
    static const struct {
        enum table_kind kind;
        uint32_t layout, low_field;
    } layouts[] = {{TABLE_FLOORS, 0xB5A245F4, 0},
                   {TABLE_FLOORS, 0x65C8690C, 0},
                   {TABLE_FLOOR_GROUPS, 0x7927A3A7, 0},
                   {TABLE_FLOOR_GROUPS, 0xB101DEC3, 1}};
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
        bool has_groups = layouts[i].kind == TABLE_FLOOR_GROUPS;
        struct db2_rows rows = {.version = '3',
                                .layout = layouts[i].layout,
                                .field_count = has_groups ? 5 : 7,
                                .numbers = {has_groups ? 1 : 2, has_groups ? 1 : 2},
                                .name_field = 99,
                                .count = 2,
                                .rows = {{.id = 9, .name = ""}, {.id = 10, .name = ""}}};
        const float heights[] = {-30.5F, NAN};
        for (uint32_t r = 0; r < 2; r++) {
            const uint32_t fields[] = {0, 0, 571, 77 + r, 12, 0, 0};
            memcpy(rows.rows[r].fields + (has_groups ? 0 : 2), fields, sizeof fields);
            memcpy(rows.rows[r].fields + layouts[i].low_field, &heights[r], sizeof heights[r]);
        }
        struct buffer bytes;
        struct table table;
        struct dbc_floor floor;
        struct dbc_floor_group group;
        db2_build(&bytes, &rows);
        assert_int_equal(table_read(bytes.data, bytes.size, layouts[i].kind, &quiet, &table),
                         ADTMAP_OK);
        if (has_groups) {
            assert_true(table_floor_group_at(&table, 0, &group));
            assert_true(group.map_id == 571 && group.group_id == 77 && group.floor_id == 12);
            assert_true(group.low_yd == -30.5F);
            assert_false(table_floor_group_at(&table, 1, &group));
        } else {
            assert_true(table_floor_at(&table, 1, &floor));
            assert_true(floor.id == 10 && floor.map_id == 571 && floor.number == 12);
        }
        buffer_free(&bytes);
    }
}

int test_dbc_frames(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_layouts_give_the_edges),
        cmocka_unit_test(legion_has_the_edges_in_fields),
        cmocka_unit_test(later_clients_have_boxes),
        cmocka_unit_test(what_is_no_map_of_a_zone_is_left_out),
        cmocka_unit_test(floors_are_groups_from_a_height_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
