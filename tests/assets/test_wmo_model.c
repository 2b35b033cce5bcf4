/* WMOs in memory: which files groups are in, and how far a model reaches. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "assets/data_fixture.h"
#include "assets/wmo_model.h"
#include "formats/wmo/wmo_build.h"

static void put_file(struct fixture *f, const char *name, const struct buffer *bytes)
{
    char path[256];
    FILE *file;
    temporary_file(&f->data, name, "");
    file = fopen(temporary_path(&f->data, name, path), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes->data, 1, bytes->size, file), bytes->size);
    assert_int_equal(fclose(file), 0);
}

/* A group that is nothing but liquid. */
static void write_pool(struct buffer *file)
{
    add_u32_chunk(file, "MVER", 17);
    size_t mogp = begin_chunk(file, "MOGP");
    write_mogp_header(file, 17, 1, (const uint16_t[3]){0});
    write_liquid(file, 17);
    end_chunk(file, mogp);
}

/* A root with ids for its two groups, of which files hold those that `names` names; `is_pool`: the
 * second one has no walls. */
static void write_model(struct fixture *f, const char *const names[MODEL_GROUPS], bool is_pool)
{
    struct buffer root = {0};
    write_root(&root, 17, 0);
    add_chunk(&root, "GFID", (const uint8_t[]){0x91, 0x10, 0, 0, 0x92, 0x10, 0, 0}, 8);
    put_file(f, "data/a/house.wmo", &root);
    buffer_free(&root);
    for (unsigned i = 0; i < MODEL_GROUPS; i++) {
        struct buffer group = {0};
        if (is_pool && i == 1) {
            write_pool(&group);
        } else {
            write_group(&group, 17, i);
        }
        put_file(f, names[i], &group);
        buffer_free(&group);
    }
}

/* Calls `check` with the model that write_model wrote. */
static void with_model(const char *const names[MODEL_GROUPS], bool is_pool,
                       void (*check)(const struct wmo_model *))
{
    struct fixture f;
    char path[256];
    struct cache_pin pin;
    fixture_start(&f);
    write_model(&f, names, is_pool);
    const char *paths[] = {temporary_path(&f.data, "data", path)};
    assert_int_equal(assets_open(paths, 1, &f.diag, &f.assets), ADTMAP_OK);
    struct cache_pool *pool = cache_pool_create(1 << 20);
    struct cache *cache = cache_create(pool, &wmo_model_kind, f.assets, &f.log);
    assert_int_equal(wmo_cache_pin(cache, "A\\House.wmo", &pin), ADTMAP_OK);
    check(pin.value);
    struct cache_pin again;
    assert_int_equal(wmo_cache_pin(cache, "a/HOUSE.wmo", &again), ADTMAP_OK);
    assert_ptr_equal(again.value, pin.value);
    cache_release(&again);
    cache_release(&pin);
    cache_destroy(cache);
    cache_pool_destroy(pool);
    fixture_stop(&f);
}

static void is_whole(const struct wmo_model *model)
{
    assert_non_null(model->root);
    assert_int_equal(model->missing, 0);
    assert_non_null(model->groups[0]);
    assert_non_null(model->groups[1]);
}

static void groups_are_found_by_their_file_ids(void **state)
{
    (void)state;
    with_model((const char *const[]){"data/unknown/4241.wmo", "data/unknown/4242.wmo"}, false,
               is_whole);
}

static void groups_with_the_usual_names_are_found_by_these(void **state)
{
    (void)state;
    with_model((const char *const[]){"data/a/house_000.wmo", "data/a/house_001.wmo"}, false,
               is_whole);
}

/* The liquid of the second group reaches beyond its walls; it was cut at the edges of tiles. */
static void covers_its_liquid(const struct wmo_model *model)
{
    const struct wmo_liquid *liquid = model->groups[1]->liquid;
    assert_non_null(liquid);
    for (size_t axis = 0; axis < 2; axis++) {
        uint32_t quads = axis == 0 ? liquid->grid.width : liquid->grid.height;
        float end = liquid->corner[axis] + (float)quads * 25.0F / 6.0F;
        assert_true(model->group_boxes[1].low[axis] <= liquid->corner[axis]);
        assert_true(model->group_boxes[1].high[axis] >= end - 0.001F);
        assert_true(model->box.high[axis] >= end - 0.001F);
    }
}

static void the_box_of_a_group_covers_its_liquid(void **state)
{
    (void)state;
    with_model((const char *const[]){"data/a/house_000.wmo", "data/a/house_001.wmo"}, false,
               covers_its_liquid);
}

/* Three columns and two rows of vertices from (-5, 10), whose levels rise from 2 by eighths. */
static void is_the_box_of_a_pool(const struct wmo_model *model)
{
    const struct wmo_box *box = &model->group_boxes[1];
    const float quad = 25.0F / 6.0F;
    assert_int_equal(model->groups[1]->vertex_count, 0);
    assert_float_equal(box->low[0], -5, 0);
    assert_float_equal(box->low[1], 10, 0);
    assert_float_equal(box->low[2], 2, 0);
    assert_float_equal(box->high[0], -5 + 2 * quad, 1e-4);
    assert_float_equal(box->high[1], 10 + quad, 1e-4);
    assert_float_equal(box->high[2], 2 + 5.0F / 8, 0);
    assert_true(model->box.low[0] <= box->low[0] && model->box.high[0] >= box->high[0]);
}

