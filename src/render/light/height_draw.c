/*
 * A band of rows at a time, as the picture is drawn. Quads become samples where something stands in
 * them; elsewhere the ground is all there is, and nothing stands above it. The light of the sky
 * needs all of them: of the others the level of the ground and of liquids over it, which most of
 * them have without samples (ground_quads.h).
 *
 * Numbers of files may be anything. They stay floats until they are heights above the ground or
 * limited ones: what is no number is no height.
 */
#include "render/light/height_draw.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "base/size.h"
#include "formats/grid.h"
#include "mesh/liquid_sheet.h"
#include "mesh/mesh_kernels.h"
#include "render/light/ground_quads.h"
#include "render/light/light_kernels.h"
#include "render/terrain/sample_quads.h"
#include "render/terrain/terrain_height.h"

/* What is lower casts no shadow: grass, and floors that lie on the ground. */
static const float CASTER_LEAST_YD = 1.0F;

struct height_scratch {
    struct height_samples samples;
    struct height_weights *weights;
    uint32_t quad_px;
    uint64_t quads_a_pixel; /* quads_a_pixel_of(quad_px) */
    const struct terrain_kernels *kernels;
    uint32_t first_quad_row; /* of the band */

    struct quad_set wanted;     /* have a pixel that is */
    struct quad_set whole;      /* those of them all of whose pixels are stored */
    struct quad_set split;      /* those of them that are samples */
    struct quad_set touched;    /* by triangles */
    struct ground_quads ground; /* those whose surface needs no samples */

    bool has_leaves; /* something that a key cuts out is drawn in the band */

    float *u, *v;      /* where the samples of a quad lie in it, row by row */
    uint32_t *numbers; /* of the triangles of a band */
    uint32_t room;
    struct mesh_triangle *triangles; /* copies of some, at most MESH_COPIES */
};

static size_t sample_count(uint32_t quad_px)
{
    return (size_t)QUADS_PER_TILE * quad_px * HEIGHT_BAND_ROWS * SAMPLES;
}

static size_t quad_samples(uint32_t quad_px)
{
    return (size_t)SAMPLES * quad_px * quad_px;
}

size_t height_scratch_bytes(uint32_t quad_px)
{
    const struct height_samples *samples = NULL;
    size_t sample = sizeof *samples->band.depth + sizeof *samples->level;
    return sample_count(quad_px) * (sample + sizeof *samples->leaves / SAMPLES) +
           quad_samples(quad_px) * 2 * sizeof(float) + ground_quads_bytes(quad_px) +
           sizeof(struct height_scratch);
}

static void place_samples(struct height_scratch *scratch)
{
    const float scale = 1.0F / (float)(scratch->quad_px * SUBPIXELS);
    for (uint32_t i = 0; i < quad_samples(scratch->quad_px); i++) {
        const uint32_t s = i % SAMPLES, pixel = i / SAMPLES;
        const uint32_t x = pixel % scratch->quad_px, y = pixel / scratch->quad_px;
        scratch->u[i] = (float)(x * SUBPIXELS + (uint32_t)sample_x[s]) * scale;
        scratch->v[i] = (float)(y * SUBPIXELS + (uint32_t)sample_y[s]) * scale;
    }
}

struct height_scratch *height_scratch_create(uint32_t quad_px)
{
    size_t count = sample_count(quad_px);
    struct height_scratch *scratch = calloc(1, sizeof *scratch);
    if (!scratch) {
        return NULL;
    }
    struct height_samples *samples = &scratch->samples;
    scratch->quad_px = quad_px;
    samples->band.width_px = QUADS_PER_TILE * quad_px;
    samples->band.rows = HEIGHT_BAND_ROWS;
    scratch->quads_a_pixel = quads_a_pixel_of(quad_px);
    samples->band.depth = calloc(count, sizeof *samples->band.depth);
    samples->level = calloc(count, sizeof *samples->level);
    samples->leaves = calloc(count / SAMPLES, sizeof *samples->leaves);
    scratch->weights = height_weights_create(quad_px);
    scratch->u = calloc(quad_samples(quad_px), sizeof *scratch->u);
    scratch->v = calloc(quad_samples(quad_px), sizeof *scratch->v);
    if (!samples->band.depth || !samples->level || !samples->leaves || !scratch->weights ||
        !scratch->u || !scratch->v || !ground_quads_init(&scratch->ground, quad_px)) {
        height_scratch_destroy(scratch);
        return NULL;
    }
    place_samples(scratch);
    return scratch;
}

