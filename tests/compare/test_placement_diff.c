/* Placements added, moved and removed, over tiles that list them several times. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "assets/data_fixture.h"
#include "base/size.h"
#include "compare/placement_diff.h"

static const struct adt_placement house = {
    .name = "World\\House.wmo", .unique_id = 7, .scale = 1, .position = {10, 20, 30}};
static const struct adt_placement tree = {
    .name = "world/tree.mdx", .unique_id = 8, .scale = 1, .position = {1, 2, 3}};

struct gathering {
    struct fixture f;
    struct placement_gather gather;
    struct placement_change *changes;
    size_t count;
    uint32_t visits[8]; /* of tiles */
};

static void visit(void *user, uint32_t tile, enum placement_kind kind)
{
    (void)kind;
    ((struct gathering *)user)->visits[tile]++;
}

static void start(struct gathering *g)
{
    memset(g, 0, sizeof *g);
    fixture_start(&g->f);
    const char *paths[] = {g->f.data.path};
    assert_int_equal(assets_open(paths, 1, &g->f.diag, &g->f.assets), ADTMAP_OK);
}

/* WMOs and doodads of a tile, before and after; NULL: none. */
static void add(struct gathering *g, uint32_t tile, const struct adt_placement *wmos[2],
                const struct adt_placement *doodads[2])
{
    struct adt_placements placements[2];
    struct placement_side sides[2];
    for (size_t i = 0; i < 2; i++) {
        placements[i] =
            (struct adt_placements){doodads[i] != NULL, doodads[i], wmos[i] != NULL, wmos[i]};
        sides[i] = (struct placement_side){g->f.assets, &placements[i]};
    }
    placement_gather_add(&g->gather, tile, &sides[0], &sides[1]);
}

static void add_wmo(struct gathering *g, uint32_t tile, const struct adt_placement *before,
                    const struct adt_placement *after)
{
    const struct adt_placement *wmos[2] = {before, after};
    const struct adt_placement *none[2] = {NULL, NULL};
    add(g, tile, wmos, none);
}

static void finish(struct gathering *g, size_t count)
{
    assert_true(placement_gather_finish(&g->gather, visit, g, &g->changes, &g->count));
    assert_int_equal(g->count, count);
}

static void stop(struct gathering *g)
{
    free(g->changes);
    placement_gather_free(&g->gather);
    fixture_stop(&g->f);
}

static void each_fate_is_found(void **state)
{
    (void)state;
    struct gathering g;
    struct adt_placement moved = house;
    moved.position[0] += 4;
    const struct adt_placement *none[2] = {NULL, NULL};
    const struct adt_placement *added[2] = {NULL, &tree};
    const struct adt_placement *removed[2] = {&house, NULL};
    start(&g);
    add(&g, 1, none, added);
    finish(&g, 1);
    assert_int_equal(g.changes[0].fate, PLACEMENT_ADDED);
    assert_int_equal(g.changes[0].to.kind, PLACEMENT_DOODAD);
    assert_string_equal(g.changes[0].to.name, "world/tree.m2");
    assert_int_equal(g.visits[1], 1);
    stop(&g);
    start(&g);
    add(&g, 2, removed, none);
    finish(&g, 1);
    assert_int_equal(g.changes[0].fate, PLACEMENT_REMOVED);
    assert_string_equal(g.changes[0].from.name, "world/house.wmo");
    stop(&g);
    start(&g);
    add_wmo(&g, 3, &house, &moved);
    finish(&g, 1);
    assert_int_equal(g.changes[0].fate, PLACEMENT_MOVED);
    assert_true(g.changes[0].to.position[0] == 14 && g.changes[0].from.position[0] == 10);
    stop(&g);
}

static void a_turn_a_size_and_other_doodads_are_a_move(void **state)
{
    (void)state;
    struct adt_placement changed[3] = {house, house, house};
    changed[0].rotation[1] = 90;
    changed[1].scale = 2;
    changed[2].sets = (struct adt_doodad_sets){1, {1}};
    for (size_t i = 0; i < COUNT_OF(changed); i++) {
        struct gathering g;
        start(&g);
        add_wmo(&g, 0, &house, &changed[i]);
        finish(&g, 1);
        assert_int_equal(g.changes[0].fate, PLACEMENT_MOVED);
        stop(&g);
    }
}

