#include "render/ground_cache.h"

#include <stdlib.h>

#include "assets/cache.h"
#include "base/path.h"
#include "render/texture_load.h"

struct ground_cache {
    const struct assets *assets;
    const struct adtmap_log *log;
    uint32_t quad_px;
    struct cache *textures;
};

struct ground_cache *ground_cache_create(const struct assets *assets, const struct adtmap_log *log,
                                         uint32_t quad_px, size_t budget_bytes)
{
    struct ground_cache *cache = malloc(sizeof *cache);
    if (!cache) {
        return NULL;
    }
    *cache = (struct ground_cache){assets, log, quad_px, cache_create(budget_bytes, free)};
    if (!cache->textures) {
        ground_cache_destroy(cache);
        return NULL;
    }
    return cache;
}

void ground_cache_destroy(struct ground_cache *cache)
{
    if (cache) {
        cache_destroy(cache->textures);
        free(cache);
    }
}

static enum adtmap_status read_texture(const struct ground_cache *cache, const char *name,
                                       const struct diag *diag, struct ground_texture *texture)
{
    struct texture_image image;
    enum adtmap_status status = texture_load(cache->assets, name, diag, &image);
    if (!status &&
        !ground_texture_filter(image.rgba, image.width, image.height, cache->quad_px, texture)) {
        status = diag_fail_memory(diag);
    }
    free(image.rgba);
    return status;
}

/* cache_load: a texture, or its stand-in after a warning that says why. */
static enum adtmap_status load_texture(void *user, const char *name, void **value, size_t *bytes)
{
    const struct ground_cache *cache = user;
    *bytes = ground_texture_bytes(cache->quad_px);
    struct ground_texture *texture = calloc(1, *bytes);
    if (!texture) {
        return ADTMAP_NO_MEMORY;
    }
    struct adtmap_message why = {0};
    struct diag diag = {name, cache->log, &why};
    enum adtmap_status status = read_texture(cache, name, &diag, texture);
    if (status == ADTMAP_NO_MEMORY) {
        free(texture);
        return status;
    }
    if (status) {
        uint8_t color[3];
        texture_stand_in(name, cache->log, &why, color);
        ground_texture_fill(color, cache->quad_px, texture);
        texture->is_stand_in = 1;
    }
    *value = texture;
    return ADTMAP_OK;
}

/* The key under which a name is cached: canonical, so that all spellings share one texture. */
static enum adtmap_status pin_texture(struct ground_cache *cache, const char *name,
                                      struct cache_pin *pin)
{
    char canonical[NAME_BYTES];
    const char *key = name_canonical(name, canonical) ? canonical : name;
    return cache_acquire(cache->textures, key, load_texture, cache, pin);
}

enum adtmap_status ground_cache_pin(struct ground_cache *cache, const struct scene_tile *scene,
                                    struct arena *arena, const struct diag *diag,
                                    struct ground_set *set)
{
    uint32_t count = scene->texture_count;
    const struct ground_texture **textures = arena_alloc(arena, count, sizeof *textures);
    *set = (struct ground_set){
        .textures = textures,
        .pins = arena_alloc(arena, count, sizeof *set->pins),
        .count = count,
    };
    if (!textures || !set->pins) {
        return diag_fail_memory(diag);
    }
    for (uint32_t i = 0; i < ADT_CHUNKS; i++) {
        for (uint32_t layer = 0; layer < scene->chunks[i].layer_count; layer++) {
            uint32_t texture = scene->chunks[i].layers[layer].texture;
            if (textures[texture]) {
                continue;
            }
            if (pin_texture(cache, scene->textures[texture], &set->pins[texture])) {
                ground_cache_unpin(cache, set);
                return diag_fail_memory(diag);
            }
            textures[texture] = set->pins[texture].value;
            set->stand_ins += textures[texture]->is_stand_in;
        }
    }
    return ADTMAP_OK;
}

void ground_cache_unpin(struct ground_cache *cache, struct ground_set *set)
{
    for (uint32_t i = 0; set->pins && i < set->count; i++) {
        cache_release(cache->textures, &set->pins[i]);
    }
    *set = (struct ground_set){0};
}
