/*
 * The lower bound ("floor") of a run: reading each input once and compressing the pixels of its
 * tiles once, with the same encoder, options and number of threads. It alternates with whole runs,
 * from files to PNGs, in a child process. The inputs are the files that a run opens. The pixels are
 * read back from its PNG files, and the floor must produce the same bytes.
 *
 * In addition, one thread encodes the tiles with adtmap's encoder, with libpng's defaults, and with
 * libdeflate at level 1; and some tiles are compared with their own pictures of more pixels,
 * so that no figure gets better at the pixels' cost unseen.
 */
#include <fcntl.h>
#include <omp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/path.h"
#include "base/size.h"
#include "bench.h"
#include "child.h"
#include "codec/png/png_read.h"
#include "codec/png/png_write.h"
#include "distance.h"
#include "inputs.h"
#include "job/render_map.h"
#include "libdeflate_encode.h"
#include "libpng_encode.h"
#include "os/clock.h"
#include "out_folder.h"
#include "output/paths.h"

enum {
    GRID = ADTMAP_GRID,
    READ_BYTES = 256 << 10,
    DISTANT_TILES = 8, /* whose distance is measured, spread over the map */
};

struct floor_tile {
    struct picture picture;
    uint32_t x, y;
    size_t file_bytes; /* of the run's PNG */
};

/* State of a thread. */
struct floor_thread {
    struct png_encoder *encoder;
    struct buffer png;
    uint8_t *bytes; /* READ_BYTES of an input */
    double read_seconds;
    double encode_seconds;
};

struct floor {
    const char *map;
    const char *doodads; /* of --doodads */
    struct input_list inputs;
    size_t input_bytes;
    struct floor_tile *tiles;
    int tile_count;
    unsigned thread_count;
    struct floor_thread *threads;
    struct tile_distance distances[DISTANT_TILES]; /* of the tiles that distant_tile gives */
    int distance_count;
};

/* The least of all rounds of each, and all rounds of the two that form the ratio. Seconds of
 * reading and of encoders are processor time. */
struct floor_result {
    struct child_result whole;
    double *whole_rounds;
    double *floor_rounds;
    double seconds;
    double cpu_seconds;
    double read_seconds;
    double encode_seconds;
    double ours_seconds;
    double libpng_seconds;
    double libdeflate_seconds;
    size_t ours_bytes;
    size_t libpng_bytes;
    size_t libdeflate_bytes;
};

/* Processor time of this thread, which holds on a busy machine. */
static double thread_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static size_t file_bytes(const char *path)
{
    struct stat info;
    if (stat(path, &info)) {
        bench_fail("%s has gone", path);
    }
    return (size_t)info.st_size;
}

static void choose_doodads(const char *name, struct adtmap_settings *settings)
{
    if (strcmp(name, "none") == 0) {
        settings->draw &= ~(uint32_t)ADTMAP_DRAW_M2;
    } else if (strcmp(name, "all") == 0) {
        settings->doodads = ADTMAP_DOODADS_ALL;
    } else if (strcmp(name, "minimap") != 0) {
        bench_fail("%s is no choice of doodads", name);
    }
}

static struct adtmap_settings settings_of(unsigned size_px, const struct floor *floor)
{
    struct adtmap_settings settings;
    adtmap_settings_default(&settings);
    settings.size_px = size_px;
    choose_doodads(floor->doodads, &settings);
    return settings;
}

/* Runs the library in this process to find its inputs; writes the tiles to out_folder(). */
static void render_once(const char *data_path, unsigned size_px, struct floor *floor)
{
    struct adtmap_message failure = {0};
    struct adtmap_data *data;
    struct job_result result;
    const struct job_settings settings = {.out = out_folder(),
                                          .effort = PNG_BALANCED,
                                          .redraw = REDRAW_ALL,
                                          .tile = settings_of(size_px, floor)};
    inputs_begin();
    bench_check(adtmap_data_open(&data_path, 1, NULL, &data, &failure), &failure);
    bench_check(render_map(data, floor->map, &settings, &result, &failure), &failure);
    adtmap_data_close(data);
    floor->inputs = inputs_end();
    job_result_free(&result);
    for (size_t i = 0; i < floor->inputs.count; i++) {
        floor->input_bytes += file_bytes(floor->inputs.paths[i]);
    }
}

