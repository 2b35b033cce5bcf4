/*
 * Light that is found after the picture, of the depths that its samples have on the way, against
 * light that is found before it, of heights that are drawn for it alone: pictures and layers are
 * equal. The second tile's edges are known when it is drawn.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "adtmap/adtmap.h"
#include "job/tiles/tile_edges.h"
#include "mesh/mesh_list.h"
#include "render/draw_scene.h"
#include "render/layers/data_layer.h"
#include "render/light/tile_light.h"
#include "scene/tile/tile_source.h"
#include "shared_world.h"

enum { SIZE_PX = 384, STRIDE = 4 * SIZE_PX, TILES = 2, X = 31, Y = 32 };

static struct adtmap_map *map;

struct pixels {
    uint8_t picture[SIZE_PX * STRIDE], layer[SIZE_PX * STRIDE];
};

static void draw(const struct tile_plan *plan, const struct adtmap_settings *settings,
                 struct tile_edges *edges, uint32_t x, bool has_picture, struct pixels *pixels)
{
    const struct diag diag = {0};
    const struct adtmap_height_range any = {0};
    struct arena arena = {0}, for_edges = {0};
    struct tile_files files;
    struct tile_source source;
    struct tile_input input;
    struct tile_scratch *scratch = tile_scratch_create(plan, 2);
    struct tile_request request = tile_request_of(map, x, Y, settings);
    struct adtmap_layer_image image = {
        .layer = {ADTMAP_LAYER_NO_LIQUID, 0}, .pixels = pixels->layer, .stride_bytes = STRIDE};
    assert_non_null(scratch);
    request.quad_px = tile_plan_quad_px(plan);
    request.has_picture = true;
    request.layer_needs = SCENE_NEEDS_LOOK;
    assert_true(tile_edges_want(plan, &request));
    assert_int_equal(map_read_tile(map, x, Y, &diag, &files), ADTMAP_OK);
    assert_int_equal(tile_source_open(&request, &files.adt, &arena, &diag, &source), ADTMAP_OK);
    assert_int_equal(tile_input_make(plan, source.scene, &source.textures, &arena, &diag, &input),
                     ADTMAP_OK);
    assert_true(input.meshes->count > 50);
    assert_int_equal(tile_edges_light(edges, plan, has_picture, scratch, &for_edges, &diag, &input),
                     ADTMAP_OK);
    assert_true(has_picture ? !input.light->dark : input.light->dark != NULL);
    for (int i = 0; i < 2; i++) { /* the second time its light is known */
        assert_int_equal(tile_draw(plan, &input, scratch, pixels->picture, STRIDE, &diag),
                         ADTMAP_OK);
    }
    assert_int_equal(tile_draw_layer(plan, &input, &any, NULL, scratch, &diag, &image), ADTMAP_OK);
    tile_source_close(&source);
    tile_files_release(&files);
    tile_scratch_destroy(scratch);
    arena_free(&for_edges);
    arena_free(&arena);
}

/* The second time in the other order: the edges of other tiles are known before they are drawn. */
static void compare(const struct adtmap_settings *settings)
{
    static struct pixels before[TILES], after[TILES];
    struct tile_plan *plan = tile_plan_create(settings);
    assert_non_null(plan);
    assert_true(tile_plan_add_layers(plan, SCENE_NEEDS_LOOK));
    for (int has_picture = 0; has_picture < 2; has_picture++) {
        struct tile_edges *edges;
        assert_true(tile_edges_create(plan, map, settings, &edges));
        for (uint32_t i = 0; i < TILES; i++) {
            const uint32_t tile = has_picture ? TILES - 1 - i : i;
            draw(plan, settings, edges, X + tile, has_picture,
                 has_picture ? &after[tile] : &before[tile]);
        }
        tile_edges_destroy(edges);
    }
    for (uint32_t i = 0; i < TILES; i++) {
        assert_memory_equal(after[i].picture, before[i].picture, sizeof before[i].picture);
        assert_memory_equal(after[i].layer, before[i].layer, sizeof before[i].layer);
    }
    tile_plan_destroy(plan);
}

static void light_found_with_the_picture_is_the_same(void **state)
{
    (void)state;
    struct shared_world world = shared_world_open(*demo_eras());
    const char *const root = world.path;
    struct adtmap_data *data;
    struct adtmap_settings settings;
    assert_int_equal(adtmap_data_open(&root, 1, NULL, &data, NULL), ADTMAP_OK);
    assert_int_equal(adtmap_map_open(data, "Demo", &map, NULL), ADTMAP_OK);

    adtmap_settings_default(&settings); /* with leaves, and textures that tell what they hide */
    settings.size_px = SIZE_PX;
    settings.doodads = ADTMAP_DOODADS_ALL;
    settings.sky = 1.0F;
    compare(&settings);

    adtmap_settings_default(&settings); /* with crowns */
    assert_int_equal(adtmap_settings_style("relief", &settings, NULL), ADTMAP_OK);
    settings.size_px = SIZE_PX;
    compare(&settings);

    adtmap_map_close(map);
    adtmap_data_close(data);
    shared_world_close(&world);
}

int test_tile_light(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(light_found_with_the_picture_is_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
