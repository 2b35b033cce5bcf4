/* Triangles set up many at a time, by the kernels of every instruction set, against the same
 * formulas one value at a time. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "mesh/draw_batch.h"
#include "render/random.h"

enum { SIZE_PX = 64, VERTICES = 60, TRIANGLES = 150, CORNERS = 3 * TRIANGLES, RUNS = 600 };

static struct random state_of_random;
static struct mip_texture *textures[SURFACE_TEXTURES];

static uint32_t below(uint32_t end)
{
    return random_below(&state_of_random, end);
}

static float between(float least, float most)
{
    return least + (most - least) * (float)below(4097) / 4096.0F;
}

/* A model in the way of all of the steps: anywhere on the tile and beyond, at any scale. */
struct model {
    struct surface_material material;
    float positions[VERTICES][3], normals[VERTICES][3];
    float uv[VERTICES][3]; /* two are coordinates */
    float transform[2][3];
    struct mesh_view view;
    uint32_t indices[CORNERS];
    struct mesh_shape shape;
};

static void lights_of(const void *user, const uint32_t *vertices, uint32_t count,
                      struct mesh_lights *lights)
{
    const struct model *model = user;
    for (uint32_t i = 0; i < count; i++) {
        const float *uv = model->uv[vertices[i]], *normal = model->normals[vertices[i]];
        lights->color[i] = (lanes_f){uv[0], uv[1], uv[2], uv[0]};
        lights->weights[i] = (lanes_f){normal[0], normal[1], normal[2], normal[0]};
        lights->facing[i] = uv[2];
    }
}

static void make_material(struct surface_material *material)
{
    *material = surface_material_of((enum surface_blend)below(SURFACE_BLENDS), SURFACE_ERA_UNKNOWN);
    material->mix = (enum surface_mix)below(SURFACE_MIXES);
    material->two_sided = true;
    for (unsigned t = 0; t < SURFACE_TEXTURES; t++) {
        material->wrap[t] = below(4);
        material->textures[t] = below(4) ? textures[t] : NULL;
    }
}

static void make_model(struct model *model)
{
    static const float scales[] = {100.0F, 3000.0F, 1e6F, 1e9F};
    const float scale = scales[below(4)], repeats = below(8) ? 3.0F : 1e8F;
    make_material(&model->material);
    for (uint32_t i = 0; i < VERTICES; i++) {
        for (uint32_t c = 0; c < 3; c++) {
            model->positions[i][c] = between(-1.0F, 1.0F);
            model->normals[i][c] = between(-1.0F, 1.0F);
            model->uv[i][c] = between(-repeats, repeats);
        }
    }
    memset(&model->view, 0, sizeof model->view);
    for (uint32_t axis = 0; axis < 2; axis++) {
        for (uint32_t c = 0; c < 3; c++) {
            model->transform[axis][c] = between(-2.0F, 2.0F);
        }
        model->view.to_pixel[axis][axis] = (double)scale;
        model->view.to_pixel[axis][3] = (double)between(0.0F, SIZE_PX * SUBPIXELS);
    }
    model->view.to_height[2] = 10.0;
    for (uint32_t i = 0; i < CORNERS; i++) {
        model->indices[i] = 7 + below(VERTICES - 7);
    }
    const bool has_function = below(2);
    model->shape = (struct mesh_shape){.material = &model->material,
                                       .first_vertex = 7,
                                       .vertex_count = VERTICES - 7,
                                       .indices = model->indices,
                                       .index_count = 3 * (1 + below(TRIANGLES)),
                                       .view = &model->view,
                                       .positions = (const float(*)[3])model->positions,
                                       .normals = (const float(*)[3])model->normals,
                                       .light_of = has_function ? lights_of : NULL,
                                       .user = model,
                                       .sun = {0.5F, -0.25F, 0.75F},
                                       .mix = 0.25F};
    for (unsigned t = 0; t < SURFACE_TEXTURES; t++) {
        model->shape.textures[t] =
            (struct mesh_coordinates){below(8) ? model->uv[0] : NULL, 3,
                                      below(2) ? (const float(*)[3])model->transform : NULL,
                                      below(8) ? MAPPED_BY_VERTEX : MAPPED_AS_SPHERE};
    }
}

/* Where a corner stands, and what is there. */
struct corner {
    uint32_t vertex;
    struct mesh_position at;
};

