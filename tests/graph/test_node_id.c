/* What nodes are, and their paths in logs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "graph/node_id.h"
#include "output/paths.h"

static const uint64_t key = UINT64_C(0xAB00000000000012);

/* A node of each kind, and of each kind of series. */
static size_t list_nodes(struct node_id nodes[NODE_KINDS + 7], const char *paths[NODE_KINDS + 7])
{
    const struct node_id room = {.kind = NODE_MINIMAP_ROOM,
                                 .key = key,
                                 .name = "wmo/inn/inn",
                                 .number = 12,
                                 .x = 3,
                                 .y = 48};
    const struct {
        struct node_id node;
        const char *path;
    } rows[] = {
        {node_file("map.json"), "map.json"},
        {{.kind = NODE_ARCHIVE}, "Azeroth.pmtiles"},
        {node_tile("", 3, 48), "tiles/Azeroth_03_48.png"},
        {node_tile("height", 3, 48), "layers/height/Azeroth_03_48.png"},
        {node_stitched(""), "Azeroth.png"},
        {node_stitched("height"), "Azeroth.height.png"},
        {node_of_series(NODE_WORLD, "", 0, 0), "Azeroth.pgw"},
        {node_of_series(NODE_WORLD, "height", 0, 0), "Azeroth.height.pgw"},
        {node_of_series(NODE_AXES, "", 0, 0), "Azeroth.png.aux.xml"},
        {node_of_series(NODE_AXES, "height", 0, 0), "Azeroth.height.png.aux.xml"},
        {node_of_series(NODE_TILE_WORLD, "", 3, 48), "tiles/Azeroth_03_48.pgw"},
        {node_of_series(NODE_TILE_WORLD, "height", 3, 48), "layers/height/Azeroth_03_48.pgw"},
        {node_of_series(NODE_TILE_AXES, "", 3, 48), "tiles/Azeroth_03_48.png.aux.xml"},
        {node_of_series(NODE_TILE_AXES, "height", 3, 48),
         "layers/height/Azeroth_03_48.png.aux.xml"},
        {node_named(NODE_ZONE_WORLD, "High-Fells_2"), "zones/High-Fells_2.pgw"},
        {node_named(NODE_ZONE_AXES, "High-Fells_2"), "zones/High-Fells_2.png.aux.xml"},
        {node_zoom("", 5, 31, 7, IMAGE_WEBP), "web/color/5/31/7.webp"},
        {node_zoom("height", 0, 0, 10, IMAGE_PNG), "web/height/0/0/10.png"},
        {node_of_series(NODE_VALUES, "height", 31, 7), "web/height/values/31_7.js"},
        {node_named(NODE_ZONE, "High-Fells_2"), "zones/High-Fells_2.png"},
        {{.kind = NODE_MARKERS}, "markers.geojson"},
        {node_named(NODE_PICTURE, "inn.png"), "pictures/inn.png"},
        {{.kind = NODE_POINTS, .number = 12}, "points/12.js"},
        {node_named(NODE_SHARED, "page-files/site.js"), "@/page-files/site.js"},
        {node_client(NODE_MINIMAP_TILE, key, 3, 48), "@minimap/ab00000000000012/03_48"},
        {node_client(NODE_MINIMAP_NO_LIQUID, key, 3, 48),
         "@minimap/ab00000000000012/noliquid_03_48"},
        {node_client(NODE_MINIMAP_TABLE, key, 0, 0), "@minimap/ab00000000000012/table"},
        {node_client(NODE_MINIMAP_WMOS, key, 0, 0), "@minimap/ab00000000000012/interiors"},
        {node_wmo_of(room), "@minimap/ab00000000000012/wmo/inn/inn.wmo"},
        {room, "@minimap/ab00000000000012/wmo/inn/inn_012_03_48.blp"},
        {{.kind = NODE_WORLDMAP, .key = key, .name = "Elwynn", .number = 1},
         "@worldmap/ab00000000000012/Elwynn/1.blp"},
        {node_named(NODE_CLIENT_OTHER, "later/x"), "@later/x"},
    };
    size_t count = sizeof rows / sizeof *rows;
    assert_int_equal(count, NODE_KINDS + 7);
    for (size_t i = 0; i < count; i++) {
        nodes[i] = rows[i].node;
        paths[i] = rows[i].path;
    }
    return count;
}