void height_scratch_destroy(struct height_scratch *scratch)
{
    if (scratch) {
        free(scratch->samples.band.depth);
        free(scratch->samples.level);
        free(scratch->samples.leaves);
        free(scratch->triangles);
        free(scratch->numbers);
        free(scratch->u);
        free(scratch->v);
        height_weights_destroy(scratch->weights);
        ground_quads_free(&scratch->ground);
        free(scratch);
    }
}

static bool reserve(struct height_scratch *scratch, uint32_t triangles)
{
    if (triangles > scratch->room) {
        free(scratch->triangles);
        free(scratch->numbers);
        scratch->triangles = malloc(size_min(triangles, MESH_COPIES) * sizeof *scratch->triangles);
        scratch->numbers = malloc(triangles * sizeof *scratch->numbers);
        scratch->room = scratch->triangles && scratch->numbers ? triangles : 0;
    }
    return triangles <= scratch->room;
}

static struct pixel_area area_of(const struct height_scratch *scratch, uint32_t column,
                                 uint32_t row)
{
    return quad_area_in_band(&scratch->samples.band, scratch->quad_px, column, row);
}

static uint32_t quad_at(const struct height_scratch *scratch, uint32_t pixel)
{
    return quad_at_pixel(scratch->quads_a_pixel, pixel);
}

static uint32_t last_quad_row(const struct height_scratch *scratch)
{
    return quad_at(scratch, scratch->samples.band.first_row + scratch->samples.band.rows - 1);
}

/* Whether one of the pixels is wanted; the others are left as they are. */
static bool is_wanted(const struct height_drawing *drawing, const struct pixel_area *area)
{
    const struct height_area *inside = &drawing->inside;
    if (drawing->is_inside_drawn) {
        return area->first_column < inside->right && area->end_column > inside->left &&
               area->first_row < inside->bottom && area->end_row > inside->top;
    }
    return area->first_column < inside->left || area->end_column > inside->right ||
           area->first_row < inside->top || area->end_row > inside->bottom;
}

/* The level of a quad: its ground, whether it is drawn or a hole only opens it. What is cut off is
 * no ground. */
static void level_ground(const struct height_drawing *drawing, const struct height_scratch *scratch,
                         uint32_t column, uint32_t row, const struct pixel_area *area)
{
    struct sample_band level = scratch->samples.band;
    const float *ground = terrain_ground(drawing->scene, column, row);
    const float cut = drawing->settings->objects.cut_height_yd;
    const size_t count = (size_t)SAMPLES * scratch->quad_px;
    level.depth = scratch->samples.level;
    terrain_heights(scratch->kernels, scratch->weights, ground, area, &level);
    for (uint32_t y = area->first_row; y < area->end_row && (!ground || cut < INFINITY); y++) {
        float *samples = level.depth + sample_band_at(&level, area->first_column, y);
        for (size_t i = 0; i < count; i++) {
            samples[i] = ground && !(samples[i] > cut) ? samples[i] : INFINITY;
        }
    }
}

static struct quad_place place_in_band(const struct height_scratch *scratch, uint32_t column,
                                       uint32_t row)
{
    return (struct quad_place){.column = column, .row = row - scratch->first_quad_row};
}

static bool has_quad(const struct quad_set *set, const struct height_scratch *scratch,
                     uint32_t column, uint32_t row)
{
    return quad_set_has(set, place_in_band(scratch, column, row));
}

