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
 *
 * The pixels of a leaf wait until all of the triangle are found, and are then shaded WIDE at a
 * time. Nothing is decided by their colours but with masks, nor by which pixels of a vector have
 * samples. What is stored with masks that are empty is what was there. Heights are worked out
 * again for pixels that hide what is below, which is less than keeping them.
 *
 * A shadow that is cast on a mesh takes its share of the sun out of a colour that is shaded
 * already: PLANE_LIGHT tells how much of the light that is. So shading knows nothing of shadows.
 */
#include "mesh/mesh_draw.h"

#include <math.h>
#include <string.h>

#include "mesh/mesh_blend.h"
#include "mesh/mesh_shade.h"
#include "mesh/raster.h"

enum { RGBA = 4, SHADED = 32 };

enum { LINE = 64 };

static inline void fetch(const void *from, size_t bytes)
{
    for (size_t at = 0; at < bytes; at += LINE) {
        __builtin_prefetch((const char *)from + at);
    }
}

void mesh_run_gather(const struct mesh_list *list, const uint32_t *numbers, uint32_t count,
                     struct mesh_triangle *triangles, struct mesh_layer_plane *seconds)
{
    enum { AHEAD = 16 };
    for (uint32_t i = 0; i < count; i++) {
        if (i + AHEAD < count) {
            fetch(mesh_list_triangle(list, numbers[i + AHEAD]), sizeof *triangles);
        }
        triangles[i] = *mesh_list_triangle(list, numbers[i]);
        const struct mesh_batch *batch = &list->batches[triangles[i].batch];
        if (seconds && batch->layers) {
            seconds[i] = mesh_batch_layers(batch, numbers[i] - batch->first)->layer[0];
        }
    }
}

/* Readies triangle `i` of a run. */
static void ready(const struct mesh_run *run, uint32_t i, struct mesh_shading *shading)
{
    mesh_shading_setup(run->list, &run->triangles[i], run->numbers[i],
                       run->seconds ? &run->seconds[i] : NULL, shading);
}

/* What a shadow leaves of a colour at a point of pixel (x, y). */
static lanes_f cast_on(const struct mesh_shadow *shadow, const struct mesh_shading *shading,
                       uint32_t x, uint32_t y, unsigned mask, lanes_f color)
{
    const struct mesh_triangle *triangle = shading->triangle;
    const uint8_t *middle = sample_middles[mask];
    uint8_t shade = shadow->shade[y * shadow->stride_bytes + x];
    if (shade == 0 || !shading->batch->takes_shadow) {
        return color;
    }
    lanes_f planes = mesh_planes_at(&triangle->planes, triangle, (int32_t)x * SUBPIXELS + middle[0],
                                    (int32_t)y * SUBPIXELS + middle[1]);
    float facing = planes[PLANE_LIGHT] > 0.0F ? planes[PLANE_LIGHT] : 0.0F;
    float left = 1.0F - shadow->strength * (float)shade * (1.0F / 255.0F);
    lanes_f hidden = lanes_load(shadow->of_ambient) * lanes_splat((float)shade * (1.0F / 255.0F));
    lanes_f ambient = lanes_load(shadow->ambient);
    lanes_f ambient_left = ambient * (lanes_splat(1.0F) - hidden);
    lanes_f sun = lanes_load(shadow->diffuse) * lanes_splat(facing);
    lanes_f light = lanes_larger(ambient + sun, lanes_splat(0x1p-20F));
    return color * ((ambient_left + sun * lanes_splat(left)) / light);
}

/* The colour in the middle of the samples of `mask`, which is never far outside the triangle. */
static lanes_f shade_middle(const struct mesh_shading *shading, const struct mesh_shadow *shadow,
                            uint32_t x, uint32_t y, unsigned mask)
{
    const uint8_t *middle = sample_middles[mask];
    lanes_f color =
        mesh_shade(shading, (int32_t)x * SUBPIXELS + middle[0], (int32_t)y * SUBPIXELS + middle[1]);
    return shadow ? cast_on(shadow, shading, x, y, mask, color) : color;
}

/* What a pixel shows of a triangle. */
struct pixel_part {
    uint32_t id; /* the number of the triangle in the run + 1 */
    uint32_t x, y;
    unsigned mask;
};

enum { PARTS = 32 };

/* What the second step keeps from pixel to pixel. More than PARTS are shaded together, so that what
 * is fetched for them has the time to come. */
