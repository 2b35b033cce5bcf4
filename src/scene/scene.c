#include "scene/scene.h"

#include "map/settings/settings.h"

static enum adtmap_status build_textures(const struct adt_tile *adt, struct arena *arena,
                                         const struct diag *diag, struct scene_tile *scene)
{
    struct scene_texture *textures = arena_alloc(arena, adt->texture_count, sizeof *textures);
    scene->textures = textures;
    scene->texture_count = adt->texture_count;
    for (uint32_t i = 0; textures && i < adt->texture_count; i++) {
        const struct adt_texture *from = &adt->textures[i];
        textures[i] = (struct scene_texture){
            .colors = {from->name, from->file_id},
            .has_height =
                scene->blend == ADTMAP_BLEND_HEIGHT && (from->height_name || from->height_file_id),
            .height = {from->height_name, from->height_file_id},
            .height_scale = from->height_scale,
            .height_offset = from->height_offset,
            .scale_shift = from->scale_shift,
        };
    }
    return textures ? ADTMAP_OK : diag_fail_memory(diag);
}

/* The layers that are there: those above the first have alpha. */
static void build_layers(const struct adt_chunk *terrain, const struct adtmap_settings *settings,
                         struct scene_chunk *chunk)
{
    for (uint32_t i = 0; i < terrain->layer_count; i++) {
        const uint8_t *alpha = terrain->layers[i].alpha;
        if (i == 0 || alpha) {
            chunk->layers[chunk->layer_count++] = (struct scene_layer){
                .texture = terrain->layers[i].texture,
                .alpha = i > 0 ? alpha : NULL,
                .is_overbright =
                    settings->overbright && (terrain->layers[i].flags & ADT_LAYER_OVERBRIGHT),
            };
        }
    }
}

bool scene_has_shadows(const struct scene_tile *scene)
{
    bool has_any = false;
    for (uint32_t i = 0; i < ADT_CHUNKS; i++) {
        has_any = has_any || scene->chunks[i].shadow;
    }
    return has_any;
}

bool scene_has_terrain(const struct scene_tile *scene)
{
    bool has_any = false;
    for (uint32_t i = 0; i < ADT_CHUNKS; i++) {
        has_any = has_any || scene->chunks[i].terrain;
    }
    return has_any;
}

bool scene_is_bare(const struct scene_tile *scene)
{
    bool has_ground = false;
    for (uint32_t i = 0; i < ADT_CHUNKS; i++) {
        has_ground = has_ground || scene_chunk_has_ground(&scene->chunks[i]);
    }
    return !has_ground && scene_has_terrain(scene);
}

const struct liquid_types *scene_liquid_types(const struct scene_tile *scene)
{
    static const struct liquid_types built_in;
    return scene->liquid_types ? scene->liquid_types : &built_in;
}

enum adtmap_status scene_build(const struct adt_tile *adt, enum adtmap_blend map_blend,
                               const struct adtmap_settings *settings, struct arena *arena,
                               const struct diag *diag, struct scene_tile **scene)
{
    struct scene_tile *built = arena_alloc(arena, 1, sizeof *built);
    if (!built) {
        return diag_fail_memory(diag);
    }
    built->blend = settings->blend == ADTMAP_BLEND_AUTO ? map_blend : settings->blend;
    adt_tile_place(adt, &built->x, &built->y);
    enum adtmap_status status = build_textures(adt, arena, diag, built);
    if (status) {
        return status;
    }
    const bool has_baked = settings_have_baked_shadows(settings);
    for (uint32_t i = 0; i < ADT_CHUNKS; i++) {
        const struct adt_chunk *terrain = &adt->chunks[i];
        struct scene_chunk *chunk = &built->chunks[i];
        if (!terrain->present) {
            continue;
        }
        chunk->terrain = terrain;
        chunk->shadow = has_baked ? terrain->shadow : NULL;
        chunk->shadow_takes_alpha = chunk->shadow && adt->alpha_depth == ADT_ALPHA_8BIT &&
                                    (terrain->flags & ADT_CHUNK_DO_NOT_FIX_ALPHA_MAP);
        build_layers(terrain, settings, chunk);
        chunk->is_white =
            chunk->layer_count == 0 && settings->bare_ground == ADTMAP_BARE_GROUND_WHITE;
    }
    *scene = built;
    return ADTMAP_OK;
}