/* Adds the quads of the band that have a pixel in a rectangle, which may be empty. */
static void add_inside(const struct height_scratch *scratch, const struct height_area *pixels,
                       struct quad_set *set)
{
    const struct sample_band *band = &scratch->samples.band;
    const uint32_t top = u32_max(pixels->top, band->first_row);
    const uint32_t bottom = u32_min(pixels->bottom, band->first_row + band->rows);
    if (pixels->left < pixels->right && top < bottom) {
        quad_set_add_area(set,
                          &(struct quad_area){
                              .first_column = quad_at(scratch, pixels->left),
                              .end_column = quad_at(scratch, pixels->right - 1) + 1,
                              .first_row = quad_at(scratch, top) - scratch->first_quad_row,
                              .end_row = quad_at(scratch, bottom - 1) + 1 - scratch->first_quad_row,
                          });
    }
}

/* Adds those that have one out of `inside`. */
static void add_outside(const struct height_scratch *scratch, const struct height_area *inside,
                        struct quad_set *set)
{
    const uint32_t size_px = scratch->samples.band.width_px;
    add_inside(scratch, &(struct height_area){0, 0, size_px, inside->top}, set);
    add_inside(scratch, &(struct height_area){0, 0, inside->left, size_px}, set);
    add_inside(scratch, &(struct height_area){inside->right, 0, size_px, size_px}, set);
    add_inside(scratch, &(struct height_area){0, inside->bottom, size_px, size_px}, set);
}

static void find_wanted_quads(const struct height_drawing *drawing, struct height_scratch *scratch)
{
    struct quad_set inside = {0}, outside = {0};
    add_inside(scratch, &drawing->inside, &inside);
    add_outside(scratch, &drawing->inside, &outside);
    scratch->wanted = scratch->whole = drawing->is_inside_drawn ? inside : outside;
    if (drawing->is_inside_drawn) {
        quad_set_remove(&scratch->whole, &outside);
    }
}

/* Takes a quad to samples. */
static void split_quad(const struct height_drawing *drawing, struct height_scratch *scratch,
                       uint32_t column, uint32_t row)
{
    struct sample_band *band = &scratch->samples.band;
    const struct pixel_area area = area_of(scratch, column, row);
    const float cut = drawing->settings->objects.cut_height_yd;
    const size_t count = (size_t)SAMPLES * scratch->quad_px;
    quad_set_add(&scratch->split, place_in_band(scratch, column, row));
    level_ground(drawing, scratch, column, row, &area);
    terrain_heights(scratch->kernels, scratch->weights, terrain_quad(drawing->scene, column, row),
                    &area, band);
    for (uint32_t y = area.first_row; y < area.end_row && cut < INFINITY; y++) {
        float *depth = band->depth + sample_band_at(band, area.first_column, y);
        for (size_t i = 0; i < count; i++) {
            depth[i] = depth[i] > cut ? -INFINITY : depth[i];
        }
    }
}

/* Takes the quads to samples that a picture has taken there, with the depths that it has drawn. */
static void take_picture(const struct height_drawing *drawing, struct height_scratch *scratch,
                         const struct sample_quads *picture)
{
    const struct sample_band *band = &scratch->samples.band;
    for (uint32_t i = 0; i < picture->area_count; i++) {
        const struct pixel_area *area = &picture->areas[i];
        const uint32_t column = quad_at(scratch, area->first_column);
        const uint32_t row = quad_at(scratch, area->first_row);
        if (!has_quad(&scratch->wanted, scratch, column, row)) {
            continue;
        }
        quad_set_add(&scratch->split, place_in_band(scratch, column, row));
        level_ground(drawing, scratch, column, row, area);
        for (uint32_t y = area->first_row; y < area->end_row; y++) {
            const size_t at = sample_band_at(band, area->first_column, y);
            memcpy(band->depth + at, picture->band.depth + at,
                   SAMPLES * scratch->quad_px * sizeof *band->depth);
        }
    }
}

/* The level of a quad in which nothing stands. */
static void level_quad(const struct height_drawing *drawing, struct height_scratch *scratch,
                       uint32_t column, uint32_t row)
{
    const struct pixel_area area = area_of(scratch, column, row);
    level_ground(drawing, scratch, column, row, &area);
}

typedef void quad_taker(const struct height_drawing *drawing, struct height_scratch *scratch,
                        uint32_t column, uint32_t row);

