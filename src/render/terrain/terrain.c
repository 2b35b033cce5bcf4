#include "render/terrain/terrain.h"

#include <string.h>

#include "render/terrain/terrain_parts.h"
#include "render/terrain/terrain_relief.h"
#include "render/texture/ground_rows.h"

enum { WHITE = 255 * 256 }; /* a colour, 8.8 */

/* What one chunk needs in addition to the plan. */
struct chunk_drawing {
    const struct terrain_plan *plan;
    const struct scene_tile *scene;
    const struct scene_chunk *chunk;
    const struct ground_texture *const *textures;
    struct terrain_scratch *scratch;
    bool has_colors;
    bool has_lights;
    bool has_lines;       /* contours or shores */
    bool is_clear;        /* water hides shadows that fall here on the ground */
    bool has_heights;     /* scratch->relief is needed */
    uint32_t index;       /* of the chunk in the tile */
    uint32_t x, y;        /* of the chunk in the world, in chunks from the grid's corner */
    const uint8_t *shade; /* of terrain_draw_chunk */
    size_t shade_bytes;
    struct strip strip; /* under way */

    /* Light of the chunk: of the plan, or where a time of day changes it, at the corners, north
     * and south, west and east. */
    struct light_constants light[2][2];
    bool light_varies; /* else light[0][0] is that of all pixels */
};

static const uint16_t *texture_strip(const struct chunk_drawing *drawing, uint32_t layer,
                                     enum ground_plane plane)
{
    uint32_t texture = drawing->chunk->layers[layer].texture;
    const struct ground_strip strip = {drawing->x, drawing->y, drawing->strip.y,
                                       drawing->strip.rows};
    uint16_t *scratch = drawing->scratch->texture[layer];
    const uint16_t *rows = ground_rows(drawing->textures[texture], plane, &strip, scratch);
    if (!drawing->chunk->layers[layer].is_overbright || plane >= GROUND_HEIGHT) {
        return rows;
    }
    for (uint32_t i = 0; i < drawing->strip.pixels; i++) {
        uint32_t twice = 2U * rows[i];
        scratch[i] = (uint16_t)(twice < WHITE ? twice : WHITE);
    }
    return scratch;
}

static struct layer_height layer_height(const struct chunk_drawing *drawing, uint32_t layer)
{
    uint32_t index = drawing->chunk->layers[layer].texture;
    const struct scene_texture *texture = &drawing->scene->textures[index];
    if (!texture->has_height || drawing->textures[index]->plane_count <= GROUND_HEIGHT) {
        return (struct layer_height){NULL, 0.0F, 1.0F};
    }
    return (struct layer_height){texture_strip(drawing, layer, GROUND_HEIGHT),
                                 texture->height_scale, texture->height_offset};
}

/* Leaves in scratch->rest what the layers above the first do not take. */
static void weigh_base(const struct chunk_drawing *drawing)
{
    struct terrain_scratch *scratch = drawing->scratch;
    uint32_t n = drawing->strip.pixels;
    memset(scratch->rest, 0xFF, n * sizeof *scratch->rest);
    for (uint32_t i = 1; i < drawing->chunk->layer_count; i++) {
        drawing->plan->kernels->take_alpha(scratch->rest, scratch->alpha[i - 1], n);
    }
}

/* Height blend: the weights changed by the heights of the textures (ADT/v18
 * document, MTXP). */
static void height_blend_weights(const struct chunk_drawing *drawing)
{
    struct terrain_scratch *scratch = drawing->scratch;
    uint16_t *weights[ADT_LAYERS_MAX] = {scratch->rest};
    struct layer_height heights[ADT_LAYERS_MAX];
    for (uint32_t i = 0; i < drawing->chunk->layer_count; i++) {
        weights[i] = i ? scratch->alpha[i - 1] : scratch->rest;
        heights[i] = layer_height(drawing, i);
    }
    drawing->plan->kernels->height_blend(weights, heights, drawing->chunk->layer_count,
                                         drawing->strip.pixels);
}

static void blend_weighted(const struct chunk_drawing *drawing)
{
    struct terrain_scratch *scratch = drawing->scratch;
    const struct terrain_kernels *kernels = drawing->plan->kernels;
    uint32_t n = drawing->strip.pixels;
    for (uint32_t c = 0; c < 3; c++) {
        kernels->blend_set(scratch->color[c], texture_strip(drawing, 0, c), scratch->rest, n);
        for (uint32_t i = 1; i < drawing->chunk->layer_count; i++) {
            kernels->blend_add(scratch->color[c], texture_strip(drawing, i, c),
                               scratch->alpha[i - 1], n);
        }
    }
}

