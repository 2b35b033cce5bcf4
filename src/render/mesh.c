#include "render/mesh.h"

#include "render/surface.h"

/* Alpha from which a texel of an alpha-keyed surface is there, where it is seen in full size: half,
 * so that what is cut out keeps its area when it is filtered. */
#define ALPHA_KEY 128.0F

/* One triangle under way. */
struct drawing {
    const struct surface *surface;
    struct sample_band *band;
    struct raster_triangle triangle;
    struct raster_plane light[4];
    struct raster_plane mix;
    struct raster_plane uv[SURFACE_TEXTURES][2];
    struct mip_footprint footprint[SURFACE_TEXTURES];
    unsigned textures; /* a bit each: those to be sampled */
    bool transparent;
};

static struct raster_plane plane_of(const struct raster_triangle *triangle, float a, float b,
                                    float c)
{
    return raster_plane(triangle, (const float[3]){a, b, c});
}

static void set_up_textures(struct drawing *drawing, const struct mesh_vertex *const v[3])
{
    for (unsigned t = 0; t < SURFACE_TEXTURES; t++) {
        if (!(drawing->textures >> t & 1)) {
            continue;
        }
        double steps[2][2];
        for (unsigned axis = 0; axis < 2; axis++) {
            drawing->uv[t][axis] = plane_of(&drawing->triangle, v[0]->uv[t][axis],
                                            v[1]->uv[t][axis], v[2]->uv[t][axis]);
            steps[axis][0] = drawing->uv[t][axis].dx * SUBPIXELS;
            steps[axis][1] = drawing->uv[t][axis].dy * SUBPIXELS;
        }
        drawing->footprint[t] = mip_footprint(drawing->surface->textures[t], steps[0], steps[1]);
    }
}

static void set_up_light(struct drawing *drawing, const struct mesh_vertex *const v[3])
{
    for (unsigned c = 0; c < 4; c++) {
        drawing->light[c] =
            plane_of(&drawing->triangle, v[0]->light[c], v[1]->light[c], v[2]->light[c]);
    }
    drawing->mix = plane_of(&drawing->triangle, v[0]->mix, v[1]->mix, v[2]->mix);
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
    float texels[SURFACE_TEXTURES][4] = {
        {255, 255, 255, 255}, {255, 255, 255, 255}, {255, 255, 255, 255}};
    float light[4];
    for (unsigned t = 0; t < SURFACE_TEXTURES; t++) {
        if (drawing->textures >> t & 1) {
            mip_sample(drawing->surface->textures[t], &drawing->footprint[t],
                       drawing->surface->wrap,
                       raster_plane_at(&drawing->uv[t][0], &drawing->triangle, x, y),
                       raster_plane_at(&drawing->uv[t][1], &drawing->triangle, x, y), texels[t]);
        }
    }
    for (unsigned c = 0; c < 4; c++) {
        light[c] = plane_value(drawing, &drawing->light[c], x, y);
    }
    float k = plane_value(drawing, &drawing->mix, x, y);
    surface_color(drawing->surface->mix, texels, k, light, color);
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
    bool full_size = footprint->level == 0 && footprint->coarser < 0.5F && footprint->taps == 1;
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
    if (drawing->surface->blend == BLEND_ALPHA_KEY) {
        mask = keyed_mask(drawing, pixel, color[3]);
    }
    size_t first = SAMPLES * ((size_t)(pixel->y - band->first_row) * band->width_px + pixel->x);
    blend_pixel(drawing->surface->blend, color, mask, band->rgba + 4 * first);
    for (unsigned s = 0; s < SAMPLES && !drawing->transparent; s++) {
        if (mask >> s & 1) {
            band->height_yd[first + s] = pixel->z_yd[s];
        }
    }
}

/* Which of the surface's textures are there and read by its mix, a bit each. */
static unsigned textures_of(const struct surface *surface)
{
    unsigned textures = 0;
    for (unsigned t = 0; t < SURFACE_TEXTURES; t++) {
        textures |= surface->textures[t] ? 1U << t : 0;
    }
    return textures & surface_mix_textures(surface->mix);
}

/* A triangle of a batch. */
struct corners {
    const struct mesh_vertex *vertex[3];
    struct raster_vertex position[3];
};

