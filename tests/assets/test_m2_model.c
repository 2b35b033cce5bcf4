/* Models in memory: which files they are made of, and what happens without one of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "assets/data_fixture.h"
#include "assets/m2_model.h"
#include "formats/m2/m2_builder.h"

struct data {
    struct fixture f;
    struct cache_pool *pool;
    struct cache *cache;
};

static void put_file(struct data *data, const char *name, struct buffer *bytes)
{
    char path[256];
    temporary_file(&data->f.data, name, "");
    FILE *file = fopen(temporary_path(&data->f.data, name, path), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes->data, 1, bytes->size, file), bytes->size);
    assert_int_equal(fclose(file), 0);
    buffer_free(bytes);
}

static void put_model(struct data *data, const char *name, unsigned version)
{
    struct built_model model = test_model;
    struct buffer bytes = {0};
    model.version = version;
    write_model(&bytes, &model);
    put_file(data, name, &bytes);
}

static void put_chunked_model(struct data *data, const char *name, uint32_t skin_id,
                              uint32_t skeleton_id)
{
    struct built_model model = test_model;
    struct buffer bytes = {0};
    model.version = 274;
    write_chunked_model(&bytes, &model, skin_id, skeleton_id);
    put_file(data, name, &bytes);
}

static void put_skin(struct data *data, const char *name)
{
    struct buffer bytes = {0};
    write_skin(&bytes, &test_model);
    put_file(data, name, &bytes);
}

static void start(struct data *data)
{
    fixture_start(&data->f);
    temporary_file(&data->f.data, "data/readme", "");
}

static void open_data(struct data *data)
{
    char path[256];
    const char *paths[] = {temporary_path(&data->f.data, "data", path)};
    assert_int_equal(assets_open(paths, 1, &data->f.diag, &data->f.assets), ADTMAP_OK);
    data->pool = cache_pool_create(1 << 20);
    data->cache = cache_create(data->pool, &m2_asset_kind, data->f.assets, &data->f.log);
    assert_non_null(data->cache);
}

static void stop(struct data *data)
{
    cache_destroy(data->cache);
    cache_pool_destroy(data->pool);
    fixture_stop(&data->f);
}

/* The number of batches of a model; -1 without a model. */
static int batches_of(struct data *data, const char *name)
{
    struct cache_pin pin;
    assert_int_equal(m2_cache_pin(data->cache, name, &pin), ADTMAP_OK);
    const struct m2_asset *asset = pin.value;
    int count = asset->model ? (int)asset->model->batch_count : -1;
    if (asset->model) {
        assert_int_equal(asset->vertices_drawn, 12);
    } else {
        assert_int_equal(asset->missing, 1);
    }
    cache_release(&pin);
    return count;
}

static void names_with_old_endings_find_the_m2(void **state)
{
    (void)state;
    struct data data;
    start(&data);
    put_model(&data, "data/world/tree.m2", 264);
    put_skin(&data, "data/world/tree00.skin");
    open_data(&data);
    assert_int_equal(batches_of(&data, "World\\Tree.mdx"), 2);
    assert_int_equal(batches_of(&data, "World\\Tree.MDL"), 2);
    assert_int_equal(batches_of(&data, "World\\Tree.m2"), 2);
    assert_int_equal(data.f.said.warnings, 0);
    stop(&data);
}

/* An .mdx file may hold an M2, and an .mdl in a placement the file .mdx. */
static void without_an_m2_the_mdx_is_read(void **state)
{
    (void)state;
    struct data data;
    start(&data);
    put_model(&data, "data/world/tree.mdx", 256);
    open_data(&data);
    assert_int_equal(batches_of(&data, "World\\Tree.mdl"), 2);
    assert_int_equal(data.f.said.warnings, 0);
    stop(&data);
}

static void skins_are_found_by_their_file_ids(void **state)
{
    (void)state;
    struct data data;
    start(&data);
    put_chunked_model(&data, "data/unknown/77.m2", 4242, 0);
    put_skin(&data, "data/unknown/4242.skin");
    open_data(&data);
    assert_int_equal(batches_of(&data, "unknown/77.m2"), 2);
    assert_int_equal(data.f.said.warnings, 0);
    stop(&data);
}

static void a_model_without_its_skeleton_is_named_and_drawn(void **state)
{
    (void)state;
    struct data data;
    start(&data);
    put_chunked_model(&data, "data/world/tree.m2", 0, 5151);
    put_skin(&data, "data/world/tree00.skin");
    open_data(&data);
    assert_int_equal(batches_of(&data, "world/tree.m2"), 2);
    assert_int_equal(data.f.said.warnings, 1);
    stop(&data);
}

