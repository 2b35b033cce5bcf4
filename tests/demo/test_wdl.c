/* The heights of the demo world's WDL are those of its tiles. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "formats/adt/adt.h"
#include "formats/wdl.h"
#include "os/file.h"
#include "shared_world.h"

enum { MIDDLE_VERTEX = 4 * 17 + 4 };

static const struct diag silent;

/* False if the tile has no file. */
static bool map_tile(const struct shared_world *world, uint32_t x, uint32_t y, struct blob *blob)
{
    char name[64];
    char path[512];
    snprintf(name, sizeof name, "World/Maps/Demo/Demo_%u_%u.adt", x, y);
    snprintf(path, sizeof path, "%s/%s", world->path, name);
    return file_map(path, &silent, blob) == ADTMAP_OK;
}

static void compare_heights(const struct blob *blob, const struct wdl_tile *far)
{
    struct arena arena = {0};
    struct adt_tile *tile;
    const struct adt_files files = {.root = {blob->data, blob->size, NULL}};
    const struct adt_request facts = {.alpha_depth = ADT_ALPHA_8BIT};
    assert_int_equal(adt_read(&files, &facts, &arena, &silent, &tile), ADTMAP_OK);
    for (size_t i = 0; i < ADT_CHUNKS; i++) {
        const float *height = tile->chunks[i].height_yd;
        float outer = (float)far->outer[i / 16][i % 16];
        float inner = (float)far->inner[i / 16][i % 16];
        assert_true(fabsf(height[0] - outer) <= 0.501f);
        assert_true(fabsf(height[MIDDLE_VERTEX] - inner) <= 0.501f);
    }
    arena_free(&arena);
}

static void wdl_has_the_heights_of_the_tiles(void **state)
{
    (void)state;
    struct shared_world world = shared_world_open(*demo_eras());
    char path[512];
    struct blob bytes;
    struct wdl wdl;
    snprintf(path, sizeof path, "%s/World/Maps/Demo/Demo.wdl", world.path);
    assert_int_equal(file_map(path, &silent, &bytes), ADTMAP_OK);
    assert_int_equal(wdl_read(bytes.data, bytes.size, &silent, &wdl), ADTMAP_OK);
    assert_int_equal(wdl.version, 18);
    assert_true(wdl_tile_count(&wdl) > 50);
    for (uint32_t i = 0; i < TILE_SET_GRID * TILE_SET_GRID; i++) {
        struct blob blob;
        struct wdl_tile far;
        bool there = map_tile(&world, i % TILE_SET_GRID, i / TILE_SET_GRID, &blob);
        assert_int_equal(wdl_tile(&wdl, i % TILE_SET_GRID, i / TILE_SET_GRID, &far), there);
        if (there) {
            compare_heights(&blob, &far);
            blob_release(&blob);
        }
    }
    blob_release(&bytes);
    shared_world_close(&world);
}

int test_wdl(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wdl_has_the_heights_of_the_tiles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
