/* The plan of a run, on a virtual disk: which nodes are made, kept and removed, and why. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "job/outputs/minimap_interiors.h"
#include "job/outputs/outputs.h"
#include "node_of.h"

enum { FILES_MAX = 8 };

/* All files are as recorded, but for those that are named. */
struct disk {
    const char *changed_files[FILES_MAX];
    const char *changed_inputs[FILES_MAX];
};

static bool is_named(const char *const names[FILES_MAX], const char *name)
{
    for (size_t i = 0; i < FILES_MAX && names[i]; i++) {
        if (strcmp(names[i], name) == 0) {
            return true;
        }
    }
    return false;
}

static enum file_match look_at_file(void *user, struct build_record *record)
{
    const struct disk *disk = user;
    return is_named(disk->changed_files, record->path) ? FILE_CHANGED : FILE_SAME;
}

static enum file_match look_at_input(void *user, struct dependency *input)
{
    const struct disk *disk = user;
    return is_named(disk->changed_inputs, input->name) ? FILE_CHANGED : FILE_SAME;
}

static struct plan *make_plan(const struct plan_request *request, struct build_log *log,
                              struct disk *disk)
{
    const struct graph_disk view = {disk, look_at_file, look_at_input, 1};
    struct plan *plan = outputs_plan(request, log, &view);
    assert_non_null(plan);
    return plan;
}

static const struct hash128 picture_recipe = {1, 1};
static const struct hash128 layer_recipe = {2, 1};
static const struct hash128 stitched_recipe = {3, 1};
static const struct hash128 zoom_recipe = {4, 1};
static const struct hash128 text_recipe = {5, 1};
static struct hash128 facts[TILE_SET_GRID][TILE_SET_GRID];

/* Four tiles at 256 px, stitched, with zoom levels, a height layer and a manifest. */
static struct plan_request request_all(void)
{
    struct plan_request request = {.map = "M", .series_count = 2, .file_count = 1};
    memset(&request.asked, 0xff, sizeof request.asked);
    struct plan_series *pictures = &request.series[0];
    *pictures = (struct plan_series){.name = "",
                                     .drawn.recipe = picture_recipe,
                                     .is_asked = true,
                                     .facts = facts,
                                     .stitched = {true, stitched_recipe}};
    pictures->tiles.rows[10] = 0x3;
    pictures->tiles.rows[11] = 0x3;
    request.series[1] = *pictures;
    snprintf(request.series[1].name, sizeof request.series[1].name, "height");
    request.series[1].drawn.recipe = layer_recipe;
    request.series[1].stitched.is_asked = false;
    request.series[0].zoom.is_asked = true;
    request.zoom_max = 6;
    request.series[0].zoom.recipe = zoom_recipe;
    request.files[0].id = node_file("map.json");
    request.files[0].recipe = text_recipe;
    request.files[0].gathers = GATHERS_ALL;
    return request;
}

static void put_made(struct build_log *log, struct node_id id, struct hash128 recipe,
                     struct hash128 nodes, const char *input)
{
    char path[NODE_PATH_BYTES];
    node_path(id, "M", path);
    struct build_record record = {
        .id = id,
        .state = BUILD_MADE,
        .recipe = recipe,
        .nodes = nodes,
        .pixels = hash128(path, strlen(path)),
        .file = {100, 1, hash128(path, strlen(path))},
    };
    if (input) {
        const struct dependency dep = {input, hash128(input, strlen(input)), 1};
        record.inputs = calloc(1, sizeof *record.inputs);
        record.input_count = 1;
        assert_true(build_log_input(log, &dep, record.inputs));
    }
    assert_true(build_log_put(log, &record));
}

static void put_tiles(struct build_log *log, const struct plan_request *request, uint32_t series)
{
    for (uint32_t i = 0; i < 4; i++) {
        char input[32];
        snprintf(input, sizeof input, "world/%u.adt", i);
        put_made(log, node_tile(request->series[series].name, i % 2, 10 + i / 2),
                 request->series[series].drawn.recipe, (struct hash128){0}, input);
    }
}

/* Records what the plan makes, as a run does: texts last, and no content id of them. */
static void record_made(const struct plan_request *request, struct build_log *log)
{
    struct disk disk = {0};
    struct plan *plan = make_plan(request, log, &disk);
    for (int is_text = 0; is_text < 2; is_text++) {
        for (uint32_t i = 0; i < plan->graph.count; i++) {
            const struct node *node = graph_node(&plan->graph, i);
            if (node->fate == NODE_MADE && node_is_text(node) == is_text) {
                put_made(log, node->id, node->recipe, graph_hash_inputs(&plan->graph, node), NULL);
                struct build_record *record = build_log_find(log, node->id);
                record->pixels = is_text ? (struct hash128){0} : record->pixels;
            }
        }
    }
    plan_free(plan);
}

