/* The public calls that draw, on the demo world. */
#include <dirent.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "adtmap/adtmap.h"
#include "assets/temporary.h"
#include "base/buffer.h"
#include "job/tiles/draw_tile_files.h"
#include "os/file.h"
#include "shared_world.h"

enum { SIZE_PX = 16, LARGEST_PX = 10 * 128, STRIDE = 4 * LARGEST_PX };

static struct temporary place;
static struct adtmap_data *data;
static struct adtmap_map *map;

/* A file named as a tile that the grid does not have. */
static void write_stray_tile(void)
{
    char path[256];
    const struct diag diag = {0};
    struct blob blob;
    temporary_path(&place, "World/Maps/Demo/Demo_31_31.adt", path);
    assert_int_equal(file_map(path, &diag, &blob), ADTMAP_OK);
    temporary_path(&place, "World/Maps/Demo/Demo_64_31.adt", path);
    assert_int_equal(file_write_atomic(path, blob.data, blob.size, &diag), ADTMAP_OK);
    blob_release(&blob);
}

static int open_world(void **state)
{
    (void)state;
    struct shared_world world = shared_world_open(*demo_eras());
    place = temporary_make();
    const char *const path = place.path;
    char command[1024];
    snprintf(command, sizeof command, "cp -r '%s/World' '%s/Tileset' '%s'", world.path, world.path,
             path);
    assert_int_equal(system(command), 0);
    shared_world_close(&world);
    write_stray_tile();
    char lost[256];
    temporary_path(&place, "World/Maps/Demo/Demo_30_30.adt", lost);
    assert_int_equal(remove(lost), 0);
    assert_int_equal(adtmap_data_open(&path, 1, NULL, &data, NULL), ADTMAP_OK);
    assert_int_equal(adtmap_map_open(data, "Demo", &map, NULL), ADTMAP_OK);
    return 0;
}

static int close_world(void **state)
{
    (void)state;
    adtmap_map_close(map);
    adtmap_data_close(data);
    temporary_remove(&place);
    return 0;
}

static enum adtmap_status draw(uint32_t x, uint32_t y, uint32_t size_px)
{
    static uint8_t pixels[(size_t)STRIDE * LARGEST_PX];
    struct adtmap_settings settings;
    adtmap_settings_default(&settings);
    settings.size_px = size_px;
    return adtmap_tile_render(map, x, y, &settings, pixels, STRIDE, NULL);
}

/* Threads of this process; 0: not known on this system. */
static unsigned count_threads(void)
{
    unsigned count = 0;
    DIR *tasks = opendir("/proc/self/task");
    for (struct dirent *task; tasks && (task = readdir(tasks));) {
        count += task->d_name[0] != '.';
    }
    if (tasks) {
        closedir(tasks);
    }
    return count;
}

/* Threads that waited took as much time as the one that drew. */
static void a_small_tile_is_drawn_by_one_thread(void **state)
{
    (void)state;
    static const struct {
        struct tile_work work;
        unsigned threads;
    } cases[] = {{{512, 1, 0}, 1},     {{512, 1, 100000}, 1}, {{1024, 1, 0}, 1},
                 {{1024, 4, 0}, 6},    {{2048, 1, 0}, 6},     {{512, 1, 200000}, 6},
                 {{64, 0, 200000}, 6}, {{1999, 1, 0}, 1},     {{8192, 1, UINT32_MAX}, 6},
                 {{16, 1, 199987}, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(draw_tile_threads(&cases[i].work, 6), cases[i].threads);
    }
    unsigned before = count_threads();
    assert_int_equal(draw(31, 31, 512), ADTMAP_OK);
    assert_int_equal(count_threads(), before);
}

static void tiles_outside_the_grid_are_not_found(void **state)
{
    (void)state;
    static const uint32_t outside[][2] = {
        {64, 31}, {31, 64}, {UINT32_MAX, UINT32_MAX}, {1 << 26, 0}};
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++) {
        assert_int_equal(draw(outside[i][0], outside[i][1], SIZE_PX), ADTMAP_NOT_FOUND);
        assert_false(adtmap_map_has_tile(map, outside[i][0], outside[i][1]));
    }
    assert_int_equal(draw(31, 31, SIZE_PX), ADTMAP_OK);
}

static enum adtmap_status draw_low_res(uint32_t x, uint32_t y, enum adtmap_low_res low_res,
                                       uint8_t *pixels)
{
    struct adtmap_settings settings;
    adtmap_settings_default(&settings);
    settings.size_px = SIZE_PX;
    settings.low_res = low_res;
    return adtmap_tile_render(map, x, y, &settings, pixels, (size_t)SIZE_PX * 4, NULL);
}

