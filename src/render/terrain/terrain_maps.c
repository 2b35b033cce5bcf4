/*
 * Alpha maps, shadows and vertices of a chunk, made into planes of pixels.
 *
 * Maps. An alpha map or shadow has 64x64 texels a chunk. Drawn, it is bilinear, clamped at the
 * chunk's edge; a pixel is the average over its square. Both filters are products of a part along x
 * and a part along y, so each pixel is
 *
 *     sum over j of wy[j] * (sum over i of wx[i] * texel[i][j])
 *
 * and the 64 rows are filtered west to east once a chunk, then pixel rows north to south, strip by
 * strip. resample_taps has the weights: at 512 px a tile (32 pixels a chunk) a pixel reads 4 texels
 * along each axis, at 8192 px 2. West to east would be a gather of texels. The map is therefore
 * loaded with rows and columns exchanged: a pixel column is then a weighted sum of whole rows of 64
 * values, and the result is turned back in blocks of 8x8.
 *
 * Vertices. Normals, vertex colours and vertex lights are linear over the fan of each quad
 * (fan_weights.h). A row of quads has two rows of outer vertices and one of inner vertices. Each is
 * replicated for the quad_px pixels of its quad, and the kernel sum_fan multiplies these runs by
 * the table of weights, which is the same in all quads. Shifted by quad_px, the run of western
 * vertices is that of the eastern ones. The southern run of a row of quads is the northern run of
 * the next.
 */
#include <assert.h>
#include <string.h>

#include "formats/adt/mcal.h"
#include "render/terrain/terrain_parts.h"

/* Filters scratch->texels along x and leaves 64 rows of row_px values in `map`. */
static void filter_columns(const struct terrain_plan *plan, struct terrain_scratch *scratch,
                           uint16_t *map)
{
    for (uint32_t x = 0; x < plan->row_px; x++) {
        const struct resample_taps *taps = &plan->taps[x];
        plan->kernels->sum_taps(scratch->columns + (size_t)x * MAP_EDGE,
                                scratch->texels + (size_t)taps->first * MAP_EDGE, MAP_EDGE,
                                taps->weight, taps->count, MAP_EDGE);
    }
    plan->kernels->transpose(map, scratch->columns, plan->row_px, MAP_EDGE);
}

/* Asks for a map that is loaded soon: maps were decoded long before, and each begins elsewhere. */
static void fetch_alpha(const uint8_t *alpha)
{
    enum { LINE_BYTES = 64 };
    for (size_t at = 0; at < ADT_MAP_TEXELS; at += LINE_BYTES) {
        __builtin_prefetch(alpha + at);
    }
}

static void load_alpha(const struct terrain_plan *plan, const uint8_t *alpha,
                       struct terrain_scratch *scratch, uint16_t *map)
{
    plan->kernels->load_alpha(scratch->texels, alpha);
    filter_columns(plan, scratch, map);
}

void terrain_load_maps(const struct terrain_plan *plan, const struct scene_chunk *chunk,
                       const struct scene_chunk *next, struct terrain_scratch *scratch)
{
    bool takes_alpha = chunk->shadow_takes_alpha && plan->kind == TERRAIN_LIT;
    uint8_t shadow[MCAL_TEXELS];
    uint8_t shaded[MCAL_TEXELS];
    if (chunk->shadow && (takes_alpha || plan->is_lit)) {
        mcsh_spread(chunk->shadow, shadow);
    }
    for (uint32_t i = 1; i < chunk->layer_count; i++) {
        const uint8_t *alpha = chunk->layers[i].alpha;
        if (i + 1 < chunk->layer_count) {
            fetch_alpha(chunk->layers[i + 1].alpha);
        } else if (next && next->layer_count > 1) {
            fetch_alpha(next->layers[1].alpha);
        }
        if (takes_alpha) {
            plan->kernels->shade_alpha(shaded, alpha, shadow);
        }
        load_alpha(plan, takes_alpha ? shaded : alpha, scratch, scratch->maps[i - 1]);
    }
    if (chunk->shadow && plan->is_lit) {
        load_alpha(plan, shadow, scratch, scratch->maps[SHADOW_MAP]);
    }
}

