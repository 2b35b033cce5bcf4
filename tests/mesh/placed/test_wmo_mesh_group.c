/* Vertices of WMO groups: normals in world axes, mix, texture coordinates, materials. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "assets/wmo_model.h"
#include "mesh/placed/wmo_mesh_group.h"

/* A vertex of an exterior group without material, under a sun in the world's west (+Y). */
struct fixture {
    struct adtmap_settings settings;
    struct mesh_builder target;
    struct wmo root;
    struct wmo_material material;
    struct wmo_model model;
    struct scene_placement object;
    struct wmo_group group;
    struct wmo_mesh_group drawing;
    struct wmo_batch batch;
};

static const float normal_rows[2][3] = {{0, 0, 1}, {6, 8, 0}}; /* of length 10 */
static const float positions[2][3] = {{0, 0, 0}, {50, 25, 7}};
static const float uv_rows[2][2][2] = {{{0, 0}, {1, 2}}, {{0, 0}, {3, 4}}};

static void set_up(struct fixture *f)
{
    *f = (struct fixture){0};
    f->settings.light = (struct adtmap_light){.diffuse = {1, 1, 1}, .sun = {0, 1, 0}};
    f->target.settings = &f->settings;
    f->root.materials = &f->material;
    f->model.root = &f->root;
    f->object.building = &f->model;
    f->object.matrix = (struct placement_matrix){{{0, -2, 0, 9}, {2, 0, 0, 9}, {0, 0, 2, 9}}};
    f->group = (struct wmo_group){.flags = WMO_GROUP_EXTERIOR,
                                  .vertex_count = 2,
                                  .positions = positions,
                                  .normals = normal_rows,
                                  .uv_count = 2,
                                  .uv = {uv_rows[0], uv_rows[1]}};
    f->drawing.target = &f->target;
    f->drawing.object = &f->object;
    f->drawing.group = &f->group;
}

static struct mesh_vertex vertex_of(const struct fixture *f)
{
    const struct mesh_position position = {.x = 3};
    struct mesh_vertex vertex;
    wmo_mesh_vertex(&f->drawing, &f->batch, 1, &position, &vertex);
    assert_int_equal(vertex.position.x, 3);
    return vertex;
}

static struct mesh_layers layers_of(const struct fixture *f)
{
    struct mesh_layers layers;
    wmo_mesh_layers(&f->drawing, &f->batch, 1, &layers);
    return layers;
}

/* The model is doubled and turned by a quarter: its X, 0.6 of the normal, is west in the world. */
static void normals_are_turned_and_have_length_1(void **state)
{
    (void)state;
    struct fixture f;
    set_up(&f);
    f.root.material_count = 1;
    assert_float_equal(vertex_of(&f).light[0], 0.6, 1e-6);
    f.group.normals = NULL; /* up: the sun stands at the horizon */
    assert_float_equal(vertex_of(&f).light[0], 0, 1e-6);
}

static void without_a_material_half_the_light_is_left(void **state)
{
    (void)state;
    struct fixture f;
    set_up(&f);
    struct mesh_vertex vertex = vertex_of(&f);
    assert_float_equal(vertex.light[0], 0.3, 1e-6);
    assert_float_equal(vertex.light[2], 0.3, 1e-6);
    assert_float_equal(vertex.light[3], 1, 0);
}

/* The second set of colours mixes if the group's flags say that there is one. */
static void the_alpha_of_colors_mixes_textures(void **state)
{
    (void)state;
    struct fixture f;
    uint8_t first[2][4] = {{0, 0, 0, 255}, {0, 0, 0, 51}};
    uint8_t second[2][4] = {{0, 0, 0, 255}, {0, 0, 0, 102}};
    set_up(&f);
    assert_float_equal(layers_of(&f).mix, 1, 0);
    f.group.colors[0] = first;
    f.group.colors[1] = second;
    assert_float_equal(layers_of(&f).mix, 0.2, 1e-6);
    f.group.flags |= WMO_GROUP_COLORS_2;
    assert_float_equal(layers_of(&f).mix, 0.4, 1e-6);
}

static void textures_beyond_the_sets_use_the_last_one(void **state)
{
    (void)state;
    struct fixture f;
    set_up(&f);
    struct mesh_layers layers = layers_of(&f);
    assert_float_equal(vertex_of(&f).uv[1], 2, 0);
    assert_float_equal(layers.uv[0][0], 3, 0);
    assert_float_equal(layers.uv[MESH_TEXTURES - 2][1], 4, 0);
}

static void the_second_texture_of_terrain_lies_on_the_model(void **state)
{
    (void)state;
    struct fixture f;
    set_up(&f);
    f.material.shader = WMO_SHADER_TWO_LAYER_TERRAIN;
    f.root.material_count = 1;
    struct mesh_layers layers = layers_of(&f);
    assert_float_equal(vertex_of(&f).uv[0], 1, 0);
    assert_float_equal(layers.uv[0][0], 12, 1e-5);
    assert_float_equal(layers.uv[0][1], 6, 1e-5);
}

/* The last of the materials is that of batches without one. */
static void a_material_that_is_not_there_is_the_last_one(void **state)
{
    (void)state;
    struct fixture f;
    struct mesh_material materials[2] = {0};
    set_up(&f);
    f.root.material_count = 1;
    f.material.flags = WMO_MATERIAL_TWO_SIDED;
    f.drawing.materials = materials;
    assert_ptr_equal(wmo_mesh_batch_material(&f.drawing, &f.batch), &materials[0]);
    assert_int_equal(wmo_mesh_material_flags(&f.drawing, &f.batch), WMO_MATERIAL_TWO_SIDED);
    static const uint32_t missing[] = {1, WMO_NO_MATERIAL};
    for (size_t i = 0; i < 2; i++) {
        f.batch.material = missing[i];
        assert_ptr_equal(wmo_mesh_batch_material(&f.drawing, &f.batch), &materials[1]);
        assert_int_equal(wmo_mesh_material_flags(&f.drawing, &f.batch), 0);
    }
}

int test_wmo_mesh_group(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(normals_are_turned_and_have_length_1),
        cmocka_unit_test(without_a_material_half_the_light_is_left),
        cmocka_unit_test(the_alpha_of_colors_mixes_textures),
        cmocka_unit_test(textures_beyond_the_sets_use_the_last_one),
        cmocka_unit_test(the_second_texture_of_terrain_lies_on_the_model),
        cmocka_unit_test(a_material_that_is_not_there_is_the_last_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
