/* The zoom levels hold what averaging the tiles gives, whatever order and threads they come in. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "output/output_helpers.h"
#include "output/zoom/halve.h"
#include "output/zoom/pyramid.h"
#include "render/texture/resample.h"

enum { TILES = 64 * 64 };

/* A tile's pixels follow from its place; `shade` tells runs apart. */
static void draw_tile_files(uint32_t x, uint32_t y, uint32_t size_px, uint8_t shade, uint8_t *rgba)
{
    for (uint32_t i = 0; i < size_px * size_px; i++) {
        uint32_t column = i % size_px;
        uint32_t row = i / size_px;
        rgba[4 * i] = (uint8_t)(x * 40 + column / 3 + shade);
        rgba[4 * i + 1] = (uint8_t)(y * 50 + row / 5);
        rgba[4 * i + 2] = (uint8_t)(column * row / 64);
        rgba[4 * i + 3] = column > row ? 255 : (uint8_t)(128 + (column & 64));
    }
}

/* Zoom pictures that this run does not make are read if their file is there. */
struct on_disk {
    const char *directory;
    enum image_format format;
};

static bool has_file(void *user, uint32_t zoom, uint32_t x, uint32_t y)
{
    const struct on_disk *on_disk = user;
    char *path = pyramid_path(on_disk->directory, zoom, x, y, on_disk->format);
    bool has = file_exists(path);
    free(path);
    return has;
}

struct run {
    struct on_disk on_disk;
    const bool *joined;
    struct output *pyramid;
    uint32_t size_px;
    uint8_t shade;
    const struct tile_set *tiles;
    const struct tile_set *skipped;
    uint32_t order[TILES];
    atomic_uint next;
};

static void *put_tiles(void *user)
{
    struct run *run = user;
    uint8_t *rgba = malloc((size_t)run->size_px * run->size_px * 4);
    for (unsigned i = atomic_fetch_add(&run->next, 1); i < TILES;
         i = atomic_fetch_add(&run->next, 1)) {
        uint32_t x = run->order[i] % 64;
        uint32_t y = run->order[i] / 64;
        bool is_left_out = run->skipped && tile_set_has(run->skipped, x, y);
        if (!is_left_out && tile_set_has(run->tiles, x, y)) {
            draw_tile_files(x, y, run->size_px, run->shade, rgba);
            run->pyramid->operations->put(run->pyramid, x, y, rgba, (size_t)run->size_px * 4);
        }
    }
    free(rgba);
    return NULL;
}

static struct run *plan_run(uint32_t size_px, const struct tile_set *tiles)
{
    struct run *run = calloc(1, sizeof *run);
    run->size_px = size_px;
    run->tiles = tiles;
    for (uint32_t i = 0; i < TILES; i++) {
        run->order[i] = i;
    }
    return run;
}

static void shuffle(struct run *run)
{
    for (uint32_t i = TILES - 1; i > 0; i--) {
        uint32_t other = random_below(i + 1);
        uint32_t swap = run->order[i];
        run->order[i] = run->order[other];
        run->order[other] = swap;
    }
}

/* Makes the levels below `directory` and frees the run. */
static void finish_run(struct run *run, const char *directory, enum image_format format,
                       unsigned threads)
{
    struct pyramid_options options = {.size_px = run->size_px,
                                      .format = format,
                                      .effort = PNG_FAST,
                                      .joined = run->joined,
                                      .has_file = has_file,
                                      .user = &run->on_disk};
    run->on_disk = (struct on_disk){directory, format};
    pthread_t workers[8];
    assert_int_equal(pyramid_open(directory, run->tiles, &options, &quiet, &run->pyramid),
                     ADTMAP_OK);
    for (unsigned i = 0; i < threads; i++) {
        assert_int_equal(pthread_create(&workers[i], NULL, put_tiles, run), 0);
    }
    for (unsigned i = 0; i < threads; i++) {
        pthread_join(workers[i], NULL);
    }
    assert_int_equal(run->pyramid->operations->finish(run->pyramid), ADTMAP_OK);
    free(run);
}

