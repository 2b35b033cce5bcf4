#include "render/mesh/mesh_shade.h"

#include "render/mesh/mesh_mix.h"
#include "render/terrain/sample_band.h"
#include "render/texture/mip_sample.h"

void mesh_shading_setup(const struct mesh_batch *batch, uint32_t i, struct mesh_shading *shading)
{
    shading->corners = mesh_corners(batch, i);
    shading->material = batch->material;
    shading->per_area = 1.0 / (double)mesh_area(shading->corners.position);
    shading->textures = mesh_material_textures(batch->material);
    for (unsigned t = 0; t < MESH_TEXTURES; t++) {
        if (shading->textures >> t & 1) {
            shading->footprint[t] = mesh_footprint(batch->material, &shading->corners, t);
        }
    }
}

#define HALF 127.5F

/* How much the second and third vertex count at a point; the first has the rest. */
struct weights {
    double second;
    double third;
};

static struct weights weights_at(const struct mesh_shading *shading, int32_t x, int32_t y)
{
    const struct mesh_position *a = &shading->corners.position[0];
    const struct mesh_position *b = &shading->corners.position[1];
    const struct mesh_position *c = &shading->corners.position[2];
    int64_t from_x = (int64_t)x - a->x;
    int64_t from_y = (int64_t)y - a->y;
    int64_t second = from_x * (c->y - a->y) - from_y * (c->x - a->x);
    int64_t third = from_y * (b->x - a->x) - from_x * (b->y - a->y);
    return (struct weights){(double)second * shading->per_area, (double)third * shading->per_area};
}

static double interpolate(struct weights weights, float a, float b, float c)
{
    return (double)a + weights.second * (double)(b - a) + weights.third * (double)(c - a);
}

static void sample(const struct mesh_shading *shading, struct weights weights, unsigned t,
                   float texel[4])
{
    const float *a = mesh_corner_uv(&shading->corners, 0, t);
    const float *b = mesh_corner_uv(&shading->corners, 1, t);
    const float *c = mesh_corner_uv(&shading->corners, 2, t);
    mip_sample(shading->material->textures[t], &shading->footprint[t], shading->material->wrap[t],
               interpolate(weights, a[0], b[0], c[0]), interpolate(weights, a[1], b[1], c[1]),
               texel);
}

void mesh_shade(const struct mesh_shading *shading, int32_t x, int32_t y, float color[4])
{
    const struct mesh_vertex *const *v = shading->corners.vertex;
    const struct mesh_layers *const *layers = shading->corners.layers;
    struct weights weights = weights_at(shading, x, y);
    float texels[MESH_TEXTURES][4] = {
        {255, 255, 255, 255}, {255, 255, 255, 255}, {255, 255, 255, 255}, {255, 255, 255, 255}};
    float light[4];
    for (unsigned t = 0; t < MESH_TEXTURES; t++) {
        if (shading->textures >> t & 1) {
            sample(shading, weights, t, texels[t]);
        }
    }
    for (unsigned c = 0; c < 4; c++) {
        light[c] = (float)interpolate(weights, v[0]->light[c], v[1]->light[c], v[2]->light[c]);
    }
    float k = layers[0]
                  ? (float)interpolate(weights, layers[0]->mix, layers[1]->mix, layers[2]->mix)
                  : 1.0F;
    mesh_mix_color(shading->material, texels, k, light, color);
}

static bool is_full_size(const struct mesh_shading *shading)
{
    const struct mip_footprint *footprint = &shading->footprint[0];
    bool textured = shading->textures & 1;
    return !textured || (footprint->level == 0 && footprint->taps == 1);
}

struct mesh_effect mesh_effect_of(const struct mesh_shading *shading, float color[4])
{
    const struct mesh_material *material = shading->material;
    if (!material->alpha_key || mesh_blend_is_transparent(material->blend)) {
        return (struct mesh_effect){color[3] >= (float)material->alpha_key, material->blend,
                                    material->depth_write};
    }
    if (is_full_size(shading)) {
        color[3] = color[3] >= HALF ? 255.0F : 0.0F;
    }
    return (struct mesh_effect){color[3] > 0.0F, BLEND_ALPHA,
                                material->depth_write && color[3] >= HALF};
}