struct resolving {
    const struct mesh_run *run;
    struct sample_band *band;
    uint32_t count;
    struct pixel_part waiting[PARTS + SAMPLES];
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
        ready(resolving->run, id - 1, &resolving->table[slot].shading);
    }
    return &resolving->table[slot].shading;
}

/* Fetches what shading reads of a triangle besides its copy. Always inlined: gcc 12 leaves out
 * calls of functions that only fetch, as if they had no effect. */
static inline __attribute__((always_inline)) void fetch_shading(const struct mesh_run *run,
                                                                uint32_t id)
{
    const struct mesh_batch *batch = &run->list->batches[run->triangles[id - 1].batch];
    const uint32_t number = run->numbers[id - 1] - batch->first;
    if (batch->colors) {
        __builtin_prefetch(&batch->colors[number]);
        __builtin_prefetch(&batch->colors[number].south); /* which may be on the next line */
    }
    if (batch->layers) {
        fetch(mesh_batch_layers(batch, number), LINE + 1);
    }
}

static void shade_parts(struct resolving *resolving)
{
    struct sample_band *band = resolving->band;
    for (uint32_t i = 0; i < resolving->count; i++) {
        const struct pixel_part *part = &resolving->waiting[i];
        const struct mesh_shading *shading = shading_of(resolving, part->id);
        mesh_blend_pixel(shading->material->blend,
                         shade_middle(shading, band->shadow, part->x, part->y, part->mask),
                         part->mask, band->rgba + RGBA * sample_band_at(band, part->x, part->y));
    }
    resolving->count = 0;
}

static void resolve_pixel(struct resolving *resolving, uint32_t x, uint32_t y,
                          const uint32_t visible[SAMPLES])
{
    lanes_i ids;
    memcpy(&ids, visible, sizeof ids);
    unsigned left = lanes_negative(ids != lanes_splat_i(0));
    while (left) {
        const uint32_t id = visible[__builtin_ctz(left)];
        const unsigned mask = lanes_negative(ids == lanes_splat_i((int32_t)id));
        resolving->waiting[resolving->count++] = (struct pixel_part){id, x, y, mask};
        fetch_shading(resolving->run, id);
        left &= ~mask;
    }
    if (resolving->count > PARTS) {
        shade_parts(resolving);
    }
}

static void resolve_area(struct resolving *resolving, const struct pixel_area *area)
{
    static const uint32_t none[SAMPLES];
    for (uint32_t y = area->first_row; y < area->end_row; y++) {
        const uint32_t *visible =
            resolving->band->visible + sample_band_at(resolving->band, area->first_column, y);
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
        memset(band->visible + sample_band_at(band, area->first_column, y), 0,
               samples * sizeof *band->visible);
    }
}

/* The opaque pass: every sample that passes the depth test takes the triangle's depth and number.
 */
struct visible_target {
    const struct sample_band *band;
    uint32_t id;
};

static inline void emit_visible(void *user, const struct raster_pixels *pixels)
{
    const struct visible_target *target = user;
    wide_store_some((wide_i)pixels->z_yd, pixels->mask, target->band->depth + pixels->first);
    wide_store_some(wide_splat_i((int32_t)target->id), pixels->mask,
                    target->band->visible + pixels->first);
}

void mesh_draw_deferred(const struct mesh_run *run, struct sample_band *band)
{
    struct resolving resolving = {.run = run, .band = band};
    for (uint32_t i = 0; i < run->area_count; i++) {
        clear_area(band, &run->areas[i]);
    }
    for (uint32_t i = 0; i < run->count; i++) {
        struct visible_target target = {band, i + 1};
        raster_draw(&run->triangles[i], band, true, emit_visible, &target);
    }
    for (uint32_t i = 0; i < run->area_count; i++) {
        resolve_area(&resolving, &run->areas[i]);
    }
    shade_parts(&resolving);
}

/* One triangle under way. */
struct triangle_drawing {
    const struct mesh_run *run;
    struct sample_band *band;
    uint32_t number;
    bool is_ready; /* `shading` is */
    struct mesh_shading shading;
};

