/*
 * A band has the numbers of its triangles, of four bytes each, so that triangles in several bands
 * take no more memory.
 *
 * Leaves are drawn from low to high, because each covers a part of a pixel only: what is above goes
 * over what is below in that proportion. A canopy has a hundred thousand triangles in any order,
 * and exact order does not matter among those at nearly one height. So the triangles of all keyed
 * batches are sorted by the mean height of their corners, rounded to 1/48 of a yard, with one
 * counting sort, or two where they span more than 341 yards. Equal ones stay in the order of the
 * list. No leaf changes the order of others: edges of a tile that are drawn for its neighbours,
 * without what stands farther in, are equal to those of the whole tile
 * (render/light/edge_strips.h).
 *
 * Water below a tree has to be there before the leaves: drawn after them, it would cover those that
 * take less than half of their pixel, and round the others its bed would show. So transparent
 * batches stand in the same order, among themselves in that of the list, each before the leaves
 * that are higher than all of it and of those before it. Where their heights overlap it comes after
 * the leaves, and the depths of these decide. So a beam that reaches high can have the leaves over
 * a pond drawn before the pond, in this tile alone. Height fields have nothing that is transparent.
 */
#include "mesh/mesh_bins.h"

#include <math.h>

#include "mesh/liquid_sheet.h"

enum { DIGIT_BITS = 14, DIGITS = 1 << DIGIT_BITS };

/* Steps of three times a height, to a yard, and beyond which there are no more, up or down. */
#define STEPS_YD 16.0F
#define STEPS_MOST 0x1p23F

/* A triangle on its way into bands. */
struct binned_triangle {
    uint32_t number;
    uint16_t first_band, last_band;
};

struct binning {
    const struct mesh_list *list;
    uint32_t band_rows;
    uint32_t count;
    struct binned_triangle *entries; /* in drawing order */
    uint32_t *steps;                 /* of each, see step_of */
    uint32_t first_sorted; /* of leaves and what is transparent, which are sorted by their steps */
    uint64_t pixels_left;  /* that triangles and parts of crowns may still have */
    uint32_t left_out;
};

/* The height by which leaves and what is transparent are sorted, in steps from the lowest one; that
 * of height 0 for all others. */
static uint32_t step_of(const struct mesh_batch *batch, const struct mesh_triangle *triangle)
{
    float height_3 = 0.0F; /* three times the height in yards */
    if (batch->rank == MESH_KEYED) {
        const struct mesh_planes *planes = &triangle->planes;
        float east =
            (float)(triangle->x[1] - triangle->x[0]) + (float)(triangle->x[2] - triangle->x[0]);
        float south =
            (float)(triangle->y[1] - triangle->y[0]) + (float)(triangle->y[2] - triangle->y[0]);
        height_3 = 3.0F * planes->at[PLANE_HEIGHT] + planes->east[PLANE_HEIGHT] * east +
                   planes->south[PLANE_HEIGHT] * south;
    } else if (batch->rank == MESH_TRANSPARENT) {
        height_3 = 3.0F * batch->top_so_far_yd;
    }
    float steps = STEPS_YD * height_3;
    steps = steps > -STEPS_MOST ? steps : -STEPS_MOST;
    steps = steps < STEPS_MOST ? steps : STEPS_MOST;
    return (uint32_t)(steps + STEPS_MOST);
}

mesh_place mesh_place_of(const struct mesh_batch *batch, const struct mesh_triangle *triangle)
{
    enum { STEP_BITS = 28, ORDER_BITS = 32 };
    _Static_assert(MESH_PLACE_OPAQUE == (mesh_place)MESH_OPAQUE << STEP_BITS << ORDER_BITS,
                   "the first place of rank MESH_OPAQUE");
    uint32_t rank = batch->rank < MESH_KEYED ? batch->rank : MESH_KEYED;
    return ((mesh_place)rank << STEP_BITS | step_of(batch, triangle)) << ORDER_BITS | batch->order;
}