/* Takes those of the quads that are wanted and not split. */
static void take_quads(const struct height_drawing *drawing, struct height_scratch *scratch,
                       const struct quad_set *quads, quad_taker *take)
{
    struct quad_set left = *quads;
    quad_set_keep(&left, &scratch->wanted);
    quad_set_remove(&left, &scratch->split);
    for (struct quad_place quad = {0}; quad_set_take(&left, &quad);) {
        take(drawing, scratch, quad.column, scratch->first_quad_row + quad.row);
    }
}

/* Of what is transparent only liquids have heights. */
static bool has_height(const struct mesh_list *list, const struct mesh_triangle *triangle)
{
    const struct mesh_batch *batch = &list->batches[triangle->batch];
    return batch->rank != MESH_TRANSPARENT || batch->is_liquid;
}

/* What of a triangle tells whether it is picked comes while those before it are looked at. */
static void fetch_ahead(const struct height_drawing *drawing, uint32_t i, uint32_t end)
{
    enum { AHEAD = 16 };
    if (i + AHEAD < end) {
        const struct mesh_triangle *triangle =
            mesh_list_triangle(drawing->meshes, drawing->bins->numbers[i + AHEAD]);
        __builtin_prefetch(&triangle->batch);
        __builtin_prefetch(&triangle->bottom);
    }
}

/* Picks those of the band's triangles, but for the first `drawn`, that have heights and a pixel
 * that is wanted, and takes the quads under them to samples. Gives how many these are. */
static uint32_t pick_triangles(const struct height_drawing *drawing, uint32_t index, uint32_t drawn,
                               struct height_scratch *scratch)
{
    const struct mesh_bins *bins = drawing->bins;
    const struct sample_band *band = &scratch->samples.band;
    const uint32_t end = band->first_row + band->rows;
    uint32_t count = 0;
    for (uint32_t i = bins->begin[index] + drawn; i < bins->begin[index + 1]; i++) {
        fetch_ahead(drawing, i, bins->begin[index + 1]);
        const struct mesh_triangle *triangle =
            mesh_list_triangle(drawing->meshes, bins->numbers[i]);
        const struct pixel_area whole = {triangle->left, triangle->right + 1U, triangle->top,
                                         triangle->bottom + 1U};
        if (!has_height(drawing->meshes, triangle) || !is_wanted(drawing, &whole)) {
            continue;
        }
        scratch->numbers[count++] = bins->numbers[i];
        scratch->has_leaves |= mesh_hides_by_pixels(&drawing->meshes->batches[triangle->batch]);
        quad_set_add_area(
            &scratch->touched,
            &(struct quad_area){
                .first_column = quad_at(scratch, whole.first_column),
                .end_column = quad_at(scratch, whole.end_column - 1) + 1,
                .first_row = quad_at(scratch, u32_max(whole.first_row, band->first_row)) -
                             scratch->first_quad_row,
                .end_row =
                    quad_at(scratch, u32_min(whole.end_row, end) - 1) - scratch->first_quad_row + 1,
            });
    }
    take_quads(drawing, scratch, &scratch->touched, split_quad);
    return count;
}

/* Hides nothing of what is below it. */
static const struct leaf_samples no_leaf = {
    {0}, {1, 1, 1, 1}, {-INFINITY, -INFINITY, -INFINITY, -INFINITY}};

static void clear_leaves(struct height_scratch *scratch)
{
    const struct sample_band *band = &scratch->samples.band;
    for (size_t i = 0; i < (size_t)band->width_px * band->rows; i++) {
        scratch->samples.leaves[i] = no_leaf;
    }
}

/* Draws the triangles that are picked: all of one part before the next, leaves from the last to the
 * first. As many as are copied at once need no second copy. */
