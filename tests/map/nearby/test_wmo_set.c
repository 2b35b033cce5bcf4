/* Which WMOs of a tile's placements are drawn, kept for their doodads, or counted as missing. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "map/nearby/placed_world.h"

enum { ID = 7 };

static void a_wmo_in_the_tile_is_placed(void **state)
{
    struct world w;
    struct adt_placement wmo = placed("A\\House.wmo", ID, -100);
    (void)state;
    world_start(&w);
    wmo.scale = 2;
    wmo.sets = (struct adt_doodad_sets){1, {1}};
    open_wmos(&w, &wmo, 1);
    assert_int_equal(w.set.count, 1);
    assert_int_equal(w.set.near_count, 0);
    assert_int_equal(w.set.missing, 0);
    const struct placed_wmo *placement = &w.set.placements[0];
    assert_non_null(placement->building->root);
    assert_int_equal(placement->unique_id, ID);
    assert_true(placement->scale == 2.0F);
    assert_int_equal(placement->sets.count, 1);
    assert_int_equal(placement->sets.sets[0], 1);
    assert_true(fabs(placement->matrix.m[0][3] - wmo.position[0]) < 1e-6);
    uint64_t drawn = placement->building->vertices_drawn;
    assert_int_equal(w.set.vertices, drawn > TILE_VERTICES_MIN ? drawn : TILE_VERTICES_MIN);
    world_stop(&w);
}

/* A WMO is kept while one of its doodads stands within 100 yards of the tile. */
static void a_wmo_beyond_the_edge_is_kept_for_its_doodads(void **state)
{
    struct world w;
    (void)state;
    world_start(&w);
    const struct adt_placement wmos[] = {placed("a/house.wmo", 1, 60), placed("a/house.wmo", 2, 95),
                                         placed("a/house.wmo", 3, 110),
                                         placed("a/house.wmo", 4, 400)};
    w.omits_doodads = true;
    open_wmos(&w, wmos, 4);
    assert_int_equal(w.set.near_count, 0);
    w.omits_doodads = false;
    open_wmos(&w, wmos, 4);
    assert_int_equal(w.set.count, 0);
    assert_int_equal(w.set.near_count, 2);
    assert_int_equal(w.set.near[0].unique_id, 1);
    assert_int_equal(w.set.near[1].unique_id, 2);
    assert_int_equal(w.set.vertices, 0);
    struct adt_placement others[] = {
        placed("a/house.wmo", 5, -TILE_YD - 60), placed("a/house.wmo", 6, -TILE_YD - 400),
        placed("a/house.wmo", 7, -TILE_YD / 2), placed("a/house.wmo", 8, -TILE_YD / 2)};
    others[2].position[1] += TILE_YD / 2 + 60;
    others[3].position[1] -= TILE_YD / 2 + 60;
    open_wmos(&w, others, 4);
    assert_int_equal(w.set.count, 0);
    assert_int_equal(w.set.near_count, 3);
    assert_int_equal(w.set.near[1].unique_id, 7);
    world_stop(&w);
}

/* How far to the north a box of the building reaches where it is placed. */
static double reach_of(const struct placed_wmo *placement, const float low[3], const float high[3])
{
    struct adt_box box = placement_box(&placement->matrix, low, high);
    return (double)box.high[0] - placement->matrix.m[0][3];
}

/* It is seen by the box of its walls, and kept by that of where its doodads stand. */
static void a_wmo_reaches_as_far_as_its_boxes(void **state)
{
    struct world w;
    (void)state;
    world_start(&w);
    struct adt_placement wmo = placed("a/house.wmo", 1, -100);
    open_wmos(&w, &wmo, 1);
    const struct placed_wmo *placement = &w.set.placements[0];
    const struct wmo_model *house = placement->building;
    double walls = reach_of(placement, house->box.low, house->box.high);
    double doodads = reach_of(placement, house->doodad_box.low, house->doodad_box.high) + 100;
    assert_true(fabs(walls + 100 - doodads) > 0.5);
    for (int beyond = 0; beyond < 2; beyond++) {
        wmo = placed("a/house.wmo", 1, walls + (beyond ? 0.1 : -0.1));
        open_wmos(&w, &wmo, 1);
        assert_int_equal(w.set.count, !beyond);
        wmo = placed("a/house.wmo", 1, doodads + (beyond ? 0.1 : -0.1));
        open_wmos(&w, &wmo, 1);
        assert_int_equal(w.set.near_count, !beyond);
    }
    world_stop(&w);
}

