/* How a run's memory is divided between tiles under way, stitched rows and caches. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "codec/png/png_stream.h"
#include "job/run/memory_budget.h"

#define MIB ((size_t)1 << 20)

static struct memory_budget divide(const struct memory_need *need)
{
    struct memory_budget plan;
    struct adtmap_message failure = {0};
    const struct diag diag = {.failure = &failure};
    if (memory_budget_divide(need, &diag, &plan)) {
        fail_msg("refused: %s", failure.what);
    }
    return plan;
}

static size_t sum(const struct memory_budget *plan, const struct memory_need *need)
{
    return plan->workers * need->tile_bytes + plan->stitch_bytes + plan->cache_bytes +
           plan->stream_threads * need->stream_bytes;
}

static struct memory_need lit_need(enum adtmap_shadows shadows, float sky)
{
    struct adtmap_settings settings;
    adtmap_settings_default(&settings);
    settings.size_px = 4096;
    settings.shadows = shadows;
    settings.sky = sky;
    return (struct memory_need){
        .threads = 2,
        .tile_count = 4096,
        .tile_bytes = memory_budget_tile_bytes(&settings, 3, 0),
        .team_bytes = memory_budget_team_bytes(&settings, 2),
        .row_columns = 1,
    };
}

static struct memory_need need_of(uint32_t size_px, unsigned threads, uint32_t columns)
{
    struct adtmap_settings settings;
    adtmap_settings_default(&settings);
    settings.size_px = size_px;
    return (struct memory_need){
        .threads = threads,
        .tile_count = 4096,
        .tile_bytes = memory_budget_tile_bytes(&settings, 3, 0),
        .row_bytes = (size_t)columns * size_px * size_px * 3,
        .row_columns = columns,
        .stream_bytes = columns ? png_stream_bytes((size_t)columns * size_px * 3, 1) : 0,
    };
}

static void any_bound_is_kept_or_refused(void **state)
{
    (void)state;
    static const uint32_t sizes_px[] = {16, 64, 512, 1000, 1024, 4096, 5000, 8192};
    for (size_t i = 0; i < sizeof sizes_px / sizeof *sizes_px; i++) {
        for (size_t bound = 1; bound < 64 << 10; bound = bound * 5 / 4 + 1) {
            struct memory_need need = need_of(sizes_px[i], 1 + (unsigned)bound % 70, 7);
            struct memory_budget plan;
            const struct diag diag = {0};
            need.bound_bytes = bound * MIB;
            enum adtmap_status status = memory_budget_divide(&need, &diag, &plan);
            size_t least =
                need.tile_bytes + need.row_bytes + need.stream_bytes + MEMORY_CACHE_LEAST_BYTES;
            assert_int_equal(status, need.bound_bytes < least ? ADTMAP_LIMIT : ADTMAP_OK);
            if (!status) {
                assert_true(sum(&plan, &need) <= need.bound_bytes);
                assert_in_range(plan.workers, 1, need.threads);
                assert_in_range(plan.stream_threads, 1, need.threads);
                assert_true(plan.stitch_bytes >= need.row_bytes);
                assert_true(plan.cache_bytes >= MEMORY_CACHE_LEAST_BYTES);
            }
        }
    }
}

static void default_holds_any_map_at_512_px_in_512_mib(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= 8; threads *= 2) {
        const struct memory_need need = need_of(512, threads, 64);
        struct memory_budget plan = divide(&need);
        assert_int_equal(plan.workers, threads);
        assert_int_equal(plan.stream_threads, threads);
        assert_true(sum(&plan, &need) < 480 * MIB);
        assert_true(plan.stitch_bytes >= 2 * need.row_bytes);
    }
}

static void default_lets_large_tiles_take_turns(void **state)
{
    (void)state;
    const struct memory_need large = need_of(4096, 16, 0);
    assert_int_equal(divide(&large).workers, 2);
    const struct memory_need largest = need_of(8192, 16, 0);
    assert_int_equal(divide(&largest).workers, 1);
    assert_int_equal(divide(&largest).stitch_bytes, 0);
}

static void more_memory_is_more_tiles_at_a_time(void **state)
{
    (void)state;
    struct memory_need need = need_of(8192, 16, 0);
    need.bound_bytes = 64 << 10;
    need.bound_bytes *= MIB;
    assert_int_equal(divide(&need).workers, 16);
    need.tile_count = 3;
    assert_int_equal(divide(&need).workers, 3);
}

static void refusal_says_what_would_be_enough(void **state)
{
    (void)state;
    struct memory_need need = need_of(4096, 4, 2);
    struct memory_budget plan;
    struct adtmap_message failure = {0};
    const struct diag diag = {.failure = &failure};
    need.bound_bytes = 100 * MIB;
    assert_int_equal(memory_budget_divide(&need, &diag, &plan), ADTMAP_LIMIT);
    assert_non_null(strstr(failure.what, "100 MiB"));
    assert_non_null(strstr(failure.what, "one tile takes 212"));
    assert_non_null(strstr(failure.what, "row of the stitched map 104"));
    assert_non_null(strstr(failure.what, "allow 332"));
    need.bound_bytes = 332 * MIB;
    assert_int_equal(memory_budget_divide(&need, &diag, &plan), ADTMAP_OK);
    need = need_of(8192, 2, 2);
    assert_int_equal(memory_budget_divide(&need, &diag, &plan), ADTMAP_LIMIT);
    assert_non_null(strstr(failure.what, "of memory, the default, are too little"));
}

/* A map of one small tile, on a machine of 64 threads: two of them compress. */
static void a_bound_takes_threads_before_it_refuses(void **state)
{
    (void)state;
    struct memory_need need = need_of(128, 64, 1);
    need.tile_count = 1;
    need.bound_bytes = 64 * MIB;
    assert_in_range(divide(&need).stream_threads, 2, 8);
    need.bound_bytes = 1024 * MIB;
    assert_in_range(divide(&need).stream_threads, 32, 63);
}