static void a_path_is_printed_and_taken_apart(void **state)
{
    (void)state;
    struct node_id nodes[NODE_KINDS + 7];
    const char *paths[NODE_KINDS + 7];
    size_t count = list_nodes(nodes, paths);
    for (size_t i = 0; i < count; i++) {
        char path[NODE_PATH_BYTES], name[NODE_PATH_BYTES];
        struct node_id back;
        node_path(nodes[i], "Azeroth", path);
        assert_string_equal(path, paths[i]);
        assert_true(node_parse(path, "Azeroth", &back, name));
        assert_true(node_equal(nodes[i], back));
        assert_true(node_hash(nodes[i]) == node_hash(back));
        assert_int_equal(node_is_outside(back), path[0] == '@');
        assert_int_equal(node_is_client(back), path[0] == '@' && path[1] != '/');
        for (size_t k = 0; k < i; k++) {
            assert_false(node_equal(nodes[i], nodes[k]));
            assert_false(node_hash(nodes[i]) == node_hash(nodes[k]));
        }
    }
}

/* Such a path would be printed in another way, or it is of another map: each is a file of its own.
 */
static void what_is_nearly_a_path_of_ours_is_a_file(void **state)
{
    (void)state;
    static const char *const paths[] = {
        "tiles/Azeroth_3_48.png",
        "tiles/Azeroth_03_048.png",
        "tiles/Azeroth_03_48.jpg",
        "tiles/Azeroth_03_48.png.png",
        "tiles/Kalimdor_03_48.png",
        "layers//Azeroth_03_48.png",
        "layers/a/b/Azeroth_03_48.png",
        "layers/a-name-of-24-characters-/Azeroth_03_48.png",
        "Azeroth.a.b.png",
        "Azeroth..png",
        "web/color/05/31/7.webp",
        "web/color/5/31/7.gif",
        "web/color/5/31.png",
        "web/color/1234567890/31/7.png",
        "website.json",
        "zones/.png",
        "zones/Fells.json",
        "zones.json",
        "points/names.js",
        "pictures",
    };
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        char name[NODE_PATH_BYTES];
        struct node_id id;
        assert_true(node_parse(paths[i], "Azeroth", &id, name));
        assert_int_equal(id.kind, NODE_FILE);
        assert_string_equal(id.name, paths[i]);
    }
}

/* The same in the folder of a client; nothing of it counts as a file of the map. */
static void what_is_nearly_of_a_client_stays_outside(void **state)
{
    (void)state;
    static const char *const paths[] = {
        "@minimap/AB00000000000012/03_48",
        "@minimap/ab0000000000012/03_48",
        "@minimap/ab00000000000012/03148",
        "@minimap/ab00000000000012/03_480",
        "@minimap/ab00000000000012/noliquid_",
        "@minimap/ab00000000000012/_012_03_48.blp",
        "@minimap/ab00000000000012/inn_12_03_48.blp",
        "@minimap/ab00000000000012/inn_0123_03_48.blp",
        "@worldmap/ab00000000000012/1.blp",
    };
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        char name[NODE_PATH_BYTES];
        struct node_id id;
        assert_true(node_parse(paths[i], "Azeroth", &id, name));
        assert_int_equal(id.kind, NODE_CLIENT_OTHER);
        assert_string_equal(id.name, paths[i] + 1);
        assert_true(node_is_client(id) && node_is_outside(id));
    }
}

static void without_a_map_nothing_is_of_one(void **state)
{
    (void)state;
    char name[NODE_PATH_BYTES];
    struct node_id id;
    assert_true(node_parse("tiles/Azeroth_03_48.png", NULL, &id, name));
    assert_int_equal(id.kind, NODE_FILE);
    assert_true(node_parse("@/index.html", NULL, &id, name));
    assert_int_equal(id.kind, NODE_SHARED);
}

