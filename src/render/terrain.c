#include "render/terrain.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/size.h"
#include "formats/mcal.h"
#include "render/fan.h"
#include "render/map_taps.h"
#include "render/terrain_kernels.h"

/* TERRAIN_ALBEDO has neither holes nor what shadows do to alpha maps. */
enum terrain_kind { TERRAIN_LIT, TERRAIN_ALBEDO };

enum {
    MAP_EDGE = ADT_MAP_EDGE,
    MAPS_MAX = ADT_LAYERS_MAX, /* layers above the first, and the shadow */
    SHADOW_MAP = MAPS_MAX - 1,
    NORMAL_PLANE = 0, /* interpolated over vertices: normal x, y, z, then red, green, blue */
    COLOR_PLANE = 3,
    LIGHT_PLANE = 6, /* and red, green, blue of lamps */
    PLANES = 9,
    COLOR_ONE = 1 << 14,
};

struct terrain_plan {
    struct arena memory;
    const struct terrain_kernels *kernels;
    uint32_t quad_px;
    uint32_t row_px; /* pixels on a chunk's edge */
    struct fan fan;
    struct map_taps *taps; /* row_px of them */
    struct light_constants light;
    float sun[3]; /* unit vector */
    bool is_lit;
    bool has_vertex_colors;
    bool has_vertex_lights;
    enum terrain_kind kind;
    uint8_t background[4];
};

/* The vertices of a row of quads along the pixels, each for quad_px of them. A quad's eastern ones
 * are the western ones of the next. */
struct spread {
    uint16_t *north; /* row_px + quad_px */
    uint16_t *south; /* likewise */
    uint16_t *inner; /* row_px */
};

struct terrain_scratch {
    struct arena memory;
    uint16_t *texels;          /* a map, columns as rows: 64 x 64 */
    uint16_t *columns;         /* a map filtered west to east: row_px x 64 */
    uint16_t *maps[MAPS_MAX];  /* the same turned back: 64 x row_px */
    uint16_t *alpha[MAPS_MAX]; /* pixel rows from here on */
    uint16_t *rest;
    uint16_t *color[3];
    uint16_t *texture[MAPS_MAX];  /* rows of textures that are not stored as drawn */
    struct spread values[PLANES]; /* of the row of quads under way */
    uint16_t *planes[PLANES];
    uint16_t *sun;
};

/* Fixed point of a non-negative setting, saturated. */
static uint16_t fixed(float value, unsigned bits)
{
    float scaled = value * (float)(1U << bits) + 0.5F;
    return scaled < 65535.0F ? (uint16_t)scaled : UINT16_MAX;
}

static void init_light(struct terrain_plan *plan, const struct adtmap_light *light)
{
    bool plain = true;
    for (size_t c = 0; c < 3; c++) {
        plan->light.ambient[c] = fixed(light->ambient[c], 13);
        plan->light.diffuse[c] = fixed(light->diffuse[c], 14);
        plain = plain && light->ambient[c] == 1.0F && light->diffuse[c] == 0.0F;
    }
    plan->light.shadow_ambient = fixed(light->shadow_ambient, 16);
    plan->light.shadow_diffuse = fixed(light->shadow_diffuse, 16);
    plan->has_vertex_lights = plan->has_vertex_colors && !plain;
    plan->is_lit = !plain || light->shadow_ambient > 0.0F || plan->has_vertex_colors;
    float length = sqrtf(light->sun[0] * light->sun[0] + light->sun[1] * light->sun[1] +
                         light->sun[2] * light->sun[2]);
    for (size_t i = 0; i < 3; i++) {
        plan->sun[i] = light->sun[i] / length;
    }
}

static bool alloc_plan(struct terrain_plan *plan)
{
    bool complete = true;
    for (size_t v = 0; v < FAN_VERTICES; v++) {
        plan->fan.weights[v] =
            arena_alloc_dirty(&plan->memory, fan_weight_count(plan->quad_px), sizeof(uint16_t));
        complete = complete && plan->fan.weights[v];
    }
    plan->taps = arena_alloc_dirty(&plan->memory, plan->row_px, sizeof *plan->taps);
    return complete && plan->taps;
}

