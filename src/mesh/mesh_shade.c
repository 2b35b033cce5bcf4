/*
 * Two ways to a colour. mesh_shade takes every material. mesh_shade_leaves takes what is cut out by
 * an alpha key and has a single texture or a product of two, as nearly all of a forest, WIDE pixels
 * at a time, and does not branch on what it samples: a wrong guess waits for all that led to it.
 * How much of a pixel a cut-out covers is its alpha in a smaller level, where that is an average;
 * in full size it is all or nothing.
 */
#include "mesh/mesh_shade.h"

#include "mesh/mesh_mix.h"
#include "mesh/sample_band.h"

static bool is_full_size(const struct mesh_shading *shading)
{
    const struct mip_footprint *footprint = &shading->triangle->texture;
    return !(shading->textures & 1) || (footprint->level == 0 && footprint->taps == 1);
}

static lanes_f two(const float from[2])
{
    return (lanes_f){from[0], from[1]};
}

static const struct mesh_layer_plane *layer_of(const struct mesh_shading *shading, unsigned t)
{
    return t == 1 ? shading->second : &shading->layers->layer[t - 1];
}

void mesh_shading_places(struct mesh_shading *shading)
{
    const struct mesh_triangle *triangle = shading->triangle;
    const struct surface_material *material = shading->material;
    const float pixel = (float)SUBPIXELS;
    if (shading->textures & 1) {
        mip_places_of(material->textures[0], material->wrap[0], triangle->texture,
                      triangle->planes.east * pixel, triangle->planes.south * pixel,
                      &shading->places[0]);
    }
    for (unsigned t = 1; t < SURFACE_TEXTURES && shading->textures >> t; t++) {
        if (shading->textures >> t & 1) {
            const struct mesh_layer_plane *layer = layer_of(shading, t);
            mip_places_of(material->textures[t], material->wrap[t], layer->texture,
                          two(layer->east) * pixel, two(layer->south) * pixel, &shading->places[t]);
        }
    }
}

void mesh_shading_setup(const struct mesh_list *list, const struct mesh_triangle *triangle,
                        uint32_t number, const struct mesh_layer_plane *second,
                        struct mesh_shading *shading)
{
    const struct mesh_batch *batch = &list->batches[triangle->batch];
    const struct surface_material *material = batch->material;
    shading->triangle = triangle;
    shading->batch = batch;
    shading->material = material;
    shading->color = batch->colors ? &batch->colors[number - batch->first] : NULL;
    shading->layers = batch->layers ? mesh_batch_layers(batch, number - batch->first) : NULL;
    shading->second = shading->layers && !second ? shading->layers->layer : second;
    shading->textures = batch->textures;
    mesh_shading_places(shading);
    shading->is_leaf = mesh_is_leaf(batch, triangle);
}

static lanes_f light_at(const struct mesh_shading *shading, lanes_f planes, int32_t x, int32_t y)
{
    return shading->color ? mesh_planes_at(shading->color, shading->triangle, x, y)
                          : shading->batch->light[0] +
                                shading->batch->light[1] * lanes_splat(planes[PLANE_LIGHT]);
}

static lanes_f sample(const struct mesh_shading *shading, unsigned t, lanes_f place)
{
    lanes_f rgba = mip_sample(&shading->places[t], mip_place(place));
    return shading->material->textures[t]->alpha.is_opacity ? mip_divide_by_alpha(rgba) : rgba;
}

/* Texture `t`, one of the layers, at a point. */
static lanes_f sample_layer(const struct mesh_shading *shading, unsigned t, int32_t x, int32_t y)
{
    const struct mesh_layer_plane *layer = layer_of(shading, t);
    lanes_f east = lanes_splat((float)(x - shading->triangle->x[0]));
    lanes_f south = lanes_splat((float)(y - shading->triangle->y[0]));
    return sample(shading, t, two(layer->at) + two(layer->east) * east + two(layer->south) * south);
}

