/*
 * Ground textures of one size, filtered once and shared by all tiles and threads. A texture that
 * is missing or cannot be read is named once and drawn as its stand-in colour.
 */
#ifndef ASSETS_TEXTURES_GROUND_CACHE_H
#define ASSETS_TEXTURES_GROUND_CACHE_H

#include <stddef.h>
#include <stdint.h>

#include "assets/assets.h"
#include "assets/cache.h"
#include "assets/textures/ground_texture.h"
#include "base/arena.h"
#include "base/diag.h"

struct ground_cache;

/* A texture that is wanted. */
struct ground_request {
    const char *name;        /* a file name in any spelling, or "id:<number>"; NULL: none */
    const char *height_name; /* whose alpha is the height of `name`; NULL: not needed */
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
 * A cache of textures filtered to quad_px. `pool`, `assets` and `log` (where missing textures are
 * named; may be NULL) must outlive it. NULL when out of memory.
 */
struct ground_cache *ground_cache_create(const struct assets *assets, const struct adtmap_log *log,
                                         uint32_t quad_px, struct cache_pool *pool);
void ground_cache_destroy(struct ground_cache *cache);

/*
 * Pins the textures of `count` requests; the set's arrays live in `arena`. Fails with
 * ADTMAP_NO_MEMORY only, and then pins nothing. May be called from several threads.
 */
enum adtmap_status ground_cache_pin(struct ground_cache *cache,
                                    const struct ground_request *requests, uint32_t count,
                                    struct arena *arena, const struct diag *diag,
                                    struct ground_set *set);

void ground_cache_unpin(struct ground_cache *cache, struct ground_set *set);

#endif