static struct build_log *make_log(void)
{
    struct build_log *log = build_log_create();
    log->map = strdup("M");
    return log;
}

/* The log that a run of the request leaves. */
static struct build_log *log_of(const struct plan_request *request)
{
    struct build_log *log = make_log();
    put_tiles(log, request, 0);
    put_tiles(log, request, 1);
    record_made(request, log);
    return log;
}

static bool removes(const struct plan *plan, const struct build_log *log, const char *path)
{
    for (uint32_t i = 0; i < plan->graph.removed_count; i++) {
        if (strcmp(log->records[plan->graph.removed[i]].path, path) == 0) {
            return true;
        }
    }
    return false;
}

static enum dirty_reason reason_of(const struct plan *plan, const char *path)
{
    uint32_t number = graph_find(&plan->graph, node_of("M", path));
    assert_int_not_equal(number, NODE_NONE);
    return graph_node(&plan->graph, number)->reason;
}

struct fixture {
    struct plan_request request;
    struct build_log *log;
    struct disk disk;
    struct plan *plan;
};

static struct fixture setup(void)
{
    struct fixture f = {.request = request_all()};
    f.log = log_of(&f.request);
    return f;
}

static struct plan *plan(struct fixture *f)
{
    plan_free(f->plan);
    f->plan = make_plan(&f->request, f->log, &f->disk);
    return f->plan;
}

static struct fixture *replan(struct fixture *f)
{
    plan(f);
    return f;
}

static struct plan_verdict verdict_of(const struct fixture *f, uint32_t series, uint32_t x,
                                      uint32_t y)
{
    return plan_verdict(&f->request, f->plan, series, x, y);
}

static const struct plan_zoom *zoom_of(const struct fixture *f, uint32_t series)
{
    static struct plan_zoom zoom;
    plan_made_zoom(&f->request, f->plan, series, &zoom);
    return &zoom;
}

static const struct tile_set *values_of(const struct fixture *f, uint32_t series)
{
    static struct tile_set tiles;
    tiles = plan_made(&f->request, f->plan, NODE_VALUES, series);
    return &tiles;
}

static const struct tile_set *read_back_of(const struct fixture *f, uint32_t series)
{
    static struct tile_set tiles;
    tiles = plan_read_back(&f->request, f->plan, series);
    return &tiles;
}

static bool makes_stitched(const struct fixture *f, uint32_t series)
{
    return graph_makes(&f->plan->graph, node_stitched(f->request.series[series].name));
}

static uint32_t made(const struct fixture *f, uint32_t series)
{
    const struct tile_set tiles = plan_made(&f->request, f->plan, NODE_TILE, series);
    return tile_set_count(&tiles);
}

static uint32_t joined(const struct fixture *f)
{
    const struct plan_zoom *zoom = zoom_of(f, 0);
    uint32_t count = 0;
    for (size_t i = 0; i < PYRAMID_JOINED_MAX; i++) {
        count += zoom->joined[i];
    }
    return count;
}

static bool is_nothing(const struct fixture *f)
{
    return made(f, 0) == 0 && made(f, 1) == 0 && !zoom_of(f, 0)->is_any &&
           tile_set_is_empty(values_of(f, 1)) && !makes_stitched(f, 0) && !f->plan->makes_texts &&
           f->plan->graph.removed_count == 0;
}

static void stop(struct fixture *f)
{
    plan_free(f->plan);
    build_log_destroy(f->log);
}

static void without_records_everything_is_made(void **state)
{
    (void)state;
    struct fixture f = setup();
    build_log_destroy(f.log);
    f.log = make_log();
    plan(&f);
    assert_int_equal(made(&f, 0), 4);
    assert_int_equal(verdict_of(&f, 0, 1, 10).reason, DIRTY_NEW);
    assert_int_equal(reason_of(f.plan, "M.png"), DIRTY_NEW);
    assert_int_equal(tile_set_count(&zoom_of(&f, 0)->tiles), 4);
    assert_int_equal(joined(&f), 6);
    assert_true(f.plan->makes_texts);
    stop(&f);
}

static void with_all_records_nothing_is_made(void **state)
{
    (void)state;
    struct fixture f = setup();
    assert_true(is_nothing(replan(&f)));
    stop(&f);
}

static void a_changed_input_makes_its_tile_and_all_that_is_made_of_it(void **state)
{
    (void)state;
    struct fixture f = setup();
    f.disk.changed_inputs[0] = "world/2.adt";
    plan(&f);
    assert_int_equal(made(&f, 0), 1);
    assert_int_equal(made(&f, 1), 1);
    assert_int_equal(verdict_of(&f, 0, 0, 11).reason, DIRTY_INPUT);
    assert_string_equal(verdict_of(&f, 0, 0, 11).input, "world/2.adt");
    assert_int_equal(reason_of(f.plan, "M.png"), DIRTY_NODE);
    assert_int_equal(tile_set_count(read_back_of(&f, 0)), 4);
    assert_int_equal(tile_set_count(&zoom_of(&f, 0)->tiles), 1);
    assert_int_equal(joined(&f), 6);
    stop(&f);
}

