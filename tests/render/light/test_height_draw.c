/* The heights of triangles that are made in memory, over ground of a test's own. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/size.h"
#include "mesh/draw_batch.h"
#include "mesh/liquid_sheet.h"
#include "mesh/mesh_draw.h"
#include "render/light/edge_strips.h"
#include "render/light/height_draw.h"

enum { QUAD_PX = 4, SIZE_PX = 128 * QUAD_PX, BATCHES = 4 };

static const float GROUND_YD = 100.0F;
static const float CAP_YD = 48.0F;

/* A level square of pixels. */
struct square {
    struct surface_material material;
    struct test_vertex vertices[4];
    struct test_batch batch;
};

static struct square squares[BATCHES];
static uint32_t square_count;
static struct adt_chunk terrain;
static struct scene_tile scene;
static struct height_field field;
static struct liquid_sheet *sheet;
static struct adtmap_settings settings;

static struct square *add_square(enum surface_blend blend, int32_t left, int32_t right, float z_yd)
{
    static const uint32_t indices[6] = {0, 2, 1, 0, 3, 2};
    struct square *square = &squares[square_count++];
    *square = (struct square){.material = surface_material_of(blend, SURFACE_ERA_UNKNOWN)};
    for (int i = 0; i < 4; i++) {
        int32_t x = i == 1 || i == 2 ? right : left;
        int32_t y = i < 2 ? left : right;
        square->vertices[i] = (struct test_vertex){.position = {x * SUBPIXELS, y * SUBPIXELS, z_yd},
                                                   .light = {1, 1, 1, 1}};
    }
    square->material.two_sided = true;
    square->batch = (struct test_batch){.material = &square->material,
                                        .vertices = square->vertices,
                                        .indices = indices,
                                        .index_count = 6};
    return square;
}

static int set_up(void **state)
{
    (void)state;
    square_count = 0;
    sheet = NULL;
    terrain = (struct adt_chunk){0};
    scene = (struct scene_tile){.x = 32, .y = 32};
    adtmap_settings_default(&settings);
    for (size_t i = 0; i < ADT_VERTICES; i++) {
        terrain.height_yd[i] = GROUND_YD;
    }
    for (size_t i = 0; i < ADT_CHUNKS; i++) {
        scene.chunks[i] = (struct scene_chunk){.terrain = &terrain, .layer_count = 1};
    }
    assert_true(height_field_init(&field, SIZE_PX, 3, true, true));
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    height_field_free(&field);
    return 0;
}

static void draw(struct height_area inside, bool is_inside_drawn)
{
    enum { THREADS = 2 };
    struct arena arena = {0};
    struct mesh_list meshes = {0};
    struct mesh_builder builder = test_builder(&meshes, &arena, SIZE_PX);
    for (uint32_t i = 0; i < square_count; i++) {
        test_batch_add(&squares[i].batch, &builder);
    }
    const struct surface_material water = surface_material_of(SURFACE_ALPHA, SURFACE_ERA_UNKNOWN);
    if (sheet) {
        const struct mesh_batch batch = {.sheet = sheet, .material = &water, .is_liquid = true};
        assert_true(mesh_list_append(&meshes, &batch, &arena));
    }
    assert_true(mesh_list_sort(&meshes, &arena));
    struct mesh_bins bins;
    assert_true(mesh_bins_fill(&meshes, SIZE_PX, HEIGHT_BAND_ROWS, &arena, &bins));
    struct height_scratch *scratch[THREADS];
    for (int i = 0; i < THREADS; i++) {
        scratch[i] = height_scratch_create(QUAD_PX);
        assert_non_null(scratch[i]);
    }
    const struct height_drawing drawing = {.scene = &scene,
                                           .meshes = &meshes,
                                           .bins = &bins,
                                           .settings = &settings,
                                           .quad_px = QUAD_PX,
                                           .cap_yd = CAP_YD,
                                           .inside = inside,
                                           .is_inside_drawn = is_inside_drawn,
                                           .scratch = scratch,
                                           .threads = THREADS,
                                           .field = &field};
    assert_true(height_draw(&drawing));
    for (int i = 0; i < THREADS; i++) {
        height_scratch_destroy(scratch[i]);
    }
    arena_free(&arena);
}

