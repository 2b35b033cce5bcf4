/* The triangles of a tile, by the band that they touch: each is looked at once per tile. Sheets and
 * parts of crowns, which have none, are listed with the bands that they may touch. */
#ifndef MESH_MESH_BINS_H
#define MESH_MESH_BINS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "mesh/mesh_list.h"

/* A sheet or part of a crown, and the bands that it may touch. */
struct binned_batch {
    const struct mesh_batch *batch; /* of the list */
    uint16_t first_band, last_band;
};

struct mesh_bins {
    uint32_t band_count;
    uint32_t left_out;     /* triangles and parts of crowns that would have gone beyond the bound */
    uint32_t most;         /* triangles in the fullest band */
    const uint32_t *begin; /* band_count + 1: where each band begins in `numbers` */
    const uint32_t *numbers; /* which triangles of the list, in each band by their places */
    uint32_t batch_count;
    const struct binned_batch *batches; /* by their places */
};

/* The next sheet or part of a crown that a band may touch, by its place; NULL: none. *next begins
 * with 0. */
static inline const struct mesh_batch *mesh_bins_next(const struct mesh_bins *bins, uint32_t band,
                                                      uint32_t *next)
{
    while (*next < bins->batch_count) {
        const struct binned_batch *binned = &bins->batches[(*next)++];
        if (binned->first_band <= band && binned->last_band >= band) {
            return binned->batch;
        }
    }
    return NULL;
}

/* Where something is drawn: smaller places come first. */
typedef uint64_t mesh_place;

/* Behind all triangles of deferred batches, and before all others. */
#define MESH_PLACE_OPAQUE ((mesh_place)1 << 60)

/* After mesh_list_sort: the place of a triangle of a batch, or, with NULL, of a sheet or a part of
 * a crown. */
mesh_place mesh_place_of(const struct mesh_batch *batch, const struct mesh_triangle *triangle);

/*
 * Triangles and parts of crowns have at most so many pixels in the boxes round them, within the
 * tile, or MESH_LAYERS_MAX times those of the tile if that is more. Real tiles full of trees have
 * 20 times their pixels; trees 1.6 times as large have 2.6 times as many. Drawing them takes time
 * in proportion, whatever hides them: some 100 ns a pixel.
 */
#define MESH_PIXELS_MAX ((uint64_t)1 << 28)
enum { MESH_LAYERS_MAX = 128 };

/* For bands of `band_rows` rows of a tile of `size_px`. The list is sorted; the bins live in
 * `arena`. False when out of memory. */
bool mesh_bins_fill(const struct mesh_list *list, uint32_t size_px, uint32_t band_rows,
                    struct arena *arena, struct mesh_bins *bins);

#endif
