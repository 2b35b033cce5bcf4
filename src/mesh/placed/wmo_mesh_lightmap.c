#include "mesh/placed/wmo_mesh_lightmap.h"

#include <string.h>

#include "mesh/placed/wmo_mesh_light.h"

enum { CORNERS = 3, EDGE = WMO_LIGHTMAP_EDGE };

/* The lightmaps of one group, shared by its batches and by all objects that show it. */
struct decoded {
    const struct wmo_lightmaps *of;
    const struct mip_texture **maps; /* of->count; NULL: nothing has asked for it */
    struct decoded *next;
};

static struct decoded *find_or_add(struct wmo_mesh_lightmaps *all, const struct wmo_lightmaps *of,
                                   struct arena *arena)
{
    for (struct decoded *known = all->first; known; known = known->next) {
        if (known->of == of) {
            return known;
        }
    }
    struct decoded *added = arena_alloc(arena, 1, sizeof *added);
    if (added) {
        *added =
            (struct decoded){of, arena_alloc(arena, of->count, sizeof *added->maps), all->first};
        all->first = added->maps ? added : all->first;
    }
    return added && added->maps ? added : NULL;
}

/* Lightmap `map` as a texture in the tile's arena; NULL when out of memory. */
static const struct mip_texture *decode(const struct wmo_mesh_group *drawing, uint32_t map)
{
    const struct wmo_lightmaps *lightmaps = drawing->group->lightmaps;
    struct arena *arena = drawing->target->arena;
    struct decoded *decoded = find_or_add(drawing->lightmaps, lightmaps, arena);
    if (!decoded || decoded->maps[map]) {
        return decoded ? decoded->maps[map] : NULL;
    }
    struct mip_texture *texture = arena_alloc_dirty(arena, mip_texture_bytes(EDGE, EDGE, 0), 1);
    if (texture) {
        mip_texture_init(texture, EDGE, EDGE, 0);
        wmo_decode_lightmap(lightmaps, map, texture->texels);
        mip_texture_finish(texture);
        decoded->maps[map] = texture;
    }
    return texture;
}

/* The batch's material under lightmap `map`; NULL when out of memory. */
static struct mesh_material *lit_material(const struct wmo_mesh_group *drawing,
                                          const struct wmo_batch *batch, uint32_t map)
{
    struct mesh_material *material = arena_alloc(drawing->target->arena, 1, sizeof *material);
    if (!material) {
        return NULL;
    }
    *material = *wmo_mesh_batch_material(drawing, batch);
    material->mix = MIX_LIGHTMAP;
    material->textures[1] = decode(drawing, map);
    return material->textures[1] ? material : NULL;
}

/* How many corners of the batch's triangles `map` lights. */
static uint32_t count_corners(const struct wmo_group *group, const struct wmo_batch *batch,
                              uint32_t map)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < batch->index_count; i++) {
        count += group->lightmaps->of_triangle[(batch->index_begin + i) / CORNERS] == map;
    }
    return count;
}

/* Those corners, as vertices of their own. */
static void collect(const struct wmo_mesh_group *drawing, const struct wmo_batch *batch,
                    uint32_t map, const struct mesh_copy *copy, uint32_t *indices)
{
    const struct wmo_group *group = drawing->group;
    uint32_t count = 0;
    for (uint32_t i = 0; i < batch->index_count; i++) {
        uint32_t corner = batch->index_begin + i;
        if (group->lightmaps->of_triangle[corner / CORNERS] != map) {
            continue;
        }
        struct mesh_vertex *vertex = &copy->vertices[count];
        struct mesh_layers *layers = &copy->layers[count];
        uint32_t at = group->indices[corner];
        struct mesh_position position = mesh_view_position(&drawing->view, group->positions[at]);
        wmo_mesh_vertex(drawing, batch, at, &position, vertex);
        wmo_mesh_layers(drawing, batch, at, layers);
        for (uint32_t c = 0; c < 3 && map != WMO_NO_LIGHTMAP; c++) {
            vertex->light[c] = 1.0F;
        }
        memcpy(layers->uv[0], group->lightmaps->uv[corner], sizeof layers->uv[0]);
        indices[count] = count;
        count++;
    }
}

/* The part of the batch that `map` lights; without a map, by the light of the room. */
static bool append_part(const struct wmo_mesh_group *drawing, const struct wmo_batch *batch,
                        uint32_t map)
{
    struct arena *arena = drawing->target->arena;
    uint32_t count = count_corners(drawing->group, batch, map);
    if (count == 0) {
        return true;
    }
    struct mesh_copy copy = {.vertices = arena_alloc_dirty(arena, count, sizeof *copy.vertices),
                             .layers = arena_alloc_dirty(arena, count, sizeof *copy.layers)};
    uint32_t *indices = arena_alloc_dirty(arena, count, sizeof *indices);
    struct mesh_material *material = map == WMO_NO_LIGHTMAP
                                         ? wmo_mesh_batch_material(drawing, batch)
                                         : lit_material(drawing, batch, map);
    if (!copy.vertices || !copy.layers || !indices || !material) {
        return false;
    }
    collect(drawing, batch, map, &copy, indices);
    return wmo_mesh_append(drawing, material, &copy, count, indices, count);
}

bool wmo_mesh_is_lightmapped(const struct wmo_mesh_group *drawing, const struct wmo_batch *batch)
{
    return drawing->group->lightmaps && batch->kind != WMO_BATCH_EXTERIOR &&
           !wmo_mesh_is_unlit(&drawing->target->settings->light,
                              wmo_mesh_material_flags(drawing, batch));
}

bool wmo_mesh_append_lightmapped(const struct wmo_mesh_group *drawing,
                                 const struct wmo_batch *batch)
{
    bool complete = append_part(drawing, batch, WMO_NO_LIGHTMAP);
    for (uint32_t map = 0; map < drawing->group->lightmaps->count && complete; map++) {
        complete = append_part(drawing, batch, map);
    }
    return complete;
}
