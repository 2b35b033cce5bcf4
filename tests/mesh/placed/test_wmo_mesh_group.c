/* Vertices of WMO groups: normals in world axes, mix, texture coordinates, materials. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "assets/wmo_model.h"
#include "mesh/placed/wmo_mesh_group.h"
#include "scene/sun_light.h"

/* A vertex of an exterior group with one material, under a sun in the world's west (+Y). */
struct fixture {
    struct adtmap_settings settings;
    struct mesh_builder builder;
    struct wmo root;
    struct wmo_material material;
    struct wmo_model model;
    struct placed_wmo object;
    struct wmo_group group;
    struct surface_material materials[2];
    struct wmo_mesh_group drawing;
    struct wmo_batch batch;
};

static const float normal_rows[2][3] = {{0, 0, 1}, {6, 8, 0}}; /* of length 10 */
static const uint32_t indices[3];
static const float positions[2][3] = {{0, 0, 0}, {50, 25, 7}};
static const float uv_rows[2][2][2] = {{{0, 0}, {1, 2}}, {{0, 0}, {3, 4}}};

static void set_up(struct fixture *f)
{
    *f = (struct fixture){0};
    f->settings.light = (struct adtmap_light){.diffuse = {1, 1, 1}, .sun = {0, 1, 0}};
    f->builder.settings = &f->settings;
    f->root.materials = &f->material;
    f->root.material_count = 1;
    f->model.root = &f->root;
    f->object.building = &f->model;
    f->object.matrix = (struct placement_matrix){{{0, -2, 0, 9}, {2, 0, 0, 9}, {0, 0, 2, 9}}};
    f->group = (struct wmo_group){.flags = WMO_GROUP_EXTERIOR,
                                  .vertex_count = 2,
                                  .positions = positions,
                                  .indices = indices,
                                  .normals = normal_rows,
                                  .uv_count = 2,
                                  .uv = {uv_rows[0], uv_rows[1]}};
    f->drawing.builder = &f->builder;
    f->drawing.object = &f->object;
    f->drawing.group = &f->group;
    f->drawing.materials = f->materials;
}

struct looks {
    float light[4];
    float weights[4];
    float uv[SURFACE_TEXTURES][2];
};

/* What the batch's second vertex looks like. */
static struct looks looks_of(struct fixture *f)
{
    struct looks looks = {0};
    f->builder.light = sun_light_of(&f->settings.light);
    sun_light_in_model(f->builder.light.sun, &f->object.matrix, f->drawing.sun);
    const struct wmo_mesh_batch batch = wmo_mesh_batch_of(&f->drawing, &f->batch);
    const struct mesh_shape shape = wmo_mesh_shape(&batch);
    struct mesh_lights lights;
    const uint32_t second = 1;
    shape.light_of(shape.user, &second, 1, &lights);
    lanes_store(looks.light, lights.color[0]);
    lanes_store(looks.weights, lights.weights[0]);
    for (uint32_t t = 0; t < SURFACE_TEXTURES; t++) {
        const struct mesh_coordinates *from = &shape.textures[t];
        if (!from->values) {
            continue;
        }
        const float *at = from->values + from->stride;
        for (uint32_t axis = 0; axis < 2; axis++) {
            const float *row = from->transform ? from->transform[axis] : NULL;
            looks.uv[t][axis] = row ? row[0] * at[0] + row[1] * at[1] + row[2] : at[axis];
        }
    }
    return looks;
}

/* The model is doubled and turned by a quarter: its X, 0.6 of the normal, is west in the world. */
static void normals_are_turned_and_have_length_1(void **state)
{
    (void)state;
    struct fixture f;
    set_up(&f);
    assert_float_equal(looks_of(&f).light[0], 0.6, 1e-6);
    f.group.normals = NULL; /* up: the sun stands at the horizon */
    assert_float_equal(looks_of(&f).light[0], 0, 1e-6);
}

/* Rooms have the colour of the sets that the placement shows, unless the group has its own. */
static void rooms_have_the_ambient_colour_of_their_placement(void **state)
{
    (void)state;
    struct fixture f;
    set_up(&f);
    f.group.flags = WMO_GROUP_INTERIOR;
    f.batch.kind = WMO_BATCH_INTERIOR;
    f.group.ambient[0] = 102;
    f.object.ambient[0] = 51;
    assert_float_equal(looks_of(&f).light[0], 0.2, 1e-6);
    f.group.has_ambient = true;
    assert_float_equal(looks_of(&f).light[0], 0.4, 1e-6);
}

static void without_a_material_half_the_light_is_left(void **state)
{
    (void)state;
    struct fixture f;
    set_up(&f);
    f.root.material_count = 0;
    struct looks looks = looks_of(&f);
    assert_float_equal(looks.light[0], 0.3, 1e-6);
    assert_float_equal(looks.light[2], 0.3, 1e-6);
    assert_float_equal(looks.light[3], 1, 0);
}