/* What a level shows, by averaging the whole map: `edge` pixels square. */
struct level {
    uint32_t edge_px;
    uint8_t *rgba;
};

/* The deepest level of a map of at most 8x8 tiles at the corner of the grid. */
static struct level paint(const struct tile_set *tiles, uint32_t size_px, uint8_t shade)
{
    struct pyramid_depth depth = pyramid_depth(size_px);
    struct level level = {depth.tile_px * 64, NULL};
    level.rgba = calloc((size_t)level.edge_px * level.edge_px, 4);
    uint8_t *tile = malloc((size_t)size_px * size_px * 4);
    for (uint32_t i = 0; i < TILES; i++) {
        if (!tile_set_has(tiles, i % 64, i / 64)) {
            continue;
        }
        draw_tile_files(i % 64, i / 64, size_px, shade, tile);
        size_t corner = ((size_t)(i / 64) * level.edge_px + i % 64) * depth.tile_px * 4;
        assert_true(resample_area(tile, size_px, level.rgba + corner, depth.tile_px,
                                  (size_t)level.edge_px * 4, 1));
    }
    free(tile);
    return level;
}

static void assert_picture(const char *directory, uint32_t zoom, uint32_t x, uint32_t y,
                           enum image_format format, const struct level *level)
{
    static uint8_t wanted[WEB_TILE_BYTES];
    static uint8_t found[WEB_TILE_BYTES];
    uint8_t any = 0;
    for (size_t row = 0; row < WEB_TILE_PX; row++) {
        size_t at = ((y * WEB_TILE_PX + row) * level->edge_px + (size_t)x * WEB_TILE_PX) * 4;
        memcpy(wanted + row * WEB_TILE_ROW_BYTES, level->rgba + at, WEB_TILE_ROW_BYTES);
    }
    for (size_t i = 3; i < WEB_TILE_BYTES; i += 4) {
        any |= wanted[i];
    }
    char *path = pyramid_path(directory, zoom, x, y, format);
    if (any) {
        assert_int_equal(image_decode(format, path, &quiet, found), ADTMAP_OK);
        assert_memory_equal(found, wanted, WEB_TILE_BYTES);
    } else {
        assert_false(file_exists(path));
    }
    free(path);
}

/* Every picture of every level, and no other. Frees the level. */
static void assert_levels(const char *directory, uint32_t size_px, enum image_format format,
                          struct level level)
{
    for (uint32_t zoom = pyramid_depth(size_px).zoom;; zoom--) {
        assert_int_equal(level.edge_px, WEB_TILE_PX << zoom);
        for (uint32_t i = 0; i < 1U << 2 * zoom; i++) {
            assert_picture(directory, zoom, i & ((1U << zoom) - 1), i >> zoom, format, &level);
        }
        if (zoom == 0) {
            break;
        }
        halve_picture(level.rgba, level.edge_px, (size_t)level.edge_px * 4, level.rgba);
        level.edge_px /= 2;
    }
    free(level.rgba);
}

static bool trees_are_equal(const char *a, const char *b)
{
#ifdef _WIN32
    skip();
#endif
    char command[256];
    snprintf(command, sizeof command, "diff -r '%s' '%s' >/dev/null", a, b);
    return system(command) == 0;
}

static void depth_follows_from_the_size(void **state)
{
    (void)state;
    static const struct {
        uint32_t size_px, zoom, tile_px;
    } cases[] = {{16, 2, 16},     {31, 2, 16},     {64, 4, 64},      {128, 5, 128},
                 {256, 6, 256},   {300, 6, 256},   {511, 6, 256},    {512, 7, 512},
                 {768, 7, 512},   {1024, 8, 1024}, {4096, 10, 4096}, {8191, 10, 4096},
                 {8192, 11, 8192}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct pyramid_depth depth = pyramid_depth(cases[i].size_px);
        assert_int_equal(depth.zoom, cases[i].zoom);
        assert_int_equal(depth.tile_px, cases[i].tile_px);
    }
}

