/*
 * Leaves are drawn from low to high, because each covers a part of a pixel only: what is above goes
 * over what is below in that proportion. A canopy has a hundred thousand triangles in any order,
 * and exact order does not matter among those at nearly one height. So the triangles of all keyed
 * batches are sorted by the mean height of their corners, rounded to 1/HEIGHTS of the range that
 * they span in the tile, with one counting sort. Equal ones stay in the order of the list.
 */
#include "render/mesh/mesh_bins.h"

#include "scene/mesh/mesh_triangle.h"

/* The bands of one triangle. */
struct reach {
    uint16_t first;
    uint16_t end; /* not above `first`: it is not seen */
};

/* A triangle of a keyed batch. */
struct keyed {
    struct mesh_bin_triangle triangle;
    struct reach reach;
    float height_yd; /* three times the mean of its corners */
};

struct binning {
    const struct mesh_list *list;
    uint32_t size_px;
    uint32_t band_rows;
    struct reach *reach; /* of all triangles of all batches, in order */
    uint32_t *begin;
    uint32_t *next; /* of each band, where the triangle to come goes */
    struct mesh_bin_triangle *triangles;
    uint64_t pixels_left; /* that triangles may still have */
    uint32_t left_out;
    uint32_t keyed_count; /* of those that are seen */
    struct keyed *keyed;
};

enum { HEIGHTS = 1 << 14 };

static uint32_t band_of(const struct binning *binning, int32_t y)
{
    int32_t last = (int32_t)binning->size_px - 1;
    int32_t row = y >> 8;
    row = row > 0 ? row : 0;
    return (uint32_t)(row < last ? row : last) / binning->band_rows;
}

/* How many pixels of the tile the box round a triangle has along an axis. */
static uint64_t pixels_along(const struct binning *binning, int32_t low, int32_t high)
{
    int32_t last = (int32_t)binning->size_px - 1;
    low = low >> 8 > 0 ? low >> 8 : 0;
    high = high >> 8 < last ? high >> 8 : last;
    return (uint64_t)((int64_t)high - low + 1);
}

/* Takes the pixels of a triangle's box from those that are left; false when there are too few. */
static bool take_pixels(struct binning *binning, const struct mesh_position position[3])
{
    struct mesh_position low = position[0];
    struct mesh_position high = position[0];
    for (unsigned k = 1; k < 3; k++) {
        low.x = position[k].x < low.x ? position[k].x : low.x;
        low.y = position[k].y < low.y ? position[k].y : low.y;
        high.x = position[k].x > high.x ? position[k].x : high.x;
        high.y = position[k].y > high.y ? position[k].y : high.y;
    }
    uint64_t pixels = pixels_along(binning, low.x, high.x) * pixels_along(binning, low.y, high.y);
    if (pixels > binning->pixels_left) {
        binning->left_out++;
        return false;
    }
    binning->pixels_left -= pixels;
    return true;
}

static struct reach reach_of(struct binning *binning, const struct mesh_batch *batch, uint32_t i)
{
    const struct pixel_area tile = {0, binning->size_px, 0, binning->size_px};
    struct mesh_corners corners = mesh_corners(batch, i);
    if ((!batch->is_culled && !mesh_is_seen(corners.position, batch->material, &tile)) ||
        !take_pixels(binning, corners.position)) {
        return (struct reach){0, 0};
    }
    int32_t low = INT32_MAX;
    int32_t high = INT32_MIN;
    for (unsigned k = 0; k < 3; k++) {
        int32_t y = corners.position[k].y;
        low = y < low ? y : low;
        high = y > high ? y : high;
    }
    return (struct reach){(uint16_t)band_of(binning, low), (uint16_t)(band_of(binning, high) + 1)};
}

/* Finds the reach of all triangles, and counts those of each band in begin[band + 1], and those of
 * keyed batches. */
static void count(struct binning *binning)
{
    struct reach *reach = binning->reach;
    for (uint32_t b = 0; b < binning->list->count; b++) {
        const struct mesh_batch *batch = binning->list->sorted[b];
        bool is_keyed = mesh_batch_is_keyed(batch);
        for (uint32_t i = 0; i + 2 < batch->index_count; i += 3) {
            *reach = reach_of(binning, batch, i);
            binning->keyed_count += is_keyed && reach->end > reach->first;
            for (uint32_t band = reach->first; band < reach->end; band++) {
                binning->begin[band + 1]++;
            }
            reach++;
        }
    }
}

static void put(struct binning *binning, struct mesh_bin_triangle triangle, struct reach reach)
{
    for (uint32_t band = reach.first; band < reach.end; band++) {
        binning->triangles[binning->next[band]++] = triangle;
    }
}