static void load_tiles(struct floor *floor)
{
    struct adtmap_message failure;
    const struct diag diag = {.failure = &failure};
    char *directory = path_map_directory(out_folder(), floor->map);
    floor->tiles = bench_alloc((size_t)GRID * GRID, sizeof *floor->tiles);
    for (uint32_t i = 0; i < GRID * GRID && directory; i++) {
        struct floor_tile *tile = &floor->tiles[floor->tile_count];
        char name[PATH_NAME_BYTES];
        path_tile_name(floor->map, i % GRID, i / GRID, name);
        char *path = path_join(directory, name);
        if (path && access(path, R_OK) == 0) {
            *tile = (struct floor_tile){.x = i % GRID, .y = i / GRID};
            bench_check(picture_read_png(path, &diag, &tile->picture), &failure);
            tile->file_bytes = file_bytes(path);
            floor->tile_count++;
        }
        free(path);
    }
    free(directory);
    if (floor->tile_count == 0) {
        bench_fail("the run left no tiles");
    }
}

/* Number of the tile whose distance is measured as number `i`. */
static int distant_tile(const struct floor *floor, int i)
{
    return floor->tile_count > DISTANT_TILES ? i * floor->tile_count / DISTANT_TILES : i;
}

/* Compares some tiles with references. */
static void measure_distances(const char *data_path, unsigned size_px, struct floor *floor)
{
    const struct adtmap_settings settings = settings_of(size_px, floor);
    struct adtmap_message failure = {0};
    struct adtmap_data *data;
    struct adtmap_map *map;
    bench_check(adtmap_data_open(&data_path, 1, NULL, &data, &failure), &failure);
    bench_check(adtmap_map_open(data, floor->map, &map, &failure), &failure);
    while (floor->distance_count < DISTANT_TILES && floor->distance_count < floor->tile_count) {
        const struct floor_tile *tile = &floor->tiles[distant_tile(floor, floor->distance_count)];
        floor->distances[floor->distance_count++] =
            distance_of_tile(map, tile->x, tile->y, &settings, &tile->picture);
    }
    adtmap_map_close(map);
    adtmap_data_close(data);
}

static void create_threads(unsigned count, struct floor *floor)
{
    floor->thread_count = count;
    floor->threads = bench_alloc(count, sizeof *floor->threads);
    for (unsigned i = 0; i < count; i++) {
        floor->threads[i].encoder = png_encoder_create(1);
        floor->threads[i].bytes = bench_alloc(READ_BYTES, 1);
        if (!floor->threads[i].encoder) {
            bench_fail("out of memory");
        }
    }
}

static void read_input(const char *path, struct floor_thread *thread)
{
    double begin = thread_seconds();
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = 1;
    while (descriptor >= 0 && got > 0) {
        got = read(descriptor, thread->bytes, READ_BYTES);
    }
    if (descriptor < 0 || got < 0) {
        bench_fail("cannot read %s", path);
    }
    close(descriptor);
    thread->read_seconds += thread_seconds() - begin;
}

/* Encodes as the pipeline does, to thread->png. */
static void encode_tile(const struct floor *floor, const struct floor_tile *tile,
                        struct floor_thread *thread)
{
    struct adtmap_message failure;
    const struct diag diag = {.failure = &failure};
    char place[16];
    snprintf(place, sizeof place, "%u_%u", tile->x, tile->y);
    const struct png_text_chunk texts[] = {{"Map", floor->map}, {"Tile", place}};
    const struct png_options options = {PNG_KIND_RGB, PNG_BALANCED, texts, COUNT_OF(texts)};
    const struct picture *picture = &tile->picture;
    const struct png_image image = {picture->rgba, picture->width, picture->height,
                                    (size_t)picture->width * 4};
    double begin = thread_seconds();
    bench_check(png_encode(thread->encoder, &image, &options, &diag, &thread->png), &failure);
    thread->encode_seconds += thread_seconds() - begin;
}