static void list_triangle(struct binning *binning, const struct mesh_batch *batch, uint32_t number)
{
    enum { AHEAD = 16 };
    const struct mesh_triangle *triangle = mesh_list_triangle(binning->list, number);
    if (number + AHEAD < binning->list->triangle_count) {
        const struct mesh_triangle *soon = mesh_list_triangle(binning->list, number + AHEAD);
        __builtin_prefetch(soon);
        __builtin_prefetch(&soon->left);
    }
    uint64_t columns = (uint64_t)triangle->right - triangle->left + 1;
    uint64_t rows = (uint64_t)triangle->bottom - triangle->top + 1;
    if (columns * rows > binning->pixels_left) {
        binning->left_out++;
        return;
    }
    binning->pixels_left -= columns * rows;
    binning->steps[binning->count] = step_of(batch, triangle);
    binning->entries[binning->count++] =
        (struct binned_triangle){number, (uint16_t)(triangle->top / binning->band_rows),
                                 (uint16_t)(triangle->bottom / binning->band_rows)};
}

static void list_triangles(struct binning *binning)
{
    for (uint32_t b = 0; b < binning->list->count; b++) {
        const struct mesh_batch *batch = binning->list->sorted[b];
        for (uint32_t i = 0; i < batch->count; i++) {
            list_triangle(binning, batch, batch->first + i);
        }
        if (batch->rank < MESH_KEYED) {
            binning->first_sorted = binning->count;
        }
    }
}

/* Triangles on their way into an order, and the steps of each. */
struct step_order {
    struct binned_triangle *entries;
    uint32_t *steps;
};

/* One counting sort, by a digit of how far steps are above `low`. */
static void sort_by_digit(const struct step_order *from, uint32_t count, uint32_t low,
                          unsigned shift, uint32_t begin[DIGITS + 1],
                          const struct step_order *sorted)
{
    memset(begin, 0, (DIGITS + 1) * sizeof *begin);
    for (uint32_t i = 0; i < count; i++) {
        begin[((from->steps[i] - low) >> shift) % DIGITS + 1]++;
    }
    for (uint32_t digit = 0; digit < DIGITS; digit++) {
        begin[digit + 1] += begin[digit];
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = begin[((from->steps[i] - low) >> shift) % DIGITS]++;
        sorted->entries[at] = from->entries[i];
        sorted->steps[at] = from->steps[i];
    }
}

/* Puts leaves and what is transparent in order from low to high. False when out of memory. */
static bool sort_by_steps(struct binning *binning, struct arena *arena)
{
    const uint32_t count = binning->count - binning->first_sorted;
    struct step_order from = {binning->entries + binning->first_sorted,
                              binning->steps + binning->first_sorted};
    struct step_order to = {arena_alloc_dirty(arena, count, sizeof *to.entries),
                            arena_alloc_dirty(arena, count, sizeof *to.steps)};
    uint32_t *begin = arena_alloc_dirty(arena, DIGITS + 1, sizeof *begin);
    if (!begin || !to.entries || !to.steps) {
        return false;
    }
    uint32_t low = from.steps[0], high = low;
    for (uint32_t i = 1; i < count; i++) {
        low = from.steps[i] < low ? from.steps[i] : low;
        high = from.steps[i] > high ? from.steps[i] : high;
    }
    for (unsigned shift = 0; (high - low) >> shift > 0; shift += DIGIT_BITS) {
        const struct step_order sorted = to;
        sort_by_digit(&from, count, low, shift, begin, &sorted);
        to = from;
        from = sorted;
    }
    if (from.entries != binning->entries + binning->first_sorted) {
        memcpy(to.entries, from.entries, count * sizeof *to.entries);
    }
    return true;
}

/* The pixel rows that a sheet or a part of a crown may touch, from the tile's north; false: none.
 */
static bool rows_of(const struct mesh_batch *batch, uint32_t size_px, uint32_t *first,
                    uint32_t *last)
{
    const struct liquid_sheet *sheet = batch->sheet;
    if (sheet) {
        *first = sheet->row * sheet->quad_px;
        *last = (sheet->row + sheet->height) * sheet->quad_px - 1;
        return true;
    }
    const struct crown_shape *crown = batch->crown;
    const float most = (float)(size_px - 1);
    const float north = crown->middle_px[1] - crown->half_px[1] - 1.0F; /* 1: for rounding */
    const float south = crown->middle_px[1] + crown->half_px[1] + 1.0F;
    *first = north > 0.0F ? (uint32_t)(north < most ? north : most) : 0;
    *last = south > 0.0F ? (uint32_t)(south < most ? south : most) : 0;
    return north <= most && south >= 0.0F;
}