static void draw_triangles(const struct height_drawing *drawing, uint32_t count,
                           struct height_scratch *scratch)
{
    const struct mesh_kernels *kernels = mesh_kernels_get(drawing->settings->cpu);
    const uint32_t runs = (count + MESH_COPIES - 1) / MESH_COPIES;
    uint32_t copied = UINT32_MAX;
    for (uint32_t i = 0; i < HEIGHTS_PARTS * runs; i++) {
        uint32_t part = i / runs;
        uint32_t own = part == HEIGHTS_LEAVES ? HEIGHTS_PARTS * runs - 1 - i : i % runs;
        uint32_t first = own * MESH_COPIES;
        const struct mesh_run run = {.list = drawing->meshes,
                                     .triangles = scratch->triangles,
                                     .numbers = scratch->numbers + first,
                                     .count = (uint32_t)size_min(count - first, MESH_COPIES)};
        if (copied != own) {
            mesh_run_gather(drawing->meshes, run.numbers, run.count, scratch->triangles, NULL);
            copied = own;
        }
        kernels->draw_heights(&run, (enum mesh_heights_part)part, &scratch->samples);
    }
}

/* Raises the level of one quad to that of a liquid over it, which is bilinear, and no higher than
 * what is drawn. Without ground the liquid takes its place. */
static void flood_quad(const struct light_kernels *kernels, const struct height_scratch *scratch,
                       const struct pixel_area *area, const struct sheet_vertex *north,
                       const struct sheet_vertex *south)
{
    const struct sample_band *band = &scratch->samples.band;
    const size_t count = (size_t)SAMPLES * scratch->quad_px;
    const float north_yd[] = {north[0].z_yd, north[1].z_yd};
    const float south_yd[] = {south[0].z_yd, south[1].z_yd};
    for (uint32_t y = area->first_row; y < area->end_row; y++) {
        const size_t row = count * (y % scratch->quad_px);
        kernels->flood(scratch->samples.level + sample_band_at(band, area->first_column, y),
                       north_yd, south_yd, scratch->u + row, scratch->v + row, band->clip_height,
                       count);
    }
}

/* The part of a sheet that lies in quads of the band whose level is known. */
static void flood(const struct light_kernels *kernels, const struct liquid_sheet *sheet,
                  const struct height_scratch *scratch, const struct quad_set *known)
{
    const struct sample_band *band = &scratch->samples.band;
    uint32_t first = band->first_row / scratch->quad_px;
    uint32_t last = (band->first_row + band->rows - 1) / scratch->quad_px;
    uint32_t y = first > sheet->row ? first - sheet->row : 0;
    for (; y < sheet->height && sheet->row + y <= last; y++) {
        uint32_t row = sheet->row + y;
        for (uint32_t x = 0; x < sheet->width; x++) {
            uint32_t column = sheet->column + x;
            if ((sheet->quads >> (QUADS_PER_CHUNK * y + x) & 1) &&
                has_quad(known, scratch, column, row)) {
                const struct sheet_vertex *north =
                    sheet->vertices + (size_t)(sheet->width + 1) * y + x;
                const struct pixel_area area = area_of(scratch, column, row);
                flood_quad(kernels, scratch, &area, north, north + sheet->width + 1);
            }
        }
    }
}

/* A height above the ground, of which 255 yards fit. */
static uint16_t to_fixed(float yards, float cap_yd)
{
    yards = yards > 0.0F ? yards : 0.0F;
    yards = yards < cap_yd ? yards : cap_yd;
    return (uint16_t)(yards * (float)HEIGHT_ONE + 0.5F);
}

static float sum_of(lanes_f lanes)
{
    return lanes[0] + lanes[1] + (lanes[2] + lanes[3]);
}

static float highest_of(lanes_f lanes)
{
    float first = lanes[0] > lanes[1] ? lanes[0] : lanes[1];
    float last = lanes[2] > lanes[3] ? lanes[2] : lanes[3];
    return first > last ? first : last;
}

/* From samples to the numbers of a pixel for shadows, whose first sample is `i`, below a leaf; the
 * level becomes the height of what is seen. */
