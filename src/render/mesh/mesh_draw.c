#include "render/mesh/mesh_draw.h"

#include "render/mesh/mesh_blend.h"
#include "render/mesh/mesh_mix.h"
#include "render/mesh/raster.h"
#include "render/texture/mip_sample.h"

/* Alpha from which a texel of an alpha-keyed material is there, where it is seen in full size:
 * half, so that what is cut out keeps its area when it is filtered. */
#define ALPHA_KEY 128.0F

/* One triangle under way. */
struct drawing {
    const struct mesh_material *material;
    struct sample_band *band;
    struct raster_triangle triangle;
    struct raster_plane light[4];
    struct raster_plane mix;
    struct raster_plane uv[MESH_TEXTURES][2];
    struct mip_footprint footprint[MESH_TEXTURES]; /* of a pixel */
    unsigned textures;                             /* a bit each: those to be sampled */
    bool transparent;
};

static struct raster_plane plane_of(const struct raster_triangle *triangle, float a, float b,
                                    float c)
{
    return raster_plane(triangle, (const float[3]){a, b, c});
}

static void set_up_light(struct drawing *drawing, const struct mesh_vertex *const v[3])
{
    for (unsigned c = 0; c < 4; c++) {
        drawing->light[c] =
            plane_of(&drawing->triangle, v[0]->light[c], v[1]->light[c], v[2]->light[c]);
    }
    drawing->mix = plane_of(&drawing->triangle, v[0]->mix, v[1]->mix, v[2]->mix);
}

static void set_up_textures(struct drawing *drawing, const struct mesh_corners *corners)
{
    const struct mesh_vertex *const *v = corners->vertex;
    for (unsigned t = 0; t < MESH_TEXTURES; t++) {
        if (!(drawing->textures >> t & 1)) {
            continue;
        }
        for (unsigned axis = 0; axis < 2; axis++) {
            drawing->uv[t][axis] = plane_of(&drawing->triangle, v[0]->uv[t][axis],
                                            v[1]->uv[t][axis], v[2]->uv[t][axis]);
        }
        drawing->footprint[t] = mesh_footprint(drawing->material, corners, t);
    }
}

/* The middle of the samples that are covered: never far outside the triangle. */
static void shading_point(const struct raster_pixel *pixel, int32_t *x, int32_t *y)
{
    int32_t count = 0;
    *x = 0;
    *y = 0;
    for (unsigned s = 0; s < SAMPLES; s++) {
        if (pixel->mask >> s & 1) {
            *x += sample_x[s];
            *y += sample_y[s];
            count++;
        }
    }
    *x = (int32_t)pixel->x * SUBPIXELS + *x / count;
    *y = (int32_t)pixel->y * SUBPIXELS + *y / count;
}

static float plane_value(const struct drawing *drawing, const struct raster_plane *plane, int32_t x,
                         int32_t y)
{
    return (float)raster_plane_at(plane, &drawing->triangle, x, y);
}

static void shade(const struct drawing *drawing, int32_t x, int32_t y, float color[4])
{
    float texels[MESH_TEXTURES][4] = {
        {255, 255, 255, 255}, {255, 255, 255, 255}, {255, 255, 255, 255}};
    float light[4];
    for (unsigned t = 0; t < MESH_TEXTURES; t++) {
        if (drawing->textures >> t & 1) {
            mip_sample(drawing->material->textures[t], &drawing->footprint[t],
                       drawing->material->wrap,
                       raster_plane_at(&drawing->uv[t][0], &drawing->triangle, x, y),
                       raster_plane_at(&drawing->uv[t][1], &drawing->triangle, x, y), texels[t]);
        }
    }
    for (unsigned c = 0; c < 4; c++) {
        light[c] = plane_value(drawing, &drawing->light[c], x, y);
    }
    float k = plane_value(drawing, &drawing->mix, x, y);
    mesh_mix_color(drawing->material->mix, texels, k, light, color);
}

/*
 * Samples of an alpha-keyed pixel that are there. In full size that is all or none; where a pixel
 * covers many texels, as many samples as the mean of alpha says, so that edges and foliage thin
 * out instead of vanishing.
 */
static unsigned keyed_mask(const struct drawing *drawing, const struct raster_pixel *pixel,
                           float alpha)
{
    const struct mip_footprint *footprint = &drawing->footprint[0];
    bool full_size =
        footprint->level == 0 && footprint->lod_fraction < 0.5F && footprint->taps == 1;
    if (full_size) {
        return alpha >= ALPHA_KEY ? pixel->mask : 0;
    }
    unsigned there = (unsigned)(alpha * ((float)SAMPLES / 255.0F) + 0.5F);
    unsigned turn = (pixel->x + pixel->y) % SAMPLES;
    unsigned mask = 0;
    for (unsigned i = 0; i < there && i < SAMPLES; i++) {
        mask |= 1U << (turn + i) % SAMPLES;
    }
    return pixel->mask & mask;
}

static void emit_pixel(void *user, const struct raster_pixel *pixel)
{
    const struct drawing *drawing = user;
    const struct sample_band *band = drawing->band;
    int32_t x;
    int32_t y;
    float color[4];
    shading_point(pixel, &x, &y);
    shade(drawing, x, y, color);
    unsigned mask = pixel->mask;
    if (drawing->material->blend == BLEND_ALPHA_KEY) {
        mask = keyed_mask(drawing, pixel, color[3]);
    }
    size_t first = SAMPLES * ((size_t)(pixel->y - band->first_row) * band->width_px + pixel->x);
    mesh_blend_pixel(drawing->material->blend, color, mask, band->rgba + 4 * first);
    for (unsigned s = 0; s < SAMPLES && !drawing->transparent; s++) {
        if (mask >> s & 1) {
            band->depth[first + s] = pixel->z_yd[s];
        }
    }
}

void mesh_draw(const struct mesh_batch *batch, struct sample_band *band)
{
    const struct pixel_area where = {0, band->width_px, band->first_row,
                                     band->first_row + band->rows};
    struct drawing drawing = {
        .material = batch->material,
        .band = band,
        .textures = mesh_material_textures(batch->material),
        .transparent = mesh_blend_is_transparent(batch->material->blend),
    };
    for (uint32_t i = 0; i + 2 < batch->index_count; i += 3) {
        struct mesh_corners corners = mesh_corners(batch, i);
        if (mesh_is_seen(&corners, batch->material, &where)) {
            raster_setup(corners.position, &drawing.triangle);
            set_up_light(&drawing, corners.vertex);
            set_up_textures(&drawing, &corners);
            raster_draw(&drawing.triangle, band, emit_pixel, &drawing);
        }
    }
}
