/* A whole map by the public API: requests that are refused, and a run that is cancelled. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "adtmap/adtmap.h"
#include "map/open_data.h"
#include "shared_world.h"

struct seen {
    uint32_t calls, done, total, stop_at;
};

static int follow(void *user, const struct adtmap_progress *progress)
{
    struct seen *seen = user;
    assert_int_equal(progress->done, seen->calls++);
    seen->done = progress->done;
    seen->total = progress->total;
    return progress->done == seen->stop_at;
}

static void a_run_that_is_cancelled_is_finished_by_the_next(void **state)
{
    (void)state;
    struct shared_world world = shared_world_open(*demo_eras());
    struct temporary out = temporary_make();
    const char *const paths[] = {world.path};
    struct seen seen = {.stop_at = 2};
    struct adtmap_data *data;
    struct adtmap_message failure;
    struct adtmap_settings settings;
    struct adtmap_render_request request;
    struct adtmap_render_result result;
    const struct adtmap_tile_place tiles[] = {{31, 31}, {32, 31}, {31, 32}, {32, 32}, {33, 32}};
    adtmap_settings_default(&settings);
    settings.size_px = 16;
    adtmap_render_request_default(&request);
    request.out = out.path;
    request.settings = &settings;
    request.tiles = tiles;
    request.tile_count = 5;
    request.threads = 1;
    request.progress = follow;
    request.user = &seen;
    assert_int_equal(adtmap_data_open(paths, 1, NULL, &data, NULL), ADTMAP_OK);
    adtmap_data_limit_memory(data, 0);
    assert_int_equal(adtmap_map_render(data, "Demo", &request, &result, &failure),
                     ADTMAP_CANCELLED);
    assert_string_equal(failure.what, "cancelled; the next run goes on from here");
    assert_int_equal(result.drawn, 0);
    assert_int_equal(seen.calls, 3); /* 0, 1, 2: not called again */
    assert_int_equal(seen.total, 5);
    assert_true(cache_pool_usage(data->pool).peak_bytes > 0);
    assert_int_equal(cache_pool_usage(data->pool).bytes, 0); /* the limit of the data still holds */
    seen = (struct seen){.stop_at = UINT32_MAX};
    assert_int_equal(adtmap_map_render(data, "Demo", &request, &result, &failure), ADTMAP_OK);
    assert_int_equal(result.drawn + result.unchanged, 5);
    assert_true(result.unchanged >= 2);
    assert_int_equal(seen.done, result.drawn);
    request.outputs = 8;
    assert_int_equal(adtmap_map_render(data, "Demo", &request, &result, &failure),
                     ADTMAP_BAD_ARGUMENT);
    assert_string_equal(failure.what, "outputs is 0x8, 0x3 is all");
    request.outputs = 0;
    request.threads = 1025;
    assert_int_equal(adtmap_map_render(data, "Demo", &request, &result, &failure),
                     ADTMAP_BAD_ARGUMENT);
    assert_string_equal(failure.what, "threads must be in 0..1024");
    request.threads = 1;
    request.out = NULL;
    assert_int_equal(adtmap_map_render(data, "Demo", &request, NULL, &failure),
                     ADTMAP_BAD_ARGUMENT);
    assert_string_equal(failure.what, "the request has no folder to write to");
    request.out = out.path;
    request.tiles = &(struct adtmap_tile_place){64, 0};
    request.tile_count = 1;
    assert_int_equal(adtmap_map_render(data, "Demo", &request, NULL, &failure),
                     ADTMAP_BAD_ARGUMENT);
    assert_string_equal(failure.what, "tile 64_0 is outside the grid");
    adtmap_data_close(data);
    temporary_remove(&out);
    shared_world_close(&world);
}

int test_render_api(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_that_is_cancelled_is_finished_by_the_next),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