static struct terrain_plan *create_plan(const struct adtmap_settings *settings, uint32_t quad_px,
                                        enum terrain_kind kind)
{
    struct terrain_plan *plan = calloc(1, sizeof *plan);
    if (!plan) {
        return NULL;
    }
    plan->kind = kind;
    plan->kernels = terrain_kernels_get(settings->cpu);
    plan->quad_px = quad_px;
    plan->row_px = QUADS_PER_CHUNK * quad_px;
    plan->has_vertex_colors = (settings->draw & ADTMAP_DRAW_VERTEX_COLORS) != 0;
    memcpy(plan->background, settings->background, sizeof plan->background);
    if (!alloc_plan(plan)) {
        terrain_plan_destroy(plan);
        return NULL;
    }
    init_light(plan, &settings->light);
    fan_init(&plan->fan, quad_px);
    map_taps_init(plan->taps, plan->row_px);
    return plan;
}

struct terrain_plan *terrain_plan_create(const struct adtmap_settings *settings, uint32_t quad_px)
{
    return create_plan(settings, quad_px, TERRAIN_LIT);
}

struct terrain_plan *terrain_plan_create_albedo(const struct adtmap_settings *settings,
                                                uint32_t quad_px)
{
    struct adtmap_settings plain = *settings;
    adtmap_settings_preset(ADTMAP_LIGHT_UNLIT, &plain);
    plain.draw = 0;
    memcpy(plain.background, (const uint8_t[4]){0, 0, 0, 255}, sizeof plain.background);
    return create_plan(&plain, quad_px, TERRAIN_ALBEDO);
}

void terrain_plan_destroy(struct terrain_plan *plan)
{
    if (plan) {
        arena_free(&plan->memory);
        free(plan);
    }
}

static bool alloc_run(struct terrain_scratch *scratch, size_t count, uint16_t **run)
{
    *run = arena_alloc(&scratch->memory, count, sizeof **run);
    return *run != NULL;
}

static bool alloc_spread(struct terrain_scratch *scratch, uint32_t row_px, struct spread *spread)
{
    size_t outer = (size_t)row_px / QUADS_PER_CHUNK * (QUADS_PER_CHUNK + 1);
    return alloc_run(scratch, outer, &spread->north) && alloc_run(scratch, outer, &spread->south) &&
           alloc_run(scratch, row_px, &spread->inner);
}

static bool alloc_scratch(struct terrain_scratch *scratch, uint32_t row_px)
{
    bool complete = alloc_run(scratch, (size_t)MAP_EDGE * MAP_EDGE, &scratch->texels) &&
                    alloc_run(scratch, (size_t)MAP_EDGE * row_px, &scratch->columns) &&
                    alloc_run(scratch, row_px, &scratch->rest) &&
                    alloc_run(scratch, row_px, &scratch->sun);
    for (size_t i = 0; i < MAPS_MAX && complete; i++) {
        complete = alloc_run(scratch, (size_t)MAP_EDGE * row_px, &scratch->maps[i]) &&
                   alloc_run(scratch, row_px, &scratch->alpha[i]) &&
                   alloc_run(scratch, row_px, &scratch->texture[i]);
    }
    for (size_t c = 0; c < 3 && complete; c++) {
        complete = alloc_run(scratch, row_px, &scratch->color[c]);
    }
    for (size_t p = 0; p < PLANES && complete; p++) {
        complete = alloc_run(scratch, row_px, &scratch->planes[p]);
        complete = complete && alloc_spread(scratch, row_px, &scratch->values[p]);
    }
    return complete;
}

struct terrain_scratch *terrain_scratch_create(const struct terrain_plan *plan)
{
    struct terrain_scratch *scratch = calloc(1, sizeof *scratch);
    if (scratch && !alloc_scratch(scratch, plan->row_px)) {
        terrain_scratch_destroy(scratch);
        scratch = NULL;
    }
    return scratch;
}

