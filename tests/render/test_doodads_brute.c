/*
 * Real tiles against brute force: 64 samples a pixel, textures at their base level, alpha compared
 * with the key at each sample. "Detail" is luminance minus its mean over DETAIL pixels squared; the
 * correlation counts pixels that doodads cover.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/grid.h"
#include "formats/real_files.h"
#include "mesh/mesh_blend.h"
#include "mesh/mesh_list.h"
#include "mesh/mesh_shade.h"
#include "mesh/placed/scene_meshes.h"
#include "render/layers/data_layer.h"
#include "render/terrain/terrain_height.h"
#include "scene/tile/tile_source.h"

enum {
    SKIPPED = 77,
    SIZE_PX = 512,
    PART_PX = 192,                      /* edge of the part of a tile that is compared */
    EDGE = 8,                           /* samples of a pixel on each axis */
    PART = PART_PX * EDGE,              /* of the part */
    QUAD_PX = 64,                       /* of the geometry: 8192 px a tile */
    STEP = 8192 / SIZE_PX / EDGE * 256, /* from sample to sample, in subpixels of the geometry */
    DETAIL = 9,
};

/* A part of a tile. */
struct place {
    const char *folder, *map;
    uint32_t x, y;
    uint32_t left, top; /* pixels of the part's corner */
};

/* What brute force works with. */
struct brute {
    const struct place *place;
    const struct tile_source *source;
    const struct mesh_list *meshes;
    struct mip_set pins;
    struct arena arena;
    float (*depth)[PART];
    uint8_t (*samples)[PART][4];
};

struct picture {
    float rgb[PART_PX][PART_PX][3];
};

/* Height of the fan of a quad at u east, v south, 0..1. */
static float fan_height(const float *quad, float u, float v)
{
    enum { EAST = 1, MIDDLE = 9, SOUTH = 17 };
    bool is_north = v < u;
    bool is_west = u + v < 1.0F;
    float along = is_north == is_west ? u : v;
    float inward = is_north ? (is_west ? v : 1.0F - u) : (is_west ? u : 1.0F - v);
    const float *first = quad + (is_west ? 0 : is_north ? EAST : SOUTH);
    const float *second = quad + (is_west ? (is_north ? EAST : SOUTH) : SOUTH + EAST);
    return *first * (1.0F - along - inward) + *second * (along - inward) +
           2.0F * inward * quad[MIDDLE];
}

static void fill_ground(struct brute *brute, const uint8_t *bare)
{
    const uint32_t quad_samples = SIZE_PX / QUADS_PER_TILE * EDGE;
    for (uint32_t y = 0; y < PART; y++) {
        for (uint32_t x = 0; x < PART; x++) {
            uint32_t at_x = brute->place->left * EDGE + x;
            uint32_t at_y = brute->place->top * EDGE + y;
            const float *quad =
                terrain_quad(brute->source->scene, at_x / quad_samples, at_y / quad_samples);
            float u = ((float)(at_x % quad_samples) + 0.5F) / (float)quad_samples;
            float v = ((float)(at_y % quad_samples) + 0.5F) / (float)quad_samples;
            brute->depth[y][x] = quad ? fan_height(quad, u, v) : -INFINITY;
            memcpy(brute->samples[y][x], bare + 4 * ((at_y / EDGE) * SIZE_PX + at_x / EDGE), 4);
        }
    }
}

