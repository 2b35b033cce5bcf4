/* Depths of liquids: what the file says, and what layers get that have none. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "formats/grid.h"
#include "mesh/placed/liquid_depth.h"

enum { EDGE = QUADS_PER_CHUNK + 1, VERTICES = EDGE * EDGE, MIDDLE = 17, LAYERS = 3 };

/* Three chunks of sea next to each other; the ground falls towards the south. The first layer is
 * that of the middle, without depths. */
struct sea {
    struct arena arena;
    struct scene_tile scene;
    struct adt_chunk ground;
    float heights[VERTICES];
    uint8_t quads[QUADS_PER_CHUNK * QUADS_PER_CHUNK];
    uint8_t bytes[VERTICES];
    struct liquid_layer layers[LAYERS];
    struct liquid_depths depths;
};

static float ground_yd(uint32_t row)
{
    return -4.0F * (float)(row + 1);
}

static void begin(struct sea *sea)
{
    memset(sea, 0, sizeof *sea);
    memset(sea->quads, LIQUID_OCEAN, sizeof sea->quads);
    for (uint32_t row = 0; row < EDGE; row++) {
        for (uint32_t column = 0; column < EDGE; column++) {
            sea->ground.height_yd[row * VERTEX_SOUTH + column] = ground_yd(row);
        }
    }
    for (uint32_t i = 0; i < LAYERS; i++) {
        const uint32_t chunk = i == 0 ? MIDDLE : i == 1 ? MIDDLE - 1 : MIDDLE + 1;
        sea->scene.chunks[chunk].terrain = &sea->ground;
        sea->layers[i] = (struct liquid_layer){.chunk = chunk,
                                               .grid = {.width = QUADS_PER_CHUNK,
                                                        .height = QUADS_PER_CHUNK,
                                                        .type = LIQUID_TYPE_OCEAN,
                                                        .height_yd = sea->heights,
                                                        .depth = i ? sea->bytes : NULL,
                                                        .quad = sea->quads}};
    }
    sea->scene.liquids = (struct liquid_layers){.count = LAYERS, .layers = sea->layers};
    sea->depths = (struct liquid_depths){.scene = &sea->scene, .arena = &sea->arena};
}

static void depths_of_the_file_count(void **state)
{
    (void)state;
    struct sea sea;
    float depth[VERTICES];
    begin(&sea);
    sea.bytes[80] = 51;
    assert_true(liquid_depths_of(&sea.depths, &sea.layers[1], depth));
    assert_float_equal(depth[80], 0.2F, 1e-6F);
    assert_float_equal(depth[0], 0, 0);
    arena_free(&sea.arena);
}

/* Liquids that name an object and have no vertex data were dark squares in the sea, as they were
 * deep at 12 yards. */
static void a_layer_without_depths_has_the_proportion_of_the_tile(void **state)
{
    (void)state;
    struct sea sea;
    float depth[VERTICES];
    begin(&sea);
    for (uint32_t i = 0; i < VERTICES; i++) {
        sea.bytes[i] = (uint8_t)(-2.0F * ground_yd(i / EDGE));
    }
    sea.layers[1].chunk = 200; /* far from the middle */
    sea.layers[2].chunk = 220;
    sea.scene.chunks[200].terrain = sea.scene.chunks[220].terrain = &sea.ground;
    assert_true(liquid_depths_of(&sea.depths, &sea.layers[0], depth));
    for (uint32_t i = 0; i < VERTICES; i++) {
        assert_float_equal(depth[i], -2.0F * ground_yd(i / EDGE) / 255.0F, 1e-5F);
    }
    arena_free(&sea.arena);
}

/* Depths that have nothing to do with the ground. */
static void it_has_the_depths_of_its_neighbours_where_it_meets_them(void **state)
{
    (void)state;
    struct sea sea;
    float depth[VERTICES];
    begin(&sea);
    memset(sea.bytes, 102, sizeof sea.bytes);
    assert_true(liquid_depths_of(&sea.depths, &sea.layers[0], depth));
    for (uint32_t row = 0; row < EDGE; row++) {
        assert_float_equal(depth[row * EDGE], 0.4F, 1e-6F);
        assert_float_equal(depth[row * EDGE + EDGE - 1], 0.4F, 1e-6F);
    }
    for (uint32_t i = 0; i < VERTICES; i++) {
        assert_true(fabsf(depth[i] - 0.4F) < 0.2F);
    }
    arena_free(&sea.arena);
}