static void draw_all(void)
{
    draw((struct height_area){0}, false);
}

static void check(int32_t x, int32_t y, float caster_yd, uint8_t cover, float receiver_yd)
{
    size_t at = height_field_at(&field, x, y);
    assert_int_equal(field.caster[at], (uint16_t)(caster_yd * HEIGHT_ONE));
    assert_int_equal(field.cover[at], cover);
    assert_int_equal(field.receiver[at], (uint16_t)(receiver_yd * HEIGHT_ONE));
}

static void things_stand_above_the_ground(void **state)
{
    (void)state;
    add_square(SURFACE_OPAQUE, 100, 200, GROUND_YD + 10);
    add_square(SURFACE_OPAQUE, 300, 310, GROUND_YD + 0.75F);
    add_square(SURFACE_OPAQUE, 350, 360, GROUND_YD - 10);
    add_square(SURFACE_OPAQUE, 400, 410, GROUND_YD + 300);
    draw_all();
    check(150, 150, 10, 255, 10);
    check(250, 250, 0, 0, 0);
    check(305, 305, 0, 0, 0.75F); /* a floor casts nothing */
    check(355, 355, 0, 0, 0);
    check(405, 405, CAP_YD, 255, CAP_YD);
    check(-2, 150, 0, 0, 0);
    assert_int_equal(field.surface[height_field_at(&field, 150, 150)], 110 * SURFACE_ONE);
    assert_int_equal(field.surface[height_field_at(&field, 250, 250)], 100 * SURFACE_ONE);
    assert_int_equal(field.surface[height_field_at(&field, -1, 250)], SURFACE_NONE);
}

/* The square's west edge in the middle of pixel 100: two of four samples. */
static void edges_cover_a_part(void **state)
{
    (void)state;
    struct square *square = add_square(SURFACE_OPAQUE, 100, 200, GROUND_YD + 10);
    square->vertices[0].position.x += SUBPIXELS / 2;
    square->vertices[3].position.x += SUBPIXELS / 2;
    draw_all();
    check(100, 150, 10, 128, 5);
}

/* What is left of a square's alpha. */
static void leave(struct square *square, uint8_t alpha)
{
    for (int i = 0; i < 4; i++) {
        square->vertices[i].light[3] = (float)alpha / 255.0F;
    }
}

/* Cut out by a key, in full size: all or nothing. */
static void what_a_key_cuts_out_is_not_there(void **state)
{
    (void)state;
    leave(add_square(SURFACE_ALPHA_KEY, 100, 200, GROUND_YD + 10), 200);
    leave(add_square(SURFACE_ALPHA_KEY, 300, 400, GROUND_YD + 10), 50);
    draw_all();
    check(150, 150, 10, 255, 10);
    check(350, 350, 0, 0, 0);
}

/* What is drawn over all that stands there hides as leaves do, without any leaf in the band.
 * Sampled in a smaller level, it covers the share of a pixel that its alpha says. */
static void what_tests_no_depths_covers_as_leaves_do(void **state)
{
    (void)state;
    enum { EDGE = 4, HALF = 128 };
    uint8_t white[EDGE * EDGE * 4];
    size_t bytes;
    memset(white, 255, sizeof white);
    struct mip_texture *texture = mip_texture_create(white, EDGE, EDGE, &bytes);
    assert_non_null(texture);
    struct square *square = add_square(SURFACE_ALPHA_KEY, 100, 200, GROUND_YD + 10);
    square->material.depth_test = false;
    square->material.textures[0] = texture;
    for (int i = 0; i < 4; i++) {
        square->vertices[i].uv[0] = (float)square->vertices[i].position.x / SUBPIXELS;
        square->vertices[i].uv[1] = (float)square->vertices[i].position.y / SUBPIXELS;
    }
    leave(square, HALF);
    draw_all();
    check(150, 150, 10, HALF, 10.0F * HALF / 255.0F);
    check(250, 250, 0, 0, 0);
    free(texture);
}

