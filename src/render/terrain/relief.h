/*
 * The ground as a map has it: tints by height, contour lines, and the line of shores. Lines have a
 * width in pixels of the output, whatever the ground is drawn at.
 *
 * All of it comes from the tile's own vertices: heights are linear in each of the four triangles of
 * a quad, so how far a pixel is from a line is known there, and tiles need nothing of each other.
 */
#ifndef RENDER_TERRAIN_RELIEF_H
#define RENDER_TERRAIN_RELIEF_H

#include <stdbool.h>
#include <stdint.h>

#include "adtmap/settings.h"
#include "base/lanes.h"
#include "formats/fan.h"

enum { RELIEF_TRIANGLES = 4 };

/* A tint a step of height. */
struct relief_tints;

/* NULL when out of memory. */
struct relief_tints *relief_tints_create(void);
void relief_tints_destroy(struct relief_tints *tints);

/* Red, green, blue of the ground at a height in yards, 8.8 each; NaN is as high as the sea. */
const uint16_t *relief_tint(const struct relief_tints *tints, float height_yd);

/* The same for four heights; the fourth numbers are unused. */
void relief_tints_of(const struct relief_tints *tints, const float heights_yd[4],
                     uint16_t rgb[4][4]);

/* A quantity over a quad, in each triangle: value = at + east * u + south * v, with u and v 0..1
 * over the quad. What is no number is 0, and nothing is beyond 20,000 yards. */
struct relief_planes {
    float at[RELIEF_TRIANGLES], east[RELIEF_TRIANGLES], south[RELIEF_TRIANGLES];
};

struct relief_planes relief_planes_of(const float vertices[FAN_VERTICES]);

/* The triangle of the fan that has (u, v). */
static inline unsigned relief_triangle(float u, float v)
{
    return (v > u) + 2U * (u + v > 1.0F);
}

static inline float relief_value(const struct relief_planes *planes, unsigned triangle, float u,
                                 float v)
{
    return planes->at[triangle] + planes->east[triangle] * u + planes->south[triangle] * v;
}

/* How contour lines are drawn over a tile. */
struct contour_plan {
    float step_yd;  /* between lines; 0: none */
    float per_step; /* 1 / step_yd */
    float quad_px;  /* pixels of the drawing on a quad's edge */
    float quad_yd;  /* its length */
    float width;    /* pixels of the drawing in one of the output */
};

/* For a tile of size_px that is drawn at draw_px, with `quads` on its edge. */
struct contour_plan contour_plan_of(float step_yd, uint32_t quads, uint32_t draw_px,
                                    uint32_t size_px);

/* What all pixels of a quad share. */
struct contour_quad {
    float px_a_yard[RELIEF_TRIANGLES]; /* pixels that a yard of height takes on the way up */
    float fine, thick; /* how much is drawn of lines here, 0..256: where slopes are steep, fine ones
                          would touch each other, and where there are none they say nothing */
    float shore_yd;    /* no line is drawn at this height: a shore is there. NaN: none is */
};

struct contour_quad contour_quad_of(const struct contour_plan *plan,
                                    const struct relief_planes *planes);

/* Which of four quads a contour line may cross, by their vertices: a bit each. */
unsigned contours_may_cross(const struct contour_plan *plan, const lanes_f vertices[FAN_VERTICES]);

/* Whether a line where a quantity is 0 may cross a quad. */
bool shore_may_cross(const struct contour_plan *plan, const float depths[FAN_VERTICES]);

/* How much of a pixel the contour line covers that is nearest to its height, 0..256. */
uint32_t contour_cover(const struct contour_plan *plan, const struct contour_quad *quad,
                       unsigned triangle, float height_yd);

/* The same of four pixels of a row, at (u, v) of a quad with these heights. False: of none, and
 * nothing is set. */
bool contours_cover(const struct contour_plan *plan, const struct contour_quad *quad,
                    const struct relief_planes *heights, const float u[4], float v,
                    uint32_t covers[4]);

/* How much of a pixel the line covers where a quantity is 0, 0..256. */
uint32_t shore_cover(const struct contour_plan *plan, const struct relief_planes *depth,
                     unsigned triangle, float depth_yd);

/* The same of four pixels of a row, with what relief_px_a_yard finds of `depth`. False: of none. */
bool shores_cover(const struct contour_plan *plan, const struct relief_planes *depth,
                  const float px_a_yard_of[RELIEF_TRIANGLES], const float u[4], float v,
                  uint32_t covers[4]);

/* Pixels that a yard of a quantity takes on the way up. */
void relief_px_a_yard(const struct contour_plan *plan, const struct relief_planes *planes,
                      float px_a_yard[RELIEF_TRIANGLES]);

/* A channel, 0..255, of the line along a shore of a liquid whose deep end has this one, 0..1. */
uint8_t relief_shore_color(float deep);

/* Puts the colour of contour lines, or another, over a pixel by 0..256. */
extern const uint8_t contour_rgb[3];
void relief_over(const uint8_t rgb[3], uint32_t cover, uint8_t *rgba);

/* The same for four pixels in a row. */
void relief_over_four(const uint8_t rgb[3], const uint32_t covers[4], uint8_t *rgba);

#endif
