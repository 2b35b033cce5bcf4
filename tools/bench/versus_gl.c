/*
 * Compares adtmap with Mesa's llvmpipe drawing one tile through OpenGL, alternating, with the same
 * number of threads: its terrain alone, or with all its buildings and doodads. Both are prepared
 * before the clock starts: adtmap has the parsed tile and its filtered textures, OpenGL has its
 * buffers and textures. adtmap's time ends with the pixels in memory. OpenGL's time ends with
 * glFinish, before the pixels are read back; this is the time that counts. The time with reading
 * back is measured too.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "bench.h"
#include "codec/png/png_write.h"
#include "gl_context.h"
#include "gl_frame.h"
#include "gl_meshes.h"
#include "gl_tile.h"
#include "map/map.h"
#include "os/clock.h"
#include "os/file.h"
#include "render/draw_scene.h"
#include "render/layers/data_layer.h"
#include "scene/tile/tile_source.h"

enum { PAUSE_US = 20000, DRAWINGS_A_ROUND = 10 };

/* The tile in both forms. */
struct subject {
    struct adtmap_settings settings;
    struct adtmap_data *data;
    struct adtmap_map *map;
    struct tile_files files;
    struct arena arena;
    struct arena drawing; /* temporary memory of drawing, reset each time */
    struct tile_plan *plan;
    struct tile_scratch *scratch;
    struct tile_source source;
    struct tile_input input;
    uint8_t *pixels[2]; /* adtmap's, OpenGL's */
};

/* The same in OpenGL. */
struct gl_picture {
    struct gl_frame frame;
    struct gl_tile *terrain;
    struct gl_meshes *meshes; /* NULL: not drawn */
};

struct times {
    double ours, ours_cpu;
    double gl_finish, gl_read, gl_cpu; /* gl_cpu: to glFinish */
};

static void open_subject(const char *data, const char *map, uint32_t x, uint32_t y,
                         unsigned threads, struct subject *subject)
{
    struct adtmap_message failure = {0};
    const struct diag diag = {.failure = &failure};
    size_t size_px = subject->settings.size_px;
    bench_check(adtmap_data_open(&data, 1, NULL, &subject->data, &failure), &failure);
    bench_check(adtmap_map_open(subject->data, map, &subject->map, &failure), &failure);
    bench_check(map_read_tile(subject->map, x, y, &diag, &subject->files), &failure);
    subject->plan = tile_plan_create(&subject->settings);
    subject->scratch = subject->plan ? tile_scratch_create(subject->plan, threads) : NULL;
    if (!subject->scratch) {
        bench_fail("out of memory");
    }
    struct tile_request request = tile_request_of(subject->map, x, y, &subject->settings);
    request.quad_px = tile_plan_quad_px(subject->plan);
    request.has_picture = true;
    request.layer_needs = SCENE_NEEDS_GROUNDS;
    bench_check(
        tile_source_open(&request, &subject->files.adt, &subject->arena, &diag, &subject->source),
        &failure);
    bench_check(tile_input_make(subject->plan, subject->source.scene, &subject->source.textures,
                                &subject->arena, &diag, &subject->input),
                &failure);
    subject->input.arena = &subject->drawing;
    for (size_t i = 0; i < 2; i++) {
        subject->pixels[i] = bench_alloc(size_px * size_px, 4);
    }
}

static void close_subject(struct subject *subject)
{
    tile_source_close(&subject->source);
    tile_scratch_destroy(subject->scratch);
    tile_plan_destroy(subject->plan);
    arena_free(&subject->arena);
    arena_free(&subject->drawing);
    tile_files_release(&subject->files);
    adtmap_map_close(subject->map);
    adtmap_data_close(subject->data);
    free(subject->pixels[0]);
    free(subject->pixels[1]);
}

static void draw_ours(struct subject *subject, struct times *least)
{
    struct adtmap_message failure;
    const struct diag diag = {.failure = &failure};
    double cpu = bench_cpu_seconds();
    double begin = clock_seconds();
    bench_check(tile_draw(subject->plan, &subject->input, subject->scratch, subject->pixels[0],
                          (size_t)subject->settings.size_px * 4, &diag),
                &failure);
    least->ours = bench_least(least->ours, clock_seconds() - begin);
    least->ours_cpu = bench_least(least->ours_cpu, bench_cpu_seconds() - cpu);
    arena_reset(&subject->drawing);
}

static void draw_gl(const struct gl_picture *picture, struct subject *subject, struct times *least)
{
    double cpu = bench_cpu_seconds();
    double begin = clock_seconds();
    gl_tile_draw(picture->terrain);
    if (picture->meshes) {
        gl_meshes_draw(picture->meshes);
    }
    gl_frame_finish(&picture->frame);
    least->gl_finish = bench_least(least->gl_finish, clock_seconds() - begin);
    least->gl_cpu = bench_least(least->gl_cpu, bench_cpu_seconds() - cpu);
    gl_frame_read(&picture->frame, subject->pixels[1]);
    least->gl_read = bench_least(least->gl_read, clock_seconds() - begin);
}

/* Runs both, each after a pause in which the other's threads go to sleep. */
static void run_round(const struct gl_picture *picture, struct subject *subject,
                      struct times *least)
{
    usleep(PAUSE_US);
    for (int i = 0; i < DRAWINGS_A_ROUND; i++) {
        draw_ours(subject, least);
    }
    usleep(PAUSE_US);
    for (int i = 0; i < DRAWINGS_A_ROUND; i++) {
        draw_gl(picture, subject, least);
    }
}

