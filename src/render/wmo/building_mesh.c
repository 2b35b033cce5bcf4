#include "render/wmo/building_mesh.h"

#include <stdio.h>

#include "render/mesh/surface.h"
#include "render/wmo/building_group.h"
#include "render/wmo/building_lightmap.h"
#include "render/wmo/building_liquid.h"

/* MOMT shader ids, seen from above (WMO document, MOMT). */
static enum surface_mix mix_of(uint32_t shader)
{
    switch (shader) {
    case 6:
        return MIX_TWO_LAYER;
    case 7:
        return MIX_TWO_LAYER_METAL;
    case 8:
    case 13:
        return MIX_TWO_LAYER_TERRAIN;
    case 9:
        return MIX_EMISSIVE;
    case 11:
        return MIX_MASKED;
    case 15:
        return MIX_TWO_LAYER_EMISSIVE;
    case 17:
        return MIX_ADDITIVE_MASKED;
    case 18:
        return MIX_TWO_LAYER_MOD2X;
    case 19:
        return MIX_TWO_LAYER_MOD2X_NA;
    case 20:
        return MIX_TWO_LAYER_ALPHA;
    default:
        return MIX_FIRST;
    }
}

static unsigned wrap_of(uint32_t flags)
{
    return (flags & WMO_MATERIAL_CLAMP_S ? MIP_CLAMP_U : 0U) |
           (flags & WMO_MATERIAL_CLAMP_T ? MIP_CLAMP_V : 0U);
}

enum { ID_NAME_BYTES = 16 };

/* The name under which a texture is looked for, and named where it is missing; that of an id is in
 * `text`. */
static const char *texture_name(const struct wmo_texture *texture, char text[ID_NAME_BYTES])
{
    if (texture->name || !texture->file_id) {
        return texture->name ? texture->name : "(material without a texture)";
    }
    snprintf(text, ID_NAME_BYTES, "id:%u", (unsigned)texture->file_id);
    return text;
}

/* Pins the textures that the surface's mix reads. False when out of memory. */
static bool pin_textures(const struct mesh_target *target, const struct wmo_material *material,
                         struct surface *surface)
{
    unsigned wanted = surface_mix_textures(surface->mix);
    for (uint32_t t = 0; t < SURFACE_TEXTURES && t < material->texture_count; t++) {
        char of_id[ID_NAME_BYTES];
        if (!(wanted >> t & 1)) {
            continue;
        }
        const char *name = texture_name(&material->textures[t], of_id);
        surface->textures[t] = mip_cache_pin(target->textures, name, mesh_target_edge(target),
                                             target->arena, target->pins);
        if (!surface->textures[t]) {
            return false;
        }
    }
    return true;
}

/* The surfaces of a building's materials, and a plain one for batches without. */
static struct surface *make_surfaces(const struct mesh_target *target, const struct wmo *root)
{
    struct surface *surfaces =
        arena_alloc(target->arena, (size_t)root->material_count + 1, sizeof *surfaces);
    if (!surfaces) {
        return NULL;
    }
    for (uint32_t i = 0; i < root->material_count; i++) {
        const struct wmo_material *material = &root->materials[i];
        surfaces[i] = (struct surface){
            .blend = (enum blend_mode)material->blend,
            .mix = mix_of(material->shader),
            .two_sided = (material->flags & WMO_MATERIAL_TWO_SIDED) != 0,
            .wrap = wrap_of(material->flags),
        };
        if (!pin_textures(target, material, &surfaces[i])) {
            return NULL;
        }
    }
    return surfaces;
}

static bool append_batch(const struct building_group *drawing, const struct wmo_batch *batch)
{
    struct arena *arena = drawing->target->arena;
    uint32_t count = batch->vertex_last - batch->vertex_first + 1;
    struct mesh_vertex *vertices = arena_alloc_dirty(arena, count, sizeof *vertices);
    uint32_t *indices = arena_alloc_dirty(arena, batch->index_count, sizeof *indices);
    if (!vertices || !indices) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        building_vertex(drawing, batch, batch->vertex_first + i, &vertices[i]);
    }
    for (uint32_t i = 0; i < batch->index_count; i++) {
        indices[i] = drawing->group->indices[batch->index_begin + i] - batch->vertex_first;
    }
    return building_append(drawing, building_surface(drawing, batch), vertices, count, indices,
                           batch->index_count);
}

static bool append_group(const struct building_group *drawing)
{
    for (uint32_t i = 0; i < drawing->group->batch_count; i++) {
        const struct wmo_batch *batch = &drawing->group->batches[i];
        bool mapped = drawing->group->lightmaps && batch->kind != WMO_BATCH_EXTERIOR;
        if (batch->index_count == 0) {
            continue;
        }
        if (mapped ? !building_lightmapped(drawing, batch) : !append_batch(drawing, batch)) {
            return false;
        }
    }
    bool liquid = (drawing->target->settings->draw & ADTMAP_DRAW_LIQUID) != 0;
    return !liquid || building_liquid(drawing->target, &drawing->view, drawing->group);
}

static bool is_shell(const struct wmo_group *group)
{
    return (group->flags & (WMO_GROUP_EXTERIOR | WMO_GROUP_EXTERIOR_LIT)) != 0;
}

/* Whether the building has rooms that its shell hides. */
static bool has_rooms(const struct building *building)
{
    for (uint32_t i = 0; i < building->root->group_count; i++) {
        const struct wmo_group *group = building->groups[i];
        if (group && group->triangle_count > 0 && !is_shell(group)) {
            return true;
        }
    }
    return false;
}

/* Before Legion nobody read the flag of groups for distant views, and files have it by chance. */
static bool is_drawn(const struct wmo *root, const struct wmo_group *group, bool shells)
{
    uint32_t hidden = WMO_GROUP_ANTIPORTAL | WMO_GROUP_UNREACHABLE;
    hidden |= root->flags & WMO_HAS_LOD ? WMO_GROUP_LOD : 0U;
    return group && !(group->flags & hidden) && group->vertex_count > 0 &&
           (shells || !is_shell(group));
}

static bool append_object(const struct mesh_target *target, const struct scene_object *object,
                          struct building_lightmaps *lightmaps)
{
    const struct building *building = object->building;
    struct building_group drawing = {
        .target = target,
        .object = object,
        .view = building_view(target, object),
        .surfaces = make_surfaces(target, building->root),
        .lightmaps = lightmaps,
    };
    if (!drawing.surfaces) {
        return false;
    }
    bool shells = (target->settings->draw & ADTMAP_DRAW_ROOFS) || !has_rooms(building);
    for (uint32_t g = 0; g < building->root->group_count; g++) {
        drawing.group = building->groups[g];
        if (!is_drawn(building->root, drawing.group, shells)) {
            continue;
        }
        struct adt_box box = placement_box(&object->matrix, &building->group_boxes[g]);
        if (placement_touches_tile(&box, target->scene->x, target->scene->y) &&
            !append_group(&drawing)) {
            return false;
        }
    }
    return true;
}

bool building_meshes(const struct mesh_target *target)
{
    struct building_lightmaps lightmaps = {0};
    for (uint32_t i = 0; i < target->scene->object_count; i++) {
        if (!append_object(target, &target->scene->objects[i], &lightmaps)) {
            return false;
        }
    }
    return true;
}