static void each_reason_is_told(void **state)
{
    (void)state;
    struct fixture f = setup();
    f.disk.changed_files[0] = "tiles/M_00_10.png";
    assert_int_equal(verdict_of(replan(&f), 0, 0, 10).reason, DIRTY_OUTPUT);
    facts[10][0].low = 1;
    assert_int_equal(verdict_of(replan(&f), 0, 0, 10).reason, DIRTY_MAP);
    facts[10][0].low = 0;
    f.request.series[0].drawn.recipe.low++;
    assert_int_equal(verdict_of(replan(&f), 0, 0, 10).reason, DIRTY_RECIPE);
    f.log->has_other_sum = true;
    assert_int_equal(verdict_of(replan(&f), 0, 0, 10).reason, DIRTY_RECORD);
    f.request.policy = REDRAW_ALL;
    assert_int_equal(verdict_of(replan(&f), 0, 0, 10).reason, DIRTY_FORCED);
    f = (stop(&f), setup());
    build_log_find(f.log, node_of("M", "tiles/M_00_10.png"))->missing_assets = 1;
    assert_int_equal(verdict_of(replan(&f), 0, 0, 10).reason, UP_TO_DATE);
    f.request.is_strict = true;
    assert_int_equal(verdict_of(replan(&f), 0, 0, 10).reason, DIRTY_STRICT);
    stop(&f);
}

/* Defect of the past: a missing zoom picture was never noticed. */
static void a_missing_zoom_picture_makes_it_and_those_above(void **state)
{
    (void)state;
    struct fixture f = setup();
    f.disk.changed_files[0] = "web/color/4/0/2.png";
    plan(&f);
    assert_int_equal(made(&f, 0), 0);
    assert_int_equal(tile_set_count(&zoom_of(&f, 0)->tiles), 0);
    assert_int_equal(joined(&f), 5);
    f.disk.changed_files[0] = "web/color/6/1/11.png";
    plan(&f);
    assert_int_equal(made(&f, 0), 0);
    assert_int_equal(tile_set_count(&zoom_of(&f, 0)->tiles), 1);
    assert_true(tile_set_has(read_back_of(&f, 0), 1, 11));
    assert_int_equal(joined(&f), 6);
    stop(&f);
}

/* The request and its log, with zoom levels of the layer. */
static struct fixture setup_layer_zoom(void)
{
    struct fixture f = {.request = request_all()};
    f.request.series[1].zoom.is_asked = true;
    f.request.series[1].zoom.recipe = (struct hash128){4, 2};
    f.log = log_of(&f.request);
    return f;
}

static void zoom_pictures_of_a_layer_are_made_of_its_tiles(void **state)
{
    (void)state;
    struct fixture f = setup_layer_zoom();
    assert_true(is_nothing(replan(&f)));
    f.disk.changed_files[0] = "layers/height/M_01_11.png";
    plan(&f);
    assert_int_equal(made(&f, 1), 1);
    assert_true(tile_set_has(&zoom_of(&f, 1)->tiles, 1, 11));
    assert_int_equal(tile_set_count(&zoom_of(&f, 1)->tiles), 1);
    assert_true(zoom_of(&f, 1)->is_any);
    assert_false(zoom_of(&f, 0)->is_any);
    f.disk.changed_files[0] = "web/height/6/1/11.png";
    plan(&f);
    assert_int_equal(made(&f, 1), 0);
    assert_true(tile_set_has(read_back_of(&f, 1), 1, 11));
    stop(&f);
}

static struct fixture setup_heights(uint32_t zoom_max)
{
    struct fixture f = {.request = request_all()};
    f.request.zoom_max = zoom_max;
    f.request.series[1].zoom.is_asked = true;
    f.request.series[1].has_values = true;
    f.request.series[1].zoom.recipe = (struct hash128){4, 2};
    f.log = log_of(&f.request);
    return f;
}

