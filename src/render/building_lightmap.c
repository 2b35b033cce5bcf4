#include "render/building_lightmap.h"

#include <string.h>

enum { CORNERS = 3, EDGE = WMO_LIGHTMAP_EDGE };

/* Lightmap `map` as a texture in the tile's arena; NULL when out of memory. */
static const struct mip_texture *decode(const struct building_group *drawing, uint32_t map)
{
    struct arena *arena = drawing->target->arena;
    uint8_t *rgba = arena_alloc_dirty(arena, (size_t)EDGE * EDGE, 4);
    struct mip_texture *texture = arena_alloc_dirty(arena, mip_texture_bytes(EDGE, EDGE, 0), 1);
    if (!rgba || !texture) {
        return NULL;
    }
    wmo_decode_lightmap(drawing->group->lightmaps, map, rgba);
    mip_texture_fill(texture, rgba, EDGE, EDGE);
    return texture;
}

/* The batch's surface under lightmap `map`; NULL when out of memory. */
static struct surface *lit_surface(const struct building_group *drawing,
                                   const struct wmo_batch *batch, uint32_t map)
{
    struct surface *surface = arena_alloc(drawing->target->arena, 1, sizeof *surface);
    if (!surface) {
        return NULL;
    }
    *surface = *building_surface(drawing, batch);
    surface->mix = MIX_LIGHTMAP;
    surface->textures[1] = decode(drawing, map);
    return surface->textures[1] ? surface : NULL;
}

/* The corners of the batch's triangles that `map` lights, as vertices of their own; how many. */
static uint32_t collect(const struct building_group *drawing, const struct wmo_batch *batch,
                        uint32_t map, struct mesh_vertex *vertices, uint32_t *indices)
{
    const struct wmo_group *group = drawing->group;
    uint32_t count = 0;
    for (uint32_t i = 0; i < batch->index_count; i++) {
        uint32_t corner = batch->index_begin + i;
        if (group->lightmaps->of_triangle[corner / CORNERS] != map) {
            continue;
        }
        struct mesh_vertex *vertex = &vertices[count];
        building_vertex(drawing, batch, group->indices[corner], vertex);
        for (uint32_t c = 0; c < 3 && map != WMO_NO_LIGHTMAP; c++) {
            vertex->light[c] = 1.0F;
        }
        memcpy(vertex->uv[1], group->lightmaps->uv[corner], sizeof vertex->uv[1]);
        indices[count] = count;
        count++;
    }
    return count;
}

/* The part of the batch that `map` lights; without a map, by the light of the room. */
static bool append_part(const struct building_group *drawing, const struct wmo_batch *batch,
                        uint32_t map)
{
    struct arena *arena = drawing->target->arena;
    struct mesh_vertex *vertices = arena_alloc_dirty(arena, batch->index_count, sizeof *vertices);
    uint32_t *indices = arena_alloc_dirty(arena, batch->index_count, sizeof *indices);
    if (!vertices || !indices) {
        return false;
    }
    uint32_t count = collect(drawing, batch, map, vertices, indices);
    if (count == 0) {
        return true;
    }
    struct surface *surface = map == WMO_NO_LIGHTMAP ? building_surface(drawing, batch)
                                                     : lit_surface(drawing, batch, map);
    return surface && building_append(drawing, surface, vertices, count, indices, count);
}

bool building_lightmapped(const struct building_group *drawing, const struct wmo_batch *batch)
{
    bool complete = append_part(drawing, batch, WMO_NO_LIGHTMAP);
    for (uint32_t map = 0; map < drawing->group->lightmaps->count && complete; map++) {
        complete = append_part(drawing, batch, map);
    }
    return complete;
}
