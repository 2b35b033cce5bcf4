/*
 * Each texture of a material is a copy of what the cache has, which materials point to: finer
 * levels change the copy. Textures with an alpha key and those of stored levels are shared by all
 * materials that have the same file, since their levels do not depend on which of them are kept;
 * they are read once what the triangles ask for is known, and not at all if none does. Others may
 * differ by a rounding then, and are kept apart.
 */
#include "scene/surface_textures.h"

enum { EDGE_QUADS = 16 };

struct surface_texture {
    uint32_t number;
    struct mip_texture *levels;
    const struct mip_texture *pinned; /* what they were when the texture was added */
    struct surface_texture *next;
    struct surface_texture *next_outline;
};

/* The longest edge is enough for most textures, those that repeat within 16 quads, and little in
 * comparison with all levels. */
struct surface_textures surface_textures_of(struct cache *cache, struct cache *files,
                                            const struct adtmap_settings *settings,
                                            uint32_t quad_px, struct arena *arena)
{
    return (struct surface_textures){.cache = cache,
                                     .pins.files = files,
                                     .settings = settings,
                                     .longest_edge = EDGE_QUADS * quad_px,
                                     .arena = arena};
}

bool surface_textures_are_stored(const struct surface_textures *textures, enum surface_blend blend)
{
    return blend == SURFACE_OPAQUE &&
           textures->settings->texture_levels != ADTMAP_TEXTURE_LEVELS_AVERAGE;
}

static struct mip_alpha alpha_of(const struct surface_textures *textures,
                                 const struct surface_material *material, unsigned t)
{
    bool uses_alpha = t == 0 && surface_uses_alpha(material->blend);
    /* with the first alpha out of play, colours where it would cut are seen */
    bool is_cut = uses_alpha && !surface_is_transparent(material->blend);
    return (struct mip_alpha){
        .is_opacity = uses_alpha && !(is_cut && material->is_solid),
        .key = is_cut && !material->is_solid ? material->alpha_key : 0,
        .takes_stored = surface_textures_are_stored(textures, material->blend),
    };
}

static struct surface_texture *pins_add(struct surface_textures *textures,
                                        const struct mip_texture *pinned)
{
    struct surface_texture *added = arena_alloc(textures->arena, 1, sizeof *added);
    struct mip_texture *levels = arena_alloc_dirty(textures->arena, 1, sizeof *levels);
    if (!added || !levels) {
        return NULL;
    }
    *levels = *pinned;
    *added = (struct surface_texture){
        .number = ++textures->count, .levels = levels, .pinned = pinned, .next = textures->last};
    textures->last = added;
    return added;
}

/* An outline is shared by all who ask for it. NULL when out of memory. */
static const struct surface_texture *find_or_add(struct surface_textures *textures,
                                                 const struct mip_texture *pinned)
{
    if (mip_texture_is_read(pinned)) {
        return pins_add(textures, pinned);
    }
    for (const struct surface_texture *at = textures->last_outline; at; at = at->next_outline) {
        if (at->pinned == pinned) {
            return at;
        }
    }
    struct surface_texture *added = pins_add(textures, pinned);
    if (added) {
        added->next_outline = textures->last_outline;
        textures->last_outline = added;
    }
    return added;
}

static bool add_pinned(struct surface_textures *textures, const struct mip_texture *pinned,
                       unsigned t, struct surface_material *material)
{
    const struct surface_texture *texture = pinned ? find_or_add(textures, pinned) : NULL;
    if (texture) {
        material->textures[t] = texture->levels;
        material->numbers[t] = texture->number;
    }
    return texture != NULL;
}

bool surface_textures_add(struct surface_textures *textures, struct asset_ref file, unsigned t,
                          struct surface_material *material)
{
    const struct mip_alpha alpha = alpha_of(textures, material, t);
    const bool waits = alpha.key || alpha.takes_stored;
    const struct mip_texture *pinned = (waits ? mip_cache_pin_outline : mip_cache_pin)(
        textures->cache, file, textures->longest_edge, alpha, textures->arena, &textures->pins);
    return add_pinned(textures, pinned, t, material);
}

bool surface_textures_add_optional(struct surface_textures *textures, const char *name,
                                   struct mip_alpha alpha, unsigned t,
                                   struct surface_material *material)
{
    const struct mip_texture *pinned;
    if (!mip_cache_pin_optional(textures->cache, name, textures->longest_edge, alpha,
                                textures->arena, &textures->pins, &pinned)) {
        return false;
    }
    return !pinned || add_pinned(textures, pinned, t, material);
}

bool surface_textures_read(struct surface_textures *textures, const uint8_t *finest)
{
    for (const struct surface_texture *at = textures->last; at; at = at->next) {
        struct mip_texture *levels = at->levels;
        const bool is_finer = finest[at->number] < levels->first_level;
        const uint32_t first_level = is_finer ? finest[at->number] : levels->first_level;
        const bool is_asked = finest[at->number] != UINT8_MAX;
        if (!is_asked || (!is_finer && mip_texture_is_read(levels))) {
            continue;
        }
        const struct mip_texture *read = mip_cache_pin_levels(
            textures->cache, at->pinned, first_level, textures->arena, &textures->pins);
        if (!read) {
            return false;
        }
        /* Triangles are set up for these levels; a file that can no longer be read has one texel.
         */
        const uint32_t level_count = levels->level_count;
        *levels = *read;
        mip_texture_extend(levels, level_count);
    }
    return true;
}

void surface_textures_close(struct surface_textures *textures)
{
    mip_cache_unpin(&textures->pins);
    *textures = (struct surface_textures){0};
}
