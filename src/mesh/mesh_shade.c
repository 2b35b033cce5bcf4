#include "mesh/mesh_shade.h"

#include "mesh/mesh_mix.h"
#include "mesh/mip_sample.h"
#include "mesh/sample_band.h"

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
    lanes_pair second;
    lanes_pair third;
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
    return (struct weights){lanes_splat_pair((double)second * shading->per_area),
                            lanes_splat_pair((double)third * shading->per_area)};
}

static lanes_pair interpolate(struct weights weights, lanes_pair a, lanes_pair to_b,
                              lanes_pair to_c)
{
    return a + weights.second * to_b + weights.third * to_c;
}

static lanes_f interpolate_lanes(struct weights weights, lanes_f a, lanes_f b, lanes_f c)
{
    lanes_f to_b = b - a;
    lanes_f to_c = c - a;
    return lanes_round(
        interpolate(weights, lanes_first_pair(a), lanes_first_pair(to_b), lanes_first_pair(to_c)),
        interpolate(weights, lanes_last_pair(a), lanes_last_pair(to_b), lanes_last_pair(to_c)));
}

static lanes_f sample(const struct mesh_shading *shading, struct weights weights, unsigned t)
{
    const float *a = mesh_corner_uv(&shading->corners, 0, t);
    const float *b = mesh_corner_uv(&shading->corners, 1, t);
    const float *c = mesh_corner_uv(&shading->corners, 2, t);
    lanes_f to_b = {b[0] - a[0], b[1] - a[1]};
    lanes_f to_c = {c[0] - a[0], c[1] - a[1]};
    lanes_pair uv = interpolate(weights, (lanes_pair){(double)a[0], (double)a[1]},
                                lanes_first_pair(to_b), lanes_first_pair(to_c));
    return mip_sample(shading->material->textures[t], &shading->footprint[t],
                      shading->material->wrap[t], uv[0], uv[1]);
}

static float mix_at(const struct mesh_shading *shading, struct weights weights)
{
    const struct mesh_layers *const *layers = shading->corners.layers;
    float a = layers[0]->mix;
    return (float)((double)a + weights.second[0] * (double)(layers[1]->mix - a) +
                   weights.third[0] * (double)(layers[2]->mix - a));
}

lanes_f mesh_shade(const struct mesh_shading *shading, int32_t x, int32_t y)
{
    const struct mesh_vertex *const *v = shading->corners.vertex;
    struct weights weights = weights_at(shading, x, y);
    lanes_f light = interpolate_lanes(weights, lanes_load(v[0]->light), lanes_load(v[1]->light),
                                      lanes_load(v[2]->light));
    float k = shading->corners.layers[0] ? mix_at(shading, weights) : 1.0F;
    lanes_f texels[MESH_TEXTURES];
    for (unsigned t = 0; t < MESH_TEXTURES; t++) {
        bool sampled = shading->textures >> t & 1;
        texels[t] = sampled ? sample(shading, weights, t) : lanes_splat(255.0F);
    }
    return mesh_mix_color(shading->material, texels, k, light);
}

static bool is_full_size(const struct mesh_shading *shading)
{
    const struct mip_footprint *footprint = &shading->footprint[0];
    bool textured = shading->textures & 1;
    return !textured || (footprint->level == 0 && footprint->taps == 1);
}

struct mesh_effect mesh_effect_of(const struct mesh_shading *shading, lanes_f *color)
{
    const struct mesh_material *material = shading->material;
    if (!material->alpha_key || mesh_blend_is_transparent(material->blend)) {
        return (struct mesh_effect){(*color)[3] >= (float)material->alpha_key, material->blend,
                                    material->depth_write};
    }
    if (is_full_size(shading)) {
        (*color)[3] = (*color)[3] >= HALF ? 255.0F : 0.0F;
    }
    return (struct mesh_effect){(*color)[3] > 0.0F, BLEND_ALPHA,
                                material->depth_write && (*color)[3] >= HALF};
}
