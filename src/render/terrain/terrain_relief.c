/*
 * Heights are planes over the triangles of quads, made once for a row of quads. The depth of a
 * liquid is another quantity over the same triangles: its surface less the ground, where a layer
 * has the quad. Where layers lie above one another the highest counts.
 */
#include "render/terrain/terrain_relief.h"

#include <string.h>

#include "assets/textures/quad_px.h"
#include "base/size.h"
#include "formats/grid.h"
#include "render/terrain/terrain_height.h"

enum { AT_ONCE = 4 }; /* quads, or pixels */

/* Yards of clear water below which no shadow is seen on the ground. */
#define SHADOW_REACH_YD 6.0F

/* Heights of a layer's surface at the corners of one of its quads and in its middle. */
static void liquid_heights(const struct liquid_grid *grid, uint32_t x, uint32_t y,
                           float heights[FAN_VERTICES])
{
    const float *north = grid->height_yd + (size_t)y * (grid->width + 1) + x;
    const float *south = north + grid->width + 1;
    heights[FAN_NW] = north[0];
    heights[FAN_NE] = north[1];
    heights[FAN_SW] = south[0];
    heights[FAN_SE] = south[1];
    heights[FAN_INNER] = 0.25F * (north[0] + north[1] + south[0] + south[1]);
}

/* Puts what the layer has of the row into its quads, where nothing higher is yet. */
static void add_layer(const struct liquid_layer *layer, uint32_t quad_row,
                      struct relief_quad quads[QUADS_PER_CHUNK])
{
    const struct liquid_grid *grid = &layer->grid;
    if (quad_row < layer->y || quad_row >= layer->y + grid->height) {
        return;
    }
    const uint32_t y = quad_row - layer->y;
    for (uint32_t x = 0; x < grid->width; x++) {
        struct relief_quad *quad = &quads[layer->x + x];
        const uint8_t class = grid->quad[(size_t)y * grid->width + x];
        float heights[FAN_VERTICES];
        liquid_heights(grid, x, y, heights);
        if (class >= LIQUID_CLASSES ||
            (quad->liquid != LIQUID_NONE && !(heights[FAN_INNER] > quad->liquid_yd))) {
            continue;
        }
        quad->liquid = class;
        quad->liquid_yd = heights[FAN_INNER];
        for (int v = 0; v < FAN_VERTICES; v++) {
            heights[v] -= quad->vertices[v];
        }
        memcpy(quad->depths, heights, sizeof quad->depths);
    }
}

static struct contour_plan contours_of(const struct terrain_plan *plan,
                                       const struct scene_tile *scene)
{
    return contour_plan_of(scene->contour_yd, QUADS_PER_TILE, QUADS_PER_TILE * plan->quad_px,
                           plan->size_px);
}

static void begin_contours(const struct contour_plan *contours, struct relief_quad *quad)
{
    quad->height = relief_planes_of(quad->vertices);
    quad->contours = contour_quad_of(contours, &quad->height);
    quad->has_contour = quad->contours.fine >= 0.5F || quad->contours.thick >= 0.5F;
}

/* The heights of a row of quads, whose first vertex is `ground`, and the contours over them. Where
 * neither a contour nor a liquid can be, heights are not set. */
static void begin_quads(const struct contour_plan *contours, const float *ground, bool has_liquid,
                        struct relief_quad quads[QUADS_PER_CHUNK])
{
    static const uint32_t places[FAN_VERTICES] = {[FAN_NE] = VERTEX_EAST,
                                                  [FAN_SW] = VERTEX_SOUTH,
                                                  [FAN_SE] = VERTEX_SOUTH + VERTEX_EAST,
                                                  [FAN_INNER] = VERTEX_INNER};
    for (uint32_t first = 0; first < QUADS_PER_CHUNK; first += AT_ONCE) {
        lanes_f vertices[FAN_VERTICES];
        for (uint32_t v = 0; v < FAN_VERTICES; v++) {
            vertices[v] = lanes_load(ground + first + places[v]);
        }
        const unsigned may_cross = contours_may_cross(contours, vertices);
        for (uint32_t i = 0; i < AT_ONCE; i++) {
            struct relief_quad *quad = &quads[first + i];
            quad->liquid = LIQUID_NONE;
            quad->has_contour = quad->has_shore = quad->is_clear = false;
            if (!has_liquid && !(may_cross >> i & 1)) {
                continue;
            }
            for (uint32_t v = 0; v < FAN_VERTICES; v++) {
                quad->vertices[v] = ground[first + i + places[v]];
            }
            if (may_cross >> i & 1) {
                begin_contours(contours, quad);
            }
        }
    }
}

static void begin_liquid(const struct terrain_plan *plan, const struct contour_plan *contours,
                         bool is_clear, struct relief_quad *quad)
{
    if (quad->liquid == LIQUID_NONE) {
        return;
    }
    quad->contours.shore_yd = quad->liquid_yd;
    quad->has_shore = plan->shore > 0 && shore_may_cross(contours, quad->depths);
    quad->is_clear = is_clear && (quad->liquid == LIQUID_WATER || quad->liquid == LIQUID_OCEAN);
    if (quad->has_shore || quad->is_clear) {
        quad->depth = relief_planes_of(quad->depths);
    }
    if (quad->has_shore) {
        relief_px_a_yard(contours, &quad->depth, quad->shore_px_a_yard);
    }
}

/* Between which of the tile's layers of liquid those of a chunk lie that are drawn. */
static void find_layers(const struct terrain_plan *plan, const struct scene_tile *scene,
                        uint32_t index, struct terrain_scratch *scratch)
{
    scratch->first_liquid = scratch->end_liquid = 0;
    for (uint32_t i = 0; plan->has_liquids && i < scene->liquids.count; i++) {
        if (scene->liquids.layers[i].chunk == index) {
            scratch->first_liquid = scratch->end_liquid > 0 ? scratch->first_liquid : i;
            scratch->end_liquid = i + 1;
        }
    }
}

