/*
 * Tints. Those of printed atlases: greens for low land, straw and ochre for hills, browns for
 * mountains, greys and white for summits; pale, since hillshade darkens them and lines and names
 * have to be read over them. Land below the sea's height stays green and gets duller.
 *
 * Lines. A contour is where the height is a multiple of the step. The distance to it is the
 * difference in height times the pixels that a yard takes on the way up, which is constant in a
 * triangle, so that lines have one width on any slope. Two things would spoil them:
 *
 *   - On cliffs lines come closer than they are wide. Fine lines fade from 7 pixels between them
 *     down to 3, and so do the thick ones, which are five steps apart, on their own: a cliff ends
 *     as shade alone.
 *   - On plains that are nearly level a line wanders without meaning. Below a slope of 1 : 80 lines
 *     fade.
 *
 * Both go by the steepest of a quad's triangles, or lines would break up where triangles differ.
 *
 * Plains that lie at a line's height, as those do whose makers chose whole numbers, would be blots:
 * all triangles that are level and have a steep neighbour in their quad. They count as above the
 * line, which is their edge.
 *
 * Floats are made of exactly rounded operations in one order: equal on every machine.
 */
#include "render/terrain/relief.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/lanes.h"
#include "base/size.h"
#include "formats/grid.h"

enum {
    STEPS_A_YARD = 4,
    LOWEST_YD = -600,
    HIGHEST_YD = 1700,
    STEPS = (HIGHEST_YD - LOWEST_YD) * STEPS_A_YARD + 1,
    INDEX = 5, /* every fifth line is thicker */
};

/* Between two of these a colour is linear in height. */
static const struct relief_stop {
    int32_t yards;
    int32_t rgb[3];
} relief_stops[] = {
    {LOWEST_YD, {128, 160, 142}}, {-150, {142, 178, 146}}, {-20, {162, 198, 154}},
    {0, {172, 206, 158}},         {40, {189, 214, 164}},   {90, {210, 221, 174}},
    {150, {227, 224, 182}},       {230, {232, 216, 172}},  {340, {227, 201, 155}},
    {480, {216, 184, 137}},       {660, {201, 167, 127}},  {860, {190, 160, 132}},
    {1060, {198, 182, 166}},      {1300, {222, 217, 212}}, {HIGHEST_YD, {240, 241, 243}},
};

struct relief_tints {
    uint16_t rgb[STEPS][4]; /* 8.8; the last is unused */
};

const uint8_t contour_rgb[3] = {128, 88, 54};

#define HEIGHT_MOST_YD 20000.0F

/* Lines in pixels of the output, and how much they cover at most, of 256. */
#define FINE_WIDTH 0.9F
#define THICK_WIDTH 1.5F
#define SHORE_WIDTH 1.3F
#define FINE_STRENGTH 150.0F
#define THICK_STRENGTH 192.0F

/* Pixels between lines where they are gone, and where they are whole. */
#define CROWDED_PX 3.0F
#define FREE_PX 7.0F

/* The line along a shore is as dark as the deep end of its liquid, and a third darker. */
#define SHORE_DARK (255.0F * 2.0F / 3.0F)

/* Lines closer than this are drawn as if they were so far apart. */
#define STEP_LEAST_YD 0.1F

/* A line that is nearer to a shore's height is left to the shore. */
#define SHORE_YD 1.0F

/* Slopes up to which there are no lines, and from which they are whole. */
#define FLAT_SLOPE 0.004F
#define WHOLE_SLOPE 0.012F

/* What is so little below a line counts as above it. */
#define LEVEL_YD 0.03125F

