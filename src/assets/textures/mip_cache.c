#include "assets/textures/mip_cache.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/textures/mip_load.h"
#include "assets/textures/texture_load.h"
#include "base/path.h"

enum { TEXEL_BYTES = 4 };

struct mip_cache {
    const struct assets *assets;
    const struct adtmap_log *log;
    struct cache *textures; /* by longest edge, alpha and name */
    struct cache
        *missing_assets; /* by name: colours of what is missing, named when they are made */
};

struct mip_pin {
    struct cache_pin pin;
    struct mip_pin *next;
    struct mip_pin *next_fallback;
    struct mip_pin *next_large;
};

/* A texture that is read when all that is drawn with it is known. */
struct mip_later {
    struct mip_later *next;
    const struct mip_texture *outline; /* pinned */
    struct mip_texture *texture; /* the set's own: the outline, then the levels that are read */
};

struct mip_cache *mip_cache_create(const struct assets *assets, const struct adtmap_log *log,
                                   struct cache_pool *pool)
{
    struct mip_cache *cache = malloc(sizeof *cache);
    if (!cache) {
        return NULL;
    }
    *cache = (struct mip_cache){assets, log, cache_create(pool, free), cache_create(pool, free)};
    if (!cache->textures || !cache->missing_assets) {
        mip_cache_destroy(cache);
        return NULL;
    }
    return cache;
}

void mip_cache_destroy(struct mip_cache *cache)
{
    if (cache) {
        cache_destroy(cache->textures);
        cache_destroy(cache->missing_assets);
        free(cache);
    }
}

enum { KEY_BYTES = NAME_BYTES + 40 };

static void make_key(const struct mip_wanted *wanted, char key[KEY_BYTES])
{
    char canonical[NAME_BYTES];
    snprintf(key, KEY_BYTES, "%" PRIu32 " %" PRIx64 " %u %u %u\n%s", wanted->wish.least_edge,
             wanted->wish.texels_most, (unsigned)wanted->alpha.is_opacity,
             (unsigned)wanted->alpha.key, (unsigned)wanted->edges_only,
             name_canonical(wanted->name, canonical) ? canonical : wanted->name);
}

static struct mip_wanted split_key(const char *key)
{
    char *end;
    struct mip_wanted wanted = {.name = strchr(key, '\n') + 1};
    wanted.wish.least_edge = (uint32_t)strtoul(key, &end, 10);
    wanted.wish.texels_most = strtoull(end, &end, 16);
    wanted.alpha.is_opacity = strtoul(end, &end, 10) != 0;
    wanted.alpha.key = (uint8_t)strtoul(end, &end, 10);
    wanted.edges_only = strtoul(end, NULL, 10) != 0;
    return wanted;
}

/* A texture that could not be had, and why. */
struct missing {
    const struct adtmap_log *log;
    const struct adtmap_message *why;
};

/* cache_load: the texel that stands for a texture, after a warning. */
static enum adtmap_status load_fallback(void *user, const char *name, void **value, size_t *bytes)
{
    const struct missing *missing = user;
    *bytes = TEXEL_BYTES;
    uint8_t *texel = malloc(*bytes);
    if (!texel) {
        return ADTMAP_NO_MEMORY;
    }
    texture_fallback(name, missing->log, missing->why, texel);
    texel[3] = 255;
    *value = texel;
    return ADTMAP_OK;
}

static enum adtmap_status make_fallback(const struct mip_cache *cache, const char *name,
                                        const struct adtmap_message *why,
                                        struct mip_texture **texture, size_t *bytes)
{
    struct missing missing = {cache_had(cache->missing_assets, name) ? NULL : cache->log, why};
    struct cache_pin texel;
    if (cache_acquire(cache->missing_assets, name, load_fallback, &missing, &texel)) {
        return ADTMAP_NO_MEMORY;
    }
    *texture = mip_texture_create(texel.value, 1, 1, bytes);
    cache_release(cache->missing_assets, &texel);
    if (!*texture) {
        return ADTMAP_NO_MEMORY;
    }
    (*texture)->is_fallback = true;
    return ADTMAP_OK;
}

