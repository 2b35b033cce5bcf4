/* From models to meshes: places, light, texture coordinates, and what is left out. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "formats/grid.h"
#include "mesh/placed/doodad_mesh.h"
#include "scene/doodad/doodad_set.h"

enum { QUAD_PX = 4, TILE = 31 };

/* A triangle that looks up, 3 yards north and west of the origin, and one that looks down. */
static const float positions[][3] = {{0, 0, 2}, {3, 0, 2}, {0, 3, 2}};
static const float normals[][3] = {{0, 0, 1}, {0, 0, -1}, {1, 0, 0}};
static const float uv[][2] = {{0, 0}, {1, 0}, {0, 1}};
static const uint32_t indices[] = {0, 1, 2, 0, 2, 1};

struct fixture {
    struct arena arena;
    struct adtmap_settings settings;
    struct scene_tile scene;
    struct mesh_list list;
    struct mesh_builder builder;
    struct m2_batch batches[2];
    struct surface_material materials[2];
    struct m2_model m2;
    struct doodad_model model;
    struct scene_doodad doodad;
    struct doodad_set set;
};

/* A model of two batches, of which the second has the back face; it stands turned by nothing in the
 * middle of the tile, under a sun in the zenith. */
static void begin(struct fixture *f)
{
    *f = (struct fixture){0};
    adtmap_settings_default(&f->settings);
    f->settings.light.sun[0] = f->settings.light.sun[1] = 0.0F;
    f->scene.x = f->scene.y = TILE;
    f->builder = (struct mesh_builder){.scene = &f->scene,
                                       .settings = &f->settings,
                                       .sampling = {MIP_ANISOTROPIC, 1.0F},
                                       .light = sun_light_of(&f->settings.light),
                                       .kernels = mesh_kernels_get(ADTMAP_CPU_AUTO),
                                       .quad_px = QUAD_PX,
                                       .size_px = QUADS_PER_TILE * QUAD_PX,
                                       .arena = &f->arena,
                                       .list = &f->list};
    for (uint32_t i = 0; i < 2; i++) {
        f->batches[i] = (struct m2_batch){.first_index = 3 * i,
                                          .index_count = 3,
                                          .last_vertex = 2,
                                          .color = {1, 1, 1, 1},
                                          .stage_count = 1};
        f->materials[i] = surface_material_of(SURFACE_OPAQUE, SURFACE_ERA_UNKNOWN);
    }
    f->m2 = (struct m2_model){.vertex_count = 3,
                              .positions = positions,
                              .normals = normals,
                              .uv = {uv, uv},
                              .index_count = 6,
                              .indices = indices,
                              .batch_count = 2,
                              .batches = f->batches};
    f->model = (struct doodad_model){.model = &f->m2, .materials = f->materials};
    double middle = grid_edge_yd(TILE) - TILE_YD / 2.0;
    f->doodad = (struct scene_doodad){
        .model = &f->model,
        .matrix = {{{1, 0, 0, middle}, {0, 1, 0, middle}, {0, 0, 1, 10}}},
        .box = {{0, 0, 12}, {0, 0, 14}},
        .light = doodad_light_outside(&f->builder.light),
    };
    f->set = (struct doodad_set){.count = 1, .doodads = &f->doodad};
    f->scene.doodads = &f->set;
}

static const struct mesh_batch *draw(struct fixture *f, uint32_t count)
{
    assert_true(doodad_meshes(&f->builder));
    assert_int_equal(f->list.count, count);
    assert_true(mesh_list_sort(&f->list, &f->arena));
    return count ? f->list.sorted[0] : NULL;
}

/* Corners run clockwise: after the origin comes the last vertex of a face that looks up. */
enum { ORIGIN, WEST, NORTH };

static const struct mesh_triangle *triangle_of(const struct fixture *f,
                                               const struct mesh_batch *batch)
{
    assert_int_equal(batch->count, 1);
    return mesh_list_triangle(&f->list, batch->first);
}

static lanes_f planes_at(const struct mesh_triangle *triangle, unsigned corner)
{
    return mesh_planes_at(&triangle->planes, triangle, triangle->x[corner], triangle->y[corner]);
}

static lanes_f light_at(const struct fixture *f, const struct mesh_batch *batch, unsigned corner)
{
    return batch->light[0] +
           batch->light[1] * planes_at(triangle_of(f, batch), corner)[PLANE_LIGHT];
}

static void assert_near(float value, float wanted)
{
    assert_true(fabsf(value - wanted) < 1e-4F);
}