static void heights_are_made_of_their_tile(void **state)
{
    (void)state;
    for (uint32_t zoom_max = 4; zoom_max <= 6; zoom_max += 2) {
        struct fixture f = setup_heights(zoom_max);
        assert_true(is_nothing(replan(&f)));
        f.disk.changed_files[0] = "web/height/values/1_11.js";
        plan(&f);
        assert_int_equal(made(&f, 1), 0);
        assert_int_equal(tile_set_count(values_of(&f, 1)), 1);
        assert_true(tile_set_has(values_of(&f, 1), 1, 11));
        assert_true(tile_set_has(read_back_of(&f, 1), 1, 11));
        assert_false(zoom_of(&f, 1)->is_any);
        assert_true(f.plan->makes_texts);
        f.disk.changed_files[0] = NULL;
        f.disk.changed_inputs[0] = "world/3.adt";
        plan(&f);
        assert_true(tile_set_has(values_of(&f, 1), 1, 11));
        assert_true(tile_set_has(&zoom_of(&f, 1)->tiles, 1, 11));
        stop(&f);
    }
}

/* A picture of zoom 6 is made of those of zoom 7, and is made with them. */
static void a_picture_within_a_tile_makes_those_above(void **state)
{
    (void)state;
    struct fixture f = {.request = request_all()};
    f.request.zoom_max = 7;
    f.log = log_of(&f.request);
    assert_true(is_nothing(replan(&f)));
    f.disk.changed_files[0] = "web/color/7/3/22.png";
    plan(&f);
    assert_int_equal(reason_of(f.plan, "web/color/7/3/22.png"), DIRTY_OUTPUT);
    assert_int_equal(reason_of(f.plan, "web/color/7/2/22.png"), UP_TO_DATE);
    assert_int_equal(reason_of(f.plan, "web/color/6/1/11.png"), DIRTY_NODE);
    assert_int_equal(tile_set_count(&zoom_of(&f, 0)->tiles), 1);
    assert_int_equal(joined(&f), 6);
    stop(&f);
}

static void heights_of_a_layer_that_is_not_asked_for_stay_while_they_are_true(void **state)
{
    (void)state;
    struct fixture f = setup_heights(6);
    f.request.series[1].is_asked = false;
    f.request.series[1].zoom.is_asked = false;
    assert_true(is_nothing(replan(&f)));
    f.disk.changed_inputs[0] = "world/3.adt";
    plan(&f);
    assert_true(removes(f.plan, f.log, "web/height/values/1_11.js"));
    assert_false(removes(f.plan, f.log, "web/height/values/0_10.js"));
    f.disk.changed_inputs[0] = NULL;
    f.disk.changed_files[0] = "web/height/values/0_10.js";
    plan(&f);
    assert_true(removes(f.plan, f.log, "web/height/values/0_10.js"));
    assert_false(removes(f.plan, f.log, "web/height/values/1_11.js"));
    f.request.series[1].is_asked = true;
    plan(&f);
    assert_true(removes(f.plan, f.log, "web/height/values/1_11.js"));
    stop(&f);
}

static void zoom_pictures_of_a_layer_that_is_not_asked_for_stay_while_they_are_true(void **state)
{
    (void)state;
    struct fixture f = setup_layer_zoom();
    f.request.series[1].is_asked = false;
    f.request.series[1].zoom.is_asked = false;
    assert_true(is_nothing(replan(&f)));
    f.disk.changed_inputs[0] = "world/3.adt";
    plan(&f);
    assert_false(zoom_of(&f, 1)->is_any);
    assert_true(removes(f.plan, f.log, "web/height/6/1/11.png"));
    assert_true(removes(f.plan, f.log, "web/height/0/0/0.png"));
    assert_false(removes(f.plan, f.log, "web/height/6/0/10.png"));
    assert_false(removes(f.plan, f.log, "web/color/0/0/0.png"));
    /* Defect of the past: without the picture of zoom 0 the others went in the next run. */
    build_log_drop(f.log, build_log_find(f.log, node_of("M", "web/height/0/0/0.png")));
    plan(&f);
    assert_false(removes(f.plan, f.log, "web/height/6/0/10.png"));
    stop(&f);
}

static void a_layer_without_pages_loses_its_zoom_pictures(void **state)
{
    (void)state;
    struct fixture f = setup_layer_zoom();
    f.request.series[1].zoom.is_asked = false;
    plan(&f);
    assert_true(removes(f.plan, f.log, "web/height/6/1/11.png"));
    assert_false(removes(f.plan, f.log, "web/color/6/1/11.png"));
    f.request.series[0].is_asked = false;
    plan(&f);
    assert_true(removes(f.plan, f.log, "web/height/0/0/0.png"));
    assert_false(removes(f.plan, f.log, "web/color/0/0/0.png"));
    stop(&f);
}

/* Pictures of several small tiles take the pixels of all of them. */
static void at_the_deepest_level_all_tiles_of_a_picture_come(void **state)
{
    (void)state;
    struct fixture f = setup();
    f.request.zoom_max = 4;
    f.disk.changed_inputs[0] = "world/0.adt";
    build_log_destroy(f.log);
    f.log = log_of(&f.request);
    plan(&f);
    assert_int_equal(made(&f, 0), 1);
    assert_int_equal(tile_set_count(&zoom_of(&f, 0)->tiles), 4);
    assert_int_equal(joined(&f), 5);
    stop(&f);
}