/* The triangle that begins with index `i`. */
static struct corners corners_of(const struct mesh_batch *batch, uint32_t i)
{
    struct corners corners;
    for (uint32_t k = 0; k < 3; k++) {
        corners.vertex[k] = &batch->vertices[batch->indices[i + k]];
        corners.position[k] = corners.vertex[k]->position;
    }
    return corners;
}

/* False when nothing of the triangle is to be seen there: it is beside it, edge-on, or turned away
 * and one-sided. */
static bool is_seen(const struct corners *corners, const struct surface *surface,
                    const struct band_area *where)
{
    bool after_first[2] = {false};
    bool before_end[2] = {false};
    for (uint32_t k = 0; k < 3; k++) {
        const struct raster_vertex *at = &corners->position[k];
        after_first[0] |= at->x >= (int32_t)where->first_column * SUBPIXELS;
        before_end[0] |= at->x < (int32_t)where->end_column * SUBPIXELS;
        after_first[1] |= at->y >= (int32_t)where->first_row * SUBPIXELS;
        before_end[1] |= at->y < (int32_t)where->end_row * SUBPIXELS;
    }
    int64_t area = raster_area(corners->position);
    bool faces_up = area < 0 || (area > 0 && surface->two_sided);
    return faces_up && after_first[0] && before_end[0] && after_first[1] && before_end[1];
}

void mesh_draw(const struct mesh_batch *batch, struct sample_band *band)
{
    const struct band_area where = {0, band->width_px, band->first_row,
                                    band->first_row + band->rows};
    struct drawing drawing = {
        .surface = batch->surface,
        .band = band,
        .textures = textures_of(batch->surface),
        .transparent = blend_is_transparent(batch->surface->blend),
    };
    for (uint32_t i = 0; i + 2 < batch->index_count; i += 3) {
        struct corners corners = corners_of(batch, i);
        if (is_seen(&corners, batch->surface, &where)) {
            raster_setup(corners.position, &drawing.triangle);
            set_up_light(&drawing, corners.vertex);
            set_up_textures(&drawing, corners.vertex);
            raster_draw(&drawing.triangle, band, emit_pixel, &drawing);
        }
    }
}

/* Whether the triangle samples no texture before the first level kept; false: it may. */
static bool is_surely_kept(const struct drawing *drawing, const struct corners *corners)
{
    const struct mesh_vertex *const *v = corners->vertex;
    double area = (double)raster_area(corners->position);
    for (unsigned t = 0; t < SURFACE_TEXTURES; t++) {
        double steps[2][2];
        if (!(drawing->textures >> t & 1)) {
            continue;
        }
        for (unsigned axis = 0; axis < 2; axis++) {
            const float values[3] = {v[0]->uv[t][axis], v[1]->uv[t][axis], v[2]->uv[t][axis]};
            raster_rise(corners->position, values, steps[axis]);
            steps[axis][0] *= SUBPIXELS;
            steps[axis][1] *= SUBPIXELS;
        }
        if (!mip_surely_kept(drawing->surface->textures[t], steps[0], steps[1], area)) {
            return false;
        }
    }
    return true;
}

static void note_finest(const struct drawing *drawing, uint32_t finest[SURFACE_TEXTURES])
{
    for (unsigned t = 0; t < SURFACE_TEXTURES; t++) {
        bool looked_at = drawing->textures >> t & 1;
        if (looked_at && drawing->footprint[t].level < finest[t]) {
            finest[t] = drawing->footprint[t].level;
        }
    }
}

void mesh_finest_levels(const struct mesh_batch *batch, uint32_t size_px,
                        uint32_t finest[SURFACE_TEXTURES])
{
    const struct band_area tile = {0, size_px, 0, size_px};
    struct drawing drawing = {.surface = batch->surface, .textures = textures_of(batch->surface)};
    for (unsigned t = 0; t < SURFACE_TEXTURES; t++) {
        const struct mip_texture *texture = batch->surface->textures[t];
        finest[t] = texture ? texture->first_level : 0;
        drawing.textures &= finest[t] > 0 ? ~0U : ~(1U << t);
    }
    for (uint32_t i = 0; i + 2 < batch->index_count && drawing.textures; i += 3) {
        struct corners corners = corners_of(batch, i);
        if (is_seen(&corners, batch->surface, &tile) && !is_surely_kept(&drawing, &corners)) {
            raster_setup(corners.position, &drawing.triangle);
            set_up_textures(&drawing, corners.vertex);
            note_finest(&drawing, finest);
        }
    }
}
