#include "assets/textures/ground_cache.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/cache.h"
#include "assets/textures/ground_filter.h"
#include "assets/textures/texture_load.h"
#include "base/path.h"
#include "base/size.h"

struct ground_cache {
    const struct assets *assets;
    const struct adtmap_log *log;
    uint32_t quad_px;
    struct cache *textures;
};

struct ground_cache *ground_cache_create(const struct assets *assets, const struct adtmap_log *log,
                                         uint32_t quad_px, struct cache_pool *pool)
{
    struct ground_cache *cache = malloc(sizeof *cache);
    if (!cache) {
        return NULL;
    }
    *cache = (struct ground_cache){assets, log, quad_px, cache_create(pool, free)};
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

/* texture_take */
static void filter_rows(void *filter, const uint8_t *rgba, uint32_t count)
{
    ground_filter_rows(filter, rgba, count);
}

/* Filters the image called `name` into `texture`, which after a failure holds part of it. */
static enum adtmap_status read_image(const struct ground_cache *cache, const char *name,
                                     enum ground_filter_kind kind, uint64_t texels_most,
                                     const struct diag *diag, struct ground_texture *texture)
{
    struct texture_source source;
    const struct texture_wish wish = {.least_edge = texture->stored_px, .texels_most = texels_most};
    enum adtmap_status status = texture_open(cache->assets, name, &wish, diag, &source);
    if (status) {
        return status;
    }
    texture->texels += (uint64_t)source.blp.width * source.blp.height;
    struct ground_filter *filter = ground_filter_create(kind, source.width, source.height, texture);
    status = filter ? texture_read(&source, filter_rows, filter) : diag_fail_memory(diag);
    ground_filter_destroy(filter);
    texture_close(&source);
    return status;
}

/* A key taken apart: shift, limit of texels, name, height name or "". */
struct wanted {
    uint32_t shift;
    uint64_t texels_most;
    char name[NAME_BYTES];
    char height_name[NAME_BYTES];
};

enum { KEY_BYTES = 2 * NAME_BYTES + 32 };

/* Line breaks cannot occur in names. */
static void make_key(const struct wanted *wanted, char key[KEY_BYTES])
{
    snprintf(key, KEY_BYTES, "%" PRIu32 " %" PRIx64 "\n%s\n%s", wanted->shift, wanted->texels_most,
             wanted->name, wanted->height_name);
}

static void split_key(const char *key, struct wanted *wanted)
{
    const char *name = strchr(key, '\n') + 1;
    const char *height_name = strchr(name, '\n') + 1;
    char *end;
    wanted->shift = (uint32_t)strtoul(key, &end, 10);
    wanted->texels_most = strtoull(end, NULL, 16);
    snprintf(wanted->name, NAME_BYTES, "%.*s", (int)(height_name - 1 - name), name);
    snprintf(wanted->height_name, NAME_BYTES, "%s", height_name);
}

/* The colours, or a stand-in after a warning that says why. */
static enum adtmap_status load_colors(const struct ground_cache *cache, const char *name,
                                      uint64_t texels_most, struct ground_texture *texture)
{
    struct adtmap_message why = {0};
    struct diag diag = {name, cache->log, &why};
    enum adtmap_status status =
        read_image(cache, name, GROUND_FILTER_COLORS, texels_most, &diag, texture);
    if (status && status != ADTMAP_NO_MEMORY) {
        uint8_t color[3];
        texture_fallback(name, cache->log, &why, color);
        ground_texture_fill(color, texture);
        texture->is_fallback = 1;
        status = ADTMAP_OK;
    }
    return status;
}

/* The heights; without them, after a warning, the texture is drawn as one that never had any. */
static enum adtmap_status load_heights(const struct ground_cache *cache, const char *name,
                                       uint64_t texels_most, struct ground_texture *texture)
{
    struct adtmap_message why = {0};
    struct diag diag = {name, cache->log, &why};
    enum adtmap_status status =
        read_image(cache, name, GROUND_FILTER_HEIGHT, texels_most, &diag, texture);
    if (status && status != ADTMAP_NO_MEMORY) {
        texture->plane_count = GROUND_HEIGHT;
        texture->is_fallback = 1;
        struct diag at_file = {why.file, cache->log, NULL};
        diag_warn(&at_file, why.chunk, why.offset, "height texture %s; drawn without heights",
                  why.what);
        status = ADTMAP_OK;
    }
    return status;
}

/* cache_load: what is wrong with the files is reported by the first load only. */
static enum adtmap_status load_texture(void *user, const char *key, void **value, size_t *bytes)
{
    struct ground_cache cache = *(const struct ground_cache *)user;
    cache.log = cache_had(cache.textures, key) ? NULL : cache.log;
    struct wanted wanted;
    split_key(key, &wanted);
    const struct ground_size size = {cache.quad_px, wanted.shift, wanted.height_name[0] != 0};
    *bytes = ground_texture_bytes(&size);
    struct ground_texture *texture = malloc(*bytes);
    if (!texture) {
        return ADTMAP_NO_MEMORY;
    }
    ground_texture_init(&size, texture);
    enum adtmap_status status = load_colors(&cache, wanted.name, wanted.texels_most, texture);
    if (!status && size.has_height) {
        status = load_heights(&cache, wanted.height_name, wanted.texels_most, texture);
    }
    if (status) {
        free(texture);
        return status;
    }
    *value = texture;
    return ADTMAP_OK;
}

/* Canonical, so that all spellings share one texture; names that cannot be stay as they are. */
static void put_name(const char *name, char out[NAME_BYTES])
{
    if (!name_canonical(name, out)) {
        snprintf(out, NAME_BYTES, "%s", name);
        for (char *c = out; *c; c++) {
            *c = *c == '\n' ? '?' : *c;
        }
    }
}

static enum adtmap_status pin_texture(struct ground_cache *cache,
                                      const struct ground_request *texture, uint64_t texels_most,
                                      struct cache_pin *pin)
{
    struct wanted wanted = {.shift = texture->scale_shift, .texels_most = texels_most};
    char key[KEY_BYTES];
    put_name(texture->name, wanted.name);
    if (texture->height_name) {
        put_name(texture->height_name, wanted.height_name);
    }
    make_key(&wanted, key);
    return cache_acquire(cache->textures, key, load_texture, cache, pin);
}

enum adtmap_status ground_cache_pin(struct ground_cache *cache,
                                    const struct ground_request *requests, uint32_t count,
                                    struct arena *arena, const struct diag *diag,
                                    struct ground_set *set)
{
    const struct ground_texture **textures = arena_alloc(arena, count, sizeof *textures);
    *set = (struct ground_set){
        .textures = textures,
        .pins = arena_alloc(arena, count, sizeof *set->pins),
        .count = count,
    };
    if (!textures || !set->pins) {
        return diag_fail_memory(diag);
    }
    uint64_t large_texels = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!requests[i].name) {
            continue;
        }
        uint64_t texels_most = texture_texels_most(large_texels);
        if (pin_texture(cache, &requests[i], texels_most, &set->pins[i])) {
            ground_cache_unpin(cache, set);
            return diag_fail_memory(diag);
        }
        textures[i] = set->pins[i].value;
        set->missing_assets += textures[i]->is_fallback;
        large_texels += textures[i]->texels > BLP_LARGE_TEXELS ? textures[i]->texels : 0;
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
