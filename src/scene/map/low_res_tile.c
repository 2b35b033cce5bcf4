#include "scene/map/low_res_tile.h"

#include "base/size.h"

/* The tile in the middle, [1][1], and those round it. */
struct block {
    bool there[3][3];
    struct wdl_tile tiles[3][3];
};

/* One of the two grids that make up a tile's heights. */
enum lattice { OUTER, INNER };

static void read_block(const struct wdl *wdl, uint32_t x, uint32_t y, struct block *block)
{
    for (uint32_t row = 0; row < 3; row++) {
        for (uint32_t column = 0; column < 3; column++) {
            /* Left of the grid and above it the sum wraps to more than TILE_SET_GRID. */
            uint32_t at_x = x + column - 1;
            uint32_t at_y = y + row - 1;
            block->there[row][column] = at_x < TILE_SET_GRID && at_y < TILE_SET_GRID &&
                                        wdl_tile(wdl, at_x, at_y, &block->tiles[row][column]);
        }
    }
}

/* Which of three tiles side by side hold place `at`, -16..33 from the middle one's begin, and where
 * in the first of them; the outer lattice has the edge between two tiles in both. */
struct span {
    int first, last, at;
};

static struct span span_of(enum lattice lattice, int at)
{
    int tile = (at + WDL_INNER) / WDL_INNER;
    int rest = (at + WDL_INNER) % WDL_INNER;
    if (lattice == OUTER && rest == 0 && tile > 0) {
        return (struct span){tile - 1, tile < 3 ? tile : 2, WDL_INNER};
    }
    return (struct span){tile, tile, rest};
}

/* The height at a place that may be of any tile of the block; the tile furthest north-west has the
 * word. False where there is none. */
static bool find(const struct block *block, enum lattice lattice, int row, int column,
                 int32_t *height)
{
    struct span south = span_of(lattice, row);
    struct span east = span_of(lattice, column);
    for (int j = south.first; j <= south.last && j < 3; j++) {
        for (int i = east.first; i <= east.last && i < 3; i++) {
            int y = j == south.first ? south.at : 0;
            int x = i == east.first ? east.at : 0;
            if (block->there[j][i]) {
                const struct wdl_tile *tile = &block->tiles[j][i];
                *height = lattice == OUTER ? tile->outer[y][x] : tile->inner[y][x];
                return true;
            }
        }
    }
    return false;
}

/* The height at a place round the tile, or where there is none the one to which the slope before it
 * leads. From which side does not depend on the tile that asks. */
static int32_t height_at(const struct block *block, enum lattice lattice, int row, int column)
{
    static const int sides[][2] = {{1, 0}, {-1, 0}, {0, -1}, {0, 1}};
    int32_t near = 0;
    int32_t next = 0;
    if (find(block, lattice, row, column, &near)) {
        return near;
    }
    for (size_t i = 0; i < COUNT_OF(sides); i++) {
        const int *side = sides[i];
        if (find(block, lattice, row + side[0], column + side[1], &near) &&
            find(block, lattice, row + 2 * side[0], column + 2 * side[1], &next)) {
            return 2 * near - next;
        }
    }
    int last = (lattice == OUTER ? WDL_OUTER : WDL_INNER) - 1;
    find(block, lattice, row < 0 ? 0 : last, column < 0 ? 0 : last, &near);
    return near;
}

bool low_res_tile_build(const struct wdl *wdl, uint32_t x, uint32_t y, struct low_res_tile *tile)
{
    struct block block;
    read_block(wdl, x, y, &block);
    if (!block.there[1][1]) {
        return false;
    }
    for (int row = 0; row < LOW_RES_OUTER; row++) {
        for (int column = 0; column < LOW_RES_OUTER; column++) {
            tile->outer[row][column] = height_at(&block, OUTER, row - 1, column - 1);
        }
    }
    for (int row = 0; row < LOW_RES_INNER; row++) {
        for (int column = 0; column < LOW_RES_INNER; column++) {
            tile->inner[row][column] = height_at(&block, INNER, row - 1, column - 1);
        }
    }
    for (size_t row = 0; row < WDL_INNER; row++) {
        tile->holes[row] = block.tiles[1][1].holes[row];
    }
    return true;
}