static void settings_leave_wmos_out(void **state)
{
    static const char *const house = "house";
    static const char *const barn = "barn";
    static const uint32_t id = ID;
    struct world w;
    const struct adt_placement wmos[] = {placed("a/house.wmo", ID, -100),
                                         placed("a/house.wmo", ID + 1, -100)};
    (void)state;
    world_start(&w);
    open_wmos(&w, wmos, 2);
    assert_int_equal(w.set.count, 2);
    w.settings.objects.hide_ids = &id;
    w.settings.objects.hide_id_count = 1;
    open_wmos(&w, wmos, 2);
    assert_int_equal(w.set.count, 1);
    assert_int_equal(w.set.placements[0].unique_id, ID + 1);
    w.settings.objects.hide = &house;
    w.settings.objects.hide_count = 1;
    open_wmos(&w, wmos, 2);
    assert_int_equal(w.set.count, 0);
    adtmap_settings_default(&w.settings);
    w.settings.objects.only = &barn;
    w.settings.objects.only_count = 1;
    open_wmos(&w, wmos, 2);
    assert_int_equal(w.set.count, 0);
    world_stop(&w);
}

/* What cannot be read counts where it would be seen: by its box, else by where it stands. */
static void a_missing_wmo_counts_where_it_would_be_seen(void **state)
{
    struct world w;
    (void)state;
    world_start(&w);
    struct adt_placement wmos[] = {placed("a/barn.wmo", 1, -100), placed("a/barn.wmo", 2, 50),
                                   placed("a/barn.wmo", 3, 50), placed("a/barn.wmo", 4, -50)};
    double north = grid_edge_yd(TILE) - TILE_YD;
    double west = wmos[2].position[1];
    struct adt_box across = {{(float)north - 90, (float)west - 5, 0},
                             {(float)north + 5, (float)west + 5, 20}};
    struct adt_box beyond = across;
    beyond.high[0] = (float)north - 20;
    wmos[2].has_box = true;
    wmos[2].box = across;
    wmos[3].has_box = true;
    wmos[3].box = beyond;
    const bool counts[] = {true, false, true, false};
    for (size_t i = 0; i < 4; i++) {
        open_wmos(&w, &wmos[i], 1);
        assert_int_equal(w.set.missing, counts[i]);
        assert_int_equal(w.set.count + w.set.near_count, 0);
    }
    world_stop(&w);
}

static void vertices_have_a_limit(void **state)
{
    struct wmo_set set = {0};
    (void)state;
    assert_true(wmo_set_count(&set, 0));
    assert_int_equal(set.vertices, TILE_VERTICES_MIN);
    assert_false(wmo_set_count(&set, TILE_VERTICES_MAX - TILE_VERTICES_MIN + 1));
    assert_int_equal(set.vertices, TILE_VERTICES_MIN);
    assert_true(wmo_set_count(&set, TILE_VERTICES_MAX - TILE_VERTICES_MIN));
    assert_int_equal(set.vertices, TILE_VERTICES_MAX);
    assert_false(wmo_set_count(&set, 1));
}

/* 65,536 small WMOs fill a tile; the others are left out with one warning. */
static void wmos_beyond_the_limit_are_one_warning(void **state)
{
    enum { COUNT = TILE_VERTICES_MAX / TILE_VERTICES_MIN + 3 };
    struct world w;
    struct adt_placement *wmos = calloc(COUNT, sizeof *wmos);
    (void)state;
    assert_non_null(wmos);
    world_start(&w);
    for (uint32_t i = 0; i < COUNT; i++) {
        wmos[i] = placed("a/house.wmo", i, -100);
    }
    open_wmos(&w, wmos, COUNT);
    assert_true(w.set.beyond >= 3);
    assert_int_equal(w.set.count + w.set.beyond, COUNT);
    assert_true(w.set.vertices <= TILE_VERTICES_MAX);
    assert_int_equal(w.f.said.warnings, 1);
    world_stop(&w);
    free(wmos);
}

int test_wmo_set(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wmo_in_the_tile_is_placed),
        cmocka_unit_test(a_wmo_beyond_the_edge_is_kept_for_its_doodads),
        cmocka_unit_test(a_wmo_reaches_as_far_as_its_boxes),
        cmocka_unit_test(settings_leave_wmos_out),
        cmocka_unit_test(a_missing_wmo_counts_where_it_would_be_seen),
        cmocka_unit_test(vertices_have_a_limit),
        cmocka_unit_test(wmos_beyond_the_limit_are_one_warning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