/* Runs a round on all threads. Returns its duration. */
static double floor_round(struct floor *floor)
{
    bool same = true;
    double begin = clock_seconds();
#pragma omp parallel num_threads(floor->thread_count)
    {
        struct floor_thread *thread = &floor->threads[omp_get_thread_num()];
        thread->read_seconds = thread->encode_seconds = 0.0;
#pragma omp for schedule(dynamic, 1) nowait
        for (size_t i = 0; i < floor->inputs.count; i++) {
            read_input(floor->inputs.paths[i], thread);
        }
#pragma omp for schedule(dynamic, 1) reduction(&& : same)
        for (int i = 0; i < floor->tile_count; i++) {
            encode_tile(floor, &floor->tiles[i], thread);
            same = same && thread->png.size == floor->tiles[i].file_bytes;
        }
    }
    double seconds = clock_seconds() - begin;
    if (!same) {
        bench_fail("the floor's PNG files are not the run's: encoder or options differ");
    }
    return seconds;
}

static void measure_floor(struct floor *floor, unsigned round, struct floor_result *result)
{
    double cpu = bench_cpu_seconds();
    double seconds = floor_round(floor);
    result->cpu_seconds = bench_least(result->cpu_seconds, bench_cpu_seconds() - cpu);
    double read_seconds = 0.0;
    double encode_seconds = 0.0;
    for (unsigned i = 0; i < floor->thread_count; i++) {
        read_seconds += floor->threads[i].read_seconds;
        encode_seconds += floor->threads[i].encode_seconds;
    }
    result->floor_rounds[round] = seconds;
    result->seconds = bench_least(result->seconds, seconds);
    result->read_seconds = bench_least(result->read_seconds, read_seconds);
    result->encode_seconds = bench_least(result->encode_seconds, encode_seconds);
}

static void measure_whole(char *const argv[], unsigned round, struct floor_result *result)
{
    out_folder_put_aside();
    struct child_result now = child_run(argv);
    result->whole_rounds[round] = now.seconds;
    double cpu_seconds = bench_least(result->whole.cpu_seconds, now.cpu_seconds);
    bool better = round == 0 || now.seconds < result->whole.seconds;
    cJSON_Delete(better ? result->whole.report : now.report);
    result->whole = better ? now : result->whole;
    result->whole.cpu_seconds = cpu_seconds;
}

/* Encodes all tiles, each by all encoders in turn. */
static void measure_encoders(struct floor *floor, struct floor_result *result)
{
    double ours = 0.0;
    double libpng = 0.0;
    double libdeflate = 0.0;
    result->ours_bytes = result->libpng_bytes = result->libdeflate_bytes = 0;
    for (int i = 0; i < floor->tile_count; i++) {
        const struct picture *picture = &floor->tiles[i].picture;
        double begin = thread_seconds();
        encode_tile(floor, &floor->tiles[i], &floor->threads[0]);
        double second = thread_seconds();
        result->libpng_bytes += libpng_encode(picture->rgba, picture->width, picture->height);
        double third = thread_seconds();
        result->libdeflate_bytes +=
            libdeflate_encode(picture->rgba, picture->width, picture->height);
        ours += second - begin;
        libpng += third - second;
        libdeflate += thread_seconds() - third;
        result->ours_bytes += floor->threads[0].png.size;
    }
    result->ours_seconds = bench_least(result->ours_seconds, ours);
    result->libpng_seconds = bench_least(result->libpng_seconds, libpng);
    result->libdeflate_seconds = bench_least(result->libdeflate_seconds, libdeflate);
}

static void add_whole(cJSON *object, struct floor_result *result, int rounds)
{
    cJSON *whole = cJSON_AddObjectToObject(object, "whole");
    cJSON_AddNumberToObject(whole, "seconds", result->whole.seconds);
    cJSON_AddNumberToObject(whole, "cpu_seconds", result->whole.cpu_seconds);
    cJSON_AddNumberToObject(whole, "page_faults", result->whole.page_faults);
    cJSON_AddItemToObject(whole, "stage_seconds",
                          cJSON_DetachItemFromObject(result->whole.report, "stage_seconds"));
    cJSON_AddItemToObject(whole, "rounds", cJSON_CreateDoubleArray(result->whole_rounds, rounds));
}

