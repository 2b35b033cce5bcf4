/*
 * Textures of buildings, doodads and liquids, decoded once and shared by all tiles and threads. One
 * that is missing is named once and drawn as its stand-in colour.
 */
#ifndef ASSETS_TEXTURES_MIP_CACHE_H
#define ASSETS_TEXTURES_MIP_CACHE_H

#include <stdbool.h>
#include <stddef.h>

#include "assets/assets.h"
#include "assets/cache.h"
#include "assets/textures/mip_texture.h"
#include "base/arena.h"

struct mip_pin;

/* Textures pinned for one tile; zero-initialised it is empty. */
struct mip_set {
    struct mip_pin *last;
    struct mip_pin *last_fallback; /* one pin of each stand-in */
    uint32_t missing_assets;       /* how many there are, each counted once */
    struct mip_pin *last_large;    /* one pin of each large texture and edge */
    uint64_t large_texels;         /* of their images; TEXTURE_LARGE_TEXELS_MAX bounds it */
    struct cache *files; /* of texture_file_kind, which spares reading a file again for other levels
                            or another alpha; NULL: none */
};

/* A cache of struct mip_texture, by file, levels and alpha. */
extern const struct cache_kind mip_texture_kind;

/*
 * The texture `file` with its levels up to `longest_edge` texels, at least 1, pinned until
 * mip_cache_unpin; the set's memory is in `arena`. Other edges or another alpha are other entries
 * of the cache. A large texture beyond TEXTURE_LARGE_TEXELS_MAX texels of the set gets its
 * stand-in. NULL when out of memory. May be called from several threads, with a set each.
 */
const struct mip_texture *mip_cache_pin(struct cache *cache, struct asset_ref file,
                                        uint32_t longest_edge, struct mip_alpha alpha,
                                        struct arena *arena, struct mip_set *set);

/*
 * mip_cache_pin for a texture whose levels mip_cache_pin_levels pins in the end: it has the edges
 * of all levels and no texels, but of a JPEG or a stand-in. Levels of textures with an alpha key do
 * not depend on which of them are kept, so these can be pinned this way without any change of
 * pixels.
 */
const struct mip_texture *mip_cache_pin_outline(struct cache *cache, struct asset_ref file,
                                                uint32_t longest_edge, struct mip_alpha alpha,
                                                struct arena *arena, struct mip_set *set);

/* mip_cache_pin if the data have a file of that name, else *texture is NULL,
 * without a warning and without a stand-in. False when out of memory. */
bool mip_cache_pin_optional(struct cache *cache, const char *name, uint32_t longest_edge,
                            struct mip_alpha alpha, struct arena *arena, struct mip_set *set,
                            const struct mip_texture **texture);

/*
 * A texture of the set once more, with its levels from `level` on: either it has the edges of
 * `texture`, or all its levels. One of mip_cache_pin_outline may come with finer levels, which
 * another tile has asked for. What its file lacks is not reported again. NULL when out of memory.
 */
const struct mip_texture *mip_cache_pin_levels(struct cache *cache,
                                               const struct mip_texture *texture, uint32_t level,
                                               struct arena *arena, struct mip_set *set);

/* Gives all pins of the set back. */
void mip_cache_unpin(struct mip_set *set);

#endif
