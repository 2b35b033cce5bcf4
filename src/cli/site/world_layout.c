#include "cli/site/world_layout.h"

#include <math.h>

#include "formats/grid.h"

/* Tile columns and rows are counted from the west and the north, as X and Y are not. */
static struct world_box box_of(const struct world_frame *frame, double x, double y, double columns,
                               double rows)
{
    return (struct world_box){
        .north = grid_edge_yd(y) * frame->scale + frame->offset[0],
        .south = grid_edge_yd(y + rows) * frame->scale + frame->offset[0],
        .west = grid_edge_yd(x) * frame->scale + frame->offset[1],
        .east = grid_edge_yd(x + columns) * frame->scale + frame->offset[1],
    };
}

static struct world_box box_of_tiles(const struct world_frame *frame)
{
    uint32_t first[2] = {TILE_SET_GRID, TILE_SET_GRID};
    uint32_t last[2] = {0, 0};
    for (struct tile_step tile = {0}; tile_set_next(&frame->tiles, &tile);) {
        const uint32_t at[2] = {tile.x, tile.y};
        for (int i = 0; i < 2; i++) {
            first[i] = at[i] < first[i] ? at[i] : first[i];
            last[i] = at[i] > last[i] ? at[i] : last[i];
        }
    }
    return box_of(frame, first[0], first[1], last[0] + 1 - first[0], last[1] + 1 - first[1]);
}

void world_layout_place(struct world_frame *frames, size_t count)
{
    struct world_box all = {0};
    double middle = 0;
    for (size_t i = 0; i < count; i++) {
        struct world_frame *frame = &frames[i];
        struct world_box box = box_of_tiles(frame);
        if (!frame->has_offset && i > 0) {
            double up = middle - (box.north + box.south) / 2;
            frame->offset[0] = round(up / TILE_YD) * TILE_YD;
            frame->offset[1] = all.east - TILE_YD - box.west;
            box = box_of_tiles(frame);
        }
        frame->has_offset = true;
        if (i == 0) {
            all = box;
            middle = (box.north + box.south) / 2;
        }
        all.east = fmin(all.east, box.east);
        frame->box = box;
    }
}

/* The columns, or rows, of a grid that lie between two edges, counted in tiles from its own; an
 * edge that is nearly one of a tile's counts as it. */
static void columns_between(double from, double to, uint32_t *first, uint32_t *end)
{
    const double nearly = 1e-3;
    *first = (uint32_t)fmin(fmax(floor(from + nearly), 0), TILE_SET_GRID);
    *end = (uint32_t)fmin(fmax(ceil(to - nearly), 0), TILE_SET_GRID);
}

static bool is_apart(const struct world_box *a, const struct world_box *b)
{
    return a->south >= b->north || b->south >= a->north || a->east >= b->west || b->east >= a->west;
}

uint32_t world_layout_overlap(const struct world_frame *lower, const struct world_frame *upper)
{
    uint32_t count = 0;
    if (is_apart(&lower->box, &upper->box)) {
        return 0;
    }
    for (struct tile_step tile = {0}; tile_set_next(&upper->tiles, &tile);) {
        const struct world_box box = box_of(upper, tile.x, tile.y, 1, 1);
        uint32_t first[2];
        uint32_t end[2];
        columns_between(grid_tile_at((box.west - lower->offset[1]) / lower->scale),
                        grid_tile_at((box.east - lower->offset[1]) / lower->scale), &first[0],
                        &end[0]);
        columns_between(grid_tile_at((box.north - lower->offset[0]) / lower->scale),
                        grid_tile_at((box.south - lower->offset[0]) / lower->scale), &first[1],
                        &end[1]);
        count += first[0] < end[0] && first[1] < end[1] &&
                 tile_set_has_any(&lower->tiles, first[0], first[1], end[0] - first[0],
                                  end[1] - first[1]);
    }
    return count;
}

struct tile_set world_layout_within(const struct tile_set *tiles, const double low[2],
                                    const double high[2])
{
    struct tile_set within = {0};
    for (struct tile_step tile = {0}; tile_set_next(tiles, &tile);) {
        double x = grid_edge_yd(tile.y + 0.5);
        double y = grid_edge_yd(tile.x + 0.5);
        if (x >= low[0] && x < high[0] && y >= low[1] && y < high[1]) {
            tile_set_add(&within, tile.x, tile.y);
        }
    }
    return within;
}