/* At small sizes the whole grid fits a test: all pictures are looked at. */
static void levels_are_averages(uint32_t size_px, const struct tile_set *tiles,
                                enum image_format format)
{
    char directory[64];
    make_scratch(directory);
    struct run *run = plan_run(size_px, tiles);
    shuffle(run);
    finish_run(run, directory, format, 4);
    assert_levels(directory, size_px, format, paint(tiles, size_px, 0));
    folder_remove(directory);
}

static void every_level_is_the_average_of_the_one_below(void **state)
{
    (void)state;
    struct tile_set tiles = {{[0] = 0xf0f, [1] = 1, [5] = 0x800000, [63] = UINT64_C(3) << 62}};
    levels_are_averages(16, &tiles, IMAGE_PNG);
    levels_are_averages(20, &tiles, IMAGE_PNG);
    levels_are_averages(64, &tiles, IMAGE_PNG);
}

static void webp_holds_the_same_pixels(void **state)
{
    (void)state;
    struct tile_set tiles = {{[0] = 0xf0f, [9] = 1}};
    if (image_format_check(IMAGE_WEBP, &quiet) == ADTMAP_OK) {
        levels_are_averages(32, &tiles, IMAGE_WEBP);
    }
}

/* Deep levels, at one place: the whole level would not fit memory. */
static void tiles_larger_than_a_picture_are_cut(void **state)
{
    (void)state;
    struct tile_set tiles = {{[33] = UINT64_C(1) << 31}};
    char directory[64];
    make_scratch(directory);
    finish_run(plan_run(512, &tiles), directory, IMAGE_PNG, 1);
    uint8_t *tile = malloc(512 * 512 * 4);
    uint8_t *found = malloc(WEB_TILE_BYTES);
    draw_tile_files(31, 33, 512, 0, tile);
    for (uint32_t i = 0; i < 4; i++) {
        char *path = pyramid_path(directory, 7, 62 + i % 2, 66 + i / 2, IMAGE_PNG);
        assert_int_equal(image_decode(IMAGE_PNG, path, &quiet, found), ADTMAP_OK);
        const uint8_t *corner = tile + (i / 2 * 512 + i % 2) * 256 * 4;
        for (size_t row = 0; row < 256; row++) {
            assert_memory_equal(found + row * WEB_TILE_ROW_BYTES, corner + row * 2048, 1024);
        }
        free(path);
    }
    char *path = pyramid_path(directory, 6, 31, 33, IMAGE_PNG);
    assert_int_equal(image_decode(IMAGE_PNG, path, &quiet, found), ADTMAP_OK);
    halve_picture(tile, 512, 2048, tile);
    assert_memory_equal(found, tile, WEB_TILE_BYTES);
    free(path);
    free(found);
    free(tile);
    folder_remove(directory);
}

static void bytes_do_not_depend_on_order_or_threads(void **state)
{
    (void)state;
    struct tile_set tiles = {{[10] = 0xff00, [11] = 0x3c00, [30] = 7}};
    char once[64];
    char again[64];
    make_scratch(once);
    make_scratch(again);
    finish_run(plan_run(256, &tiles), once, IMAGE_PNG, 1);
    for (unsigned threads = 2; threads <= 7; threads += 5) {
        struct run *run = plan_run(256, &tiles);
        shuffle(run);
        finish_run(run, again, IMAGE_PNG, threads);
        assert_true(trees_are_equal(once, again));
        folder_remove(again);
    }
    folder_remove(once);
}