/* How a texture is to be read. */
struct loading {
    const struct mip_cache *cache;
    const struct adtmap_log *log; /* receives warnings about the file */
};

/* cache_load: the levels of a texture, or one texel of its stand-in. */
static enum adtmap_status load_texture(void *user, const char *key, void **value, size_t *bytes)
{
    const struct loading *loading = user;
    struct mip_wanted wanted = split_key(key);
    struct adtmap_message why = {0};
    bool was_reported = cache_had(loading->cache->textures, key);
    struct diag diag = {wanted.name, was_reported ? NULL : loading->log, &why};
    struct mip_texture *texture = NULL;
    enum adtmap_status status = mip_load(loading->cache->assets, &wanted, &diag, &texture, bytes);
    if (status && status != ADTMAP_NO_MEMORY) {
        status = make_fallback(loading->cache, wanted.name, &why, &texture, bytes);
    }
    if (!status) {
        texture->name = wanted.name;
        texture->alpha = wanted.alpha;
        *value = texture;
    }
    return status;
}

static void count_fallback(struct mip_set *set, struct mip_pin *pin)
{
    for (const struct mip_pin *at = set->last_fallback; at; at = at->next_fallback) {
        if (at->pin.value == pin->pin.value) {
            return;
        }
    }
    pin->next_fallback = set->last_fallback;
    set->last_fallback = pin;
    set->missing_assets++;
}

/* Counts the texels of a large texture, once. */
static void count_large(struct mip_set *set, struct mip_pin *pin)
{
    const struct mip_texture *texture = pin->pin.value;
    uint64_t texels = (uint64_t)texture->levels[0].width * texture->levels[0].height;
    if (texels <= BLP_LARGE_TEXELS || !mip_texture_is_read(texture)) {
        return;
    }
    for (const struct mip_pin *at = set->last_large; at; at = at->next_large) {
        if (at->pin.value == texture) {
            return;
        }
    }
    pin->next_large = set->last_large;
    set->last_large = pin;
    set->large_texels += texels;
}

/* A texture that the set has is pinned as it was, whatever it may have by now. */
static uint64_t texels_most(const struct mip_set *set, const char *name)
{
    char canonical[NAME_BYTES];
    uint64_t most = texture_texels_most(set->large_texels);
    const char *key = name_canonical(name, canonical) ? canonical : name;
    for (const struct mip_pin *at = set->last_large; at && most < UINT64_MAX; at = at->next_large) {
        const struct mip_texture *texture = at->pin.value;
        most = strcmp(texture->name, key) == 0 ? UINT64_MAX : most;
    }
    return most;
}

static const struct mip_texture *pin_texture(struct mip_cache *cache, struct mip_wanted wanted,
                                             const struct adtmap_log *log, struct arena *arena,
                                             struct mip_set *set)
{
    struct loading loading = {cache, log};
    char key[KEY_BYTES];
    wanted.wish.texels_most = texels_most(set, wanted.name);
    make_key(&wanted, key);
    struct mip_pin *pin = arena_alloc(arena, 1, sizeof *pin);
    if (!pin || cache_acquire(cache->textures, key, load_texture, &loading, &pin->pin)) {
        return NULL;
    }
    pin->next = set->last;
    set->last = pin;
    const struct mip_texture *texture = pin->pin.value;
    if (texture->is_fallback) {
        count_fallback(set, pin);
    }
    count_large(set, pin);
    return texture;
}

const struct mip_texture *mip_cache_pin(struct mip_cache *cache, const char *name,
                                        uint32_t longest_edge, struct mip_alpha alpha,
                                        struct arena *arena, struct mip_set *set)
{
    const struct mip_wanted wanted = {
        .name = name, .wish = {.least_edge = longest_edge}, .alpha = alpha};
    return pin_texture(cache, wanted, cache->log, arena, set);
}