/* More triangles in one band than are copied at once: the roof is in the first copy, the leaf in
 * the last. */
static void crowds_lose_nothing(void **state)
{
    (void)state;
    enum { CORNERS = 6, CROWD = CORNERS * (MESH_COPIES / 2 + 100) };
    uint32_t *indices = malloc(CROWD * sizeof *indices);
    assert_non_null(indices);
    add_square(SURFACE_OPAQUE, 8, 60, GROUND_YD + 10);
    struct square *crowd = add_square(SURFACE_OPAQUE, 10, 12, GROUND_YD + 5);
    for (uint32_t i = 0; i < CROWD; i++) {
        indices[i] = crowd->batch.indices[i % CORNERS];
    }
    crowd->batch.indices = indices;
    crowd->batch.index_count = CROWD;
    leave(add_square(SURFACE_ALPHA_KEY, 8, 40, GROUND_YD + 20), 200);
    draw_all();
    check(11, 11, 20, 255, 20);
    check(30, 11, 20, 255, 20);
    check(50, 11, 10, 255, 10);
    check(100, 11, 0, 0, 0);
    free(indices);
}

static void glass_casts_nothing(void **state)
{
    (void)state;
    add_square(SURFACE_ALPHA, 100, 200, GROUND_YD + 10);
    draw_all();
    check(150, 150, 0, 0, 0);
}

/* Ground at 100 yards, water at 130, and a boat on it whose deck is at 135. */
static void heights_count_from_the_water(void **state)
{
    (void)state;
    static struct sheet_vertex vertices[81];
    static struct liquid_sheet water = {
        .quad_px = QUAD_PX, .width = 8, .height = 8, .quads = UINT64_MAX, .vertices = vertices};
    for (size_t i = 0; i < 81; i++) {
        vertices[i].z_yd = GROUND_YD + 30;
    }
    water.column = 24; /* pixels 96 to 127 */
    water.row = 24;
    sheet = &water;
    add_square(SURFACE_OPAQUE, 100, 110, GROUND_YD + 35);
    add_square(SURFACE_OPAQUE, 116, 120, GROUND_YD + 20);
    add_square(SURFACE_ALPHA_KEY, 111, 115, GROUND_YD + 20);
    draw_all();
    check(105, 105, 5, 255, 5);
    check(113, 113, 0, 0, 0); /* weed under water */
    assert_int_equal(field.surface[height_field_at(&field, 113, 113)], 130 * SURFACE_ONE);
    check(118, 118, 0, 0, 0); /* a wreck on the ground */
    check(123, 123, 0, 0, 0);
    assert_int_equal(field.surface[height_field_at(&field, 123, 123)], 130 * SURFACE_ONE);
    assert_int_equal(field.surface[height_field_at(&field, 130, 123)], 100 * SURFACE_ONE);
}

/* The same of water that has a texture, which is triangles. */
static void textured_water_of_terrain_is_ground(void **state)
{
    (void)state;
    struct square *water = add_square(SURFACE_ALPHA, 100, 200, GROUND_YD + 30);
    water->batch.is_liquid = water->batch.covers_ground = true;
    add_square(SURFACE_OPAQUE, 110, 120, GROUND_YD + 35);
    add_square(SURFACE_OPAQUE, 130, 140, GROUND_YD + 20);
    draw_all();
    check(115, 115, 5, 255, 5);
    check(135, 135, 0, 0, 0);
    check(150, 150, 0, 0, 0);
}