static inline void emit_pixel(void *user, const struct raster_pixel *pixel)
{
    struct triangle_drawing *drawing = user;
    const struct sample_band *band = drawing->band;
    const struct mesh_shading *shading = &drawing->shading;
    if (!drawing->is_ready) {
        ready(drawing->run, drawing->number, &drawing->shading);
        drawing->is_ready = true;
    }
    size_t first = sample_band_at(band, pixel->x, pixel->y);
    uint8_t *samples = band->rgba + RGBA * first;
    __builtin_prefetch(samples, 1); /* it comes while the colour is worked out */
    lanes_f color = shade_middle(shading, band->shadow, pixel->x, pixel->y, pixel->mask);
    struct mesh_effect effect = mesh_effect_of(shading, &color);
    if (!effect.is_seen) {
        return;
    }
    mesh_blend_pixel(effect.blend, color, pixel->mask, samples);
    if (effect.hides) {
        float *depth = band->depth + first;
        lanes_store(depth,
                    lanes_select(lanes_of_bits(pixel->mask), pixel->z_yd, lanes_load(depth)));
    }
}

static inline void emit_pixels(void *user, const struct raster_pixels *pixels)
{
    raster_each_pixel(pixels, emit_pixel, user);
}

/* Pixels of a leaf that wait for their colours. */
enum { WAITING = 32 };

struct leaf_pixels {
    uint32_t count;
    struct triangle_drawing *of;
    int32_t x[WAITING + WIDE], y[WAITING + WIDE], mask[WAITING + WIDE];
    int32_t first[WAITING + WIDE]; /* sample of the band */
};

/* Takes what shadows leave of the colours of WIDE pixels. */
static void cast_on_leaves(const struct mesh_shading *shading, const struct leaf_pixels *pixels,
                           uint32_t first, const struct mesh_shadow *shadow, wide_f *colors)
{
    float rgba[WIDE][RGBA];
    memcpy(rgba, colors, sizeof rgba);
    for (uint32_t i = 0; i < WIDE; i++) {
        lanes_store(rgba[i], cast_on(shadow, shading, (uint32_t)pixels->x[first + i],
                                     (uint32_t)pixels->y[first + i],
                                     (unsigned)pixels->mask[first + i], lanes_load(rgba[i])));
    }
    memcpy(colors, rgba, sizeof rgba);
}

static void draw_wide_leaves(const struct leaf_pixels *pixels, uint32_t first)
{
    const struct sample_band *band = pixels->of->band;
    const struct mesh_shading *shading = &pixels->of->shading;
    int32_t at[WIDE][2];
    unsigned masks = 0;
    void *samples[WIDE], *depths[WIDE];
    for (unsigned i = 0; i < WIDE; i++) {
        const uint8_t *middle = sample_middles[pixels->mask[first + i]];
        at[i][0] = pixels->x[first + i] * SUBPIXELS + middle[0];
        at[i][1] = pixels->y[first + i] * SUBPIXELS + middle[1];
        samples[i] = band->rgba + RGBA * (size_t)pixels->first[first + i];
        depths[i] = band->depth + pixels->first[first + i];
        masks |= (unsigned)pixels->mask[first + i] << SAMPLES * i;
    }
    wide_f colors;
    wide_i x, y;
    wide_spread_pairs((const int32_t(*)[2])at, &x, &y);
    masks &= mesh_shade_leaves(shading, x, y, &colors);
    if (band->shadow) {
        cast_on_leaves(shading, pixels, first, band->shadow, &colors);
    }
    mesh_blend_leaves(colors, masks, samples);
    if (!shading->material->depth_write) {
        return;
    }
    masks &= wide_reaches((wide_f)wide_shuffle(colors, 3, 3, 3, 3), wide_splat(MESH_HALF));
    const struct mesh_triangle *triangle = shading->triangle;
    const struct raster_heights heights = raster_heights_of(triangle);
    wide_f row = raster_heights_of_row(&heights, (y & -SUBPIXELS) - triangle->y[0]);
    wide_f z_yd = raster_heights_in_row(&heights, row, (x & -SUBPIXELS) - triangle->x[0]);
    wide_i depth = wide_load_parts((const void *const *)depths);
    depth = wide_select_i(wide_of_bits(masks), (wide_i)z_yd, depth);
    wide_store_parts(depth, depths);
}

static void draw_leaf_pixels(struct leaf_pixels *pixels)
{
    struct triangle_drawing *of = pixels->of;
    if (!of->is_ready) {
        ready(of->run, of->number, &of->shading);
        of->is_ready = true;
    }
    const uint32_t last = pixels->count - 1;
    for (uint32_t i = 1; i < WIDE; i++) { /* which fill the last vector, if it is not full */
        pixels->x[last + i] = pixels->x[last];
        pixels->y[last + i] = pixels->y[last];
        pixels->first[last + i] = pixels->first[last];
        pixels->mask[last + i] = 0;
    }
    for (uint32_t first = 0; first < pixels->count; first += WIDE) {
        draw_wide_leaves(pixels, first);
    }
    pixels->count = 0;
}