struct relief_tints *relief_tints_create(void)
{
    struct relief_tints *tints = calloc(1, sizeof *tints);
    size_t next = 1;
    for (int32_t step = 0; tints && step < STEPS; step++) {
        const int32_t height = LOWEST_YD * STEPS_A_YARD + step;
        while (next + 1 < COUNT_OF(relief_stops) &&
               height >= relief_stops[next].yards * STEPS_A_YARD) {
            next++;
        }
        const struct relief_stop *low = &relief_stops[next - 1], *high = &relief_stops[next];
        const int32_t span = (high->yards - low->yards) * STEPS_A_YARD;
        const int32_t part = height - low->yards * STEPS_A_YARD;
        for (int c = 0; c < 3; c++) {
            tints->rgb[step][c] =
                (uint16_t)(256 * (low->rgb[c] * (span - part) + high->rgb[c] * part) / span);
        }
    }
    return tints;
}

void relief_tints_destroy(struct relief_tints *tints)
{
    free(tints);
}

static lanes_i steps_of(lanes_f heights_yd)
{
    const float lowest = (float)(LOWEST_YD * STEPS_A_YARD);
    lanes_f steps = heights_yd * lanes_splat((float)STEPS_A_YARD) - lanes_splat(lowest);
    steps = lanes_select((lanes_i)(steps == steps), steps, lanes_splat(-lowest));
    steps = lanes_smaller(lanes_larger(steps, lanes_splat(0.0F)), lanes_splat((float)(STEPS - 1)));
    return __builtin_convertvector(steps, lanes_i);
}

const uint16_t *relief_tint(const struct relief_tints *tints, float height_yd)
{
    return tints->rgb[steps_of(lanes_splat(height_yd))[0]];
}

void relief_tints_of(const struct relief_tints *tints, const float heights_yd[4],
                     uint16_t rgb[4][4])
{
    const lanes_i steps = steps_of(lanes_load(heights_yd));
    for (size_t i = 0; i < 4; i++) {
        memcpy(rgb[i], tints->rgb[steps[i]], sizeof rgb[i]);
    }
}

static lanes_f tamed_4(lanes_f yards)
{
    yards = lanes_select((lanes_i)(yards == yards), yards, lanes_splat(0.0F));
    return lanes_smaller(lanes_larger(yards, lanes_splat(-HEIGHT_MOST_YD)),
                         lanes_splat(HEIGHT_MOST_YD));
}

struct relief_planes relief_planes_of(const float vertices[FAN_VERTICES])
{
    const lanes_f corners = tamed_4(lanes_load(vertices)); /* the inner one comes last */
    const float nw = corners[FAN_NW], ne = corners[FAN_NE];
    const float sw = corners[FAN_SW], se = corners[FAN_SE];
    const float middle = tamed_4(lanes_splat(vertices[FAN_INNER]))[0];
    struct relief_planes planes;
    /* By relief_triangle: north, west, east, south. */
    planes.east[0] = ne - nw;
    planes.south[0] = 2.0F * middle - nw - ne;
    planes.at[0] = nw;
    planes.east[1] = 2.0F * middle - nw - sw;
    planes.south[1] = sw - nw;
    planes.at[1] = nw;
    planes.east[2] = ne + se - 2.0F * middle;
    planes.south[2] = se - ne;
    planes.at[2] = 2.0F * middle - se;
    planes.east[3] = se - sw;
    planes.south[3] = sw + se - 2.0F * middle;
    planes.at[3] = 2.0F * middle - se;
    return planes;
}

struct contour_plan contour_plan_of(float step_yd, uint32_t quads, uint32_t draw_px,
                                    uint32_t size_px)
{
    const float step = step_yd > STEP_LEAST_YD || step_yd <= 0.0F ? step_yd : STEP_LEAST_YD;
    return (struct contour_plan){
        .step_yd = step,
        .per_step = step > 0.0F ? 1.0F / step : 0.0F,
        .quad_px = (float)draw_px / (float)quads,
        .quad_yd = (float)(TILE_YD / (double)quads),
        .width = (float)draw_px / (float)size_px,
    };
}