/* An aqueduct: it is as high with water in it as without. */
static void water_in_a_basin_is_a_part_of_it(void **state)
{
    (void)state;
    add_square(SURFACE_OPAQUE, 100, 200, GROUND_YD + 29);
    add_square(SURFACE_ALPHA, 120, 180, GROUND_YD + 30)->batch.is_liquid = true;
    draw_all();
    check(110, 110, 29, 255, 29);
    check(150, 150, 30, 255, 30);
    assert_int_equal(field.surface[height_field_at(&field, 150, 150)], 130 * SURFACE_ONE);
}

static void a_pool_under_a_roof_lowers_nothing(void **state)
{
    (void)state;
    add_square(SURFACE_ALPHA, 100, 200, GROUND_YD + 30)->batch.is_liquid = true;
    add_square(SURFACE_OPAQUE, 100, 200, GROUND_YD + 40);
    draw_all();
    check(150, 150, 40, 255, 40);
}

/* As next to it, where the water may be that of terrain. */
static void water_of_a_building_on_the_ground_is_ground(void **state)
{
    (void)state;
    add_square(SURFACE_ALPHA, 100, 200, GROUND_YD + 30)->batch.is_liquid = true;
    add_square(SURFACE_OPAQUE, 120, 130, GROUND_YD + 36);
    draw_all();
    check(150, 150, 0, 0, 0);
    check(125, 125, 36, 255, 36);
    assert_int_equal(field.surface[height_field_at(&field, 150, 150)], 130 * SURFACE_ONE);
}

/* A hole opens the ground; what stands in it is no higher for that. */
static void holes_have_the_ground_round_them(void **state)
{
    (void)state;
    terrain.holes = UINT64_MAX;
    add_square(SURFACE_OPAQUE, 100, 200, GROUND_YD - 5);
    add_square(SURFACE_OPAQUE, 300, 310, GROUND_YD + 5);
    draw_all();
    check(150, 150, 0, 0, 0);
    check(305, 305, 5, 255, 5);
    check(250, 250, 0, 0, 0);
}

static void without_ground_nothing_is_above_it(void **state)
{
    (void)state;
    for (size_t i = 0; i < ADT_CHUNKS; i++) {
        scene.chunks[i] = (struct scene_chunk){0};
    }
    add_square(SURFACE_OPAQUE, 100, 200, 50);
    draw_all();
    check(150, 150, 0, 0, 0);
    assert_int_equal(field.surface[height_field_at(&field, 150, 150)], 50 * SURFACE_ONE);
    assert_int_equal(field.surface[height_field_at(&field, 250, 150)], SURFACE_NONE);
}

/* Water at 60 yards, of terrain and of a building, with a boat on the former. */
static void without_ground_water_is_the_surface(void **state)
{
    (void)state;
    static struct sheet_vertex vertices[81];
    static struct liquid_sheet water = {
        .quad_px = QUAD_PX, .width = 8, .height = 8, .quads = UINT64_MAX, .vertices = vertices};
    for (size_t i = 0; i < 81; i++) {
        vertices[i].z_yd = 60;
    }
    for (size_t i = 0; i < ADT_CHUNKS; i++) {
        scene.chunks[i] = (struct scene_chunk){0};
    }
    water.column = water.row = 24;
    sheet = &water;
    add_square(SURFACE_OPAQUE, 100, 110, 65);
    add_square(SURFACE_ALPHA, 200, 220, 60)->batch.is_liquid = true;
    draw_all();
    check(105, 105, 5, 255, 5);
    check(210, 210, 0, 0, 0);
    assert_int_equal(field.surface[height_field_at(&field, 120, 120)], 60 * SURFACE_ONE);
    assert_int_equal(field.surface[height_field_at(&field, 210, 210)], 60 * SURFACE_ONE);
}

