/* The stitched map shows the tiles that were put, whatever their order and the threads. */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <cmocka.h>

#include "codec/png/png_read.h"
#include "os/part_read.h"
#include "output/output_helpers.h"
#include "output/stitch.h"

enum { SIZE_PX = 37, TILE_BYTES = SIZE_PX * SIZE_PX * 4, TILES = 64 * 64, WORKERS = 4 };

static const uint8_t background[4] = {10, 20, 30, 40};

/* The pixel that tile (x, y) shows at (column, row). */
static void tile_pixel(uint32_t x, uint32_t y, uint32_t column, uint32_t row, uint8_t rgba[4])
{
    rgba[0] = (uint8_t)(x * 3 + column);
    rgba[1] = (uint8_t)(y * 5 + row);
    rgba[2] = (uint8_t)(column * row + x);
    rgba[3] = (uint8_t)(column ^ row);
}

static void draw_tile_files(uint32_t x, uint32_t y, uint8_t *rgba)
{
    for (uint32_t row = 0; row < SIZE_PX; row++) {
        for (uint32_t column = 0; column < SIZE_PX; column++) {
            tile_pixel(x, y, column, row, rgba + (row * SIZE_PX + column) * 4);
        }
    }
}

enum order { ROW_BY_ROW, SHUFFLED };

/* The tiles of a set, handed out in an order, some of them to be skipped. */
struct work {
    struct output *map;
    struct {
        uint32_t x;
        uint32_t y;
    } tiles[TILES];
    unsigned count;
    atomic_uint next;
    const struct tile_set *skipped;
};

static void plan_work(struct work *work, const struct tile_set *tiles, enum order order)
{
    work->count = 0;
    for (uint32_t i = 0; i < TILES; i++) {
        if (!tile_set_has(tiles, i % 64, i / 64)) {
            continue;
        }
        unsigned place = order == SHUFFLED ? random_below(work->count + 1) : work->count;
        work->tiles[work->count] = work->tiles[place];
        work->tiles[place].x = i % 64;
        work->tiles[place].y = i / 64;
        work->count++;
    }
    atomic_store(&work->next, 0);
}

static void *put_tiles(void *user)
{
    struct work *work = user;
    uint8_t *rgba = malloc(TILE_BYTES);
    for (unsigned i = atomic_fetch_add(&work->next, 1); i < work->count;
         i = atomic_fetch_add(&work->next, 1)) {
        uint32_t x = work->tiles[i].x;
        uint32_t y = work->tiles[i].y;
        if (tile_set_has(work->skipped, x, y)) {
            (work->map->operations->skip)(work->map, x, y);
        } else {
            draw_tile_files(x, y, rgba);
            work->map->operations->put(work->map, x, y, rgba, (size_t)SIZE_PX * 4);
        }
    }
    free(rgba);
    work->map->operations->worker_done(work->map);
    return NULL;
}

static void run_workers(struct work *work)
{
    pthread_t threads[WORKERS];
    for (size_t i = 0; i < WORKERS; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, put_tiles, work), 0);
    }
    for (size_t i = 0; i < WORKERS; i++) {
        pthread_join(threads[i], NULL);
    }
}

static struct stitch_options plain_options(void)
{
    struct stitch_options options = {.size_px = SIZE_PX,
                                     .png = {.kind = PNG_KIND_RGBA},
                                     .budget_bytes = (size_t)1 << 30,
                                     .workers = WORKERS};
    memcpy(options.background, background, 4);
    return options;
}

static void assert_shows_tiles(const char *path, const struct tile_set *shown,
                               struct stitch_bounds bounds, enum png_kind kind)
{
    struct picture picture;
    assert_int_equal(picture_read_png(path, &quiet, &picture), ADTMAP_OK);
    assert_int_equal(picture.width, bounds.columns * SIZE_PX);
    assert_int_equal(picture.height, bounds.rows * SIZE_PX);
    for (uint32_t py = 0; py < picture.height; py++) {
        for (uint32_t px = 0; px < picture.width; px++) {
            uint32_t x = bounds.x + px / SIZE_PX;
            uint32_t y = bounds.y + py / SIZE_PX;
            uint8_t wanted[4];
            memcpy(wanted, background, 4);
            if (tile_set_has(shown, x, y)) {
                tile_pixel(x, y, px % SIZE_PX, py % SIZE_PX, wanted);
            }
            wanted[3] = kind == PNG_KIND_RGBA ? wanted[3] : 255;
            assert_memory_equal(picture.rgba + ((size_t)py * picture.width + px) * 4, wanted, 4);
        }
    }
    picture_free(&picture);
}

static struct tile_set random_tiles(uint32_t x, uint32_t y, uint32_t columns, uint32_t rows)
{
    struct tile_set set = {0};
    for (uint32_t i = 0; i < columns * rows; i++) {
        if (random_below(4) && i / columns != 2) { /* the third row stays empty */
            tile_set_add(&set, x + i % columns, y + i / columns);
        }
    }
    tile_set_add(&set, x, y + rows - 1);
    return set;
}

