#include "compare/model_print.h"

#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "compare/asset_label.h"

/* Steps below which nothing is seen: of yards, of texture coordinates, of normals and weights. */
static const double YARD_STEPS = 256;
static const double UV_STEPS = 1024;
static const double UNIT_STEPS = 64;

enum { PARTS_MAX = 32 };

/* Numbers that are hashed together. */
struct parts {
    int64_t items[PARTS_MAX];
    size_t count;
};

static void put(struct parts *parts, int64_t value)
{
    if (parts->count < PARTS_MAX) {
        parts->items[parts->count++] = value;
    }
}

/* Files may have any finite number. */
static int64_t in_steps(float value, double steps)
{
    const double most = 1e15;
    return llround(fmin(fmax((double)value * steps, -most), most));
}

static void put_floats(struct parts *parts, const float *values, size_t count, double steps)
{
    for (size_t i = 0; i < count; i++) {
        put(parts, in_steps(values[i], steps));
    }
}

static void put_name(struct parts *parts, const struct assets *assets, const char *name,
                     uint32_t file_id)
{
    char label[NAME_BYTES] = "";
    if (name || file_id) {
        asset_label(assets, name, file_id, label);
    }
    put(parts, (int64_t)hash64(label, strlen(label)));
}

static uint64_t finish(const struct parts *parts)
{
    return hash64(parts->items, parts->count * sizeof *parts->items);
}

/* Adds a triangle with this material; the order of its corners does not count. */
static void add_triangle(uint64_t *sum, uint64_t material, const uint64_t corners[3])
{
    const uint64_t both[2] = {material, corners[0] + corners[1] + corners[2]};
    *sum += hash64(both, sizeof both);
}

static uint64_t m2_material(const struct m2_model *model, const struct m2_batch *batch,
                            const struct assets *assets)
{
    struct parts parts = {0};
    put(&parts, batch->blend);
    put(&parts, batch->mix);
    put(&parts, batch->unlit);
    put(&parts, batch->two_sided);
    put_floats(&parts, batch->color, 4, UNIT_STEPS);
    for (uint32_t i = 0; i < batch->stage_count; i++) {
        const struct m2_texture *texture = &model->textures[batch->stages[i].texture];
        put_name(&parts, assets, texture->name, texture->file_id);
    }
    return finish(&parts);
}

/* A corner, with the texture coordinates of the batch's stages. */
static uint64_t m2_corner(const struct m2_model *model, const struct m2_batch *batch,
                          uint32_t vertex)
{
    struct parts parts = {0};
    put_floats(&parts, model->positions[vertex], 3, YARD_STEPS);
    put_floats(&parts, model->normals[vertex], 3, UNIT_STEPS);
    for (uint32_t i = 0; i < batch->stage_count; i++) {
        const struct m2_stage *stage = &batch->stages[i];
        const float *uv = model->uv[stage->uv_set][vertex];
        for (size_t axis = 0; axis < 2; axis++) {
            const float *row = stage->uv_transform[axis];
            float turned = row[0] * uv[0] + row[1] * uv[1] + row[2];
            put_floats(&parts, &turned, 1, UV_STEPS);
        }
    }
    return finish(&parts);
}

struct model_print model_print_of_m2(const struct m2_model *model, const struct assets *assets)
{
    struct model_print print = {0};
    for (uint32_t b = 0; b < model->batch_count; b++) {
        const struct m2_batch *batch = &model->batches[b];
        uint64_t material = m2_material(model, batch, assets);
        for (uint32_t i = 0; i + 2 < batch->index_count; i += 3) {
            uint64_t corners[3];
            for (uint32_t k = 0; k < 3; k++) {
                corners[k] = m2_corner(model, batch, model->indices[batch->first_index + i + k]);
            }
            add_triangle(&print.shape, material, corners);
        }
    }
    return print;
}

