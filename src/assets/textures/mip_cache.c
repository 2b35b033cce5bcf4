/* A set counts the texels of large textures, so that a tile cannot ask for any number of them. */
#include "assets/textures/mip_cache.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/textures/mip_load.h"
#include "assets/textures/texture_load.h"
#include "base/path.h"

struct mip_pin {
    struct cache_pin pin;
    struct mip_pin *next;
    struct mip_pin *next_fallback;
    struct mip_pin *next_large;
};

/*
 * What the cache has a texture by: all bytes count, those between members are 0. With least_edge 0
 * it is the stand-in of the file, which is named when that is made.
 */
struct mip_key {
    uint64_t texels_most;
    uint32_t least_edge;
    uint32_t file_id; /* where there is no name */
    bool is_opacity;
    bool takes_stored;
    bool edges_only;
    uint8_t alpha_key;
    bool has_name;
    char name[NAME_BYTES]; /* canonical if it can be; the key ends with its NUL */
};

/* Returns the bytes of the key. */
static size_t make_key(const struct mip_wanted *wanted, struct mip_key *key)
{
    memset(key, 0, offsetof(struct mip_key, name) + 1);
    key->texels_most = wanted->wish.texels_most;
    key->least_edge = wanted->wish.least_edge;
    key->is_opacity = wanted->alpha.is_opacity;
    key->takes_stored = wanted->alpha.takes_stored;
    key->edges_only = wanted->edges_only;
    key->alpha_key = wanted->alpha.key;
    key->has_name = wanted->file.name != NULL;
    if (!key->has_name) {
        key->file_id = wanted->file.file_id;
    } else if (!name_canonical(wanted->file.name, key->name)) {
        snprintf(key->name, sizeof key->name, "%s", wanted->file.name);
    }
    return offsetof(struct mip_key, name) + strlen(key->name) + 1;
}

static struct asset_ref mip_key_file(const struct mip_key *key)
{
    return (struct asset_ref){key->has_name ? key->name : NULL, key->file_id};
}

/* How a texture is pinned, or why its stand-in is. */
struct pinning {
    struct cache *files; /* of the set */
    bool is_silent;      /* what is wrong with the file is not reported */
    const struct adtmap_message *why;
};

/* The one texel that stands for a texture, after a warning. */
static enum adtmap_status load_fallback(const struct cache_loading *loading,
                                        struct mip_texture **texture, size_t *bytes)
{
    const struct pinning *pinning = loading->user;
    uint8_t texel[4] = {0, 0, 0, 255};
    texture_fallback(mip_key_file(loading->key), loading->log, pinning->why, texel);
    *texture = mip_texture_create(texel, 1, 1, bytes);
    return *texture ? ADTMAP_OK : ADTMAP_NO_MEMORY;
}

static enum adtmap_status copy_fallback(const struct cache_loading *loading,
                                        const struct adtmap_message *why,
                                        struct mip_texture **texture, size_t *bytes)
{
    struct mip_key key;
    struct cache_pin pin;
    struct pinning pinning = {.why = why};
    const struct mip_wanted wanted = {.file = mip_key_file(loading->key)};
    size_t key_bytes = make_key(&wanted, &key);
    *loading->has_warned = true;
    if (cache_acquire(loading->cache, &key, key_bytes, &pinning, &pin)) {
        return ADTMAP_NO_MEMORY;
    }
    const struct mip_texture *fallback = pin.value;
    *texture = mip_texture_create(fallback->texels, 1, 1, bytes);
    cache_release(&pin);
    if (!*texture) {
        return ADTMAP_NO_MEMORY;
    }
    (*texture)->is_fallback = true;
    return ADTMAP_OK;
}

/* The levels of a texture, or one texel of its stand-in. */
static enum adtmap_status load_texture(const struct cache_loading *loading, void **value,
                                       size_t *bytes)
{
    const struct mip_key *key = loading->key;
    const struct pinning *pinning = loading->user;
    const struct mip_wanted wanted = {
        .file = mip_key_file(key),
        .wish = {.least_edge = key->least_edge, .texels_most = key->texels_most},
        .alpha = {.is_opacity = key->is_opacity,
                  .key = key->alpha_key,
                  .takes_stored = key->takes_stored},
        .edges_only = key->edges_only,
    };
    char of_id[ASSET_ID_BYTES];
    struct adtmap_message why = {0};
    struct diag diag = {asset_ref_text(wanted.file, of_id),
                        pinning->is_silent ? NULL : loading->log, &why};
    struct mip_texture *texture = NULL;
    enum adtmap_status status;
    if (key->least_edge > 0) {
        struct cache_pin file = {0};
        if (pinning->files) {
            texture_file_pin(pinning->files, wanted.file, &file);
        }
        status = mip_load(loading->assets, &wanted, file.value, &diag, &texture, bytes);
        texture_file_unpin(&file);
    } else {
        status = load_fallback(loading, &texture, bytes);
    }
    if (status && status != ADTMAP_NO_MEMORY) {
        status = copy_fallback(loading, &why, &texture, bytes);
    }
    if (!status) {
        texture->file = wanted.file;
        texture->alpha = wanted.alpha;
        *value = texture;
    }
    return status;
}

const struct cache_kind mip_texture_kind = {load_texture, free};

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

static uint64_t texels_of_image(const struct mip_texture *texture)
{
    return (uint64_t)texture->levels[0].width * texture->levels[0].height;
}

static bool is_large(const struct mip_texture *texture)
{
    return texels_of_image(texture) > BLP_LARGE_TEXELS;
}

