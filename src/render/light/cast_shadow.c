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
 *
 * Shadows go from line to line, along which all pixels are independent: rows, or columns where the
 * sun is farther to the east or west. Columns become lines in blocks.
 */
#include "render/light/cast_shadow.h"

#include <math.h>
#include <string.h>

#include "formats/grid.h"

enum {
    CARRIES = 4,      /* numbers that a pixel hands on */
    BLOCK_LINES = 32, /* of columns that become lines together */
};

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
    double drop = step_yd * up / flat * (double)CAST_YARD;
    /* A step of more than the highest thing is one step. */
    const double most = (double)((int64_t)UINT16_MAX * CAST_YARD / HEIGHT_ONE);
    drop = drop < most ? drop : most;
    plan.drop = drop < 1.0 ? 1 : (int32_t)drop;
    plan.steps = (uint32_t)(CAST_REACH_YD / step_yd);
    double cap = (double)plan.steps * (double)plan.drop;
    cap = cap < most ? cap : most;
    plan.steps = (uint32_t)((cap + (double)plan.drop - 1.0) / (double)plan.drop);
    plan.cap_yd = (float)(floor(cap / ((double)CAST_YARD / HEIGHT_ONE)) / (double)HEIGHT_ONE);
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

/* The pixels of a field that a sweep goes over: lines first..end - 1, and of each line the pixels
 * begin..begin + count - 1, all counted from the tile's corner. */
struct cast_sweep {
    const struct cast_plan *plan;
    const struct height_field *field;
    int32_t first, end;
    int32_t begin;
    size_t count;
};

/* The margin towards the sun, and on the other side the pixel that the blur needs. */
static void sweep_span(int direction, int32_t size_px, int32_t margin, int32_t *first, int32_t *end)
{
    *first = direction > 0 ? -margin : -1;
    *end = size_px + (direction < 0 ? margin : 1);
}

static struct cast_sweep sweep_of(const struct cast_plan *plan, const struct height_field *field)
{
    const uint32_t wanted = cast_plan_margin_px(plan);
    const int32_t margin = (int32_t)(wanted < field->margin_px ? wanted : field->margin_px);
    const int32_t size_px = (int32_t)field->size_px;
    struct cast_sweep sweep = {.plan = plan, .field = field};
    int32_t columns_end, rows_end, column, row;
    sweep_span(plan->east, size_px, margin, &column, &columns_end);
    sweep_span(plan->south, size_px, margin, &row, &rows_end);
    sweep.first = plan->is_by_columns ? column : row;
    sweep.end = plan->is_by_columns ? columns_end : rows_end;
    sweep.begin = plan->is_by_columns ? row : column;
    sweep.count = (size_t)((plan->is_by_columns ? rows_end : columns_end) - sweep.begin);
    return sweep;
}

/* Lines first..first + BLOCK_LINES - 1 where columns become lines; one more of `cover` on either
 * side. */
struct cast_block {
    int32_t first;
    uint16_t *caster, *receiver;
    uint8_t *cover, *shade;
};

size_t cast_row_memory_bytes(const struct height_field *field)
{
    const size_t line = (size_t)field->stride + 2;
    const size_t in_block = 2 * sizeof(uint16_t) + 2 * sizeof(uint8_t);
    return line * (2 * CARRIES * sizeof(int32_t) + 2 + (BLOCK_LINES + 2) * in_block);
}

static struct cast_carry carry_in(int32_t **memory, size_t line)
{
    struct cast_carry carry = {*memory + 1, *memory + line + 1, *memory + 2 * line + 1,
                               *memory + 3 * line + 1};
    *memory += CARRIES * line;
    return carry;
}

/* The carry of the pixels that lie `shift` before those of a line. */
static struct cast_carry shifted(const struct cast_carry *carry, ptrdiff_t shift)
{
    return (struct cast_carry){carry->dense - shift, carry->thin - shift, carry->cover - shift,
                               carry->own - shift};
}

/* Makes lines of the columns from `first` on. */
static void load_block(const struct cast_sweep *sweep, int32_t first, struct cast_block *block)
{
    const struct height_field *field = sweep->field;
    const int32_t low = -(int32_t)field->margin_px, high = (int32_t)field->size_px - low - 1;
    block->first = first;
    for (size_t i = 0; i < sweep->count; i++) {
        const size_t row = height_field_at(field, 0, sweep->begin + (int32_t)i);
        for (int32_t line = -1; line <= BLOCK_LINES; line++) {
            int32_t column = first + line;
            column = column > low ? column : low;
            column = column < high ? column : high;
            const size_t at = (size_t)((ptrdiff_t)row + column);
            block->cover[(size_t)(line + 1) * sweep->count + i] = field->cover[at];
            if (line >= 0 && line < BLOCK_LINES) {
                block->caster[(size_t)line * sweep->count + i] = field->caster[at];
                block->receiver[(size_t)line * sweep->count + i] = field->receiver[at];
            }
        }
    }
}