static void resolve_pixel(const struct height_samples *samples, const struct leaf_samples *leaf,
                          size_t i, float cap_yd, size_t at, struct height_field *field)
{
    const lanes_f none = lanes_splat(0.0F), least = lanes_splat(CASTER_LEAST_YD);
    lanes_f level = lanes_load(samples->level + i);
    lanes_f depth = lanes_load(samples->band.depth + i);
    lanes_f through = lanes_load(leaf->through);
    lanes_f solid = depth - level;
    lanes_f high = lanes_larger(solid, lanes_load(leaf->top) - level);
    lanes_i is_known = (lanes_i)(level < lanes_splat(INFINITY));
    lanes_f below = lanes_select(is_known, lanes_larger(level, depth), depth);
    lanes_f seen = lanes_load(leaf->seen) + through * below;
    seen = lanes_select(is_known, lanes_larger(level, seen), seen); /* water covers leaves */
    if (field->caster) {
        lanes_i casts = (lanes_i)(high > least);
        lanes_f cover = lanes_select((lanes_i)(solid > least), none, through);
        cover = lanes_select(casts, lanes_splat(1.0F) - cover, none);
        field->caster[at] = to_fixed(highest_of(lanes_select(casts, high, none)), cap_yd);
        field->cover[at] = (uint8_t)(sum_of(cover) * (255.0F / SAMPLES) + 0.5F);
        field->receiver[at] = to_fixed(sum_of(seen - level) * (1.0F / SAMPLES), cap_yd);
    }
    lanes_store(samples->level + i, seen);
}

/* The same for `count` samples where there are neither leaves nor shadows. */
static void resolve_samples(const struct height_samples *samples, size_t first, size_t count)
{
    for (size_t i = first; i < first + count; i += SAMPLES) {
        lanes_f level = lanes_load(samples->level + i);
        lanes_f depth = lanes_load(samples->band.depth + i);
        lanes_i is_known = (lanes_i)(level < lanes_splat(INFINITY));
        lanes_store(samples->level + i, lanes_select(is_known, lanes_larger(level, depth), depth));
    }
}

static void resolve_quad(const struct height_drawing *drawing, const struct height_scratch *scratch,
                         uint32_t column, uint32_t row)
{
    const struct height_samples *samples = &scratch->samples;
    struct height_field *field = drawing->field;
    const struct pixel_area area = area_of(scratch, column, row);
    for (uint32_t y = area.first_row; y < area.end_row; y++) {
        size_t at = height_field_at(field, (int32_t)area.first_column, (int32_t)y);
        size_t sample = sample_band_at(&samples->band, area.first_column, y);
        if (!scratch->has_leaves && !field->caster) {
            resolve_samples(samples, sample, (size_t)SAMPLES * scratch->quad_px);
            continue;
        }
        for (uint32_t x = 0; x < scratch->quad_px; x++) {
            const struct leaf_samples *leaf =
                scratch->has_leaves ? &samples->leaves[sample / SAMPLES + x] : &no_leaf;
            resolve_pixel(samples, leaf, sample + (size_t)SAMPLES * x, drawing->cap_yd, at + x,
                          field);
        }
    }
}

/* The surface of quads first..end - 1 of a row. Where only what is inside is drawn, the rest may be
 * known already. */
static void store_surface(const struct height_drawing *drawing, const struct light_kernels *kernels,
                          const struct height_scratch *scratch, uint32_t first, uint32_t end,
                          uint32_t row)
{
    const struct height_area *inside = &drawing->inside;
    struct pixel_area area = area_of(scratch, first, row);
    area.end_column = end * scratch->quad_px;
    if (drawing->is_inside_drawn) {
        area.first_column = u32_max(area.first_column, inside->left);
        area.end_column = u32_min(area.end_column, inside->right);
        area.first_row = u32_max(area.first_row, inside->top);
        area.end_row = u32_min(area.end_row, inside->bottom);
    }
    for (uint32_t y = area.first_row; y < area.end_row; y++) {
        const float *samples =
            scratch->samples.level + sample_band_at(&scratch->samples.band, area.first_column, y);
        kernels->surface(drawing->field->surface + height_field_at(drawing->field,
                                                                   (int32_t)area.first_column,
                                                                   (int32_t)y),
                         samples, area.end_column - area.first_column);
    }
}