static void a_group_of_liquid_alone_has_the_box_of_it(void **state)
{
    (void)state;
    with_model((const char *const[]){"data/a/house_000.wmo", "data/a/house_001.wmo"}, true,
               is_the_box_of_a_pool);
}

/* Liquids counted nothing: 400 placements of a lake took 1.2 GiB. Only quads that are there have
 * corners; the grid's points and the vertices of each class count. */
static void counts_its_liquid(const struct wmo_model *model)
{
    uint64_t batches = 0;
    for (size_t g = 0; g < MODEL_GROUPS; g++) {
        for (uint32_t i = 0; i < model->groups[g]->batch_count; i++) {
            const struct wmo_batch *batch = &model->groups[g]->batches[i];
            batches += (uint64_t)batch->vertex_last - batch->vertex_first + 1 + batch->index_count;
        }
    }
    uint64_t points = MODEL_LIQUID_COLUMNS * MODEL_LIQUID_ROWS;
    assert_int_equal(model->vertices_drawn, batches + 2 * points + 6);
}

static void the_liquid_of_a_group_counts_as_vertices(void **state)
{
    (void)state;
    with_model((const char *const[]){"data/a/house_000.wmo", "data/a/house_001.wmo"}, false,
               counts_its_liquid);
}

static void is_without_its_second_group(const struct wmo_model *model)
{
    assert_int_equal(model->missing, 1);
    assert_null(model->groups[1]);
    assert_memory_equal(&model->box, &model->group_boxes[0], sizeof model->box);
}

static void a_missing_group_is_counted(void **state)
{
    (void)state;
    with_model((const char *const[]){"data/a/house_000.wmo", "data/a/other.wmo"}, false,
               is_without_its_second_group);
}

static void has_the_box_of_its_groups(const struct wmo_model *model)
{
    for (size_t axis = 0; axis < 3; axis++) {
        const struct wmo_box *boxes = model->group_boxes;
        assert_true(model->box.low[axis] == fminf(boxes[0].low[axis], boxes[1].low[axis]));
        assert_true(model->box.high[axis] == fmaxf(boxes[0].high[axis], boxes[1].high[axis]));
    }
}

static void has_the_box_of_its_doodads(const struct wmo_model *model)
{
    assert_true(model->root->doodad_count > 1);
    for (size_t axis = 0; axis < 3; axis++) {
        float low = INFINITY;
        float high = -INFINITY;
        for (uint32_t i = 0; i < model->root->doodad_count; i++) {
            low = fminf(low, model->root->doodads[i].position[axis]);
            high = fmaxf(high, model->root->doodads[i].position[axis]);
        }
        assert_true(model->doodad_box.low[axis] == low && model->doodad_box.high[axis] == high);
    }
}

static void a_building_has_a_box_of_where_its_doodads_stand(void **state)
{
    (void)state;
    with_model((const char *const[]){"data/a/house_000.wmo", "data/a/house_001.wmo"}, false,
               has_the_box_of_its_doodads);
}

static void a_building_has_the_box_of_its_groups(void **state)
{
    (void)state;
    for (int is_pool = 0; is_pool < 2; is_pool++) {
        with_model((const char *const[]){"data/a/house_000.wmo", "data/a/house_001.wmo"}, is_pool,
                   has_the_box_of_its_groups);
    }
}

/* Defect of the past: a small --memory dropped the model, and reading it again named it again. */
static void a_missing_building_that_was_dropped_is_not_named_again(void **state)
{
    (void)state;
    struct fixture f;
    char path[256];
    struct cache_pin pin;
    fixture_start(&f);
    temporary_file(&f.data, "data/readme", "");
    const char *paths[] = {temporary_path(&f.data, "data", path)};
    assert_int_equal(assets_open(paths, 1, &f.diag, &f.assets), ADTMAP_OK);
    struct cache_pool *pool = cache_pool_create(0);
    struct cache *cache = cache_create(pool, &wmo_model_kind, f.assets, &f.log);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(wmo_cache_pin(cache, "A\\House.wmo", &pin), ADTMAP_OK);
        assert_int_equal(((const struct wmo_model *)pin.value)->missing, 1);
        cache_release(&pin);
    }
    assert_int_equal(f.said.warnings, 1);
    cache_destroy(cache);
    cache_pool_destroy(pool);
    fixture_stop(&f);
}

int test_wmo_model(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_are_found_by_their_file_ids),
        cmocka_unit_test(groups_with_the_usual_names_are_found_by_these),
        cmocka_unit_test(the_box_of_a_group_covers_its_liquid),
        cmocka_unit_test(a_group_of_liquid_alone_has_the_box_of_it),
        cmocka_unit_test(the_liquid_of_a_group_counts_as_vertices),
        cmocka_unit_test(a_missing_group_is_counted),
        cmocka_unit_test(a_building_has_the_box_of_its_groups),
        cmocka_unit_test(a_building_has_a_box_of_where_its_doodads_stand),
        cmocka_unit_test(a_missing_building_that_was_dropped_is_not_named_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
