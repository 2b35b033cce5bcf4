/*
 * How much of the sky a place sees: little at the foot of a wall, between crowns, in a gorge; all
 * of it on a plain and on any even slope. What is higher than a place on average, in squares of
 * four sizes round it, takes of its light.
 */
#ifndef RENDER_LIGHT_SKY_LIGHT_H
#define RENDER_LIGHT_SKY_LIGHT_H

#include <stdbool.h>
#include <stdint.h>

#include "render/light/height_field.h"
#include "render/light/light_kernels.h"

enum { SKY_SIZES = 4 };

/* Half the edges of the squares. */
struct sky_plan {
    uint32_t radius_px[SKY_SIZES];
    float radius_yd[SKY_SIZES];
    float strength; /* 0..1 */
};

/* `size_px`: of a tile, as it is drawn. */
struct sky_plan sky_plan_of(float strength, uint32_t size_px);

/* The margin that a field needs on all sides. */
uint32_t sky_plan_margin_px(const struct sky_plan *plan);

/*
 * Fills `dark`, size_px squared, with how much darker places are than under an open sky, 0..255.
 * What is not known gets no darkness and gives none, in the tile and in its margin. `threads` work
 * together, in `memory` of sky_light_bytes, as malloc aligns it.
 */
void sky_light(const struct sky_plan *plan, const struct light_kernels *kernels,
               const struct height_field *from, unsigned threads, void *memory, uint8_t *dark);

size_t sky_light_bytes(uint32_t size_px, uint32_t margin_px);

/* Darkens size_px rows of RGBA. */
void sky_light_apply(const struct light_kernels *kernels, const uint8_t *dark, uint32_t size_px,
                     unsigned threads, uint8_t *rgba, size_t stride_bytes);

#endif