/* Lets the shading sample level 0, one texel at a place. */
static void use_base_level(struct mesh_triangle *triangle, struct mesh_layers *layers,
                           const struct surface_material *material)
{
    for (unsigned t = 0; t < SURFACE_TEXTURES; t++) {
        if (!material->textures[t] || (t && !layers)) {
            continue;
        }
        struct mip_footprint *footprint = t ? &layers->layer[t - 1].texture : &triangle->texture;
        const struct mip_level *from = &material->textures[t]->levels[footprint->level];
        const struct mip_level *to = &material->textures[t]->levels[0];
        const float scale[2] = {(float)to->width / (float)from->width,
                                (float)to->height / (float)from->height};
        for (unsigned axis = 0; axis < 2; axis++) {
            if (t) {
                layers->layer[t - 1].at[axis] *= scale[axis];
                layers->layer[t - 1].east[axis] *= scale[axis];
                layers->layer[t - 1].south[axis] *= scale[axis];
            } else {
                triangle->planes.at[axis] *= scale[axis];
                triangle->planes.east[axis] *= scale[axis];
                triangle->planes.south[axis] *= scale[axis];
            }
        }
        *footprint = (struct mip_footprint){.taps = 1};
    }
}

static void shade_sample(struct brute *brute, const struct mesh_shading *shading, uint32_t x,
                         uint32_t y, float z_yd)
{
    const struct surface_material *material = shading->material;
    uint8_t pixel[4 * SAMPLES] = {0};
    int32_t at_x = (int32_t)(brute->place->left * EDGE + x) * STEP + STEP / 2;
    int32_t at_y = (int32_t)(brute->place->top * EDGE + y) * STEP + STEP / 2;
    lanes_f color = mesh_shade(shading, at_x, at_y);
    if (color[3] < (float)material->alpha_key) {
        return;
    }
    bool is_cut = material->alpha_key && !surface_is_transparent(material->blend);
    memcpy(pixel, brute->samples[y][x], 4);
    mesh_blend_pixel(is_cut ? SURFACE_OPAQUE : material->blend, color, 1, pixel);
    memcpy(brute->samples[y][x], pixel, 4);
    if (material->depth_write) {
        brute->depth[y][x] = z_yd;
    }
}

/* The samples of the part between two coordinates of the geometry: the first and one past the last.
 */
static void range_of(int32_t low, int32_t high, uint32_t corner_px, int32_t range[2])
{
    int32_t first = (int32_t)(corner_px * EDGE);
    range[0] = (low - STEP / 2) / STEP - first - 1;
    range[1] = (high - STEP / 2) / STEP - first + 2;
    range[0] = range[0] > 0 ? range[0] : 0;
    range[1] = range[1] < PART ? range[1] : PART;
}

static int64_t edge_at(const struct mesh_position *a, const struct mesh_position *b, int64_t x,
                       int64_t y)
{
    return (b->x - a->x) * (y - a->y) - (b->y - a->y) * (x - a->x);
}

/* Draws samples of a row of a triangle of `area`, whose sign tells inside. */
static void draw_row(struct brute *brute, const struct mesh_shading *shading,
                     const struct mesh_position p[3], int64_t area, uint32_t y,
                     const int32_t columns[2])
{
    int64_t at_y = (int64_t)(brute->place->top * EDGE + y) * STEP + STEP / 2;
    for (int32_t x = columns[0]; x < columns[1]; x++) {
        int64_t at_x = ((int64_t)brute->place->left * EDGE + x) * STEP + STEP / 2;
        int64_t w[3];
        for (int k = 0; k < 3; k++) {
            w[k] = edge_at(&p[(k + 1) % 3], &p[(k + 2) % 3], at_x, at_y);
        }
        bool inside =
            area > 0 ? w[0] >= 0 && w[1] >= 0 && w[2] >= 0 : w[0] <= 0 && w[1] <= 0 && w[2] <= 0;
        if (!inside) {
            continue;
        }
        float z_yd = (float)(((double)w[0] * (double)p[0].z_yd + (double)w[1] * (double)p[1].z_yd +
                              (double)w[2] * (double)p[2].z_yd) /
                             (double)area);
        if (!shading->material->depth_test || z_yd >= brute->depth[y][x]) {
            shade_sample(brute, shading, (uint32_t)x, y, z_yd);
        }
    }
}