static double psnr(const struct subject *subject)
{
    size_t count = (size_t)subject->settings.size_px * subject->settings.size_px;
    double sum = 0.0;
    for (size_t i = 0; i < count * 4; i++) {
        double difference = i % 4 == 3 ? 0.0 : subject->pixels[0][i] - subject->pixels[1][i];
        sum += difference * difference;
    }
    return sum > 0.0 ? 10.0 * log10(255.0 * 255.0 * 3.0 * (double)count / sum) : 99.0;
}

static void write_picture(const char *folder, const char *name, const struct subject *subject,
                          size_t which)
{
    char path[1024];
    struct buffer png = {0};
    struct adtmap_message failure;
    const struct diag diag = {.failure = &failure};
    uint32_t size_px = subject->settings.size_px;
    const struct png_image image = {subject->pixels[which], size_px, size_px, (size_t)size_px * 4};
    const struct png_options options = {.kind = PNG_KIND_RGB};
    struct png_encoder *encoder = png_encoder_create(1);
    if (!encoder) {
        bench_fail("out of memory");
    }
    snprintf(path, sizeof path, "%s/%s-%u.png", folder, name, size_px);
    bench_check(png_encode(encoder, &image, &options, &diag, &png), &failure);
    bench_check(file_write_atomic(path, png.data, png.size, &diag), &failure);
    png_encoder_destroy(encoder);
    buffer_free(&png);
}

static double layers_a_chunk(const struct scene_tile *scene)
{
    double sum = 0.0;
    for (size_t i = 0; i < ADT_CHUNKS; i++) {
        sum += scene->chunks[i].layer_count;
    }
    return sum / ADT_CHUNKS;
}

static cJSON *result_json(const struct subject *subject, const struct gl_picture *picture,
                          unsigned threads, const struct times *least)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "map", subject->map->name);
    cJSON_AddNumberToObject(object, "size_px", subject->settings.size_px);
    cJSON_AddNumberToObject(object, "threads", threads);
    cJSON_AddNumberToObject(object, "layers_per_chunk", layers_a_chunk(subject->source.scene));
    cJSON_AddNumberToObject(object, "triangles",
                            picture->meshes ? gl_meshes_triangle_count(picture->meshes) : 0);
    cJSON_AddNumberToObject(object, "seconds", least->ours);
    cJSON_AddNumberToObject(object, "cpu_seconds", least->ours_cpu);
    cJSON_AddNumberToObject(object, "gl_seconds", least->gl_finish);
    cJSON_AddNumberToObject(object, "gl_read_seconds", least->gl_read);
    cJSON_AddNumberToObject(object, "gl_cpu_seconds", least->gl_cpu);
    cJSON_AddNumberToObject(object, "psnr_db", psnr(subject));
    cJSON_AddStringToObject(object, "renderer", gl_context_renderer());
    cJSON_AddStringToObject(object, "version", gl_context_version());
    return object;
}

/* What both draw: neither low-resolution terrain nor liquids. */
static struct adtmap_settings settings_of(unsigned size_px, bool has_objects)
{
    struct adtmap_settings settings;
    adtmap_settings_default(&settings);
    settings.size_px = size_px;
    settings.draw = ADTMAP_DRAW_SHADOWS | ADTMAP_DRAW_VERTEX_COLORS;
    if (has_objects) {
        settings.draw |= ADTMAP_DRAW_WMO | ADTMAP_DRAW_M2 | ADTMAP_DRAW_ROOFS;
        settings.doodads = ADTMAP_DOODADS_ALL;
    }
    return settings;
}

static struct gl_picture upload(const struct subject *subject)
{
    const struct scene_tile *scene = subject->source.scene;
    const struct adtmap_settings *settings = &subject->settings;
    bool has_objects = settings->draw & ADTMAP_DRAW_WMO;
    struct gl_picture picture = {.frame = gl_frame_create(settings->size_px, has_objects)};
    picture.terrain = gl_tile_upload(scene, subject->data->assets, settings);
    if (has_objects) {
        picture.meshes = gl_meshes_upload(subject->input.meshes, settings->size_px);
    }
    return picture;
}

static void free_picture(struct gl_picture *picture)
{
    if (picture->meshes) {
        gl_meshes_free(picture->meshes);
    }
    gl_tile_free(picture->terrain);
    gl_frame_free(&picture->frame);
}

void bench_gl(int argc, char **argv)
{
    (void)argc;
    unsigned rounds = bench_number(argv[0]);
    unsigned threads = bench_number(argv[1]);
    bool has_objects = strcmp(argv[8], "objects") == 0;
    struct subject subject = {.settings = settings_of(bench_number(argv[2]), has_objects)};
    struct times least = {0};
    open_subject(argv[3], argv[4], bench_number(argv[5]), bench_number(argv[6]), threads, &subject);
    gl_context_open(threads);
    struct gl_picture picture = upload(&subject);
    for (unsigned round = 0; round < rounds; round++) {
        run_round(&picture, &subject, &least);
    }
    write_picture(argv[7], "adtmap", &subject, 0);
    write_picture(argv[7], "opengl", &subject, 1);
    bench_print(result_json(&subject, &picture, threads, &least));
    free_picture(&picture);
    close_subject(&subject);
}
