#include "mesh/placed/wmo_mesh_group.h"

#include <math.h>

#include "mesh/placed/relief_shapes.h"
#include "scene/wmo/wmo_material.h"

/* How much of its light a batch without a material keeps: it is drawn grey. */
#define NO_MATERIAL_LIGHT 0.5F

/* Of the second texture of terrain shaders: a repeat of some 25/6 yards, as on the ground. */
#define TERRAIN_REPEATS_A_YARD 0.24F

static const float on_the_ground[2][3] = {{TERRAIN_REPEATS_A_YARD}, {0, TERRAIN_REPEATS_A_YARD}};

uint32_t wmo_mesh_material_flags(const struct wmo_mesh_batch *batch)
{
    return batch->material ? batch->material->flags : 0;
}

const struct surface_material *wmo_mesh_batch_material(const struct wmo_mesh_batch *batch)
{
    uint32_t count = batch->drawing->object->building->root->material_count;
    return &batch->drawing->materials[batch->material ? batch->batch->material : count];
}

/* max(0, n.l) at vertices, as if they looked up where the group has no normals. Normals are brought
 * side by side first, so that roots and quotients of several are one instruction. */
static void find_facing(const struct wmo_mesh_group *drawing, const uint32_t *vertices,
                        uint32_t count, float facing[MESH_CORNERS])
{
    static const float up[3] = {0.0F, 0.0F, 1.0F};
    const float(*normals)[3] = (const float(*)[3])drawing->group->normals;
    const float *sun = drawing->sun;
    float x[MESH_CORNERS], y[MESH_CORNERS], z[MESH_CORNERS];
    for (uint32_t i = 0; i < count; i++) {
        const float *normal = normals ? normals[vertices[i]] : up;
        x[i] = normal[0];
        y[i] = normal[1];
        z[i] = normal[2];
    }
    for (uint32_t i = 0; i < count; i++) {
        float square = x[i] * x[i] + y[i] * y[i] + z[i] * z[i];
        float product = sun[0] * x[i] + sun[1] * y[i] + sun[2] * z[i];
        float quotient = product / sqrtf(square);
        facing[i] = ((product > 0.0F) & (square > 0.0F)) ? quotient : 0.0F;
    }
}

/* Whether the material stays as bright as by day, since it shines by itself. */
static bool shines(uint32_t flags)
{
    return flags & (WMO_MATERIAL_UNLIT | WMO_MATERIAL_NIGHT_GLOW | WMO_MATERIAL_WINDOW);
}

struct wmo_mesh_batch wmo_mesh_batch_of(const struct wmo_mesh_group *drawing,
                                        const struct wmo_batch *batch)
{
    const struct wmo *root = drawing->object->building->root;
    const struct wmo_group *group = drawing->group;
    uint32_t set = group->flags & WMO_GROUP_COLORS_2 ? 1 : 0;
    struct wmo_mesh_batch of = {
        .drawing = drawing,
        .batch = batch,
        .material =
            batch->material < root->material_count ? &root->materials[batch->material] : NULL,
        .mixing = (const uint8_t(*)[4])group->colors[set],
    };
    const uint32_t flags = wmo_mesh_material_flags(&of);
    const bool has_hours = drawing->hours && !shines(flags);
    of.varies = has_hours && drawing->hours->count > 0;
    of.light = wmo_mesh_light_of(has_hours ? &drawing->light : &drawing->builder->light, group,
                                 group->has_ambient ? group->ambient : drawing->object->ambient,
                                 batch->kind, flags);
    return of;
}

/* The sun's light at a vertex, at the time of day there. */
static struct sun_light sun_at(const struct wmo_mesh_group *drawing, uint32_t i)
{
    const double(*m)[4] = drawing->object->matrix.m;
    const float *position = drawing->group->positions[i];
    double place[3];
    for (int row = 0; row < 3; row++) {
        place[row] = m[row][3];
        for (int column = 0; column < 3; column++) {
            place[row] += m[row][column] * (double)position[column];
        }
    }
    const struct hour_tint tint = hour_field_at(drawing->hours, place);
    return sun_light_at_hour(&drawing->builder->light, &tint);
}

static lanes_f light_that_varies(const struct wmo_mesh_batch *batch, uint32_t i, float *facing)
{
    const struct sun_light sun = sun_at(batch->drawing, i);
    struct wmo_mesh_light light = batch->light;
    wmo_mesh_light_take_sun(&sun, &light);
    return wmo_mesh_light_at(&light, i, facing);
}