static void vertices_stand_on_pixels_and_back_faces_are_left_out(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f);
    const struct mesh_batch *batch = draw(&f, 1);
    const struct mesh_triangle *triangle = triangle_of(&f, batch);
    int32_t middle = QUADS_PER_TILE * QUAD_PX * SUBPIXELS / 2;
    assert_int_equal(triangle->x[ORIGIN], middle);
    assert_int_equal(triangle->y[ORIGIN], middle);
    assert_near(planes_at(triangle, ORIGIN)[PLANE_HEIGHT], 12.0F);
    assert_true(triangle->y[NORTH] < middle); /* north is up */
    assert_true(triangle->x[WEST] < middle);  /* west is left */
    assert_near(batch->height_yd, 13.0F);
    arena_free(&f.arena);
}

static void two_sided_faces_keep_their_normals(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f);
    f.materials[1].two_sided = true;
    draw(&f, 2);
    const struct mesh_batch *back = f.list.sorted[1];
    const float ambient = f.settings.light.ambient[0];
    assert_near(light_at(&f, back, ORIGIN)[0], ambient + f.settings.light.diffuse[0]);
    assert_near(light_at(&f, back, WEST)[0], ambient);
    assert_near(light_at(&f, back, NORTH)[0], ambient); /* it looks down */
    arena_free(&f.arena);
}

static void unlit_batches_have_the_colour_of_the_model(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f);
    f.batches[0].unlit = true;
    f.batches[0].color[1] = 0.25F;
    f.batches[0].color[3] = 0.5F;
    const struct mesh_batch *batch = draw(&f, 1);
    assert_near(light_at(&f, batch, ORIGIN)[0], 1.0F);
    assert_near(light_at(&f, batch, ORIGIN)[1], 0.25F);
    assert_near(light_at(&f, batch, ORIGIN)[3], 0.5F);
    arena_free(&f.arena);
}

/* clamp(2.7 n_z^2 - 0.4): whole where the surface looks up, gone where it looks aside or down. */
static void batches_that_fade_at_edges_do(void **state)
{
    (void)state;
    static const float slopes[][3] = {{0, 0, 1}, {0.6F, 0, -0.8F}, {0.8F, 0, 0.6F}};
    struct fixture f;
    begin(&f);
    f.m2.normals = slopes;
    f.batches[0].fades_at_edges = true;
    f.batches[0].color[3] = 0.5F;
    const float ambient = f.settings.light.ambient[0];
    const float diffuse = f.settings.light.diffuse[0];
    const struct mesh_batch *batch = draw(&f, 1);
    const struct mesh_triangle *triangle = triangle_of(&f, batch);
    static const float alphas[] = {1.0F, 2.7F * 0.36F - 0.4F, 0.0F}; /* by corner of the picture */
    static const float lights[] = {1.0F, 0.6F, 0.0F};
    for (unsigned corner = 0; corner < 3; corner++) {
        lanes_f color =
            mesh_planes_at(&batch->colors[0], triangle, triangle->x[corner], triangle->y[corner]);
        assert_near(color[3], 0.5F * alphas[corner]);
        assert_near(color[0], ambient + diffuse * lights[corner]);
    }
    arena_free(&f.arena);
}

/* Upside down and twice as large: the other face is seen, and what looks down in the model looks
 * up. */
static void edges_of_turned_models_are_those_seen_from_above(void **state)
{
    (void)state;
    static const float down[][3] = {{0.8F, 0, -0.6F}, {0.8F, 0, -0.6F}, {0.8F, 0, -0.6F}};
    struct fixture f;
    begin(&f);
    f.m2.normals = down;
    for (int i = 0; i < 2; i++) {
        f.batches[i].fades_at_edges = true;
        f.doodad.matrix.m[i + 1][i + 1] = -2.0;
    }
    f.doodad.matrix.m[0][0] = 2.0;
    const struct mesh_batch *batch = draw(&f, 1);
    const struct mesh_triangle *triangle = triangle_of(&f, batch);
    lanes_f color = mesh_planes_at(&batch->colors[0], triangle, triangle->x[0], triangle->y[0]);
    assert_near(color[3], 2.7F * 0.36F - 0.4F);
    arena_free(&f.arena);
}

