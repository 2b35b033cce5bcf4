/* Which doodads stand in a tile: those of the ADT, and those of the sets of its WMOs. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "map/nearby/placed_world.h"
#include "scene/doodad/doodad_set.h"

static void start(struct world *w)
{
    world_start(w);
    w->settings.doodads = ADTMAP_DOODADS_ALL;
}

static struct doodad_set open_doodads(struct world *w, const struct adt_placement *doodads,
                                      uint32_t count)
{
    const struct adt_placements own = {.doodad_count = count, .doodads = doodads};
    const struct doodad_search search = {.data = w->data,
                                         .own = &own,
                                         .x = TILE,
                                         .y = TILE,
                                         .settings = &w->settings,
                                         .arena = &w->arena};
    struct doodad_set set;
    assert_int_equal(doodad_set_open(&search, &w->set, &w->f.diag, &set), ADTMAP_OK);
    return set;
}

/* How many doodads of one placement there are. */
static uint32_t count_of(struct world *w, struct adt_placement doodad)
{
    struct doodad_set set = open_doodads(w, &doodad, 1);
    uint32_t count = set.count;
    doodad_set_close(&set);
    return count;
}

static void a_doodad_in_the_tile_is_listed(void **state)
{
    struct world w;
    struct adt_placement tree = placed("a/tree.m2", 7, -100);
    (void)state;
    start(&w);
    tree.scale = 2;
    struct doodad_set set = open_doodads(&w, &tree, 1);
    assert_int_equal(set.count, 1);
    assert_int_equal(set.missing, 0);
    const struct scene_doodad *doodad = &set.doodads[0];
    assert_int_equal(doodad->unique_id, 7);
    assert_string_equal(doodad->model->name, "a/tree.m2");
    assert_true(fabs(doodad->matrix.m[0][3] - tree.position[0]) < 1e-6);
    assert_true(fabsf(doodad->box.high[2] - doodad->box.low[2] - 2.0F * TREE_YD) < 1e-3F);
    const struct sun_light sun = sun_light_of(&w.settings.light);
    struct doodad_light light = doodad_light_outside(&sun);
    assert_memory_equal(&doodad->light, &light, sizeof light);
    assert_int_equal(w.set.vertices, TILE_VERTICES_MIN);
    doodad_set_close(&set);
    assert_int_equal(set.count, 0);
    world_stop(&w);
}

/* The model reaches south by its size, as the placement turns it by 180 degrees. */
static void a_doodad_beyond_the_edge_counts_if_it_reaches_in(void **state)
{
    struct world w;
    struct adt_placement tree = placed("a/tree.m2", 7, TREE_YD - 1);
    struct adt_placement large = placed("a/tree.m2", 7, TREE_YD + 1);
    (void)state;
    start(&w);
    tree.rotation[1] = large.rotation[1] = 180;
    large.scale = 2;
    assert_int_equal(count_of(&w, tree), 1);
    assert_int_equal(count_of(&w, large), 1);
    large.scale = 1;
    assert_int_equal(count_of(&w, large), 0);
    struct adt_placement huge = placed("a/tree.m2", 7, 20 * TREE_YD);
    huge.rotation[1] = 180;
    huge.scale = 25;
    assert_int_equal(count_of(&w, huge), 1);
    huge.scale = 15;
    assert_int_equal(count_of(&w, huge), 0);
    tree.rotation[1] = 0;
    assert_int_equal(count_of(&w, tree), 0);
    world_stop(&w);
}

static void small_doodads_are_left_out(void **state)
{
    struct world w;
    struct adt_placement tree = placed("a/tree.m2", 7, -100);
    (void)state;
    start(&w);
    w.settings.doodad_min_size_yd = TREE_YD;
    assert_int_equal(count_of(&w, tree), 1);
    tree.scale = 0.9F;
    assert_int_equal(count_of(&w, tree), 0);
    /* Half a pixel, unless the user says. */
    w.settings.doodad_min_size_yd = -1;
    tree.scale = 1;
    w.settings.size_px = 67; /* a pixel of 7.96 yards */
    assert_int_equal(count_of(&w, tree), 1);
    w.settings.size_px = 66; /* of 8.08 */
    assert_int_equal(count_of(&w, tree), 0);
    world_stop(&w);
}

/* Of relief maps four pixels, unless the user says; crowns as elsewhere. */
static void small_shapes_of_relief_maps_are_left_out(void **state)
{
    struct world w;
    const struct adt_placement tree = placed("a/tree.m2", 7, -100);
    const struct adt_placement lamp = placed("lamp.m2", 8, -100);
    (void)state;
    start(&w);
    w.settings.size_px = 106; /* a pixel of 5.03 yards */
    assert_int_equal(count_of(&w, lamp), 1);
    w.settings.ground = ADTMAP_GROUND_RELIEF;
    assert_int_equal(count_of(&w, lamp), 0);
    assert_int_equal(count_of(&w, tree), 1);
    w.settings.size_px = 107; /* of 4.98 */
    assert_int_equal(count_of(&w, lamp), 1);
    w.settings.size_px = 66;
    assert_int_equal(count_of(&w, tree), 0);
    w.settings.doodad_min_size_yd = 0;
    assert_int_equal(count_of(&w, lamp), 1);
    assert_int_equal(count_of(&w, tree), 1);
    world_stop(&w);
}