static void in_a_tile_without_depths_the_ground_decides(void **state)
{
    (void)state;
    struct sea sea;
    float depth[VERTICES];
    begin(&sea);
    sea.scene.liquids.count = 1;
    assert_true(liquid_depths_of(&sea.depths, &sea.layers[0], depth));
    assert_float_equal(depth[0], 4.0F / 12.0F, 1e-6F);
    assert_float_equal(depth[2 * EDGE], 1, 0);
    sea.scene.chunks[MIDDLE].terrain = NULL;
    assert_true(liquid_depths_of(&sea.depths, &sea.layers[0], depth));
    assert_float_equal(depth[0], 1, 0);
    arena_free(&sea.arena);
}

/* Half of the way at some 11 yards, all of it at 112, on relief maps at 4 and 40; the file has no
 * say, nor have magma and slime. */
static void clear_water_goes_by_the_ground_alone(void **state)
{
    (void)state;
    struct sea sea;
    struct adtmap_settings settings;
    float depth[VERTICES];
    begin(&sea);
    adtmap_settings_default(&settings);
    assert_false(liquid_is_clear(&settings, &sea.layers[1].grid));
    settings.water_look = ADTMAP_WATER_LOOK_CLEAR;
    assert_true(liquid_is_clear(&settings, &sea.layers[1].grid));
    memset(sea.bytes, 255, sizeof sea.bytes);
    liquid_clear_depths_of(&settings, &sea.scene, &sea.layers[1], depth);
    for (uint32_t i = 0; i < VERTICES; i++) {
        assert_float_equal(depth[i], clear_water_depth(&settings, -ground_yd(i / EDGE)), 0);
    }
    assert_float_equal(clear_water_depth(&settings, -3.0F), 0, 0);
    assert_float_equal(clear_water_depth(&settings, NAN), 0, 0);
    assert_float_equal(clear_water_depth(&settings, 14.0F), 0.5625F, 1e-6F);
    assert_float_equal(clear_water_depth(&settings, 112.0F), 1, 1e-6F);
    assert_float_equal(clear_water_depth(&settings, 1e30F), 1, 0);
    settings.ground = ADTMAP_GROUND_RELIEF;
    assert_float_equal(clear_water_depth(&settings, 4.0F), 0.5F, 1e-6F);
    assert_float_equal(clear_water_depth(&settings, 40.0F), 1, 1e-6F);
    sea.scene.chunks[MIDDLE - 1].terrain = NULL;
    liquid_clear_depths_of(&settings, &sea.scene, &sea.layers[1], depth);
    assert_float_equal(depth[0], 1, 0);
    memset(sea.quads, LIQUID_SLIME, sizeof sea.quads);
    assert_false(liquid_is_clear(&settings, &sea.layers[1].grid));
    arena_free(&sea.arena);
}

/* A lake says nothing of the sea next to it. */
static void other_classes_have_no_say(void **state)
{
    (void)state;
    struct sea sea;
    uint8_t lake[sizeof sea.quads];
    float depth[VERTICES];
    begin(&sea);
    memset(lake, LIQUID_WATER, sizeof lake);
    memset(sea.bytes, 102, sizeof sea.bytes);
    sea.layers[1].grid.quad = sea.layers[2].grid.quad = lake;
    assert_true(liquid_depths_of(&sea.depths, &sea.layers[0], depth));
    assert_float_equal(depth[0], 4.0F / 12.0F, 1e-6F);
    arena_free(&sea.arena);
}

int test_liquid_depth(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(depths_of_the_file_count),
        cmocka_unit_test(a_layer_without_depths_has_the_proportion_of_the_tile),
        cmocka_unit_test(it_has_the_depths_of_its_neighbours_where_it_meets_them),
        cmocka_unit_test(in_a_tile_without_depths_the_ground_decides),
        cmocka_unit_test(other_classes_have_no_say),
        cmocka_unit_test(clear_water_goes_by_the_ground_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
