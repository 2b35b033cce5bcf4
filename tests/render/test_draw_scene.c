/* Buildings and liquids over terrain, made in memory and drawn as tiles. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "assets/textures/filter_whole.h"
#include "formats/grid.h"
#include "mesh/placed/scene_meshes.h"
#include "render/draw_scene.h"
#include "scene/tile/scene_materials.h"

enum { SIZE_PX = 512, STRIDE = 4 * SIZE_PX, WEST_TILE = 31, EAST_TILE = 32, ROW = 32 };

/* A pyramid of 40 yards standing at the origin of its model. */
struct pyramid {
    struct wmo_material material;
    struct wmo_group_info info;
    struct wmo root;
    float positions[5][3];
    uint32_t indices[12];
    struct wmo_batch batch;
    uint8_t colors[5][4];
    struct wmo_group group;
    const struct wmo_group *groups[1];
    struct wmo_box box;
    struct wmo_model building;
};

static void build_pyramid(struct pyramid *pyramid)
{
    static const float positions[5][3] = {
        {-20, -20, 0}, {20, -20, 0}, {20, 20, 0}, {-20, 20, 0}, {0, 0, 30}};
    static const uint32_t indices[12] = {0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4};
    *pyramid = (struct pyramid){.material = {.flags = WMO_MATERIAL_UNLIT}};
    memcpy(pyramid->positions, positions, sizeof positions);
    memcpy(pyramid->indices, indices, sizeof indices);
    pyramid->root = (struct wmo){.version = 17,
                                 .material_count = 1,
                                 .materials = &pyramid->material,
                                 .group_count = 1,
                                 .groups = &pyramid->info};
    pyramid->batch =
        (struct wmo_batch){.index_count = 12, .vertex_last = 4, .kind = WMO_BATCH_EXTERIOR};
    pyramid->group = (struct wmo_group){.flags = WMO_GROUP_EXTERIOR,
                                        .vertex_count = 5,
                                        .positions = (const float(*)[3])pyramid->positions,
                                        .triangle_count = 4,
                                        .indices = pyramid->indices,
                                        .batch_count = 1,
                                        .batches = &pyramid->batch};
    pyramid->groups[0] = &pyramid->group;
    pyramid->box = (struct wmo_box){{-20, -20, 0}, {20, 20, 30}};
    pyramid->building = (struct wmo_model){.root = &pyramid->root,
                                           .groups = pyramid->groups,
                                           .group_boxes = &pyramid->box,
                                           .box = pyramid->box};
}

/* Everything a tile is drawn from, with flat terrain at height 0 and white ground. */
struct stage {
    struct pyramid pyramid;
    struct adt_chunk terrain;
    struct scene_tile scene;
    struct placed_wmo object;
    struct adtmap_settings settings;
};

static struct stage stage;

static int set_up(void **state)
{
    (void)state;
    memset(&stage, 0, sizeof stage);
    build_pyramid(&stage.pyramid);
    adtmap_settings_default(&stage.settings);
    for (size_t i = 0; i < ADT_VERTICES; i++) {
        stage.terrain.normal[i][2] = 127;
    }
    for (size_t i = 0; i < ADT_CHUNKS; i++) {
        stage.scene.chunks[i] = (struct scene_chunk){.terrain = &stage.terrain, .layer_count = 1};
    }
    stage.scene.x = WEST_TILE;
    stage.scene.y = ROW;
    stage.scene.blend = ADTMAP_BLEND_WEIGHTED;
    return 0;
}

/* Stands the pyramid at a place in tiles from the grid's corner. */
static void stand_at(double column, double row, float turn)
{
    const struct adt_placement placement = {
        .position = {(32.0 - row) * TILE_YD, (32.0 - column) * TILE_YD, -5},
        .rotation = {0, turn, 0},
        .scale = 1,
    };
    stage.object = (struct placed_wmo){
        .building = &stage.pyramid.building, .matrix = placement_matrix(&placement), .scale = 1};
    stage.scene.placements = &stage.object;
    stage.scene.placement_count = 1;
}