static void read_uv(const struct mesh_builder *builder, const struct mesh_shape *shape, unsigned t,
                    const struct corner *corner, float uv[2])
{
    const struct mesh_coordinates *from = &shape->textures[t];
    if (from->mapping != MAPPED_BY_VERTEX) {
        mesh_reflect(&builder->eye, shape->view, from->mapping, shape->normals[corner->vertex],
                     &corner->at, uv);
        return;
    }
    const float *at = from->values ? from->values + 3 * corner->vertex : NULL;
    for (int axis = 0; axis < 2; axis++) {
        const float *row = from->transform ? from->transform[axis] : NULL;
        uv[axis] = !at ? 0.0F : row ? row[0] * at[0] + row[1] * at[1] + row[2] : at[axis];
    }
}

/* A plane through three values. */
struct plane {
    float at, east, south, low, high;
};

static struct plane plane_of(const struct corner corners[3], int64_t area, const float value[3])
{
    float per_area = 1.0F / (float)area;
    float x1 = (float)(corners[1].at.x - corners[0].at.x);
    float y1 = (float)(corners[1].at.y - corners[0].at.y);
    float x2 = (float)(corners[2].at.x - corners[0].at.x);
    float y2 = (float)(corners[2].at.y - corners[0].at.y);
    float from_1 = (value[1] - value[0]) * per_area, from_2 = (value[2] - value[0]) * per_area;
    return (struct plane){value[0], from_1 * y2 - from_2 * y1, from_2 * x1 - from_1 * x2,
                          fminf(fminf(value[0], value[1]), value[2]),
                          fmaxf(fmaxf(value[0], value[1]), value[2])};
}

static void check_plane(const struct plane *wanted, lanes_f at, lanes_f east, lanes_f south,
                        unsigned lane)
{
    assert_true(at[lane] == wanted->at);
    assert_true(east[lane] == wanted->east);
    assert_true(south[lane] == wanted->south);
}

/* As a place in the level of its texture; the level and taps are those of mip_footprints. */
static struct plane placed(struct plane plane, bool is_clamped, uint32_t size)
{
    const float most = 4194304.0F, places = (float)PLACE_ONE * (float)size;
    float repeats = floorf(fminf(fmaxf(plane.low, -most), most)) - 1.0F;
    plane.at = (plane.at - (is_clamped ? 0.0F : repeats)) * places + 0.5F;
    plane.east *= places;
    plane.south *= places;
    return plane;
}

static lanes_f two(const float from[2])
{
    return (lanes_f){from[0], from[1]};
}

/* How much a triangle of so many pixels is taken to cover of one: all if it is large, at least
 * half, and three quarters with two pixels. */
static float covered_of(float pixels)
{
    return (pixels * pixels + 2.0F) / (pixels * pixels + 4.0F);
}

static void check_texture(const struct mesh_builder *builder, const struct mesh_shape *shape,
                          unsigned t, const struct corner corners[3], int64_t area,
                          const struct mesh_planes *got, struct mip_footprint footprint,
                          uint32_t finest[SURFACE_TEXTURES])
{
    const struct surface_material *material = shape->material;
    const struct mip_texture *texture = material->textures[t];
    float uv[3][2] = {{0}};
    struct mip_slopes slopes = {0};
    struct mip_footprint wanted[MIP_RUN];
    struct plane planes[2];
    const float pixel = builder->sampling.pixel * (float)SUBPIXELS;
    slopes.covered[0] = covered_of((float)area / (2.0F * pixel * pixel));
    for (unsigned k = 0; k < 3 && texture; k++) {
        read_uv(builder, shape, t, &corners[k], uv[k]);
    }
    for (unsigned axis = 0; axis < 2; axis++) {
        const float value[3] = {uv[0][axis], uv[1][axis], uv[2][axis]};
        planes[axis] = plane_of(corners, area, value);
        slopes.east[axis][0] = planes[axis].east * (float)SUBPIXELS;
        slopes.south[axis][0] = planes[axis].south * (float)SUBPIXELS;
    }
    bool is_cut = material->alpha_key && !surface_is_transparent(material->blend);
    struct mip_sampling sampling = builder->sampling;
    sampling.filter = is_cut ? MIP_ANISOTROPIC : sampling.filter;
    wanted[0] = (struct mip_footprint){.taps = 1};
    if (texture) {
        mip_footprints(texture, sampling, &slopes, 1, wanted);
        const struct mip_level *image = &texture->levels[wanted[0].level];
        planes[0] = placed(planes[0], material->wrap[t] & MIP_CLAMP_U, image->width);
        planes[1] = placed(planes[1], material->wrap[t] & MIP_CLAMP_V, image->height);
        finest[t] = wanted[0].level < finest[t] ? wanted[0].level : finest[t];
    }
    assert_memory_equal(&footprint, wanted, sizeof footprint);
    check_plane(&planes[0], got->at, got->east, got->south, 0);
    check_plane(&planes[1], got->at, got->east, got->south, 1);
}

