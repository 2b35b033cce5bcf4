/*
 * A triangle's vertices are read once here. What later steps need of its place, the pixels round
 * it, is kept with it: 16 bytes. A band has the numbers of its triangles, of four bytes each, so
 * that triangles in several bands take no more memory.
 *
 * Leaves are drawn from low to high, because each covers a part of a pixel only: what is above goes
 * over what is below in that proportion. A canopy has a hundred thousand triangles in any order,
 * and exact order does not matter among those at nearly one height. So the triangles of all keyed
 * batches are sorted by the mean height of their corners, rounded to 1/HEIGHTS of the range that
 * they span in the tile, with one counting sort. Equal ones stay in the order of the list.
 */
#include "mesh/mesh_bins.h"

#include "mesh/mesh_triangle.h"
#include "mesh/sample_grid.h"

struct binning {
    const struct mesh_list *list;
    uint32_t size_px;
    uint32_t band_rows;
    uint32_t count;
    struct mesh_bin_triangle *triangles;
    float *heights_yd;                 /* of each triangle three times the mean of its corners */
    uint32_t keyed_first, keyed_count; /* triangles of keyed batches; these follow one another */
    uint64_t pixels_left;              /* that triangles may still have */
    uint32_t left_out;
    uint32_t *begin;
    uint32_t *next; /* of each band, where the number to come goes */
    uint32_t *numbers;
};

enum { HEIGHTS = 1 << 14 };

/* The pixel of the tile next to a position on one axis. */
static uint16_t pixel_at(const struct binning *binning, int32_t at)
{
    int32_t last = (int32_t)binning->size_px - 1;
    int32_t pixel = at >> 8 > 0 ? at >> 8 : 0;
    return (uint16_t)(pixel < last ? pixel : last);
}

/* Takes the pixels of a triangle's box from those that are left; false when there are too few. */
static bool take_pixels(struct binning *binning, const struct mesh_bin_triangle *triangle)
{
    uint64_t columns = (uint64_t)triangle->right - triangle->left + 1;
    uint64_t rows = (uint64_t)triangle->bottom - triangle->top + 1;
    if (columns * rows > binning->pixels_left) {
        binning->left_out++;
        return false;
    }
    binning->pixels_left -= columns * rows;
    return true;
}

static void list_triangle(struct binning *binning, uint32_t b, uint32_t i)
{
    const struct pixel_area tile = {0, binning->size_px, 0, binning->size_px};
    const struct mesh_batch *batch = binning->list->sorted[b];
    const struct mesh_position *first = mesh_corner(batch, i);
    const struct mesh_position *second = mesh_corner(batch, i + 1);
    const struct mesh_position *third = mesh_corner(batch, i + 2);
    if (!batch->is_culled && !mesh_is_seen(first, second, third, batch->material, &tile)) {
        return;
    }
    struct subpixel_box box = subpixel_box_of(first, second, third);
    const struct mesh_bin_triangle triangle = {
        .batch = b,
        .index = i,
        .left = pixel_at(binning, box.low_x),
        .right = pixel_at(binning, box.high_x),
        .top = pixel_at(binning, box.low_y),
        .bottom = pixel_at(binning, box.high_y),
    };
    if (take_pixels(binning, &triangle)) {
        binning->heights_yd[binning->count] = first->z_yd + second->z_yd + third->z_yd;
        binning->triangles[binning->count++] = triangle;
    }
}

static void list_triangles(struct binning *binning)
{
    for (uint32_t b = 0; b < binning->list->count; b++) {
        const struct mesh_batch *batch = binning->list->sorted[b];
        uint32_t first = binning->count;
        for (uint32_t i = 0; i + 2 < batch->index_count; i += 3) {
            list_triangle(binning, b, i);
        }
        if (mesh_batch_is_keyed(batch)) {
            binning->keyed_first = binning->keyed_count ? binning->keyed_first : first;
            binning->keyed_count += binning->count - first;
        }
    }
}

/* The lowest height of keyed triangles, and how many steps there are to a yard. */
struct height_scale {
    float low;
    float steps;
};

static struct height_scale scale_of(const float *heights_yd, uint32_t count)
{
    float low = heights_yd[0];
    float high = low;
    for (uint32_t i = 1; i < count; i++) {
        low = heights_yd[i] < low ? heights_yd[i] : low;
        high = heights_yd[i] > high ? heights_yd[i] : high;
    }
    return (struct height_scale){low, high > low ? (HEIGHTS - 1) / (high - low) : 0.0F};
}