/* Pictures of 64 px are drawn at 256, with textures as of 512; not where heights decide. */
static void small_pictures_are_drawn_larger(void **state)
{
    (void)state;
    static const struct {
        uint32_t size_px;
        enum adtmap_shadows shadows;
        float sky;
        uint32_t drawing_px;
        double pixel;
        enum adtmap_ground ground;
        float contour_yd;
    } cases[] = {
        {16, ADTMAP_SHADOWS_BAKED, 0, 256, 0.5, 0, 0},
        {64, ADTMAP_SHADOWS_BAKED, 0, 256, 0.5, 0, 0},
        {65, ADTMAP_SHADOWS_BAKED, 0, 512, 1, 0, 0},
        {128, ADTMAP_SHADOWS_BAKED, 0, 512, 1, 0, 0},
        {64, ADTMAP_SHADOWS_CAST, 0, 512, 1, 0, 0},
        {64, ADTMAP_SHADOWS_BAKED, 0.5F, 512, 1, 0, 0},
        {256, ADTMAP_SHADOWS_BAKED, 0, 256, 1, 0, 0},
        {300, ADTMAP_SHADOWS_BAKED, 0, 640, 1, 0, 0},
        {5000, ADTMAP_SHADOWS_BAKED, 0, 8192, 1, 0, 0},
        {64, ADTMAP_SHADOWS_BAKED, 0, 512, 1, ADTMAP_GROUND_RELIEF, 0},
        {64, ADTMAP_SHADOWS_BAKED, 0, 512, 1, 0, -1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        stage.settings.size_px = cases[i].size_px;
        stage.settings.shadows = cases[i].shadows;
        stage.settings.sky = cases[i].sky;
        stage.settings.ground = cases[i].ground;
        stage.settings.contour_yd = cases[i].contour_yd;
        uint32_t drawing_px = tile_drawing_px(&stage.settings);
        assert_int_equal(drawing_px, cases[i].drawing_px);
        assert_true((double)scene_meshes_pixel(&stage.settings, drawing_px / QUADS_PER_TILE) ==
                    cases[i].pixel);
    }
}

/* White ground of quads of `quad_px`; the caller frees it. */
static struct ground_texture *white_ground(uint32_t quad_px)
{
    enum { EDGE_PX = 4 };
    uint8_t white[4 * EDGE_PX * EDGE_PX];
    const struct ground_size size = {.quad_px = quad_px};
    struct ground_texture *ground = malloc(ground_texture_bytes(&size));
    memset(white, 255, sizeof white);
    ground_texture_init(&size, ground);
    assert_true(filter_whole(GROUND_FILTER_COLORS, white, EDGE_PX, EDGE_PX, ground));
    return ground;
}

/* The tile, or its layer without liquids. */
static uint8_t *draw_stage(unsigned threads, bool is_layer)
{
    struct arena arena = {0};
    const struct diag diag = {0};
    uint8_t *pixels = malloc((size_t)SIZE_PX * STRIDE);
    struct tile_plan *plan = tile_plan_create(&stage.settings);
    struct tile_scratch *scratch = tile_scratch_create(plan, threads);
    static const struct scene_texture texture = {0};
    struct ground_texture *ground = white_ground(tile_plan_quad_px(plan));
    const struct ground_texture *const grounds[1] = {ground};
    stage.scene.textures = &texture;
    stage.scene.texture_count = 1;
    stage.scene.grounds = grounds;
    struct surface_textures textures =
        surface_textures_of(NULL, NULL, &stage.settings, tile_plan_quad_px(plan), &arena);
    struct tile_input input;
    assert_true(scene_add_materials(&textures, &stage.scene));
    assert_int_equal(tile_input_make(plan, &stage.scene, &textures, &arena, &diag, &input),
                     ADTMAP_OK);
    if (is_layer) {
        const struct adtmap_height_range any = {0};
        struct adtmap_layer_image image = {
            .layer = {ADTMAP_LAYER_NO_LIQUID, 0}, .pixels = pixels, .stride_bytes = STRIDE};
        assert_true(tile_plan_add_layers(plan, SCENE_NEEDS_LOOK));
        assert_int_equal(tile_draw_layer(plan, &input, &any, NULL, scratch, &diag, &image),
                         ADTMAP_OK);
    } else {
        assert_int_equal(tile_draw(plan, &input, scratch, pixels, STRIDE, &diag), ADTMAP_OK);
    }
    free(ground);
    tile_scratch_destroy(scratch);
    tile_plan_destroy(plan);
    arena_free(&arena);
    return pixels;
}

static uint8_t *draw(unsigned threads)
{
    return draw_stage(threads, false);
}

/* Lit by nothing but vertex colours, so that the roof is red all over. */
static void shade_pyramid(void)
{
    for (size_t i = 0; i < 5; i++) {
        stage.pyramid.colors[i][0] = 102;
    }
    stage.pyramid.material.flags = 0;
    stage.pyramid.group.flags = 0;
    stage.pyramid.batch.kind = WMO_BATCH_INTERIOR;
    stage.pyramid.group.colors[0] = stage.pyramid.colors;
}

static bool is_roof(const uint8_t *pixel)
{
    return pixel[0] > 150 && pixel[1] < 20;
}

static void a_building_stands_where_it_is_placed(void **state)
{
    (void)state;
    shade_pyramid();
    stand_at(WEST_TILE + 0.25, ROW + 0.75, 0);
    uint8_t *pixels = draw(1);
    /* Terrain at 0 cuts the pyramid, which begins 5 yards below: 5/6 of 20 yards are left. */
    double reach = 20.0 * 25 / 30 * SIZE_PX / TILE_YD;
    for (int y = 0; y < SIZE_PX; y++) {
        for (int x = 0; x < SIZE_PX; x++) {
            double away = fmax(fabs(x + 0.5 - 128), fabs(y + 0.5 - 384));
            const uint8_t *pixel = pixels + (size_t)y * STRIDE + 4 * (size_t)x;
            if (fabs(away - reach) > 1) {
                assert_int_equal(is_roof(pixel), away < reach);
            }
        }
    }
    free(pixels);
}

/* The same building half a tile further west lies within one tile: the picture must be the same,
 * wherever the border runs through it. */
static void a_building_on_a_border_has_no_seam(void **state)
{
    (void)state;
    shade_pyramid();
    stand_at(WEST_TILE + 0.5, ROW + 0.5, 31);
    uint8_t *whole = draw(1);
    stand_at(EAST_TILE, ROW + 0.5, 31);
    uint8_t *west = draw(1);
    stage.scene.x = EAST_TILE;
    uint8_t *east = draw(1);
    int roof = 0;
    for (size_t y = 0; y < SIZE_PX; y++) {
        for (size_t x = 0; x < SIZE_PX; x++) {
            const uint8_t *wanted = whole + y * STRIDE + 4 * x;
            const uint8_t *half = x < SIZE_PX / 2 ? west : east;
            const uint8_t *got = half + y * STRIDE + 4 * ((x + SIZE_PX / 2) % SIZE_PX);
            roof += is_roof(got);
            for (size_t c = 0; c < 4; c++) {
                assert_true(abs(got[c] - wanted[c]) <= 1);
            }
        }
    }
    assert_true(roof > 500);
    free(whole);
    free(west);
    free(east);
}

static void threads_make_no_difference(void **state)
{
    (void)state;
    shade_pyramid();
    stand_at(WEST_TILE + 0.4, ROW + 0.6, 77);
    uint8_t *wanted = draw(1);
    for (unsigned threads = 2; threads <= 7; threads += 5) {
        uint8_t *pixels = draw(threads);
        assert_memory_equal(pixels, wanted, (size_t)SIZE_PX * STRIDE);
        free(pixels);
    }
    free(wanted);
}

static void faces_that_look_down_are_not_seen(void **state)
{
    (void)state;
    shade_pyramid();
    for (size_t i = 0; i < 12; i += 3) { /* inside out */
        uint32_t swapped = stage.pyramid.indices[i];
        stage.pyramid.indices[i] = stage.pyramid.indices[i + 1];
        stage.pyramid.indices[i + 1] = swapped;
    }
    stand_at(WEST_TILE + 0.5, ROW + 0.5, 0);
    uint8_t *pixels = draw(1);
    assert_false(is_roof(pixels + (size_t)256 * STRIDE + 4 * 256));
    free(pixels);
    stage.pyramid.material.flags = WMO_MATERIAL_TWO_SIDED;
    pixels = draw(1);
    assert_true(is_roof(pixels + (size_t)256 * STRIDE + 4 * 256));
    free(pixels);
}

static void groups_not_meant_to_be_seen_are_left_out(void **state)
{
    (void)state;
    static const uint32_t flags[] = {WMO_GROUP_ANTIPORTAL, WMO_GROUP_UNREACHABLE};
    for (size_t i = 0; i < 2; i++) {
        set_up(state);
        shade_pyramid();
        stage.pyramid.group.flags |= flags[i];
        stand_at(WEST_TILE + 0.5, ROW + 0.5, 0);
        uint8_t *pixels = draw(1);
        assert_false(is_roof(pixels + (size_t)256 * STRIDE + 4 * 256));
        free(pixels);
    }
}

static void the_lod_flag_hides_no_group(void **state)
{
    (void)state;
    shade_pyramid();
    stage.pyramid.group.flags |= WMO_GROUP_LOD;
    stage.pyramid.root.flags = WMO_HAS_LOD;
    stand_at(WEST_TILE + 0.5, ROW + 0.5, 0);
    uint8_t *pixels = draw(1);
    assert_true(is_roof(pixels + (size_t)256 * STRIDE + 4 * 256));
    free(pixels);
}

/* Rooms that are never drawn counted as what the roof hides: the building was gone. */
static void a_building_whose_only_rooms_are_antiportals_keeps_its_roof(void **state)
{
    (void)state;
    const struct wmo_group_info infos[2] = {{0}};
    struct wmo_group room = stage.pyramid.group; /* black, as it has no vertex colours */
    const struct wmo_group *groups[2] = {&stage.pyramid.group, &room};
    const struct wmo_box boxes[2] = {stage.pyramid.box, stage.pyramid.box};
    shade_pyramid();
    stage.settings.light = (struct adtmap_light){.sun = {0, 0, 1}};
    stage.settings.draw &= ~(uint32_t)ADTMAP_DRAW_ROOFS;
    stage.pyramid.group.flags = WMO_GROUP_EXTERIOR;
    stage.pyramid.root.groups = infos;
    stage.pyramid.root.group_count = 2;
    stage.pyramid.building.groups = groups;
    stage.pyramid.building.group_boxes = boxes;
    stand_at(WEST_TILE + 0.5, ROW + 0.5, 0);
    const uint32_t hidden[] = {WMO_GROUP_ANTIPORTAL, WMO_GROUP_UNREACHABLE, 0};
    for (size_t i = 0; i < 3; i++) {
        room.flags = hidden[i];
        uint8_t *pixels = draw(1);
        assert_int_equal(is_roof(pixels + (size_t)256 * STRIDE + 4 * 256), hidden[i] != 0);
        free(pixels);
    }
}

static void a_cut_opens_what_is_above_it(void **state)
{
    (void)state;
    shade_pyramid();
    stand_at(WEST_TILE + 0.5, ROW + 0.5, 0);
    stage.settings.objects.cut_height_yd = 10;
    uint8_t *pixels = draw(1);
    assert_false(is_roof(pixels + (size_t)256 * STRIDE + 4 * 256));       /* the tip is gone */
    assert_true(is_roof(pixels + (size_t)256 * STRIDE + 4 * (256 + 12))); /* its foot is not */
    free(pixels);
}

static void a_cut_opens_what_is_below_it(void **state)
{
    (void)state;
    shade_pyramid();
    stand_at(WEST_TILE + 0.5, ROW + 0.5, 0);
    stage.settings.cut_below_yd = 10;
    uint8_t *pixels = draw(1);
    assert_true(is_roof(pixels + (size_t)256 * STRIDE + 4 * 256));         /* the tip is there */
    assert_false(is_roof(pixels + (size_t)256 * STRIDE + 4 * (256 + 12))); /* its foot is not */
    assert_memory_equal(pixels, stage.settings.background, 4);             /* nor is the ground */
    free(pixels);
}

/* Liquid over the north-western chunk at a height. */
static uint8_t *draw_liquid(float height, enum liquid_class class, uint8_t depth)
{
    static float heights[81];
    static uint8_t depths[81];
    static uint8_t quads[64];
    static struct liquid_layer layer;
    for (size_t i = 0; i < 81; i++) {
        heights[i] = height;
        depths[i] = depth;
    }
    memset(quads, (int)class, sizeof quads);
    quads[0] = LIQUID_NONE;
    layer = (struct liquid_layer){
        .grid = {.width = 8, .height = 8, .height_yd = heights, .depth = depths, .quad = quads}};
    stage.scene.liquids = (struct liquid_layers){.count = 1, .layers = &layer};
    return draw(1);
}

static void liquid_covers_what_it_should(void **state)
{
    (void)state;
    struct adtmap_liquid *colors = &stage.settings.liquids[ADTMAP_LIQUID_OCEAN];
    const struct adtmap_liquid half = {{0, 0, 0, 0.5F}, {0, 0, 1, 1}};
    *colors = half;
    uint8_t *pixels = draw_liquid(2, LIQUID_OCEAN, 0);
    assert_int_equal(pixels[0], 255);                            /* a quad without liquid */
    assert_int_equal(pixels[4 * 16], 127);                       /* shallow: half of white */
    assert_int_equal(pixels[(size_t)31 * STRIDE + 4 * 31], 127); /* up to the last pixel */
    assert_int_equal(pixels[(size_t)31 * STRIDE + 4 * 32], 255); /* not beyond */
    free(pixels);
    pixels = draw_liquid(2, LIQUID_OCEAN, 255);
    assert_int_equal(pixels[4 * 16], 0); /* deep: blue alone */
    assert_int_equal(pixels[4 * 16 + 2], 255);
    free(pixels);
}

/* A roof that glows, under the liquid and, by the mean of its corners, over it. */
static void liquid_goes_over_what_is_transparent_below_it(void **state)
{
    (void)state;
    const struct adtmap_liquid blue = {{0, 0, 1, 0.5F}, {0, 0, 1, 1}};
    stage.settings.liquids[ADTMAP_LIQUID_OCEAN] = blue;
    stage.pyramid.material.blend = SURFACE_ADD;
    stand_at(WEST_TILE + 1.0 / 32, ROW + 1.0 / 32, 0);
    uint8_t *pixels = draw_liquid(40, LIQUID_OCEAN, 255);
    const uint8_t *middle = pixels + (size_t)16 * STRIDE + (size_t)4 * 16;
    assert_int_equal(middle[0], 0);
    assert_int_equal(middle[2], 255);
    free(pixels);
    pixels = draw_liquid(0.5F, LIQUID_OCEAN, 255);
    middle = pixels + (size_t)16 * STRIDE + (size_t)4 * 16;
    assert_int_not_equal(middle[0], 0);
    free(pixels);
}

static void liquid_below_the_ground_is_not_seen(void **state)
{
    (void)state;
    uint8_t *pixels = draw_liquid(-1, LIQUID_WATER, 255);
    assert_int_equal(pixels[4 * 16], 255);
    free(pixels);
}

/* Neither are its shores, and what lies below it is in shadow as all ground. */
static void the_layer_without_liquids_is_the_picture_of_a_dry_map(void **state)
{
    (void)state;
    static uint64_t shadow[ADT_MAP_EDGE];
    memset(shadow, 0xFF, sizeof shadow);
    stage.scene.chunks[0].shadow = shadow;
    for (size_t i = 0; i < ADT_VERTICES; i++) {
        stage.terrain.height_yd[i] = (float)(i % VERTEX_SOUTH) - 4.0F;
    }
    stage.settings.water_look = ADTMAP_WATER_LOOK_CLEAR;
    stage.settings.shore = 1.0F;
    free(draw_liquid(0, LIQUID_WATER, 0));
    uint8_t *layer = draw_stage(1, true);
    stage.settings.draw &= ~(uint32_t)ADTMAP_DRAW_LIQUID;
    uint8_t *dry = draw(1);
    assert_memory_equal(layer, dry, (size_t)SIZE_PX * STRIDE);
    assert_true(dry[4 * 16] < 200); /* the shadow is there */
    free(dry);
    free(layer);
}

#define STAGE_TEST(name) cmocka_unit_test_setup(name, set_up)

int test_draw_scene(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(small_pictures_are_drawn_larger, set_up),
        STAGE_TEST(a_building_stands_where_it_is_placed),
        STAGE_TEST(a_building_on_a_border_has_no_seam),
        STAGE_TEST(threads_make_no_difference),
        STAGE_TEST(faces_that_look_down_are_not_seen),
        STAGE_TEST(groups_not_meant_to_be_seen_are_left_out),
        STAGE_TEST(the_lod_flag_hides_no_group),
        STAGE_TEST(a_building_whose_only_rooms_are_antiportals_keeps_its_roof),
        STAGE_TEST(a_cut_opens_what_is_above_it),
        STAGE_TEST(a_cut_opens_what_is_below_it),
        STAGE_TEST(liquid_covers_what_it_should),
        STAGE_TEST(liquid_goes_over_what_is_transparent_below_it),
        STAGE_TEST(liquid_below_the_ground_is_not_seen),
        STAGE_TEST(the_layer_without_liquids_is_the_picture_of_a_dry_map),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
