/* How a surface of a building, a doodad or a liquid looks. */
#ifndef SCENE_SURFACE_MATERIAL_H
#define SCENE_SURFACE_MATERIAL_H

#include <stdbool.h>
#include <stdint.h>

#include "assets/textures/mip_texture.h"
#include "formats/surface.h"

struct surface_material {
    enum surface_blend blend;
    enum surface_mix mix;
    bool two_sided;
    bool depth_test;         /* false: it is drawn over what is above it, too */
    bool depth_write;        /* what is below and drawn later is hidden */
    bool is_solid;           /* the alpha of the first texture counts as 255 */
    uint8_t alpha_key;       /* alpha, 1..255, from which a texel is drawn; 0: all are */
    float third_weight;      /* of MIX_FADE, 0..1 */
    const float *flat_color; /* red, green, blue of all its pixels, 0..255; NULL: as `mix` says */
    unsigned wrap[SURFACE_TEXTURES];                      /* enum mip_wrap bits */
    const struct mip_texture *textures[SURFACE_TEXTURES]; /* those that `mix` reads; NULL: white */
    /* Which of the scene's surface_textures they are, from 1; 0: none of these. */
    uint32_t numbers[SURFACE_TEXTURES];
};

/* A material without textures, with the depth test, depth writes and alpha key that are usual for
 * its blend mode in files of an era. */
struct surface_material surface_material_of(enum surface_blend blend, enum surface_era era);

/* Takes from a material without textures what only they could show: it hides all below it, and is
 * seen from both sides; transparent ones stay that. */
void surface_material_make_plain(struct surface_material *material);

/* Which textures of the material are present and read by its mix, one bit each. */
unsigned surface_material_textures(const struct surface_material *material);

#endif