/* Tile (31, 31) has an ADT, (30, 30) lost it, (20, 20) is none of the map's. */
static void far_terrain_is_drawn_where_the_settings_say(void **state)
{
    (void)state;
    uint8_t near[SIZE_PX * SIZE_PX * 4];
    uint8_t low_res[SIZE_PX * SIZE_PX * 4];
    assert_true(adtmap_map_has_low_res_tile(map, 31, 31));
    assert_true(adtmap_map_has_low_res_tile(map, 30, 30));
    assert_false(adtmap_map_has_low_res_tile(map, 20, 20));
    assert_false(adtmap_map_has_low_res_tile(map, 64, 31));
    assert_int_equal(draw_low_res(31, 31, ADTMAP_LOW_RES_NEVER, near), ADTMAP_OK);
    assert_int_equal(draw_low_res(31, 31, ADTMAP_LOW_RES_FILL, low_res), ADTMAP_OK);
    assert_memory_equal(near, low_res, sizeof near);
    assert_int_equal(draw_low_res(31, 31, ADTMAP_LOW_RES_ONLY, low_res), ADTMAP_OK);
    assert_memory_not_equal(near, low_res, sizeof near);
    assert_int_equal(draw_low_res(30, 30, ADTMAP_LOW_RES_NEVER, near), ADTMAP_NOT_FOUND);
    assert_int_equal(draw_low_res(30, 30, ADTMAP_LOW_RES_FILL, near), ADTMAP_OK);
    assert_int_equal(draw_low_res(30, 30, ADTMAP_LOW_RES_ONLY, low_res), ADTMAP_OK);
    assert_memory_equal(near, low_res, sizeof near);
    assert_int_equal(draw_low_res(20, 20, ADTMAP_LOW_RES_FILL, near), ADTMAP_NOT_FOUND);
    assert_int_equal(draw_low_res(20, 20, ADTMAP_LOW_RES_ONLY, near), ADTMAP_NOT_FOUND);
    assert_int_equal(draw_low_res(20, 20, (enum adtmap_low_res)3, near), ADTMAP_BAD_ARGUMENT);
}

/* There was room for eight pixels a quad, and the ninth was "out of memory". */
static void any_number_of_sizes_is_drawn_from_the_same_data(void **state)
{
    (void)state;
    for (uint32_t size_px = 128; size_px <= LARGEST_PX; size_px += 128) {
        assert_int_equal(draw(31, 31, size_px), ADTMAP_OK);
    }
    assert_int_equal(draw(31, 31, SIZE_PX), ADTMAP_OK);
}

static enum adtmap_status draw_layers(struct adtmap_layer_image *images, size_t count,
                                      uint8_t *picture, struct adtmap_height_range range)
{
    struct adtmap_settings settings;
    adtmap_settings_default(&settings);
    settings.size_px = SIZE_PX;
    struct adtmap_tile_request request;
    adtmap_tile_request_default(&request);
    request.settings = &settings;
    request.picture = picture;
    request.picture_stride_bytes = SIZE_PX * 4;
    request.images = images;
    request.image_count = count;
    request.height = range;
    return adtmap_tile_draw(map, 31, 31, &request, NULL);
}

static void layers_alone_are_those_beside_the_picture(void **state)
{
    (void)state;
    static uint8_t picture[4 * SIZE_PX * SIZE_PX];
    static uint8_t pixels[2][ADTMAP_LAYER_KINDS][4 * SIZE_PX * SIZE_PX];
    struct adtmap_layer_image images[2][ADTMAP_LAYER_KINDS];
    struct adtmap_height_range range;
    adtmap_height_range_default(&range);
    for (int alone = 0; alone < 2; alone++) {
        for (int kind = 0; kind < ADTMAP_LAYER_KINDS; kind++) {
            struct adtmap_layer layer = {(enum adtmap_layer_kind)kind, 0};
            images[alone][kind] = (struct adtmap_layer_image){
                .layer = layer,
                .pixels = pixels[alone][kind],
                .stride_bytes = SIZE_PX * adtmap_layer_pixel_bytes(layer)};
        }
        assert_int_equal(
            draw_layers(images[alone], ADTMAP_LAYER_KINDS, alone ? NULL : picture, range),
            ADTMAP_OK);
    }
    assert_memory_equal(pixels[0], pixels[1], sizeof pixels[0]);
    const struct adtmap_layer_image *height = &images[1][ADTMAP_LAYER_HEIGHT];
    assert_true(height->ground_yd[0] > -100.0F && height->ground_yd[0] < height->ground_yd[1]);
    assert_true(height->range_yd[0] == -2000.0F && height->range_yd[1] == 4553.5F);
}

