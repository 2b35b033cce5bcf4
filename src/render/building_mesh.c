#include "render/building_mesh.h"

#include <math.h>
#include <string.h>

#include "render/building_light.h"
#include "render/building_liquid.h"
#include "render/building_view.h"
#include "render/surface.h"

/* The unit normal in world axes; up where the model has none. */
static void turn_normal(const struct placement_matrix *matrix, const struct wmo_group *group,
                        uint32_t i, float normal[3])
{
    double turned[3] = {0.0, 0.0, 1.0};
    if (group->normals) {
        for (int row = 0; row < 3; row++) {
            turned[row] = 0.0;
            for (int column = 0; column < 3; column++) {
                turned[row] += matrix->m[row][column] * (double)group->normals[i][column];
            }
        }
    }
    double length = sqrt(turned[0] * turned[0] + turned[1] * turned[1] + turned[2] * turned[2]);
    for (int row = 0; row < 3; row++) {
        normal[row] = length > 0.0 ? (float)(turned[row] / length) : 0.0F;
    }
}

/* MOMT shader ids, seen from above (reference rendering b.11). */
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

/* Pins the textures that the surface's mix reads. False when out of memory. */
static bool pin_textures(const struct mesh_target *target, const struct wmo_material *material,
                         struct surface *surface)
{
    unsigned wanted = surface_mix_textures(surface->mix);
    for (uint32_t t = 0; t < SURFACE_TEXTURES && t < material->texture_count; t++) {
        const char *name = material->textures[t].name;
        if (!(wanted >> t & 1) || !name) {
            continue;
        }
        surface->textures[t] = mip_cache_pin(target->textures, name, target->arena, target->pins);
        if (!surface->textures[t]) {
            return false;
        }
    }
    return true;
}

/* The surfaces of a building's materials, and one of plain grey for batches without. */
static const struct surface *make_surfaces(const struct mesh_target *target, const struct wmo *root)
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

/* One group of one object under way. */
struct group_drawing {
    const struct mesh_target *target;
    const struct scene_object *object;
    const struct wmo_group *group;
    struct building_view view;
    const struct surface *surfaces;
};

static void fill_vertex(const struct group_drawing *drawing, const struct wmo_batch *batch,
                        uint32_t material_flags, uint32_t i, struct mesh_vertex *vertex)
{
    const struct wmo_group *group = drawing->group;
    float normal[3];
    *vertex = (struct mesh_vertex){.position = building_place(&drawing->view, group->positions[i])};
    turn_normal(&drawing->object->matrix, group, i, normal);
    building_light(&drawing->target->settings->light, group, batch->kind, material_flags, i, normal,
                   vertex->light);
    uint32_t set = group->flags & WMO_GROUP_COLORS_2 ? 1 : 0;
    vertex->mix = group->colors[set] ? (float)group->colors[set][i][3] / 255.0F : 1.0F;
    for (uint32_t t = 0; t < SURFACE_TEXTURES && group->uv_count > 0; t++) {
        uint32_t uv = t < group->uv_count ? t : group->uv_count - 1;
        memcpy(vertex->uv[t], group->uv[uv][i], sizeof vertex->uv[t]);
    }
}

static float mean_height(const struct mesh_vertex *vertices, uint32_t count)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        sum += (double)vertices[i].position.z_yd;
    }
    return count ? (float)(sum / (double)count) : 0.0F;
}

static bool append_batch(const struct group_drawing *drawing, const struct wmo_batch *batch)
{
    const struct mesh_target *target = drawing->target;
    const struct wmo *root = drawing->object->building->root;
    bool known = batch->material < root->material_count;
    uint32_t flags = known ? root->materials[batch->material].flags : 0;
    uint32_t count = batch->vertex_last - batch->vertex_first + 1;
    struct mesh_vertex *vertices = arena_alloc_dirty(target->arena, count, sizeof *vertices);
    uint32_t *indices = arena_alloc_dirty(target->arena, batch->index_count, sizeof *indices);
    if (!vertices || !indices) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        fill_vertex(drawing, batch, flags, batch->vertex_first + i, &vertices[i]);
    }
    for (uint32_t i = 0; i < batch->index_count; i++) {
        indices[i] = drawing->group->indices[batch->index_begin + i] - batch->vertex_first;
    }
    const struct mesh_batch mesh = {
        .surface = &drawing->surfaces[known ? batch->material : root->material_count],
        .vertices = vertices,
        .indices = indices,
        .index_count = batch->index_count,
        .height_yd = mean_height(vertices, count),
    };
    return mesh_list_append(target->list, &mesh, target->arena);
}

static bool append_group(const struct group_drawing *drawing)
{
    for (uint32_t i = 0; i < drawing->group->batch_count; i++) {
        const struct wmo_batch *batch = &drawing->group->batches[i];
        if (batch->index_count > 0 && !append_batch(drawing, batch)) {
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

static bool append_object(const struct mesh_target *target, const struct scene_object *object)
{
    const struct building *building = object->building;
    struct group_drawing drawing = {
        .target = target,
        .object = object,
        .view = building_view(target, object),
        .surfaces = make_surfaces(target, building->root),
    };
    if (!drawing.surfaces) {
        return false;
    }
    bool shells = (target->settings->draw & ADTMAP_DRAW_ROOFS) || !has_rooms(building);
    for (uint32_t g = 0; g < building->root->group_count; g++) {
        drawing.group = building->groups[g];
        if (is_drawn(building->root, drawing.group, shells) && !append_group(&drawing)) {
            return false;
        }
    }
    return true;
}

bool building_meshes(const struct mesh_target *target)
{
    for (uint32_t i = 0; i < target->scene->object_count; i++) {
        if (!append_object(target, &target->scene->objects[i])) {
            return false;
        }
    }
    return true;
}
