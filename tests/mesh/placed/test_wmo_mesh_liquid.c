/* Liquids of WMO groups as meshes: which class they have, and where those of flooded rooms stand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "formats/grid.h"
#include "formats/wmo/wmo_flood.h"
#include "mesh/draw_batch.h"
#include "mesh/placed/plain_liquids.h"
#include "mesh/placed/wmo_mesh_liquid.h"

enum { COLUMNS = 3, ROWS = 2, MANY_TYPES = 900 };

/* The liquid of a group appended to an empty list. */
struct fixture {
    struct adtmap_settings settings;
    struct scene_tile scene;
    struct arena arena;
    struct mesh_list list;
    struct mesh_builder builder;
    struct mesh_view view;
};

static void set_up(struct fixture *f)
{
    *f = (struct fixture){0};
    adtmap_settings_default(&f->settings);
    plain_liquids(&f->scene);
    f->builder = (struct mesh_builder){.scene = &f->scene,
                                       .settings = &f->settings,
                                       .sampling = {MIP_ANISOTROPIC, 1.0F},
                                       .kernels = mesh_kernels_get(ADTMAP_CPU_AUTO),
                                       .quad_px = 1,
                                       .size_px = 128,
                                       .arena = &f->arena,
                                       .list = &f->list};
    f->view = (struct mesh_view){{{100, 0, 0, 0}, {0, 100, 0, 0}}, {0, 0, 1, 0}};
    for (size_t class = 0; class < ADTMAP_LIQUID_CLASSES; class ++) {
        for (size_t c = 0; c < 4; c++) {
            f->settings.liquids[class].shallow[c] = (float)class / 8;
            f->settings.liquids[class].deep[c] = (float)class / 8;
        }
    }
}

static bool append(struct fixture *f, const struct wmo_group *group)
{
    const struct wmo_mesh_group drawing = {.builder = &f->builder, .view = f->view, .group = group};
    return wmo_mesh_liquid(&drawing);
}

/* The class of the only batch, by its colour. */
static enum liquid_class class_drawn(const struct fixture *f)
{
    assert_int_equal(f->list.count, 1);
    return (enum liquid_class)(f->list.batches[0].colors[0].at[0] * 8);
}

static const float heights[(COLUMNS + 1) * (ROWS + 1)];
static const uint8_t quads[COLUMNS * ROWS];
static struct liquid_type_entry entries[] = {{MANY_TYPES, LIQUID_OCEAN},
                                             {LIQUID_TYPE_WMO_WATER, LIQUID_OCEAN}};
static const struct liquid_types types = {2, entries};

/* LiquidType.dbc counted for liquids of terrain alone: the same lake had two colours. */
static void the_table_decides_on_liquids_of_buildings_too(void **state)
{
    (void)state;
    const struct wmo_liquid liquid = {.grid = {.width = COLUMNS,
                                               .height = ROWS,
                                               .type = MANY_TYPES,
                                               .height_yd = heights,
                                               .quad = quads}};
    const struct wmo_group group = {.liquid = &liquid, .liquid_type = MANY_TYPES};
    struct fixture f;
    set_up(&f);
    assert_true(append(&f, &group));
    assert_int_equal(class_drawn(&f), LIQUID_WATER);
    arena_free(&f.arena);
    set_up(&f);
    f.scene.liquid_types = &types;
    assert_true(append(&f, &group));
    assert_int_equal(class_drawn(&f), LIQUID_OCEAN);
    arena_free(&f.arena);
}

/* Rows run towards +Y and columns towards +X, also where both are as long. */
static void a_square_grid_lies_along_the_axes_of_the_model(void **state)
{
    (void)state;
    const struct wmo_liquid liquid = {
        .corner = {100, 200},
        .grid = {.width = 2, .height = 2, .height_yd = heights, .quad = quads}};
    const struct wmo_group group = {.liquid = &liquid};
    struct fixture f;
    set_up(&f);
    f.view = (struct mesh_view){{{100, 0, 0, 0}, {0, 60, 0, 0}}, {0, 0, 1, 0}};
    assert_true(append(&f, &group));
    const struct mesh_triangle *first = mesh_list_triangle(&f.list, 0);
    test_corner_at(first, 10000, 12000);
    test_corner_at(first, 10417, 12000);
    test_corner_at(first, 10000, 12250);
    arena_free(&f.arena);
}

/* A room of 8 x 8 yards in the western half of a box of 16 x 8: its floor at 0, a ceiling at 5 over
 * the southern half of it, and a box up to 9. */
