#include "render/mip_cache.h"

#include <stdlib.h>

#include "assets/cache.h"
#include "base/path.h"
#include "render/mip_load.h"
#include "render/texture_load.h"

struct mip_cache {
    const struct assets *assets;
    const struct adtmap_log *log;
    struct cache *textures;
};

struct mip_pin {
    struct cache_pin pin;
    struct mip_pin *next;
    struct mip_pin *next_stand_in;
};

struct mip_cache *mip_cache_create(const struct assets *assets, const struct adtmap_log *log,
                                   struct cache_pool *pool)
{
    struct mip_cache *cache = malloc(sizeof *cache);
    if (!cache) {
        return NULL;
    }
    *cache = (struct mip_cache){assets, log, cache_create(pool, free)};
    if (!cache->textures) {
        mip_cache_destroy(cache);
        return NULL;
    }
    return cache;
}

void mip_cache_destroy(struct mip_cache *cache)
{
    if (cache) {
        cache_destroy(cache->textures);
        free(cache);
    }
}

/* cache_load: the levels of a texture, or one texel of its stand-in. */
static enum adtmap_status load_texture(void *user, const char *name, void **value, size_t *bytes)
{
    const struct mip_cache *cache = user;
    struct adtmap_message why = {0};
    struct diag diag = {name, cache->log, &why};
    struct mip_texture *texture = NULL;
    enum adtmap_status status = mip_load(cache->assets, name, UINT32_MAX, &diag, &texture, bytes);
    if (status == ADTMAP_NO_MEMORY) {
        return status;
    }
    if (status) {
        uint8_t texel[4] = {0, 0, 0, 255};
        texture_stand_in(name, cache->log, &why, texel);
        texture = mip_texture_create(texel, 1, 1, bytes);
        if (!texture) {
            return ADTMAP_NO_MEMORY;
        }
    }
    texture->is_stand_in = status != ADTMAP_OK;
    *value = texture;
    return ADTMAP_OK;
}

static void count_stand_in(struct mip_set *set, struct mip_pin *pin)
{
    for (const struct mip_pin *at = set->last_stand_in; at; at = at->next_stand_in) {
        if (at->pin.value == pin->pin.value) {
            return;
        }
    }
    pin->next_stand_in = set->last_stand_in;
    set->last_stand_in = pin;
    set->stand_ins++;
}

const struct mip_texture *mip_cache_pin(struct mip_cache *cache, const char *name,
                                        struct arena *arena, struct mip_set *set)
{
    char canonical[NAME_BYTES];
    const char *key = name_canonical(name, canonical) ? canonical : name;
    struct mip_pin *pin = arena_alloc(arena, 1, sizeof *pin);
    if (!pin || cache_acquire(cache->textures, key, load_texture, cache, &pin->pin)) {
        return NULL;
    }
    pin->next = set->last;
    set->last = pin;
    const struct mip_texture *texture = pin->pin.value;
    if (texture->is_stand_in) {
        count_stand_in(set, pin);
    }
    return texture;
}

const struct mip_texture *mip_cache_pin_optional(struct mip_cache *cache, const char *name,
                                                 struct arena *arena, struct mip_set *set)
{
    return assets_has(cache->assets, name) ? mip_cache_pin(cache, name, arena, set) : NULL;
}

void mip_cache_unpin(struct mip_cache *cache, struct mip_set *set)
{
    for (struct mip_pin *pin = set->last; pin; pin = pin->next) {
        cache_release(cache->textures, &pin->pin);
    }
    *set = (struct mip_set){0};
}
