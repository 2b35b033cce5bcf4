#include "demo/models/model.h"

#include <stdlib.h>

#include "base/portable_math.h"
#include "demo/textures/noise.h"

/* Light without any lamp. */
static const double ambient[3] = {0.40, 0.39, 0.42};

void model_free(struct model *model)
{
    for (int g = 0; g < model->group_count; g++) {
        free(model->groups[g].vertices);
        free(model->groups[g].triangles);
    }
    *model = (struct model){0};
}

void model_begin_group(struct model *model, const char *name, enum group_kind kind)
{
    if (model->group_count == MODEL_GROUPS) {
        model->failed = true;
        return;
    }
    model->groups[model->group_count++] = (struct model_group){.name = name, .kind = kind};
}

static struct model_group *last_group(struct model *model)
{
    return &model->groups[model->group_count - 1];
}

/* Makes room for one more item of `size` bytes. False when out of memory. */
static bool reserve(void **items, uint32_t count, uint32_t *capacity, size_t size)
{
    if (count < *capacity) {
        return true;
    }
    uint32_t wanted = *capacity ? *capacity * 2 : 256;
    void *grown = realloc(*items, (size_t)wanted * size);
    if (grown) {
        *items = grown;
        *capacity = wanted;
    }
    return grown != NULL;
}

uint16_t model_add_vertex(struct model *model, const struct model_vertex *vertex)
{
    struct model_group *group = last_group(model);
    void *items = group->vertices;
    bool room = group->vertex_count < UINT16_MAX &&
                reserve(&items, group->vertex_count, &group->vertex_capacity, sizeof *vertex);
    group->vertices = items;
    if (!room) {
        model->failed = true;
        return 0;
    }
    group->vertices[group->vertex_count] = *vertex;
    return (uint16_t)group->vertex_count++;
}

void model_add_triangle(struct model *model, uint16_t a, uint16_t b, uint16_t c,
                        enum wall_material material)
{
    struct model_group *group = last_group(model);
    void *items = group->triangles;
    bool room =
        reserve(&items, group->triangle_count, &group->triangle_capacity, sizeof *group->triangles);
    group->triangles = items;
    if (!room) {
        model->failed = true;
        return;
    }
    group->triangles[group->triangle_count++] =
        (struct model_triangle){.corner = {a, b, c}, .material = (uint8_t)material};
}

void model_add_light(struct model *model, const struct model_light *light)
{
    if (model->light_count == MODEL_LIGHTS) {
        model->failed = true;
        return;
    }
    model->lights[model->light_count++] = *light;
}

void model_add_doodad(struct model *model, const struct model_doodad *doodad)
{
    if (model->doodad_count == MODEL_DOODADS) {
        model->failed = true;
        return;
    }
    int at = model->doodad_count++;
    for (; at > 0 && model->doodads[at - 1].set > doodad->set; at--) {
        model->doodads[at] = model->doodads[at - 1];
    }
    model->doodads[at] = *doodad;
}

/* The share of a light at a vertex: falls with distance; half of it does not depend on the normal.
 */
static double attenuation(const struct model_light *light, const struct model_vertex *vertex)
{
    double square = 0.0;
    double facing = 0.0;
    for (int k = 0; k < 3; k++) {
        double delta = light->position[k] - (double)vertex->position[k];
        square += delta * delta;
        facing += delta * (double)vertex->normal[k];
    }
    double distance = portable_sqrt(square);
    if (distance >= light->reach_yd) {
        return 0.0;
    }
    double faded = 1.0 - distance / light->reach_yd;
    double rotated = distance > 0.01 ? 0.5 + 0.5 * facing / distance : 1.0;
    return faded * faded * rotated * 1.4;
}

static void light_vertex(const struct model *model, struct model_vertex *vertex)
{
    double rgb[3] = {ambient[0], ambient[1], ambient[2]};
    for (int l = 0; l < model->light_count; l++) {
        double share = attenuation(&model->lights[l], vertex);
        for (int k = 0; k < 3; k++) {
            rgb[k] += share * model->lights[l].rgb[k];
        }
    }
    for (int k = 0; k < 3; k++) {
        vertex->color[k] = (uint8_t)portable_floor(255.0 * noise_clamp(rgb[k], 0.0, 1.0) + 0.5);
    }
}

void model_uv(const struct model_vertex *vertex, int set, float uv[2])
{
    static const float scales[4] = {1.0f, 0.5f, 2.0f, 3.0f};
    uv[0] = vertex->uv[0] * scales[set];
    uv[1] = vertex->uv[1] * scales[set];
}

void model_group_box(const struct model_group *group, float low[3], float high[3])
{
    for (int k = 0; k < 3; k++) {
        low[k] = high[k] = group->vertex_count ? group->vertices[0].position[k] : 0.0f;
        for (uint32_t v = 1; v < group->vertex_count; v++) {
            float value = group->vertices[v].position[k];
            low[k] = value < low[k] ? value : low[k];
            high[k] = value > high[k] ? value : high[k];
        }
    }
}

void model_complete(struct model *model)
{
    for (int g = 0; g < model->group_count; g++) {
        struct model_group *group = &model->groups[g];
        float low[3];
        float high[3];
        model_group_box(group, low, high);
        for (int k = 0; k < 3; k++) {
            model->low[k] = g == 0 || low[k] < model->low[k] ? low[k] : model->low[k];
            model->high[k] = g == 0 || high[k] > model->high[k] ? high[k] : model->high[k];
        }
        for (uint32_t v = 0; v < group->vertex_count && group->kind == GROUP_INSIDE; v++) {
            light_vertex(model, &group->vertices[v]);
        }
    }
}