static void drawing_some_tiles_again_gives_what_drawing_all_gives(void **state)
{
    (void)state;
    struct tile_set all = {{[10] = 0xff00, [11] = 0x3c00, [30] = 7}};
    struct tile_set some = {{[10] = 0x0300, [30] = 2}};
    struct tile_set rest = {{[10] = 0xfc00, [11] = 0x3c00, [30] = 5}};
    char once[64];
    char twice[64];
    make_scratch(once);
    make_scratch(twice);
    for (uint32_t size_px = 256; size_px <= 512; size_px *= 2) {
        finish_run(plan_run(size_px, &all), once, IMAGE_PNG, 1);
        struct run *run = plan_run(size_px, &some);
        run->shade = 99;
        finish_run(run, twice, IMAGE_PNG, 2);
        finish_run(plan_run(size_px, &rest), twice, IMAGE_PNG, 2);
        assert_false(trees_are_equal(once, twice));
        finish_run(plan_run(size_px, &some), twice, IMAGE_PNG, 2);
        assert_true(trees_are_equal(once, twice));
        folder_remove(once);
        folder_remove(twice);
    }
}

static void a_tile_that_fails_is_shown_no_more(void **state)
{
    (void)state;
    struct tile_set tiles = {{[10] = 0xff00, [50] = 1}};
    struct tile_set failing = {{[10] = 0x4200, [50] = 1}};
    struct tile_set others = {{[10] = 0xbd00}};
    char once[64];
    char again[64];
    make_scratch(once);
    make_scratch(again);
    finish_run(plan_run(256, &others), once, IMAGE_PNG, 1);
    finish_run(plan_run(256, &tiles), again, IMAGE_PNG, 1);
    struct run *run = plan_run(256, &tiles);
    run->skipped = &failing;
    finish_run(run, again, IMAGE_PNG, 3);
    assert_true(trees_are_equal(once, again));
    folder_remove(once);
    folder_remove(again);
}

static void tiles_that_never_come_are_left_out(void **state)
{
    (void)state;
    struct tile_set tiles = {{[0] = 0xff}};
    struct tile_set put = {{[0] = 0x0f}};
    char directory[64];
    make_scratch(directory);
    struct run *run = plan_run(16, &tiles);
    struct tile_set skipped = {{[0] = 0xf0}};
    run->skipped = &skipped;
    finish_run(run, directory, IMAGE_PNG, 1);
    assert_levels(directory, 16, IMAGE_PNG, paint(&put, 16, 0));
    folder_remove(directory);
}

/* Defect of the past: a damaged picture, added to by a tile that changed, erased the tiles next to
 * it from all levels above. */
static void a_damaged_picture_is_made_from_its_children(void **state)
{
    (void)state;
    static bool joined[PYRAMID_JOINED_MAX];
    const struct tile_set tiles = {{[10] = 0xff00, [11] = 0x3c00}};
    const struct tile_set none = {{0}};
    char once[64];
    char again[64];
    make_scratch(once);
    make_scratch(again);
    finish_run(plan_run(256, &tiles), once, IMAGE_PNG, 1);
    finish_run(plan_run(256, &tiles), again, IMAGE_PNG, 1);
    char *path = pyramid_path(again, 3, 1, 1, IMAGE_PNG);
    assert_int_equal(file_write_atomic(path, "damage", 6, &quiet), ADTMAP_OK);
    joined[pyramid_joined(3, 1, 1)] = true;
    struct run *run = plan_run(256, &none);
    run->joined = joined;
    finish_run(run, again, IMAGE_PNG, 2);
    assert_true(trees_are_equal(once, again));
    free(path);
    folder_remove(once);
    folder_remove(again);
}