static void draw_triangle(struct brute *brute, const struct mesh_list *list, uint32_t number)
{
    struct mesh_triangle triangle = *mesh_list_triangle(list, number);
    const struct mesh_batch *batch = &list->batches[triangle.batch];
    union {
        struct mesh_layers layers;
        uint8_t
            bytes[sizeof(struct mesh_layers) + SURFACE_TEXTURES * sizeof(struct mesh_layer_plane)];
    } copy;
    struct mesh_position p[3];
    int32_t low[2] = {INT32_MAX, INT32_MAX};
    int32_t high[2] = {INT32_MIN, INT32_MIN};
    int32_t columns[2];
    int32_t rows[2];
    for (int k = 0; k < 3; k++) {
        p[k] = (struct mesh_position){triangle.x[k], triangle.y[k], 0};
        p[k].z_yd = mesh_planes_at(&triangle.planes, &triangle, p[k].x, p[k].y)[PLANE_HEIGHT];
        low[0] = p[k].x < low[0] ? p[k].x : low[0];
        low[1] = p[k].y < low[1] ? p[k].y : low[1];
        high[0] = p[k].x > high[0] ? p[k].x : high[0];
        high[1] = p[k].y > high[1] ? p[k].y : high[1];
    }
    range_of(low[0], high[0], brute->place->left, columns);
    range_of(low[1], high[1], brute->place->top, rows);
    if (columns[0] >= columns[1]) {
        return;
    }
    if (batch->layers) {
        assert_true(batch->layers_bytes <= sizeof copy);
        memcpy(&copy, mesh_batch_layers(batch, number - batch->first), batch->layers_bytes);
    }
    use_base_level(&triangle, batch->layers ? &copy.layers : NULL, batch->material);
    struct mesh_shading shading;
    mesh_shading_setup(list, &triangle, number, NULL, &shading);
    if (batch->layers) {
        shading.layers = &copy.layers;
        mesh_shading_places(&shading);
    }
    int64_t area = edge_at(&p[0], &p[1], p[2].x, p[2].y);
    for (int32_t y = rows[0]; y < rows[1]; y++) {
        draw_row(brute, &shading, p, area, (uint32_t)y, columns);
    }
}

/* The material with its textures as the files have them. */
static struct surface_material raw_material(struct brute *brute,
                                            const struct surface_material *material)
{
    enum { ANY_EDGE = 1 << 20 };
    struct surface_material raw = *material;
    for (unsigned t = 0; t < SURFACE_TEXTURES; t++) {
        if (raw.textures[t]) {
            raw.textures[t] =
                mip_cache_pin(brute->source->data->mips, raw.textures[t]->file, ANY_EDGE,
                              (struct mip_alpha){0}, &brute->arena, &brute->pins);
            assert_true(raw.textures[t] && raw.textures[t]->first_level == 0);
        }
    }
    return raw;
}

static void draw_meshes(struct brute *brute)
{
    const struct mesh_list *meshes = brute->meshes;
    for (uint32_t b = 0; b < meshes->count; b++) {
        struct mesh_batch *batch = meshes->sorted[b];
        const struct surface_material *material = batch->material;
        assert_null(batch->sheet);
        struct surface_material raw = raw_material(brute, material);
        batch->material = &raw;
        for (uint32_t i = 0; i < batch->count; i++) {
            draw_triangle(brute, meshes, batch->first + i);
        }
        batch->material = material;
    }
}

/* Averages of samples: all, or those of every `stride`-th column and row from half of it on. */
static void average(const struct brute *brute, uint32_t stride, struct picture *picture)
{
    for (uint32_t i = 0; i < PART_PX * PART_PX; i++) {
        uint32_t x = i % PART_PX;
        uint32_t y = i / PART_PX;
        float sum[3] = {0};
        for (uint32_t k = stride / 2; k < EDGE; k += stride) {
            for (uint32_t j = stride / 2; j < EDGE; j += stride) {
                for (int c = 0; c < 3; c++) {
                    sum[c] += (float)brute->samples[y * EDGE + k][x * EDGE + j][c];
                }
            }
        }
        for (int c = 0; c < 3; c++) {
            picture->rgb[y][x][c] = sum[c] * (float)(stride * stride) / (EDGE * EDGE);
        }
    }
}

