/*
 * A scene is complete: it is drawn twice, and another time after its meshes were made again,
 * without a look at the data, and the pictures are equal.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "adtmap/adtmap.h"
#include "assets/dep_set.h"
#include "mesh/mesh_list.h"
#include "render/draw_scene.h"
#include "scene/tile/tile_source.h"
#include "shared_world.h"

enum { SIZE_PX = 256, STRIDE = 4 * SIZE_PX, X = 31, Y = 30 };

static void draw(const struct tile_plan *plan, const struct tile_input *input, uint8_t *rgba)
{
    const struct diag diag = {0};
    struct tile_scratch *scratch = tile_scratch_create(plan, 2);
    assert_non_null(scratch);
    assert_int_equal(tile_draw(plan, input, scratch, rgba, STRIDE, &diag), ADTMAP_OK);
    tile_scratch_destroy(scratch);
}

static void a_scene_can_be_drawn_again_and_asks_for_nothing(void **state)
{
    (void)state;
    static uint8_t pictures[3][SIZE_PX * STRIDE];
    const struct diag diag = {0};
    struct shared_world world = shared_world_open(*demo_eras());
    const char *const root = world.path;
    struct adtmap_data *data;
    struct adtmap_map *map;
    struct tile_files files;
    struct tile_source source;
    struct arena arena = {0};
    struct adtmap_settings settings;
    adtmap_settings_default(&settings);
    adtmap_settings_preset(ADTMAP_LIGHT_NOGGIT, &settings);
    settings.size_px = SIZE_PX;
    settings.doodads = ADTMAP_DOODADS_ALL;
    assert_int_equal(adtmap_data_open(&root, 1, NULL, &data, NULL), ADTMAP_OK);
    assert_int_equal(adtmap_map_open(data, "Demo", &map, NULL), ADTMAP_OK);
    assert_int_equal(map_read_tile(map, X, Y, &diag, &files), ADTMAP_OK);
    struct tile_plan *plan = tile_plan_create(&settings);
    assert_non_null(plan);
    struct tile_request request = tile_request_of(map, X, Y, &settings);
    request.quad_px = tile_plan_quad_px(plan);
    request.has_picture = true;
    assert_int_equal(tile_source_open(&request, &files.adt, &arena, &diag, &source), ADTMAP_OK);
    struct tile_input first, again;
    assert_int_equal(tile_input_make(plan, source.scene, &source.textures, &arena, &diag, &first),
                     ADTMAP_OK);
    assert_true(first.meshes->count > 50);
    struct dep_set read = {0};
    dep_recorder_set(&read);
    draw(plan, &first, pictures[0]);
    draw(plan, &first, pictures[1]);
    assert_int_equal(tile_input_make(plan, source.scene, &source.textures, &arena, &diag, &again),
                     ADTMAP_OK);
    draw(plan, &again, pictures[2]);
    dep_recorder_set(NULL);
    assert_int_equal(read.count, 0);
    dep_set_free(&read);
    assert_ptr_not_equal(again.meshes, first.meshes);
    assert_memory_equal(pictures[1], pictures[0], sizeof pictures[0]);
    assert_memory_equal(pictures[2], pictures[0], sizeof pictures[0]);
    tile_source_close(&source);
    tile_plan_destroy(plan);
    tile_files_release(&files);
    arena_free(&arena);
    adtmap_map_close(map);
    adtmap_data_close(data);
    shared_world_close(&world);
}

int test_draw_twice(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_scene_can_be_drawn_again_and_asks_for_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