static struct tile_set without(const struct tile_set *tiles, const struct tile_set *skipped)
{
    struct tile_set rest = *tiles;
    for (int y = 0; y < 64; y++) {
        rest.rows[y] &= ~skipped->rows[y];
    }
    return rest;
}

static void stitch_all(const struct tile_set *tiles, const struct tile_set *skipped,
                       const struct stitch_options *options, enum order order)
{
    char directory[64];
    char path[96];
    make_scratch(directory);
    snprintf(path, sizeof path, "%s/map.png", directory);
    struct work *work = calloc(1, sizeof *work);
    work->skipped = skipped;
    plan_work(work, tiles, order);
    assert_int_equal(stitch_open(path, tiles, options, &quiet, &work->map), ADTMAP_OK);
    run_workers(work);
    assert_int_equal(work->map->operations->finish(work->map), ADTMAP_OK);
    struct tile_set shown = without(tiles, skipped);
    assert_shows_tiles(path, &shown, stitch_bounds(tiles, options->extent), options->png.kind);
    assert_int_equal(count_entries(directory), 1);
    assert_true(png_file_is_valid(path));
    free(work);
    folder_remove(directory);
}

static void tiles_in_any_order_from_four_threads_are_pasted_with_gaps_and_skips(void **state)
{
    (void)state;
    for (unsigned round = 0; round < 6; round++) {
        struct tile_set tiles = random_tiles(20, 30, 1 + random_below(9), 4 + random_below(6));
        struct tile_set skipped = random_tiles(20, 30, 3, 5);
        skipped = (struct tile_set){{[30] = skipped.rows[30] & tiles.rows[30],
                                     [31] = tiles.rows[31], /* a row that fails whole */
                                     [33] = skipped.rows[33] & tiles.rows[33]}};
        struct stitch_options options = plain_options();
        options.png.kind = round % 2 ? PNG_KIND_RGB : PNG_KIND_RGBA;
        stitch_all(&tiles, &skipped, &options, round % 3 ? SHUFFLED : ROW_BY_ROW);
    }
}

static void the_whole_grid_is_shown_on_request(void **state)
{
    (void)state;
    struct tile_set tiles = random_tiles(61, 3, 3, 4);
    struct tile_set none = {0};
    struct stitch_options options = plain_options();
    options.extent = STITCH_GRID;
    options.budget_bytes = (size_t)64 * TILE_BYTES; /* one row */
    stitch_all(&tiles, &none, &options, ROW_BY_ROW);
}

static void one_row_of_budget_is_enough_when_tiles_come_row_by_row(void **state)
{
    (void)state;
    struct tile_set tiles = random_tiles(0, 0, 2, 64);
    struct tile_set skipped = random_tiles(0, 0, 2, 64);
    skipped = without(&tiles, &skipped);
    struct stitch_options options = plain_options();
    options.budget_bytes = (size_t)2 * TILE_BYTES;
    for (int round = 0; round < 10; round++) {
        stitch_all(&tiles, &skipped, &options, ROW_BY_ROW);
    }
}

static void bytes_do_not_depend_on_order_or_threads(void **state)
{
    (void)state;
    struct tile_set tiles = random_tiles(5, 5, 8, 8);
    struct tile_set none = {0};
    char directory[64];
    char path[96];
    make_scratch(directory);
    snprintf(path, sizeof path, "%s/map.png", directory);
    struct blob files[3];
    struct work *work = calloc(1, sizeof *work);
    for (unsigned i = 0; i < 3; i++) {
        struct stitch_options options = plain_options();
        options.threads = 1 + i * 2;
        work->skipped = &none;
        plan_work(work, &tiles, i ? SHUFFLED : ROW_BY_ROW);
        assert_int_equal(stitch_open(path, &tiles, &options, &quiet, &work->map), ADTMAP_OK);
        run_workers(work);
        assert_int_equal(work->map->operations->finish(work->map), ADTMAP_OK);
        assert_int_equal(part_read_file(NULL, path, SIZE_MAX, &quiet, &files[i]), ADTMAP_OK);
        assert_int_equal(files[i].size, files[0].size);
        assert_memory_equal(files[i].data, files[0].data, files[0].size);
    }
    for (unsigned i = 0; i < 3; i++) {
        blob_release(&files[i]);
    }
    free(work);
    folder_remove(directory);
}

/* Four workers, tiles from south to north, room for two of ten rows: all of them end up waiting. */
static void an_order_that_takes_too_much_memory_is_refused(void **state)
{
    (void)state;
    struct tile_set tiles = {0};
    struct tile_set none = {0};
    struct adtmap_message failure;
    struct diag diag = {.failure = &failure};
    struct stitch_options options = plain_options();
    options.budget_bytes = (size_t)2 * TILE_BYTES;
    struct work *work = calloc(1, sizeof *work);
    work->skipped = &none;
    for (uint32_t y = 0; y < 10; y++) {
        tile_set_add(&tiles, 7, y);
        work->tiles[y].x = 7;
        work->tiles[y].y = 9 - y;
    }
    work->count = 10;
    char directory[64];
    char path[96];
    make_scratch(directory);
    snprintf(path, sizeof path, "%s/map.png", directory);
    assert_int_equal(stitch_open(path, &tiles, &options, &diag, &work->map), ADTMAP_OK);
    run_workers(work);
    assert_int_equal(work->map->operations->finish(work->map), ADTMAP_LIMIT);
    assert_string_equal(failure.file, path);
    assert_non_null(strstr(failure.what, "row by row"));
    assert_int_equal(count_entries(directory), 0);
    free(work);
    folder_remove(directory);
}