/* Pixels without samples are written over by the next ones. */
static inline void emit_leaf_pixels(void *user, const struct raster_pixels *from)
{
    struct leaf_pixels *pixels = user;
    const uint8_t *samples = pixels->of->band->rgba + RGBA * from->first;
    if (pixels->count > WAITING - WIDE) {
        draw_leaf_pixels(pixels);
    }
    uint32_t count = pixels->count;
    __builtin_prefetch(samples, 1); /* they come before they are needed */
    __builtin_prefetch(samples + RGBA * SAMPLES * (WIDE - 1), 1);
    for (uint32_t i = 0; i < WIDE; i++) {
        unsigned mask = from->mask >> SAMPLES * i & ((1U << SAMPLES) - 1);
        pixels->x[count] = from->x + (int32_t)i;
        pixels->y[count] = from->y;
        pixels->mask[count] = (int32_t)mask;
        pixels->first[count] = (int32_t)(from->first + SAMPLES * i);
        count += mask != 0;
    }
    pixels->count = count;
}

void mesh_draw(const struct mesh_run *run, struct sample_band *band)
{
    struct triangle_drawing drawing = {.run = run, .band = band};
    struct leaf_pixels leaves = {.of = &drawing};
    for (uint32_t i = 0; i < run->count; i++) {
        const struct mesh_triangle *triangle = &run->triangles[i];
        const struct mesh_batch *batch = &run->list->batches[triangle->batch];
        drawing.number = i;
        drawing.is_ready = false;
        if (mesh_is_leaf(batch, triangle)) {
            raster_draw(triangle, band, batch->material->depth_test, emit_leaf_pixels, &leaves);
            if (leaves.count > 0) {
                draw_leaf_pixels(&leaves);
            }
        } else {
            raster_draw(triangle, band, batch->material->depth_test, emit_pixels, &drawing);
        }
    }
}

/* One triangle whose heights are drawn. */
struct height_emitting {
    const struct mesh_run *run;
    struct height_samples *heights;
    uint32_t number;
    bool is_ready; /* `shading` is */
    struct mesh_shading shading;
};

static inline void store_taken(unsigned mask, lanes_f value, float *samples)
{
    lanes_store(samples, lanes_select(lanes_of_bits(mask), value, lanes_load(samples)));
}

static inline void emit_depths(void *user, const struct raster_pixels *pixels)
{
    const struct height_emitting *drawing = user;
    wide_store_some((wide_i)pixels->z_yd, pixels->mask,
                    drawing->heights->band.depth + pixels->first);
}

static inline void emit_levels(void *user, const struct raster_pixels *pixels)
{
    const struct height_emitting *drawing = user;
    float *level = drawing->heights->level + pixels->first;
    wide_store_some((wide_i)wide_larger(pixels->z_yd, wide_load(level)), pixels->mask, level);
}

/* How much of the pixel a surface hides that a key cuts out, 0..1. */
static inline float cover_of(struct height_emitting *drawing, const struct raster_pixel *pixel)
{
    struct mesh_shading *shading = &drawing->shading;
    lanes_f color;
    if (!drawing->is_ready) {
        ready(drawing->run, drawing->number, shading);
        drawing->is_ready = true;
    }
    if (shading->is_leaf) {
        const uint8_t *middle = sample_middles[pixel->mask];
        float cover = mesh_leaf_cover(shading, (int32_t)pixel->x * SUBPIXELS + middle[0],
                                      (int32_t)pixel->y * SUBPIXELS + middle[1]);
        return cover < 255.0F ? cover * (1.0F / 255.0F) : 1.0F;
    }
    color = shade_middle(shading, NULL, pixel->x, pixel->y, pixel->mask);
    struct mesh_effect effect = mesh_effect_of(shading, &color);
    if (!effect.is_seen) {
        return 0.0F;
    }
    if (effect.blend == SURFACE_ALPHA) {
        return color[3] < 255.0F ? color[3] * (1.0F / 255.0F) : 1.0F;
    }
    return effect.hides ? 1.0F : 0.0F;
}

