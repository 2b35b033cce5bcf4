/* Two drawings of a map by their logs: pictures that differ, and the files that they were made of.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compare/build_log_diff.h"

enum { TILE = 2 * ADTMAP_GRID + 1 }; /* 1_2 */

static struct build_log *make_log(void)
{
    struct build_log *log = build_log_create();
    assert_non_null(log);
    log->map = strdup("Map");
    return log;
}

/* A picture of tile x_2, made of two files with these contents; a content of 0 is left out. */
static void put(struct build_log *log, uint32_t x, uint64_t pixels, uint64_t adt, uint64_t texture)
{
    const uint64_t contents[2] = {adt, texture};
    static const char *const names[2] = {"world/map.adt", "tileset/grass.blp"};
    uint32_t *inputs = calloc(2, sizeof *inputs);
    uint32_t count = 0;
    for (size_t i = 0; i < 2; i++) {
        const struct dependency dep = {names[i], {contents[i], 1}, 0};
        if (contents[i] > 0) {
            assert_true(build_log_input(log, &dep, &inputs[count++]));
        }
    }
    const struct build_record record = {.id = node_tile("", x, 2),
                                        .state = BUILD_MADE,
                                        .pixels = {pixels, 1},
                                        .inputs = inputs,
                                        .input_count = count};
    assert_true(build_log_put(log, &record));
}

struct pair {
    struct build_log *old_log, *new_log;
    struct build_log_diff diff;
};

static void start(struct pair *pair)
{
    *pair = (struct pair){.old_log = make_log(), .new_log = make_log()};
}

static const struct build_log_diff_tile *compare(struct pair *pair)
{
    assert_true(build_log_diff_logs(pair->old_log, pair->new_log, &pair->diff));
    return &pair->diff.tiles[TILE];
}

static void stop(struct pair *pair)
{
    build_log_diff_free(&pair->diff);
    build_log_destroy(pair->old_log);
    build_log_destroy(pair->new_log);
}

static void equal_pixels_are_the_same_whatever_they_were_made_of(void **state)
{
    (void)state;
    struct pair pair;
    start(&pair);
    put(pair.old_log, 1, 5, 10, 20);
    put(pair.new_log, 1, 5, 11, 20);
    assert_int_equal(compare(&pair)->fate, TILE_SAME);
    assert_true(build_log_diff_is_empty(&pair.diff));
    stop(&pair);
}

static void a_file_that_changed_is_listed_once(void **state)
{
    (void)state;
    struct pair pair;
    start(&pair);
    put(pair.old_log, 1, 5, 10, 20);
    put(pair.new_log, 1, 6, 11, 20);
    const struct build_log_diff_tile *tile = compare(&pair);
    assert_int_equal(tile->fate, TILE_CHANGED);
    assert_int_equal(tile->file_count, 1);
    assert_string_equal(tile->files[0], "world/map.adt");
    assert_int_equal(pair.diff.fate_counts[TILE_CHANGED], 1);
    stop(&pair);
}

static void files_that_one_version_has_are_listed_in_order(void **state)
{
    (void)state;
    struct pair pair;
    start(&pair);
    put(pair.old_log, 1, 5, 10, 0);
    put(pair.new_log, 1, 6, 0, 20);
    const struct build_log_diff_tile *tile = compare(&pair);
    assert_int_equal(tile->file_count, 2);
    assert_string_equal(tile->files[0], "tileset/grass.blp");
    assert_string_equal(tile->files[1], "world/map.adt");
    stop(&pair);
}

static void other_settings_leave_no_file(void **state)
{
    (void)state;
    struct pair pair;
    start(&pair);
    put(pair.old_log, 1, 5, 10, 20);
    put(pair.new_log, 1, 6, 10, 20);
    const struct build_log_diff_tile *tile = compare(&pair);
    assert_int_equal(tile->fate, TILE_CHANGED);
    assert_int_equal(tile->file_count, 0);
    stop(&pair);
}

static void tiles_come_and_go(void **state)
{
    (void)state;
    struct pair pair;
    start(&pair);
    put(pair.old_log, 1, 5, 10, 20);
    put(pair.new_log, 3, 5, 10, 20);
    assert_int_equal(compare(&pair)->fate, TILE_REMOVED);
    assert_int_equal(pair.diff.tiles[TILE + 2].fate, TILE_ADDED);
    build_log_diff_reverse(&pair.diff);
    assert_int_equal(pair.diff.tiles[TILE].fate, TILE_ADDED);
    assert_int_equal(pair.diff.fate_counts[TILE_REMOVED], 1);
    stop(&pair);
}

int test_build_log_diff(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_pixels_are_the_same_whatever_they_were_made_of),
        cmocka_unit_test(a_file_that_changed_is_listed_once),
        cmocka_unit_test(files_that_one_version_has_are_listed_in_order),
        cmocka_unit_test(other_settings_leave_no_file),
        cmocka_unit_test(tiles_come_and_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