/* Pixels that a yard takes on the way up; on the level a number that is large enough. */
static float px_a_yard_in(const struct contour_plan *plan, const struct relief_planes *planes,
                          unsigned triangle)
{
    const float east = planes->east[triangle], south = planes->south[triangle];
    const float square = east * east + south * south;
    return square > 1e-12F ? plan->quad_px / sqrtf(square) : 1e6F * plan->quad_px;
}

void relief_px_a_yard(const struct contour_plan *plan, const struct relief_planes *planes,
                      float px_a_yard[RELIEF_TRIANGLES])
{
    for (unsigned i = 0; i < RELIEF_TRIANGLES; i++) {
        px_a_yard[i] = px_a_yard_in(plan, planes, i);
    }
}

/* The lowest and the highest value in each of four quads, with as much on either side as lines
 * reach into it from others: half a line, where a quad's slope is at most sqrt(5) of what its
 * vertices span. */
static void reach_of(const struct contour_plan *plan, const lanes_f vertices[FAN_VERTICES],
                     lanes_f *low, lanes_f *high)
{
    *low = *high = tamed_4(vertices[0]);
    for (int i = 1; i < FAN_VERTICES; i++) {
        const lanes_f value = tamed_4(vertices[i]);
        *low = lanes_smaller(value, *low);
        *high = lanes_larger(value, *high);
    }
    const float half_px = 0.5F * THICK_WIDTH * plan->width + 0.5F;
    const lanes_f reach = (*high - *low) * lanes_splat(half_px * 2.25F / plan->quad_px);
    *low -= reach;
    *high += reach;
}

/* Limited heights, in steps of lines, are far from what a whole number holds. */
static lanes_f rounded_down(lanes_f steps)
{
    const lanes_f whole =
        __builtin_convertvector(__builtin_convertvector(steps, lanes_i), lanes_f); /* towards 0 */
    return lanes_select((lanes_i)(whole > steps), whole - lanes_splat(1.0F), whole);
}

unsigned contours_may_cross(const struct contour_plan *plan, const lanes_f vertices[FAN_VERTICES])
{
    if (!(plan->step_yd > 0.0F)) {
        return 0;
    }
    lanes_f low, high;
    reach_of(plan, vertices, &low, &high);
    const lanes_f level = lanes_splat(LEVEL_YD), per_step = lanes_splat(plan->per_step);
    const lanes_f below = rounded_down((high + level) * per_step);
    const lanes_f above = -rounded_down(-((low + level) * per_step));
    return lanes_negative((lanes_i)(below >= above));
}

bool shore_may_cross(const struct contour_plan *plan, const float depths[FAN_VERTICES])
{
    lanes_f vertices[FAN_VERTICES], low, high;
    for (int i = 0; i < FAN_VERTICES; i++) {
        vertices[i] = lanes_splat(depths[i]);
    }
    reach_of(plan, vertices, &low, &high);
    return low[0] <= 0.0F && high[0] >= 0.0F;
}

/* How much is left, 0..1, of lines so many pixels apart. */
static float not_crowded(const struct contour_plan *plan, float apart_px)
{
    float left = (apart_px / plan->width - CROWDED_PX) * (1.0F / (FREE_PX - CROWDED_PX));
    left = left > 0.0F ? left : 0.0F;
    return left < 1.0F ? left : 1.0F;
}

struct contour_quad contour_quad_of(const struct contour_plan *plan,
                                    const struct relief_planes *planes)
{
    struct contour_quad quad = {.shore_yd = NAN};
    float least = INFINITY;
    relief_px_a_yard(plan, planes, quad.px_a_yard);
    for (unsigned i = 0; i < RELIEF_TRIANGLES; i++) {
        least = quad.px_a_yard[i] < least ? quad.px_a_yard[i] : least;
    }
    float slope = plan->quad_px / (least * plan->quad_yd);
    float sloping = (slope - FLAT_SLOPE) * (1.0F / (WHOLE_SLOPE - FLAT_SLOPE));
    sloping = sloping > 0.0F ? sloping : 0.0F;
    sloping = sloping < 1.0F ? sloping : 1.0F;
    float apart_px = least * plan->step_yd;
    quad.fine = FINE_STRENGTH * sloping * not_crowded(plan, apart_px);
    quad.thick = THICK_STRENGTH * sloping * not_crowded(plan, (float)INDEX * apart_px);
    return quad;
}