static void requests_that_make_no_sense_are_refused(void **state)
{
    (void)state;
    static uint8_t pixels[4 * SIZE_PX * SIZE_PX];
    struct adtmap_height_range range;
    adtmap_height_range_default(&range);
    struct adtmap_layer_image image = {
        .layer = {ADTMAP_LAYER_HEIGHT, 0}, .pixels = pixels, .stride_bytes = 2 * SIZE_PX};
    assert_int_equal(draw_layers(&image, 1, NULL, range), ADTMAP_OK);
    assert_int_equal(draw_layers(&image, 1, NULL, (struct adtmap_height_range){5.0F, 5.0F, 0}),
                     ADTMAP_BAD_ARGUMENT);
    image.stride_bytes = 2 * SIZE_PX - 1;
    assert_int_equal(draw_layers(&image, 1, NULL, range), ADTMAP_BAD_ARGUMENT);
    image.layer = (struct adtmap_layer){ADTMAP_LAYER_KINDS, 0};
    assert_int_equal(draw_layers(&image, 1, NULL, range), ADTMAP_BAD_ARGUMENT);
    image.layer = (struct adtmap_layer){ADTMAP_LAYER_ALPHA, 8};
    assert_int_equal(draw_layers(&image, 1, NULL, range), ADTMAP_BAD_ARGUMENT);
    image.layer = (struct adtmap_layer){ADTMAP_LAYER_STOREY, ADTMAP_STOREY_MAX + 1};
    image.stride_bytes = 4 * SIZE_PX;
    assert_int_equal(draw_layers(&image, 1, NULL, range), ADTMAP_BAD_ARGUMENT);
}

/* What was told of a tile. */
struct followed {
    pthread_t thread;
    uint32_t calls, done, total;
    uint32_t stop_at; /* the call that cancels */
};

static int follow(void *user, const struct adtmap_progress *progress)
{
    struct followed *seen = user;
    assert_true(pthread_equal(pthread_self(), seen->thread));
    assert_true(seen->calls == 0 ? progress->done == 0 : progress->done > seen->done);
    assert_true(progress->done <= progress->total && progress->failed == 0);
    assert_true(seen->calls == 0 || progress->total == seen->total);
    assert_true(progress->seconds >= 0.0);
    seen->done = progress->done;
    seen->total = progress->total;
    return ++seen->calls == seen->stop_at;
}

/* How a tile is drawn with all that it can have, of a map, of its file, or of the WDL. */
enum followed_kind { OF_MAP, OF_FILE, OF_WDL, FOLLOWED_KINDS };

static enum adtmap_status draw_followed(enum followed_kind kind, uint8_t *picture,
                                        struct followed *seen, struct adtmap_message *failure)
{
    enum { EDGE = 128 };
    static uint8_t heights[2 * EDGE * EDGE];
    struct adtmap_layer_image image = {
        .layer = {ADTMAP_LAYER_HEIGHT, 0}, .pixels = heights, .stride_bytes = 2 * EDGE};
    struct adtmap_settings settings;
    struct adtmap_tile_request request;
    char path[256];
    adtmap_settings_default(&settings);
    settings.size_px = EDGE;
    settings.shadows = ADTMAP_SHADOWS_CAST;
    settings.sky = 1.0F;
    settings.low_res = kind == OF_WDL ? ADTMAP_LOW_RES_ONLY : ADTMAP_LOW_RES_NEVER;
    adtmap_tile_request_default(&request);
    request.settings = &settings;
    request.picture = picture;
    request.picture_stride_bytes = (size_t)EDGE * 4;
    request.images = &image;
    request.image_count = kind != OF_WDL;
    request.progress = follow;
    request.user = seen;
    temporary_path(&place, "World/Maps/Demo/Demo_31_31.adt", path);
    seen->thread = pthread_self();
    return kind == OF_FILE ? adtmap_adt_draw(data, path, NULL, &request, failure)
                           : adtmap_tile_draw(map, 31, 31, &request, failure);
}

