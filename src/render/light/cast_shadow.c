/*
 * Rays. The longer way of the sun's direction goes a pixel a step, the shorter one a pixel in some
 * steps: in those the line through the middle of the grid does, of the slope of the sun. All rays
 * step aside in the same rows (or columns) of the map, so that each pixel is on one ray, and rays
 * run on from tile to tile. A carry that is a mean of two pixels would lose thin things on the way.
 *
 * Two shadows are carried: that of pixels that are covered well, which hides all of the sun, and
 * that of all others, which hides as much as they cover. A crown is dense in its middle and thin at
 * its edge, and the edges of roofs cover parts of pixels. With one carry the thin edge that lies
 * last on a ray would take the place of the dense middle. What pixels cover is blurred 3 x 3 for
 * the second, and the pixel before counts if it covers more, or crowns would draw streaks. Nothing
 * else of what pixels cover is handed on when another takes over the shadow: it would go on from
 * crown to crown, farther than any shadow.
 *
 * The edge of a shadow on the ground is a ramp of one pixel. On a crown, where each leaf would
 * shade the next, it is as wide as an eighth of the height.
 *
 * Heights are whole numbers of 1/65536 yard: equal on every machine and in any order.
 */
#include "render/light/cast_shadow.h"

#include <math.h>
#include <string.h>

#include "formats/grid.h"

enum {
    YARD = 1 << 16, /* of carries */
    CASTER_SHIFT = 8,
    DENSE = 3 * 255 / 4, /* covers enough to hide all */
    SOFTER = 8,          /* of the height of a place: the ramp of shadows on it */
    CARRIES = 4,         /* numbers that a pixel hands on */
};
_Static_assert(HEIGHT_ONE << CASTER_SHIFT == YARD, "units of fields and carries");

struct cast_plan cast_plan_of(const struct adtmap_light *light, uint32_t size_px)
{
    struct cast_plan plan = {.cap_yd = 1.0F};
    const double east = (double)light->sun[1], south = (double)light->sun[0];
    const double up = (double)light->sun[2];
    const double flat = sqrt(east * east + south * south);
    if (!(flat > 0.0) || !(up > 0.0)) {
        return plan;
    }
    const double a = fabs(east), b = fabs(south);
    const double slope = a > b ? b / a : a / b;
    const double step_yd = TILE_YD / (double)size_px * sqrt(1.0 + slope * slope);
    double drop = step_yd * up / flat * (double)YARD;
    /* A step of more than the highest thing is one step. */
    const double most = (double)(UINT16_MAX << CASTER_SHIFT);
    drop = drop < most ? drop : most;
    plan.drop = drop < 1.0 ? 1 : (int32_t)drop;
    plan.steps = (uint32_t)(CAST_REACH_YD / step_yd);
    double cap = (double)plan.steps * (double)plan.drop;
    cap = cap < most ? cap : most;
    plan.steps = (uint32_t)((cap + (double)plan.drop - 1.0) / (double)plan.drop);
    plan.cap_yd = (float)(floor(cap / (double)(1 << CASTER_SHIFT)) / (double)HEIGHT_ONE);
    plan.is_by_columns = a > b;
    plan.slope = (uint64_t)(slope * 0x1p32);
    plan.east = (east > 0.0) - (east < 0.0);
    plan.south = (south > 0.0) - (south < 0.0);
    return plan;
}

uint32_t cast_plan_margin_px(const struct cast_plan *plan)
{
    return plan->steps + 2; /* one more for the blur, and one for what the pixel before covers */
}

/* How far rays stand aside in row or column `at` of the map; `at` may lie a little outside of it.
 */
static int64_t aside(const struct cast_plan *plan, int64_t at)
{
    const int64_t bias = (int64_t)1 << 20;
    return (int64_t)(((uint64_t)(at + bias) * plan->slope + ((uint64_t)1 << 31)) >> 32);
}

/* Whether rays step aside on the way to row or column `at`, going in `direction`. */
static bool steps_aside(const struct cast_plan *plan, int64_t at, int direction)
{
    return aside(plan, at) != aside(plan, at - direction);
}

/* What is carried along a row, a number a pixel with the margin, and one more on either side. */
struct carry {
    int32_t *dense, *thin;
    int32_t *cover; /* of `thin`, 0..255 */
    int32_t *own;   /* what the pixel itself covers, blurred */
};

/* One row under way. */
struct cast_row {
    const uint16_t *caster;
    const uint8_t *cover; /* blurred */
    const uint8_t *dense; /* as it is */
    const uint16_t *receiver;
    uint8_t *shade;
    uint32_t count;
};

size_t cast_row_memory_bytes(const struct height_field *field)
{
    size_t row = (size_t)field->stride + 2;
    return 2 * CARRIES * row * sizeof(int32_t) + 3 * row;
}

/* How much of the sun a shadow hides that stands so much above a place and is whole at `ramp`. */
static inline int32_t hidden(int32_t above, int32_t ramp, float per_ramp)
{
    above = above < ramp ? above : ramp;
    above = above > 0 ? above : 0;
    return (int32_t)((float)above * per_ramp);
}