/* Defect of the past: a run that writes no texts opened no journal, and lost its records when it
 * was killed. */
static void a_run_without_texts_has_something_to_do_as_well(void **state)
{
    (void)state;
    struct fixture f = setup();
    f.request.file_count = 0;
    build_log_drop(f.log, build_log_find(f.log, node_of("M", "map.json")));
    assert_true(is_nothing(replan(&f)));
    f.disk.changed_inputs[0] = "world/0.adt";
    assert_true(plan(&f)->makes_texts);
    stop(&f);
}

/* Defect of the past: --check left with 0 when map.json was missing. */
static void a_missing_text_is_written_again(void **state)
{
    (void)state;
    struct fixture f = setup();
    f.disk.changed_files[0] = "map.json";
    assert_int_equal(reason_of(plan(&f), "map.json"), DIRTY_OUTPUT);
    assert_int_equal(made(&f, 0), 0);
    stop(&f);
}

/* Defect of the past: --check left with 0 when a placement that objects.geojson lists had moved. */
static void a_text_made_of_a_file_that_changed_is_written_again(void **state)
{
    (void)state;
    struct fixture f = setup();
    const struct hash128 nodes = build_log_find(f.log, node_of("M", "map.json"))->nodes;
    put_made(f.log, node_file("map.json"), text_recipe, nodes, "world/tree.m2");
    build_log_find(f.log, node_of("M", "map.json"))->pixels = (struct hash128){0};
    assert_int_equal(reason_of(plan(&f), "map.json"), UP_TO_DATE);
    f.disk.changed_inputs[0] = "world/tree.m2";
    assert_int_equal(reason_of(plan(&f), "map.json"), DIRTY_INPUT);
    assert_int_equal(made(&f, 0), 0);
    stop(&f);
}

enum { MINIMAP_KEY = 0xabc, OTHER_KEY = 0xdef };
static const struct hash128 minimap_recipe = {6, 1};

/* The same, with a client's minimap of four tiles and a table. */
static struct fixture setup_minimap(void)
{
    struct fixture f = setup();
    f.request.minimap = (struct plan_minimap){
        .is_asked = true, .key = MINIMAP_KEY, .recipe = minimap_recipe, .has_table = true};
    record_made(&f.request, f.log);
    return f;
}

/* Its tiles that are made. */
static const struct tile_set *minimap_of(const struct fixture *f)
{
    static struct tile_set tiles;
    const struct node_id tile = node_client(NODE_MINIMAP_TILE, f->request.minimap.key, 0, 0);
    tiles = graph_made_places(&f->plan->graph, tile);
    return &tiles;
}

static void a_minimap_follows_its_pictures(void **state)
{
    (void)state;
    struct fixture f = setup_minimap();
    assert_true(is_nothing(replan(&f)));
    assert_false(f.plan->makes_minimap);
    f.disk.changed_inputs[0] = "world/3.adt";
    plan(&f);
    assert_int_equal(tile_set_count(minimap_of(&f)), 1);
    assert_true(tile_set_has(minimap_of(&f), 1, 11));
    stop(&f);
}

static void a_damaged_file_of_a_minimap_is_made_again(void **state)
{
    (void)state;
    struct fixture f = setup_minimap();
    char path[NODE_PATH_BYTES];
    node_path(node_client(NODE_MINIMAP_TILE, MINIMAP_KEY, 1, 10), "M", path);
    f.disk.changed_files[0] = path;
    plan(&f);
    assert_int_equal(made(&f, 0), 0);
    assert_int_equal(tile_set_count(minimap_of(&f)), 1);
    assert_true(f.plan->makes_texts); /* the run opens its journal */
    node_path(node_client(NODE_MINIMAP_TABLE, MINIMAP_KEY, 0, 0), "M", path);
    plan(&f);
    assert_true(f.plan->makes_minimap);
    assert_true(tile_set_is_empty(minimap_of(&f)));
    stop(&f);
}

/* The file of a tile that is gone may be that of another tile: the table knows. */
static void no_plan_removes_files_of_minimaps(void **state)
{
    (void)state;
    struct fixture f = setup_minimap();
    f.request.series[0].tiles.rows[11] = 0;
    f.request.series[1].tiles.rows[11] = 0;
    plan(&f);
    assert_true(f.plan->makes_minimap);
    assert_true(tile_set_is_empty(minimap_of(&f)));
    assert_false(removes(f.plan, f.log, "@minimap/0000000000000abc/00_11"));
    f.request.minimap.key = OTHER_KEY;
    plan(&f);
    assert_int_equal(tile_set_count(minimap_of(&f)), 2);
    assert_false(removes(f.plan, f.log, "@minimap/0000000000000abc/00_11"));
    stop(&f);
}

