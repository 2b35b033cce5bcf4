#include "assets/textures/ground_cache.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/cache.h"
#include "assets/textures/ground_filter.h"
#include "assets/textures/texture_load.h"
#include "base/path.h"

enum ground_file { GROUND_COLORS, GROUND_HEIGHTS, GROUND_FILES };

/*
 * What the cache has a texture by: all bytes count, those between members are 0. A reference is an
 * id, or 0 and a name, canonical if it can be; the key ends with the NUL of the second.
 */
struct ground_key {
    uint64_t texels_most;
    uint32_t quad_px;
    uint32_t shift;
    bool has_height;
    bool has_names[GROUND_FILES];
    uint32_t file_ids[GROUND_FILES];
    char names[GROUND_FILES * NAME_BYTES];
};

/* texture_take */
static void filter_rows(void *filter, const uint8_t *rgba, uint32_t count)
{
    ground_filter_rows(filter, rgba, count);
}

/* Filters an image into `texture`, which after a failure holds part of it. */
static enum adtmap_status read_image(const struct assets *assets, struct asset_ref file,
                                     enum ground_filter_kind kind, uint64_t texels_most,
                                     const struct diag *diag, struct ground_texture *texture)
{
    struct texture_source source;
    const struct texture_wish wish = {.least_edge = texture->stored_px, .texels_most = texels_most};
    enum adtmap_status status = texture_open(assets, file, NULL, &wish, diag, &source);
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

/* Puts a reference into the key at `at`, behind what its names have; returns where they end. */
static size_t ground_key_add_file(struct asset_ref ref, enum ground_file file, size_t at,
                                  struct ground_key *key)
{
    char *name = key->names + at;
    name[0] = '\0';
    key->has_names[file] = ref.name != NULL;
    key->file_ids[file] = ref.name ? 0 : ref.file_id;
    if (ref.name && !name_canonical(ref.name, name)) {
        snprintf(name, NAME_BYTES, "%s", ref.name);
    }
    return at + strlen(name) + 1;
}

static struct asset_ref ground_key_file(const struct ground_key *key, enum ground_file file)
{
    const char *name = file == GROUND_COLORS ? key->names : key->names + strlen(key->names) + 1;
    return (struct asset_ref){key->has_names[file] ? name : NULL, key->file_ids[file]};
}

/* The colours, or a stand-in after a warning that says why. */
static enum adtmap_status load_colors(const struct cache_loading *loading,
                                      struct ground_texture *texture)
{
    const struct ground_key *key = loading->key;
    struct asset_ref file = ground_key_file(key, GROUND_COLORS);
    char of_id[ASSET_ID_BYTES];
    struct adtmap_message why = {0};
    struct diag diag = {asset_ref_text(file, of_id), loading->log, &why};
    enum adtmap_status status =
        read_image(loading->assets, file, GROUND_FILTER_COLORS, key->texels_most, &diag, texture);
    if (status && status != ADTMAP_NO_MEMORY) {
        uint8_t color[3];
        texture_fallback(file, loading->log, &why, color);
        ground_texture_fill(color, texture);
        texture->is_fallback = true;
        status = ADTMAP_OK;
    }
    return status;
}

/* The heights; without them, after a warning, the texture is drawn as one that never had any. */
static enum adtmap_status load_heights(const struct cache_loading *loading,
                                       struct ground_texture *texture)
{
    const struct ground_key *key = loading->key;
    struct asset_ref file = ground_key_file(key, GROUND_HEIGHTS);
    char of_id[ASSET_ID_BYTES];
    struct adtmap_message why = {0};
    struct diag diag = {asset_ref_text(file, of_id), loading->log, &why};
    enum adtmap_status status =
        read_image(loading->assets, file, GROUND_FILTER_HEIGHT, key->texels_most, &diag, texture);
    if (status && status != ADTMAP_NO_MEMORY) {
        texture->plane_count = GROUND_HEIGHT;
        texture->is_fallback = true;
        struct diag at_file = {why.file, loading->log, NULL};
        diag_warn(&at_file, why.chunk, why.offset, "height texture %s; drawn without heights",
                  why.what);
        status = ADTMAP_OK;
    }
    return status;
}

static enum adtmap_status load_texture(const struct cache_loading *loading, void **value,
                                       size_t *bytes)
{
    const struct ground_key *key = loading->key;
    const struct ground_size size = {key->quad_px, key->shift, key->has_height};
    *bytes = ground_texture_bytes(&size);
    struct ground_texture *texture = malloc(*bytes);
    if (!texture) {
        return ADTMAP_NO_MEMORY;
    }
    ground_texture_init(&size, texture);
    enum adtmap_status status = load_colors(loading, texture);
    if (!status && size.has_height) {
        status = load_heights(loading, texture);
    }
    if (status) {
        free(texture);
        return status;
    }
    *value = texture;
    return ADTMAP_OK;
}

const struct cache_kind ground_texture_kind = {load_texture, free};

bool ground_shining(const struct assets *assets, struct asset_ref colors, struct arena *arena,
                    struct asset_ref *file)
{
    static const char folder[] = "tileset/";
    static const char extension[] = ".blp";
    enum { FOLDER = sizeof folder - 1 };
    char name[NAME_BYTES];
    *file = colors;
    if (colors.name ? !name_canonical(colors.name, name)
                    : !assets_name_of_id(assets, colors.file_id, name)) {
        return true;
    }
    size_t length = strlen(name);
    if (length < FOLDER + TEXTURE_EXTENSION_BYTES || memcmp(name, folder, FOLDER) != 0 ||
        strcmp(name + length - TEXTURE_EXTENSION_BYTES, extension) != 0) {
        return true;
    }
    char *shining = texture_shining_name(name, arena);
    if (!shining) {
        return false;
    }
    if (assets_has(assets, shining)) {
        *file = (struct asset_ref){shining, 0};
    }
    return true;
}

enum adtmap_status ground_cache_pin(struct cache *cache, uint32_t quad_px,
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
        const struct ground_request *request = &requests[i];
        struct ground_key key;
        if (!request->is_wanted) {
            continue;
        }
        memset(&key, 0, offsetof(struct ground_key, names));
        key.texels_most = texture_texels_most(large_texels);
        key.quad_px = quad_px;
        key.shift = request->scale_shift;
        key.has_height = request->has_height;
        size_t end = ground_key_add_file(request->colors, GROUND_COLORS, 0, &key);
        if (request->has_height) {
            end = ground_key_add_file(request->height, GROUND_HEIGHTS, end, &key);
        }
        if (cache_acquire(cache, &key, offsetof(struct ground_key, names) + end, NULL,
                          &set->pins[i])) {
            ground_cache_unpin(set);
            return diag_fail_memory(diag);
        }
        textures[i] = set->pins[i].value;
        set->missing_assets += textures[i]->is_fallback;
        large_texels += textures[i]->texels > BLP_LARGE_TEXELS ? textures[i]->texels : 0;
    }
    return ADTMAP_OK;
}

void ground_cache_unpin(struct ground_set *set)
{
    for (uint32_t i = 0; set->pins && i < set->count; i++) {
        cache_release(&set->pins[i]);
    }
    *set = (struct ground_set){0};
}