static void a_path_may_be_too_long_for_a_node(void **state)
{
    (void)state;
    char name[NODE_PATH_BYTES], path[NODE_PATH_BYTES + 1];
    struct node_id id;
    memset(path, 'x', sizeof path);
    path[NODE_PATH_BYTES] = '\0';
    assert_false(node_parse(path, "Azeroth", &id, name));
    path[NODE_PATH_BYTES - 1] = '\0';
    assert_true(node_parse(path, "Azeroth", &id, name));
    assert_string_equal(id.name, path);
    assert_false(node_parse("", "Azeroth", &id, name));
    id.kind = NODE_ZONE;
    node_path(id, "Azeroth", path);
    assert_int_equal(strlen(path), NODE_PATH_BYTES - 1);
}

static void kinds_tell_where_a_file_lies_and_what_it_is_made_of(void **state)
{
    (void)state;
    const struct node_id shared = node_named(NODE_SHARED, "leaflet.js");
    assert_true(node_is_outside(shared));
    assert_false(node_is_client(shared));
    assert_true(node_is_client(node_client(NODE_MINIMAP_TILE, key, 3, 48)));
    assert_true(node_is_outside((struct node_id){.kind = NODE_WORLDMAP}));
    assert_false(node_is_outside(node_tile("", 3, 48)));
    assert_false(node_is_outside((struct node_id){.kind = NODE_POINTS}));
    assert_false(node_is_layer(node_tile("", 3, 48)));
    assert_true(node_is_layer(node_zoom("height", 0, 0, 0, IMAGE_PNG)));
}

/* Pages and the manifest print paths of their own. */
static void paths_are_those_that_pages_print(void **state)
{
    (void)state;
    char path[NODE_PATH_BYTES], same[PATH_NAME_BYTES];
    node_path(node_tile("", 3, 48), "Azeroth", path);
    path_tile_name("Azeroth", 3, 48, same);
    assert_string_equal(path, same);
    node_path(node_tile("height", 3, 48), "Azeroth", path);
    path_layer_name("height", "Azeroth", 3, 48, same);
    assert_string_equal(path, same);
    node_path(node_stitched(""), "Azeroth", path);
    path_stitched_name("Azeroth", same);
    assert_string_equal(path, same);
    node_path(node_stitched("height"), "Azeroth", path);
    path_layer_stitched_name("height", "Azeroth", same);
    assert_string_equal(path, same);
    node_path(node_of_series(NODE_VALUES, "height", 31, 7), "Azeroth", path);
    path_values_name("height", 31, 7, same);
    assert_string_equal(path, same);
    node_path(node_zoom("", 5, 31, 7, IMAGE_PNG), "Azeroth", path);
    path_zoom_folder("", same);
    assert_memory_equal(path, same, strlen(same));
}

static void shared_files_lie_beside_the_folders_of_maps(void **state)
{
    (void)state;
    char *path =
        node_full_path(node_named(NODE_SHARED, "web/leaflet.js"), "out", "out/Azeroth", "Azeroth");
    assert_string_equal(path, "out/web/leaflet.js");
    free(path);
    path = node_full_path(node_stitched(""), "out", "out/Azeroth", "Azeroth");
    assert_string_equal(path, "out/Azeroth/Azeroth.png");
    free(path);
}

int test_node_id(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_path_is_printed_and_taken_apart),
        cmocka_unit_test(what_is_nearly_a_path_of_ours_is_a_file),
        cmocka_unit_test(what_is_nearly_of_a_client_stays_outside),
        cmocka_unit_test(without_a_map_nothing_is_of_one),
        cmocka_unit_test(a_path_may_be_too_long_for_a_node),
        cmocka_unit_test(kinds_tell_where_a_file_lies_and_what_it_is_made_of),
        cmocka_unit_test(paths_are_those_that_pages_print),
        cmocka_unit_test(shared_files_lie_beside_the_folders_of_maps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