static void cut_part(const struct place *place, const uint8_t *rgba, struct picture *picture)
{
    for (uint32_t y = 0; y < PART_PX; y++) {
        for (uint32_t x = 0; x < PART_PX; x++) {
            for (int c = 0; c < 3; c++) {
                picture->rgb[y][x][c] =
                    (float)rgba[4 * ((place->top + y) * SIZE_PX + place->left + x) + (uint32_t)c];
            }
        }
    }
}

static double psnr(const struct picture *a, const struct picture *b)
{
    double sum = 0;
    for (uint32_t i = 0; i < PART_PX * PART_PX; i++) {
        for (int c = 0; c < 3; c++) {
            double difference =
                (double)(a->rgb[i / PART_PX][i % PART_PX][c] - b->rgb[i / PART_PX][i % PART_PX][c]);
            sum += difference * difference;
        }
    }
    return 10.0 * log10(255.0 * 255.0 * 3 * PART_PX * PART_PX / sum);
}

static double luminance(const struct picture *picture, uint32_t x, uint32_t y)
{
    const float *rgb = picture->rgb[y][x];
    return 0.299 * (double)rgb[0] + 0.587 * (double)rgb[1] + 0.114 * (double)rgb[2];
}

static double detail(const struct picture *picture, uint32_t x, uint32_t y)
{
    double sum = 0;
    for (uint32_t i = 0; i < DETAIL * DETAIL; i++) {
        sum += luminance(picture, x - DETAIL / 2 + i % DETAIL, y - DETAIL / 2 + i / DETAIL);
    }
    return luminance(picture, x, y) - sum / (DETAIL * DETAIL);
}

/* Of the detail of two pictures, where `cover` is above 0. */
static double correlation(const struct place *place, const uint8_t *cover, const struct picture *a,
                          const struct picture *b)
{
    double n = 0, sa = 0, sb = 0, saa = 0, sbb = 0, sab = 0;
    for (uint32_t y = DETAIL / 2; y < PART_PX - DETAIL / 2; y++) {
        for (uint32_t x = DETAIL / 2; x < PART_PX - DETAIL / 2; x++) {
            if (cover[(place->top + y) * SIZE_PX + place->left + x]) {
                double da = detail(a, x, y);
                double db = detail(b, x, y);
                n += 1, sa += da, sb += db, saa += da * da, sbb += db * db, sab += da * db;
            }
        }
    }
    assert_true(n > 1000);
    return (n * sab - sa * sb) / sqrt((n * saa - sa * sa) * (n * sbb - sb * sb));
}

static struct adtmap_settings settings_of(bool has_doodads)
{
    struct adtmap_settings settings;
    adtmap_settings_default(&settings);
    settings.size_px = SIZE_PX;
    settings.draw &= ~(uint32_t)(ADTMAP_DRAW_WMO | ADTMAP_DRAW_LIQUID);
    settings.draw &= has_doodads ? UINT32_MAX : ~(uint32_t)ADTMAP_DRAW_M2;
    settings.doodads = ADTMAP_DOODADS_ALL;
    return settings;
}

/* Draws the tile, and the coverage of its doodads. */
static void draw_tile(struct adtmap_map *map, const struct place *place, bool has_doodads,
                      uint8_t *rgba, uint8_t *cover)
{
    struct adtmap_settings settings = settings_of(has_doodads);
    struct adtmap_layer_image image = {
        .layer = {ADTMAP_LAYER_DOODADS, 0}, .pixels = cover, .stride_bytes = SIZE_PX};
    struct adtmap_tile_request request;
    adtmap_tile_request_default(&request);
    request.settings = &settings;
    request.picture = rgba;
    request.picture_stride_bytes = 4 * SIZE_PX;
    request.images = &image;
    request.image_count = 1;
    assert_int_equal(adtmap_tile_draw(map, place->x, place->y, &request, NULL), ADTMAP_OK);
}

