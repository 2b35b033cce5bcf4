/*
 * Textures of buildings and liquids: a chain of mip levels and its filtering. Seen from above a
 * triangle's texture is stretched the same way everywhere, so the footprint of a pixel is worked
 * out once a triangle and every pixel is the weighted mean of bilinear samples along the longer
 * axis of it, from the two nearest levels.
 */
#ifndef RENDER_MIP_TEXTURE_H
#define RENDER_MIP_TEXTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adtmap/status.h"
#include "base/diag.h"

enum { MIP_LEVELS_MAX = 16, MIP_TAPS_MAX = 16 };

struct mip_level {
    uint32_t width;
    uint32_t height;
    const uint8_t *rgba;
};

struct mip_texture {
    bool is_stand_in; /* made from the name, for want of the file */
    uint32_t level_count;
    struct mip_level levels[MIP_LEVELS_MAX];
    uint8_t texels[]; /* what the levels point to */
};

/* How texture coordinates beyond 0..1 are read. */
enum mip_wrap {
    MIP_CLAMP_U = 1 << 0,
    MIP_CLAMP_V = 1 << 1,
};

/* The part of a texture that one pixel covers. */
struct mip_footprint {
    uint32_t level; /* the finer of two */
    float coarser;  /* weight of the next level, 0..1 */
    uint32_t taps;  /* samples along the longer axis, 1..MIP_TAPS_MAX */
    float step_u;   /* from one to the next, in texture coordinates */
    float step_v;
};

/* Bytes of a texture of width x height texels with all its levels. */
size_t mip_texture_bytes(uint32_t width, uint32_t height);

/*
 * Makes the levels of `texture`, of mip_texture_bytes, whose texels begin with a width x height
 * image: each is the average of the one before.
 */
void mip_texture_finish(struct mip_texture *texture, uint32_t width, uint32_t height);

/* The same of an image that is elsewhere. */
void mip_texture_fill(struct mip_texture *texture, const uint8_t *rgba, uint32_t width,
                      uint32_t height);

/* Both in one, in memory from malloc; `bytes` becomes the size. NULL when out of memory. */
struct mip_texture *mip_texture_create(const uint8_t *rgba, uint32_t width, uint32_t height,
                                       size_t *bytes);

/* The footprint when u and v change by dx across a pixel eastward and by dy southward. */
struct mip_footprint mip_footprint(const struct mip_texture *texture, const double u[2],
                                   const double v[2]);

/* Filtered red, green, blue, alpha, 0..255, round (u, v). `wrap` is of enum mip_wrap. */
void mip_sample(const struct mip_texture *texture, const struct mip_footprint *footprint,
                unsigned wrap, double u, double v, float rgba[4]);

#endif