/* Fields of heights of 5 and 4 bytes a pixel, of the tile and of a neighbour, results, and what the
 * sky takes. */
static void light_takes_memory(void **state)
{
    (void)state;
    const size_t pixels = (size_t)4096 * 4096;
    const struct memory_need none = lit_need(ADTMAP_SHADOWS_NONE, 0);
    const struct memory_need cast = lit_need(ADTMAP_SHADOWS_CAST, 0);
    const struct memory_need both = lit_need(ADTMAP_SHADOWS_CAST, 0.5F);
    assert_int_equal(none.team_bytes, 0);
    assert_in_range(cast.tile_bytes - none.tile_bytes, 11 * pixels, 14 * pixels);
    assert_in_range(both.tile_bytes - none.tile_bytes, 28 * pixels, 40 * pixels);
    assert_in_range(both.team_bytes, 2 * 9 * MIB, 2 * 11 * MIB);
    struct memory_need need = both;
    struct memory_budget plan;
    const struct diag diag = {0};
    need.bound_bytes = 600 * MIB;
    assert_int_equal(memory_budget_divide(&need, &diag, &plan), ADTMAP_LIMIT);
    need.bound_bytes = 0;
    assert_int_equal(divide(&need).workers, 1);
    need.bound_bytes = need.tile_bytes + need.team_bytes + MEMORY_CACHE_LEAST_BYTES;
    plan = divide(&need);
    assert_int_equal(plan.workers, 1);
    assert_int_equal(plan.cache_bytes, MEMORY_CACHE_LEAST_BYTES);
}

struct heard {
    unsigned count;
    char last[256];
};

static void hear(void *user, const struct adtmap_message *message)
{
    struct heard *heard = user;
    heard->count++;
    strcpy(heard->last, message->what);
}

static void tiles_that_use_more_than_caches_have_are_told(void **state)
{
    (void)state;
    struct heard heard = {0};
    const struct adtmap_log log = {hear, &heard};
    const struct diag diag = {.log = &log};
    const struct memory_budget plan = {.workers = 1, .cache_bytes = 20 * MIB};
    memory_budget_warn(&plan, 20 * MIB, &diag);
    assert_int_equal(heard.count, 0);
    memory_budget_warn(&plan, 33 * MIB, &diag);
    assert_int_equal(heard.count, 1);
    assert_non_null(strstr(heard.last, "33 MiB"));
}

int test_memory_budget(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_bound_is_kept_or_refused),
        cmocka_unit_test(default_holds_any_map_at_512_px_in_512_mib),
        cmocka_unit_test(default_lets_large_tiles_take_turns),
        cmocka_unit_test(more_memory_is_more_tiles_at_a_time),
        cmocka_unit_test(refusal_says_what_would_be_enough),
        cmocka_unit_test(a_bound_takes_threads_before_it_refuses),
        cmocka_unit_test(light_takes_memory),
        cmocka_unit_test(tiles_that_use_more_than_caches_have_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