static const float positions[8][3] = {
    {0, 0, 0}, {8, 0, 0}, {8, 8, 0}, {0, 8, 0}, {0, 0, 5}, {8, 0, 5}, {8, 4, 5}, {0, 4, 5},
};
static const uint32_t indices[12] = {0, 1, 2, 0, 2, 3, 4, 6, 5, 4, 7, 6};
static const struct wmo_group room = {
    .box = {{0, 0, 0}, {16, 8, 9}},
    .vertex_count = 8,
    .positions = positions,
    .triangle_count = 4,
    .indices = indices,
    .is_flooded = true,
    .liquid_type = LIQUID_TYPE_WMO_WATER,
};

static void the_table_decides_on_flooded_rooms_too(void **state)
{
    (void)state;
    struct fixture f;
    set_up(&f);
    f.scene.liquid_types = &types;
    assert_true(append(&f, &room));
    assert_int_equal(class_drawn(&f), LIQUID_OCEAN);
    arena_free(&f.arena);
}

static float top_of(const struct wmo_flood *flood, uint32_t column, uint32_t row)
{
    return flood->position[row * (FLOOD_EDGE + 1) + column][2];
}

/* The liquid was a rectangle at the top of the box: it lay over the roof and outside the walls. */
static void a_flooded_room_shows_no_sheet_above_its_roof(void **state)
{
    (void)state;
    struct wmo_flood flood;
    wmo_flood_fill(&room, LIQUID_SLIME, &flood);
    assert_int_equal(flood.quad[0], LIQUID_SLIME);
    assert_int_equal(flood.quad[FLOOD_EDGE / 2 - 1], LIQUID_SLIME);
    assert_int_equal(flood.quad[FLOOD_EDGE / 2], LIQUID_NONE); /* beyond the wall */
    assert_float_equal(top_of(&flood, 2, 2), 5, 1e-6F);        /* under the ceiling */
    assert_float_equal(top_of(&flood, 0, 0), 5, 1e-6F);
}

/* Filled at the bottom of the box, the floor would hide it. */
static void an_open_room_is_flooded_to_the_top_of_its_box(void **state)
{
    (void)state;
    struct wmo_flood flood;
    wmo_flood_fill(&room, LIQUID_WATER, &flood);
    assert_int_equal(flood.quad[(FLOOD_EDGE - 1) * FLOOD_EDGE], LIQUID_WATER);
    assert_float_equal(top_of(&flood, 2, FLOOD_EDGE - 2), 9, 1e-6F);
    assert_float_equal(top_of(&flood, 2, FLOOD_EDGE), 9, 1e-6F);
    assert_float_equal(flood.position[FLOOD_EDGE][0], 16, 1e-6F);
    assert_float_equal(flood.position[FLOOD_VERTICES - 1][1], 8, 1e-6F);
}

/* The room stands where none of its axes is 0. */
static void a_flood_follows_its_box(void **state)
{
    (void)state;
    static const float shift[3] = {100, -50, -30};
    float moved[8][3];
    for (size_t i = 0; i < 24; i++) {
        moved[i / 3][i % 3] = positions[i / 3][i % 3] + shift[i % 3];
    }
    struct wmo_group far = room;
    far.positions = (const float(*)[3])moved;
    for (size_t axis = 0; axis < 3; axis++) {
        far.box.low[axis] += shift[axis];
        far.box.high[axis] += shift[axis];
    }
    struct wmo_flood here;
    struct wmo_flood there;
    wmo_flood_fill(&room, LIQUID_WATER, &here);
    wmo_flood_fill(&far, LIQUID_WATER, &there);
    assert_memory_equal(here.quad, there.quad, sizeof here.quad);
    for (size_t i = 0; i < 3 * FLOOD_VERTICES; i++) {
        assert_float_equal(there.position[i / 3][i % 3], here.position[i / 3][i % 3] + shift[i % 3],
                           1e-4F);
    }
}

static void a_box_without_area_has_no_flood(void **state)
{
    (void)state;
    struct wmo_flood flood;
    struct wmo_group flat = room;
    flat.box.high[0] = flat.box.low[0];
    wmo_flood_fill(&flat, LIQUID_WATER, &flood);
    for (size_t i = 0; i < FLOOD_QUADS; i++) {
        assert_int_equal(flood.quad[i], LIQUID_NONE);
    }
}

int test_wmo_mesh_liquid(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_decides_on_liquids_of_buildings_too),
        cmocka_unit_test(the_table_decides_on_flooded_rooms_too),
        cmocka_unit_test(a_square_grid_lies_along_the_axes_of_the_model),
        cmocka_unit_test(a_flooded_room_shows_no_sheet_above_its_roof),
        cmocka_unit_test(an_open_room_is_flooded_to_the_top_of_its_box),
        cmocka_unit_test(a_flood_follows_its_box),
        cmocka_unit_test(a_box_without_area_has_no_flood),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
