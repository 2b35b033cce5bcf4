/* The rule of the graph, without files: which nodes are made, stay, count and go, and why. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "graph/graph.h"
#include "node_of.h"

enum { KEY = 7 };

static const struct hash128 recipe = {1, 1}, other_recipe = {2, 1};

static struct node_id id_of(const char *path)
{
    return node_of("M", path);
}

/* A record of a file with a content of its own. */
static struct build_record *put(struct build_log *log, const char *path, struct hash128 nodes)
{
    const struct build_record made = {.id = id_of(path),
                                      .state = BUILD_MADE,
                                      .recipe = recipe,
                                      .nodes = nodes,
                                      .pixels = hash128(path, strlen(path)),
                                      .file = {9, 0, hash128(path, strlen(path))}};
    assert_true(build_log_put(log, &made));
    return build_log_find(log, made.id);
}

/* Two tiles; a zoom picture of the pictures and one of a layer; a room of a client's minimap. */
static struct build_log *make_log(void)
{
    struct build_log *log = build_log_create();
    log->map = strdup("M");
    put(log, "tiles/M_01_02.png", (struct hash128){0});
    put(log, "tiles/M_03_04.png", (struct hash128){0});
    put(log, "web/color/0/0/0.png", (struct hash128){0});
    put(log, "web/height/0/0/0.png", (struct hash128){0});
    put(log, "@minimap/0000000000000007/inn_000_00_00.blp", (struct hash128){0});
    return log;
}

static enum node_fate add(struct graph *graph, const char *path, enum node_policy policy,
                          struct hash128 of_recipe)
{
    const struct node node = {.id = id_of(path), .policy = policy, .recipe = of_recipe};
    return graph_node(graph, graph_add(graph, &node))->fate;
}

static void policies_differ_in_what_becomes_of_another_recipe(void **state)
{
    (void)state;
    static const struct {
        enum node_policy policy;
        enum node_fate fate;
    } rows[] = {{NODE_MAKE, NODE_MADE}, {NODE_KEEP, NODE_IGNORED}, {NODE_LEAVE, NODE_IGNORED}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct graph graph;
        struct build_log *log = make_log();
        assert_true(graph_open(&graph, log, NULL));
        assert_int_equal(add(&graph, "tiles/M_01_02.png", rows[i].policy, recipe), NODE_STAYS);
        assert_int_equal(add(&graph, "tiles/M_03_04.png", rows[i].policy, other_recipe),
                         rows[i].fate);
        graph_free(&graph);
        build_log_destroy(log);
    }
}

/* One that is kept goes when it is out of date, one that is left does not count. */
static void a_file_that_has_changed_is_made_or_goes(void **state)
{
    (void)state;
    static const enum node_fate fates[] = {
        [NODE_MAKE] = NODE_MADE, [NODE_KEEP] = NODE_REMOVED, [NODE_LEAVE] = NODE_IGNORED};
    for (enum node_policy policy = NODE_MAKE; policy <= NODE_LEAVE; policy++) {
        struct graph graph;
        struct build_log *log = make_log();
        assert_true(graph_open(&graph, log, NULL));
        graph_spoil(&graph, build_log_find(log, node_tile("", 1, 2)));
        assert_int_equal(add(&graph, "tiles/M_01_02.png", policy, recipe), fates[policy]);
        assert_int_equal(graph_node(&graph, 0)->reason, DIRTY_OUTPUT);
        assert_int_equal(add(&graph, "tiles/M_03_04.png", policy, recipe), NODE_STAYS);
        assert_true(graph_makes(&graph, node_tile("", 1, 2)) == (policy == NODE_MAKE));
        assert_false(graph_makes(&graph, node_tile("", 3, 4)));
        assert_false(graph_makes(&graph, node_tile("", 5, 6)));
        graph_free(&graph);
        build_log_destroy(log);
    }
}

static enum file_match cannot_read_file(void *user, struct build_record *record)
{
    (void)user;
    return record->id.kind == NODE_TILE ? FILE_UNREADABLE : FILE_SAME;
}

