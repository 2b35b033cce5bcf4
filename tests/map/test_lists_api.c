/* The public lists of maps and placements, on files built here. */
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

enum { SEEN_MAX = 8, NAME_MAX_BYTES = 64 };

static struct temporary place;
static struct adtmap_data *data;
static struct adtmap_map *map;

static void write_bytes(const char *name, const struct buffer *bytes)
{
    char path[256];
    temporary_file(&place, name, "");
    FILE *file = fopen(temporary_path(&place, name, path), "w");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes->data, 1, bytes->size, file), bytes->size);
    fclose(file);
}

static void add_version(struct buffer *file)
{
    size_t begin = begin_chunk(file, "MVER");
    buffer_u32le(file, 18);
    end_chunk(file, begin);
}

static void add_names(struct buffer *file, const char *names_id, const char *index_id,
                      const char *name)
{
    add_chunk(file, names_id, name, strlen(name) + 1);
    add_chunk(file, index_id, "\0\0\0", 4);
}

/* The middle of the map is at 17066 2/3 in the axes of the file. */
static const float in_middle[6] = {51200.0F / 3, 12, 51200.0F / 3, 0, 90, 0};

static void add_house(struct buffer *file)
{
    const float box[6] = {0};
    size_t begin = begin_chunk(file, "MODF");
    buffer_u32le(file, 0);
    buffer_u32le(file, 77);
    add_floats(file, in_middle, 6);
    add_floats(file, box, 6);
    buffer_u16le(file, 0);
    buffer_u16le(file, 3); /* set of doodads */
    buffer_u16le(file, 0);
    buffer_u16le(file, 1024);
    end_chunk(file, begin);
}

/* A tree by name, of half size, and one by file id. */
static void add_trees(struct buffer *file)
{
    size_t begin = begin_chunk(file, "MDDF");
    for (uint32_t i = 0; i < 2; i++) {
        buffer_u32le(file, i == 0 ? 0 : 4711);
        buffer_u32le(file, 5 + i);
        add_floats(file, in_middle, 6);
        buffer_u16le(file, 512);
        buffer_u16le(file, i == 0 ? 0 : 0x40); /* the first number is a file id */
    }
    end_chunk(file, begin);
}

static struct buffer make_tile(void)
{
    struct buffer file = {0};
    add_version(&file);
    add_names(&file, "MMDX", "MMID", "World\\Tree.mdx");
    add_names(&file, "MWMO", "MWID", "World\\House.wmo");
    add_trees(&file);
    add_house(&file);
    add_chunk(&file, "MCNK", NULL, 0);
    return file;
}

static int open_map(void **state)
{
    (void)state;
    place = temporary_make();
    struct buffer tile = make_tile();
    write_bytes("World/Maps/Zed/Zed_31_32.adt", &tile);
    write_bytes("World/Maps/Alps/Alps_1_2.adt", &tile);
    tile.size = 20; /* the header, and a part of a chunk */
    write_bytes("World/Maps/Zed/Zed_31_33.adt", &tile);
    buffer_free(&tile);
    const char *const path = place.path;
    assert_int_equal(adtmap_data_open(&path, 1, NULL, &data, NULL), ADTMAP_OK);
    return adtmap_map_open(data, "Zed", &map, NULL) == ADTMAP_OK ? 0 : 1;
}

static int close_map(void **state)
{
    (void)state;
    adtmap_map_close(map);
    adtmap_data_close(data);
    temporary_remove(&place);
    return 0;
}

/* What was visited. */
struct seen {
    size_t count;
    struct adtmap_placement placements[SEEN_MAX];
    char names[SEEN_MAX][NAME_MAX_BYTES];
};

static void see_map(void *user, const char *name)
{
    struct seen *seen = user;
    assert_true(seen->count < SEEN_MAX);
    snprintf(seen->names[seen->count++], NAME_MAX_BYTES, "%s", name);
}

static void see_placement(void *user, const struct adtmap_placement *placement)
{
    struct seen *seen = user;
    assert_true(seen->count < SEEN_MAX);
    seen->placements[seen->count] = *placement;
    snprintf(seen->names[seen->count++], NAME_MAX_BYTES, "%s",
             placement->name ? placement->name : "");
}

static void maps_come_in_order_of_names(void **state)
{
    (void)state;
    struct seen seen = {0};
    assert_int_equal(adtmap_data_list_maps(data, see_map, &seen, NULL), ADTMAP_OK);
    assert_int_equal(seen.count, 2);
    assert_string_equal(seen.names[0], "Alps");
    assert_string_equal(seen.names[1], "Zed");
}

static void buildings_come_before_doodads(void **state)
{
    (void)state;
    struct seen seen = {0};
    assert_int_equal(adtmap_tile_list_placements(map, 31, 32, see_placement, &seen, NULL),
                     ADTMAP_OK);
    assert_int_equal(seen.count, 3);
    const struct adtmap_placement *house = &seen.placements[0];
    assert_int_equal(house->kind, ADTMAP_PLACEMENT_WMO);
    assert_int_equal(house->unique_id, 77);
    assert_int_equal(house->doodad_set, 3);
    assert_string_equal(seen.names[0], "World\\House.wmo");
    assert_true(house->scale == 1.0 && house->rotation[1] == 90.0);
    const struct adtmap_placement *tree = &seen.placements[1];
    assert_int_equal(tree->kind, ADTMAP_PLACEMENT_DOODAD);
    assert_int_equal(tree->unique_id, 5);
    assert_string_equal(seen.names[1], "World\\Tree.mdx");
    assert_true(tree->scale == 0.5 && tree->position[2] == 12.0);
    assert_true(tree->position[0] > -0.01 && tree->position[0] < 0.01);
    assert_null(seen.placements[2].name);
    assert_int_equal(seen.placements[2].file_id, 4711);
}

/* Nor does a file that is cut off. */
static void a_place_without_a_file_lists_nothing(void **state)
{
    (void)state;
    struct seen seen = {0};
    assert_int_equal(adtmap_tile_list_placements(map, 31, 33, see_placement, &seen, NULL),
                     ADTMAP_OK);
    assert_int_equal(adtmap_tile_list_placements(map, 0, 0, see_placement, &seen, NULL), ADTMAP_OK);
    assert_int_equal(seen.count, 0);
}

static void places_outside_the_grid_are_said(void **state)
{
    (void)state;
    struct seen seen = {0};
    struct adtmap_message why = {0};
    assert_int_equal(adtmap_tile_list_placements(map, 64, 0, see_placement, &seen, &why),
                     ADTMAP_NOT_FOUND);
    assert_non_null(strstr(why.what, "64_0 is outside the grid"));
    assert_int_equal(adtmap_tile_list_placements(map, 0, UINT32_MAX, see_placement, &seen, NULL),
                     ADTMAP_NOT_FOUND);
    assert_int_equal(seen.count, 0);
}

int test_lists_api(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(maps_come_in_order_of_names),
        cmocka_unit_test(buildings_come_before_doodads),
        cmocka_unit_test(a_place_without_a_file_lists_nothing),
        cmocka_unit_test(places_outside_the_grid_are_said),
    };
    return cmocka_run_group_tests(tests, open_map, close_map);
}
