/* How deep liquids in buildings are, over floors that are made in memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "assets/wmo_model.h"
#include "map/nearby/wmo_set.h"
#include "mesh/placed/basin_depth.h"

enum { EDGE = 6, VERTICES = EDGE * EDGE, CORNERS_MAX = 64, GROUPS = 2, SOLID = 0, GLASS = 1 };

static const float SURFACE = 6.0F;

/* A building of two groups, each of level rectangles. */
static struct {
    float positions[GROUPS][CORNERS_MAX][3];
    uint32_t indices[GROUPS][CORNERS_MAX];
    struct wmo_batch batches[GROUPS][2];
    struct wmo_group groups[GROUPS];
    const struct wmo_group *listed[GROUPS];
    struct wmo_box boxes[GROUPS];
    struct wmo_material material[2];
    struct surface_material materials[3];
    struct wmo root;
    struct wmo_model model;
    struct placed_wmo object;
    struct mesh_builder builder;
    struct arena arena;
} b;

static int set_up(void **state)
{
    (void)state;
    memset(&b, 0, sizeof b);
    b.root = (struct wmo){.group_count = GROUPS, .material_count = 2, .materials = b.material};
    b.model = (struct wmo_model){.root = &b.root, .groups = b.listed, .group_boxes = b.boxes};
    b.object = (struct placed_wmo){.building = &b.model, .scale = 1.0F};
    b.builder.arena = &b.arena;
    b.materials[SOLID] = surface_material_of(SURFACE_OPAQUE, SURFACE_ERA_UNKNOWN);
    b.materials[GLASS] = surface_material_of(SURFACE_ALPHA, SURFACE_ERA_UNKNOWN);
    b.materials[2] = b.materials[SOLID];
    for (uint32_t g = 0; g < GROUPS; g++) {
        b.listed[g] = &b.groups[g];
        b.boxes[g] = (struct wmo_box){{-100, -100, -100}, {100, 100, 100}};
        b.groups[g] = (struct wmo_group){.positions = (const float(*)[3])b.positions[g],
                                         .indices = b.indices[g],
                                         .batch_count = 2,
                                         .batches = b.batches[g]};
        b.batches[g][GLASS].material = GLASS;
        b.batches[g][GLASS].index_begin = CORNERS_MAX - 6;
    }
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_free(&b.arena);
    return 0;
}

/* A level rectangle, which looks up or down. */
static void add(uint32_t g, uint32_t material, float west, float east, float z, bool looks_up)
{
    static const uint32_t up[6] = {0, 1, 2, 0, 2, 3}, down[6] = {0, 2, 1, 0, 3, 2};
    struct wmo_group *group = &b.groups[g];
    struct wmo_batch *batch = &b.batches[g][material];
    const uint32_t first = group->vertex_count;
    const float corners[4][3] = {{west, -1, z}, {east, -1, z}, {east, 30, z}, {west, 30, z}};
    memcpy(b.positions[g][first], corners, sizeof corners);
    for (uint32_t i = 0; i < 6; i++) {
        b.indices[g][batch->index_begin + batch->index_count++] =
            first + (looks_up ? up[i] : down[i]);
    }
    group->vertex_count += 4;
    group->triangle_count += 2;
}

/* Vertices at 0, 2, .. 10 yards. */
static void find(float depth_yd[VERTICES])
{
    float surface[VERTICES];
    const struct basin basin = {.step = {2, 2}, .columns = EDGE, .rows = EDGE, .surface = surface};
    const struct wmo_mesh_group drawing = {.builder = &b.builder,
                                           .object = &b.object,
                                           .materials = b.materials,
                                           .group = &b.groups[0]};
    for (size_t i = 0; i < VERTICES; i++) {
        surface[i] = SURFACE;
    }
    assert_true(basin_depths(&drawing, &basin, depth_yd));
}

static void check(const float wanted[EDGE])
{
    float depth_yd[VERTICES];
    find(depth_yd);
    for (size_t i = 0; i < VERTICES; i++) {
        assert_float_equal(depth_yd[i], wanted[i % EDGE], 1e-4F);
    }
}

