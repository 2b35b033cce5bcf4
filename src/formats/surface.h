/*
 * How surfaces of models look: the one vocabulary for WMOs, M2 and MDX, from the readers to the
 * pixels. surface.c has a row for each value, mesh/mesh_mix.c a function for each mix.
 */
#ifndef FORMATS_SURFACE_H
#define FORMATS_SURFACE_H

#include <stdbool.h>
#include <stdint.h>

/* The clients that a model file was made for, where they draw the same file in different ways. */
enum surface_era {
    SURFACE_ERA_UNKNOWN, /* the file does not say; drawn as for SURFACE_ERA_BEFORE_7 */
    SURFACE_ERA_BEFORE_7,
    SURFACE_ERA_SINCE_7,
};

/* The alpha from which SURFACE_ALPHA_KEY draws a texel. Clients up to 6.x compare with 224, the
 * shaders of 7.x and later with 128. No other place decides this. */
static inline uint8_t surface_alpha_key(enum surface_era era)
{
    return era == SURFACE_ERA_SINCE_7 ? 128 : 224;
}

/* How a surface goes over what is behind it: EGxBlend, as MOMT numbers it (WMO document). */
enum surface_blend {
    SURFACE_OPAQUE,
    SURFACE_ALPHA_KEY, /* a pixel is drawn if its alpha reaches the key */
    SURFACE_ALPHA,
    SURFACE_ADD, /* destination + source * alpha */
    SURFACE_MOD,
    SURFACE_MOD2X,
    SURFACE_MOD_ADD,
    SURFACE_INV_ALPHA_ADD,
    SURFACE_INV_ALPHA_OPAQUE,
    SURFACE_ALPHA_OPAQUE,
    SURFACE_NO_ALPHA_ADD, /* destination + source */
    SURFACE_CONSTANT_ALPHA,
    SURFACE_SCREEN,
    SURFACE_BLEND_ADD, /* destination * (1 - alpha) + source */
    SURFACE_BLENDS
};

/*
 * How textures t1, t2, .. become one colour. k is a weight: of a WMO's vertex, or of the second
 * texture of an M2 batch. Alpha is that of t1 unless said, or 1 where the surface is solid.
 * "Unlit" is added after the light. In mixes with a reflection it is t2, but t3 of
 * MIX_TWO_LAYER_SHINE.
 */