static const struct hash128 interior_recipe = {7, 1};
static const struct node_id room = {
    .kind = NODE_MINIMAP_ROOM, .key = MINIMAP_KEY, .name = "wmo/inn", .number = 2};

/* The same, with the rooms of an inn, drawn from "world/inn.wmo", and of a mill, in two files. */
static struct fixture setup_rooms(void)
{
    struct fixture f = setup_minimap();
    struct node_id mill = room;
    mill.name = "wmo/mill";
    f.request.minimap.has_interiors = true;
    f.request.minimap.interior_recipe = interior_recipe;
    put_made(f.log, node_wmo_of(room), interior_recipe, (struct hash128){0}, "world/inn.wmo");
    put_made(f.log, node_wmo_of(mill), interior_recipe, (struct hash128){0}, "world/mill.wmo");
    put_made(f.log, room, interior_recipe, (struct hash128){0}, NULL);
    put_made(f.log, mill, interior_recipe, (struct hash128){0}, NULL);
    mill.x = 1;
    put_made(f.log, mill, interior_recipe, (struct hash128){0}, NULL);
    put_made(f.log, node_client(NODE_MINIMAP_WMOS, MINIMAP_KEY, 0, 0), interior_recipe,
             minimap_interiors_hash(&f.request, f.log), NULL);
    record_made(&f.request, f.log);
    return f;
}

static enum dirty_reason inn_of(const struct fixture *f)
{
    const struct graph *graph = &f->plan->graph;
    uint32_t number = graph_find(graph, node_wmo_of(room));
    assert_int_not_equal(number, NODE_NONE);
    return graph_node(graph, number)->reason;
}

static bool makes_mill(const struct fixture *f)
{
    return graph_makes(&f->plan->graph, node_of("M", "@minimap/0000000000000abc/wmo/mill.wmo"));
}

static void rooms_are_drawn_again_when_their_wmo_has_changed(void **state)
{
    (void)state;
    struct fixture f = setup_rooms();
    plan(&f);
    assert_int_equal(inn_of(&f), UP_TO_DATE);
    assert_false(f.plan->makes_interiors || f.plan->makes_minimap || f.plan->makes_texts);
    f.disk.changed_inputs[0] = "world/inn.wmo";
    plan(&f);
    assert_int_equal(inn_of(&f), DIRTY_INPUT);
    assert_false(makes_mill(&f));
    assert_true(f.plan->makes_interiors && f.plan->makes_minimap && f.plan->makes_texts);
    assert_int_equal(made(&f, 0), 0);
    f.disk.changed_inputs[0] = NULL;
    f.request.minimap.interior_recipe.low++;
    plan(&f);
    assert_int_equal(inn_of(&f), DIRTY_RECIPE);
    assert_true(makes_mill(&f));
    f.request.minimap.interior_recipe.low--;
    f.request.policy = REDRAW_ALL;
    plan(&f);
    assert_int_equal(inn_of(&f), DIRTY_FORCED);
    stop(&f);
}

/* The last of the mill's files; no other WMO is drawn for it. */
static void a_room_whose_file_is_damaged_is_drawn_with_its_wmo(void **state)
{
    (void)state;
    struct fixture f = setup_rooms();
    f.disk.changed_files[0] = "@minimap/0000000000000abc/wmo/mill_002_01_00.blp";
    plan(&f);
    assert_true(makes_mill(&f));
    assert_int_equal(inn_of(&f), UP_TO_DATE);
    assert_true(f.plan->makes_interiors);
    assert_true(tile_set_is_empty(minimap_of(&f)));
    f.request.minimap.key = OTHER_KEY; /* another folder: its rooms are all new */
    plan(&f);
    assert_false(makes_mill(&f));
    assert_int_equal(graph_find(&f.plan->graph, node_wmo_of(room)), NODE_NONE);
    assert_int_equal(f.plan->graph.removed_count, 0);
    stop(&f);
}

/* A tile that is drawn may place other WMOs. */
static void a_tile_that_is_drawn_has_its_wmos_looked_up(void **state)
{
    (void)state;
    struct fixture f = setup_rooms();
    f.disk.changed_files[0] = "tiles/M_00_10.png";
    plan(&f);
    assert_int_equal(inn_of(&f), UP_TO_DATE);
    assert_true(f.plan->makes_interiors);
    stop(&f);
}

static void a_missing_stitched_map_reads_all_tiles_back(void **state)
{
    (void)state;
    struct fixture f = setup();
    f.disk.changed_files[0] = "M.png";
    assert_int_equal(reason_of(plan(&f), "M.png"), DIRTY_OUTPUT);
    assert_int_equal(made(&f, 0), 0);
    assert_int_equal(tile_set_count(read_back_of(&f, 0)), 4);
    stop(&f);
}