void terrain_relief_begin(const struct terrain_plan *plan, const struct scene_tile *scene,
                          uint32_t index, uint32_t quad_row, bool is_clear,
                          struct terrain_scratch *scratch)
{
    const uint32_t column = index % ADT_EDGE * QUADS_PER_CHUNK;
    const uint32_t row = index / ADT_EDGE * QUADS_PER_CHUNK + quad_row;
    const struct contour_plan contours = contours_of(plan, scene);
    if (quad_row == 0) {
        find_layers(plan, scene, index, scratch);
    }
    begin_quads(&contours, terrain_ground(scene, column, row), scratch->end_liquid > 0,
                scratch->relief);
    for (uint32_t i = scratch->first_liquid; i < scratch->end_liquid; i++) {
        if (scene->liquids.layers[i].chunk == index) {
            add_layer(&scene->liquids.layers[i], quad_row, scratch->relief);
        }
    }
    for (uint32_t x = 0; x < QUADS_PER_CHUNK; x++) {
        begin_liquid(plan, &contours, is_clear, &scratch->relief[x]);
    }
}

void terrain_load_tints(const struct terrain_plan *plan, const struct adt_chunk *terrain,
                        struct terrain_scratch *scratch)
{
    uint16_t rgb[AT_ONCE][4];
    for (size_t v = 0; v < ADT_VERTICES; v += AT_ONCE) {
        const size_t first = size_min(v, ADT_VERTICES - AT_ONCE);
        relief_tints_of(plan->tints, terrain->height_yd + first, rgb);
        memcpy(scratch->colors + 4 * first, rgb, sizeof rgb);
    }
}

/* The middle of a pixel along a quad's edge, 0..1. */
static float middle_of(const struct terrain_plan *plan, uint32_t pixel)
{
    return ((float)pixel + 0.5F) / (float)plan->quad_px;
}

void terrain_relief_hide_shadow(const struct terrain_plan *plan, const struct strip *strip,
                                const struct terrain_scratch *scratch, uint16_t *shadow)
{
    for (uint32_t i = 0; i < QUADS_PER_CHUNK * strip->rows; i++) {
        const struct relief_quad *quad = &scratch->relief[i % QUADS_PER_CHUNK];
        const uint32_t y = i / QUADS_PER_CHUNK;
        const float v = middle_of(plan, (strip->y + y) % plan->quad_px);
        uint16_t *row = shadow + y * plan->row_px + i % QUADS_PER_CHUNK * plan->quad_px;
        for (uint32_t x = 0; quad->is_clear && x < plan->quad_px; x++) {
            const float u = middle_of(plan, x);
            float part =
                relief_value(&quad->depth, relief_triangle(u, v), u, v) * (1.0F / SHADOW_REACH_YD);
            part = part > 0.0F ? part : 0.0F;
            part = part < 1.0F ? part : 1.0F;
            row[x] = (uint16_t)((float)row[x] * (1.0F - part));
        }
    }
}

/* Puts a colour over up to four pixels of a row, which may be the last ones of their memory. */
static void draw_over(const uint8_t rgb[3], const uint32_t covers[AT_ONCE], uint32_t count,
                      uint8_t *rgba)
{
    if (count == AT_ONCE) {
        relief_over_four(rgb, covers, rgba);
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        relief_over(rgb, covers[i], rgba + (size_t)4 * i);
    }
}

/* The lines of one pixel row of a quad, whose pixels have their middles at `u`. */
static void draw_line_row(const struct terrain_plan *plan, const struct contour_plan *contours,
                          const struct relief_quad *quad, const float *u, float v, uint8_t *rgba)
{
    for (uint32_t first = 0; first < plan->quad_px; first += AT_ONCE, rgba += 4 * AT_ONCE) {
        const uint32_t count = u32_min(plan->quad_px - first, AT_ONCE);
        uint32_t covers[AT_ONCE];
        if (quad->has_contour &&
            contours_cover(contours, &quad->contours, &quad->height, u + first, v, covers)) {
            draw_over(contour_rgb, covers, count, rgba);
        }
        if (quad->has_shore &&
            shores_cover(contours, &quad->depth, quad->shore_px_a_yard, u + first, v, covers)) {
            for (uint32_t i = 0; i < AT_ONCE; i++) {
                covers[i] = covers[i] * plan->shore >> 8;
            }
            draw_over(plan->shore_rgb[quad->liquid], covers, count, rgba);
        }
    }
}

void terrain_relief_lines(const struct terrain_plan *plan, const struct scene_tile *scene,
                          const struct strip *strip, const struct terrain_scratch *scratch,
                          uint8_t *rgba)
{
    const struct contour_plan contours = contours_of(plan, scene);
    float middles[QUAD_PX_MAX + AT_ONCE - 1];
    for (uint32_t i = 0; i < plan->quad_px + AT_ONCE - 1; i++) {
        middles[i] = middle_of(plan, i);
    }
    for (uint32_t y = 0; y < strip->rows; y++) {
        const float v = middles[(strip->y + y) % plan->quad_px];
        for (uint32_t x = 0; x < QUADS_PER_CHUNK; x++) {
            const struct relief_quad *quad = &scratch->relief[x];
            if (quad->has_contour || quad->has_shore) {
                draw_line_row(plan, &contours, quad, middles, v,
                              rgba + 4 * ((size_t)y * plan->row_px + x * plan->quad_px));
            }
        }
    }
}