static int32_t limited(int32_t pixel)
{
    return pixel < 0 ? 0 : pixel < SIZE_PX ? pixel : SIZE_PX - 1;
}

static void check_box(const struct mesh_triangle *triangle, const struct corner corners[3])
{
    int32_t low[2] = {INT32_MAX, INT32_MAX}, high[2] = {INT32_MIN, INT32_MIN};
    for (unsigned k = 0; k < 3; k++) {
        const int32_t at[2] = {corners[k].at.x, corners[k].at.y};
        assert_int_equal(triangle->x[k], at[0]);
        assert_int_equal(triangle->y[k], at[1]);
        for (unsigned axis = 0; axis < 2; axis++) {
            low[axis] = at[axis] < low[axis] ? at[axis] : low[axis];
            high[axis] = at[axis] > high[axis] ? at[axis] : high[axis];
        }
    }
    assert_int_equal(triangle->left, limited(low[0] >> 8));
    assert_int_equal(triangle->right, limited(high[0] >> 8));
    assert_int_equal(triangle->top, limited(low[1] >> 8));
    assert_int_equal(triangle->bottom, limited(high[1] >> 8));
}

/* What is mixed and lit: the planes of the function's values, or what is the same everywhere. */
static void check_vectors(const struct mesh_shape *shape, const struct corner corners[3],
                          int64_t area, bool are_weights, const struct mesh_planes *got)
{
    float values[3][4];
    for (unsigned k = 0; k < 3; k++) {
        struct mesh_lights lights;
        for (unsigned c = 0; c < 4; c++) {
            values[k][c] = shape->mix;
        }
        if (shape->light_of) {
            shape->light_of(shape->user, &corners[k].vertex, 1, &lights);
            lanes_store(values[k], are_weights ? lights.weights[0] : lights.color[0]);
        }
    }
    for (unsigned c = 0; c < 4; c++) {
        const float value[3] = {values[0][c], values[1][c], values[2][c]};
        const struct plane plane = plane_of(corners, area, value);
        check_plane(&plane, got->at, got->east, got->south, c);
    }
}

static void check_layers(const struct mesh_builder *builder, const struct mesh_shape *shape,
                         const struct corner corners[3], int64_t area,
                         const struct mesh_layers *layers, uint32_t finest[SURFACE_TEXTURES])
{
    static const struct mesh_layer_plane none;
    check_vectors(shape, corners, area, true, &layers->weights);
    for (unsigned t = 1; t < surface_mix_textures(shape->material->mix); t++) {
        const struct mesh_layer_plane *layer = &layers->layer[t - 1];
        if (!(surface_material_textures(shape->material) >> t & 1)) {
            assert_memory_equal(layer, &none, sizeof none);
            continue;
        }
        const struct mesh_planes planes = {two(layer->at), two(layer->east), two(layer->south)};
        check_texture(builder, shape, t, corners, area, &planes, layer->texture, finest);
    }
}

/* The corners of triangle `number`, clockwise; twice its area. */
static int64_t corners_of(const struct mesh_shape *shape, uint32_t number, struct corner corners[3])
{
    for (unsigned k = 0; k < 3; k++) {
        corners[k].vertex = shape->indices[3 * number + k];
        corners[k].at = mesh_view_place(shape->view, shape->positions[corners[k].vertex]);
    }
    const struct mesh_position a = corners[0].at, b = corners[1].at, c = corners[2].at;
    int64_t area = (int64_t)(b.x - a.x) * (c.y - a.y) - (int64_t)(c.x - a.x) * (b.y - a.y);
    if (area < 0) {
        struct corner second = corners[1];
        corners[1] = corners[2];
        corners[2] = second;
    }
    return area < 0 ? -area : area;
}