/* Counts the texels of a large texture, once. */
static void count_large(struct mip_set *set, struct mip_pin *pin)
{
    const struct mip_texture *texture = pin->pin.value;
    if (!is_large(texture) || !mip_texture_is_read(texture)) {
        return;
    }
    for (const struct mip_pin *at = set->last_large; at; at = at->next_large) {
        if (at->pin.value == texture) {
            return;
        }
    }
    pin->next_large = set->last_large;
    set->last_large = pin;
    set->large_texels += texels_of_image(texture);
}

/* A texture that the set has is pinned as it was, whatever it may have by now. */
static uint64_t texels_most(const struct mip_set *set, struct asset_ref file)
{
    uint64_t most = texture_texels_most(set->large_texels);
    for (const struct mip_pin *at = set->last_large; at && most < UINT64_MAX; at = at->next_large) {
        const struct asset_ref *known = &((const struct mip_texture *)at->pin.value)->file;
        bool is_same = known->name && file.name
                           ? strcmp(known->name, file.name) == 0
                           : !known->name && !file.name && known->file_id == file.file_id;
        most = is_same ? UINT64_MAX : most;
    }
    return most;
}

static const struct mip_texture *add_pin(struct mip_set *set, struct mip_pin *pin)
{
    const struct mip_texture *texture = pin->pin.value;
    pin->next = set->last;
    set->last = pin;
    if (texture->is_fallback) {
        count_fallback(set, pin);
    }
    count_large(set, pin);
    return texture;
}

static const struct mip_texture *pin_texture(struct cache *cache, const struct mip_wanted *wanted,
                                             bool is_silent, struct arena *arena,
                                             struct mip_set *set)
{
    struct mip_key key;
    struct pinning pinning = {.files = set->files, .is_silent = is_silent};
    size_t key_bytes = make_key(wanted, &key);
    key.texels_most = texels_most(set, mip_key_file(&key));
    struct mip_pin *pin = arena_alloc(arena, 1, sizeof *pin);
    if (!pin || cache_acquire(cache, &key, key_bytes, &pinning, &pin->pin)) {
        return NULL;
    }
    return add_pin(set, pin);
}

const struct mip_texture *mip_cache_pin(struct cache *cache, struct asset_ref file,
                                        uint32_t longest_edge, struct mip_alpha alpha,
                                        struct arena *arena, struct mip_set *set)
{
    const struct mip_wanted wanted = {
        .file = file, .wish = {.least_edge = longest_edge}, .alpha = alpha};
    return pin_texture(cache, &wanted, false, arena, set);
}

const struct mip_texture *mip_cache_pin_outline(struct cache *cache, struct asset_ref file,
                                                uint32_t longest_edge, struct mip_alpha alpha,
                                                struct arena *arena, struct mip_set *set)
{
    const struct mip_wanted wanted = {
        .file = file, .wish = {.least_edge = longest_edge}, .alpha = alpha, .edges_only = true};
    return pin_texture(cache, &wanted, false, arena, set);
}

bool mip_cache_pin_optional(struct cache *cache, const char *name, uint32_t longest_edge,
                            struct mip_alpha alpha, struct arena *arena, struct mip_set *set,
                            const struct mip_texture **texture)
{
    *texture = NULL;
    if (!assets_has(cache_assets(cache), name)) {
        return true;
    }
    *texture = mip_cache_pin(cache, (struct asset_ref){name, 0}, longest_edge, alpha, arena, set);
    return *texture;
}

static struct mip_wanted wanted_from(const struct mip_texture *texture, uint32_t level)
{
    const struct mip_level *finest = &texture->levels[level];
    uint32_t edge = finest->width > finest->height ? finest->width : finest->height;
    return (struct mip_wanted){
        .file = texture->file, .wish = {.least_edge = edge}, .alpha = texture->alpha};
}

/*
 * Pins what the cache has of an outline with its levels from `level` or a finer one on: all of them
 * have equal texels, so that whichever it is does not show. Large textures do not take part, since
 * a set counts them by their edges. NULL when there is none.
 */
static const struct mip_texture *pin_loaded(struct cache *cache, const struct mip_texture *outline,
                                            uint32_t level, struct arena *arena,
                                            struct mip_set *set)
{
    struct cache_pin found = {0};
    if (mip_texture_is_read(outline) || is_large(outline)) {
        return NULL;
    }
    for (uint32_t i = level + 1; i-- > 0 && !found.entry;) {
        struct mip_key key;
        const struct mip_wanted wanted = wanted_from(outline, i);
        size_t key_bytes = make_key(&wanted, &key);
        key.texels_most = texels_most(set, mip_key_file(&key));
        cache_acquire_loaded(cache, &key, key_bytes, &found);
    }
    struct mip_pin *pin = found.entry ? arena_alloc(arena, 1, sizeof *pin) : NULL;
    if (!pin) {
        cache_release(&found);
        return NULL;
    }
    pin->pin = found;
    return add_pin(set, pin);
}

/* A file that became another meanwhile may need any level. */
const struct mip_texture *mip_cache_pin_levels(struct cache *cache,
                                               const struct mip_texture *texture, uint32_t level,
                                               struct arena *arena, struct mip_set *set)
{
    struct mip_wanted wanted = wanted_from(texture, level);
    const struct mip_texture *finer = pin_loaded(cache, texture, level, arena, set);
    if (!finer) {
        finer = pin_texture(cache, &wanted, true, arena, set);
    }
    if (finer && finer->first_level > 0 &&
        (finer->levels[0].width != texture->levels[0].width ||
         finer->levels[0].height != texture->levels[0].height)) {
        wanted.wish.least_edge = UINT32_MAX;
        finer = pin_texture(cache, &wanted, true, arena, set);
    }
    return finer;
}

void mip_cache_unpin(struct mip_set *set)
{
    for (struct mip_pin *pin = set->last; pin; pin = pin->next) {
        cache_release(&pin->pin);
    }
    *set = (struct mip_set){.files = set->files};
}