static void each_vertex_has_its_colour_added(void **state)
{
    (void)state;
    struct fixture f;
    uint8_t colors[2][4] = {{0}, {0, 51, 0, 0}};
    set_up(&f);
    f.group.colors[0] = colors;
    assert_float_equal(looks_of(&f).light[0], 0.6, 1e-6);
    assert_float_equal(looks_of(&f).light[1], 1.0, 1e-6);
}

/* The second set of colours mixes if the group's flags say that there is one. */
static void the_alpha_of_colors_mixes_textures(void **state)
{
    (void)state;
    struct fixture f;
    uint8_t first[2][4] = {{0, 0, 0, 255}, {0, 0, 0, 51}};
    uint8_t second[2][4] = {{0, 0, 0, 255}, {0, 0, 0, 102}};
    set_up(&f);
    assert_float_equal(looks_of(&f).weights[3], 1, 0);
    f.group.colors[0] = first;
    f.group.colors[1] = second;
    assert_float_equal(looks_of(&f).weights[3], 0.2, 1e-6);
    f.group.flags |= WMO_GROUP_COLORS_2;
    assert_float_equal(looks_of(&f).weights[3], 0.4, 1e-6);
}

/* MOC2 has the weights of shader 23, in place of the alpha of colours. */
static void colors_of_their_own_weigh_the_textures_of_shader_23(void **state)
{
    (void)state;
    struct fixture f;
    uint8_t weights[2][4] = {{0}, {51, 102, 153, 204}};
    set_up(&f);
    f.group.weights = weights;
    assert_float_equal(looks_of(&f).weights[3], 1, 0);
    f.material.shader = WMO_SHADER_HEIGHTS;
    for (int c = 0; c < 4; c++) {
        assert_float_equal(looks_of(&f).weights[c], 0.2F * (float)(c + 1), 1e-6);
    }
    f.group.weights = NULL;
    assert_float_equal(looks_of(&f).weights[3], 0, 0);
}

static void reflections_lie_where_the_shader_says(void **state)
{
    (void)state;
    static const struct {
        uint32_t shader, slot;
        enum mesh_mapping mapping;
    } cases[] = {
        {WMO_SHADER_ENV, 1, MAPPED_AS_SEEN},
        {WMO_SHADER_ENV_METAL, 1, MAPPED_AS_SEEN},
        {WMO_SHADER_TWO_LAYER_ENV_METAL, 2, MAPPED_AS_SEEN},
        {WMO_SHADER_MASKED_ENV_METAL, 1, MAPPED_AS_SPHERE},
        {WMO_SHADER_ENV_METAL_EMISSIVE, 1, MAPPED_AS_SPHERE},
        {WMO_SHADER_ADDITIVE_MASKED_ENV_METAL, 1, MAPPED_AS_SPHERE},
    };
    struct fixture f;
    set_up(&f);
    const struct wmo_mesh_batch batch = wmo_mesh_batch_of(&f.drawing, &f.batch);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        f.material.shader = cases[i].shader;
        f.settings.reflections = ADTMAP_REFLECTIONS_ON;
        struct mesh_shape shape = wmo_mesh_shape(&batch);
        assert_int_equal(shape.textures[cases[i].slot].mapping, cases[i].mapping);
        assert_ptr_equal(shape.normals, f.group.normals);
        f.settings.reflections = ADTMAP_REFLECTIONS_OFF;
        shape = wmo_mesh_shape(&batch);
        for (uint32_t t = 0; t < SURFACE_TEXTURES; t++) {
            assert_int_equal(shape.textures[t].mapping, MAPPED_BY_VERTEX);
        }
    }
    f.material.shader = WMO_SHADER_ENV_METAL;
    f.settings.reflections = ADTMAP_REFLECTIONS_NOGGIT;
    assert_int_equal(wmo_mesh_shape(&batch).textures[1].mapping, MAPPED_BY_NOGGIT);
}

static void textures_beyond_the_sets_use_the_last_one(void **state)
{
    (void)state;
    struct fixture f;
    set_up(&f);
    f.material.shader = WMO_SHADER_HEIGHTS;
    struct looks looks = looks_of(&f);
    assert_float_equal(looks.uv[0][1], 2, 0);
    assert_float_equal(looks.uv[1][0], 3, 0);
    assert_float_equal(looks.uv[3][1], 4, 0);
    assert_float_equal(looks.uv[4][1], 2, 0);
    assert_float_equal(looks.uv[7][1], 4, 0);
}

static void the_second_texture_of_terrain_lies_on_the_model(void **state)
{
    (void)state;
    struct fixture f;
    set_up(&f);
    f.material.shader = WMO_SHADER_TWO_LAYER_TERRAIN;
    struct looks looks = looks_of(&f);
    assert_float_equal(looks.uv[0][0], 1, 0);
    assert_float_equal(looks.uv[1][0], 12, 1e-5);
    assert_float_equal(looks.uv[1][1], 6, 1e-5);
}

