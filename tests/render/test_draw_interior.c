/* Rooms of WMOs as clients show them: where the blocks lie, and what lies where in a block. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "assets/temporary.h"
#include "render/draw_interior.h"

enum { PIXEL_BYTES = INTERIOR_BLOCK_PX * INTERIOR_BLOCK_PX * 4 };

static struct temporary place;
static struct adtmap_data *data;

/* A floor and a ceiling above it, over the whole box, and a step in the corner of the highest X and
 * lowest Y. */
enum { VERTICES = 12, CORNERS = 18 };
struct room {
    float positions[VERTICES][3];
    uint32_t indices[CORNERS];
    struct wmo_batch batch;
    struct wmo_group group;
    const struct wmo_group *groups[1];
    struct wmo_box box;
    struct wmo root;
    struct wmo_model model;
};

/* A rectangle, seen from above, or from below if `is_ceiling`. */
static void put_rectangle(struct room *room, uint32_t number, const float low[2],
                          const float high[2], float height, bool is_ceiling)
{
    const float corners[4][2] = {
        {low[0], low[1]}, {high[0], low[1]}, {high[0], high[1]}, {low[0], high[1]}};
    const uint32_t order[6] = {0, 1, 2, 0, 2, 3};
    for (uint32_t i = 0; i < 4; i++) {
        float *position = room->positions[4 * number + i];
        memcpy(position, corners[i], sizeof corners[i]);
        position[2] = height;
    }
    for (uint32_t i = 0; i < 6; i++) {
        room->indices[6 * number + i] = 4 * number + order[is_ceiling ? 5 - i : i];
    }
}

static void make_room(struct room *room, float low_x, float low_y, float high_x, float high_y)
{
    const float low[2] = {low_x, low_y};
    const float high[2] = {high_x, high_y};
    const float step_low[2] = {high_x - 8, low_y};
    const float step_high[2] = {high_x, low_y + 4};
    memset(room, 0, sizeof *room);
    put_rectangle(room, 0, low, high, 0, false);
    put_rectangle(room, 1, low, high, 5, true);
    put_rectangle(room, 2, step_low, step_high, 1, false);
    room->batch = (struct wmo_batch){
        .index_count = CORNERS, .vertex_last = VERTICES - 1, .material = WMO_NO_MATERIAL};
    room->box = (struct wmo_box){{low_x, low_y, 0}, {high_x, high_y, 5}};
    room->group = (struct wmo_group){
        .flags = WMO_GROUP_INTERIOR,
        .box = room->box,
        .vertex_count = VERTICES,
        .positions = (const float(*)[3])room->positions,
        .triangle_count = CORNERS / 3,
        .indices = room->indices,
        .batch_count = 1,
        .batches = &room->batch,
    };
    room->groups[0] = &room->group;
    room->root = (struct wmo){.version = 17, .group_count = 1};
    room->model = (struct wmo_model){
        .root = &room->root, .groups = room->groups, .group_boxes = &room->box, .box = room->box};
}

static int open_data(void **state)
{
    (void)state;
    place = temporary_make();
    const char *const path = place.path;
    return adtmap_data_open(&path, 1, NULL, &data, NULL) == ADTMAP_OK ? 0 : 1;
}

static int close_data(void **state)
{
    (void)state;
    adtmap_data_close(data);
    temporary_remove(&place);
    return 0;
}

static void draw(const struct room *room, uint32_t column, uint32_t row, uint8_t *rgba,
                 bool *is_seen)
{
    struct adtmap_settings settings;
    const struct diag diag = {0};
    adtmap_settings_default(&settings);
    struct interior_drawing *drawing = interior_drawing_create(data, &settings, 2);
    assert_non_null(drawing);
    assert_int_equal(interior_draw(drawing, &room->model, 0, column, row, &diag, rgba, is_seen),
                     ADTMAP_OK);
    interior_drawing_destroy(drawing);
}