void terrain_scratch_destroy(struct terrain_scratch *scratch)
{
    if (scratch) {
        arena_free(&scratch->memory);
        free(scratch);
    }
}

/* Filters scratch->texels along x and leaves 64 rows of row_px values in `map`. */
static void filter_columns(const struct terrain_plan *plan, struct terrain_scratch *scratch,
                           uint16_t *map)
{
    for (uint32_t x = 0; x < plan->row_px; x++) {
        const struct map_taps *taps = &plan->taps[x];
        plan->kernels->sum_taps(scratch->columns + (size_t)x * MAP_EDGE,
                                scratch->texels + (size_t)taps->first * MAP_EDGE, MAP_EDGE,
                                taps->weight, taps->count, MAP_EDGE);
    }
    plan->kernels->transpose(map, scratch->columns, plan->row_px, MAP_EDGE);
}

static void load_alpha(const struct terrain_plan *plan, const uint8_t *alpha,
                       struct terrain_scratch *scratch, uint16_t *map)
{
    plan->kernels->load_alpha(scratch->texels, alpha);
    filter_columns(plan, scratch, map);
}

static void load_shadow(const struct terrain_plan *plan, const uint64_t *rows,
                        struct terrain_scratch *scratch, uint16_t *map)
{
    uint8_t texels[MCAL_TEXELS];
    mcsh_spread(rows, texels);
    load_alpha(plan, texels, scratch, map);
}

static void load_maps(const struct terrain_plan *plan, const struct scene_chunk *chunk,
                      struct terrain_scratch *scratch)
{
    for (uint32_t i = 1; i < chunk->layer_count; i++) {
        const struct scene_layer *layer = &chunk->layers[i];
        load_alpha(plan, plan->kind == TERRAIN_ALBEDO ? layer->unshaded : layer->alpha, scratch,
                   scratch->maps[i - 1]);
    }
    if (chunk->shadow && plan->is_lit) {
        load_shadow(plan, chunk->shadow, scratch, scratch->maps[SHADOW_MAP]);
    }
}

/* Row `y` of a filtered map. */
static void map_row(const struct terrain_plan *plan, const uint16_t *map, uint32_t y, uint16_t *out)
{
    const struct map_taps *taps = &plan->taps[y];
    plan->kernels->sum_taps(out, map + (size_t)taps->first * plan->row_px, plan->row_px,
                            taps->weight, taps->count, plan->row_px);
}

/* One component of the normals, shifted to be positive as struct sun_inputs has it. */
static void normal_vertices(const struct adt_chunk *terrain, size_t axis,
                            uint16_t normal[ADT_VERTICES])
{
    for (size_t i = 0; i < ADT_VERTICES; i++) {
        normal[i] = (uint16_t)((terrain->normal[i][axis] + 128) * 256);
    }
}

static void color_vertices(const struct adt_chunk *terrain, size_t channel,
                           uint16_t color[ADT_VERTICES])
{
    for (size_t i = 0; i < ADT_VERTICES; i++) {
        color[i] = (uint16_t)((terrain->color[i][channel] * COLOR_ONE + 63) / 127);
    }
}

/* Whether vertex colours change anything: 127 leaves a channel as it is, to the bit. */
static bool has_tint(const struct adt_chunk *terrain)
{
    enum { NEUTRAL = 127 };
    uint8_t differs = 0;
    for (size_t i = 0; terrain->has_colors && i < ADT_VERTICES; i++) {
        for (size_t c = 0; c < 3; c++) {
            differs |= terrain->color[i][c] ^ NEUTRAL;
        }
    }
    return differs != 0;
}

static void light_vertices(const struct adt_chunk *terrain, size_t channel,
                           uint16_t light[ADT_VERTICES])
{
    for (size_t i = 0; i < ADT_VERTICES; i++) {
        light[i] = (uint16_t)((terrain->light[i][channel] * COLOR_ONE + 127) / 255);
    }
}