static void resolve_row(const struct height_drawing *drawing, const struct light_kernels *kernels,
                        const struct height_scratch *scratch, const struct quad_set *known,
                        uint32_t row)
{
    struct height_field *field = drawing->field;
    uint32_t first = 0; /* of those that are known and follow one another */
    for (uint32_t column = 0; column < QUADS_PER_TILE; column++) {
        if (has_quad(&scratch->split, scratch, column, row)) {
            resolve_quad(drawing, scratch, column, row);
        } else if (!has_quad(known, scratch, column, row)) {
            if (field->surface && column > first) {
                store_surface(drawing, kernels, scratch, first, column, row);
            }
            first = column + 1;
        }
    }
    if (field->surface && first < QUADS_PER_TILE) {
        store_surface(drawing, kernels, scratch, first, QUADS_PER_TILE, row);
    }
    if (field->surface) {
        const struct pixel_area area = area_of(scratch, 0, row);
        const uint32_t first_px = row * scratch->quad_px;
        ground_quads_store(
            &scratch->ground, kernels, row, area.first_row - first_px, area.end_row - first_px,
            field->surface + height_field_at(field, 0, (int32_t)area.first_row), field->stride);
    }
}

/* Finds those of which no sample has to be known. */
static void find_ground_quads(const struct height_drawing *drawing, uint32_t band,
                              struct height_scratch *scratch)
{
    struct quad_set among = {0};
    if (!isfinite(drawing->settings->objects.cut_height_yd)) {
        among = scratch->whole;
        quad_set_remove(&among, &scratch->split);
    }
    ground_quads_find(&scratch->ground, drawing->scene, drawing->bins, band, &among);
}

void height_draw_band(const struct height_drawing *drawing, uint32_t index,
                      const struct height_picture *picture)
{
    const struct light_kernels *kernels = light_kernels_get(drawing->settings->cpu);
    struct height_scratch *scratch = drawing->scratch[omp_get_thread_num()];
    struct sample_band *band = &scratch->samples.band;
    band->first_row = index * HEIGHT_BAND_ROWS;
    band->clip_height = drawing->settings->objects.cut_height_yd;
    scratch->kernels = terrain_kernels_get(drawing->settings->cpu);
    scratch->first_quad_row = band->first_row / scratch->quad_px;
    scratch->has_leaves = false;
    memset(&scratch->split, 0, sizeof scratch->split);
    memset(&scratch->touched, 0, sizeof scratch->touched);
    find_wanted_quads(drawing, scratch);
    if (picture) {
        take_picture(drawing, scratch, picture->quads);
    }
    const uint32_t count = pick_triangles(drawing, index, picture ? picture->drawn : 0, scratch);
    /* The light of the sky needs a level of all. */
    const struct quad_set *known = &scratch->split;
    if (drawing->field->surface) {
        find_ground_quads(drawing, index, scratch);
        quad_set_remove(&scratch->wanted, &scratch->ground.set);
        take_quads(drawing, scratch, &scratch->wanted, level_quad);
        known = &scratch->wanted;
    }
    if (scratch->has_leaves) {
        clear_leaves(scratch);
    }
    draw_triangles(drawing, count, scratch);
    const struct mesh_batch *batch;
    for (uint32_t next = 0; (batch = mesh_bins_next(drawing->bins, index, &next));) {
        if (batch->sheet) {
            flood(kernels, batch->sheet, scratch, known);
        }
    }
    for (uint32_t row = scratch->first_quad_row; row <= last_quad_row(scratch); row++) {
        resolve_row(drawing, kernels, scratch, known, row);
    }
}

bool height_draw_begin(const struct height_drawing *drawing)
{
    height_field_clear(drawing->field);
    bool complete = true;
    for (unsigned i = 0; i < drawing->threads && complete; i++) {
        complete = reserve(drawing->scratch[i], drawing->bins->most);
    }
    return complete;
}

bool height_draw(const struct height_drawing *drawing)
{
    if (!height_draw_begin(drawing)) {
        return false;
    }
#pragma omp parallel for num_threads(drawing->threads) schedule(dynamic, 1)
    for (uint32_t i = 0; i < drawing->bins->band_count; i++) {
        height_draw_band(drawing, i, NULL);
    }
    return true;
}