/* How much of four pixels lines cover whose middles are so far away, 0..1. */
static lanes_f line_covers(lanes_f away_px, lanes_f width_px)
{
    const lanes_f half = lanes_splat(0.5F);
    const lanes_f cover = lanes_larger(half * width_px + half - away_px, lanes_splat(0.0F));
    return lanes_smaller(cover, lanes_smaller(width_px, lanes_splat(1.0F)));
}

/* Those of the triangles that have the pixels: relief_triangle. */
static lanes_f of_triangles(const float of[RELIEF_TRIANGLES], lanes_i first_bit, lanes_i second_bit)
{
    return lanes_select(second_bit, lanes_select(first_bit, lanes_splat(of[3]), lanes_splat(of[2])),
                        lanes_select(first_bit, lanes_splat(of[1]), lanes_splat(of[0])));
}

/* How much the contour lines cover of four pixels, 0..256. False: of none anything, and *covers is
 * not set; most are far from lines. */
static bool find_covers(const struct contour_plan *plan, const struct contour_quad *quad,
                        lanes_f px_a_yard, lanes_f height_yd, lanes_i *covers)
{
    const lanes_f half = lanes_splat(0.5F), step = lanes_splat(plan->step_yd);
    const lanes_f steps = (height_yd + lanes_splat(LEVEL_YD)) * lanes_splat(plan->per_step);
    const lanes_f nearest = rounded_down(steps + half);
    const lanes_f away_px = lanes_larger(steps - nearest, nearest - steps) * step * px_a_yard;
    const float thick_px = THICK_WIDTH * plan->width, fine_px = FINE_WIDTH * plan->width;
    if (lanes_negative((lanes_i)(away_px < lanes_splat(0.5F * thick_px + 0.5F))) == 0) {
        return false;
    }
    const lanes_f index = lanes_splat((float)INDEX);
    const lanes_i is_thick =
        (lanes_i)(rounded_down(nearest * lanes_splat(1.0F / (float)INDEX) + half) * index ==
                  nearest);
    const lanes_f width = lanes_select(is_thick, lanes_splat(thick_px), lanes_splat(fine_px));
    const lanes_f strength =
        lanes_select(is_thick, lanes_splat(quad->thick), lanes_splat(quad->fine));
    const lanes_f off_shore = nearest * step - lanes_splat(quad->shore_yd);
    const lanes_i is_shore = (lanes_i)(lanes_larger(off_shore, -off_shore) < lanes_splat(SHORE_YD));
    *covers =
        __builtin_convertvector(line_covers(away_px, width) * strength + half, lanes_i) & ~is_shore;
    return true;
}

/* The values of a quantity in four pixels of a row, and how many pixels a yard of it takes there.
 */
static lanes_f values_of(const struct relief_planes *planes,
                         const float px_a_yard_of[RELIEF_TRIANGLES], const float u[4], float v,
                         lanes_f *px_a_yard)
{
    const lanes_f east = lanes_load(u), south = lanes_splat(v);
    const lanes_i first_bit = (lanes_i)(south > east);
    const lanes_i second_bit = (lanes_i)(east + south > lanes_splat(1.0F));
    *px_a_yard = of_triangles(px_a_yard_of, first_bit, second_bit);
    return of_triangles(planes->at, first_bit, second_bit) +
           of_triangles(planes->east, first_bit, second_bit) * east +
           of_triangles(planes->south, first_bit, second_bit) * south;
}