static void a_tile_that_leaves_the_map_goes_with_its_pictures(void **state)
{
    (void)state;
    struct fixture f = setup();
    f.request.series[0].tiles.rows[11] = 0;
    f.request.series[1].tiles.rows[11] = 0;
    plan(&f);
    assert_int_equal(verdict_of(&f, 0, 1, 11).reason, DIRTY_GONE);
    assert_true(removes(f.plan, f.log, "tiles/M_01_11.png"));
    assert_true(removes(f.plan, f.log, "layers/height/M_01_11.png"));
    assert_true(removes(f.plan, f.log, "web/color/6/1/11.png"));
    assert_false(removes(f.plan, f.log, "web/color/5/0/5.png"));
    assert_int_equal(reason_of(f.plan, "M.png"), DIRTY_NODE);
    assert_true(zoom_of(&f, 0)->joined[pyramid_joined(5, 0, 5)]);
    stop(&f);
}

/* Defect of the past: a tile that failed in an earlier run made --check of others leave with 1. */
static void a_failed_tile_that_is_not_asked_for_is_left_alone(void **state)
{
    (void)state;
    struct fixture f = setup();
    build_log_destroy(f.log);
    f.log = make_log();
    f.request.series[0].zoom.is_asked = false;
    f.request.series_count = 1;
    put_tiles(f.log, &f.request, 0);
    const struct build_record failed = {
        .id = node_tile("", 1, 11), .state = BUILD_FAILED, .note = strdup("why")};
    assert_true(build_log_put(f.log, &failed));
    memset(&f.request.asked, 0, sizeof f.request.asked);
    tile_set_add(&f.request.asked, 0, 10);
    f.request.series[0].tiles = f.request.asked;
    record_made(&f.request, f.log);
    assert_true(is_nothing(replan(&f)));
    assert_true(tile_set_has(&f.plan->series[0].shown, 1, 11));
    assert_false(tile_set_has(&f.plan->series[0].present, 1, 11));
    stop(&f);
}

/* Defect of the past: a tile without an ADT any more stayed in the stitched layer for one run. */
static void a_stitched_layer_loses_a_tile_that_is_absent_now(void **state)
{
    (void)state;
    struct fixture f = setup();
    struct plan_series *layer = &f.request.series[1];
    layer->stitched.is_asked = true;
    record_made(&f.request, f.log);
    assert_true(is_nothing(replan(&f)));
    assert_false(makes_stitched(&f, 1));
    layer->tiles.rows[11] = 0x1;
    layer->absent.rows[11] = 0x2;
    plan(&f);
    assert_int_equal(verdict_of(&f, 1, 1, 11).reason, DIRTY_GONE);
    assert_true(makes_stitched(&f, 1));
    stop(&f);
}

/* Tiles made with other settings stay on disk, and count as the map's again with theirs. */
static void tiles_of_another_recipe_are_not_shown(void **state)
{
    (void)state;
    struct fixture f = setup();
    memset(&f.request.asked, 0, sizeof f.request.asked);
    tile_set_add(&f.request.asked, 0, 10);
    f.request.series[0].tiles = f.request.asked;
    f.request.series[1].tiles = f.request.asked;
    f.request.series[0].drawn.recipe.low = 99;
    plan(&f);
    assert_int_equal(f.plan->other_recipe, 3);
    assert_int_equal(tile_set_count(&f.plan->series[0].shown), 1);
    assert_false(removes(f.plan, f.log, "tiles/M_01_11.png"));
    assert_true(removes(f.plan, f.log, "web/color/6/1/11.png"));
    stop(&f);
}

static void a_layer_that_is_not_asked_for_stays_while_it_is_true(void **state)
{
    (void)state;
    struct fixture f = setup();
    f.request.series[1].is_asked = false;
    assert_true(is_nothing(replan(&f)));
    f.disk.changed_inputs[0] = "world/3.adt";
    plan(&f);
    assert_int_equal(made(&f, 1), 0);
    assert_int_equal(f.plan->stale_layers, 1);
    assert_true(removes(f.plan, f.log, "layers/height/M_01_11.png"));
    assert_false(removes(f.plan, f.log, "layers/height/M_00_11.png"));
    stop(&f);
}

static void a_run_of_layers_alone_leaves_the_pictures(void **state)
{
    (void)state;
    struct fixture f = setup();
    f.request.series[0].is_asked = false;
    f.request.series[0].zoom.is_asked = false;
    f.disk.changed_inputs[0] = "world/0.adt";
    plan(&f);
    assert_int_equal(made(&f, 0), 0);
    assert_int_equal(made(&f, 1), 1);
    assert_int_equal(f.plan->graph.removed_count, 0);
    stop(&f);
}