static void blend_sequential(const struct chunk_drawing *drawing)
{
    struct terrain_scratch *scratch = drawing->scratch;
    uint32_t n = drawing->strip.pixels;
    for (uint32_t c = 0; c < 3; c++) {
        memcpy(scratch->color[c], texture_strip(drawing, 0, c), n * sizeof *scratch->color[c]);
        for (uint32_t i = 1; i < drawing->chunk->layer_count; i++) {
            drawing->plan->kernels->blend_over(scratch->color[c], texture_strip(drawing, i, c),
                                               scratch->alpha[i - 1], n);
        }
    }
}

/* Ground without textures that is drawn all the same. */
static void whiten(const struct chunk_drawing *drawing)
{
    for (uint32_t c = 0; c < 3; c++) {
        for (uint32_t i = 0; i < drawing->strip.pixels; i++) {
            drawing->scratch->color[c][i] = WHITE;
        }
    }
}

/* The colour of the strip before light, in scratch->color. */
static void blend_strip(const struct chunk_drawing *drawing)
{
    const struct terrain_plan *plan = drawing->plan;
    struct terrain_scratch *scratch = drawing->scratch;
    if (plan->tints) {
        terrain_interpolate(plan, scratch, COLOR_PLANE, &drawing->strip);
        for (uint32_t c = 0; c < 3; c++) {
            memcpy(scratch->color[c], scratch->planes[COLOR_PLANE + c],
                   drawing->strip.pixels * sizeof *scratch->color[c]);
        }
        return;
    }
    if (drawing->chunk->layer_count == 0) {
        whiten(drawing);
        return;
    }
    for (uint32_t i = 1; i < drawing->chunk->layer_count; i++) {
        terrain_map_strip(plan, scratch->maps[i - 1], &drawing->strip, scratch->alpha[i - 1]);
    }
    if (drawing->scene->blend == ADTMAP_BLEND_SEQUENTIAL) {
        blend_sequential(drawing);
        return;
    }
    weigh_base(drawing);
    if (drawing->scene->blend == ADTMAP_BLEND_HEIGHT) {
        height_blend_weights(drawing);
    }
    blend_weighted(drawing);
}

/* What hides the sun at the strip's pixels, 0.16: a cast shadow, or the baked one. NULL: nothing.
 */
static uint16_t *shadow_strip(const struct chunk_drawing *drawing)
{
    const struct terrain_plan *plan = drawing->plan;
    const struct strip *strip = &drawing->strip;
    uint16_t *shadow = drawing->scratch->alpha[SHADOW_MAP];
    if (drawing->shade) {
        for (uint32_t i = 0; i < strip->rows; i++) {
            const uint8_t *row = drawing->shade + (strip->y + i) * drawing->shade_bytes;
            for (uint32_t x = 0; x < plan->row_px; x++) {
                shadow[i * plan->row_px + x] = (uint16_t)(row[x] * 257U);
            }
        }
        return shadow;
    }
    if (!drawing->chunk->shadow) {
        return NULL;
    }
    terrain_map_strip(plan, drawing->scratch->maps[SHADOW_MAP], strip, shadow);
    return shadow;
}

/* The light at the corners of the chunk. */
static void find_light(struct chunk_drawing *drawing, uint32_t index)
{
    const struct hour_grid *grid = drawing->scene->hour_grid;
    if (!grid || drawing->plan->kind == TERRAIN_ALBEDO) {
        drawing->light[0][0] = drawing->plan->light;
        return;
    }
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t row = index / ADT_EDGE + i / 2, column = index % ADT_EDGE + i % 2;
        drawing->light[i / 2][i % 2] =
            terrain_light_at(drawing->plan, &grid->corners[row * HOUR_GRID_EDGE + column]);
        drawing->light_varies |= memcmp(&drawing->light[i / 2][i % 2], &drawing->light[0][0],
                                        sizeof drawing->light[0][0]) != 0;
    }
}

/* A light between two: `part` of 2^15 of the way to the second. */
static inline uint16_t between(uint16_t from, uint16_t to, uint32_t part)
{
    return (uint16_t)(from + (((int32_t)to - from) * (int32_t)part >> 15));
}