static uint32_t step_of(float height_yd, const struct height_scale *scale)
{
    return (uint32_t)((height_yd - scale->low) * scale->steps);
}

/* Fills `order` with the numbers of the keyed triangles, of which there are some, from low to high.
 * False when out of memory. */
static bool sort_keyed(const struct binning *binning, struct arena *arena, uint32_t *order)
{
    const float *heights_yd = binning->heights_yd + binning->keyed_first;
    uint32_t count = binning->keyed_count;
    struct height_scale scale = scale_of(heights_yd, count);
    uint32_t *begin = arena_alloc(arena, HEIGHTS + 1, sizeof *begin);
    if (!begin) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        begin[step_of(heights_yd[i], &scale) + 1]++;
    }
    for (uint32_t step = 0; step < HEIGHTS; step++) {
        begin[step + 1] += begin[step];
    }
    for (uint32_t i = 0; i < count; i++) {
        order[begin[step_of(heights_yd[i], &scale)]++] = binning->keyed_first + i;
    }
    return true;
}

/* Finds where each band begins. False when out of memory. */
static bool find_bands(struct binning *binning, uint32_t bands, struct arena *arena)
{
    binning->begin = arena_alloc(arena, (size_t)bands + 1, sizeof *binning->begin);
    binning->next = arena_alloc_dirty(arena, bands, sizeof *binning->next);
    if (!binning->begin || !binning->next) {
        return false;
    }
    for (uint32_t i = 0; i < binning->count; i++) {
        const struct mesh_bin_triangle *triangle = &binning->triangles[i];
        uint32_t last = triangle->bottom / binning->band_rows;
        for (uint32_t band = triangle->top / binning->band_rows; band <= last; band++) {
            binning->begin[band + 1]++;
        }
    }
    for (uint32_t band = 0; band < bands; band++) {
        binning->begin[band + 1] += binning->begin[band];
        binning->next[band] = binning->begin[band];
    }
    return true;
}

static void put(struct binning *binning, uint32_t number)
{
    const struct mesh_bin_triangle *triangle = &binning->triangles[number];
    uint32_t last = triangle->bottom / binning->band_rows;
    for (uint32_t band = triangle->top / binning->band_rows; band <= last; band++) {
        binning->numbers[binning->next[band]++] = number;
    }
}

/* Puts the triangles into their bands. False when out of memory. */
static bool fill_bands(struct binning *binning, uint32_t bands, struct arena *arena)
{
    uint32_t *order = arena_alloc_dirty(arena, binning->keyed_count, sizeof *order);
    binning->numbers = arena_alloc_dirty(arena, binning->begin[bands], sizeof *binning->numbers);
    if (!order || !binning->numbers ||
        (binning->keyed_count > 0 && !sort_keyed(binning, arena, order))) {
        return false;
    }
    for (uint32_t i = 0; i < binning->keyed_first; i++) {
        put(binning, i);
    }
    for (uint32_t i = 0; i < binning->keyed_count; i++) {
        put(binning, order[i]);
    }
    for (uint32_t i = binning->keyed_first + binning->keyed_count; i < binning->count; i++) {
        put(binning, i);
    }
    return true;
}

static uint64_t count_triangles(const struct mesh_list *list)
{
    uint64_t total = 0;
    for (uint32_t b = 0; b < list->count; b++) {
        total += list->sorted[b]->index_count / 3;
    }
    return total;
}

bool mesh_bins_fill(const struct mesh_list *list, uint32_t size_px, uint32_t band_rows,
                    struct arena *arena, struct mesh_bins *bins)
{
    uint32_t bands = (size_px + band_rows - 1) / band_rows;
    uint64_t triangles = count_triangles(list);
    struct binning binning = {.list = list, .size_px = size_px, .band_rows = band_rows};
    uint64_t layers = (uint64_t)size_px * size_px * MESH_LAYERS_MAX;
    binning.pixels_left = layers > MESH_PIXELS_MAX ? layers : MESH_PIXELS_MAX;
    binning.triangles = arena_alloc_dirty(arena, triangles, sizeof *binning.triangles);
    binning.heights_yd = arena_alloc_dirty(arena, triangles, sizeof *binning.heights_yd);
    if (!binning.triangles || !binning.heights_yd) {
        return false;
    }
    list_triangles(&binning);
    if (!find_bands(&binning, bands, arena) || !fill_bands(&binning, bands, arena)) {
        return false;
    }
    *bins = (struct mesh_bins){
        .band_count = bands,
        .left_out = binning.left_out,
        .triangles = binning.triangles,
        .begin = binning.begin,
        .numbers = binning.numbers,
    };
    return true;
}