lanes_f mesh_shade(const struct mesh_shading *shading, int32_t x, int32_t y)
{
    const struct mesh_triangle *triangle = shading->triangle;
    lanes_f planes = mesh_planes_at(&triangle->planes, triangle, x, y);
    lanes_f light = light_at(shading, planes, x, y);
    lanes_f texels[SURFACE_TEXTURES];
    lanes_f weights = lanes_splat(1.0F);
    texels[0] = shading->textures & 1 ? sample(shading, 0, planes) : lanes_splat(255.0F);
    if (shading->layers) {
        weights = mesh_planes_at(&shading->layers->weights, triangle, x, y);
        for (unsigned t = 1; t < shading->batch->texture_count; t++) {
            texels[t] =
                shading->textures >> t & 1 ? sample_layer(shading, t, x, y) : lanes_splat(255.0F);
        }
    }
    return mesh_mix_color(shading->material, texels, weights, light);
}

static wide_f wide_planes_at(const struct mesh_planes *planes, wide_f east, wide_f south)
{
    return wide_repeat(planes->at) + wide_repeat(planes->east) * east +
           wide_repeat(planes->south) * south;
}

unsigned mesh_shade_leaves(const struct mesh_shading *shading, wide_i x, wide_i y, wide_f *colors)
{
    const struct mesh_triangle *triangle = shading->triangle;
    const struct mesh_batch *batch = shading->batch;
    wide_f east = __builtin_convertvector(x - wide_splat_i(triangle->x[0]), wide_f);
    wide_f south = __builtin_convertvector(y - wide_splat_i(triangle->y[0]), wide_f);
    wide_f planes = wide_planes_at(&triangle->planes, east, south);
    wide_f rgba = mip_wide_sample(&shading->places[0], planes);
    const wide_i is_alpha = wide_repeat_i((lanes_i){0, 0, 0, -1});
    unsigned seen = wide_negative(wide_shuffle(rgba > wide_splat(0.0F), 3, 3, 3, 3));
    wide_f light = shading->color ? wide_planes_at(shading->color, east, south)
                                  : wide_repeat(batch->light[0]) +
                                        wide_repeat(batch->light[1]) *
                                            (wide_f)wide_shuffle(planes, PLANE_LIGHT, PLANE_LIGHT,
                                                                 PLANE_LIGHT, PLANE_LIGHT);
    wide_f factors = light * (wide_f)wide_shuffle(light, 3, 3, 3, 3);
    if (batch->leaf_factor > 0.0F) {
        const struct mesh_layer_plane *layer = shading->second;
        wide_f place = wide_repeat_two(layer->at) + wide_repeat_two(layer->east) * east +
                       wide_repeat_two(layer->south) * south;
        factors *= mip_wide_sample(&shading->places[1], place) * wide_splat(batch->leaf_factor);
    }
    *colors = rgba * wide_select(is_alpha, light, factors);
    return seen;
}

float mesh_leaf_cover(const struct mesh_shading *shading, int32_t x, int32_t y)
{
    const struct mesh_triangle *triangle = shading->triangle;
    lanes_f planes = mesh_planes_at(&triangle->planes, triangle, x, y);
    float alpha = mip_nearest_alpha(&shading->places[0], mip_place(planes));
    return alpha > 0.0F ? alpha * light_at(shading, planes, x, y)[3] : 0.0F;
}

struct mesh_effect mesh_effect_of(const struct mesh_shading *shading, lanes_f *color)
{
    const struct surface_material *material = shading->material;
    if (!material->alpha_key || surface_is_transparent(material->blend)) {
        return (struct mesh_effect){(*color)[3] >= (float)material->alpha_key, material->blend,
                                    material->depth_write};
    }
    if (is_full_size(shading)) {
        (*color)[3] = (*color)[3] >= MESH_HALF ? 255.0F : 0.0F;
    }
    return (struct mesh_effect){(*color)[3] > 0.0F, SURFACE_ALPHA,
                                material->depth_write && (*color)[3] >= MESH_HALF};
}
