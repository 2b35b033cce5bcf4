/* Which doodads of buildings are looked at, and how many. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "map/nearby/wmo_doodads.h"

enum { VISITED_MAX = 8 };

struct visited {
    size_t count;
    uint32_t ids[VISITED_MAX];
    uint32_t indices[VISITED_MAX];
};

/* wmo_doodad_visitor; ends when it has no room. */
static bool note(void *user, const struct placed_wmo *building, uint32_t index)
{
    struct visited *visited = user;
    if (visited->count == VISITED_MAX) {
        return false;
    }
    visited->ids[visited->count] = building->unique_id;
    visited->indices[visited->count++] = index;
    return true;
}

static void sets_that_a_placement_chooses_are_visited(void **state)
{
    (void)state;
    static const struct wmo_doodad doodads[] = {{.name = "a.m2", .scale = 1},
                                                {.name = "b.m2"}, /* without a size */
                                                {.file_id = 7, .scale = 1},
                                                {.scale = 1}, /* without a model */
                                                {.name = "c.m2", .scale = 1}};
    static const struct wmo_doodad_set sets[] = {{.begin = 0, .count = 2},
                                                 {.begin = 4, .count = 1},
                                                 {.begin = 2, .count = 2},
                                                 {.begin = 4, .count = 1}};
    static const struct wmo inn = {
        .doodad_count = 5, .doodads = doodads, .doodad_set_count = 3, .doodad_sets = sets};
    static const struct wmo bare = {0};
    const struct wmo_model inn_model = {.root = &inn};
    const struct wmo_model bare_model = {.root = &bare};
    /* The WMO has no set 3: what follows its sets is not one of them. */
    struct placed_wmo in_tile[] = {
        {.building = &bare_model, .unique_id = 1},
        {.building = &inn_model, .unique_id = 2, .sets = {.sets = {2, 3}, .count = 2}}};
    struct placed_wmo near = {.building = &inn_model, .unique_id = 3};
    const struct wmo_set wmos = {.count = 2, .placements = in_tile, .near_count = 1, .near = &near};
    struct visited visited = {0};
    bool is_beyond = true;
    assert_true(wmo_doodads_visit(&wmos, note, &visited, &is_beyond));
    assert_false(is_beyond);
    assert_int_equal(visited.count, 3);
    assert_int_equal(visited.ids[1], 2);
    assert_int_equal(visited.indices[1], 2);
    assert_int_equal(visited.ids[2], 3);
    assert_int_equal(visited.indices[2], 0);
    visited.count = VISITED_MAX - 1;
    assert_false(wmo_doodads_visit(&wmos, note, &visited, &is_beyond));
}

/* wmo_doodad_visitor */
static bool count_one(void *user, const struct placed_wmo *building, uint32_t index)
{
    (void)building;
    (void)index;
    ++*(size_t *)user;
    return true;
}

/* 16 doodads of which one set has all, as often as the limit allows. */
static void what_goes_beyond_the_limit_is_left_out(void **state)
{
    (void)state;
    enum { DOODADS = 16, FIT = WMO_DOODADS_LOOKED_AT_MAX / DOODADS };
    static const struct wmo_doodad doodads[DOODADS] = {[3] = {.name = "a.m2", .scale = 1}};
    static const struct wmo_doodad_set sets[] = {{.begin = 0, .count = DOODADS}};
    static const struct wmo inn = {
        .doodad_count = DOODADS, .doodads = doodads, .doodad_set_count = 1, .doodad_sets = sets};
    const struct wmo_model inn_model = {.root = &inn};
    struct placed_wmo *placements = calloc(FIT + 1, sizeof *placements);
    assert_non_null(placements);
    for (size_t i = 0; i <= FIT; i++) {
        placements[i].building = &inn_model;
    }
    struct wmo_set wmos = {.count = FIT, .placements = placements};
    size_t count = 0;
    bool is_beyond = true;
    assert_true(wmo_doodads_visit(&wmos, count_one, &count, &is_beyond));
    assert_false(is_beyond);
    assert_int_equal(count, FIT);
    wmos.count = FIT + 1;
    assert_true(wmo_doodads_visit(&wmos, count_one, &count, &is_beyond));
    assert_true(is_beyond);
    assert_int_equal(count, 2 * FIT);
    free(placements);
}

int test_wmo_doodads(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sets_that_a_placement_chooses_are_visited),
        cmocka_unit_test(what_goes_beyond_the_limit_is_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
