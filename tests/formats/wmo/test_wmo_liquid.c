/* MLIQ: what a group's liquid is, by every rule there is for it, and grids that lie. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/wmo/wmo_build.h"
#include "formats/wmo/wmo_loaded.h"

enum { HEADER_LIQUID = 0x34, HEADER_FLAGS = 0x08 };

/* The model's second group, with a root flag, a liquid number, group flags and its two quads. */
struct wanted {
    uint16_t root_flags;
    uint32_t liquid, group_flags;
    uint8_t quads[2];
};

static void load_liquid(struct loaded *it, const struct wanted *wanted)
{
    struct buffer root = {0};
    struct buffer group = {0};
    write_root(&root, 17, wanted->root_flags);
    write_group(&group, 17, 1);
    size_t mogp = find_data(&group, "MOGP");
    put_u32(&group, mogp + HEADER_LIQUID, wanted->liquid);
    put_u32(&group, mogp + HEADER_FLAGS, wanted->group_flags);
    size_t quads = find_data(&group, "MLIQ") + 30 + 8 * MODEL_LIQUID_COLUMNS * MODEL_LIQUID_ROWS;
    memcpy(group.data + quads, wanted->quads, 2);
    load_root(it, &root);
    load_group(it, &group, 1);
    assert_int_equal(it->status, ADTMAP_OK);
    assert_non_null(it->group->liquid);
    buffer_free(&root);
    buffer_free(&group);
}

static void the_class_follows_number_and_flags(void **state)
{
    (void)state;
    static const struct {
        struct wanted wanted;
        uint32_t type;
        uint8_t first, second;
    } cases[] = {
        /* older files count from 0 */
        {{0, 0, 0x3000, {0x40, 0x0F}}, 13, LIQUID_WATER, LIQUID_NONE},
        {{0, 0, 0x83000, {0, 0x08}}, 14, LIQUID_OCEAN, LIQUID_NONE},
        {{0, 1, 0x3000, {0, 0}}, 14, LIQUID_OCEAN, LIQUID_OCEAN},
        {{0, 2, 0x3000, {0, 0}}, 19, LIQUID_MAGMA, LIQUID_MAGMA},
        {{0, 7, 0x3000, {0, 0}}, 20, LIQUID_SLIME, LIQUID_SLIME},
        {{0, 20, 0x3000, {0, 0}}, 21, LIQUID_SLIME, LIQUID_SLIME},
        /* 15: each quad for itself */
        {{0, 15, 0x3000, {2, 3}}, 0, LIQUID_MAGMA, LIQUID_SLIME},
        {{0, 15, 0x3000, {0x41, 4}}, 0, LIQUID_OCEAN, LIQUID_WATER},
        {{0, 15, 0x83000, {0, 0x0F}}, 0, LIQUID_OCEAN, LIQUID_NONE},
        /* newer files count from 1, up to the ids of the table */
        {{4, 1, 0x3000, {0, 0}}, 13, LIQUID_WATER, LIQUID_WATER},
        {{4, 5, 0x3000, {0, 0}}, 13, LIQUID_WATER, LIQUID_WATER},
        {{4, 3, 0x3000, {0, 0}}, 19, LIQUID_MAGMA, LIQUID_MAGMA},
        {{4, 20, 0x3000, {0, 0}}, 20, LIQUID_SLIME, LIQUID_SLIME},
        {{4, 21, 0x3000, {0, 0}}, 21, LIQUID_SLIME, LIQUID_SLIME},
        {{4, 121, 0x3000, {0, 0}}, 121, LIQUID_MAGMA, LIQUID_MAGMA},
        {{4, 0, 0x3000, {0, 0}}, 13, LIQUID_WATER, LIQUID_WATER},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct loaded it;
        load_liquid(&it, &cases[i].wanted);
        const struct liquid_grid *grid = &it.group->liquid->grid;
        assert_int_equal(grid->type, cases[i].type);
        assert_int_equal(it.group->liquid_type, cases[i].type);
        assert_int_equal(grid->quad[0], cases[i].first);
        assert_int_equal(grid->quad[1], cases[i].second);
        assert_int_equal(grid->uv != NULL, cases[i].type == 19 || cases[i].type == 121);
        assert_false(it.group->is_flooded);
        unload(&it);
    }
}

/* From 4 on a quad is water; from 8 on it has the bit of what is hidden. */
static void kinds_of_quads_beyond_slime_are_water(void **state)
{
    (void)state;
    for (uint8_t kind = 4; kind < 16; kind++) {
        struct loaded it;
        load_liquid(&it, &(struct wanted){0, 15, 0x3000, {kind, (uint8_t)(kind | 0xF0)}});
        const struct liquid_grid *grid = &it.group->liquid->grid;
        assert_int_equal(grid->quad[0], kind < 8 ? LIQUID_WATER : LIQUID_NONE);
        assert_int_equal(grid->quad[1], grid->quad[0]);
        unload(&it);
    }
}

