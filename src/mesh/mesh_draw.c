/*
 * Shading once per visible pixel.
 *
 * A roof hides the floors below it, so most covered pixels of a building are never seen. The first
 * step of the opaque pass therefore only rasterizes: each sample keeps its depth and the number of
 * the nearest triangle in band->visible. The second step walks over the pixels, quad by quad where
 * triangles may lie. All samples of a pixel that show one triangle are shaded together, at the
 * middle of those samples. Triangles that were drawn for a few pixels are readied for shading once:
 * SHADED of them stay in a table that is indexed by the low bits of the number.
 *
 * Alpha-keyed triangles cannot be deferred: their texture decides what they cover. They follow the
 * opaque ones, so that hidden pixels fail the depth test before they are shaded. Where a key leaves
 * a share of a pixel, that share of the colour goes over what is there, from low to high. Four
 * samples have no better way to show a third of a pixel: chosen samples are noise, 33.7 dB from the
 * mean of 256 samples on a forest tile. Leaves that hide more than half of the pixel hide what is
 * below them and comes later.
 */
#include "mesh/mesh_draw.h"

#include <string.h>

#include "mesh/mesh_blend.h"
#include "mesh/mesh_shade.h"
#include "mesh/raster.h"

enum { RGBA = 4, SHADED = 32 };

static size_t first_sample(const struct sample_band *band, uint32_t x, uint32_t y)
{
    return SAMPLES * ((size_t)(y - band->first_row) * band->width_px + x);
}

static bool set_up(const struct mesh_run *run, uint32_t number, const struct sample_band *band,
                   struct raster_triangle *triangle)
{
    const struct mesh_bin_triangle *at = mesh_run_at(run, number);
    const struct mesh_batch *batch = run->list->sorted[at->batch];
    return raster_setup(mesh_corners(batch, at->index).position, band, triangle);
}

static const struct mesh_material *material_of(const struct mesh_run *run, uint32_t number)
{
    return run->list->sorted[mesh_run_at(run, number)->batch]->material;
}

static void set_up_shading(const struct mesh_run *run, uint32_t number,
                           struct mesh_shading *shading)
{
    const struct mesh_bin_triangle *at = mesh_run_at(run, number);
    mesh_shading_setup(run->list->sorted[at->batch], at->index, shading);
}

/* The colour in the middle of the samples of `mask`, which is never far outside the triangle. */
static lanes_f shade_middle(const struct mesh_shading *shading, uint32_t x, uint32_t y,
                            unsigned mask)
{
    const uint8_t *middle = sample_middles[mask];
    return mesh_shade(shading, (int32_t)x * SUBPIXELS + middle[0],
                      (int32_t)y * SUBPIXELS + middle[1]);
}

/* What the second step keeps from pixel to pixel. */
struct resolving {
    const struct mesh_run *run;
    struct sample_band *band;
    struct {
        uint32_t id; /* 0: none */
        struct mesh_shading shading;
    } table[SHADED];
};

static const struct mesh_shading *shading_of(struct resolving *resolving, uint32_t id)
{
    uint32_t slot = id % SHADED;
    if (resolving->table[slot].id != id) {
        resolving->table[slot].id = id;
        set_up_shading(resolving->run, id - 1, &resolving->table[slot].shading);
    }
    return &resolving->table[slot].shading;
}

static void resolve_pixel(struct resolving *resolving, uint32_t x, uint32_t y,
                          const uint32_t visible[SAMPLES])
{
    uint8_t *samples = resolving->band->rgba + RGBA * first_sample(resolving->band, x, y);
    unsigned left = 0;
    for (unsigned s = 0; s < SAMPLES; s++) {
        left |= (unsigned)(visible[s] != 0) << s;
    }
    for (unsigned s = 0; left; s++) {
        unsigned mask = 0;
        if (!(left >> s & 1)) {
            continue;
        }
        for (unsigned other = s; other < SAMPLES; other++) {
            mask |= (unsigned)(visible[other] == visible[s]) << other;
        }
        const struct mesh_shading *shading = shading_of(resolving, visible[s]);
        mesh_blend_pixel(shading->material->blend, shade_middle(shading, x, y, mask), mask,
                         samples);
        left &= ~mask;
    }
}

static void resolve_area(struct resolving *resolving, const struct pixel_area *area)
{
    static const uint32_t none[SAMPLES];
    for (uint32_t y = area->first_row; y < area->end_row; y++) {
        const uint32_t *visible =
            resolving->band->visible + first_sample(resolving->band, area->first_column, y);
        for (uint32_t x = area->first_column; x < area->end_column; x++, visible += SAMPLES) {
            if (memcmp(visible, none, sizeof none) != 0) {
                resolve_pixel(resolving, x, y, visible);
            }
        }
    }
}

static void clear_area(const struct sample_band *band, const struct pixel_area *area)
{
    size_t samples = SAMPLES * (size_t)(area->end_column - area->first_column);
    for (uint32_t y = area->first_row; y < area->end_row; y++) {
        memset(band->visible + first_sample(band, area->first_column, y), 0,
               samples * sizeof *band->visible);
    }
}

void mesh_draw_deferred(const struct mesh_run *run, struct sample_band *band)
{
    struct resolving resolving = {.run = run, .band = band};
    for (uint32_t i = 0; i < run->area_count; i++) {
        clear_area(band, &run->areas[i]);
    }
    for (uint32_t i = 0; i < run->count; i++) {
        struct raster_triangle triangle;
        if (set_up(run, i, band, &triangle)) {
            raster_draw_visible(&triangle, band, i + 1);
        }
    }
    for (uint32_t i = 0; i < run->area_count; i++) {
        resolve_area(&resolving, &run->areas[i]);
    }
}

/* One triangle under way. */
struct drawing {
    const struct mesh_run *run;
    struct sample_band *band;
    uint32_t number;
    bool is_ready; /* `shading` is */
    struct mesh_shading shading;
};

static void emit_pixel(void *user, const struct raster_pixel *pixel)
{
    struct drawing *drawing = user;
    const struct sample_band *band = drawing->band;
    if (!drawing->is_ready) {
        set_up_shading(drawing->run, drawing->number, &drawing->shading);
        drawing->is_ready = true;
    }
    lanes_f color = shade_middle(&drawing->shading, pixel->x, pixel->y, pixel->mask);
    struct mesh_effect effect = mesh_effect_of(&drawing->shading, &color);
    if (!effect.is_seen) {
        return;
    }
    size_t first = first_sample(band, pixel->x, pixel->y);
    mesh_blend_pixel(effect.blend, color, pixel->mask, band->rgba + RGBA * first);
    if (effect.hides) {
        float *depth = band->depth + first;
        lanes_store(depth,
                    lanes_select(lanes_of_bits(pixel->mask), pixel->z_yd, lanes_load(depth)));
    }
}

void mesh_draw(const struct mesh_run *run, struct sample_band *band)
{
    for (uint32_t i = 0; i < run->count; i++) {
        struct drawing drawing = {.run = run, .band = band, .number = i};
        struct raster_triangle triangle;
        if (set_up(run, i, band, &triangle)) {
            triangle.depth_test = material_of(run, i)->depth_test;
            raster_draw(&triangle, band, emit_pixel, &drawing);
        }
    }
}
