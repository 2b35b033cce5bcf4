/*
 * A lightmap is a texture in coordinates of its own for each corner of a triangle: so corners
 * become vertices of their own, and a batch is cut into parts that one map lights.
 */
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
    struct arena *arena = drawing->builder->arena;
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
static struct surface_material *lit_material(const struct wmo_mesh_batch *batch, uint32_t map)
{
    struct arena *arena = batch->drawing->builder->arena;
    struct surface_material *material = arena_alloc(arena, 1, sizeof *material);
    if (!material) {
        return NULL;
    }
    *material = *wmo_mesh_batch_material(batch);
    material->mix = MIX_LIGHTMAP;
    material->textures[1] = decode(batch->drawing, map);
    return material->textures[1] ? material : NULL;
}

/* Corners of triangles as vertices of their own: those that one map lights. */
struct corners {
    const struct wmo_mesh_batch *batch;
    uint32_t map; /* or WMO_NO_LIGHTMAP */
    uint32_t count;
    uint32_t *vertex; /* of the group */
    float (*positions)[3];
    float (*uv[2])[2]; /* of the texture and the lightmap */
    uint32_t *indices;
};

static bool is_lit_by(const struct wmo_mesh_batch *batch, uint32_t i, uint32_t map)
{
    return batch->drawing->group->lightmaps
               ->of_triangle[(batch->batch->index_begin + i) / CORNERS] == map;
}

/* Room for the corners of the batch that `map` lights. False when out of memory. */
static bool corners_make_room(const struct wmo_mesh_batch *batch, uint32_t map,
                              struct corners *corners)
{
    struct arena *arena = batch->drawing->builder->arena;
    *corners = (struct corners){.batch = batch, .map = map};
    for (uint32_t i = 0; i < batch->batch->index_count; i++) {
        corners->count += is_lit_by(batch, i, map);
    }
    corners->vertex = arena_alloc_dirty(arena, corners->count, sizeof *corners->vertex);
    corners->positions = arena_alloc_dirty(arena, corners->count, sizeof *corners->positions);
    corners->uv[0] = arena_alloc(arena, corners->count, sizeof *corners->uv[0]);
    corners->uv[1] = arena_alloc_dirty(arena, corners->count, sizeof *corners->uv[1]);
    corners->indices = arena_alloc_dirty(arena, corners->count, sizeof *corners->indices);
    return corners->vertex && corners->positions && corners->uv[0] && corners->uv[1] &&
           corners->indices;
}

static void collect(struct corners *corners)
{
    const struct wmo_group *group = corners->batch->drawing->group;
    uint32_t count = 0;
    for (uint32_t i = 0; i < corners->batch->batch->index_count; i++) {
        uint32_t corner = corners->batch->batch->index_begin + i;
        if (!is_lit_by(corners->batch, i, corners->map)) {
            continue;
        }
        uint32_t at = group->indices[corner];
        corners->vertex[count] = at;
        memcpy(corners->positions[count], group->positions[at], sizeof corners->positions[count]);
        if (group->uv_count > 0) {
            memcpy(corners->uv[0][count], group->uv[0][at], sizeof corners->uv[0][count]);
        }
        memcpy(corners->uv[1][count], group->lightmaps->uv[corner], sizeof corners->uv[1][count]);
        corners->indices[count] = count;
        count++;
    }
}

/* mesh_light_function */
static void lights_of_corners(const void *user, const uint32_t *of, uint32_t count,
                              struct mesh_lights *lights)
{
    const struct corners *corners = user;
    uint32_t vertices[MESH_CORNERS] = {0};
    for (uint32_t i = 0; i < count; i++) {
        vertices[i] = corners->vertex[of[i]];
    }
    wmo_mesh_vertex_lights(corners->batch, vertices, count, lights);
    for (uint32_t i = 0; i < count && corners->map != WMO_NO_LIGHTMAP; i++) {
        lights->color[i] = (lanes_f){1.0F, 1.0F, 1.0F, lights->color[i][3]};
        lights->facing[i] = 0.0F;
    }
}

/* The part of the batch that `map` lights; without a map, by the light of the room. */
static bool append_part(const struct wmo_mesh_batch *batch, uint32_t map)
{
    struct corners corners;
    if (!corners_make_room(batch, map, &corners)) {
        return false;
    }
    if (corners.count == 0) {
        return true;
    }
    struct mesh_shape shape = wmo_mesh_shape(batch);
    collect(&corners);
    shape.material =
        map == WMO_NO_LIGHTMAP ? wmo_mesh_batch_material(batch) : lit_material(batch, map);
    shape.first_vertex = 0;
    shape.vertex_count = corners.count;
    shape.indices = corners.indices;
    shape.index_count = corners.count;
    shape.positions = (const float(*)[3])corners.positions;
    shape.textures[0] = (struct mesh_coordinates){&corners.uv[0][0][0], 2, NULL, MAPPED_BY_VERTEX};
    shape.textures[1] = (struct mesh_coordinates){&corners.uv[1][0][0], 2, NULL, MAPPED_BY_VERTEX};
    shape.normals = NULL;
    shape.light_of = lights_of_corners;
    shape.user = &corners;
    return shape.material && mesh_builder_add(batch->drawing->builder, &shape);
}

bool wmo_mesh_is_lightmapped(const struct wmo_mesh_batch *batch)
{
    return batch->drawing->group->lightmaps && batch->batch->kind != WMO_BATCH_EXTERIOR &&
           !wmo_mesh_is_unlit(&batch->drawing->builder->light, wmo_mesh_material_flags(batch));
}

bool wmo_mesh_append_lightmapped(const struct wmo_mesh_batch *batch)
{
    bool complete = append_part(batch, WMO_NO_LIGHTMAP);
    for (uint32_t map = 0; map < batch->drawing->group->lightmaps->count && complete; map++) {
        complete = append_part(batch, map);
    }
    return complete;
}
