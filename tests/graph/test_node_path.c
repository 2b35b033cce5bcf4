/* Paths of nodes, made and taken apart again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "graph/node_path.h"

static void a_zone_and_the_path_of_its_picture(void **state)
{
    (void)state;
    char path[NODE_MINIMAP_BYTES];
    char name[NODE_MINIMAP_BYTES] = "";
    node_zone_path("High-Fells_2", path);
    assert_string_equal(path, "zones/High-Fells_2.png");
    assert_true(node_zone_name(path, name));
    assert_string_equal(name, "High-Fells_2");
    assert_false(node_zone_name("zones/.png", name));
    assert_false(node_zone_name("zones/Fells.json", name));
    assert_false(node_zone_name("tiles/zones/Fells.png", name));
    assert_false(node_zone_name("zones.json", name));
}

/* The pictures are the series without a name. */
static void series_have_files_of_four_kinds(void **state)
{
    (void)state;
    static const struct {
        const char *series, *tile, *stitched, *world, *zoom;
    } rows[] = {
        {"", "tiles/Azeroth_03_48.png", "Azeroth.png", "Azeroth.pgw", "web/color/5/31/7.webp"},
        {"height", "layers/height/Azeroth_03_48.png", "Azeroth.height.png", "Azeroth.height.pgw",
         "web/height/5/31/7.webp"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char path[PATH_NAME_BYTES];
        node_tile_path(rows[i].series, "Azeroth", 3, 48, path);
        assert_string_equal(path, rows[i].tile);
        assert_true(node_is_tile_path(path));
        assert_false(node_is_zoom_path(NULL, path));
        node_stitched_path(rows[i].series, "Azeroth", path);
        assert_string_equal(path, rows[i].stitched);
        assert_false(node_is_tile_path(path));
        node_world_path(rows[i].series, "Azeroth", path);
        assert_string_equal(path, rows[i].world);
        node_zoom_path(rows[i].series, 5, 31, 7, IMAGE_WEBP, path);
        assert_string_equal(path, rows[i].zoom);
        assert_false(node_is_tile_path(path));
        assert_true(node_is_zoom_path(NULL, path));
        assert_true(node_is_zoom_path(rows[i].series, path));
        assert_false(node_is_zoom_path(rows[1 - i].series, path));
    }
    assert_false(node_is_zoom_path(NULL, "website.json"));
    assert_false(node_is_zoom_path("height", "web/heights/5/31/7.png"));
    char path[PATH_NAME_BYTES];
    node_values_path("height", 31, 7, path);
    assert_string_equal(path, "web/height/values/31_7.js");
    node_marker_block_path(12, path);
    assert_string_equal(path, "points/12.js");
}

static void a_tile_of_a_layer_names_it(void **state)
{
    (void)state;
    const char *layer = NULL;
    assert_int_equal(node_tile_layer("layers/height/Azeroth_03_48.png", &layer), 6);
    assert_memory_equal(layer, "height/", 7);
    assert_int_equal(node_tile_layer("tiles/Azeroth_03_48.png", &layer), 0);
}

static void nodes_of_a_client_have_the_key_of_its_folder(void **state)
{
    (void)state;
    const uint64_t key = UINT64_C(0xAB00000000000012);
    char path[NODE_MINIMAP_BYTES];
    node_minimap_path(key, "table", path);
    assert_string_equal(path, "@minimap/ab00000000000012/table");
    assert_string_equal(node_minimap_name(key, path), "table");
    assert_null(node_minimap_name(key + 1, path));
    assert_null(node_worldmap_name(key, path));
    assert_true(node_is_client(path));
    assert_true(node_is_outside(path));
    node_worldmap_path(key, "Elwynn/1.blp", path);
    assert_string_equal(path, "@worldmap/ab00000000000012/Elwynn/1.blp");
    assert_string_equal(node_worldmap_name(key, path), "Elwynn/1.blp");
    assert_null(node_minimap_name(key, path));
    assert_true(node_is_client(path));
    assert_false(node_is_client(NODE_SHARED "leaflet.js"));
    assert_true(node_is_outside(NODE_SHARED "leaflet.js"));
    assert_false(node_is_outside("tiles/Azeroth_03_48.png"));
}

static void tiles_of_a_minimap_are_told_by_their_names(void **state)
{
    (void)state;
    static const char *const names[] = {"03_48", "noliquid_03_48"};
    for (enum minimap_tile i = MINIMAP_PICTURE; i < MINIMAP_TILES; i++) {
        char path[NODE_MINIMAP_BYTES];
        enum minimap_tile kind = MINIMAP_TILES;
        uint32_t x = 9, y = 9;
        node_minimap_tile_path(1, i, 3, 48, path);
        assert_string_equal(node_minimap_name(1, path), names[i]);
        assert_true(node_minimap_is_tile(names[i], &kind, &x, &y));
        assert_int_equal(kind, i);
        assert_int_equal(x, 3);
        assert_int_equal(y, 48);
    }
    static const char *const others[] = {"table", "03148", "wmo/a/a_000_03_48.blp", "noliquid_",
                                         "03_480"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        enum minimap_tile kind;
        uint32_t x = 9, y = 9;
        assert_false(node_minimap_is_tile(others[i], &kind, &x, &y));
        assert_int_equal(x + y, 0);
    }
}

static void a_block_of_a_room_leads_to_its_wmo(void **state)
{
    (void)state;
    char wmo[NODE_MINIMAP_BYTES] = "";
    assert_true(node_minimap_is_block("wmo/inn/inn_012_03_48.blp", wmo));
    assert_string_equal(wmo, "wmo/inn/inn.wmo");
    assert_true(node_minimap_is_block("_012_03_48.blp", wmo));
    assert_false(node_minimap_is_block("012_03_48.blp", wmo));
    assert_false(node_minimap_is_block("wmo/inn/inn_012_03_48.wmo", wmo));
}

static void shared_files_lie_beside_the_folders_of_maps(void **state)
{
    (void)state;
    char *path = node_full_path("out", "out/Azeroth", NODE_SHARED "web/leaflet.js");
    assert_string_equal(path, "out/web/leaflet.js");
    free(path);
    path = node_full_path("out", "out/Azeroth", "web/map.js");
    assert_string_equal(path, "out/Azeroth/web/map.js");
    free(path);
}

int test_node_path(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_zone_and_the_path_of_its_picture),
        cmocka_unit_test(series_have_files_of_four_kinds),
        cmocka_unit_test(a_tile_of_a_layer_names_it),
        cmocka_unit_test(nodes_of_a_client_have_the_key_of_its_folder),
        cmocka_unit_test(tiles_of_a_minimap_are_told_by_their_names),
        cmocka_unit_test(a_block_of_a_room_leads_to_its_wmo),
        cmocka_unit_test(shared_files_lie_beside_the_folders_of_maps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