/* The square's west edge in the middle of pixel 100, with nothing under it. */
static void surfaces_are_those_of_samples_that_have_one(void **state)
{
    (void)state;
    for (size_t i = 0; i < ADT_CHUNKS; i++) {
        scene.chunks[i] = (struct scene_chunk){0};
    }
    struct square *square = add_square(SURFACE_OPAQUE, 100, 200, 50);
    square->vertices[0].position.x += SUBPIXELS / 2;
    square->vertices[3].position.x += SUBPIXELS / 2;
    draw_all();
    assert_int_equal(field.surface[height_field_at(&field, 99, 150)], SURFACE_NONE);
    assert_int_equal(field.surface[height_field_at(&field, 100, 150)], 50 * SURFACE_ONE);
    assert_int_equal(field.surface[height_field_at(&field, 101, 150)], 50 * SURFACE_ONE);
}

static void heights_without_bounds_are_limited(void **state)
{
    (void)state;
    static const float unbounded[] = {NAN, INFINITY, -INFINITY, 1e30F, -1e30F};
    add_square(SURFACE_OPAQUE, 100, 200, 1e30F);
    for (size_t i = 0; i < ADT_VERTICES; i++) {
        terrain.height_yd[i] = unbounded[i % COUNT_OF(unbounded)];
    }
    draw_all();
    for (int32_t y = 0; y < SIZE_PX; y++) {
        for (int32_t x = 0; x < SIZE_PX; x++) {
            size_t at = height_field_at(&field, x, y);
            assert_true(field.caster[at] <= CAP_YD * HEIGHT_ONE);
            assert_true(field.receiver[at] <= CAP_YD * HEIGHT_ONE);
            assert_true(field.surface[at] == SURFACE_NONE ||
                        (field.surface[at] <= 1 << 24 && field.surface[at] >= -(1 << 24)));
        }
    }
}

static void above_the_cut_nothing_stands(void **state)
{
    (void)state;
    settings.objects.cut_height_yd = GROUND_YD + 8;
    add_square(SURFACE_OPAQUE, 100, 200, GROUND_YD + 10);
    add_square(SURFACE_OPAQUE, 100, 200, GROUND_YD + 6);
    draw_all();
    check(150, 150, 6, 255, 6);
}

/* A cave, with the mountain and the lake on it cut off. */
static void what_is_cut_off_is_no_surface(void **state)
{
    (void)state;
    static struct sheet_vertex vertices[81];
    static struct liquid_sheet lake = {
        .quad_px = QUAD_PX, .width = 8, .height = 8, .quads = UINT64_MAX, .vertices = vertices};
    for (size_t i = 0; i < 81; i++) {
        vertices[i].z_yd = GROUND_YD + 3;
    }
    lake.column = lake.row = 26; /* pixels 104 to 135 */
    sheet = &lake;
    settings.objects.cut_height_yd = GROUND_YD - 8;
    add_square(SURFACE_OPAQUE, 100, 200, GROUND_YD - 20);
    draw_all();
    assert_int_equal(field.surface[height_field_at(&field, 150, 150)], 80 * SURFACE_ONE);
    assert_int_equal(field.surface[height_field_at(&field, 120, 120)], 80 * SURFACE_ONE);
    assert_int_equal(field.surface[height_field_at(&field, 50, 50)], SURFACE_NONE);
    check(150, 150, 0, 0, 0);
}

static void check_equal(const struct height_field *other, const struct height_area *but)
{
    for (uint32_t y = 0; y < SIZE_PX; y++) {
        for (uint32_t x = 0; x < SIZE_PX; x++) {
            size_t at = height_field_at(&field, (int32_t)x, (int32_t)y);
            if (x < but->left || x >= but->right || y < but->top || y >= but->bottom) {
                assert_int_equal(field.caster[at], other->caster[at]);
                assert_int_equal(field.cover[at], other->cover[at]);
                assert_int_equal(field.receiver[at], other->receiver[at]);
                assert_int_equal(field.surface[at], other->surface[at]);
            }
        }
    }
}

static void swap_fields(struct height_field *other)
{
    struct height_field kept = *other;
    *other = field;
    field = kept;
}

/* The edges of a tile are the same without what lies inside, and what lies inside without them: at
 * `edge`, in pixels, there is nothing then. */