/* Each of the vertices for quad_px pixels. */
static void spread_row(uint32_t quad_px, const uint16_t *vertices, size_t count, uint16_t *out)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t four = vertices[i] * (uint64_t)0x0001000100010001;
        uint32_t n = 0;
        for (; n + 4 <= quad_px; n += 4) {
            memcpy(out + n, &four, sizeof four);
        }
        for (; n < quad_px; n++) {
            out[n] = vertices[i];
        }
        out += quad_px;
    }
}

/* Rows of quads come from the north: one begins where the one before it ended. */
static void spread_vertices(uint32_t quad_px, const uint16_t vertices[ADT_VERTICES],
                            uint32_t quad_row, struct spread *spread)
{
    const uint16_t *north = vertices + (size_t)quad_row * VERTEX_SOUTH;
    uint16_t *before = spread->north;
    spread->north = spread->south;
    spread->south = before;
    if (quad_row == 0) {
        spread_row(quad_px, north, QUADS_PER_CHUNK + 1, spread->north);
    }
    spread_row(quad_px, north + VERTEX_SOUTH, QUADS_PER_CHUNK + 1, spread->south);
    spread_row(quad_px, north + VERTEX_INNER, QUADS_PER_CHUNK, spread->inner);
}

/* Interpolates a plane along pixel row `y`. */
static const uint16_t *plane_row(const struct terrain_plan *plan, struct terrain_scratch *scratch,
                                 size_t plane, uint32_t y)
{
    const struct spread *spread = &scratch->values[plane];
    const uint16_t *inputs[FAN_VERTICES] = {
        [FAN_NW] = spread->north,    [FAN_NE] = spread->north + plan->quad_px,
        [FAN_SW] = spread->south,    [FAN_SE] = spread->south + plan->quad_px,
        [FAN_INNER] = spread->inner,
    };
    const uint16_t *weights[FAN_VERTICES];
    for (size_t v = 0; v < FAN_VERTICES; v++) {
        weights[v] = plan->fan.weights[v] + (size_t)(y % plan->quad_px) * plan->row_px;
    }
    plan->kernels->sum_fan(scratch->planes[plane], inputs, weights, plan->row_px);
    return scratch->planes[plane];
}

/* What one chunk needs beside the plan. */
struct chunk_drawing {
    const struct terrain_plan *plan;
    const struct scene_tile *scene;
    const struct scene_chunk *chunk;
    const struct ground_texture *const *textures;
    struct terrain_scratch *scratch;
    bool has_colors;
    bool has_lights;
    uint32_t x, y; /* of the chunk in the world, in chunks from the grid's corner */
    uint16_t vertices[PLANES][ADT_VERTICES];
};

static const uint16_t *texture_row(const struct chunk_drawing *drawing, uint32_t layer,
                                   enum ground_plane plane, uint32_t y)
{
    uint32_t texture = drawing->chunk->layers[layer].texture;
    return ground_texture_row(drawing->textures[texture], plane, drawing->x, drawing->y, y,
                              drawing->scratch->texture[layer]);
}

static struct layer_height layer_height(const struct chunk_drawing *drawing, uint32_t layer,
                                        uint32_t y)
{
    uint32_t index = drawing->chunk->layers[layer].texture;
    const struct scene_texture *texture = &drawing->scene->textures[index];
    if (!texture->height_name || drawing->textures[index]->plane_count <= GROUND_HEIGHT) {
        return (struct layer_height){NULL, 0.0F, 1.0F};
    }
    return (struct layer_height){texture_row(drawing, layer, GROUND_HEIGHT, y),
                                 texture->height_scale, texture->height_offset};
}

/* Leaves in scratch->rest what the layers above the first do not take. */
static void weigh_base(const struct chunk_drawing *drawing)
{
    struct terrain_scratch *scratch = drawing->scratch;
    uint32_t n = drawing->plan->row_px;
    memset(scratch->rest, 0xFF, n * sizeof *scratch->rest);
    for (uint32_t i = 1; i < drawing->chunk->layer_count; i++) {
        drawing->plan->kernels->take_alpha(scratch->rest, scratch->alpha[i - 1], n);
    }
}