static void find_weights(const struct wmo_mesh_batch *batch, const uint32_t *vertices,
                         uint32_t count, lanes_f weights[MESH_CORNERS])
{
    const uint8_t(*of)[4] = (const uint8_t(*)[4])batch->drawing->group->weights;
    if (batch->material && batch->material->shader == WMO_SHADER_HEIGHTS) {
        for (uint32_t i = 0; i < count; i++) {
            for (uint32_t c = 0; c < 4; c++) {
                weights[i][c] = of ? (float)of[vertices[i]][c] / 255.0F : 0.0F;
            }
        }
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        float k = batch->mixing ? (float)batch->mixing[vertices[i]][3] / 255.0F : 1.0F;
        weights[i] = (lanes_f){0.0F, 0.0F, 0.0F, k};
    }
}

static void find_relief_lights(const struct wmo_mesh_group *drawing, uint32_t count,
                               struct mesh_lights *lights)
{
    for (uint32_t i = 0; i < count; i++) {
        float rgba[4];
        relief_wmo_light(&drawing->builder->light, lights->facing[i], rgba);
        lights->color[i] = lanes_load(rgba);
        lights->weights[i] = lanes_splat(0.0F);
    }
}

void wmo_mesh_vertex_lights(const void *user, const uint32_t *vertices, uint32_t count,
                            struct mesh_lights *lights)
{
    const struct wmo_mesh_batch *batch = user;
    find_facing(batch->drawing, vertices, count, lights->facing);
    if (relief_is_drawn(batch->drawing->builder->settings)) {
        find_relief_lights(batch->drawing, count, lights);
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        float *facing = &lights->facing[i];
        lights->color[i] = batch->varies ? light_that_varies(batch, vertices[i], facing)
                                         : wmo_mesh_light_at(&batch->light, vertices[i], facing);
    }
    const float left = NO_MATERIAL_LIGHT;
    for (uint32_t i = 0; i < count && !batch->material; i++) {
        lights->color[i] *= (lanes_f){left, left, left, 1.0F};
    }
    find_weights(batch, vertices, count, lights->weights);
}

/* Texture coordinates of enum wmo_uv; of sets that the group lacks, the last that it has. */
static struct mesh_coordinates coordinates_of(const struct wmo_group *group, uint32_t uv,
                                              enum adtmap_reflections reflections)
{
    if (uv == WMO_UV_SPHERE || uv == WMO_UV_REFLECTION) {
        return (struct mesh_coordinates){.mapping = reflections == ADTMAP_REFLECTIONS_NOGGIT
                                                        ? MAPPED_BY_NOGGIT
                                                    : uv == WMO_UV_SPHERE ? MAPPED_AS_SPHERE
                                                                          : MAPPED_AS_SEEN};
    }
    if (uv == WMO_UV_GROUND) {
        return (struct mesh_coordinates){&group->positions[0][0], 3, on_the_ground,
                                         MAPPED_BY_VERTEX};
    }
    if (group->uv_count == 0) {
        return (struct mesh_coordinates){0};
    }
    uint32_t set = uv < group->uv_count ? uv : group->uv_count - 1;
    return (struct mesh_coordinates){&group->uv[set][0][0], 2, NULL, MAPPED_BY_VERTEX};
}

struct mesh_shape wmo_mesh_shape(const struct wmo_mesh_batch *batch)
{
    const struct wmo_group *group = batch->drawing->group;
    const struct wmo_batch *of = batch->batch;
    struct mesh_shape shape = {
        .material = wmo_mesh_batch_material(batch),
        .first_vertex = of->vertex_first,
        .vertex_count = of->vertex_last - of->vertex_first + 1,
        .indices = group->indices + of->index_begin,
        .index_count = of->index_count,
        .view = &batch->drawing->view,
        .positions = group->positions,
        .normals = group->normals,
        .light_of = wmo_mesh_vertex_lights,
        .user = batch,
        .takes_shadow = true,
    };
    const struct wmo_shading shading =
        wmo_material_shading(batch->material, batch->drawing->builder->settings->reflections);
    for (uint32_t t = 0; t < shading.slot_count; t++) {
        shape.textures[t] = coordinates_of(group, shading.slots[t].uv,
                                           batch->drawing->builder->settings->reflections);
    }
    return shape;
}
