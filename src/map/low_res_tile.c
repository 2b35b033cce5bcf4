/*
 * Tiles share the heights along their edges, and each has its own copy. Of several copies all tiles
 * take that of the tile furthest north-west, and beyond the last tile heights go on with the slope
 * before it: so two tiles give one slope to the edge between them.
 */
#include "map/low_res_tile.h"

#include "base/size.h"

/* The tile in the middle, [1][1], and those round it. */
struct tile_block {
    bool there[3][3];
    struct wdl_tile tiles[3][3];
};

/* One of the two grids that make up a tile's heights. */
enum lattice { OUTER, INNER };

static void read_block(const struct wdl *wdl, uint32_t x, uint32_t y, struct tile_block *block)
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

/* Where one of three tiles side by side has a place. */
struct in_tile {
    int tile, at;
};

/* The tiles that hold the place `at`, -16..33 from where the middle one begins, in their order: in
 * the outer lattice two have the edge between them. Returns how many. */
static int tiles_of(enum lattice lattice, int at, struct in_tile tiles[2])
{
    int tile = (at + WDL_INNER) / WDL_INNER;
    int rest = (at + WDL_INNER) % WDL_INNER;
    int count = 0;
    if (lattice == OUTER && rest == 0 && tile > 0) {
        tiles[count++] = (struct in_tile){tile - 1, WDL_INNER};
    }
    if (tile < 3) {
        tiles[count++] = (struct in_tile){tile, rest};
    }
    return count;
}

/* The height at a place, as the tile furthest north-west of those that are there has it. False
 * where there is none. */
static bool lattice_height(const struct tile_block *block, enum lattice lattice, int row,
                           int column, int32_t *height)
{
    struct in_tile rows[2];
    struct in_tile columns[2];
    int row_count = tiles_of(lattice, row, rows);
    int column_count = tiles_of(lattice, column, columns);
    for (int j = 0; j < row_count; j++) {
        for (int i = 0; i < column_count; i++) {
            const struct wdl_tile *tile = &block->tiles[rows[j].tile][columns[i].tile];
            if (block->there[rows[j].tile][columns[i].tile]) {
                *height = lattice == OUTER ? tile->outer[rows[j].at][columns[i].at]
                                           : tile->inner[rows[j].at][columns[i].at];
                return true;
            }
        }
    }
    return false;
}

/* The height at a place round the tile, or where there is none the one to which the slope before it
 * leads. From which side does not depend on the tile that asks. */
static int32_t height_at(const struct tile_block *block, enum lattice lattice, int row, int column)
{
    static const int sides[][2] = {{1, 0}, {-1, 0}, {0, -1}, {0, 1}};
    int32_t near = 0;
    int32_t next = 0;
    if (lattice_height(block, lattice, row, column, &near)) {
        return near;
    }
    for (size_t i = 0; i < COUNT_OF(sides); i++) {
        const int *side = sides[i];
        if (lattice_height(block, lattice, row + side[0], column + side[1], &near) &&
            lattice_height(block, lattice, row + 2 * side[0], column + 2 * side[1], &next)) {
            return 2 * near - next;
        }
    }
    int last = (lattice == OUTER ? WDL_OUTER : WDL_INNER) - 1;
    lattice_height(block, lattice, row < 0 ? 0 : last, column < 0 ? 0 : last, &near);
    return near;
}

bool low_res_tile_build(const struct wdl *wdl, uint32_t x, uint32_t y, struct low_res_tile *tile)
{
    struct tile_block block;
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

enum { RELIEF_MOST_YD = 2048 };

/* How much of a tile's heights lies above the sea and between its lowest and highest one; 0: it is
 * all sea. */
static uint32_t tile_relief_yd(const struct wdl_tile *tile)
{
    int32_t lowest = RELIEF_MOST_YD, highest = 0;
    for (size_t i = 0; i < (size_t)WDL_OUTER * WDL_OUTER; i++) {
        const int32_t height = tile->outer[i / WDL_OUTER][i % WDL_OUTER];
        lowest = height < lowest ? height : lowest;
        highest = height > highest ? height : highest;
    }
    lowest = lowest > 0 ? lowest : 0;
    highest = highest < RELIEF_MOST_YD ? highest : RELIEF_MOST_YD;
    return highest > lowest ? (uint32_t)(highest - lowest) : 0;
}

uint32_t low_res_relief_yd(const struct wdl *wdl)
{
    uint32_t counts[RELIEF_MOST_YD + 1] = {0};
    uint32_t tiles = 0;
    for (struct tile_step step = {0}; tile_next(&step);) {
        struct wdl_tile tile;
        if (wdl_tile(wdl, step.x, step.y, &tile)) {
            const uint32_t yards = tile_relief_yd(&tile);
            counts[yards]++;
            tiles += yards > 0;
        }
    }
    uint32_t yards = tiles ? RELIEF_MOST_YD : 0;
    for (uint32_t higher = tiles / 4; yards > 0 && counts[yards] <= higher; yards--) {
        higher -= counts[yards];
    }
    return yards;
}