/* Ctrl-C in a program that draws a large tile had to wait for it. */
static void a_tile_tells_how_far_it_is_and_is_cancelled_at_any_step(void **state)
{
    (void)state;
    enum { PICTURE_BYTES = 4 * 128 * 128 };
    static uint8_t whole[PICTURE_BYTES], again[PICTURE_BYTES];
    for (enum followed_kind kind = 0; kind < FOLLOWED_KINDS; kind++) {
        struct followed all = {0};
        assert_int_equal(draw_followed(kind, whole, &all, NULL), ADTMAP_OK);
        assert_int_equal(all.done, all.total);
        assert_true(kind == OF_WDL || all.calls > 250);
        const uint32_t stride = ADTMAP_SANITIZED ? 150 : 50; /* of calls that are alike */
        for (uint32_t stop = 1; stop <= all.calls; stop += stop < 20 ? 1 : stride) {
            struct followed cut = {.stop_at = stop};
            struct adtmap_message failure;
            assert_int_equal(draw_followed(kind, again, &cut, &failure), ADTMAP_CANCELLED);
            assert_string_equal(failure.what, "cancelled");
            assert_int_equal(cut.calls, stop);
        }
        struct followed later = {0};
        assert_int_equal(draw_followed(kind, again, &later, NULL), ADTMAP_OK);
        assert_memory_equal(whole, again, sizeof whole);
    }
}

/* Appends the chunks of an ADT; MODF becomes `count` copies of its last entry with ids of their
 * own.
 */
static void crowd_tile(const struct blob *adt, uint32_t count, struct buffer *crowded)
{
    for (size_t at = 0; at + 8 <= adt->size;) {
        const uint8_t *chunk = adt->data + at;
        uint32_t size = chunk[4] | (uint32_t)chunk[5] << 8 | (uint32_t)chunk[6] << 16;
        if (memcmp(chunk, "FDOM", 4) == 0) {
            buffer_append(crowded, "FDOM", 4);
            buffer_u32le(crowded, count * 64);
            for (uint32_t i = 0; i < count; i++) {
                const uint8_t *last = chunk + 8 + size - 64;
                buffer_append(crowded, last, 4);
                buffer_u32le(crowded, 1000 + i);
                buffer_append(crowded, last + 8, 56);
            }
        } else {
            buffer_append(crowded, chunk, 8 + (size_t)size);
        }
        at += 8 + (size_t)size;
    }
}

static void count_left_out(void *user, const struct adtmap_message *message)
{
    *(unsigned *)user += strstr(message->what, "of its buildings left out") != NULL;
}

/* An ADT of 5 MB with 70000 placements of a farm took gigabytes. */
static void buildings_without_end_are_left_out(void **state)
{
    (void)state;
    unsigned warnings = 0;
    const struct adtmap_log log = {count_left_out, &warnings};
    const struct diag diag = {0};
    const char *const path = place.path;
    char file[256];
    struct blob blob;
    struct buffer crowded = {0};
    struct adtmap_data *own_data;
    struct adtmap_map *own_map;
    struct adtmap_settings settings;
    static uint8_t pixels[SIZE_PX * SIZE_PX * 4];
    adtmap_settings_default(&settings);
    settings.size_px = SIZE_PX;
    temporary_path(&place, "World/Maps/Demo/Demo_31_31.adt", file);
    assert_int_equal(file_map(file, &diag, &blob), ADTMAP_OK);
    crowd_tile(&blob, 70000, &crowded);
    blob_release(&blob);
    assert_int_equal(file_write_atomic(file, crowded.data, crowded.size, &diag), ADTMAP_OK);
    buffer_free(&crowded);
    assert_int_equal(adtmap_data_open(&path, 1, &log, &own_data, NULL), ADTMAP_OK);
    assert_int_equal(adtmap_map_open(own_data, "Demo", &own_map, NULL), ADTMAP_OK);
    assert_int_equal(adtmap_tile_render(own_map, 31, 31, &settings, pixels, SIZE_PX * 4, NULL),
                     ADTMAP_OK);
    assert_int_equal(warnings, 1);
    adtmap_map_close(own_map);
    adtmap_data_close(own_data);
}

int test_draw_api(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_small_tile_is_drawn_by_one_thread),
        cmocka_unit_test(layers_alone_are_those_beside_the_picture),
        cmocka_unit_test(requests_that_make_no_sense_are_refused),
        cmocka_unit_test(tiles_outside_the_grid_are_not_found),
        cmocka_unit_test(far_terrain_is_drawn_where_the_settings_say),
        cmocka_unit_test(any_number_of_sizes_is_drawn_from_the_same_data),
        cmocka_unit_test(a_tile_tells_how_far_it_is_and_is_cancelled_at_any_step),
        cmocka_unit_test(buildings_without_end_are_left_out),
    };
    return cmocka_run_group_tests(tests, open_world, close_world);
}
