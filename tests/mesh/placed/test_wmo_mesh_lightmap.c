/* Lightmaps of the first clients: what each lights, and what decoding them takes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "mesh/placed/wmo_mesh_lightmap.h"

enum { TRIANGLES = 3, CORNERS = 3 * TRIANGLES, MAPS = 2, OBJECTS = 500 };

/* A group of one batch: its triangles are lit by the second map, by none and by the first. */
struct fixture {
    struct adtmap_settings settings;
    struct arena arena;
    struct mesh_list list;
    struct mesh_builder builder;
    struct wmo root;
    struct wmo_model building;
    struct placed_wmo object;
    struct wmo_group group;
    struct wmo_mesh_lightmaps decoded;
    struct wmo_mesh_group drawing;
};

/* Triangles over the whole tile. */
static const float positions[CORNERS][3] = {{0, 0, 0}, {0, 1e5F, 0}, {1e5F, 0, 0},
                                            {0, 0, 0}, {0, 1e5F, 0}, {1e5F, 0, 0},
                                            {0, 0, 0}, {0, 1e5F, 0}, {1e5F, 0, 0}};
static const float uv[CORNERS][2];
static const uint32_t indices[CORNERS] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
static const uint8_t of_triangle[TRIANGLES] = {1, WMO_NO_LIGHTMAP, 0};
static const uint8_t dxt1[MAPS * WMO_LIGHTMAP_BYTES];
static const struct wmo_lightmaps lightmaps = {
    .count = MAPS, .dxt1 = dxt1, .of_triangle = of_triangle, .uv = uv};
static const struct wmo_batch batch = {.index_count = CORNERS, .vertex_last = CORNERS - 1};

static void set_up(struct fixture *f)
{
    static struct surface_material materials[1];
    *f = (struct fixture){0};
    adtmap_settings_default(&f->settings);
    f->builder = (struct mesh_builder){.settings = &f->settings,
                                       .sampling = {MIP_ANISOTROPIC, 1.0F},
                                       .kernels = mesh_kernels_get(ADTMAP_CPU_AUTO),
                                       .quad_px = 1,
                                       .size_px = 128,
                                       .arena = &f->arena,
                                       .list = &f->list};
    f->building.root = &f->root;
    f->object.building = &f->building;
    f->group = (struct wmo_group){.vertex_count = CORNERS,
                                  .positions = positions,
                                  .triangle_count = TRIANGLES,
                                  .indices = indices,
                                  .lightmaps = &lightmaps};
    f->drawing = (struct wmo_mesh_group){.builder = &f->builder,
                                         .object = &f->object,
                                         .materials = materials,
                                         .group = &f->group,
                                         .lightmaps = &f->decoded};
    f->drawing.view = (struct mesh_view){{{1, 0, 0, 0}, {0, 1, 0, 0}}, {0, 0, 1, 0}};
}

static bool append(const struct fixture *f)
{
    const struct wmo_mesh_batch drawn = wmo_mesh_batch_of(&f->drawing, &batch);
    return wmo_mesh_append_lightmapped(&drawn);
}

static bool is_lightmapped(const struct fixture *f)
{
    const struct wmo_mesh_batch drawn = wmo_mesh_batch_of(&f->drawing, &batch);
    return wmo_mesh_is_lightmapped(&drawn);
}

static void each_map_lights_its_triangles_and_the_room_the_others(void **state)
{
    (void)state;
    struct fixture f;
    set_up(&f);
    assert_true(append(&f));
    assert_int_equal(f.list.count, TRIANGLES); /* what no map lights comes first */
    for (uint32_t i = 0; i < TRIANGLES; i++) {
        const struct mesh_batch *part = &f.list.batches[i];
        assert_int_equal(part->count, 1);
        assert_int_equal(part->colors[0].at[0] == 1.0F, i > 0);
        assert_int_equal(part->material->textures[1] != NULL, i > 0);
    }
    assert_ptr_not_equal(f.list.batches[1].material->textures[1],
                         f.list.batches[2].material->textures[1]);
    arena_free(&f.arena);
}

/* What no map lights has the sun and the colours of its vertices, the rest has neither. */
static void what_no_map_lights_has_the_light_of_its_vertices(void **state)
{
    (void)state;
    struct fixture f;
    uint8_t colors[CORNERS][4] = {{0}, {0}, {0}, {51}, {51}, {51}};
    set_up(&f);
    f.group.flags = WMO_GROUP_EXTERIOR;
    f.group.colors[0] = colors;
    f.drawing.sun[2] = 1.0F;
    assert_true(append(&f));
    assert_float_equal(f.list.batches[0].colors[0].at[0], 0.2, 1e-6); /* half of 2 times 51/255 */
    for (uint32_t i = 0; i < TRIANGLES; i++) {
        const struct mesh_triangle *triangle = mesh_list_triangle(&f.list, i);
        assert_float_equal(triangle->planes.at[PLANE_LIGHT], i == 0 ? 1.0F : 0.0F, 0);
    }
    arena_free(&f.arena);
}

/* A map takes some 800 KiB once decoded. */
static void a_map_is_decoded_once_however_often_it_is_shown(void **state)
{
    (void)state;
    struct fixture f;
    set_up(&f);
    for (uint32_t i = 0; i < OBJECTS; i++) {
        assert_true(append(&f));
    }
    assert_true(arena_bytes(&f.arena) < (MAPS + 4) << 20);
    arena_free(&f.arena);
}

/* Rooms of the first clients stayed dark in pictures without light. */
static void what_is_unlit_has_no_lightmap(void **state)
{
    (void)state;
    struct fixture f;
    struct wmo_material unlit = {.flags = WMO_MATERIAL_UNLIT};
    set_up(&f);
    assert_true(is_lightmapped(&f));
    f.root.materials = &unlit;
    f.root.material_count = 1;
    assert_false(is_lightmapped(&f));
    unlit.flags = 0;
    assert_true(is_lightmapped(&f));
    for (int c = 0; c < 3; c++) {
        f.settings.light.ambient[c] = 1.0F;
        f.settings.light.diffuse[c] = 0.0F;
    }
    f.builder.light = sun_light_of(&f.settings.light);
    assert_false(is_lightmapped(&f));
    arena_free(&f.arena);
}

int test_wmo_mesh_lightmap(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_map_lights_its_triangles_and_the_room_the_others),
        cmocka_unit_test(what_no_map_lights_has_the_light_of_its_vertices),
        cmocka_unit_test(a_map_is_decoded_once_however_often_it_is_shown),
        cmocka_unit_test(what_is_unlit_has_no_lightmap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