static void the_grid_is_what_was_written(void **state)
{
    (void)state;
    struct loaded it;
    load_liquid(&it, &(struct wanted){0, 2, 0x3000, {0x40, 0x0F}});
    const struct wmo_liquid *liquid = it.group->liquid;
    assert_int_equal(liquid->grid.width, 2);
    assert_int_equal(liquid->grid.height, 1);
    assert_int_equal(liquid->material, 1);
    assert_float_equal(liquid->corner[0], -5, 0);
    assert_float_equal(liquid->corner[1], 10, 0);
    for (uint32_t i = 0; i < 6; i++) {
        assert_float_equal(liquid->grid.height_yd[i], 2.0F + (float)i / 8, 0);
        assert_float_equal(liquid->grid.uv[i][0], 0x20 * 3.0F / 256, 0);
        assert_float_equal(liquid->grid.uv[i][1], 0x40 * 3.0F / 256, 0);
    }
    assert_null(liquid->grid.depth);
    unload(&it);
}

/* Rows and columns of a square grid can change places without a number that is wrong. */
static void a_square_grid_is_not_transposed(void **state)
{
    (void)state;
    enum { EDGE = 3 };
    struct buffer root = {0};
    struct buffer file = {0};
    struct loaded it;
    write_root(&root, 17, 0);
    add_u32_chunk(&file, "MVER", 17);
    size_t mogp = begin_chunk(&file, "MOGP");
    write_mogp_header(&file, 17, 1, (const uint16_t[3]){0});
    size_t mliq = begin_chunk(&file, "MLIQ");
    const uint32_t sizes[] = {EDGE, EDGE, EDGE - 1, EDGE - 1};
    for (size_t i = 0; i < 4; i++) {
        buffer_u32le(&file, sizes[i]);
    }
    add_zeroes(&file, 3 * sizeof(float) + sizeof(uint16_t));
    for (uint32_t i = 0; i < EDGE * EDGE; i++) {
        buffer_u32le(&file, 0);
        buffer_f32le(&file, (float)i);
    }
    buffer_append(&file, (const uint8_t[]){0, 0x0F, 0, 0}, 4);
    end_chunk(&file, mliq);
    end_chunk(&file, mogp);
    load_root(&it, &root);
    load_group(&it, &file, 1);
    assert_int_equal(it.status, ADTMAP_OK);
    const struct liquid_grid *grid = &it.group->liquid->grid;
    for (uint32_t i = 0; i < EDGE * EDGE; i++) {
        assert_float_equal(grid->height_yd[i], (float)i, 0);
    }
    assert_int_equal(grid->quad[1], LIQUID_NONE);
    assert_int_not_equal(grid->quad[2], LIQUID_NONE);
    buffer_free(&root);
    buffer_free(&file);
    unload(&it);
}

/* Loads the second group after `size` bytes of numbers at the begin of its MLIQ were replaced. */
static void load_changed(struct loaded *it, uint16_t root_flags, uint32_t number,
                         const uint32_t sizes[4])
{
    struct buffer root = {0};
    struct buffer group = {0};
    write_root(&root, 17, root_flags);
    write_group(&group, 17, 1);
    put_u32(&group, find_data(&group, "MOGP") + HEADER_LIQUID, number);
    for (size_t i = 0; i < 4; i++) {
        put_u32(&group, find_data(&group, "MLIQ") + 4 * i, sizes[i]);
    }
    load_root(it, &root);
    load_group(it, &group, 1);
    assert_int_equal(it->status, ADTMAP_OK);
    buffer_free(&root);
    buffer_free(&group);
}

static void a_group_without_quads_is_flooded_in_newer_files(void **state)
{
    (void)state;
    static const uint32_t none[4] = {0};
    struct loaded it;
    load_changed(&it, WMO_LIQUID_TYPE_FROM_TABLE, 3, none);
    assert_null(it.group->liquid);
    assert_true(it.group->is_flooded);
    assert_int_equal(it.group->liquid_type, LIQUID_TYPE_WMO_MAGMA);
    unload(&it);
    load_changed(&it, 0, 3, none);
    assert_false(it.group->is_flooded);
    unload(&it);
    load_changed(&it, WMO_LIQUID_TYPE_FROM_TABLE, 0, none);
    assert_false(it.group->is_flooded);
    assert_int_equal(it.heard.warnings, 0);
    unload(&it);
}

/* Loads a group without quads that has `number` and `flags` in its header; whether it is flooded.
 */
static bool floods(uint32_t number, uint32_t flags)
{
    struct buffer root = {0};
    struct buffer group = {0};
    struct loaded it;
    write_root(&root, 17, WMO_LIQUID_TYPE_FROM_TABLE);
    write_group(&group, 17, 1);
    put_u32(&group, find_data(&group, "MOGP") + HEADER_LIQUID, number);
    put_u32(&group, find_data(&group, "MOGP") + HEADER_FLAGS, flags);
    for (size_t i = 0; i < 4; i++) {
        put_u32(&group, find_data(&group, "MLIQ") + 4 * i, 0);
    }
    load_root(&it, &root);
    load_group(&it, &group, 1);
    assert_int_equal(it.status, ADTMAP_OK);
    bool flooded = it.group->is_flooded;
    unload(&it);
    buffer_free(&root);
    buffer_free(&group);
    return flooded;
}