/* Height blend: the weights sharpened by the heights of the textures (ADT/v18
 * document, MTXP). */
static void sharpen_weights(const struct chunk_drawing *drawing, uint32_t y)
{
    struct terrain_scratch *scratch = drawing->scratch;
    uint16_t *weights[ADT_LAYERS_MAX] = {scratch->rest};
    struct layer_height heights[ADT_LAYERS_MAX];
    for (uint32_t i = 0; i < drawing->chunk->layer_count; i++) {
        weights[i] = i ? scratch->alpha[i - 1] : scratch->rest;
        heights[i] = layer_height(drawing, i, y);
    }
    drawing->plan->kernels->sharpen(weights, heights, drawing->chunk->layer_count,
                                    drawing->plan->row_px);
}

static void blend_weighted(const struct chunk_drawing *drawing, uint32_t y)
{
    struct terrain_scratch *scratch = drawing->scratch;
    const struct terrain_kernels *kernels = drawing->plan->kernels;
    uint32_t n = drawing->plan->row_px;
    for (uint32_t c = 0; c < 3; c++) {
        kernels->blend_set(scratch->color[c], texture_row(drawing, 0, c, y), scratch->rest, n);
        for (uint32_t i = 1; i < drawing->chunk->layer_count; i++) {
            kernels->blend_add(scratch->color[c], texture_row(drawing, i, c, y),
                               scratch->alpha[i - 1], n);
        }
    }
}

static void blend_sequential(const struct chunk_drawing *drawing, uint32_t y)
{
    struct terrain_scratch *scratch = drawing->scratch;
    uint32_t n = drawing->plan->row_px;
    for (uint32_t c = 0; c < 3; c++) {
        memcpy(scratch->color[c], texture_row(drawing, 0, c, y), n * sizeof *scratch->color[c]);
        for (uint32_t i = 1; i < drawing->chunk->layer_count; i++) {
            drawing->plan->kernels->blend_over(scratch->color[c], texture_row(drawing, i, c, y),
                                               scratch->alpha[i - 1], n);
        }
    }
}

/* The colour of row `y` before light, in scratch->color. */
static void blend_row(const struct chunk_drawing *drawing, uint32_t y)
{
    const struct terrain_plan *plan = drawing->plan;
    struct terrain_scratch *scratch = drawing->scratch;
    if (drawing->chunk->layer_count == 0) {
        for (uint32_t c = 0; c < 3; c++) {
            for (uint32_t x = 0; x < plan->row_px; x++) {
                scratch->color[c][x] = 255 * 256;
            }
        }
        return;
    }
    for (uint32_t i = 1; i < drawing->chunk->layer_count; i++) {
        map_row(plan, scratch->maps[i - 1], y, scratch->alpha[i - 1]);
    }
    if (drawing->scene->blend == ADTMAP_BLEND_SEQUENTIAL) {
        blend_sequential(drawing, y);
        return;
    }
    weigh_base(drawing);
    if (drawing->scene->blend == ADTMAP_BLEND_HEIGHT) {
        sharpen_weights(drawing, y);
    }
    blend_weighted(drawing, y);
}

static void light_row(const struct chunk_drawing *drawing, uint32_t y, uint8_t *rgba)
{
    const struct terrain_plan *plan = drawing->plan;
    struct terrain_scratch *scratch = drawing->scratch;
    struct light_inputs in = {
        .color = {scratch->color[0], scratch->color[1], scratch->color[2]},
        .sun = scratch->sun,
    };
    const uint16_t *normal[3];
    for (size_t axis = 0; axis < 3; axis++) {
        normal[axis] = plane_row(plan, scratch, NORMAL_PLANE + axis, y);
    }
    plan->kernels->sun(scratch->sun, normal, plan->sun, plan->row_px);
    if (drawing->chunk->shadow) {
        map_row(plan, scratch->maps[SHADOW_MAP], y, scratch->alpha[SHADOW_MAP]);
        in.shadow = scratch->alpha[SHADOW_MAP];
    }
    for (size_t c = 0; drawing->has_colors && c < 3; c++) {
        in.vertex_color[c] = plane_row(plan, scratch, COLOR_PLANE + c, y);
    }
    for (size_t c = 0; drawing->has_lights && c < 3; c++) {
        in.vertex_light[c] = plane_row(plan, scratch, LIGHT_PLANE + c, y);
    }
    plan->kernels->light(rgba, &in, &plan->light, plan->row_px);
}