static void check_edges(const uint32_t sides_px[SIDES], const int32_t edge[2][2])
{
    struct edge_plan plan = {
        .size_px = SIZE_PX, .margin_px = 46, .has_shadows = true, .has_surface = true};
    memcpy(plan.sides_px, sides_px, sizeof plan.sides_px);
    const struct height_area inside = edge_inside(&plan), none = {0};
    struct height_field whole;
    size_t bytes;
    assert_true(height_field_init(&whole, SIZE_PX, 3, true, true));
    for (size_t i = 0; i < ADT_VERTICES; i++) {
        terrain.height_yd[i] += (float)(i % 7) * 0.3F;
    }
    add_square(SURFACE_OPAQUE, 10, 60, GROUND_YD + 10);
    leave(add_square(SURFACE_ALPHA_KEY, 40, 500, GROUND_YD + 20), 200);
    add_square(SURFACE_OPAQUE, 100, 200, GROUND_YD + 30);
    add_square(SURFACE_OPAQUE, 440, 500, GROUND_YD + 25);
    draw_all();
    swap_fields(&whole);
    draw(inside, false);
    check_equal(&whole, &inside);
    assert_int_equal(field.caster[height_field_at(&field, 250, 250)], 0);
    struct edge_strips *strips = edge_strips_create(&plan, &field, &bytes);
    assert_non_null(strips);
    for (size_t i = 0; i < (size_t)field.stride * field.stride; i++) {
        field.surface[i] = SURFACE_NONE;
    }
    draw(inside, true);
    for (int i = 0; i < 2; i++) {
        const size_t at = height_field_at(&field, edge[i][0], edge[i][1]);
        assert_int_equal(field.caster[at], 0);
        assert_int_equal(field.surface[at], SURFACE_NONE);
        assert_true(whole.caster[at] > 0);
    }
    edge_strips_restore(strips, &field);
    check_equal(&whole, &none);
    edge_strips_destroy(strips);
    height_field_free(&whole);
}

/* What neighbours have to their north and west is the south and east of this tile. */
static void edges_in_the_south_and_east_are_those_of_the_whole(void **state)
{
    (void)state;
    check_edges((const uint32_t[SIDES]){46, 1, 33, 0},
                (const int32_t[2][2]){{450, 490}, {490, 450}});
}

static void edges_in_the_north_and_west_are_those_of_the_whole(void **state)
{
    (void)state;
    check_edges((const uint32_t[SIDES]){1, 46, 0, 33}, (const int32_t[2][2]){{55, 20}, {20, 55}});
}

int test_height_draw(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(things_stand_above_the_ground, set_up, tear_down),
        cmocka_unit_test_setup_teardown(edges_cover_a_part, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_a_key_cuts_out_is_not_there, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_tests_no_depths_covers_as_leaves_do, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(crowds_lose_nothing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(glass_casts_nothing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(heights_count_from_the_water, set_up, tear_down),
        cmocka_unit_test_setup_teardown(textured_water_of_terrain_is_ground, set_up, tear_down),
        cmocka_unit_test_setup_teardown(water_in_a_basin_is_a_part_of_it, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_pool_under_a_roof_lowers_nothing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(water_of_a_building_on_the_ground_is_ground, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(holes_have_the_ground_round_them, set_up, tear_down),
        cmocka_unit_test_setup_teardown(without_ground_nothing_is_above_it, set_up, tear_down),
        cmocka_unit_test_setup_teardown(without_ground_water_is_the_surface, set_up, tear_down),
        cmocka_unit_test_setup_teardown(surfaces_are_those_of_samples_that_have_one, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(heights_without_bounds_are_limited, set_up, tear_down),
        cmocka_unit_test_setup_teardown(above_the_cut_nothing_stands, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_cut_off_is_no_surface, set_up, tear_down),
        cmocka_unit_test_setup_teardown(edges_in_the_south_and_east_are_those_of_the_whole, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(edges_in_the_north_and_west_are_those_of_the_whole, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