static void add_distances(const struct floor *floor, cJSON *object)
{
    cJSON *array = cJSON_AddArrayToObject(object, "distances");
    for (int i = 0; i < floor->distance_count; i++) {
        cJSON *one = cJSON_CreateObject();
        cJSON_AddNumberToObject(one, "x", floor->tiles[distant_tile(floor, i)].x);
        cJSON_AddNumberToObject(one, "y", floor->tiles[distant_tile(floor, i)].y);
        cJSON_AddNumberToObject(one, "psnr_db", floor->distances[i].psnr_db);
        cJSON_AddNumberToObject(one, "detail", floor->distances[i].detail);
        cJSON_AddNumberToObject(one, "mean", floor->distances[i].mean);
        cJSON_AddItemToArray(array, one);
    }
}

static cJSON *result_json(const struct floor *floor, struct floor_result *result, int rounds)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "map", floor->map);
    cJSON_AddStringToObject(object, "doodads", floor->doodads);
    cJSON_AddNumberToObject(object, "size_px", floor->tiles[0].picture.width);
    cJSON_AddNumberToObject(object, "threads", floor->thread_count);
    cJSON_AddNumberToObject(object, "tiles", floor->tile_count);
    cJSON_AddNumberToObject(object, "input_files", (double)floor->inputs.count);
    cJSON_AddNumberToObject(object, "input_bytes", (double)floor->input_bytes);
    cJSON_AddNumberToObject(object, "files_opened", (double)floor->inputs.opened);
    add_whole(object, result, rounds);
    cJSON *least = cJSON_AddObjectToObject(object, "floor");
    cJSON_AddNumberToObject(least, "seconds", result->seconds);
    cJSON_AddNumberToObject(least, "cpu_seconds", result->cpu_seconds);
    cJSON_AddNumberToObject(least, "read_seconds", result->read_seconds);
    cJSON_AddNumberToObject(least, "encode_seconds", result->encode_seconds);
    cJSON_AddItemToObject(least, "rounds", cJSON_CreateDoubleArray(result->floor_rounds, rounds));
    cJSON *png = cJSON_AddObjectToObject(object, "png");
    cJSON_AddNumberToObject(png, "seconds", result->ours_seconds);
    cJSON_AddNumberToObject(png, "bytes", (double)result->ours_bytes);
    cJSON_AddNumberToObject(png, "libpng_seconds", result->libpng_seconds);
    cJSON_AddNumberToObject(png, "libpng_bytes", (double)result->libpng_bytes);
    cJSON_AddNumberToObject(png, "libdeflate_seconds", result->libdeflate_seconds);
    cJSON_AddNumberToObject(png, "libdeflate_bytes", (double)result->libdeflate_bytes);
    add_distances(floor, object);
    return object;
}

static void free_floor(struct floor *floor)
{
    for (int i = 0; i < floor->tile_count; i++) {
        picture_free(&floor->tiles[i].picture);
    }
    for (unsigned i = 0; i < floor->thread_count; i++) {
        png_encoder_destroy(floor->threads[i].encoder);
        buffer_free(&floor->threads[i].png);
        free(floor->threads[i].bytes);
    }
    free(floor->tiles);
    free(floor->threads);
    inputs_free(&floor->inputs);
}

void bench_floor(int argc, char **argv)
{
    (void)argc;
    unsigned rounds = bench_number(argv[1]);
    struct floor floor = {.map = argv[5], .doodads = argv[6]};
    char *const whole[] = {argv[0], "render", "--json",    "-q",    "-o", out_folder(),
                           "-j",    argv[2],  "-s",        argv[3], "-d", argv[4],
                           "-m",    argv[5],  "--doodads", argv[6], NULL};
    render_once(argv[4], bench_number(argv[3]), &floor);
    load_tiles(&floor);
    measure_distances(argv[4], bench_number(argv[3]), &floor);
    create_threads(bench_number(argv[2]), &floor);
    struct floor_result result = {
        .whole_rounds = bench_alloc(rounds, sizeof(double)),
        .floor_rounds = bench_alloc(rounds, sizeof(double)),
    };
    for (unsigned round = 0; round < rounds; round++) {
        measure_whole(whole, round, &result);
        measure_floor(&floor, round, &result);
        measure_encoders(&floor, &result);
    }
    bench_print(result_json(&floor, &result, (int)rounds));
    cJSON_Delete(result.whole.report);
    free(result.whole_rounds);
    free(result.floor_rounds);
    free_floor(&floor);
}