/* The weight of the second texture counts in batches that fade at their edges, too. */
static void texture_coordinates_are_moved_by_stage(void **state)
{
    const bool *fades = *state;
    struct fixture f;
    begin(&f);
    f.batches[0].fades_at_edges = *fades;
    static const uint8_t white[4] = {255, 255, 255, 255};
    size_t bytes;
    struct mip_texture *texel = mip_texture_create(white, 1, 1, &bytes);
    assert_non_null(texel);
    f.batches[0].stage_count = 2;
    f.materials[0].mix = MIX_MOD;
    for (int t = 0; t < 2; t++) {
        f.materials[0].textures[t] = texel;
        f.materials[0].wrap[t] = MIP_CLAMP_U | MIP_CLAMP_V;
    }
    f.batches[0].stages[0] = (struct m2_stage){.uv_transform = {{1, 0, 0}, {0, 1, 0}}};
    f.batches[0].stages[1] =
        (struct m2_stage){.uv_transform = {{0, 2, 0.5F}, {1, 0, 0}}, .weight = 0.75F};
    const struct mesh_batch *batch = draw(&f, 1);
    const struct mesh_triangle *triangle = triangle_of(&f, batch);
    const struct mesh_layer_plane *layer = &batch->layers->layer[0];
    float east = (float)(triangle->x[WEST] - triangle->x[ORIGIN]);
    assert_near((planes_at(triangle, WEST)[PLANE_V] - 0.5F) / PLACE_ONE, 1.0F);
    assert_near((layer->at[0] + layer->east[0] * east - 0.5F) / PLACE_ONE, 2.5F);
    assert_near((layer->at[1] + layer->east[1] * east - 0.5F) / PLACE_ONE, 0.0F);
    assert_near(batch->layers->weights.at[3], 0.75F);
    assert_near(batch->layers->weights.east[3], 0.0F);
    free(texel);
    arena_free(&f.arena);
}

static void what_lies_outside_the_tile_is_left_out(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f);
    f.doodad.matrix.m[0][3] += TILE_YD;
    draw(&f, 0);
    arena_free(&f.arena);
}

/* Each side of what is left out in turn lies a pixel within the triangle. */
static void what_reaches_out_of_what_is_left_out_is_kept(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f);
    const struct mesh_triangle *triangle = triangle_of(&f, draw(&f, 1));
    const struct pixel_area whole = {triangle->left, triangle->right + 1U, triangle->top,
                                     triangle->bottom + 1U};
    arena_free(&f.arena);
    for (int side = 0; side < 5; side++) {
        struct pixel_area area = whole;
        area.first_column += side == 0;
        area.end_column -= side == 1;
        area.first_row += side == 2;
        area.end_row -= side == 3;
        begin(&f);
        f.builder.left_out = &area;
        draw(&f, side < 4);
        arena_free(&f.arena);
    }
}

/* In green light, half transparent, of one dome or of a disc under some; none below the box, none
 * wider than it. A crown is drawn after those that are higher, and hides them. */
static void crowns_of_relief_maps_tint_what_is_below_the_box(void **state)
{
    (void)state;
    static const struct {
        float width_yd;
        uint32_t parts;
    } cases[] = {{6.0F, 1}, {24.0F, 2}, {60.0F, 8}};
    const float middle = (float)(grid_edge_yd(TILE) - TILE_YD / 2.0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fixture f;
        const float half = cases[i].width_yd / 2.0F;
        begin(&f);
        f.settings.ground = ADTMAP_GROUND_RELIEF;
        f.model.is_crown = true;
        f.doodad.box = (struct adt_box){{middle - half, middle - half, 10.0F},
                                        {middle + half, middle + half, 30.0F}};
        const struct mesh_batch *batch = draw(&f, cases[i].parts);
        assert_true(batch->light[0][1] > batch->light[0][0]);
        assert_true(batch->light[0][1] > batch->light[0][2]);
        assert_true(batch->light[0][3] > 0.3F && batch->light[0][3] < 0.7F);
        assert_true(batch->material->blend == SURFACE_ALPHA);
        const float half_px = (float)(QUADS_PER_TILE * QUAD_PX) * half / (float)TILE_YD;
        const int32_t center = QUADS_PER_TILE * QUAD_PX / 2;
        uint32_t discs = 0;
        for (uint32_t k = 0; k < f.list.count; k++) {
            const struct crown_shape *crown = f.list.batches[k].crown;
            assert_non_null(crown);
            assert_true(isinf(f.list.batches[k].top_yd)); /* after all leaves */
            for (int axis = 0; axis < 2; axis++) {
                assert_true(fabsf(crown->middle_px[axis] - (float)center) + crown->half_px[axis] <
                            half_px + 0.01F);
                assert_true(crown->half_px[axis] > 0.5F * half_px || cases[i].parts > 2);
            }
            assert_true(crown->top_yd < 30.01F && crown->top_yd - crown->height_yd > 9.99F);
            assert_true(crown->sun[2] > 0.0F);
            assert_true(crown->rim ? crown->height_yd == 0.0F : crown->height_yd > 1.0F);
            for (int corner = 0; corner < CROWN_CORNERS && crown->rim; corner++) {
                const double away = hypot(crown->rim[corner][0], crown->rim[corner][1]);
                const float *at = crown->rim[corner];
                const float *next = crown->rim[(corner + 1) % CROWN_CORNERS];
                assert_true(away > 0.8 && away < 1.0001);
                assert_true(at[0] * next[1] - at[1] * next[0] < -0.1F); /* in one direction */
            }
            discs += crown->rim != NULL;
        }
        assert_int_equal(discs, cases[i].parts > 1);
        const float height_yd = batch->height_yd;
        f.doodad.box.high[2] += 1.0F;
        memset(&f.list, 0, sizeof f.list);
        assert_true(draw(&f, cases[i].parts)->height_yd < height_yd);
        arena_free(&f.arena);
    }
}

