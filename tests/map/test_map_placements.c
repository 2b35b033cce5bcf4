/* Buildings that tiles far away list: met in order, those alone that reach into the tile. And what
 * is read of a tile's own placements. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "adtmap/adtmap.h"
#include "assets/temporary.h"
#include "formats/bytes.h"
#include "formats/grid.h"
#include "map/map.h"
#include "map/map_placements.h"
#include "map/tile_placements.h"

enum { X = 30, Y = 20 };

/* A building whose box begins in the middle of tile (x, Y) and is `tiles` wide, to the east. */
static struct adt_placement building(uint32_t unique_id, uint32_t x, double tiles)
{
    const float west = (float)(grid_edge_yd(x) - TILE_YD / 2);
    const float north = (float)(grid_edge_yd(Y) - TILE_YD / 2);
    return (struct adt_placement){
        .unique_id = unique_id,
        .has_box = true,
        .box = {{north - 10, west - (float)(tiles * TILE_YD), 0}, {north, west, 50}}};
}

/* Tile (x, Y), whose ADT has been asked, lists these. */
static void list(struct adtmap_map *map, uint32_t x, struct adt_placement *items, uint32_t count)
{
    tile_set_add(&map->files, x, Y);
    map->far->tiles[Y][x] = (struct far_tile){true, count, items};
}

static void those_that_reach_into_the_tile_are_met_in_order(void **state)
{
    (void)state;
    struct adtmap_map map = {.far = far_placements_create()};
    assert_non_null(map.far);
    struct adt_placement west[] = {building(1, X - 4, 1), building(2, X - 4, 4)};
    struct adt_placement none[1];
    struct adt_placement nearer[] = {building(3, X - 2, 2), building(4, X - 2, 0.25),
                                     building(5, X - 2, 3)};
    struct adt_placement next[] = {building(6, X - 1, 3)};
    struct adt_placement beyond[] = {building(7, X - 5, 6)};
    list(&map, X - 4, west, 2);
    list(&map, X - 3, none, 0);
    list(&map, X - 2, nearer, 3);
    list(&map, X - 1, next, 1);
    list(&map, X - 5, beyond, 1);
    struct far_placement_step step;
    assert_int_equal(map_far_placements_begin(&map, X, Y, &step), ADTMAP_OK);
    assert_int_equal(step.most, 5);
    const struct adt_placement *const met[] = {&west[1], &nearer[0], &nearer[2]};
    for (size_t i = 0; i < 3; i++) {
        assert_true(map_far_placements_next(&map, &step));
        assert_ptr_equal(step.placement, met[i]);
    }
    assert_false(map_far_placements_next(&map, &step));
    assert_false(map_far_placements_next(&map, &step));
    far_placements_destroy(map.far);
}

static void a_walk_that_has_not_begun_meets_nothing(void **state)
{
    (void)state;
    const struct adtmap_map map = {0};
    struct far_placement_step step = {0};
    assert_false(map_far_placements_next(&map, &step));
}

/* A table of one entry of `bytes` with unique id 7, at the grid's corner, and its name. */
static void add_table(struct buffer *adt, const char *const ids[3], const char *name, size_t bytes)
{
    add_chunk(adt, ids[0], name, strlen(name) + 1);
    add_u32_chunk(adt, ids[1], 0);
    size_t entry = begin_chunk(adt, ids[2]);
    add_zeroes(adt, bytes);
    put_u32(adt, entry + 4, 7);
    put_u32(adt, entry + bytes - 4, 1024); /* in MDDF the scale, 1 */
    end_chunk(adt, entry);
}

/* Forests have thousands of doodads, which nobody needs who draws none. */
static void doodads_are_read_for_those_who_ask(void **state)
{
    (void)state;
    static const char *const of_doodads[] = {"MMDX", "MMID", "MDDF"};
    static const char *const of_wmos[] = {"MWMO", "MWID", "MODF"};
    struct temporary place = temporary_make();
    struct adtmap_data *data;
    struct adtmap_map *map;
    struct buffer adt = {0};
    add_u32_chunk(&adt, "MVER", 18);
    add_table(&adt, of_doodads, "a.m2", 36);
    add_table(&adt, of_wmos, "a.wmo", 64);
    char file_path[256];
    temporary_file(&place, "World/Maps/Zed/Zed_30_20.adt", "");
    FILE *file = fopen(temporary_path(&place, "World/Maps/Zed/Zed_30_20.adt", file_path), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(adt.data, 1, adt.size, file), adt.size);
    fclose(file);
    buffer_free(&adt);
    const char *const path = place.path;
    assert_int_equal(adtmap_data_open(&path, 1, NULL, &data, NULL), ADTMAP_OK);
    assert_int_equal(adtmap_map_open(data, "Zed", &map, NULL), ADTMAP_OK);
    for (uint32_t i = 0; i < 2; i++) {
        struct cache_pin pin;
        const enum adt_content contents = i ? ADT_PLACEMENTS : ADT_WMOS;
        assert_int_equal(map_placements_pin(map, X, Y, contents, NULL, &pin), ADTMAP_OK);
        const struct adt_placements *placed = map_placements_of(&pin);
        assert_int_equal(placed->wmo_count, 1);
        assert_int_equal(placed->doodad_count, i);
        assert_true(map_placements_has_wmo(&pin, 7));
        assert_int_equal(map_placements_has_doodad(&pin, 7), i);
        cache_release(&pin);
    }
    adtmap_map_close(map);
    adtmap_data_close(data);
    temporary_remove(&place);
}

int test_map_placements(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(those_that_reach_into_the_tile_are_met_in_order),
        cmocka_unit_test(a_walk_that_has_not_begun_meets_nothing),
        cmocka_unit_test(doodads_are_read_for_those_who_ask),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