static enum file_match cannot_read_input(void *user, struct dependency *input)
{
    (void)user;
    (void)input;
    return FILE_UNREADABLE;
}

/* One that is made is mended; others stay, with their records, and what is made of them. */
static void a_file_that_cannot_be_read_is_made_or_stays(void **state)
{
    (void)state;
    static const enum node_fate fates[] = {
        [NODE_MAKE] = NODE_MADE, [NODE_KEEP] = NODE_STAYS, [NODE_LEAVE] = NODE_STAYS};
    static const struct graph_disk disk = {NULL, cannot_read_file, cannot_read_input, 1};
    for (enum node_policy policy = NODE_MAKE; policy <= NODE_LEAVE; policy++) {
        struct graph graph;
        struct build_log *log = make_log();
        assert_true(graph_open(&graph, log, &disk));
        assert_int_equal(graph.unreadable_count, 2);
        assert_string_equal(graph.unreadable, "tiles/M_01_02.png");
        assert_int_equal(add(&graph, "tiles/M_01_02.png", policy, recipe), fates[policy]);
        assert_int_equal(add(&graph, "web/height/0/0/0.png", NODE_KEEP, recipe), NODE_STAYS);
        graph_free(&graph);
        build_log_destroy(log);
    }
}

static void an_input_that_cannot_be_read_removes_nothing(void **state)
{
    (void)state;
    static const struct graph_disk disk = {NULL, cannot_read_file, cannot_read_input, 1};
    static const struct dependency dep = {"a.blp", {5, 5}, 0};
    for (enum node_policy policy = NODE_MAKE; policy <= NODE_KEEP; policy++) {
        struct graph graph;
        struct build_log *log = make_log();
        struct build_record *record = build_log_find(log, id_of("web/color/0/0/0.png"));
        record->inputs = calloc(1, sizeof *record->inputs);
        record->input_count = 1;
        assert_true(build_log_input(log, &dep, record->inputs));
        assert_true(graph_open(&graph, log, &disk));
        assert_int_equal(graph.unreadable_count, 3);
        assert_int_equal(add(&graph, "web/color/0/0/0.png", policy, recipe),
                         policy == NODE_MAKE ? NODE_MADE : NODE_STAYS);
        graph_free(&graph);
        build_log_destroy(log);
    }
}

static void what_nothing_claims_goes_but_not_in_the_folder_of_a_client(void **state)
{
    (void)state;
    struct graph graph;
    struct build_log *log = make_log();
    assert_true(graph_open(&graph, log, NULL));
    add(&graph, "tiles/M_01_02.png", NODE_MAKE, recipe);
    graph_claim(&graph, build_log_find(log, id_of("web/height/0/0/0.png")));
    assert_true(graph_close(&graph, false));
    assert_int_equal(graph.removed_count, 2);
    assert_string_equal(log->records[graph.removed[0]].path, "tiles/M_03_04.png");
    assert_string_equal(log->records[graph.removed[1]].path, "web/color/0/0/0.png");
    graph_free(&graph);
    build_log_destroy(log);
}

