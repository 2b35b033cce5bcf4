#include "mesh/placed/wmo_mesh_group.h"

#include <math.h>
#include <string.h>

#include "mesh/placed/wmo_mesh_light.h"

/* How much of its light a batch without a material keeps: it is drawn grey. */
#define NO_MATERIAL_LIGHT 0.5F

/* Of the second texture of terrain shaders: a repeat of some 25/6 yards, as on the ground. */
#define TERRAIN_REPEATS_A_YARD 0.24F

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

static const struct wmo_material *material_of(const struct wmo_mesh_group *drawing,
                                              const struct wmo_batch *batch)
{
    const struct wmo *root = drawing->object->building->root;
    return batch->material < root->material_count ? &root->materials[batch->material] : NULL;
}

uint32_t wmo_mesh_material_flags(const struct wmo_mesh_group *drawing,
                                 const struct wmo_batch *batch)
{
    const struct wmo_material *material = material_of(drawing, batch);
    return material ? material->flags : 0;
}

void wmo_mesh_vertex(const struct wmo_mesh_group *drawing, const struct wmo_batch *batch,
                     uint32_t i, const struct mesh_position *position, struct mesh_vertex *vertex)
{
    const struct wmo_group *group = drawing->group;
    const struct wmo_material *material = material_of(drawing, batch);
    float normal[3];
    *vertex = (struct mesh_vertex){.position = *position};
    turn_normal(&drawing->object->matrix, group, i, normal);
    wmo_mesh_light(&drawing->target->settings->light, group, batch->kind,
                   material ? material->flags : 0, i, normal, vertex->light);
    for (uint32_t c = 0; c < 3 && !material; c++) {
        vertex->light[c] *= NO_MATERIAL_LIGHT;
    }
    if (group->uv_count > 0) {
        memcpy(vertex->uv, group->uv[0][i], sizeof vertex->uv);
    }
}

void wmo_mesh_layers(const struct wmo_mesh_group *drawing, const struct wmo_batch *batch,
                     uint32_t i, struct mesh_layers *layers)
{
    const struct wmo_group *group = drawing->group;
    const struct wmo_material *material = material_of(drawing, batch);
    uint32_t set = group->flags & WMO_GROUP_COLORS_2 ? 1 : 0;
    *layers = (struct mesh_layers){0};
    layers->mix = group->colors[set] ? (float)group->colors[set][i][3] / 255.0F : 1.0F;
    for (uint32_t t = 1; t < MESH_TEXTURES && group->uv_count > 0; t++) {
        uint32_t uv = t < group->uv_count ? t : group->uv_count - 1;
        memcpy(layers->uv[t - 1], group->uv[uv][i], sizeof layers->uv[t - 1]);
    }
    if (material && material->shader == WMO_SHADER_TWO_LAYER_TERRAIN) {
        for (uint32_t axis = 0; axis < 2; axis++) {
            layers->uv[0][axis] = group->positions[i][axis] * TERRAIN_REPEATS_A_YARD;
        }
    }
}

struct mesh_material *wmo_mesh_batch_material(const struct wmo_mesh_group *drawing,
                                              const struct wmo_batch *batch)
{
    uint32_t count = drawing->object->building->root->material_count;
    return &drawing->materials[batch->material < count ? batch->material : count];
}

static float mean_height(const struct mesh_vertex *vertices, uint32_t count)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        sum += (double)vertices[i].position.z_yd;
    }
    return count ? (float)(sum / (double)count) : 0.0F;
}

bool wmo_mesh_append(const struct wmo_mesh_group *drawing, struct mesh_material *material,
                     const struct mesh_copy *copy, uint32_t vertex_count, const uint32_t *indices,
                     uint32_t index_count)
{
    const struct mesh_batch batch = {
        .vertices = copy->vertices,
        .layers = copy->layers,
        .indices = indices,
        .index_count = index_count,
        .height_yd = mean_height(copy->vertices, vertex_count),
    };
    return mesh_builder_append(drawing->target, material, &batch);
}