void terrain_map_strip(const struct terrain_plan *plan, const uint16_t *map,
                       const struct strip *strip, uint16_t *out)
{
    size_t row_px = plan->row_px;
    for (uint32_t i = 0; i < strip->rows; i++) {
        const struct resample_taps *taps = &plan->taps[strip->y + i];
        plan->kernels->sum_taps(out + i * row_px, map + taps->first * row_px, row_px, taps->weight,
                                taps->count, row_px);
    }
}

void terrain_load_normals(const struct adt_chunk *terrain, struct terrain_scratch *scratch)
{
    const int8_t *stored = (const int8_t *)terrain->normal;
    for (size_t i = 0; i < 3 * ADT_VERTICES; i++) {
        scratch->normals[i] = (uint16_t)((stored[i] + 128) * 256);
    }
}

void terrain_load_colors(const struct adt_chunk *terrain, struct terrain_scratch *scratch)
{
    const uint8_t *stored = (const uint8_t *)terrain->color;
    static_assert(COLOR_ONE == 127 * 129 + 1, "what divides by 127 below");
    for (size_t i = 0; i < 4 * ADT_VERTICES; i++) {
        uint16_t c = stored[i];
        scratch->colors[i] = (uint16_t)(129 * c + (c >= 64) + (c >= 191)); /* c / 127, rounded */
    }
}

void terrain_load_lights(const struct adt_chunk *terrain, struct terrain_scratch *scratch)
{
    const uint8_t *stored = (const uint8_t *)terrain->light;
    for (size_t i = 0; i < 4 * ADT_VERTICES; i++) {
        scratch->lights[i] = (uint16_t)((stored[i] * COLOR_ONE + 127) / 255);
    }
}

bool terrain_has_tint(const struct adt_chunk *terrain)
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

/* Each of the vertices for 4 * `fours` pixels. */
static inline void replicate_fours(uint32_t fours, const uint16_t *vertices, size_t step,
                                   size_t count, uint16_t *out)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t four = vertices[step * i] * (uint64_t)0x0001000100010001;
        for (uint32_t n = 0; n < fours; n++) {
            memcpy(out, &four, sizeof four);
            out += 4;
        }
    }
}

/* Each of the vertices for quad_px pixels; those of 512 and 1024 px tiles in loops of their own. */
static void replicate_row(uint32_t quad_px, const uint16_t *vertices, size_t step, size_t count,
                          uint16_t *out)
{
    if (quad_px == 4) {
        replicate_fours(1, vertices, step, count, out);
    } else if (quad_px == 8) {
        replicate_fours(2, vertices, step, count, out);
    } else {
        for (size_t i = 0; i < count; i++) {
            for (uint32_t n = 0; n < quad_px; n++) {
                *out++ = vertices[step * i];
            }
        }
    }
}

void terrain_replicate_vertices(uint32_t quad_px, const uint16_t *vertices, size_t step,
                                uint32_t quad_row, struct replicated *replicated)
{
    const uint16_t *north = vertices + step * VERTEX_SOUTH * quad_row;
    const uint16_t *south = north + step * VERTEX_SOUTH;
    uint16_t *before = replicated->north;
    replicated->north = replicated->south;
    replicated->south = before;
    if (quad_row == 0) {
        replicate_row(quad_px, north, step, QUADS_PER_CHUNK + 1, replicated->north);
    }
    replicate_row(quad_px, south, step, QUADS_PER_CHUNK + 1, replicated->south);
    replicate_row(quad_px, north + step * VERTEX_INNER, step, QUADS_PER_CHUNK, replicated->inner);
}

void terrain_interpolate(const struct terrain_plan *plan, struct terrain_scratch *scratch,
                         size_t first_plane, const struct strip *strip)
{
    const uint16_t *weights[FAN_VERTICES];
    for (size_t v = 0; v < FAN_VERTICES; v++) {
        weights[v] = plan->fan.weights[v] + (size_t)(strip->y % plan->quad_px) * plan->row_px;
    }
    for (size_t plane = first_plane; plane < first_plane + 3; plane++) {
        const struct replicated *replicated = &scratch->values[plane];
        const uint16_t *values[FAN_VERTICES] = {
            [FAN_NW] = replicated->north,    [FAN_NE] = replicated->north + plan->quad_px,
            [FAN_SW] = replicated->south,    [FAN_SE] = replicated->south + plan->quad_px,
            [FAN_INNER] = replicated->inner,
        };
        plan->kernels->sum_fan(scratch->planes[plane], values, weights, strip->rows, plan->row_px);
    }
}
