/*
 * Ground textures of one size, filtered once and shared by all tiles and threads. A texture that
 * is missing or cannot be read is named once and drawn as its stand-in colour.
 */
#ifndef RENDER_TEXTURE_GROUND_CACHE_H
#define RENDER_TEXTURE_GROUND_CACHE_H

#include <stddef.h>
#include <stdint.h>

#include "assets/assets.h"
#include "assets/cache.h"
#include "base/arena.h"
#include "base/diag.h"
#include "render/texture/ground_texture.h"
#include "scene/scene.h"

struct ground_cache;

/* The textures of one scene, pinned. */
struct ground_set {
    const struct ground_texture *const *textures; /* as tile_draw wants them */
    uint32_t missing_assets;                      /* how many of them are stand-ins */
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
 * Pins every texture that a layer of `scene` uses; the set's arrays live in `arena`. Fails with
 * ADTMAP_NO_MEMORY only, and then pins nothing. May be called from several threads.
 */
enum adtmap_status ground_cache_pin(struct ground_cache *cache, const struct scene_tile *scene,
                                    struct arena *arena, const struct diag *diag,
                                    struct ground_set *set);

void ground_cache_unpin(struct ground_cache *cache, struct ground_set *set);

#endif