/* Where water lies over them; crowns beyond the edge go by the quad at the edge. */
static void crowns_below_the_water_are_left_out(void **state)
{
    (void)state;
    static const uint8_t quads[QUADS_PER_CHUNK * QUADS_PER_CHUNK] = {[0] = LIQUID_NONE};
    float heights[(QUADS_PER_CHUNK + 1) * (QUADS_PER_CHUNK + 1)];
    const float corner = (float)grid_edge_yd(TILE);
    for (size_t i = 0; i < sizeof heights / sizeof *heights; i++) {
        heights[i] = 20.0F;
    }
    const struct liquid_layer sea = {.chunk = 0,
                                     .grid = {.width = QUADS_PER_CHUNK,
                                              .height = QUADS_PER_CHUNK,
                                              .height_yd = heights,
                                              .quad = quads}};
    static const struct {
        float south_yd, east_yd, top_yd; /* of the tile's corner */
        uint32_t parts;
    } cases[] = {{10.0F, 10.0F, 19.0F, 0}, {10.0F, 10.0F, 21.0F, 1}, {2.0F, 2.0F, 19.0F, 1},
                 {40.0F, 10.0F, 19.0F, 1}, {-1.0F, 10.0F, 19.0F, 0}, {-1.0F, 2.0F, 19.0F, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fixture f;
        begin(&f);
        f.settings.ground = ADTMAP_GROUND_RELIEF;
        f.model.is_crown = true;
        f.scene.liquids = (struct liquid_layers){.count = 1, .layers = &sea};
        const float x = corner - cases[i].south_yd, y = corner - cases[i].east_yd;
        f.doodad.box =
            (struct adt_box){{x - 2.0F, y - 2.0F, 10.0F}, {x + 2.0F, y + 2.0F, cases[i].top_yd}};
        draw(&f, cases[i].parts);
        arena_free(&f.arena);
    }
}

/* Whatever its textures, lamps and colours: light of the sun on one colour; nothing translucent. */
static void things_of_relief_maps_have_one_colour(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f);
    f.settings.ground = ADTMAP_GROUND_RELIEF;
    f.batches[0].color[0] = 0.1F;
    f.batches[0].unlit = true;
    const struct mesh_batch *batch = draw(&f, 1);
    assert_true(batch->light[0][0] > 0.3F && batch->light[1][0] > 0.3F);
    arena_free(&f.arena);
    begin(&f);
    f.settings.ground = ADTMAP_GROUND_RELIEF;
    f.materials[0] = surface_material_of(SURFACE_ADD, SURFACE_ERA_UNKNOWN);
    draw(&f, 0);
    arena_free(&f.arena);
}

int test_doodad_mesh(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vertices_stand_on_pixels_and_back_faces_are_left_out),
        cmocka_unit_test(two_sided_faces_keep_their_normals),
        cmocka_unit_test(unlit_batches_have_the_colour_of_the_model),
        cmocka_unit_test(batches_that_fade_at_edges_do),
        cmocka_unit_test(edges_of_turned_models_are_those_seen_from_above),
        cmocka_unit_test_prestate(texture_coordinates_are_moved_by_stage, &(bool){false}),
        cmocka_unit_test_prestate(texture_coordinates_are_moved_by_stage, &(bool){true}),
        cmocka_unit_test(what_lies_outside_the_tile_is_left_out),
        cmocka_unit_test(what_reaches_out_of_what_is_left_out_is_kept),
        cmocka_unit_test(crowns_of_relief_maps_tint_what_is_below_the_box),
        cmocka_unit_test(crowns_below_the_water_are_left_out),
        cmocka_unit_test(things_of_relief_maps_have_one_colour),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
