#include "map/hours/hour_grid.h"

#include "formats/grid.h"

struct hour_grid *hour_grid_make(const struct hour_field *field, uint32_t x, uint32_t y,
                                 const float height_yd[HOUR_GRID_CORNERS], struct arena *arena)
{
    const double north = grid_edge_yd((double)y);
    const double west = grid_edge_yd((double)x);
    struct adt_box box = {
        {(float)(north - TILE_YD) - 1.0F, (float)(west - TILE_YD) - 1.0F, height_yd[0]},
        {(float)north + 1.0F, (float)west + 1.0F, height_yd[0]},
    };
    for (int i = 1; i < HOUR_GRID_CORNERS; i++) {
        box.low[2] = height_yd[i] < box.low[2] ? height_yd[i] : box.low[2];
        box.high[2] = height_yd[i] > box.high[2] ? height_yd[i] : box.high[2];
    }
    const struct hour_field *near = hour_field_near(field, &box, arena);
    struct hour_grid *grid = arena_alloc_dirty(arena, 1, sizeof *grid);
    if (!near || !grid) {
        return NULL;
    }
    for (int i = 0; i < HOUR_GRID_CORNERS; i++) {
        const double place[3] = {north - CHUNK_YD * (double)(i / HOUR_GRID_EDGE),
                                 west - CHUNK_YD * (double)(i % HOUR_GRID_EDGE),
                                 (double)height_yd[i]};
        grid->corners[i] = hour_field_at(near, place);
    }
    return grid;
}

/* The chunk that a place lies in, and how far along. */
static int grid_chunk_at(float place, float *part)
{
    const float end = (float)(HOUR_GRID_EDGE - 1);
    float within = place > 0.0F ? (place < end ? place : end) : 0.0F;
    int chunk = within < end ? (int)within : HOUR_GRID_EDGE - 2;
    *part = within - (float)chunk;
    return chunk;
}

struct hour_tint hour_grid_at(const struct hour_grid *grid, float column, float row)
{
    float east;
    float south;
    int x = grid_chunk_at(column, &east);
    int y = grid_chunk_at(row, &south);
    const struct hour_tint *corner = &grid->corners[y * HOUR_GRID_EDGE + x];
    struct hour_tint north_tint = hour_tint_mix(&corner[0], &corner[1], east);
    struct hour_tint south_tint =
        hour_tint_mix(&corner[HOUR_GRID_EDGE], &corner[HOUR_GRID_EDGE + 1], east);
    return hour_tint_mix(&north_tint, &south_tint, south);
}