/* A .skel with a parent; with one bone that lifts the model by `lift_yd`. */
static void put_skeleton(struct data *data, const char *name, float lift_yd, uint32_t bone_count,
                         uint32_t parent)
{
    struct built_model bones = test_model;
    struct buffer bytes = {0};
    bones.version = 274;
    bones.bone_count = bone_count;
    bones.bones[0].has_keys = true;
    bones.bones[0].translation[2] = lift_yd;
    bones.bones[0].rotation[3] = 1;
    for (int i = 0; i < 3; i++) {
        bones.bones[0].scale[i] = 1;
    }
    write_skeleton(&bytes, &bones);
    if (parent) {
        write_skeleton_parent(&bytes, parent);
    }
    put_file(data, name, &bytes);
}

static void is_lifted_by(struct data *data, const char *name, float lift_yd)
{
    struct cache_pin pin;
    assert_int_equal(m2_cache_pin(data->cache, name, &pin), ADTMAP_OK);
    const struct m2_asset *asset = pin.value;
    assert_non_null(asset->model);
    assert_float_equal(asset->model->box.low[2], lift_yd, 0.001F);
    cache_release(&pin);
}

static void the_bones_of_a_parent_skeleton_move_the_model(void **state)
{
    (void)state;
    struct data data;
    start(&data);
    static const char *const names[] = {"tree", "bush", "fern"};
    for (uint32_t i = 0; i < 3; i++) {
        char name[64];
        snprintf(name, sizeof name, "data/world/%s.m2", names[i]);
        put_chunked_model(&data, name, 0, 5151 + i);
        snprintf(name, sizeof name, "data/world/%s00.skin", names[i]);
        put_skin(&data, name);
    }
    put_skeleton(&data, "data/world/tree.skel", 3, 1, 6001);
    put_skeleton(&data, "data/unknown/6001.skel", 5, 1, 6001);
    put_skeleton(&data, "data/world/bush.skel", 3, 1, 6002);
    put_skeleton(&data, "data/unknown/6002.skel", 5, 0, 0);
    put_skeleton(&data, "data/world/fern.skel", 3, 1, 6003);
    open_data(&data);
    is_lifted_by(&data, "world/tree.m2", 5);
    is_lifted_by(&data, "world/bush.m2", 3); /* the parent has no bones */
    assert_int_equal(data.f.said.warnings, 0);
    is_lifted_by(&data, "world/fern.m2", 3); /* there is no such parent */
    assert_int_equal(data.f.said.warnings, 1);
    assert_non_null(strstr(data.f.said.last, "parent skeleton left out"));
    stop(&data);
}

static void a_missing_model_is_named_once(void **state)
{
    (void)state;
    struct data data;
    start(&data);
    open_data(&data);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(batches_of(&data, i == 1 ? "World\\Tree.m2" : "World\\Tree.mdx"), -1);
    }
    assert_int_equal(data.f.said.warnings, 1);
    assert_string_equal(data.f.said.file, "world/tree.m2");
    assert_non_null(strstr(data.f.said.last, "doodad left out"));
    stop(&data);
}

static void a_missing_skin_is_named_and_its_doodad_left_out(void **state)
{
    (void)state;
    struct data data;
    start(&data);
    put_model(&data, "data/world/tree.m2", 264);
    open_data(&data);
    assert_int_equal(batches_of(&data, "World\\Tree.m2"), -1);
    assert_int_equal(data.f.said.warnings, 1);
    assert_string_equal(data.f.said.file, "world/tree00.skin");
    stop(&data);
}

/* Files that appear later change the picture, so looking for them is recorded. */
static void files_that_are_absent_are_dependencies(void **state)
{
    (void)state;
    struct data data;
    struct dep_set deps = {0};
    start(&data);
    open_data(&data);
    struct dep_set *before = dep_recorder_set(&deps);
    assert_int_equal(batches_of(&data, "World\\Tree.mdx"), -1);
    dep_recorder_set(before);
    dep_set_sort_unique(&deps);
    assert_int_equal(deps.count, 2); /* tree.m2 and tree.mdx */
    dep_set_free(&deps);
    stop(&data);
}

/* Defect of the past: a small --memory dropped the model, and reading it again named it again. */
static void a_missing_model_that_was_dropped_is_not_named_again(void **state)
{
    (void)state;
    struct data data;
    start(&data);
    open_data(&data);
    cache_pool_limit(data.pool, 0);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(batches_of(&data, "World\\Tree.mdx"), -1);
    }
    assert_int_equal(data.f.said.warnings, 1);
    assert_int_equal(batches_of(&data, "World\\Bush.mdx"), -1);
    assert_int_equal(data.f.said.warnings, 2);
    stop(&data);
}

int test_m2_model(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_with_old_endings_find_the_m2),
        cmocka_unit_test(without_an_m2_the_mdx_is_read),
        cmocka_unit_test(skins_are_found_by_their_file_ids),
        cmocka_unit_test(a_model_without_its_skeleton_is_named_and_drawn),
        cmocka_unit_test(the_bones_of_a_parent_skeleton_move_the_model),
        cmocka_unit_test(a_missing_model_is_named_once),
        cmocka_unit_test(a_missing_model_that_was_dropped_is_not_named_again),
        cmocka_unit_test(a_missing_skin_is_named_and_its_doodad_left_out),
        cmocka_unit_test(files_that_are_absent_are_dependencies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