/* The fate of the archive and of a text when a node is made again, or goes with NULL for it. */
static void check_gathering(const char *changed, const char *left_out, bool makes_archive,
                            bool makes_text)
{
    static const char *const paths[] = {"tiles/M_01_02.png", "tiles/M_03_04.png",
                                        "web/color/0/0/0.png", "web/height/0/0/0.png"};
    struct graph graph;
    struct build_log *log = make_log();
    struct node archive = {.id = {.kind = NODE_ARCHIVE}, .recipe = recipe, .gathers = GATHERS_ZOOM};
    struct node text = {.id = node_file("map.json"), .recipe = recipe, .gathers = GATHERS_ALL};
    assert_true(graph_open(&graph, log, NULL));
    struct hash128 of_text = graph_hash_inputs(&graph, &text);
    struct hash128 of_archive = graph_hash_inputs(&graph, &archive);
    graph_free(&graph);
    put(log, "M.pmtiles", of_archive)->pixels = (struct hash128){0};
    put(log, "map.json", of_text)->pixels = (struct hash128){0};
    assert_true(graph_open(&graph, log, NULL));
    graph_add(&graph, &archive);
    graph_add(&graph, &text);
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        bool has_changed = changed && strcmp(changed, paths[i]) == 0;
        if (!left_out || strcmp(left_out, paths[i]) != 0) {
            add(&graph, paths[i], NODE_MAKE, has_changed ? other_recipe : recipe);
        }
    }
    assert_true(graph_close(&graph, false));
    assert_true(graph_makes(&graph, archive.id) == makes_archive);
    assert_true(graph_makes(&graph, text.id) == makes_text);
    graph_free(&graph);
    build_log_destroy(log);
}

static void an_archive_gathers_zoom_pictures_and_a_text_all(void **state)
{
    (void)state;
    check_gathering(NULL, NULL, false, false);
    check_gathering("web/color/0/0/0.png", NULL, true, true);
    check_gathering("web/height/0/0/0.png", NULL, false, true);
    check_gathering("tiles/M_01_02.png", NULL, false, true);
    check_gathering(NULL, "web/color/0/0/0.png", true, true);
    check_gathering(NULL, "web/height/0/0/0.png", false, true);
}

static void places_of_nodes_that_are_made(void **state)
{
    (void)state;
    struct graph graph;
    struct build_log *log = make_log();
    assert_true(graph_open(&graph, log, NULL));
    add(&graph, "tiles/M_01_02.png", NODE_MAKE, recipe);
    add(&graph, "tiles/M_03_04.png", NODE_MAKE, other_recipe);
    add(&graph, "tiles/M_63_63.png", NODE_MAKE, recipe);
    add(&graph, "layers/height/M_05_06.png", NODE_MAKE, recipe);
    const struct tile_set made = graph_made_places(&graph, node_tile("", 9, 9));
    assert_int_equal(tile_set_count(&made), 2);
    assert_true(tile_set_has(&made, 3, 4) && tile_set_has(&made, 63, 63));
    graph_free(&graph);
    build_log_destroy(log);
}

static void records_of_a_kind_come_in_the_order_of_the_log(void **state)
{
    (void)state;
    struct build_log *log = make_log();
    put(log, "@minimap/0000000000000008/inn_000_00_00.blp", (struct hash128){0});
    struct build_record *record = build_log_next(log, NODE_TILE, 0, NULL);
    assert_string_equal(record->path, "tiles/M_01_02.png");
    build_log_drop(log, record);
    record = build_log_next(log, NODE_TILE, 0, record);
    assert_string_equal(record->path, "tiles/M_03_04.png");
    assert_null(build_log_next(log, NODE_TILE, 0, record));
    assert_ptr_equal(build_log_next(log, NODE_TILE, 0, NULL), record);
    record = build_log_next(log, NODE_MINIMAP_ROOM, KEY, NULL);
    assert_int_equal(record->id.key, KEY);
    assert_null(build_log_next(log, NODE_MINIMAP_ROOM, KEY, record));
    assert_null(build_log_next(log, NODE_ZONE, 0, NULL));
    build_log_destroy(log);
}

int test_graph(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(policies_differ_in_what_becomes_of_another_recipe),
        cmocka_unit_test(a_file_that_has_changed_is_made_or_goes),
        cmocka_unit_test(a_file_that_cannot_be_read_is_made_or_stays),
        cmocka_unit_test(an_input_that_cannot_be_read_removes_nothing),
        cmocka_unit_test(what_nothing_claims_goes_but_not_in_the_folder_of_a_client),
        cmocka_unit_test(an_archive_gathers_zoom_pictures_and_a_text_all),
        cmocka_unit_test(places_of_nodes_that_are_made),
        cmocka_unit_test(records_of_a_kind_come_in_the_order_of_the_log),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