static void fill_background(const struct terrain_plan *plan, uint8_t *rgba, uint32_t count)
{
    for (size_t i = 0; i < count; i++) {
        memcpy(rgba + 4 * i, plan->background, 4);
    }
}

static void open_holes(const struct chunk_drawing *drawing, uint32_t y, uint8_t *rgba)
{
    uint32_t quad_px = drawing->plan->quad_px;
    uint64_t row = drawing->chunk->terrain->holes >> (8 * (y / quad_px)) & 0xFF;
    for (size_t quad = 0; row; quad++, row >>= 1) {
        if (row & 1) {
            fill_background(drawing->plan, rgba + 4 * quad * quad_px, quad_px);
        }
    }
}

static void begin_quad_row(const struct chunk_drawing *drawing, uint32_t quad_row)
{
    for (size_t plane = 0; plane < PLANES; plane++) {
        bool is_needed = plane < COLOR_PLANE   ? true
                         : plane < LIGHT_PLANE ? drawing->has_colors
                                               : drawing->has_lights;
        if (!is_needed) {
            continue;
        }
        spread_vertices(drawing->plan->quad_px, drawing->vertices[plane], quad_row,
                        &drawing->scratch->values[plane]);
    }
}

static void draw_rows(const struct chunk_drawing *drawing, uint8_t *rgba, size_t stride_bytes)
{
    const struct terrain_plan *plan = drawing->plan;
    const uint16_t *const color[3] = {drawing->scratch->color[0], drawing->scratch->color[1],
                                      drawing->scratch->color[2]};
    for (uint32_t y = 0; y < plan->row_px; y++) {
        if (y % plan->quad_px == 0) {
            begin_quad_row(drawing, y / plan->quad_px);
        }
        blend_row(drawing, y);
        if (plan->is_lit) {
            light_row(drawing, y, rgba);
        } else {
            plan->kernels->unlit(rgba, color, plan->row_px);
        }
        if (plan->kind == TERRAIN_LIT) {
            open_holes(drawing, y, rgba);
        }
        rgba += stride_bytes;
    }
}

void terrain_draw_chunk(const struct terrain_plan *plan, const struct scene_tile *scene,
                        const struct ground_texture *const *textures, uint32_t index, uint8_t *rgba,
                        size_t stride_bytes, struct terrain_scratch *scratch)
{
    const struct scene_chunk *chunk = &scene->chunks[index];
    if (!chunk->terrain) {
        for (uint32_t y = 0; y < plan->row_px; y++) {
            fill_background(plan, rgba + y * stride_bytes, plan->row_px);
        }
        return;
    }
    struct chunk_drawing drawing = {
        .plan = plan,
        .scene = scene,
        .chunk = chunk,
        .textures = textures,
        .scratch = scratch,
        .has_colors = plan->has_vertex_colors && has_tint(chunk->terrain),
        .has_lights = plan->has_vertex_lights && chunk->terrain->has_lights,
        .x = scene->x * ADT_EDGE + index % ADT_EDGE,
        .y = scene->y * ADT_EDGE + index / ADT_EDGE,
    };
    load_maps(plan, chunk, scratch);
    for (size_t i = 0; i < 3; i++) {
        normal_vertices(chunk->terrain, i, drawing.vertices[NORMAL_PLANE + i]);
        if (drawing.has_colors) {
            color_vertices(chunk->terrain, i, drawing.vertices[COLOR_PLANE + i]);
        }
        if (drawing.has_lights) {
            light_vertices(chunk->terrain, i, drawing.vertices[LIGHT_PLANE + i]);
        }
    }
    draw_rows(&drawing, rgba, stride_bytes);
}