/* Puts the triangles of a batch into their bands. Returns the reach of the next batch. */
static const struct reach *put_batch(struct binning *binning, uint32_t b, const struct reach *reach)
{
    for (uint32_t i = 0; i + 2 < binning->list->sorted[b]->index_count; i += 3) {
        put(binning, (struct mesh_bin_triangle){b, i}, *reach++);
    }
    return reach;
}

static float height_of(const struct mesh_batch *batch, uint32_t i)
{
    float height = 0.0F;
    for (uint32_t k = 0; k < 3; k++) {
        height += batch->vertices[batch->indices[i + k]].position.z_yd;
    }
    return height;
}

/* Lists what is seen of a keyed batch. Returns the reach of the next batch. */
static const struct reach *list_batch(struct binning *binning, uint32_t b,
                                      const struct reach *reach, uint32_t *count)
{
    const struct mesh_batch *batch = binning->list->sorted[b];
    for (uint32_t i = 0; i + 2 < batch->index_count; i += 3, reach++) {
        if (reach->end > reach->first) {
            binning->keyed[(*count)++] = (struct keyed){{b, i}, *reach, height_of(batch, i)};
        }
    }
    return reach;
}

/* The lowest height, and how many steps there are to a yard. */
struct height_scale {
    float low;
    float steps;
};

static struct height_scale scale_of(const struct binning *binning)
{
    float low = binning->keyed[0].height_yd;
    float high = low;
    for (uint32_t i = 1; i < binning->keyed_count; i++) {
        float height = binning->keyed[i].height_yd;
        low = height < low ? height : low;
        high = height > high ? height : high;
    }
    return (struct height_scale){low, high > low ? (HEIGHTS - 1) / (high - low) : 0.0F};
}

static uint32_t step_of(const struct keyed *keyed, const struct height_scale *scale)
{
    return (uint32_t)((keyed->height_yd - scale->low) * scale->steps);
}

/* Puts the triangles of keyed batches into their bands, from low to high. False when out of memory.
 */
static bool put_keyed(struct binning *binning, struct arena *arena)
{
    struct height_scale scale = scale_of(binning);
    uint32_t *begin = arena_alloc(arena, HEIGHTS + 1, sizeof *begin);
    uint32_t *order = arena_alloc_dirty(arena, binning->keyed_count, sizeof *order);
    if (!begin || !order) {
        return false;
    }
    for (uint32_t i = 0; i < binning->keyed_count; i++) {
        begin[step_of(&binning->keyed[i], &scale) + 1]++;
    }
    for (uint32_t step = 0; step < HEIGHTS; step++) {
        begin[step + 1] += begin[step];
    }
    for (uint32_t i = 0; i < binning->keyed_count; i++) {
        order[begin[step_of(&binning->keyed[i], &scale)]++] = i;
    }
    for (uint32_t i = 0; i < binning->keyed_count; i++) {
        put(binning, binning->keyed[order[i]].triangle, binning->keyed[order[i]].reach);
    }
    return true;
}

/* False when out of memory. */
static bool fill(struct binning *binning, struct arena *arena)
{
    const struct mesh_list *list = binning->list;
    const struct reach *reach = binning->reach;
    uint32_t count = 0;
    uint32_t b = 0;
    for (; b < list->count && !mesh_batch_is_keyed(list->sorted[b]); b++) {
        reach = put_batch(binning, b, reach);
    }
    for (; b < list->count && mesh_batch_is_keyed(list->sorted[b]); b++) {
        reach = list_batch(binning, b, reach, &count);
    }
    if (count > 0 && !put_keyed(binning, arena)) {
        return false;
    }
    for (; b < list->count; b++) {
        reach = put_batch(binning, b, reach);
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
    struct binning binning = {.list = list, .size_px = size_px, .band_rows = band_rows};
    uint64_t layers = (uint64_t)size_px * size_px * MESH_LAYERS_MAX;
    binning.pixels_left = layers > MESH_PIXELS_MAX ? layers : MESH_PIXELS_MAX;
    binning.reach = arena_alloc_dirty(arena, count_triangles(list), sizeof *binning.reach);
    binning.begin = arena_alloc(arena, (size_t)bands + 1, sizeof *binning.begin);
    binning.next = arena_alloc_dirty(arena, bands, sizeof *binning.next);
    if (!binning.reach || !binning.begin || !binning.next) {
        return false;
    }
    count(&binning);
    for (uint32_t band = 0; band < bands; band++) {
        binning.begin[band + 1] += binning.begin[band];
        binning.next[band] = binning.begin[band];
    }
    binning.triangles = arena_alloc_dirty(arena, binning.begin[bands], sizeof *binning.triangles);
    binning.keyed = arena_alloc_dirty(arena, binning.keyed_count, sizeof *binning.keyed);
    if (!binning.triangles || !binning.keyed || !fill(&binning, arena)) {
        return false;
    }
    *bins = (struct mesh_bins){bands, binning.left_out, binning.begin, binning.triangles};
    return true;
}
