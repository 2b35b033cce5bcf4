/* Textures of buildings and liquids: a chain of mip levels. */
#ifndef ASSETS_TEXTURES_MIP_TEXTURE_H
#define ASSETS_TEXTURES_MIP_TEXTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "assets/asset_ref.h"

enum { MIP_LEVELS_MAX = 16 };

struct mip_level {
    uint32_t width;
    uint32_t height;
    const uint8_t *rgba; /* NULL: not kept, or not read yet */
};

/* What alpha is to the texels of a texture, and where its levels come from. */
struct mip_alpha {
    bool is_opacity; /* colours are multiplied by it, so that what is cut out does not bleed; else
                        it may be anything, such as a mask of reflections */
    uint8_t key;     /* not 0: it is the share of a texel that passes this key, an opacity */
    /* Levels are those that the file stores, and those that it lacks are averages of the last one,
     * weighted by alpha as stored ones mostly are. Never with is_opacity or a key: stored alpha
     * leaves nothing of leaves in small levels. */
    bool takes_stored;
};

/*
 * The image is level 0, each other level has half its edges, the last is 1x1. Unless the alpha says
 * that they are stored, each is the average of the one before. Levels
 * before `first_level` have their edges alone: a texture that is drawn small never samples them.
 */
struct mip_texture {
    struct asset_ref file; /* by which a mip_cache has it */
    bool is_fallback;      /* made from the name, as the file is missing */
    struct mip_alpha alpha;
    uint32_t level_count;
    uint32_t first_level;
    struct mip_level levels[MIP_LEVELS_MAX];
    uint8_t texels[]; /* what the levels point to */
};

/* How texture coordinates beyond 0..1 are read. */
enum mip_wrap { MIP_CLAMP_U = 1 << 0, MIP_CLAMP_V = 1 << 1 };

/* The first level of a width x height image of which no edge is longer than this, at least 1. */
uint32_t mip_first_level(uint32_t width, uint32_t height, uint32_t longest_edge);

/* Bytes of a texture with the levels of a width x height image from `first_level` on. */
size_t mip_texture_bytes(uint32_t width, uint32_t height, uint32_t first_level);

/* Makes a texture of edges alone. No level has texels, whatever its `first_level`. */
void mip_texture_outline(struct mip_texture *texture, uint32_t width, uint32_t height,
                         uint32_t first_level);

/* Whether the levels from the first that is kept have texels. */
bool mip_texture_is_read(const struct mip_texture *texture);

/* Gives a texture as many levels as something was set up for: those that it has not are its last.
 */
void mip_texture_extend(struct mip_texture *texture, uint32_t level_count);

/*
 * Makes a texture, without texels yet, in mip_texture_bytes; `first_level` must be one of the
 * image's, and the alpha may be set next. Then level `first_level` is to be put where the texels
 * begin, and the others finished.
 */
void mip_texture_init(struct mip_texture *texture, uint32_t width, uint32_t height,
                      uint32_t first_level);

/* Where the texels of a level go that is kept. */
uint8_t *mip_texture_texels(struct mip_texture *texture, uint32_t level);

/* Averages the levels from `level` on, at least one after the first that is kept. */
void mip_texture_finish_from(struct mip_texture *texture, uint32_t level);

/* Averages all levels after the first that is kept. */
void mip_texture_finish(struct mip_texture *texture);

/* All of that for an image in memory whose alpha is no opacity, all its levels kept; from malloc,
 * `bytes` becomes the size. NULL when out of memory. */
struct mip_texture *mip_texture_create(const uint8_t *rgba, uint32_t width, uint32_t height,
                                       size_t *bytes);

#endif
