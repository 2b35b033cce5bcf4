/*
 * Ground textures of one size, filtered once and shared by all tiles and threads. A texture that
 * is missing or cannot be read is named once and drawn as its stand-in colour.
 */
#ifndef ASSETS_TEXTURES_GROUND_CACHE_H
#define ASSETS_TEXTURES_GROUND_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "assets/assets.h"
#include "assets/cache.h"
#include "assets/textures/ground_texture.h"
#include "base/arena.h"
#include "base/diag.h"

/* A texture; zero-initialised none is wanted. */
struct ground_request {
    bool is_wanted;
    struct asset_ref colors;
    bool has_height;
    struct asset_ref height; /* whose alpha is the height */
    uint32_t scale_shift;    /* one repeat covers 2^scale_shift quads */
};

/* Textures that were asked for together, pinned. */
struct ground_set {
    const struct ground_texture *const
        *textures;           /* [i] belongs to request i; NULL where none is wanted */
    uint32_t missing_assets; /* how many of them are stand-ins */
    struct cache_pin *pins;
    uint32_t count;
};

/*
 * The texture that noggit-red draws in place of `colors`: of NAME.blp below tileset/ it is
 * NAME_s.blp, whose alpha says how the ground shines, if the data have it. Other textures, and
 * those whose name is not known, are themselves. *file is in `arena` where it is another. False
 * when out of memory.
 */
bool ground_shining(const struct assets *assets, struct asset_ref colors, struct arena *arena,
                    struct asset_ref *file);

/* A cache of struct ground_texture, by files and size. Its log names textures that are missing. */
extern const struct cache_kind ground_texture_kind;

/*
 * Pins the textures of `count` requests, filtered to quad_px, 1..QUAD_PX_MAX; the set's arrays live
 * in `arena`. Fails with ADTMAP_NO_MEMORY only, and then pins nothing. May be called from several
 * threads.
 */
enum adtmap_status ground_cache_pin(struct cache *cache, uint32_t quad_px,
                                    const struct ground_request *requests, uint32_t count,
                                    struct arena *arena, const struct diag *diag,
                                    struct ground_set *set);

void ground_cache_unpin(struct ground_set *set);

#endif
