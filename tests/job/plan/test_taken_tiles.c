/* Which tiles of another folder a run takes over, on a virtual disk. */
#include "job/plan/taken_tiles.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { COLUMN = 3, ROW = 10 };

static const struct hash128 recipe = {1, 1};
static const struct hash128 content = {7, 7};
static struct hash128 facts[TILE_SET_GRID][TILE_SET_GRID];

/* A run about two tiles of a row, and a folder that has one of them. */
struct taking {
    struct plan_request request;
    struct build_log *own, *theirs;
    struct graph graph;
    bool is_left;
    bool is_of_all;
    enum file_match file, input; /* of theirs, on the disk */
    bool has_own_file;
};

static enum file_match look_at_their_file(void *user, struct build_record *record)
{
    const struct taking *t = user;
    (void)record;
    return t->file;
}

static enum file_match look_at_their_input(void *user, struct dependency *input)
{
    const struct taking *t = user;
    (void)input;
    return t->input;
}

static enum file_match look_at_own_file(void *user, struct build_record *record)
{
    const struct taking *t = user;
    bool is_same = t->has_own_file && hash128_equal(record->file.content, content);
    return is_same ? FILE_SAME : FILE_CHANGED;
}

/* Records a tile, made of "a.blp", which is input number `number` of the log. */
static void put(struct build_log *log, uint32_t x, struct hash128 made_with, uint32_t number)
{
    struct build_record record = {.id = node_tile("", x, ROW),
                                  .state = BUILD_MADE,
                                  .recipe = made_with,
                                  .pixels = {9, 9},
                                  .file = {100, 1, content},
                                  .inputs = calloc(1, sizeof(uint32_t)),
                                  .input_count = 1};
    for (uint32_t i = 0; i <= number; i++) {
        const char *name = i == number ? "a.blp" : "other.blp";
        const struct dependency dep = {name, hash128(name, strlen(name)), 1};
        assert_true(build_log_input(log, &dep, record.inputs));
    }
    assert_int_equal(record.inputs[0], number);
    assert_true(build_log_put(log, &record));
}

static void begin(struct taking *t)
{
    memset(t, 0, sizeof *t);
    t->request.map = "M";
    t->request.series_count = 1;
    t->request.series[0] =
        (struct plan_series){.drawn.recipe = recipe, .is_asked = true, .facts = facts};
    tile_set_add(&t->request.series[0].tiles, COLUMN, ROW);
    tile_set_add(&t->request.series[0].tiles, COLUMN + 1, ROW);
    t->request.asked = t->request.series[0].tiles;
    t->own = build_log_create();
    t->theirs = build_log_create();
    assert_non_null(t->own);
    assert_non_null(t->theirs);
    t->is_of_all = true;
}

static void end(struct taking *t)
{
    graph_free(&t->graph);
    build_log_destroy(t->own);
    build_log_destroy(t->theirs);
}

/* The run's record of the tile afterwards; NULL: none. */
static const struct build_record *take(struct taking *t)
{
    const struct graph_disk theirs = {t, look_at_their_file, look_at_their_input, 1};
    const struct graph_disk own = {.user = t, .file = look_at_own_file};
    graph_free(&t->graph);
    t->graph = (struct graph){0};
    t->is_left = false;
    assert_true(
        taken_tiles_judge(&t->request, t->is_of_all, &theirs, t->theirs, &t->graph, &t->is_left));
    assert_true(taken_tiles_record(&t->request, t->theirs, &t->graph, "there", &own, t->own));
    return build_log_find(t->own, node_tile("", COLUMN, ROW));
}

static void what_is_up_to_date_is_taken_with_the_runs_numbers(void **state)
{
    (void)state;
    struct taking t;
    begin(&t);
    put(t.theirs, COLUMN, recipe, 1);
    const struct build_record *taken = take(&t);
    assert_non_null(taken);
    assert_string_equal(taken->elsewhere, "there");
    assert_true(hash128_equal(taken->file.content, content));
    assert_int_equal(taken->input_count, 1);
    assert_string_equal(t.own->inputs[taken->inputs[0]].name, "a.blp");
    assert_int_equal(taken->inputs[0], 0); /* the other input is none of the tile's */
    assert_null(build_log_find(t.own, node_tile("", COLUMN + 1, ROW)));
    assert_false(t.is_left);
    end(&t);
}

static void what_is_out_of_date_is_not(void **state)
{
    (void)state;
    for (int what = 0; what < 7; what++) {
        struct taking t;
        begin(&t);
        put(t.theirs, COLUMN, what == 0 ? (struct hash128){2, 2} : recipe, 0);
        t.file = what == 1 ? FILE_CHANGED : what == 5 ? FILE_UNREADABLE : FILE_SAME;
        t.input = what == 2 ? FILE_CHANGED : what == 6 ? FILE_UNREADABLE : FILE_SAME;
        t.request.policy = what == 3 ? REDRAW_ALL : REDRAW_CHANGED;
        t.request.series[0].is_asked = what != 4;
        assert_null(take(&t));
        /* Lost with the folder: tiles of other settings, of series that are not asked for, and what
         * could not be read.
         */
        assert_int_equal(t.is_left, what == 0 || what >= 4);
        end(&t);
    }
}

/* A run again, whose own file is as it should be; then without that file. */
static void what_the_run_has_stays_where_it_is(void **state)
{
    (void)state;
    struct taking t;
    begin(&t);
    put(t.theirs, COLUMN, recipe, 1);
    put(t.own, COLUMN, recipe, 0);
    t.has_own_file = true;
    assert_null(take(&t)->elsewhere);
    t.has_own_file = false;
    assert_string_equal(take(&t)->elsewhere, "there");
    end(&t);
}

/* The record alone is another: the file is that of the run, and nothing is copied. */
static void the_same_file_is_not_taken_twice(void **state)
{
    (void)state;
    struct taking t;
    begin(&t);
    put(t.theirs, COLUMN, recipe, 0);
    put(t.own, COLUMN, (struct hash128){2, 2}, 0);
    t.has_own_file = true;
    const struct build_record *taken = take(&t);
    assert_true(hash128_equal(taken->recipe, recipe));
    assert_null(taken->elsewhere);
    end(&t);
}

static void folders_with_more_than_the_run_takes_are_left(void **state)
{
    (void)state;
    struct taking t;
    begin(&t);
    put(t.theirs, COLUMN, recipe, 0);
    put(t.theirs, COLUMN + 5, recipe, 0); /* no tile of this run */
    assert_non_null(take(&t));
    assert_true(t.is_left);
    end(&t);

    begin(&t); /* nothing is on record: nobody knows what the folder has, but a run of all does */
    assert_null(take(&t));
    assert_false(t.is_left);
    t.is_of_all = false;
    assert_null(take(&t));
    assert_true(t.is_left);
    t.is_of_all = true;
    t.theirs->is_cut_short = true;
    assert_null(take(&t));
    assert_true(t.is_left);
    end(&t);
}

int test_taken_tiles(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_up_to_date_is_taken_with_the_runs_numbers),
        cmocka_unit_test(what_is_out_of_date_is_not),
        cmocka_unit_test(what_the_run_has_stays_where_it_is),
        cmocka_unit_test(the_same_file_is_not_taken_twice),
        cmocka_unit_test(folders_with_more_than_the_run_takes_are_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