static void check_triangle(const struct mesh_builder *builder, const struct mesh_shape *shape,
                           uint32_t i, uint32_t finest[SURFACE_TEXTURES])
{
    const struct mesh_batch *batch = &builder->list->batches[builder->list->count - 1];
    const struct mesh_triangle *triangle = mesh_list_triangle(builder->list, batch->first + i);
    struct corner corners[3];
    int64_t area = corners_of(shape, builder->seen[i], corners);
    float light[3], z_yd[3];
    for (unsigned k = 0; k < 3; k++) {
        const float *normal = shape->normals[corners[k].vertex];
        struct mesh_lights lights;
        float facing =
            shape->sun[0] * normal[0] + shape->sun[1] * normal[1] + shape->sun[2] * normal[2];
        light[k] = fmaxf(facing, 0.0F);
        if (shape->light_of) {
            shape->light_of(shape->user, &corners[k].vertex, 1, &lights);
            light[k] = lights.facing[0];
        }
        z_yd[k] = corners[k].at.z_yd;
    }
    const struct plane lit = plane_of(corners, area, light), high = plane_of(corners, area, z_yd);
    const struct mesh_planes *planes = &triangle->planes;
    check_plane(&lit, planes->at, planes->east, planes->south, PLANE_LIGHT);
    check_plane(&high, planes->at, planes->east, planes->south, PLANE_HEIGHT);
    assert_true(triangle->low_yd == high.low && triangle->high_yd == high.high);
    assert_int_equal(triangle->batch, builder->list->count - 1);
    check_box(triangle, corners);
    check_texture(builder, shape, 0, corners, area, planes, triangle->texture, finest);
    if (batch->colors) {
        check_vectors(shape, corners, area, false, &batch->colors[i]);
    }
    if (batch->layers) {
        check_layers(builder, shape, corners, area, mesh_batch_layers(batch, i), finest);
    }
}

/* Adds the model by the kernels of an instruction set; how many triangles are seen. */
static uint32_t check_model(struct model *model, enum mip_filter filter, enum adtmap_cpu cpu)
{
    struct arena arena = {0};
    struct mesh_list list = {0};
    struct mesh_builder builder = test_builder(&list, &arena, SIZE_PX);
    uint8_t asked[SURFACE_TEXTURES + 1];
    uint32_t finest[SURFACE_TEXTURES];
    memset(asked, 0xFF, sizeof asked);
    memset(finest, 0xFF, sizeof finest);
    for (uint32_t t = 0; t < SURFACE_TEXTURES; t++) {
        model->material.numbers[t] = t + 1;
    }
    list.finest = asked;
    builder.kernels = mesh_kernels_get(cpu);
    builder.sampling = (struct mip_sampling){filter, 0.5F};
    assert_true(mesh_builder_add(&builder, &model->shape));
    for (uint32_t i = 0; i < list.triangle_count; i++) {
        check_triangle(&builder, &model->shape, i, finest);
    }
    for (uint32_t t = 0; t < SURFACE_TEXTURES; t++) {
        assert_int_equal(asked[t + 1], finest[t] < UINT8_MAX ? finest[t] : UINT8_MAX);
    }
    uint32_t count = list.triangle_count;
    arena_free(&arena);
    return count;
}

static void triangles_are_what_one_at_a_time_makes(void **state)
{
    (void)state;
    uint32_t seen = 0, larger_than_a_run = 0;
    state_of_random = random_seeded();
    for (unsigned t = 0; t < SURFACE_TEXTURES; t++) {
        static const uint8_t rgba[4 * 64 * 64];
        size_t bytes;
        textures[t] = mip_texture_create(rgba, t % 2 ? 64 : 48, 64 >> t % 3, &bytes);
        assert_non_null(textures[t]);
    }
    for (int run = 0; run < RUNS; run++) {
        static struct model model;
        enum mip_filter filter = below(3) ? MIP_ANISOTROPIC : MIP_TRILINEAR;
        make_model(&model);
        for (uint32_t cpu = ADTMAP_CPU_PLAIN; cpu < ADTMAP_CPU_KINDS; cpu++) {
            uint32_t count = check_model(&model, filter, (enum adtmap_cpu)cpu);
            seen += count;
            larger_than_a_run += count > MIP_RUN;
        }
    }
    for (unsigned t = 0; t < SURFACE_TEXTURES; t++) {
        free(textures[t]);
    }
    assert_true(seen > RUNS * 10 && larger_than_a_run > RUNS / 10);
}

int test_mesh_triangle(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(triangles_are_what_one_at_a_time_makes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