static void settings_leave_doodads_out(void **state)
{
    static const uint32_t id = 7;
    static const char *const house = "house";
    struct world w;
    const struct adt_placement trees[] = {placed("a/tree.m2", 7, -100),
                                          placed("a/tree.m2", 8, -100)};
    (void)state;
    start(&w);
    w.settings.objects.hide_ids = &id;
    w.settings.objects.hide_id_count = 1;
    assert_int_equal(count_of(&w, trees[0]), 0);
    assert_int_equal(count_of(&w, trees[1]), 1);
    w.settings.objects.only = &house;
    w.settings.objects.only_count = 1;
    assert_int_equal(count_of(&w, trees[1]), 0);
    world_stop(&w);
}

static void missing_doodads_are_counted(void **state)
{
    struct world w;
    const struct adt_placement bushes[] = {
        placed("a/bush.m2", 1, -100), placed("a/bush.m2", 2, -100), placed("a/bush.m2", 3, 100)};
    (void)state;
    start(&w);
    struct doodad_set set = open_doodads(&w, bushes, 3);
    assert_int_equal(set.count, 0);
    assert_int_equal(set.missing, 2);
    doodad_set_close(&set);
    world_stop(&w);
}

/* The doodads of the house have 1.5 times their size. */
static void a_wmo_brings_its_first_set_and_the_chosen_one(void **state)
{
    struct world w;
    struct adt_placement house = placed("a/house.wmo", 5, -100);
    (void)state;
    start(&w);
    house.scale = 2;
    w.settings.doodad_min_size_yd = 2 * TREE_YD; /* the tree has three times its size */
    for (uint16_t chosen = 0; chosen < 3; chosen++) {
        house.sets = (struct adt_doodad_sets){chosen, {2, 1}};
        open_wmos(&w, &house, 1);
        struct doodad_set set = open_doodads(&w, NULL, 0);
        assert_int_equal(set.count, chosen == 2 ? 2 : 1); /* there is no third set */
        for (uint32_t i = 0; i < set.count; i++) {
            const struct scene_doodad *doodad = &set.doodads[i];
            float edge_yd = i == 0 ? LAMP_YD : TREE_YD;
            assert_string_equal(doodad->model->name, i == 0 ? "lamp.mdx" : "tree.mdx");
            assert_int_equal(doodad->unique_id, 5);
            float height = doodad->box.high[2] - doodad->box.low[2];
            assert_true(fabsf(height - 1.5F * 2.0F * edge_yd) < 0.01F);
        }
        doodad_set_close(&set);
    }
    world_stop(&w);
}

/* The file has a second set, which the root does not claim. */
static void sets_that_a_wmo_does_not_have_are_not_read(void **state)
{
    struct world w;
    struct adt_placement house = placed("a/house.wmo", 5, -100);
    (void)state;
    start(&w);
    house.sets = (struct adt_doodad_sets){1, {1}};
    open_wmos(&w, &house, 1);
    struct placed_wmo *real = w.set.placements;
    struct wmo root = *real->building->root;
    struct wmo_model building = *real->building;
    struct placed_wmo placement = *real;
    assert_int_equal(root.doodad_set_count, 2);
    root.doodad_set_count = 1;
    building.root = &root;
    placement.building = &building;
    w.set.placements = &placement;
    struct doodad_set set = open_doodads(&w, NULL, 0);
    assert_int_equal(set.count, 1);
    doodad_set_close(&set);
    w.set.placements = real;
    world_stop(&w);
}

static void a_missing_doodad_of_a_wmo_is_counted(void **state)
{
    struct world w;
    struct adt_placement house = placed("a/house.wmo", 5, -100);
    char path[256];
    (void)state;
    start(&w);
    assert_int_equal(remove(temporary_path(&w.f.data, "lamp.m2", path)), 0);
    open_wmos(&w, &house, 1);
    struct doodad_set set = open_doodads(&w, NULL, 0);
    assert_int_equal(set.count, 0);
    assert_int_equal(set.missing, 1);
    doodad_set_close(&set);
    world_stop(&w);
}