/* Puts the shades of a block's lines, which are columns, into the tile. */
static void store_block(const struct cast_sweep *sweep, const struct cast_block *block,
                        uint8_t *shade)
{
    const int32_t size_px = (int32_t)sweep->field->size_px;
    const int32_t begin = block->first > 0 ? block->first : 0;
    const int32_t last = block->first + BLOCK_LINES;
    const int32_t end = last < size_px ? last : size_px;
    for (int32_t y = 0; y < size_px; y++) {
        const uint8_t *from = block->shade + (y - sweep->begin);
        for (int32_t x = begin; x < end; x++) {
            shade[(size_t)y * (size_t)size_px + (size_t)x] =
                from[(size_t)(x - block->first) * sweep->count];
        }
    }
}

/* A line and the covers of those next to it, which are itself at the ends of the field. */
struct line_source {
    struct cast_line line;
    const uint8_t *cover_before, *cover_after;
};

static struct line_source row_source(const struct cast_sweep *sweep, int32_t at)
{
    const struct height_field *field = sweep->field;
    const int32_t low = -(int32_t)field->margin_px, high = (int32_t)field->size_px - low - 1;
    const size_t first = height_field_at(field, sweep->begin, at);
    const uint8_t *cover = field->cover + first;
    return (struct line_source){
        .line = {.caster = field->caster + first,
                 .receiver = field->receiver + first,
                 .cover = cover,
                 .count = sweep->count},
        .cover_before = at > low ? cover - field->stride : cover,
        .cover_after = at < high ? cover + field->stride : cover,
    };
}

static struct line_source column_source(const struct cast_sweep *sweep, int32_t at,
                                        const struct cast_block *block)
{
    const size_t line = (size_t)(at - block->first) * sweep->count;
    const uint8_t *before = block->cover + line;
    return (struct line_source){
        .line = {.caster = block->caster + line,
                 .receiver = block->receiver + line,
                 .cover = before + sweep->count,
                 .shade = block->shade + line,
                 .count = sweep->count},
        .cover_before = before,
        .cover_after = before + 2 * sweep->count,
    };
}

void cast_shadows(const struct cast_plan *plan, const struct light_kernels *kernels,
                  const struct height_field *field, uint32_t x, uint32_t y, void *row_memory,
                  uint8_t *shade)
{
    const uint32_t size_px = field->size_px;
    memset(shade, 0, (size_t)size_px * size_px);
    if (plan->east == 0 && plan->south == 0) {
        return;
    }
    const struct cast_sweep sweep = sweep_of(plan, field);
    const bool is_by_columns = plan->is_by_columns;
    const int direction = is_by_columns ? plan->east : plan->south;
    const int across = is_by_columns ? plan->south : plan->east;
    const int64_t origin = (int64_t)(is_by_columns ? x : y) * size_px;
    const size_t line_length = sweep.count + 2;
    memset(row_memory, 0, cast_row_memory_bytes(field));
    int32_t *numbers = row_memory;
    struct cast_carry before = carry_in(&numbers, line_length);
    struct cast_carry now = carry_in(&numbers, line_length);
    struct cast_block block = {.caster = (uint16_t *)numbers};
    block.receiver = block.caster + BLOCK_LINES * sweep.count;
    block.cover = (uint8_t *)(block.receiver + BLOCK_LINES * sweep.count);
    block.shade = block.cover + (BLOCK_LINES + 2) * sweep.count;
    uint8_t *blurred = block.shade + BLOCK_LINES * sweep.count;
    uint8_t *shades = blurred + sweep.count;
    const int32_t lines = sweep.end - sweep.first;
    for (int32_t n = 0; n < lines; n++) {
        const int32_t step = direction > 0 ? n : lines - 1 - n;
        const int32_t at = sweep.first + step;
        if (is_by_columns && n % BLOCK_LINES == 0) {
            load_block(&sweep, direction > 0 ? at : at + 1 - BLOCK_LINES, &block);
        }
        struct line_source source =
            is_by_columns ? column_source(&sweep, at, &block) : row_source(&sweep, at);
        kernels->blur(blurred, source.cover_before, source.line.cover, source.cover_after,
                      sweep.count);
        source.line.blurred = blurred;
        source.line.shade = is_by_columns ? source.line.shade : shades;
        const bool is_aside = across != 0 && steps_aside(plan, origin + at, direction);
        const struct cast_carry from = shifted(&before, is_aside ? across : 0);
        kernels->cast(&source.line, plan->drop, &from, &now);
        if (!is_by_columns && at >= 0 && at < (int32_t)size_px) {
            memcpy(shade + (size_t)at * size_px, shades - sweep.begin, size_px);
        }
        if (is_by_columns && (n % BLOCK_LINES == BLOCK_LINES - 1 || n == lines - 1)) {
            store_block(&sweep, &block, shade);
        }
        const struct cast_carry swapped = before;
        before = now;
        now = swapped;
    }
}