/* A pixel with what comes from the one before it, `from`: its shade, and what it hands on. */
static inline uint8_t cast_pixel(const struct cast_row *row, uint32_t i, int32_t drop,
                                 const struct carry *from, ptrdiff_t before, const struct carry *to)
{
    int32_t receiver = row->receiver[i] << CASTER_SHIFT;
    int32_t caster = row->caster[i] << CASTER_SHIFT;
    int32_t ramp = drop + receiver / SOFTER;
    float per_ramp = 255.0F / (float)ramp;
    int32_t dense = from->dense[before] - drop, thin = from->thin[before] - drop;
    int32_t cover = from->cover[before], own = from->own[before];
    dense = dense > 0 ? dense : 0;
    thin = thin > 0 ? thin : 0;
    int32_t of_thin = (hidden(thin - receiver, ramp, per_ramp) * cover * 257 + 32768) >> 16;
    int32_t shade = hidden(dense - receiver, ramp, per_ramp);
    shade = shade > of_thin ? shade : of_thin;
    int32_t hides = row->dense[i] >= DENSE ? caster : 0;
    int32_t covers = row->cover[i] > own ? row->cover[i] : own;
    to->dense[i] = dense > hides ? dense : hides;
    to->cover[i] = thin > caster ? cover : covers;
    to->thin[i] = thin > caster ? thin : caster;
    to->own[i] = caster > 0 ? row->cover[i] : 0;
    return (uint8_t)shade;
}

/* A row whose pixels follow those of the row before, `from`, which lie `shift` columns on. */
static void cast_by_rows(const struct cast_row *row, int32_t drop, const struct carry *from,
                         ptrdiff_t shift, const struct carry *to)
{
    for (uint32_t i = 0; i < row->count; i++) {
        row->shade[i] = cast_pixel(row, i, drop, from, (ptrdiff_t)i + shift, to);
    }
}

/* A row whose pixels follow one another to the east (`step` 1) or west (-1), from the row before
 * where `aside` says so. */
static void cast_by_columns(const struct cast_row *row, int32_t drop, const struct carry *before,
                            int step, const uint8_t *aside, const struct carry *to)
{
    for (uint32_t n = 0; n < row->count; n++) {
        uint32_t i = step > 0 ? n : row->count - 1 - n;
        row->shade[i] = cast_pixel(row, i, drop, aside[i] ? before : to, (ptrdiff_t)i - step, to);
    }
}

/* What pixels of a row cover, blurred; rows and columns beyond the field count as its last ones. */
static void blur(const struct height_field *field, uint32_t y, uint8_t *restrict out)
{
    uint32_t stride = field->stride;
    const uint8_t *restrict here = field->cover + (size_t)y * stride;
    const uint8_t *restrict north = y > 0 ? here - stride : here;
    const uint8_t *restrict south = y + 1 < stride ? here + stride : here;
    for (uint32_t i = 0; i < stride; i++) {
        uint32_t west = i > 0 ? i - 1 : i;
        uint32_t east = i + 1 < stride ? i + 1 : i;
        unsigned sum = north[west] + 2U * north[i] + north[east] + 2U * here[west] + 4U * here[i] +
                       2U * here[east] + south[west] + 2U * south[i] + south[east];
        out[i] = (uint8_t)((sum + 8) >> 4);
    }
}

static struct carry carry_in(int32_t **memory, size_t row)
{
    struct carry carry = {*memory + 1, *memory + row + 1, *memory + 2 * row + 1,
                          *memory + 3 * row + 1};
    *memory += CARRIES * row;
    return carry;
}

void cast_shadows(const struct cast_plan *plan, const struct height_field *field, uint32_t x,
                  uint32_t y, void *row_memory, uint8_t *shade)
{
    const uint32_t stride = field->stride, size_px = field->size_px, margin = field->margin_px;
    const size_t row_length = (size_t)stride + 2;
    memset(shade, 0, (size_t)size_px * size_px);
    if (plan->east == 0 && plan->south == 0) {
        return;
    }
    memset(row_memory, 0, cast_row_memory_bytes(field));
    int32_t *numbers = row_memory;
    struct carry before = carry_in(&numbers, row_length);
    struct carry now = carry_in(&numbers, row_length);
    uint8_t *blurred = (uint8_t *)numbers;
    uint8_t *shades = blurred + row_length;
    uint8_t *asides = shades + row_length;
    for (uint32_t i = 0; i < stride && plan->is_by_columns; i++) {
        int64_t at = (int64_t)x * size_px + i - margin;
        asides[i] = plan->south != 0 && steps_aside(plan, at, plan->east);
    }
    for (uint32_t n = 0; n < stride; n++) {
        uint32_t row_index = plan->south >= 0 ? n : stride - 1 - n;
        size_t first = (size_t)row_index * stride;
        int64_t in_tile = (int64_t)row_index - margin;
        blur(field, row_index, blurred);
        const struct cast_row row = {field->caster + first,   blurred, field->cover + first,
                                     field->receiver + first, shades,  stride};
        if (plan->is_by_columns) {
            cast_by_columns(&row, plan->drop, &before, plan->east, asides, &now);
        } else {
            bool is_aside =
                plan->east != 0 && steps_aside(plan, (int64_t)y * size_px + in_tile, plan->south);
            cast_by_rows(&row, plan->drop, &before, is_aside ? -plan->east : 0, &now);
        }
        if (in_tile >= 0 && in_tile < size_px) {
            memcpy(shade + (size_t)in_tile * size_px, shades + margin, size_px);
        }
        const struct carry swapped = before;
        before = now;
        now = swapped;
    }
}