static void what_looks_the_same_is_the_same(void **state)
{
    (void)state;
    struct adt_placement same[3] = {house, house, house};
    same[0].unique_id = 99; /* tools renumber placements */
    same[1].rotation[0] = 360;
    same[2].name = "world/HOUSE.WMO";
    for (size_t i = 0; i < COUNT_OF(same); i++) {
        struct gathering g;
        start(&g);
        add_wmo(&g, 0, &house, &same[i]);
        finish(&g, 0);
        stop(&g);
    }
}

/* A building that reaches into three tiles is one change, and all its tiles are visited. */
static void a_placement_of_several_tiles_is_one_change(void **state)
{
    (void)state;
    struct gathering g;
    struct adt_placement moved = house;
    moved.position[1] -= 600;
    start(&g);
    add_wmo(&g, 0, &house, NULL);
    add_wmo(&g, 1, &house, &moved);
    add_wmo(&g, 2, NULL, &moved);
    finish(&g, 1);
    assert_int_equal(g.changes[0].fate, PLACEMENT_MOVED);
    for (size_t i = 0; i < 3; i++) {
        assert_true(g.visits[i] > 0);
    }
    assert_int_equal(g.visits[3], 0);
    stop(&g);
}

static void a_change_of_the_lists_alone_is_none(void **state)
{
    (void)state;
    struct gathering g;
    start(&g);
    add_wmo(&g, 0, &house, NULL);
    add_wmo(&g, 1, &house, &house);
    finish(&g, 0);
    assert_int_equal(g.visits[0], 0);
    stop(&g);
    start(&g);
    add_wmo(&g, 0, &house, NULL);
    add_wmo(&g, 1, NULL, &house);
    finish(&g, 0);
    stop(&g);
}

static void another_model_in_the_same_place_is_removed_and_added(void **state)
{
    (void)state;
    struct gathering g;
    struct adt_placement other = house;
    other.name = "world/inn.wmo";
    start(&g);
    add_wmo(&g, 0, &house, &other);
    finish(&g, 2);
    assert_int_equal(g.changes[0].fate, PLACEMENT_REMOVED);
    assert_int_equal(g.changes[1].fate, PLACEMENT_ADDED);
    stop(&g);
}

static bool is_house(void *user, enum placement_kind kind, const char *label)
{
    (void)user;
    return kind == PLACEMENT_WMO && strcmp(label, "world/house.wmo") == 0;
}

/* Two tiles list the house, and a tree stands there whose model is the same. */
static void a_model_that_looks_different_is_one_change(void **state)
{
    (void)state;
    struct gathering g;
    const struct adt_placement *houses[2] = {&house, &house};
    const struct adt_placement *trees[2] = {&tree, &tree};
    start(&g);
    g.gather.model_differs = is_house;
    add(&g, 1, houses, trees);
    add(&g, 2, houses, trees);
    finish(&g, 1);
    assert_int_equal(g.changes[0].fate, PLACEMENT_REMODELED);
    assert_int_equal(g.changes[0].to.tile, 1);
    assert_int_equal(g.changes[0].from.unique_id, 7);
    assert_int_equal(g.visits[1], 1);
    assert_int_equal(g.visits[2], 1);
    stop(&g);
}

int test_placement_diff(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_fate_is_found),
        cmocka_unit_test(a_turn_a_size_and_other_doodads_are_a_move),
        cmocka_unit_test(what_looks_the_same_is_the_same),
        cmocka_unit_test(a_placement_of_several_tiles_is_one_change),
        cmocka_unit_test(a_change_of_the_lists_alone_is_none),
        cmocka_unit_test(a_model_that_looks_different_is_one_change),
        cmocka_unit_test(another_model_in_the_same_place_is_removed_and_added),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