/* A liquid of a building. Solid surfaces are drawn. */
static inline void emit_basin(void *user, const struct raster_pixel *pixel)
{
    const struct height_emitting *drawing = user;
    const struct height_samples *heights = drawing->heights;
    size_t first = sample_band_at(&heights->band, pixel->x, pixel->y);
    float *level = heights->level + first, *depth = heights->band.depth + first;
    lanes_f ground = lanes_load(level), bed = lanes_load(depth);
    lanes_i taken = lanes_of_bits(pixel->mask);
    lanes_i on_ground =
        taken & (lanes_i)(ground < lanes_splat(INFINITY)) & (lanes_i)(bed <= ground);
    lanes_store(level, lanes_select(on_ground, lanes_larger(pixel->z_yd, ground), ground));
    lanes_store(depth, lanes_select(taken & ~on_ground, pixel->z_yd, bed));
}

static inline void emit_basins(void *user, const struct raster_pixels *pixels)
{
    raster_each_pixel(pixels, emit_basin, user);
}

/* What is thinner casts no shadow of its own: the outermost texels of leaves. */
#define LEAF_LEAST 0.125F

/* What lets less through hides what is below, as if it were solid. */
#define THROUGH_LEAST 0.0625F

/* Leaves come from high to low: those below others that hide them fail the depth test. */
static inline void emit_leaf(void *user, const struct raster_pixel *pixel)
{
    struct height_emitting *drawing = user;
    const struct height_samples *heights = drawing->heights;
    float cover = cover_of(drawing, pixel);
    if (!(cover > 0.0F)) {
        return;
    }
    size_t first = sample_band_at(&heights->band, pixel->x, pixel->y);
    struct leaf_samples *leaf = &heights->leaves[first / SAMPLES];
    lanes_i taken = lanes_of_bits(pixel->mask);
    lanes_f through = lanes_load(leaf->through);
    lanes_f share = lanes_select(taken, through * lanes_splat(cover), lanes_splat(0.0F));
    through -= share;
    lanes_store(leaf->seen,
                lanes_load(leaf->seen) + lanes_select(taken, pixel->z_yd * share, share));
    lanes_store(leaf->through, through);
    if (cover >= LEAF_LEAST) {
        store_taken(pixel->mask, lanes_larger(pixel->z_yd, lanes_load(leaf->top)), leaf->top);
    }
    lanes_i hides = taken & (lanes_i)(through < lanes_splat(THROUGH_LEAST));
    float *depth = heights->band.depth + first;
    lanes_store(depth, lanes_select(hides, pixel->z_yd, lanes_load(depth)));
}

static inline void emit_leaves(void *user, const struct raster_pixels *pixels)
{
    raster_each_pixel(pixels, emit_leaf, user);
}

static void draw_solid(const struct mesh_run *run, struct height_emitting *drawing)
{
    for (uint32_t i = 0; i < run->count; i++) {
        const struct mesh_triangle *triangle = &run->triangles[i];
        const struct mesh_batch *batch = &run->list->batches[triangle->batch];
        if (batch->covers_ground) {
            raster_draw(triangle, &drawing->heights->band, false, emit_levels, drawing);
        } else if (!batch->is_liquid && batch->rank == MESH_DEFERRED) {
            raster_draw(triangle, &drawing->heights->band, true, emit_depths, drawing);
        }
    }
}

static void draw_basins(const struct mesh_run *run, struct height_emitting *drawing)
{
    for (uint32_t i = 0; i < run->count; i++) {
        const struct mesh_batch *batch = &run->list->batches[run->triangles[i].batch];
        if (batch->is_liquid && !batch->covers_ground) {
            raster_draw(&run->triangles[i], &drawing->heights->band, true, emit_basins, drawing);
        }
    }
}

static void draw_leaves(const struct mesh_run *run, struct height_emitting *drawing)
{
    for (uint32_t i = run->count; i-- > 0;) {
        const struct mesh_batch *batch = &run->list->batches[run->triangles[i].batch];
        drawing->number = i;
        drawing->is_ready = false;
        if (mesh_hides_by_pixels(batch)) {
            raster_draw(&run->triangles[i], &drawing->heights->band, true, emit_leaves, drawing);
        }
    }
}

void mesh_draw_heights(const struct mesh_run *run, enum mesh_heights_part part,
                       struct height_samples *heights)
{
    struct height_emitting drawing = {.run = run, .heights = heights};
    if (part == HEIGHTS_SOLID) {
        draw_solid(run, &drawing);
    } else if (part == HEIGHTS_BASINS) {
        draw_basins(run, &drawing);
    } else {
        draw_leaves(run, &drawing);
    }
}