static void a_tile_without_a_file_is_recorded_once(void **state)
{
    (void)state;
    struct fixture f = setup();
    tile_set_add(&f.request.series[0].absent, 5, 5);
    assert_true(plan(&f)->makes_absent);
    assert_int_equal(reason_of(f.plan, "map.json"), DIRTY_NODE);
    const struct build_record absent = {.id = node_tile("", 5, 5), .state = BUILD_ABSENT};
    assert_true(build_log_put(f.log, &absent));
    assert_false(plan(&f)->makes_absent);
    assert_int_equal(f.plan->graph.removed_count, 0);
    stop(&f);
}

/* The index of a site: it looks at no file. */
static void without_a_disk_tiles_count_as_recorded(void **state)
{
    (void)state;
    struct fixture f = setup();
    f.request.series[0].is_asked = false;
    f.disk.changed_files[0] = "tiles/M_00_10.png";
    assert_int_equal(tile_set_count(&plan(&f)->series[0].shown), 3);
    build_log_find(f.log, node_of("M", "tiles/M_00_11.png"))->recipe.low++;
    struct plan *of_log = outputs_plan(&f.request, f.log, NULL);
    assert_non_null(of_log);
    assert_int_equal(tile_set_count(&of_log->series[0].shown), 3);
    assert_true(tile_set_has(&of_log->series[0].shown, 0, 10));
    plan_free(of_log);
    stop(&f);
}

static void a_layer_on_record_without_a_size_is_none(void **state)
{
    (void)state;
    struct build_log *log = make_log();
    struct plan_request request = {0};
    const struct series good = {.size_px = ADTMAP_SIZE_MIN_PX, .settings = ""};
    const struct series bad = {.settings = ""};
    assert_true(series_record(log, "", &good) && series_record(log, "height", &good) &&
                series_record(log, "area", &bad));
    plan_add_recorded(&request, log);
    assert_int_equal(request.series_count, 2);
    assert_string_equal(request.series[1].name, "height");
    build_log_destroy(log);
}

int test_plan(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_records_everything_is_made),
        cmocka_unit_test(with_all_records_nothing_is_made),
        cmocka_unit_test(a_changed_input_makes_its_tile_and_all_that_is_made_of_it),
        cmocka_unit_test(each_reason_is_told),
        cmocka_unit_test(a_missing_zoom_picture_makes_it_and_those_above),
        cmocka_unit_test(at_the_deepest_level_all_tiles_of_a_picture_come),
        cmocka_unit_test(a_missing_text_is_written_again),
        cmocka_unit_test(a_run_without_texts_has_something_to_do_as_well),
        cmocka_unit_test(without_a_disk_tiles_count_as_recorded),
        cmocka_unit_test(a_text_made_of_a_file_that_changed_is_written_again),
        cmocka_unit_test(a_minimap_follows_its_pictures),
        cmocka_unit_test(a_damaged_file_of_a_minimap_is_made_again),
        cmocka_unit_test(no_plan_removes_files_of_minimaps),
        cmocka_unit_test(rooms_are_drawn_again_when_their_wmo_has_changed),
        cmocka_unit_test(a_room_whose_file_is_damaged_is_drawn_with_its_wmo),
        cmocka_unit_test(a_tile_that_is_drawn_has_its_wmos_looked_up),
        cmocka_unit_test(a_missing_stitched_map_reads_all_tiles_back),
        cmocka_unit_test(a_tile_that_leaves_the_map_goes_with_its_pictures),
        cmocka_unit_test(a_failed_tile_that_is_not_asked_for_is_left_alone),
        cmocka_unit_test(a_stitched_layer_loses_a_tile_that_is_absent_now),
        cmocka_unit_test(tiles_of_another_recipe_are_not_shown),
        cmocka_unit_test(zoom_pictures_of_a_layer_are_made_of_its_tiles),
        cmocka_unit_test(heights_are_made_of_their_tile),
        cmocka_unit_test(a_picture_within_a_tile_makes_those_above),
        cmocka_unit_test(heights_of_a_layer_that_is_not_asked_for_stay_while_they_are_true),
        cmocka_unit_test(zoom_pictures_of_a_layer_that_is_not_asked_for_stay_while_they_are_true),
        cmocka_unit_test(a_layer_without_pages_loses_its_zoom_pictures),
        cmocka_unit_test(a_layer_that_is_not_asked_for_stays_while_it_is_true),
        cmocka_unit_test(a_run_of_layers_alone_leaves_the_pictures),
        cmocka_unit_test(a_tile_without_a_file_is_recorded_once),
        cmocka_unit_test(a_layer_on_record_without_a_size_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
