/*
 * From batches of models to triangles: each batch becomes a material, once for a model
 * (scene/doodad/doodad_material.c), and a shape for each doodad, which mesh_builder_add moves, cuts
 * and appends to the list that mesh_draw.c draws.
 *
 * A model is posed once, when it is read; only the transform is the placement's. Its light is
 * turned into the axes of the model, so that light takes one product a vertex. All batches of a
 * doodad have one height, that of its middle, so that translucent ones stay in the order of the
 * model among other translucent things.
 */
#include "mesh/placed/doodad_mesh.h"

#include "mesh/placed/relief_shapes.h"
#include "scene/doodad/doodad_material.h"
#include "scene/doodad/doodad_set.h"

static void set_light(const struct doodad_light *light, const struct m2_batch *batch,
                      struct mesh_shape *shape)
{
    for (int c = 0; c < 3; c++) {
        shape->light[0][c] = batch->color[c] * (batch->unlit ? 1.0F : light->ambient[c]);
        shape->light[1][c] = batch->color[c] * (batch->unlit ? 0.0F : light->diffuse[c]);
    }
    shape->light[0][3] = batch->color[3];
}

/* A batch that fades at its edges. */
struct fading {
    const struct mesh_shape *shape;
    float up[3]; /* in axes of the model, of length 1 */
};

/* As the shape's own light, and alpha clamp(2.7 (n.up)^2 - 0.4), as WebWowViewerCpp has it for an
 * eye that looks straight down. Returns max(0, normal . sun). */
static float fading_light_at(const struct fading *fading, uint32_t vertex, float rgba[4])
{
    const struct mesh_shape *shape = fading->shape;
    const float *normal = shape->normals[vertex];
    float facing = 0.0F;
    float upward = 0.0F;
    for (int i = 0; i < 3; i++) {
        facing += shape->sun[i] * normal[i];
        upward += fading->up[i] * normal[i];
    }
    float seen = upward > 0.0F ? 2.7F * upward * upward - 0.4F : 0.0F;
    facing = facing > 0.0F ? facing : 0.0F;
    for (int c = 0; c < 4; c++) {
        rgba[c] = shape->light[0][c] + shape->light[1][c] * facing;
    }
    rgba[3] *= seen < 0.0F ? 0.0F : seen > 1.0F ? 1.0F : seen;
    return facing;
}

/* mesh_light_function */
static void fading_lights(const void *user, const uint32_t *vertices, uint32_t count,
                          struct mesh_lights *lights)
{
    const struct fading *fading = user;
    for (uint32_t i = 0; i < count; i++) {
        float rgba[4];
        lights->facing[i] = fading_light_at(fading, vertices[i], rgba);
        lights->color[i] = lanes_load(rgba);
        lights->weights[i] = lanes_splat(fading->shape->mix);
    }
}

static struct mesh_coordinates coordinates_of(const struct m2_model *model,
                                              const struct m2_stage *stage,
                                              const struct adtmap_settings *settings)
{
    if (stage->is_reflection && settings->reflections != ADTMAP_REFLECTIONS_OFF) {
        return (struct mesh_coordinates){.mapping = MAPPED_AS_SPHERE};
    }
    return (struct mesh_coordinates){&model->uv[stage->uv_set][0][0], 2, stage->uv_transform,
                                     MAPPED_BY_VERTEX};
}

/* The light of a doodad: under the sky that of the time of day where it stands. */
static struct doodad_light light_at_hour(const struct mesh_builder *builder,
                                         const struct scene_doodad *doodad)
{
    struct doodad_light light = doodad->light;
    if (builder->scene->hours && doodad->is_outside) {
        const double place[3] = {doodad->matrix.m[0][3], doodad->matrix.m[1][3],
                                 doodad->matrix.m[2][3]};
        const struct hour_tint tint = hour_field_at(builder->scene->hours, place);
        for (int c = 0; c < 3; c++) {
            light.ambient[c] *= tint.ambient[c];
            light.diffuse[c] *= tint.diffuse[c];
        }
    }
    return light;
}

static bool doodad_mesh_add(struct mesh_builder *builder, const struct scene_doodad *doodad)
{
    const struct m2_model *model = doodad->model->model;
    struct mesh_view view = mesh_builder_view(builder, &doodad->matrix);
    struct mesh_shape shape = {
        .view = &view,
        .positions = model->positions,
        .normals = model->normals,
        .is_doodad = true,
        .has_height = true,
        .height_yd = (doodad->box.low[2] + doodad->box.high[2]) / 2.0F,
    };
    static const double up[3] = {0.0, 0.0, 1.0};
    struct fading fading = {.shape = &shape};
    const struct doodad_light light = light_at_hour(builder, doodad);
    shape.user = &fading;
    sun_light_in_model(up, &doodad->matrix, fading.up);
    const bool is_relief = relief_is_drawn(builder->settings);
    sun_light_in_model(is_relief ? builder->light.sun : doodad->light.to_light, &doodad->matrix,
                       shape.sun);
    for (uint32_t i = 0; i < model->batch_count; i++) {
        const struct m2_batch *batch = &model->batches[i];
        const struct doodad_look look = doodad_look_of(batch, builder->settings->reflections);
        if (look.stage_count == 0) {
            continue;
        }
        shape.material = &doodad->model->materials[i];
        if (is_relief && surface_is_transparent(shape.material->blend)) {
            continue;
        }
        shape.first_vertex = batch->first_vertex;
        shape.vertex_count = batch->last_vertex - batch->first_vertex + 1;
        shape.indices = model->indices + batch->first_index;
        shape.index_count = batch->index_count;
        shape.mix = look.stage_count > 1 ? look.stages[1]->weight : 1.0F;
        shape.light_of = batch->fades_at_edges ? fading_lights : NULL;
        shape.takes_shadow = doodad->is_outside && !batch->unlit;
        set_light(&light, batch, &shape);
        if (is_relief) {
            relief_doodad_light(&builder->light, shape.light);
            shape.light_of = NULL;
        }
        for (uint32_t t = 0; t < look.stage_count; t++) {
            shape.textures[t] = coordinates_of(model, look.stages[t], builder->settings);
        }
        if (!mesh_builder_add(builder, &shape)) {
            return false;
        }
    }
    return true;
}

bool doodad_meshes(struct mesh_builder *builder)
{
    const struct doodad_set *doodads = builder->scene->doodads;
    for (uint32_t i = 0; doodads && i < doodads->count; i++) {
        const struct scene_doodad *doodad = &doodads->doodads[i];
        if (doodad->model->is_crown ? !relief_crown_add(builder, doodad)
                                    : !doodad_mesh_add(builder, doodad)) {
            return false;
        }
    }
    return true;
}
