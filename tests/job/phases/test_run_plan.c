/* What a run makes of a log: which inputs and files count as they were, and what it takes over from
 * shards. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "assets/data_fixture.h"
#include "job/phases/run_begin.h"
#include "job/phases/run_plan.h"
#include "job/phases/take_over.h"
#include "map/map.h"
#include "map/tile_placements.h"
#include "node_of.h"
#include "os/file.h"

#define SHARD_TILE ".adtmap/shards/1-of-2/M/tiles/M_03_10.png"

enum { COLUMN = 3, ROW = 10, OTHER_ROW = 11 };

/* A map of two tiles, its data, and a log of the picture of one, which was made of "a.blp". */
struct planned {
    struct fixture data;
    struct adtmap_data of_map;
    struct adtmap_map *map;
    struct job_settings settings;
    struct job_result result;
    char directory[256];
    const char *tile, *other;
    struct tile_selection selection;
    struct run run;
};

static void record(struct planned *p, const char *path, bool has_input)
{
    struct build_record made = {
        .id = node_of("M", path), .recipe = {1, 1}, .pixels = {1, 1}, .published = {2, 2}};
    char full[256];
    assert_int_equal(build_file_of(temporary_path(&p->data.data, path, full), &made.file),
                     ADTMAP_OK);
    if (has_input) {
        const struct dependency dep = {"a.blp", hash128("text", 4), 0};
        made.inputs = calloc(1, sizeof *made.inputs);
        made.input_count = 1;
        assert_true(build_log_input(p->run.open.log, &dep, made.inputs));
    }
    assert_true(build_log_put(p->run.open.log, &made));
    build_log_find(p->run.open.log, node_of("M", path))->published = (struct hash128){2, 2};
}

static void begin(struct planned *p)
{
    memset(p, 0, sizeof *p);
    fixture_start(&p->data);
    temporary_file(&p->data.data, "a.blp", "text");
    p->tile = "tiles/M_03_10.png";
    p->other = "tiles/M_03_11.png";
    temporary_file(&p->data.data, p->tile, "picture");
    temporary_file(&p->data.data, p->other, "picture");
    const char *path = p->data.data.path;
    assert_int_equal(assets_open(&path, 1, &p->data.diag, &p->data.assets), ADTMAP_OK);
    p->of_map.assets = p->data.assets;
    p->map = calloc(1, sizeof *p->map);
    assert_non_null(p->map);
    p->map->data = &p->of_map;
    p->map->far = far_placements_create();
    assert_non_null(p->map->far);
    p->map->far->tiles[ROW][COLUMN].is_read = true; /* there are no ADTs: nothing is placed */
    p->map->far->tiles[OTHER_ROW][COLUMN].is_read = true;
    tile_set_add(&p->map->files, COLUMN, ROW);
    tile_set_add(&p->map->files, COLUMN, OTHER_ROW);
    adtmap_settings_default(&p->settings.tile);
    p->settings.threads = 1;
    snprintf(p->directory, sizeof p->directory, "%s", path);
    p->result.directory = p->directory;
    p->settings.out = p->directory;
    p->run.asked = (struct run_asked){
        .settings = &p->settings, .map_name = "M", .map = p->map, .selection = &p->selection};
    p->run.result = &p->result;
    p->run.open.log = build_log_create();
    assert_non_null(p->run.open.log);
    p->run.open.log->map = strdup("M");
    record(p, p->tile, true);
    record(p, p->other, false);
}

static void end(struct planned *p)
{
    plan_free(p->run.plan);
    take_over_free(p->run.open.taken);
    build_log_destroy(p->run.open.log);
    buffer_free(&p->run.open.settings_text);
    free(p->run.open.facts);
    far_placements_destroy(p->map->far);
    free(p->map);
    fixture_stop(&p->data);
}

/* Plans again. */
static const struct graph *plan(struct planned *p)
{
    plan_free(p->run.plan);
    p->run.plan = NULL;
    take_over_free(p->run.open.taken);
    free(p->run.open.facts);
    buffer_free(&p->run.open.settings_text);
    p->run.open.settings_text = (struct buffer){0};
    p->run.open.facts = NULL;
    assert_int_equal(run_plan(&p->run), ADTMAP_OK);
    return &p->run.plan->graph;
}

static void inputs_count_by_what_they_contain(void **state)
{
    (void)state;
    struct planned p;
    begin(&p);
    assert_int_equal(plan(&p)->input_match[0], FILE_SAME);
    temporary_file(&p.data.data, "a.blp", "tent");
    assert_int_equal(plan(&p)->input_match[0], FILE_CHANGED);
    end(&p);
}

static void files_count_by_what_they_contain(void **state)
{
    (void)state;
    struct planned p;
    begin(&p);
    assert_int_equal(plan(&p)->file_match[0], FILE_SAME);
    temporary_file(&p.data.data, p.tile, "another picture");
    assert_int_equal(plan(&p)->file_match[0], FILE_CHANGED);
    assert_int_equal(p.run.plan->graph.file_match[1], FILE_SAME);
    end(&p);
}

/* Begins with a plan for the tile alone. */
static void begin_with_tile(struct planned *p)
{
    begin(p);
    p->run.diag = p->data.diag;
    tile_set_add(&p->selection.asked, COLUMN, ROW);
    tile_set_add(&p->selection.tiles, COLUMN, ROW);
    (void)plan(p);
}