static void a_tile_without_a_visible_pixel_is_not_written(void **state)
{
    (void)state;
    struct tile_set tiles = {{[3] = 1 << 4}};
    char directory[64];
    make_scratch(directory);
    finish_run(plan_run(256, &tiles), directory, IMAGE_PNG, 1);
    char *path = pyramid_path(directory, 6, 4, 3, IMAGE_PNG);
    char *top = pyramid_path(directory, 0, 0, 0, IMAGE_PNG);
    assert_true(file_exists(path) && file_exists(top));
    struct pyramid_options options = {.size_px = 256, .format = IMAGE_PNG, .effort = PNG_FAST};
    struct output *pyramid;
    assert_int_equal(pyramid_open(directory, &tiles, &options, &quiet, &pyramid), ADTMAP_OK);
    uint8_t *nothing = calloc(1, WEB_TILE_BYTES);
    pyramid->operations->put(pyramid, 4, 3, nothing, WEB_TILE_ROW_BYTES);
    assert_int_equal(pyramid->operations->finish(pyramid), ADTMAP_OK);
    assert_false(file_exists(path) || file_exists(top));
    free(nothing);
    free(path);
    free(top);
    folder_remove(directory);
}

static void a_place_that_cannot_be_written_is_named(void **state)
{
    (void)state;
    struct tile_set tiles = {{[3] = 1 << 4}};
    struct adtmap_message failure = {0};
    struct diag diag = {.failure = &failure};
    char directory[64];
    char path[96];
    make_scratch(directory);
    snprintf(path, sizeof path, "%s/file", directory);
    assert_int_equal(file_write_atomic(path, "", 0, &quiet), ADTMAP_OK);
    struct pyramid_options options = {.size_px = 256, .format = IMAGE_PNG, .effort = PNG_FAST};
    struct output *pyramid;
    assert_int_equal(pyramid_open(path, &tiles, &options, &diag, &pyramid), ADTMAP_IO);
    assert_non_null(strstr(failure.file, path));
    folder_remove(directory);
}

static void a_picture_that_cannot_be_written_ends_the_levels(void **state)
{
    (void)state;
    struct tile_set tiles = {{[3] = 0x30}};
    struct adtmap_message failure = {0};
    struct diag diag = {.failure = &failure};
    char directory[64];
    make_scratch(directory);
    struct pyramid_options options = {.size_px = 256, .format = IMAGE_PNG, .effort = PNG_FAST};
    struct output *pyramid;
    assert_int_equal(pyramid_open(directory, &tiles, &options, &diag, &pyramid), ADTMAP_OK);
    char *blocked = pyramid_path(directory, 6, 4, 3, IMAGE_PNG);
    assert_int_equal(file_make_directory(blocked, &quiet), ADTMAP_OK);
    uint8_t *rgba = malloc(WEB_TILE_BYTES);
    memset(rgba, 255, WEB_TILE_BYTES);
    pyramid->operations->put(pyramid, 4, 3, rgba, WEB_TILE_ROW_BYTES);
    pyramid->operations->put(pyramid, 5, 3, rgba, WEB_TILE_ROW_BYTES);
    assert_int_equal(pyramid->operations->finish(pyramid), ADTMAP_IO);
    assert_string_equal(failure.file, blocked);
    free(rgba);
    free(blocked);
    folder_remove(directory);
}

int test_pyramid(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(depth_follows_from_the_size),
        cmocka_unit_test(every_level_is_the_average_of_the_one_below),
        cmocka_unit_test(webp_holds_the_same_pixels),
        cmocka_unit_test(tiles_larger_than_a_picture_are_cut),
        cmocka_unit_test(bytes_do_not_depend_on_order_or_threads),
        cmocka_unit_test(drawing_some_tiles_again_gives_what_drawing_all_gives),
        cmocka_unit_test(a_tile_that_fails_is_shown_no_more),
        cmocka_unit_test(a_damaged_picture_is_made_from_its_children),
        cmocka_unit_test(tiles_that_never_come_are_left_out),
        cmocka_unit_test(a_tile_without_a_visible_pixel_is_not_written),
        cmocka_unit_test(a_place_that_cannot_be_written_is_named),
        cmocka_unit_test(a_picture_that_cannot_be_written_ends_the_levels),
    };
    random_start();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