/* How far the middle of pixel `i` is along the chunk, of 2^15. */
static inline uint32_t part_of(uint32_t i, uint32_t row_px)
{
    return ((2 * i + 1) << 15) / (2 * row_px);
}

/* One of the three numbers of a light, over the strip. */
static void vary_light(const struct chunk_drawing *drawing, size_t offset, uint16_t *out)
{
    const struct strip *strip = &drawing->strip;
    const uint32_t row_px = drawing->plan->row_px;
    uint16_t corner[2][2];
    for (size_t i = 0; i < 4; i++) {
        memcpy(&corner[i / 2][i % 2], (const char *)&drawing->light[i / 2][i % 2] + offset,
               sizeof corner[0][0]);
    }
    for (uint32_t y = 0; y < strip->rows; y++) {
        uint32_t south = part_of(strip->y + y, row_px);
        uint16_t west = between(corner[0][0], corner[1][0], south);
        uint16_t east = between(corner[0][1], corner[1][1], south);
        for (uint32_t x = 0; x < row_px; x++) {
            out[y * row_px + x] = between(west, east, part_of(x, row_px));
        }
    }
}

/* The colour in light, in scratch->rgba. */
static void light_strip(const struct chunk_drawing *drawing)
{
    const struct terrain_plan *plan = drawing->plan;
    struct terrain_scratch *scratch = drawing->scratch;
    const struct strip *strip = &drawing->strip;
    struct light_inputs in = {
        .color = {scratch->color[0], scratch->color[1], scratch->color[2]},
        .sun = scratch->sun,
    };
    const uint16_t *const normal[3] = {scratch->planes[NORMAL_PLANE],
                                       scratch->planes[NORMAL_PLANE + 1],
                                       scratch->planes[NORMAL_PLANE + 2]};
    terrain_interpolate(plan, scratch, NORMAL_PLANE, strip);
    plan->kernels->sun(scratch->sun, normal, plan->sun, strip->pixels);
    uint16_t *shadow = shadow_strip(drawing);
    in.shadow = shadow;
    if (drawing->is_clear) {
        terrain_relief_hide_shadow(plan, strip, scratch, shadow);
    }
    if (drawing->has_colors) {
        terrain_interpolate(plan, scratch, COLOR_PLANE, strip);
    }
    if (drawing->has_lights) {
        terrain_interpolate(plan, scratch, LIGHT_PLANE, strip);
    }
    for (size_t c = 0; c < 3; c++) {
        in.vertex_color[c] = drawing->has_colors ? scratch->planes[COLOR_PLANE + c] : NULL;
        in.vertex_light[c] = drawing->has_lights ? scratch->planes[LIGHT_PLANE + c] : NULL;
    }
    for (size_t c = 0; c < 3 && drawing->light_varies; c++) {
        const size_t part = c * sizeof drawing->light[0][0].ambient[0];
        vary_light(drawing, offsetof(struct light_constants, ambient) + part, scratch->hours[c]);
        vary_light(drawing, offsetof(struct light_constants, diffuse) + part,
                   scratch->hours[3 + c]);
        in.ambient[c] = scratch->hours[c];
        in.diffuse[c] = scratch->hours[3 + c];
    }
    plan->kernels->light(scratch->rgba, &in, &drawing->light[0][0], strip->pixels);
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

/* Reads the vertices that light needs. */
static void load_vertices(const struct chunk_drawing *drawing)
{
    const struct adt_chunk *terrain = drawing->chunk->terrain;
    if (drawing->plan->is_lit) {
        terrain_load_normals(terrain, drawing->scratch);
    }
    if (drawing->plan->tints) {
        terrain_load_tints(drawing->plan, terrain, drawing->scratch);
    } else if (drawing->has_colors) {
        terrain_load_colors(terrain, drawing->scratch);
    }
    if (drawing->has_lights) {
        terrain_load_lights(terrain, drawing->scratch);
    }
}

static void begin_quad_row(const struct chunk_drawing *drawing, uint32_t quad_row)
{
    struct terrain_scratch *scratch = drawing->scratch;
    uint32_t quad_px = drawing->plan->quad_px;
    if (drawing->has_heights) {
        terrain_relief_begin(drawing->plan, drawing->scene, drawing->index, quad_row,
                             drawing->is_clear, scratch);
    }
    for (size_t i = 0; i < 3; i++) {
        if (drawing->plan->is_lit) {
            terrain_replicate_vertices(quad_px, scratch->normals + i, 3, quad_row,
                                       &scratch->values[NORMAL_PLANE + i]);
        }
        if (drawing->has_colors || drawing->plan->tints) {
            terrain_replicate_vertices(quad_px, scratch->colors + i, 4, quad_row,
                                       &scratch->values[COLOR_PLANE + i]);
        }
        if (drawing->has_lights) {
            terrain_replicate_vertices(quad_px, scratch->lights + i, 4, quad_row,
                                       &scratch->values[LIGHT_PLANE + i]);
        }
    }
}

static void draw_strip(const struct chunk_drawing *drawing, uint8_t *rgba, size_t stride_bytes)
{
    const struct terrain_plan *plan = drawing->plan;
    const uint16_t *const color[3] = {drawing->scratch->color[0], drawing->scratch->color[1],
                                      drawing->scratch->color[2]};
    uint8_t *drawn = drawing->scratch->rgba;
    blend_strip(drawing);
    if (plan->is_lit) {
        light_strip(drawing);
    } else {
        plan->kernels->unlit(drawn, color, drawing->strip.pixels);
    }
    if (drawing->has_lines) {
        terrain_relief_lines(plan, drawing->scene, &drawing->strip, drawing->scratch, drawn);
    }
    for (uint32_t i = 0; i < drawing->strip.rows; i++) {
        uint8_t *row = rgba + i * stride_bytes;
        memcpy(row, drawn + (size_t)4 * plan->row_px * i, (size_t)4 * plan->row_px);
        if (plan->kind == TERRAIN_LIT && !plan->tints) {
            open_holes(drawing, drawing->strip.y + i, row);
        }
    }
}

static void draw_strips(struct chunk_drawing *drawing, uint8_t *rgba, size_t stride_bytes)
{
    const struct terrain_plan *plan = drawing->plan;
    uint32_t rows;
    for (uint32_t y = 0; y < plan->row_px; y += rows) {
        uint32_t quad_row = y / plan->quad_px;
        uint32_t rest = (quad_row + 1) * plan->quad_px - y;
        if (rest == plan->quad_px) {
            begin_quad_row(drawing, quad_row);
        }
        rows = rest < plan->strip_rows ? rest : plan->strip_rows;
        drawing->strip = (struct strip){y, rows, rows * plan->row_px};
        draw_strip(drawing, rgba + y * stride_bytes, stride_bytes);
    }
}

void terrain_draw_chunk(const struct terrain_plan *plan, const struct scene_tile *scene,
                        const struct ground_texture *const *textures, uint32_t index, uint8_t *rgba,
                        size_t stride_bytes, const uint8_t *shade, size_t shade_bytes,
                        struct terrain_scratch *scratch)
{
    const struct scene_chunk *chunk = &scene->chunks[index];
    if (!scene_chunk_has_ground(chunk)) {
        for (uint32_t y = 0; y < plan->row_px; y++) {
            fill_background(plan, rgba + y * stride_bytes, plan->row_px);
        }
        return;
    }
    const bool has_lines =
        plan->kind == TERRAIN_LIT && (scene->contour_yd > 0.0F || plan->shore > 0);
    const bool is_clear = plan->is_clear && (shade || chunk->shadow);
    struct chunk_drawing drawing = {
        .plan = plan,
        .scene = scene,
        .chunk = chunk,
        .textures = textures,
        .scratch = scratch,
        .has_colors = plan->has_vertex_colors && terrain_has_tint(chunk->terrain),
        .has_lights = plan->has_vertex_lights && chunk->terrain->has_lights,
        .has_lines = has_lines,
        .is_clear = is_clear,
        .has_heights = has_lines || is_clear,
        .index = index,
        .x = scene->x * ADT_EDGE + index % ADT_EDGE,
        .y = scene->y * ADT_EDGE + index / ADT_EDGE,
        .shade = shade,
        .shade_bytes = shade_bytes,
    };
    find_light(&drawing, index);
    terrain_load_maps(plan, chunk, index + 1 < ADT_CHUNKS ? chunk + 1 : NULL, scratch);
    load_vertices(&drawing);
    draw_strips(&drawing, rgba, stride_bytes);
}
