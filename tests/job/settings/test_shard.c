/* Shards: every tile in exactly one, in stretches of equal length; where the numbers come from. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "job/settings/shard.h"

static void every_tile_is_in_one_shard_and_their_counts_differ_by_one(void **state)
{
    (void)state;
    struct tile_set all = {0};
    for (uint32_t i = 0; i < 4096; i += 3) {
        tile_set_add(&all, i % 64, i / 64);
    }
    uint32_t total = tile_set_count(&all);
    for (uint32_t count = 1; count < 40; count += 7) {
        struct tile_set seen = {0};
        for (uint32_t index = 1; index <= count; index++) {
            struct tile_set slice = all;
            shard_slice(&(struct job_shard){index, count}, &slice);
            uint32_t size = tile_set_count(&slice);
            assert_true(size == total / count || size == total / count + 1);
            for (size_t y = 0; y < 64; y++) {
                assert_int_equal(seen.rows[y] & slice.rows[y], 0);
                seen.rows[y] |= slice.rows[y];
            }
        }
        assert_memory_equal(&seen, &all, sizeof all);
    }
}

static const char *const *variables; /* name, value, ..., NULL */

static const char *variable(const char *name)
{
    for (const char *const *at = variables; *at; at += 2) {
        if (strcmp(*at, name) == 0) {
            return at[1];
        }
    }
    return NULL;
}

static void expect(const char *text, uint32_t index, uint32_t count)
{
    struct job_shard shard;
    char problem[SHARD_PROBLEM_BYTES] = "";
    assert_true(shard_read(text, variable, &shard, problem));
    assert_int_equal(shard.index, index);
    assert_int_equal(shard.count, count);
}

static void expect_problem(const char *text, const char *what)
{
    struct job_shard shard;
    char problem[SHARD_PROBLEM_BYTES] = "";
    assert_false(shard_read(text, variable, &shard, problem));
    assert_non_null(strstr(problem, what));
}

static void numbers_are_read_and_their_range_is_kept(void **state)
{
    (void)state;
    static const char *const none[] = {NULL};
    variables = none;
    expect("1/1", 1, 1);
    expect("3/8", 3, 8);
    expect_problem("9/8", "there is no shard 9 of 8");
    expect_problem("0/8", "there is no shard 0 of 8");
    expect_problem("3/8x", "is I/N");
    expect_problem("99999999999/2", "is I/N");
    expect_problem("auto", "neither a task of a Slurm array");
}

static void slurm_counts_tasks_from_anywhere_in_any_step(void **state)
{
    (void)state;
    static const char *const stepped[] = {"SLURM_ARRAY_TASK_ID",
                                          "12",
                                          "SLURM_ARRAY_TASK_MIN",
                                          "4",
                                          "SLURM_ARRAY_TASK_MAX",
                                          "20",
                                          "SLURM_ARRAY_TASK_STEP",
                                          "4",
                                          "SLURM_ARRAY_TASK_COUNT",
                                          "5",
                                          NULL};
    static const char *const uneven[] = {"SLURM_ARRAY_TASK_ID",
                                         "7",
                                         "SLURM_ARRAY_TASK_MIN",
                                         "1",
                                         "SLURM_ARRAY_TASK_MAX",
                                         "9",
                                         "SLURM_ARRAY_TASK_COUNT",
                                         "3",
                                         NULL};
    static const char *const lacking[] = {"SLURM_ARRAY_TASK_ID", "7", NULL};
    variables = stepped;
    expect("auto", 3, 5);
    variables = uneven;
    expect_problem("auto", "no even array");
    variables = lacking;
    expect_problem("auto", "SLURM_ARRAY_TASK_MIN is not set");
}

static void kubernetes_counts_from_zero_and_does_not_say_how_far(void **state)
{
    (void)state;
    static const char *const pod[] = {"JOB_COMPLETION_INDEX", "0", "ADTMAP_SHARDS", "4", NULL};
    static const char *const silent[] = {"JOB_COMPLETION_INDEX", "0", NULL};
    variables = pod;
    expect("auto", 1, 4);
    variables = silent;
    expect_problem("auto", "ADTMAP_SHARDS is not set");
}

static void names_of_files_tell_the_shard(void **state)
{
    (void)state;
    struct job_shard shard;
    assert_true(shard_of_name("log.2-of-4096", "log.", &shard));
    assert_int_equal(shard.index, 2);
    assert_int_equal(shard.count, 4096);
    assert_false(shard_of_name("log", "log.", &shard));
    assert_false(shard_of_name("log.2-of-4097", "log.", &shard));
    assert_false(shard_of_name("log.9-of-8", "log.", &shard));
    assert_true(shard_of_name("2-of-3", "", &shard));
    assert_false(shard_of_name("0-of-3", "", &shard));
    assert_false(shard_of_name("log.2-of-8.tmp.0", "log.", &shard));
}

int test_shard(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_tile_is_in_one_shard_and_their_counts_differ_by_one),
        cmocka_unit_test(numbers_are_read_and_their_range_is_kept),
        cmocka_unit_test(slurm_counts_tasks_from_anywhere_in_any_step),
        cmocka_unit_test(kubernetes_counts_from_zero_and_does_not_say_how_far),
        cmocka_unit_test(names_of_files_tell_the_shard),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
