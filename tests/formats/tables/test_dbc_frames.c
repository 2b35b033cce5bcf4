#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/buffer.h"
#include "formats/tables/table_records.h"

static const struct diag quiet;

/* A table of one record of `fields` fields. */
static void build(struct buffer *out, uint32_t fields, uint32_t area, const float edges[4])
{
    buffer_append(out, "WDBC", 4);
    const uint32_t head[] = {1, fields, 4 * fields, 1, 5, 0, area, 0};
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
    assert_false(read_frame(8, 0, fine, &frame));
    assert_false(read_frame(13, 1, fine, &frame));
    assert_false(read_frame(8, 1, turned, &frame));
    assert_false(read_frame(8, 1, flat, &frame));
    assert_false(read_frame(8, 1, huge, &frame));
    assert_false(read_frame(8, 1, wild, &frame));
}

int test_dbc_frames(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_layouts_give_the_edges),
        cmocka_unit_test(what_is_no_map_of_a_zone_is_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