/* How many pixels the box round a part of a crown has in `rows` rows of the tile. */
static uint64_t crown_pixels(const struct crown_shape *crown, uint32_t size_px, uint32_t rows)
{
    return (uint64_t)rows * (uint32_t)ceilf(fminf(2.0F * crown->half_px[0] + 1.0F, (float)size_px));
}

/* Lists sheets and parts of crowns. Each band goes over this list, which is read in order, and not
 * over the batches themselves, which lie apart: a tile full of trees has thousands. False when out
 * of memory. */
static bool list_batches(struct binning *binning, uint32_t size_px, struct arena *arena,
                         struct mesh_bins *bins)
{
    const struct mesh_list *list = binning->list;
    struct binned_batch *batches = arena_alloc_dirty(arena, list->count, sizeof *batches);
    uint32_t first, last;
    if (!batches) {
        return false;
    }
    for (uint32_t i = 0; i < list->count; i++) {
        const struct mesh_batch *batch = list->sorted[i];
        if (!(batch->sheet || batch->crown) || !rows_of(batch, size_px, &first, &last)) {
            continue;
        }
        const uint64_t pixels =
            batch->crown ? crown_pixels(batch->crown, size_px, last - first + 1) : 0;
        if (pixels > binning->pixels_left) {
            bins->left_out++;
            continue;
        }
        binning->pixels_left -= pixels;
        batches[bins->batch_count++] = (struct binned_batch){
            batch, (uint16_t)(first / binning->band_rows), (uint16_t)(last / binning->band_rows)};
    }
    bins->batches = batches;
    return true;
}

/* Puts the numbers of the entries into their bands. False when out of memory. */
static bool fill_bands(const struct binning *binning, uint32_t bands, struct arena *arena,
                       struct mesh_bins *bins)
{
    uint32_t *begin = arena_alloc(arena, (size_t)bands + 1, sizeof *begin);
    uint32_t *next = arena_alloc_dirty(arena, bands, sizeof *next);
    if (!begin || !next) {
        return false;
    }
    for (uint32_t i = 0; i < binning->count; i++) {
        const struct binned_triangle *entry = &binning->entries[i];
        for (uint32_t band = entry->first_band; band <= entry->last_band; band++) {
            begin[band + 1]++;
        }
    }
    for (uint32_t band = 0; band < bands; band++) {
        begin[band + 1] += begin[band];
        next[band] = begin[band];
    }
    uint32_t *numbers = arena_alloc_dirty(arena, begin[bands], sizeof *numbers);
    if (!numbers) {
        return false;
    }
    for (uint32_t i = 0; i < binning->count; i++) {
        const struct binned_triangle *entry = &binning->entries[i];
        for (uint32_t band = entry->first_band; band <= entry->last_band; band++) {
            numbers[next[band]++] = entry->number;
        }
    }
    *bins = (struct mesh_bins){
        .band_count = bands, .left_out = binning->left_out, .begin = begin, .numbers = numbers};
    for (uint32_t band = 0; band < bands; band++) {
        uint32_t in_band = begin[band + 1] - begin[band];
        bins->most = in_band > bins->most ? in_band : bins->most;
    }
    return true;
}

bool mesh_bins_fill(const struct mesh_list *list, uint32_t size_px, uint32_t band_rows,
                    struct arena *arena, struct mesh_bins *bins)
{
    uint32_t bands = (size_px + band_rows - 1) / band_rows;
    struct binning binning = {.list = list, .band_rows = band_rows};
    uint64_t layers = (uint64_t)size_px * size_px * MESH_LAYERS_MAX;
    binning.pixels_left = layers > MESH_PIXELS_MAX ? layers : MESH_PIXELS_MAX;
    binning.entries = arena_alloc_dirty(arena, list->triangle_count, sizeof *binning.entries);
    binning.steps = arena_alloc_dirty(arena, list->triangle_count, sizeof *binning.steps);
    if (!binning.entries || !binning.steps) {
        return false;
    }
    list_triangles(&binning);
    if (binning.first_sorted < binning.count && !sort_by_steps(&binning, arena)) {
        return false;
    }
    return fill_bands(&binning, bands, arena, bins) && list_batches(&binning, size_px, arena, bins);
}