/* Draws the part by brute force. */
static void draw_brute(struct adtmap_map *map, struct brute *brute, const uint8_t *bare)
{
    struct adtmap_settings settings = settings_of(true);
    const struct place *place = brute->place;
    const struct diag diag = {0};
    struct arena arena = {0};
    struct tile_files files;
    struct tile_source source;
    struct tile_request request = tile_request_of(map, place->x, place->y, &settings);
    settings.doodad_min_size_yd = 0.0F;
    request.quad_px = QUAD_PX;
    request.layer_needs = SCENE_NEEDS_OBJECTS;
    assert_int_equal(map_read_tile(map, place->x, place->y, &diag, &files), ADTMAP_OK);
    assert_int_equal(tile_source_open(&request, &files.adt, &arena, &diag, &source), ADTMAP_OK);
    brute->source = &source;
    brute->meshes = scene_meshes(source.scene, &settings, QUAD_PX, NULL, &arena);
    assert_non_null(brute->meshes);
    assert_true(surface_textures_read(&source.textures, brute->meshes->finest));
    brute->depth = malloc(sizeof(float[PART]) * PART);
    brute->samples = malloc(sizeof(uint8_t[PART][4]) * PART);
    assert_true(brute->depth && brute->samples);
    fill_ground(brute, bare);
    draw_meshes(brute);
    mip_cache_unpin(&brute->pins);
    tile_source_close(&source);
    tile_files_release(&files);
    arena_free(&brute->arena);
    arena_free(&arena);
}

static void compare(struct adtmap_map *map, const struct place *place)
{
    static uint8_t ours[4 * SIZE_PX * SIZE_PX], bare[4 * SIZE_PX * SIZE_PX];
    static uint8_t cover[SIZE_PX * SIZE_PX], none[SIZE_PX * SIZE_PX];
    static struct picture exact, four, drawn;
    struct brute brute = {.place = place};
    draw_tile(map, place, false, bare, none);
    draw_tile(map, place, true, ours, cover);
    draw_brute(map, &brute, bare);
    average(&brute, 1, &exact);
    average(&brute, EDGE / 2, &four);
    cut_part(place, ours, &drawn);
    double distance = psnr(&drawn, &exact);
    double likeness = correlation(place, cover, &drawn, &exact);
    print_message("%s %u_%u: %.1f dB, detail %.3f; 4 of the 64 samples: %.1f dB, detail %.3f\n",
                  place->map, place->x, place->y, distance, likeness, psnr(&four, &exact),
                  correlation(place, cover, &four, &exact));
    free(brute.depth);
    free(brute.samples);
    assert_true(distance >= 36.0);
    assert_true(likeness >= 0.96);
}

static void real_doodads_look_as_by_brute_force(void **state)
{
    (void)state;
    static const struct place places[] = {
        {"jade", "JadeForest", 36, 32, 60, 60},
        {"jade", "JadeForest", 36, 32, 300, 300},
        {"shadowmoon", "ShadowmoonValley2", 34, 27, 150, 260},
        {"shadowmoon", "ShadowmoonValley2", 35, 28, 80, 220},
    };
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        char path[4096];
        const char *paths[] = {path};
        struct adtmap_data *data;
        struct adtmap_map *map;
        snprintf(path, sizeof path, "%s/%s", real_root(), places[i].folder);
        if (adtmap_data_open(paths, 1, NULL, &data, NULL)) {
            skip();
        }
        assert_int_equal(adtmap_map_open(data, places[i].map, &map, NULL), ADTMAP_OK);
        compare(map, &places[i]);
        adtmap_map_close(map);
        adtmap_data_close(data);
    }
}

int test_doodads_brute(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(real_doodads_look_as_by_brute_force),
    };
    return real_root() ? cmocka_run_group_tests(tests, NULL, NULL) : SKIPPED;
}
