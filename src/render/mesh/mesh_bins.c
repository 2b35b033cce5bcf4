#include "render/mesh/mesh_bins.h"

#include "scene/mesh/mesh_triangle.h"

/* The bands of one triangle. */
struct reach {
    uint16_t first;
    uint16_t end; /* not above `first`: it is not seen */
};

struct binning {
    const struct mesh_list *list;
    uint32_t size_px;
    uint32_t band_rows;
    struct reach *reach; /* of all triangles of all batches, in order */
    uint32_t *begin;
};

static uint32_t band_of(const struct binning *binning, int32_t y)
{
    int32_t last = (int32_t)binning->size_px - 1;
    int32_t row = y >> 8;
    row = row > 0 ? row : 0;
    return (uint32_t)(row < last ? row : last) / binning->band_rows;
}

static struct reach reach_of(const struct binning *binning, const struct mesh_batch *batch,
                             uint32_t i)
{
    const struct pixel_area tile = {0, binning->size_px, 0, binning->size_px};
    struct mesh_corners corners = mesh_corners(batch, i);
    if (!mesh_is_seen(corners.position, batch->material, &tile)) {
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

/* Finds the reach of all triangles, and counts those of each band in begin[band + 1]. */
static void count(struct binning *binning)
{
    struct reach *reach = binning->reach;
    for (uint32_t b = 0; b < binning->list->count; b++) {
        const struct mesh_batch *batch = binning->list->sorted[b];
        for (uint32_t i = 0; i + 2 < batch->index_count; i += 3) {
            *reach = reach_of(binning, batch, i);
            for (uint32_t band = reach->first; band < reach->end; band++) {
                binning->begin[band + 1]++;
            }
            reach++;
        }
    }
}

static void fill(const struct binning *binning, uint32_t *next, struct mesh_bin_triangle *triangles)
{
    const struct reach *reach = binning->reach;
    for (uint32_t b = 0; b < binning->list->count; b++) {
        const struct mesh_batch *batch = binning->list->sorted[b];
        for (uint32_t i = 0; i + 2 < batch->index_count; i += 3) {
            for (uint32_t band = reach->first; band < reach->end; band++) {
                triangles[next[band]++] = (struct mesh_bin_triangle){b, i};
            }
            reach++;
        }
    }
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
    struct binning binning = {list, size_px, band_rows, NULL, NULL};
    binning.reach = arena_alloc_dirty(arena, count_triangles(list), sizeof *binning.reach);
    binning.begin = arena_alloc(arena, (size_t)bands + 1, sizeof *binning.begin);
    uint32_t *next = arena_alloc_dirty(arena, bands, sizeof *next);
    if (!binning.reach || !binning.begin || !next) {
        return false;
    }
    count(&binning);
    for (uint32_t band = 0; band < bands; band++) {
        binning.begin[band + 1] += binning.begin[band];
        next[band] = binning.begin[band];
    }
    struct mesh_bin_triangle *triangles =
        arena_alloc_dirty(arena, binning.begin[bands], sizeof *triangles);
    if (!triangles) {
        return false;
    }
    fill(&binning, next, triangles);
    *bins = (struct mesh_bins){bands, binning.begin, triangles};
    return true;
}