/* The last of the materials is that of batches without one. */
static void a_material_that_is_not_there_is_the_last_one(void **state)
{
    (void)state;
    struct fixture f;
    struct surface_material materials[2] = {0};
    set_up(&f);
    f.material.flags = WMO_MATERIAL_TWO_SIDED;
    f.drawing.materials = materials;
    struct wmo_mesh_batch batch = wmo_mesh_batch_of(&f.drawing, &f.batch);
    assert_ptr_equal(wmo_mesh_batch_material(&batch), &materials[0]);
    assert_int_equal(wmo_mesh_material_flags(&batch), WMO_MATERIAL_TWO_SIDED);
    static const uint32_t missing[] = {1, WMO_NO_MATERIAL};
    for (size_t i = 0; i < 2; i++) {
        f.batch.material = missing[i];
        batch = wmo_mesh_batch_of(&f.drawing, &f.batch);
        assert_ptr_equal(wmo_mesh_batch_material(&batch), &materials[1]);
        assert_int_equal(wmo_mesh_material_flags(&batch), 0);
    }
}

/* Its coordinates are those of the place, not of a second set. */
static void the_second_texture_of_terrain_lies_on_the_ground(void **state)
{
    (void)state;
    static const struct adtmap_settings settings = {.light = {.sun = {0, 0, 1}}};
    static const float place[1][3] = {{100, 50, 7}};
    static const float uv[1][2] = {{0.5F, 0.25F}};
    struct wmo_material from = {.shader = WMO_SHADER_TWO_LAYER_TERRAIN};
    const struct wmo root = {.material_count = 1, .materials = &from};
    const struct wmo_model building = {.root = &root};
    const struct placed_wmo object = {.building = &building};
    const struct wmo_group group = {
        .indices = indices, .vertex_count = 1, .positions = place, .uv_count = 1, .uv = {uv}};
    struct mesh_builder builder = {.settings = &settings};
    const struct surface_material materials[2] = {0};
    const struct wmo_mesh_group drawing = {
        .builder = &builder, .object = &object, .materials = materials, .group = &group};
    const struct wmo_batch batch = {0};
    const struct wmo_mesh_batch drawn = wmo_mesh_batch_of(&drawing, &batch);
    struct mesh_shape shape = wmo_mesh_shape(&drawn);
    assert_ptr_equal(shape.textures[0].values, uv);
    assert_null(shape.textures[0].transform);
    assert_ptr_equal(shape.textures[1].values, place);
    assert_int_equal(shape.textures[1].stride, 3);
    assert_float_equal(shape.textures[1].transform[0][0] * place[0][0], 24, 1e-5);
    assert_float_equal(shape.textures[1].transform[1][1] * place[0][1], 12, 1e-5);
    from.shader = WMO_SHADER_TWO_LAYER_OPAQUE;
    shape = wmo_mesh_shape(&drawn);
    assert_ptr_equal(shape.textures[1].values, uv);
}

/* Vertex 1 stands at (-41, 109, 23); a light dims the sun to a quarter there and lets vertex 0 be.
 */
static void a_time_of_day_dims_what_does_not_shine(void **state)
{
    static const uint32_t flags[] = {0, WMO_MATERIAL_TWO_SIDED, WMO_MATERIAL_NIGHT_GLOW,
                                     WMO_MATERIAL_WINDOW, WMO_MATERIAL_UNLIT};
    static const double lights[] = {0.3, 0.3, 0.6, 0.6, 1};
    struct hour_source source = {.place = {-41, 109, 13}, .start = 5, .end = 25, .factors = 1 << 3};
    const struct hour_field field = {
        .everywhere = {.diffuse = {0.5F, 1, 1}}, .count = 1, .sources = &source};
    (void)state;
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        struct fixture f;
        set_up(&f);
        f.material.flags = flags[i];
        f.drawing.hours = &field;
        source.tint.diffuse[0] = 0.5F;
        assert_float_equal(looks_of(&f).light[0], lights[i], 1e-6);
        source.tint.diffuse[0] = 0.1F;
        const double dimmed = i < 2 ? 0.6 * (0.5 - 0.75 * 0.4) : lights[i];
        assert_float_equal(looks_of(&f).light[0], dimmed, 1e-6);
    }
}

int test_wmo_mesh_group(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(normals_are_turned_and_have_length_1),
        cmocka_unit_test(rooms_have_the_ambient_colour_of_their_placement),
        cmocka_unit_test(a_time_of_day_dims_what_does_not_shine),
        cmocka_unit_test(without_a_material_half_the_light_is_left),
        cmocka_unit_test(each_vertex_has_its_colour_added),
        cmocka_unit_test(the_alpha_of_colors_mixes_textures),
        cmocka_unit_test(colors_of_their_own_weigh_the_textures_of_shader_23),
        cmocka_unit_test(reflections_lie_where_the_shader_says),
        cmocka_unit_test(textures_beyond_the_sets_use_the_last_one),
        cmocka_unit_test(the_second_texture_of_terrain_lies_on_the_model),
        cmocka_unit_test(a_material_that_is_not_there_is_the_last_one),
        cmocka_unit_test(the_second_texture_of_terrain_lies_on_the_ground),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
