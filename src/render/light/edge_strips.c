#include "render/light/edge_strips.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/grid.h"

/* How much of a side of a tile the neighbours there need: their margin on the other side. */
static uint32_t strip_px(const struct edge_plan *plan, enum tile_side side)
{
    return plan->sides_px[(unsigned)side ^ 1U];
}

bool edge_plan_needs(const struct edge_plan *plan, int east, int south)
{
    return (east != 0 || south != 0) && (east >= 0 || plan->sides_px[SIDE_WEST] > 0) &&
           (east <= 0 || plan->sides_px[SIDE_EAST] > 0) &&
           (south >= 0 || plan->sides_px[SIDE_NORTH] > 0) &&
           (south <= 0 || plan->sides_px[SIDE_SOUTH] > 0);
}

struct height_area edge_inside(const struct edge_plan *plan)
{
    return (struct height_area){
        .left = strip_px(plan, SIDE_WEST),
        .top = strip_px(plan, SIDE_NORTH),
        .right = plan->size_px - strip_px(plan, SIDE_EAST),
        .bottom = plan->size_px - strip_px(plan, SIDE_SOUTH),
    };
}

/* How far from a side of a tile nothing reaches into its strip, a pixel farther than that. */
static double strip_yd(const struct edge_plan *plan, enum tile_side side)
{
    return (strip_px(plan, side) + 1.0) * TILE_YD / (double)plan->size_px;
}

void edge_world_inside(const struct edge_plan *plan, uint32_t x, uint32_t y, float low[3],
                       float high[3])
{
    const double north = grid_edge_yd(y), west = grid_edge_yd(x);
    const bool has[SIDES] = {strip_px(plan, SIDE_NORTH) > 0, strip_px(plan, SIDE_SOUTH) > 0,
                             strip_px(plan, SIDE_WEST) > 0, strip_px(plan, SIDE_EAST) > 0};
    low[0] = has[SIDE_SOUTH] ? (float)(north - TILE_YD + strip_yd(plan, SIDE_SOUTH)) : -INFINITY;
    low[1] = has[SIDE_EAST] ? (float)(west - TILE_YD + strip_yd(plan, SIDE_EAST)) : -INFINITY;
    low[2] = -INFINITY;
    high[0] = has[SIDE_NORTH] ? (float)(north - strip_yd(plan, SIDE_NORTH)) : INFINITY;
    high[1] = has[SIDE_WEST] ? (float)(west - strip_yd(plan, SIDE_WEST)) : INFINITY;
    high[2] = INFINITY;
}

/* Allocates the strips that are needed. False when out of memory. */
static bool alloc_strips(const struct edge_plan *plan, struct edge_strips *strips, size_t *bytes)
{
    const struct height_area inside = edge_inside(plan);
    const uint32_t size_px = plan->size_px;
    const struct edge_strip all[SIDES] = {
        [SIDE_NORTH] = {.width = size_px, .height = inside.top},
        [SIDE_SOUTH] = {.top = inside.bottom, .width = size_px, .height = size_px - inside.bottom},
        [SIDE_WEST] = {.width = inside.left, .height = size_px},
        [SIDE_EAST] = {.left = inside.right, .width = size_px - inside.right, .height = size_px},
    };
    for (int i = 0; i < SIDES; i++) {
        struct edge_strip *strip = &strips->sides[i];
        size_t count = (size_t)all[i].width * all[i].height;
        if (count == 0) {
            continue;
        }
        *strip = all[i];
        if (plan->has_shadows) {
            strip->caster = malloc(count * sizeof *strip->caster);
            strip->receiver = malloc(count * sizeof *strip->receiver);
            strip->cover = malloc(count * sizeof *strip->cover);
            *bytes +=
                count * (sizeof *strip->caster + sizeof *strip->receiver + sizeof *strip->cover);
        }
        if (plan->has_surface) {
            strip->surface = malloc(count * sizeof *strip->surface);
            *bytes += count * sizeof *strip->surface;
        }
        if ((plan->has_shadows && (!strip->caster || !strip->receiver || !strip->cover)) ||
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
            memcpy(field->receiver + f, strip->receiver + s, width * sizeof *strip->receiver);
            memcpy(field->cover + f, strip->cover + s, width * sizeof *strip->cover);
        } else if (strip->caster) {
            memcpy(strip->caster + s, field->caster + f, width * sizeof *strip->caster);
            memcpy(strip->receiver + s, field->receiver + f, width * sizeof *strip->receiver);
            memcpy(strip->cover + s, field->cover + f, width * sizeof *strip->cover);
        }
        if (strip->surface && to_field) {
            memcpy(field->surface + f, strip->surface + s, width * sizeof *strip->surface);
        } else if (strip->surface) {
            memcpy(strip->surface + s, field->surface + f, width * sizeof *strip->surface);
        }
    }
}

/* Copies the strips of a field from it, or back. */
static void copy_own(const struct edge_strips *strips, const struct height_field *field,
                     bool to_field)
{
    for (int i = 0; i < SIDES; i++) {
        const struct edge_strip *strip = &strips->sides[i];
        if (strip->width > 0) {
            copy_rows(field, height_field_at(field, (int32_t)strip->left, (int32_t)strip->top),
                      strip, 0, strip->width, strip->height, to_field);
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
    copy_own(strips, field, false);
    return strips;
}

bool edge_strips_has_any(const struct edge_strips *strips)
{
    bool has_any = false;
    for (int i = 0; i < SIDES; i++) {
        has_any = has_any || strips->sides[i].width > 0;
    }
    return has_any;
}

void edge_strips_restore(const struct edge_strips *strips, struct height_field *field)
{
    copy_own(strips, field, true);
}

void edge_strips_destroy(struct edge_strips *strips)
{
    for (int i = 0; strips && i < SIDES; i++) {
        free(strips->sides[i].caster);
        free(strips->sides[i].receiver);
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

static struct span span_of(int step, uint32_t size_px, uint32_t before_px, uint32_t after_px)
{
    if (step < 0) {
        return (struct span){-(int32_t)before_px, size_px - before_px, before_px};
    }
    return step > 0 ? (struct span){(int32_t)size_px, 0, after_px} : (struct span){0, 0, size_px};
}

/* The side of the neighbour whose strip has all of the pixels. */
static enum tile_side strip_of(int east, int south)
{
    if (south != 0) {
        return south < 0 ? SIDE_SOUTH : SIDE_NORTH;
    }
    return east < 0 ? SIDE_EAST : SIDE_WEST;
}

void edge_strips_copy(const struct edge_plan *plan, const struct edge_strips *strips, int east,
                      int south, struct height_field *field)
{
    const uint32_t *px = plan->sides_px;
    const struct span columns = span_of(east, plan->size_px, px[SIDE_WEST], px[SIDE_EAST]);
    const struct span rows = span_of(south, plan->size_px, px[SIDE_NORTH], px[SIDE_SOUTH]);
    const struct edge_strip *strip = &strips->sides[strip_of(east, south)];
    if (strip->width > 0) {
        copy_rows(field, height_field_at(field, columns.at, rows.at), strip,
                  (size_t)(rows.from - strip->top) * strip->width + (columns.from - strip->left),
                  columns.count, rows.count, true);
    }
}
