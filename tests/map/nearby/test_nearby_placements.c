/* Placements around a tile: each unique id once, the one at home first. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "formats/grid.h"
#include "map/nearby/nearby_placements.h"

enum { TILE = 31 };

/* A placement with this id, `tiles` tiles east of the middle of the tile. */
static struct adt_placement placed(uint32_t unique_id, double tiles)
{
    double middle = grid_edge_yd(TILE) - TILE_YD / 2.0;
    return (struct adt_placement){.unique_id = unique_id,
                                  .position = {middle, middle - tiles * TILE_YD, 0}};
}

static void the_placement_at_home_counts(void **state)
{
    (void)state;
    const struct adt_placement doodads[] = {placed(9, 0.0), placed(4, 1.0), placed(4, 0.0),
                                            placed(4, 0.25)};
    const struct adt_placements own = {.doodad_count = 4, .doodads = doodads};
    const struct nearby_placements_search search = {
        .own = &own, .x = TILE, .y = TILE, .kind = NEARBY_DOODADS};
    struct arena arena = {0};
    struct nearby_placements nearby;
    assert_int_equal(nearby_placements_open(&search, &arena, &nearby), ADTMAP_OK);
    assert_int_equal(nearby.count, 2);
    assert_ptr_equal(nearby.placements[0], &doodads[2]);
    assert_ptr_equal(nearby.placements[1], &doodads[0]);
    nearby_placements_close(&nearby);
    arena_free(&arena);
}

static void other_kinds_are_left_out(void **state)
{
    (void)state;
    const struct adt_placement wmos[] = {placed(1, 0.0), placed(2, 0.0)};
    const struct adt_placement doodads[] = {placed(8, 0.0)};
    const struct adt_placements own = {1, doodads, 2, wmos};
    const struct nearby_placements_search search = {
        .own = &own, .x = TILE, .y = TILE, .kind = NEARBY_WMOS};
    struct arena arena = {0};
    struct nearby_placements nearby;
    assert_int_equal(nearby_placements_open(&search, &arena, &nearby), ADTMAP_OK);
    assert_int_equal(nearby.count, 2);
    assert_ptr_equal(nearby.placements[0], &wmos[0]);
    assert_ptr_equal(nearby.placements[1], &wmos[1]);
    assert_null(nearby.models);
    nearby_placements_close(&nearby);
    arena_free(&arena);
}

/* What is asked of names: how often, and what each is to be told apart by. */
struct asked {
    unsigned count;
    char models[3];
};

/* A tree reaches a third of a tile, a bush nowhere, and nobody wants rocks. */
static void judge(void *user, const struct doodad_name *name, struct nearby_name *judged)
{
    struct asked *asked = user;
    const float reach_yd = strcmp(name->name, "tree") == 0   ? (float)(TILE_YD / 3.0)
                           : strcmp(name->name, "bush") == 0 ? 0.0F
                                                             : -1.0F;
    *judged = (struct nearby_name){reach_yd, &asked->models[asked->count++]};
}

static void doodads_out_of_reach_and_unwanted_ones_are_left_out(void **state)
{
    (void)state;
    static const char tree[] = "tree";
    static const char bush[] = "bush";
    static const char rock[] = "rock";
    struct asked asked = {0};
    /* A tile's edge is half a tile away from its middle. */
    struct adt_placement doodads[] = {placed(5, 0.8), placed(4, 0.9), placed(3, 0.9),
                                      placed(2, 0.6), placed(1, 0.4), placed(0, 0.0)};
    const char *const names[] = {tree, tree, tree, bush, bush, rock};
    for (size_t i = 0; i < 6; i++) {
        doodads[i].name = names[i];
        doodads[i].scale = 1.0F;
    }
    doodads[2].scale = 1.5F;
    const struct adt_placements own = {.doodad_count = 6, .doodads = doodads};
    const struct nearby_placements_search search = {
        .own = &own, .x = TILE, .y = TILE, .kind = NEARBY_DOODADS, .judge = judge, .user = &asked};
    struct arena arena = {0};
    struct nearby_placements nearby;
    assert_int_equal(nearby_placements_open(&search, &arena, &nearby), ADTMAP_OK);
    assert_int_equal(asked.count, 3);
    assert_int_equal(nearby.count, 3);
    static const uint32_t ids[] = {1, 3, 5};
    static const unsigned models[] = {1, 0, 0};
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(nearby.placements[i]->unique_id, ids[i]);
        assert_ptr_equal(nearby.models[i], &asked.models[models[i]]);
    }
    nearby_placements_close(&nearby);
    arena_free(&arena);
}

/* A tile has its northern and western edges, and not the others: what stands on a border has one
 * home, and is neither drawn nor written twice. */
static void what_stands_on_a_border_has_one_home(void **state)
{
    (void)state;
    double north_west = grid_edge_yd(TILE);
    const struct adt_placement corner = {.position = {north_west, north_west, 0}};
    const struct adt_placement edge = {.position = {north_west, north_west - TILE_YD / 2.0, 0}};
    unsigned homes[2] = {0};
    for (uint32_t i = 0; i < 9; i++) {
        uint32_t x = TILE - 1 + i % 3;
        uint32_t y = TILE - 1 + i / 3;
        homes[0] += placement_stands_in(&corner, x, y);
        homes[1] += placement_stands_in(&edge, x, y);
    }
    assert_int_equal(homes[0], 1);
    assert_int_equal(homes[1], 1);
    assert_true(placement_stands_in(&corner, TILE, TILE));
    assert_true(placement_stands_in(&edge, TILE, TILE));
}

int test_nearby_placements(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_placement_at_home_counts),
        cmocka_unit_test(what_stands_on_a_border_has_one_home),
        cmocka_unit_test(other_kinds_are_left_out),
        cmocka_unit_test(doodads_out_of_reach_and_unwanted_ones_are_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
