/* Models of placements: one for all spellings of a file, and what settings decide about it. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "map/nearby/placed_world.h"
#include "scene/doodad/doodad_models.h"

static struct doodad_models *models_of(struct world *w)
{
    struct doodad_models *models = arena_alloc(&w->arena, 1, sizeof *models);
    assert_non_null(models);
    models->settings = &w->settings;
    models->assets = w->data->assets;
    models->cache = w->data->models;
    models->arena = &w->arena;
    return models;
}

static void all_spellings_of_a_file_are_one_model(void **state)
{
    static const char upper[] = "A\\TREE.M2";
    static const char lower[] = "a/tree.m2";
    struct world w;
    (void)state;
    world_start(&w);
    w.settings.doodads = ADTMAP_DOODADS_ALL;
    struct doodad_models *models = models_of(&w);
    struct doodad_model *model = doodad_models_find(models, upper, 0);
    assert_non_null(model);
    assert_string_equal(model->name, "a/tree.m2");
    assert_ptr_equal(doodad_models_find(models, lower, 0), model);
    assert_ptr_equal(doodad_models_find(models, upper, 0), model);
    assert_ptr_equal(models->pinned, model);
    assert_null(model->next_pinned);
    doodad_models_close(models);
    assert_null(models->pinned);
    assert_null(model->pin.value);
    world_stop(&w);
}

static void a_model_has_its_measures(void **state)
{
    struct world w;
    (void)state;
    world_start(&w);
    struct doodad_models *models = models_of(&w);
    w.settings.doodads = ADTMAP_DOODADS_ALL;
    const struct doodad_model *model = doodad_models_find(models, "a/tree.m2", 0);
    assert_non_null(model->model);
    assert_false(model->is_missing);
    assert_true(model->is_chosen);
    assert_true(model->longest_side_yd == (float)TREE_YD);
    assert_true(fabsf(model->reach_yd - sqrtf(3.0F) * (float)TREE_YD) < 1e-3F);
    const struct m2_asset *asset = model->pin.value;
    assert_int_equal(model->vertices_drawn, asset->vertices_drawn);
    doodad_models_close(models);
    world_stop(&w);
}

/* Both ids have the same bucket of doodad_models. */
static void files_without_names_are_found_by_their_ids(void **state)
{
    struct world w;
    (void)state;
    world_start(&w);
    w.settings.doodads = ADTMAP_DOODADS_ALL;
    struct doodad_models *models = models_of(&w);
    const struct doodad_model *model = doodad_models_find(models, NULL, POT_ID);
    const struct doodad_model *other = doodad_models_find(models, NULL, POST_ID);
    assert_true(model->longest_side_yd == 1.5F);
    assert_true(other->longest_side_yd == 2.5F);
    assert_ptr_equal(doodad_models_find(models, NULL, POT_ID), model);
    doodad_models_close(models);
    world_stop(&w);
}

static void a_missing_file_is_known_as_such(void **state)
{
    struct world w;
    (void)state;
    world_start(&w);
    struct doodad_models *models = models_of(&w);
    const struct doodad_model *model = doodad_models_find(models, "a/stone.mdx", 0);
    assert_null(model->model);
    assert_true(model->is_missing);
    assert_false(models->failed);
    doodad_models_close(models);
    world_stop(&w);
}

/* The outcome for a/tree.m2 under the settings of `w`. */
static struct doodad_model judged(struct world *w)
{
    struct doodad_models *models = models_of(w);
    const struct doodad_model *found = doodad_models_find(models, "a/tree.m2", 0);
    assert_non_null(found);
    struct doodad_model model = *found;
    doodad_models_close(models);
    return model;
}

/* What is left out by its name is not read: it is no missing file either. */
static void names_leave_models_out(void **state)
{
    static const char *const pattern = "tree";
    static const struct adtmap_doodad_rule include = {"a/*", 1};
    static const struct adtmap_doodad_rule exclude = {"a/*", 0};
    struct world w;
    (void)state;
    world_start(&w);
    assert_null(judged(&w).model); /* a tree is foliage */
    w.settings.doodad_rules = (struct adtmap_doodad_rules){&include, 1};
    assert_non_null(judged(&w).model);
    w.settings.doodad_rules = (struct adtmap_doodad_rules){&exclude, 1};
    assert_null(judged(&w).model);
    assert_null(judged(&w).pin.entry);
    w.settings.doodads = ADTMAP_DOODADS_ALL;
    assert_non_null(judged(&w).model);
    w.settings.objects.hide = &pattern;
    w.settings.objects.hide_count = 1;
    assert_null(judged(&w).model);
    assert_false(judged(&w).is_missing);
    assert_null(judged(&w).pin.entry);
    world_stop(&w);
}

static void only_chosen_names_are_chosen(void **state)
{
    static const char *const tree = "tree";
    static const char *const house = "house";
    struct world w;
    (void)state;
    world_start(&w);
    w.settings.doodads = ADTMAP_DOODADS_ALL;
    w.settings.objects.only_count = 1;
    w.settings.objects.only = &tree;
    assert_true(judged(&w).is_chosen);
    w.settings.objects.only = &house;
    assert_false(judged(&w).is_chosen);
    assert_non_null(judged(&w).model); /* a building may bring it */
    world_stop(&w);
}

/* By the rule of minimaps, models below two yards are left out. */
static void small_models_are_judged_by_their_size(void **state)
{
    struct world w;
    (void)state;
    world_start(&w);
    struct doodad_models *models = models_of(&w);
    assert_null(doodad_models_find(models, NULL, POT_ID)->model);
    assert_false(doodad_models_find(models, NULL, POT_ID)->is_missing);
    assert_non_null(doodad_models_find(models, NULL, POST_ID)->model);
    doodad_models_close(models);
    world_stop(&w);
}

int test_doodad_models(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_spellings_of_a_file_are_one_model),
        cmocka_unit_test(a_model_has_its_measures),
        cmocka_unit_test(files_without_names_are_found_by_their_ids),
        cmocka_unit_test(a_missing_file_is_known_as_such),
        cmocka_unit_test(names_leave_models_out),
        cmocka_unit_test(only_chosen_names_are_chosen),
        cmocka_unit_test(small_models_are_judged_by_their_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