/* Writes the log of a shard that has the tile as the last plan would draw it. */
static void draw_in_shard(struct planned *p)
{
    char full[256];
    struct build_log *log = build_log_create();
    struct build_record made = {.id = node_tile("", COLUMN, ROW),
                                .recipe = p->run.request.series[0].drawn.recipe,
                                .nodes = p->run.open.facts->picture[ROW][COLUMN],
                                .pixels = {1, 1}};
    temporary_file(&p->data.data, SHARD_TILE, "drawn");
    assert_int_equal(build_file_of(temporary_path(&p->data.data, SHARD_TILE, full), &made.file),
                     ADTMAP_OK);
    log->map = strdup("M");
    assert_true(build_log_put(log, &made));
    temporary_path(&p->data.data, ".adtmap/shards/1-of-2/M/.adtmap/log", full);
    assert_int_equal(build_log_write(log, full, &p->data.diag), ADTMAP_OK);
    build_log_destroy(log);
}

/* Begins with a plan that takes the tile over from a shard. */
static void begin_with_shard(struct planned *p)
{
    begin_with_tile(p);
    draw_in_shard(p);
    (void)plan(p);
}

/* Its file is elsewhere until the run copies it, and a plan alone copies nothing. */
static void a_tile_of_a_shard_is_taken_over_if_it_is_up_to_date(void **state)
{
    (void)state;
    struct planned p;
    begin_with_tile(&p);
    assert_true(run_makes(&p.run, node_tile("", COLUMN, ROW)));
    draw_in_shard(&p);
    (void)plan(&p);
    assert_false(run_makes(&p.run, node_tile("", COLUMN, ROW)));
    const struct build_record *record = build_log_find(p.run.open.log, node_tile("", COLUMN, ROW));
    assert_non_null(record->elsewhere);
    assert_non_null(strstr(record->elsewhere, "1-of-2"));
    assert_int_equal(record->published.low, 2);

    temporary_file(&p.data.data, SHARD_TILE, "other");
    build_log_drop(p.run.open.log, build_log_find(p.run.open.log, node_tile("", COLUMN, ROW)));
    (void)plan(&p);
    assert_true(run_makes(&p.run, node_tile("", COLUMN, ROW)));
    end(&p);
}

/* As the file of a whole map that is drawn again while a shard takes over: the tile is drawn. */
static void a_file_that_changes_after_the_plan_is_drawn(void **state)
{
    (void)state;
    struct planned p;
    uint32_t lost;
    char full[256];
    begin_with_shard(&p);
    temporary_file(&p.data.data, SHARD_TILE, "other");
    const uint32_t warnings = p.data.said.warnings;
    assert_int_equal(take_over_files(&p.run, &lost), ADTMAP_OK);
    assert_int_equal(lost, 1);
    assert_int_equal(p.data.said.warnings, warnings + 1);
    assert_non_null(strstr(p.data.said.last, "1 file of another folder is gone, changed"));
    assert_null(build_log_find(p.run.open.log, node_tile("", COLUMN, ROW)));
    assert_int_equal(run_plan_again(&p.run), ADTMAP_OK);
    assert_true(run_makes(&p.run, node_tile("", COLUMN, ROW)));
    assert_true(file_has_contents(temporary_path(&p.data.data, p.tile, full), "picture", 7));
    end(&p);
}

/* The first plan makes nothing. What the second one draws is on record as it is drawn, too. */
static void what_is_drawn_for_a_lost_file_has_a_journal(void **state)
{
    (void)state;
    struct planned p;
    bool is_planned_again = false;
    char log_path[256];
    begin_with_shard(&p);
    p.run.open.log_path = temporary_path(&p.data.data, ".adtmap/log", log_path);
    p.run.plan->makes_texts = false; /* as of a map whose texts are up to date */
    temporary_file(&p.data.data, SHARD_TILE, "other");
    assert_int_equal(run_begin(&p.run, &is_planned_again), ADTMAP_OK);
    assert_true(is_planned_again);
    assert_true(run_makes(&p.run, node_tile("", COLUMN, ROW)));
    assert_true(open_file_is(p.run.open.log->journal));
    folder_lock_release(&p.run.open.lock);
    end(&p);
}

static void a_file_is_taken_over_as_it_was_planned(void **state)
{
    (void)state;
    struct planned p;
    uint32_t lost;
    char full[256];
    begin_with_shard(&p);
    assert_int_equal(take_over_files(&p.run, &lost), ADTMAP_OK);
    assert_int_equal(lost, 0);
    assert_int_equal(p.result.taken_over, 1);
    assert_true(file_has_contents(temporary_path(&p.data.data, p.tile, full), "drawn", 5));
    assert_null(build_log_find(p.run.open.log, node_tile("", COLUMN, ROW))->elsewhere);
    assert_int_equal(run_plan_again(&p.run), ADTMAP_OK);
    assert_false(run_makes(&p.run, node_tile("", COLUMN, ROW)));
    end(&p);
}

/* Tiles of earlier runs that this one does not draw, and that do not fit to it. */
static void what_no_longer_counts_is_said(void **state)
{
    (void)state;
    struct planned p;
    begin_with_tile(&p);
    assert_int_equal(p.data.said.warnings, 1);
    assert_non_null(
        strstr(p.data.said.last, "1 tile of earlier runs was drawn with other settings"));
    end(&p);
}

int test_run_plan(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inputs_count_by_what_they_contain),
        cmocka_unit_test(files_count_by_what_they_contain),
        cmocka_unit_test(a_tile_of_a_shard_is_taken_over_if_it_is_up_to_date),
        cmocka_unit_test(a_file_that_changes_after_the_plan_is_drawn),
        cmocka_unit_test(what_is_drawn_for_a_lost_file_has_a_journal),
        cmocka_unit_test(a_file_is_taken_over_as_it_was_planned),
        cmocka_unit_test(what_no_longer_counts_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
