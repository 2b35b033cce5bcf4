/*
 * The textures of a tile's materials. How fine their levels have to be is known when the triangles
 * are set up, which mesh/ does. So a texture comes with the edges of all levels and with texels
 * from an edge on that is enough for most; mesh/ asks for the finest level of each by its number;
 * surface_textures_read then reads what is lacking, all at once.
 */
#ifndef SCENE_SURFACE_TEXTURES_H
#define SCENE_SURFACE_TEXTURES_H

#include "adtmap/settings.h"
#include "assets/textures/mip_cache.h"
#include "base/arena.h"
#include "scene/surface_material.h"

struct surface_texture;

struct surface_textures {
    struct cache *cache; /* of mip_texture_kind; a tile that names no texture does not look at it */
    const struct adtmap_settings *settings;
    uint32_t longest_edge; /* of levels with texels before surface_textures_read */
    struct arena *arena;   /* the textures live here */
    struct mip_set pins;
    uint32_t count; /* their numbers run from 1 to this one */
    struct surface_texture *last;
    struct surface_texture *last_outline; /* of those that came without texels */
};

/* Textures for drawings of `quad_px` pixels a quad; none so far. `files` is as in struct mip_set.
 */
struct surface_textures surface_textures_of(struct cache *cache, struct cache *files,
                                            const struct adtmap_settings *settings,
                                            uint32_t quad_px, struct arena *arena);

/*
 * Gives a material, whose blend and alpha key are set, its texture `t`: the first one is filtered
 * with the key, and its alpha is opacity where the blend uses it. That of others is what the mix
 * says. Those of opaque surfaces have the levels of their files if the settings say so. A file that
 * cannot be read has its stand-in. False when out of memory.
 */
bool surface_textures_add(struct surface_textures *textures, struct asset_ref file, unsigned t,
                          struct surface_material *material);

/* The same for a file that need not be there, and with an alpha that is said: without the file the
 * material is left as it is. */
bool surface_textures_add_optional(struct surface_textures *textures, const char *name,
                                   struct mip_alpha alpha, unsigned t,
                                   struct surface_material *material);

/* Whether textures of a surface have the levels of their files. */
bool surface_textures_are_stored(const struct surface_textures *textures, enum surface_blend blend);

/*
 * Gives each texture all levels from finest[number] on; UINT8_MAX: none is asked for, and one that
 * has no texels stays so. What is there stays there. May be called again, for another drawing of
 * the same scene. False when out of memory.
 */
bool surface_textures_read(struct surface_textures *textures, const uint8_t *finest);

/* Gives all that is pinned back. */
void surface_textures_close(struct surface_textures *textures);

#endif