static void what_cannot_be_stitched_is_refused(void **state)
{
    (void)state;
    struct tile_set tiles = {0};
    struct adtmap_message failure;
    struct diag diag = {.failure = &failure};
    struct stitch_options options = plain_options();
    struct output *map;
    char directory[64];
    char path[96];
    make_scratch(directory);
    snprintf(path, sizeof path, "%s/map.png", directory);
    assert_int_equal(stitch_open(path, &tiles, &options, &diag, &map), ADTMAP_BAD_ARGUMENT);
    tile_set_add(&tiles, 3, 4);
    tile_set_add(&tiles, 4, 4);
    options.budget_bytes = (size_t)2 * TILE_BYTES - 1;
    assert_int_equal(stitch_open(path, &tiles, &options, &diag, &map), ADTMAP_LIMIT);
    assert_null(map);
    assert_non_null(strstr(failure.what, "2 tiles of 37 pixels"));
    options.budget_bytes++;
    assert_int_equal(stitch_open(path, &tiles, &options, &diag, &map), ADTMAP_OK);
    map->operations->abort(map);
    assert_int_equal(count_entries(directory), 0);
    folder_remove(directory);
}

static void tiles_never_put_stay_background(void **state)
{
    (void)state;
    struct tile_set tiles = {{[3] = 3, [5] = 2}};
    struct tile_set shown = {{[3] = 2}};
    struct stitch_options options = plain_options();
    struct output *map;
    uint8_t *rgba = malloc(TILE_BYTES);
    char directory[64];
    char path[96];
    make_scratch(directory);
    snprintf(path, sizeof path, "%s/map.png", directory);
    assert_int_equal(stitch_open(path, &tiles, &options, &quiet, &map), ADTMAP_OK);
    draw_tile_files(1, 3, rgba);
    map->operations->put(map, 1, 3, rgba, (size_t)SIZE_PX * 4);
    (map->operations->skip)(map, 0, 3);
    /* Ignored: what is not in the set, and what came before. */
    (map->operations->skip)(map, 5, 3);
    (map->operations->skip)(map, 1, 64);
    (map->operations->skip)(map, 1, 3);
    map->operations->put(map, 1, 3, background, 0);
    map->operations->put(map, 0, 3, rgba, (size_t)SIZE_PX * 4);
    assert_int_equal(map->operations->finish(map), ADTMAP_OK);
    assert_shows_tiles(path, &shown, stitch_bounds(&tiles, STITCH_CROPPED), PNG_KIND_RGBA);
    free(rgba);
    folder_remove(directory);
}

static void a_full_disk_leaves_no_file(void **state)
{
    (void)state;
    struct tile_set tiles = {{[3] = 0xff, [4] = 0xff}};
    struct tile_set none = {0};
    struct adtmap_message failure;
    struct diag diag = {.failure = &failure};
    struct stitch_options options = plain_options();
    struct work *work = calloc(1, sizeof *work);
    work->skipped = &none;
    plan_work(work, &tiles, SHUFFLED);
    char directory[64];
    char path[96];
    make_scratch(directory);
    snprintf(path, sizeof path, "%s/map.png", directory);
    assert_int_equal(stitch_open(path, &tiles, &options, &diag, &work->map), ADTMAP_OK);
    struct rlimit before;
    getrlimit(RLIMIT_FSIZE, &before);
    struct rlimit small = {500, before.rlim_max};
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &small);
    run_workers(work);
    enum adtmap_status status = work->map->operations->finish(work->map);
    setrlimit(RLIMIT_FSIZE, &before);
    assert_int_equal(status, ADTMAP_IO);
    assert_string_equal(failure.file, path);
    assert_int_equal(count_entries(directory), 0);
    free(work);
    folder_remove(directory);
}

int test_stitch(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiles_in_any_order_from_four_threads_are_pasted_with_gaps_and_skips),
        cmocka_unit_test(the_whole_grid_is_shown_on_request),
        cmocka_unit_test(one_row_of_budget_is_enough_when_tiles_come_row_by_row),
        cmocka_unit_test(bytes_do_not_depend_on_order_or_threads),
        cmocka_unit_test(an_order_that_takes_too_much_memory_is_refused),
        cmocka_unit_test(what_cannot_be_stitched_is_refused),
        cmocka_unit_test(tiles_never_put_stay_background),
        cmocka_unit_test(a_full_disk_leaves_no_file),
    };
    random_start();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