static struct mip_later *add_later(const struct mip_texture *outline, struct arena *arena,
                                   struct mip_set *set)
{
    struct mip_later *later = arena_alloc(arena, 1, sizeof *later);
    struct mip_texture *texture = arena_alloc(arena, 1, sizeof *texture);
    if (!later || !texture) {
        return NULL;
    }
    *texture = *outline;
    *later = (struct mip_later){set->last_later, outline, texture};
    set->last_later = later;
    return later;
}

const struct mip_texture *mip_cache_pin_later(struct mip_cache *cache, const char *name,
                                              uint32_t longest_edge, struct mip_alpha alpha,
                                              struct arena *arena, struct mip_set *set)
{
    const struct mip_wanted wanted = {
        .name = name, .wish = {.least_edge = longest_edge}, .alpha = alpha, .edges_only = true};
    const struct mip_texture *outline = pin_texture(cache, wanted, cache->log, arena, set);
    if (!outline || mip_texture_is_read(outline)) {
        return outline;
    }
    struct mip_later *later = set->last_later;
    while (later && later->outline != outline) {
        later = later->next;
    }
    later = later ? later : add_later(outline, arena, set);
    return later ? later->texture : NULL;
}

bool mip_cache_pin_optional(struct mip_cache *cache, const char *name, uint32_t longest_edge,
                            struct arena *arena, struct mip_set *set,
                            const struct mip_texture **texture)
{
    *texture = NULL;
    if (!assets_has(cache->assets, name)) {
        return true;
    }
    *texture = mip_cache_pin(cache, name, longest_edge, (struct mip_alpha){0}, arena, set);
    return *texture;
}

static bool same_edges(const struct mip_texture *a, const struct mip_texture *b)
{
    return a->levels[0].width == b->levels[0].width && a->levels[0].height == b->levels[0].height;
}

/* A file that became another meanwhile may need any level. */
static const struct mip_texture *pin_levels(struct mip_cache *cache,
                                            const struct mip_texture *texture, uint32_t level,
                                            struct arena *arena, struct mip_set *set)
{
    const struct mip_level *finest = &texture->levels[level];
    uint32_t edge = finest->width > finest->height ? finest->width : finest->height;
    struct mip_wanted wanted = {
        .name = texture->name, .wish = {.least_edge = edge}, .alpha = texture->alpha};
    const struct mip_texture *finer = pin_texture(cache, wanted, NULL, arena, set);
    if (finer && finer->first_level > 0 && !same_edges(finer, texture)) {
        wanted.wish.least_edge = UINT32_MAX;
        finer = pin_texture(cache, wanted, NULL, arena, set);
    }
    return finer;
}

const struct mip_texture *mip_cache_pin_finer(struct mip_cache *cache,
                                              const struct mip_texture *texture, uint32_t level,
                                              struct arena *arena, struct mip_set *set)
{
    for (struct mip_later *later = set->last_later; later; later = later->next) {
        if (later->texture == texture && !mip_texture_is_read(texture)) {
            later->texture->first_level =
                level < texture->first_level ? level : texture->first_level;
            return texture;
        }
    }
    return pin_levels(cache, texture, level, arena, set);
}

bool mip_cache_read(struct mip_cache *cache, struct arena *arena, struct mip_set *set)
{
    for (; set->last_later; set->last_later = set->last_later->next) {
        struct mip_texture *texture = set->last_later->texture;
        const struct mip_texture *read =
            pin_levels(cache, texture, texture->first_level, arena, set);
        if (!read) {
            return false;
        }
        /* Triangles were set up for the levels of the outline; a file that can no longer be read
         * has one texel. */
        uint32_t level_count = texture->level_count;
        *texture = *read;
        mip_texture_extend(texture, level_count);
    }
    return true;
}

void mip_cache_unpin(struct mip_cache *cache, struct mip_set *set)
{
    for (struct mip_pin *pin = set->last; pin; pin = pin->next) {
        cache_release(cache->textures, &pin->pin);
    }
    *set = (struct mip_set){0};
}
