/* Maps as artists made them: WMOs stand in the boxes that MODF gives them, doodads on the ground.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "assets/m2_model.h"
#include "assets/wmo_model.h"
#include "formats/grid.h"
#include "formats/real_files.h"
#include "map/map.h"
#include "map/placement/placement_matrix.h"

enum { SKIPPED = 77, OUTER_ROW = 17 /* heights from one outer row of vertices to the next */ };

struct totals {
    unsigned wmos, wmos_off;
    unsigned doodads, doodads_away;
};

/* The height of the outer vertex nearest to a place; false where the tile has no ground there. */
static bool find_ground(const struct adt_tile *tile, uint32_t x, uint32_t y,
                        const double position[3], double *height_yd)
{
    double south = (grid_edge_yd(y) - position[0]) / QUAD_YD;
    double east = (grid_edge_yd(x) - position[1]) / QUAD_YD;
    if (!(south >= 0 && south < QUADS_PER_TILE && east >= 0 && east < QUADS_PER_TILE)) {
        return false;
    }
    uint32_t row = (uint32_t)south;
    uint32_t column = (uint32_t)east;
    const struct adt_chunk *chunk = &tile->chunks[row / 8 * ADT_EDGE + column / 8];
    *height_yd = (double)chunk->height_yd[row % 8 * OUTER_ROW + column % 8];
    return chunk->present;
}

/* Whether two boxes agree to a yard on every side. */
static bool agree(const struct adt_box *a, const struct adt_box *b)
{
    bool same = true;
    for (int axis = 0; axis < 3; axis++) {
        same = same && fabsf(a->low[axis] - b->low[axis]) < 1.0F &&
               fabsf(a->high[axis] - b->high[axis]) < 1.0F;
    }
    return same;
}

static void check_wmo(struct adtmap_data *data, const struct adt_placement *placement,
                      struct totals *totals)
{
    struct cache_pin pin;
    assert_int_equal(wmo_cache_pin(data->buildings, placement->name, &pin), ADTMAP_OK);
    const struct wmo_model *model = pin.value;
    if (model->root && placement->has_box) {
        const struct placement_matrix matrix = placement_matrix(placement);
        struct adt_box box = placement_box(&matrix, model->root->box.low, model->root->box.high);
        bool off = !agree(&box, &placement->box);
        totals->wmos++;
        totals->wmos_off += off;
        if (off) {
            print_message("%s, %u: not as its box in MODF\n", placement->name,
                          placement->unique_id);
        }
    }
    cache_release(&pin);
}

/* A doodad is on the ground if its box, a few yards wider, holds the height of the ground. Others
 * float on lakes or hang on buildings. */
static void check_doodad(struct adtmap_data *data, const struct adt_placement *placement,
                         double ground_yd, struct totals *totals)
{
    enum { ROOM_YD = 5 };
    struct cache_pin pin;
    assert_int_equal(m2_cache_pin(data->models, placement->name, &pin), ADTMAP_OK);
    const struct m2_asset *asset = pin.value;
    if (asset->model && asset->model->batch_count > 0) {
        const struct m2_box *box = &asset->model->box;
        const struct placement_matrix matrix = placement_matrix(placement);
        struct adt_box world = placement_box(&matrix, box->low, box->high);
        totals->doodads++;
        totals->doodads_away += (double)world.low[2] - ROOM_YD > ground_yd ||
                                (double)world.high[2] + ROOM_YD < ground_yd;
    }
    cache_release(&pin);
}

static void check_tile(const struct adtmap_map *map, uint32_t x, uint32_t y, struct totals *totals)
{
    const struct diag diag = {0};
    struct arena arena = {0};
    struct tile_files files;
    struct adt_tile *tile;
    struct adt_request wanted = map_adt_request(map, x, y);
    wanted.contents = ADT_TERRAIN | ADT_PLACEMENTS;
    assert_int_equal(map_read_tile(map, x, y, &diag, &files), ADTMAP_OK);
    assert_int_equal(adt_read(&files.adt, &wanted, &arena, &diag, &tile), ADTMAP_OK);
    for (uint32_t i = 0; i < tile->placements.wmo_count; i++) {
        check_wmo(map->data, &tile->placements.wmos[i], totals);
    }
    for (uint32_t i = 0; i < tile->placements.doodad_count; i++) {
        const struct adt_placement *placement = &tile->placements.doodads[i];
        double ground_yd;
        if (find_ground(tile, x, y, placement->position, &ground_yd)) {
            check_doodad(map->data, placement, ground_yd, totals);
        }
    }
    tile_files_release(&files);
    arena_free(&arena);
}

static void check_map(const char *folder, const char *name, struct totals *totals)
{
    char path[4096];
    const char *paths[] = {path};
    struct adtmap_data *data;
    struct adtmap_map *map;
    snprintf(path, sizeof path, "%s/%s", real_root(), folder);
    if (adtmap_data_open(paths, 1, NULL, &data, NULL)) {
        skip();
    }
    assert_int_equal(adtmap_map_open(data, name, &map, NULL), ADTMAP_OK);
    for (uint32_t i = 0; i < TILE_SET_TILES; i++) {
        if (tile_set_has(&map->files, i % TILE_SET_GRID, i / TILE_SET_GRID)) {
            check_tile(map, i % TILE_SET_GRID, i / TILE_SET_GRID, totals);
        }
    }
    adtmap_map_close(map);
    adtmap_data_close(data);
    print_message("%s: %u of %u WMOs off their boxes, %u of %u doodads away from the ground\n",
                  name, totals->wmos_off, totals->wmos, totals->doodads_away, totals->doodads);
}

static void real_placements_fit(void **state)
{
    (void)state;
    static const char *const maps[][2] = {{"jade", "JadeForest"},
                                          {"shadowmoon", "ShadowmoonValley2"}};
    for (size_t i = 0; i < 2; i++) {
        struct totals totals = {0};
        check_map(maps[i][0], maps[i][1], &totals);
        assert_true(totals.wmos > 0 && totals.wmos_off == 0);
        assert_true(totals.doodads > 500 && 20 * totals.doodads_away < totals.doodads);
    }
}

int test_placements_real(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(real_placements_fit),
    };
    return real_root() ? cmocka_run_group_tests(tests, NULL, NULL) : SKIPPED;
}