/* A room of the house names the tree, no group names the lamp. */
static void doodads_of_rooms_have_their_light_and_stay_without_roofs(void **state)
{
    struct world w;
    struct adt_placement house = placed("a/house.wmo", 5, -100);
    (void)state;
    start(&w);
    house.sets = (struct adt_doodad_sets){1, {1}};
    open_wmos(&w, &house, 1);
    struct doodad_set set = open_doodads(&w, NULL, 0);
    assert_int_equal(set.count, 2);
    const struct sun_light light = sun_light_of(&w.settings.light);
    const struct wmo_model *building = w.set.placements[0].building;
    const struct wmo_doodad *tree = &building->root->doodads[1];
    const uint8_t *ambient = w.set.placements[0].ambient;
    assert_memory_equal(ambient, building->root->ambient, 4);
    struct doodad_light outside = doodad_light_outside(&light);
    assert_memory_equal(&set.doodads[0].light, &outside, sizeof outside);
    /* The tree is not adjusted: light comes from the middle of its room. */
    const struct wmo_box *room = &building->groups[0]->box;
    const struct scene_doodad *placed = &set.doodads[1];
    double toward[3];
    for (int r = 0; r < 3; r++) {
        toward[r] = w.set.placements[0].matrix.m[r][3];
        for (int i = 0; i < 3; i++) {
            double middle = ((double)room->low[i] + (double)room->high[i]) / 2;
            toward[r] += w.set.placements[0].matrix.m[r][i] * middle;
        }
        toward[r] -= ((double)placed->box.low[r] + (double)placed->box.high[r]) / 2;
    }
    struct doodad_light inside = doodad_light_inside(&light, tree, ambient, toward);
    for (int i = 0; i < 3; i++) {
        assert_true(placed->light.ambient[i] == inside.ambient[i]);
        assert_true(placed->light.diffuse[i] == inside.diffuse[i]);
        assert_float_equal(placed->light.to_light[i], inside.to_light[i], 1e-5);
    }
    doodad_set_close(&set);
    w.settings.draw &= ~(uint32_t)ADTMAP_DRAW_ROOFS;
    set = open_doodads(&w, NULL, 0);
    assert_int_equal(set.count, 1);
    assert_string_equal(set.doodads[0].model->name, "tree.mdx");
    doodad_set_close(&set);
    world_stop(&w);
}

/* The lamp, turned with its house, reaches 29 yards to the north. */
static void doodads_of_wmos_beyond_the_edge_reach_in(void **state)
{
    struct world w;
    (void)state;
    start(&w);
    for (int far = 0; far < 2; far++) {
        struct adt_placement house = placed("a/house.wmo", 5, far ? 95 : 10);
        open_wmos(&w, &house, 1);
        assert_int_equal(w.set.count, 0);
        assert_int_equal(w.set.near_count, 1);
        struct doodad_set set = open_doodads(&w, NULL, 0);
        assert_int_equal(set.count, !far);
        doodad_set_close(&set);
    }
    world_stop(&w);
}

static void doodads_beyond_the_limit_are_one_warning(void **state)
{
    struct world w;
    const struct adt_placement trees[] = {placed("a/tree.m2", 7, -100),
                                          placed("a/tree.m2", 8, -100)};
    (void)state;
    start(&w);
    w.set.vertices = TILE_VERTICES_MAX - TILE_VERTICES_MIN;
    struct doodad_set set = open_doodads(&w, trees, 2);
    assert_int_equal(set.count, 1);
    assert_int_equal(set.beyond, 1);
    assert_int_equal(set.doodads[0].unique_id, 7);
    assert_int_equal(w.f.said.warnings, 1);
    doodad_set_close(&set);
    world_stop(&w);
}

/* More doodads than the list has room for at first keep their order. */
static void a_long_list_keeps_its_order(void **state)
{
    enum { COUNT = 1000 };
    struct world w;
    static struct adt_placement trees[COUNT];
    (void)state;
    start(&w);
    for (uint32_t i = 0; i < COUNT; i++) {
        trees[i] = placed("a/tree.m2", COUNT - i, -100);
    }
    struct doodad_set set = open_doodads(&w, trees, COUNT);
    assert_int_equal(set.count, COUNT);
    for (uint32_t i = 0; i < COUNT; i++) {
        assert_int_equal(set.doodads[i].unique_id, i + 1);
    }
    doodad_set_close(&set);
    world_stop(&w);
}

int test_doodad_set(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_doodad_in_the_tile_is_listed),
        cmocka_unit_test(a_doodad_beyond_the_edge_counts_if_it_reaches_in),
        cmocka_unit_test(small_doodads_are_left_out),
        cmocka_unit_test(small_shapes_of_relief_maps_are_left_out),
        cmocka_unit_test(settings_leave_doodads_out),
        cmocka_unit_test(missing_doodads_are_counted),
        cmocka_unit_test(a_wmo_brings_its_first_set_and_the_chosen_one),
        cmocka_unit_test(sets_that_a_wmo_does_not_have_are_not_read),
        cmocka_unit_test(a_missing_doodad_of_a_wmo_is_counted),
        cmocka_unit_test(doodads_of_rooms_have_their_light_and_stay_without_roofs),
        cmocka_unit_test(doodads_of_wmos_beyond_the_edge_reach_in),
        cmocka_unit_test(doodads_beyond_the_limit_are_one_warning),
        cmocka_unit_test(a_long_list_keeps_its_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