static void the_highest_floor_below_counts(void **state)
{
    (void)state;
    add(0, SOLID, -1, 20, -3, true);
    add(0, SOLID, 3, 7, 2, true);
    check((const float[EDGE]){9, 9, 4, 4, 9, 9});
}

static void floors_of_other_groups_count(void **state)
{
    (void)state;
    add(0, SOLID, -1, 20, -3, true);
    add(1, SOLID, 3, 7, 2, true);
    check((const float[EDGE]){9, 9, 4, 4, 9, 9});
    b.boxes[1].low[0] = 11; /* the box says that nothing of it is here */
    check((const float[EDGE]){9, 9, 9, 9, 9, 9});
    b.listed[1] = NULL;
    check((const float[EDGE]){9, 9, 9, 9, 9, 9});
}

/* The sheet of a waterfall, and the pane over an aquarium. */
static void what_is_transparent_is_no_floor(void **state)
{
    (void)state;
    add(0, SOLID, -1, 20, -3, true);
    add(0, GLASS, -1, 20, 5, true);
    check((const float[EDGE]){9, 9, 9, 9, 9, 9});
}

/* Water that goes on under the ground round a pool has the colour of its shore there; under a
 * bridge it is as deep as it is. */
static void banks_are_shallow_and_bridges_are_not(void **state)
{
    (void)state;
    add(0, SOLID, -1, 20, -3, true);
    add(0, SOLID, -1, 3, 7, true);
    add(0, SOLID, 5, 9, 8, false);
    add(0, SOLID, 5, 9, 9, true);
    check((const float[EDGE]){0, 0, 9, 9, 9, 9});
}

static void beyond_the_walls_depth_goes_on_for_a_vertex(void **state)
{
    (void)state;
    add(0, SOLID, -1, 5, 2, true);
    check((const float[EDGE]){4, 4, 4, 4, -1, -1});
    b.object.scale = 2.0F;
    check((const float[EDGE]){8, 8, 8, 8, -1, -1});
}

/* Each of the floors lies under all vertices: without a bound a file could make it as many looks as
 * it has triangles times vertices. The highest comes last. */
static void crowds_of_floors_are_bounded(void **state)
{
    (void)state;
    enum { CROWD = 6000 };
    static uint32_t indices[3 * (CROWD + 1)];
    add(0, SOLID, -100, 100, -3, true);
    memcpy(b.positions[0][0], (const float[2][3]){{-100, -100, -3}, {100, -100, -3}}, 24);
    memcpy(b.positions[0][2], (const float[3]){0, 100, -3}, 12);
    memcpy(b.positions[0][4], (const float[3][3]){{-100, -100, 5}, {100, -100, 5}, {0, 100, 5}},
           36);
    for (uint32_t i = 0; i < 3 * (CROWD + 1); i++) {
        indices[i] = i % 3 + (i < 3 * CROWD ? 0 : 4);
    }
    b.groups[0].indices = indices;
    b.batches[0][SOLID].index_begin = 0;
    b.batches[0][GLASS].index_count = 0;
    b.batches[0][SOLID].index_count = 3 * (CROWD + 1);
    b.groups[0].triangle_count = CROWD + 1;
    check((const float[EDGE]){1, 1, 1, 1, 1, 1}); /* within it */
    b.groups[0].triangle_count = CROWD / 10;      /* as if the vertices were ten times as many */
    check((const float[EDGE]){9, 9, 9, 9, 9, 9});
}

int test_basin_depth(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_highest_floor_below_counts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(floors_of_other_groups_count, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_transparent_is_no_floor, set_up, tear_down),
        cmocka_unit_test_setup_teardown(banks_are_shallow_and_bridges_are_not, set_up, tear_down),
        cmocka_unit_test_setup_teardown(beyond_the_walls_depth_goes_on_for_a_vertex, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(crowds_of_floors_are_bounded, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