bool contours_cover(const struct contour_plan *plan, const struct contour_quad *quad,
                    const struct relief_planes *heights, const float u[4], float v,
                    uint32_t covers[4])
{
    lanes_f px_a_yard;
    const lanes_f height = values_of(heights, quad->px_a_yard, u, v, &px_a_yard);
    lanes_i found;
    if (!find_covers(plan, quad, px_a_yard, height, &found)) {
        return false;
    }
    memcpy(covers, &found, sizeof found);
    return true;
}

uint32_t contour_cover(const struct contour_plan *plan, const struct contour_quad *quad,
                       unsigned triangle, float height_yd)
{
    lanes_i covers;
    return find_covers(plan, quad, lanes_splat(quad->px_a_yard[triangle]), lanes_splat(height_yd),
                       &covers)
               ? (uint32_t)covers[0]
               : 0;
}

static lanes_i find_shores(const struct contour_plan *plan, lanes_f depth_yd, lanes_f px_a_yard)
{
    const lanes_f away_px = lanes_larger(depth_yd, -depth_yd) * px_a_yard;
    const lanes_f cover = line_covers(away_px, lanes_splat(SHORE_WIDTH * plan->width));
    return __builtin_convertvector(cover * lanes_splat(256.0F) + lanes_splat(0.5F), lanes_i);
}

uint32_t shore_cover(const struct contour_plan *plan, const struct relief_planes *depth,
                     unsigned triangle, float depth_yd)
{
    const float px = px_a_yard_in(plan, depth, triangle);
    return (uint32_t)find_shores(plan, lanes_splat(depth_yd), lanes_splat(px))[0];
}

bool shores_cover(const struct contour_plan *plan, const struct relief_planes *depth,
                  const float px_a_yard_of[RELIEF_TRIANGLES], const float u[4], float v,
                  uint32_t covers[4])
{
    lanes_f px_a_yard;
    const lanes_f depth_yd = values_of(depth, px_a_yard_of, u, v, &px_a_yard);
    const lanes_i found = find_shores(plan, depth_yd, px_a_yard);
    memcpy(covers, &found, sizeof found);
    return lanes_negative(found > 0) != 0;
}

uint8_t relief_shore_color(float deep)
{
    return (uint8_t)(deep * SHORE_DARK + 0.5F);
}

typedef uint32_t lanes_u __attribute__((vector_size(16)));

/* Two channels of four pixels over others; each channel, 0..255, has 16 bits. */
static lanes_u over(lanes_u channels, lanes_u below, lanes_u16 cover)
{
    const lanes_u16 x = (lanes_u16)channels * cover +
                        (lanes_u16)below * (lanes_splat_words(256) - cover) +
                        lanes_splat_words(128);
    return (lanes_u)(x >> 8);
}

void relief_over_four(const uint8_t rgb[3], const uint32_t covers[4], uint8_t *rgba)
{
    const uint8_t color_bytes[4] = {rgb[0], rgb[1], rgb[2], 0}, alpha_bytes[4] = {0, 0, 0, 255};
    const lanes_u evens = (lanes_u)lanes_splat_words(255);
    uint32_t color, alpha;
    lanes_u below, cover;
    memcpy(&color, color_bytes, sizeof color);
    memcpy(&alpha, alpha_bytes, sizeof alpha);
    memcpy(&below, rgba, sizeof below);
    memcpy(&cover, covers, sizeof cover);
    /* A pixel's alpha over itself stays. */
    const lanes_u own =
        (lanes_u)lanes_splat_i((int32_t)color) | (below & (lanes_u)lanes_splat_i((int32_t)alpha));
    const lanes_u16 both = (lanes_u16)(cover | cover << 16);
    below = over(own & evens, below & evens, both) |
            over(own >> 8 & evens, below >> 8 & evens, both) << 8;
    memcpy(rgba, &below, sizeof below);
}

void relief_over(const uint8_t rgb[3], uint32_t cover, uint8_t *rgba)
{
    for (int c = 0; c < 3; c++) {
        rgba[c] = (uint8_t)((rgb[c] * cover + rgba[c] * (256U - cover) + 128U) >> 8);
    }
}