/* A ship became a rectangle of magma, outside it and with the number that was "none" once. */
static void only_rooms_flood_and_not_with_the_old_none(void **state)
{
    (void)state;
    assert_true(floods(3, 0));
    assert_true(floods(14, 0));
    assert_false(floods(15, 0));
    assert_false(floods(3, WMO_GROUP_EXTERIOR));
    assert_false(floods(3, WMO_GROUP_EXTERIOR_LIT));
}

static void a_grid_larger_than_its_bytes_is_left_out(void **state)
{
    (void)state;
    static const uint32_t sizes[][4] = {{0x10000, 0x10000, 0xFFFF, 0xFFFF},
                                        {0xFFFFFFFF, 2, 0xFFFFFFFE, 1},
                                        {3, 3, 2, 2},
                                        {1, 9, 5, 8}};
    for (size_t i = 0; i < 4; i++) {
        struct loaded it;
        load_changed(&it, 0, 0, sizes[i]);
        assert_null(it.group->liquid);
        assert_int_equal(it.heard.warnings, 1);
        assert_string_equal(it.heard.last.chunk, "MLIQ");
        unload(&it);
    }
}

static void of_two_sizes_the_one_that_fits_is_taken(void **state)
{
    (void)state;
    struct loaded it;
    load_changed(&it, 0, 0, (const uint32_t[4]){9, 9, 2, 1});
    assert_int_equal(it.group->liquid->grid.width, 2);
    assert_int_equal(it.group->liquid->grid.height, 1);
    unload(&it);
    load_changed(&it, 0, 0, (const uint32_t[4]){3, 2, 7, 7});
    assert_int_equal(it.group->liquid->grid.width, 2);
    assert_int_equal(it.heard.warnings, 1);
    unload(&it);
}

static void heights_that_are_no_numbers_are_the_corners(void **state)
{
    (void)state;
    struct buffer root = {0};
    struct buffer group = {0};
    struct loaded it;
    write_root(&root, 17, 0);
    write_group(&group, 17, 1);
    put_u32(&group, find_data(&group, "MLIQ") + 30 + 8 * 4 + 4, 0x7FC00000);
    load_root(&it, &root);
    load_group(&it, &group, 1);
    assert_float_equal(it.group->liquid->grid.height_yd[4], 2, 0);
    assert_int_equal(it.heard.warnings, 1);
    buffer_free(&root);
    buffer_free(&group);
    unload(&it);
}

/* It was turned only where the plain way left the group's box; the figures are those of a building
 * of 0.5.3, whose file of 1.12 begins at x = -70.83. */
static void grids_of_v14_are_turned_wherever_they_lie(void **state)
{
    (void)state;
    struct buffer file = {0};
    struct buffer corner = {0};
    struct buffer box = {0};
    struct loaded it;
    write_v14(&file);
    add_floats(&corner, (const float[3]){-54.1667F, 20.8333F, -3}, 3);
    add_floats(&box, (const float[6]){-200, -200, -200, 200, 200, 200}, 6);
    memcpy(file.data + find_data(&file, "MLIQ") + 16, corner.data, 12);
    load_root(&it, &file);
    memcpy(file.data + it.root->groups[1].offset + 8 + 0x0C, box.data, 24);
    load_group(&it, &file, 1);
    assert_int_equal(it.status, ADTMAP_OK);
    const struct wmo_liquid *liquid = it.group->liquid;
    assert_int_equal(liquid->grid.width, MODEL_LIQUID_COLUMNS - 1);
    assert_int_equal(liquid->grid.height, MODEL_LIQUID_ROWS - 1);
    assert_float_equal(liquid->corner[0], -54.1667F - 2 * 25.0F / 6, 1e-4);
    assert_float_equal(liquid->corner[1], 20.8333F, 0);
    for (unsigned i = 0; i < MODEL_LIQUID_COLUMNS * MODEL_LIQUID_ROWS; i++) {
        assert_float_equal(liquid->grid.height_yd[i], 2.0F + (float)i / 8, 0);
    }
    assert_int_equal(liquid->grid.quad[0], LIQUID_WATER);
    assert_int_equal(liquid->grid.quad[1], LIQUID_NONE);
    buffer_free(&file);
    buffer_free(&corner);
    buffer_free(&box);
    unload(&it);
}

int test_wmo_liquid(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_class_follows_number_and_flags),
        cmocka_unit_test(kinds_of_quads_beyond_slime_are_water),
        cmocka_unit_test(the_grid_is_what_was_written),
        cmocka_unit_test(a_square_grid_is_not_transposed),
        cmocka_unit_test(a_group_without_quads_is_flooded_in_newer_files),
        cmocka_unit_test(only_rooms_flood_and_not_with_the_old_none),
        cmocka_unit_test(a_grid_larger_than_its_bytes_is_left_out),
        cmocka_unit_test(of_two_sizes_the_one_that_fits_is_taken),
        cmocka_unit_test(heights_that_are_no_numbers_are_the_corners),
        cmocka_unit_test(grids_of_v14_are_turned_wherever_they_lie),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