static void blocks_are_powers_of_two_up_to_128_yards(void **state)
{
    (void)state;
    static const struct {
        float extent_yd;
        uint32_t count, size_px;
    } sides[] = {{0, 1, 32},       {16, 1, 32},      {20.6F, 1, 64},   {51.3F, 1, 128},
                 {107.7F, 1, 256}, {128, 1, 256},    {128.4F, 2, 256}, {201, 2, 256},
                 {300, 3, 256},    {1e9F, 100, 256}, {-5, 1, 32}};
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        const struct wmo_group group = {.box = {{-7, 3, 0}, {sides[i].extent_yd - 7, 13, 5}}};
        struct interior_blocks blocks = interior_blocks(&group);
        assert_int_equal(blocks.columns, sides[i].count);
        assert_int_equal(blocks.width_px, sides[i].size_px);
        assert_int_equal(blocks.rows, 1);
        assert_int_equal(blocks.height_px, 32);
    }
}

/* 24 by 10 yards: 64 by 32 pixels, of which 48 by 20 at the lower left are covered. */
static void a_room_that_would_be_too_many_blocks_is_left_out(void **state)
{
    (void)state;
    const struct interior_blocks hall = {.columns = 64, .rows = 32};
    const struct interior_blocks cave = {.columns = 64, .rows = 33};
    const struct interior_blocks cell = {.columns = 1, .rows = 1};
    uint32_t count = 0;
    assert_true(interior_has_room(&hall, &count));
    assert_false(interior_has_room(&cave, &count));
    assert_true(interior_has_room(&hall, &count));
    assert_int_equal(count, INTERIOR_BLOCKS_ALL_MAX);
    assert_false(interior_has_room(&cell, &count));
}

static void x_runs_right_and_y_up_from_the_lower_left_corner(void **state)
{
    (void)state;
    static uint8_t rgba[PIXEL_BYTES];
    struct room room;
    bool is_seen;
    make_room(&room, -100, 40, -76, 50);
    draw(&room, 0, 0, rgba, &is_seen);
    assert_true(is_seen);
    for (uint32_t y = 0; y < 32; y++) {
        for (uint32_t x = 0; x < 64; x++) {
            bool covered = x < 48 && y >= 12;
            assert_int_equal(rgba[4 * (64 * y + x) + 3], covered ? 255 : 0);
        }
    }
}

/* The ceiling hides nothing; the step hides the floor, at the lower right. */
static void ceilings_are_not_seen_from_above(void **state)
{
    (void)state;
    static uint8_t rgba[PIXEL_BYTES];
    static uint8_t without[PIXEL_BYTES];
    struct room room;
    bool is_seen;
    make_room(&room, 0, 0, 16, 16);
    draw(&room, 0, 0, rgba, &is_seen);
    room.batch.index_count = 6; /* the floor alone */
    draw(&room, 0, 0, without, &is_seen);
    assert_memory_equal(rgba, without, (size_t)32 * 32 * 4);
}

/* 300 yards: the third column holds the last 44. */
static void long_rooms_go_on_in_the_next_block(void **state)
{
    (void)state;
    static uint8_t rgba[PIXEL_BYTES];
    struct room room;
    bool is_seen;
    make_room(&room, 10, -200, 310, 100);
    draw(&room, 1, 1, rgba, &is_seen);
    assert_true(is_seen);
    assert_int_equal(rgba[3], 255);
    assert_int_equal(rgba[PIXEL_BYTES - 1], 255);
    draw(&room, 2, 0, rgba, &is_seen);
    assert_int_equal(rgba[4 * 87 + 3], 255);
    assert_int_equal(rgba[4 * 88 + 3], 0);
    room.positions[1][0] = room.positions[2][0] = 20; /* nothing is left of it there */
    room.batch.index_count = 6;
    draw(&room, 2, 0, rgba, &is_seen);
    assert_false(is_seen);
}

int test_draw_interior(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_are_powers_of_two_up_to_128_yards),
        cmocka_unit_test(a_room_that_would_be_too_many_blocks_is_left_out),
        cmocka_unit_test(x_runs_right_and_y_up_from_the_lower_left_corner),
        cmocka_unit_test(ceilings_are_not_seen_from_above),
        cmocka_unit_test(long_rooms_go_on_in_the_next_block),
    };
    return cmocka_run_group_tests(tests, open_data, close_data);
}
