#include "render/light/edge_strips.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/grid.h"

/* The sides of a neighbour that touch a margin on these sides. */
static unsigned facing_sides(unsigned sides)
{
    return (sides & SIDE_NORTH ? SIDE_SOUTH : 0U) | (sides & SIDE_SOUTH ? SIDE_NORTH : 0U) |
           (sides & SIDE_WEST ? SIDE_EAST : 0U) | (sides & SIDE_EAST ? SIDE_WEST : 0U);
}

struct height_area edge_inside(const struct edge_plan *plan)
{
    const unsigned sides = facing_sides(plan->sides);
    const uint32_t margin = plan->margin_px, end = plan->size_px - margin;
    return (struct height_area){
        .left = sides & SIDE_WEST ? margin : 0,
        .top = sides & SIDE_NORTH ? margin : 0,
        .right = sides & SIDE_EAST ? end : plan->size_px,
        .bottom = sides & SIDE_SOUTH ? end : plan->size_px,
    };
}

void edge_world_inside(const struct edge_plan *plan, uint32_t x, uint32_t y, float low[3],
                       float high[3])
{
    const unsigned sides = facing_sides(plan->sides);
    const double margin_yd = (plan->margin_px + 1.0) * TILE_YD / (double)plan->size_px;
    const double north = grid_edge_yd(y), west = grid_edge_yd(x);
    low[0] = sides & SIDE_SOUTH ? (float)(north - TILE_YD + margin_yd) : -INFINITY;
    low[1] = sides & SIDE_EAST ? (float)(west - TILE_YD + margin_yd) : -INFINITY;
    low[2] = -INFINITY;
    high[0] = sides & SIDE_NORTH ? (float)(north - margin_yd) : INFINITY;
    high[1] = sides & SIDE_WEST ? (float)(west - margin_yd) : INFINITY;
    high[2] = INFINITY;
}

/* Allocates the strips that are needed. False when out of memory. */
static bool alloc_strips(const struct edge_plan *plan, struct edge_strips *strips, size_t *bytes)
{
    const uint32_t size_px = plan->size_px, margin = plan->margin_px;
    const struct edge_strip all[SIDES] = {
        {.width = size_px, .height = margin},
        {.top = size_px - margin, .width = size_px, .height = margin},
        {.width = margin, .height = size_px},
        {.left = size_px - margin, .width = margin, .height = size_px},
    };
    for (int i = 0; i < SIDES; i++) {
        struct edge_strip *strip = &strips->sides[i];
        size_t count = (size_t)all[i].width * all[i].height;
        if (!(facing_sides(plan->sides) >> i & 1)) {
            continue;
        }
        *strip = all[i];
        if (plan->has_shadows) {
            strip->caster = malloc(count * sizeof *strip->caster);
            strip->cover = malloc(count * sizeof *strip->cover);
            *bytes += count * (sizeof *strip->caster + sizeof *strip->cover);
        }
        if (plan->has_surface) {
            strip->surface = malloc(count * sizeof *strip->surface);
            *bytes += count * sizeof *strip->surface;
        }
        if ((plan->has_shadows && (!strip->caster || !strip->cover)) ||
            (plan->has_surface && !strip->surface)) {
            return false;
        }
    }
    return true;
}

/* Copies `width` x `height` pixels between a field and a strip. */
static void copy_rows(const struct height_field *field, size_t at, const struct edge_strip *strip,
                      size_t from, uint32_t width, uint32_t height, bool to_field)
{
    for (size_t y = 0; y < height; y++) {
        size_t f = at + y * field->stride;
        size_t s = from + y * strip->width;
        if (strip->caster && to_field) {
            memcpy(field->caster + f, strip->caster + s, width * sizeof *strip->caster);
            memcpy(field->cover + f, strip->cover + s, width * sizeof *strip->cover);
        } else if (strip->caster) {
            memcpy(strip->caster + s, field->caster + f, width * sizeof *strip->caster);
            memcpy(strip->cover + s, field->cover + f, width * sizeof *strip->cover);
        }
        if (strip->surface && to_field) {
            memcpy(field->surface + f, strip->surface + s, width * sizeof *strip->surface);
        } else if (strip->surface) {
            memcpy(strip->surface + s, field->surface + f, width * sizeof *strip->surface);
        }
    }
}

struct edge_strips *edge_strips_create(const struct edge_plan *plan,
                                       const struct height_field *field, size_t *bytes)
{
    struct edge_strips *strips = calloc(1, sizeof *strips);
    *bytes = sizeof *strips;
    if (!strips || !alloc_strips(plan, strips, bytes)) {
        edge_strips_destroy(strips);
        return NULL;
    }
    for (int i = 0; i < SIDES; i++) {
        const struct edge_strip *strip = &strips->sides[i];
        if (strip->width > 0) {
            copy_rows(field, height_field_at(field, (int32_t)strip->left, (int32_t)strip->top),
                      strip, 0, strip->width, strip->height, false);
        }
    }
    return strips;
}

void edge_strips_destroy(struct edge_strips *strips)
{
    for (int i = 0; strips && i < SIDES; i++) {
        free(strips->sides[i].caster);
        free(strips->sides[i].cover);
        free(strips->sides[i].surface);
    }
    free(strips);
}

/* Along one axis: where the pixels of a neighbour lie that is `step` tiles on, in the tile, in the
 * neighbour, and how many there are. */
struct span {
    int32_t at;
    uint32_t from, count;
};

static struct span span_of(int step, uint32_t size_px, uint32_t margin_px)
{
    if (step < 0) {
        return (struct span){-(int32_t)margin_px, size_px - margin_px, margin_px};
    }
    return step > 0 ? (struct span){(int32_t)size_px, 0, margin_px} : (struct span){0, 0, size_px};
}

/* The side of the neighbour whose strip has all of the pixels. */
static int strip_of(int east, int south)
{
    if (south != 0) {
        return south < 0 ? 1 : 0;
    }
    return east < 0 ? 3 : 2;
}

void edge_strips_copy(const struct edge_strips *strips, int east, int south,
                      struct height_field *field)
{
    const struct span columns = span_of(east, field->size_px, field->margin_px);
    const struct span rows = span_of(south, field->size_px, field->margin_px);
    const struct edge_strip *strip = &strips->sides[strip_of(east, south)];
    if (strip->width > 0) {
        copy_rows(field, height_field_at(field, columns.at, rows.at), strip,
                  (size_t)(rows.from - strip->top) * strip->width + (columns.from - strip->left),
                  columns.count, rows.count, true);
    }
}