enum surface_mix {
    MIX_FIRST,              /* t1 */
    MIX_TWO_LAYER,          /* mix(mix(t1, t2, t2.a), t1, k) */
    MIX_TWO_LAYER_TERRAIN,  /* mix(t2, t1, k) */
    MIX_TWO_LAYER_METAL,    /* mix(t1, t2, 1 - k) */
    MIX_TWO_LAYER_EMISSIVE, /* mix(t2 (1 - t2.a), t1, k), and t2 t2.a (1 - k) unlit */
    MIX_EMISSIVE,           /* t1, and t2 t2.a k unlit */
    MIX_TWO_LAYER_MOD2X,    /* mix(mix(t1, t2, t2.a), t1, k) t3 2 */
    MIX_TWO_LAYER_MOD2X_NA, /* mix(t1, 2 t1 t2, k) */
    MIX_TWO_LAYER_ALPHA,    /* mix(mix(t1, t2, t2.a), t1, t3.a) t3 2 */
    MIX_MASKED,             /* mix(mix(2 t1 t2, t3, clamp(t3.a k)), t1, t1.a) */
    MIX_ADDITIVE_MASKED,    /* mix(2 t1 t2 + t3 clamp(t3.a k), t1, t1.a) */
    MIX_LIGHTMAP,           /* t1 t2, t2 no darker than 24 of 255: rooms of the first clients */
    MIX_MOD,                /* t1 t2 */
    MIX_MOD_ALPHA,          /* t1 t2, alpha t1.a t2.a */
    MIX_MOD2X,              /* 2 t1 t2 */
    MIX_MOD2X_ALPHA,        /* 2 t1 t2, alpha 2 t1.a t2.a */
    MIX_MOD_THREE,          /* t1 t2 t3, alpha t1.a t2.a t3.a */
    MIX_ADD,                /* t1, and t2 unlit */
    MIX_ADD_ALPHA,          /* t1, and t2 unlit, alpha t1.a + t2.a */
    MIX_OVER,               /* mix(t1, t2, t2.a) */
    MIX_UNDER,              /* mix(t1, t2, t2.a k (1 - t1.a)) */
    MIX_GLOW,               /* t1 (1 - g), and t2 g unlit, g = t2.a k */
    MIX_FADE,               /* mix(mix(t1, t2, k), t3, k of t3), alpha in the same way */
    MIX_FADE_MASKED,        /* the same, alpha times t4.a */
    MIX_ENV,                /* t1, and t2 t1.a unlit */
    MIX_ENV_MOD,            /* t1, and t1 t2 unlit */
    MIX_ENV_METAL,          /* t1, and t1 t1.a t2 unlit */
    MIX_TWO_LAYER_SHINE,    /* m = mix(t1, t2, 1 - k), and m m.a t3 unlit */
    MIX_EMISSIVE_SHINE,     /* t1, and t1 t1.a t2 + t3 t3.a k unlit */
    MIX_ADD_MASKED,         /* t1 + t2 clamp(t2.a k) (1 - t1.a) */
    MIX_SHEEN,              /* mix(2 t1 t2, t1, t1.a) */
    MIX_SHEEN_MOD,          /* mix(t1 t2, t1, t1.a) */
    MIX_SHEEN_EMISSIVE,     /* mix(2 t1 t2, t1, t1.a), and t3 t3.a unlit, times the k of t3 */
    MIX_SHEEN_OVER,         /* mix(2 t1 t2, t3, t3.a) */
    MIX_SHEEN_GLOW,         /* mix(2 t1 t2, t1, t1.a) (1 - g), and t3 g unlit, g = t3.a k of t3 */
    MIX_GLINT,              /* t1, and t2 t2.a (1 - t1.a) unlit */
    MIX_GLINT_ALPHA,        /* the same, alpha t1.a + t2.a times the brightness of t2 */
    MIX_ADD_UNDER,          /* t1, and t2 (1 - t1.a) unlit, alpha t1.a + t2.a */
    MIX_OVER_EMISSIVE,      /* mix(t1, t2, t2.a), and t3 t3.a unlit, times the k of t3 */
    MIX_PARALLAX, /* mix(mix(t4 + t3 t3.a, t2, t5.green), t1, k): layers of ice without their
                     depth, as they lie when seen from above */
    MIX_HEIGHTS,  /* t1 to t4 by weights times the alpha of t5 to t8, the highest most */
    SURFACE_MIXES
};

enum { SURFACE_TEXTURES = 8 }; /* that a mix reads at most */

/* Factors by which source and destination are multiplied before they are added. */
enum surface_factor {
    FACTOR_ZERO,
    FACTOR_ONE,
    FACTOR_SRC_ALPHA,
    FACTOR_INV_SRC_ALPHA,
    FACTOR_SRC_COLOR,
    FACTOR_TWICE_SRC_COLOR,
    FACTOR_DST_COLOR,
    FACTOR_INV_DST_COLOR
};

/* Whether a blend mode covers what is behind it: opaque, by the source's alpha, or not at all. */
enum surface_cover { COVER_ALL, COVER_BY_ALPHA, COVER_NOTHING };

struct surface_blending {
    const char *name;
    enum surface_factor source;
    enum surface_factor destination;
    enum surface_cover cover;
};

/* By enum surface_blend. */
extern const struct surface_blending surface_blendings[SURFACE_BLENDS];

/* For reports: "alpha key", "mod2x". */
const char *surface_blend_name(enum surface_blend mode);
const char *surface_mix_name(enum surface_mix mix);

/* Whether the mode shows what is behind the surface. Such surfaces are drawn after the others, from
 * low to high. */
bool surface_is_transparent(enum surface_blend mode);

/* Whether the mode uses the alpha of textures as opacity. */
bool surface_uses_alpha(enum surface_blend mode);

/* How the other textures of a mix are mixed when that of its reflection is left out. */
enum surface_mix surface_mix_matte(enum surface_mix mix);

/* How many textures a mix reads: the first so many. */
unsigned surface_mix_textures(enum surface_mix mix);

#endif