/* Shaders with one texture look the same from above. */
static uint64_t wmo_material(const struct wmo *root, uint32_t index, const struct assets *assets)
{
    struct parts parts = {0};
    if (index >= root->material_count) {
        return 0;
    }
    const struct wmo_material *material = &root->materials[index];
    put(&parts, material->flags & (WMO_MATERIAL_UNLIT | WMO_MATERIAL_TWO_SIDED));
    put(&parts, material->texture_count > 1 ? material->shader : WMO_SHADER_DIFFUSE);
    put(&parts, material->blend);
    for (uint32_t i = 0; i < material->texture_count; i++) {
        put_name(&parts, assets, material->textures[i].name, material->textures[i].file_id);
    }
    return finish(&parts);
}

static uint64_t wmo_corner(const struct wmo_group *group, uint32_t vertex)
{
    struct parts parts = {0};
    put_floats(&parts, group->positions[vertex], 3, YARD_STEPS);
    if (group->normals) {
        put_floats(&parts, group->normals[vertex], 3, UNIT_STEPS);
    }
    for (uint32_t set = 0; set < group->uv_count; set++) {
        put_floats(&parts, group->uv[set][vertex], 2, UV_STEPS);
    }
    return finish(&parts);
}

/* The place and colours of a corner. */
static uint64_t wmo_color(const struct wmo_group *group, uint32_t vertex)
{
    struct parts parts = {0};
    put_floats(&parts, group->positions[vertex], 3, YARD_STEPS);
    for (size_t set = 0; set < WMO_COLOR_SETS; set++) {
        for (size_t k = 0; k < 4 && group->colors[set]; k++) {
            put(&parts, group->colors[set][vertex][k]);
        }
    }
    return finish(&parts);
}

static void add_batch(const struct wmo_group *group, const struct wmo_batch *batch,
                      uint64_t material, struct model_print *print)
{
    bool has_colors = group->colors[0] || group->colors[1];
    for (uint32_t i = 0; i + 2 < batch->index_count; i += 3) {
        uint64_t corners[3];
        uint64_t colors[3];
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t vertex = group->indices[batch->index_begin + i + k];
            corners[k] = wmo_corner(group, vertex);
            colors[k] = has_colors ? wmo_color(group, vertex) : 0;
        }
        add_triangle(&print->shape, material, corners);
        if (has_colors) {
            add_triangle(&print->colors, 0, colors);
        }
    }
}

static uint64_t liquid_print(const struct wmo_liquid *liquid)
{
    struct parts parts = {0};
    const struct liquid_grid *grid = &liquid->grid;
    uint64_t heights = 0;
    put_floats(&parts, liquid->corner, 2, YARD_STEPS);
    put(&parts, grid->width);
    put(&parts, grid->height);
    put(&parts, (int64_t)hash64(grid->quad, (size_t)grid->width * grid->height));
    for (size_t i = 0; i < liquid_vertices(grid); i++) {
        const uint64_t both[2] = {heights, (uint64_t)in_steps(grid->height_yd[i], YARD_STEPS)};
        heights = hash64(both, sizeof both);
    }
    put(&parts, (int64_t)heights);
    return finish(&parts);
}

static uint64_t doodad_print(const struct wmo_doodad *doodad, const struct assets *assets)
{
    struct parts parts = {0};
    put_name(&parts, assets, doodad->name, doodad->file_id);
    put_floats(&parts, doodad->position, 3, YARD_STEPS);
    put_floats(&parts, doodad->rotation, 4, UNIT_STEPS);
    put_floats(&parts, &doodad->scale, 1, UNIT_STEPS);
    return finish(&parts);
}

static void add_group(const struct wmo *root, const struct wmo_group *group,
                      const struct assets *assets, struct model_print *print)
{
    for (uint32_t b = 0; b < group->batch_count; b++) {
        const struct wmo_batch *batch = &group->batches[b];
        add_batch(group, batch, wmo_material(root, batch->material, assets), print);
    }
    if (group->liquid) {
        print->shape += liquid_print(group->liquid);
    }
}

struct model_print model_print_of_wmo(const struct wmo_model *model, const struct assets *assets)
{
    struct model_print print = {0};
    for (uint32_t g = 0; g < model->root->group_count; g++) {
        if (model->groups[g]) {
            add_group(model->root, model->groups[g], assets, &print);
        }
    }
    for (uint32_t i = 0; i < model->root->doodad_count; i++) {
        print.shape += doodad_print(&model->root->doodads[i], assets);
    }
    return print;
}
