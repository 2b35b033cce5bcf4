/* A set of the tiles of a map, 64x64 bits. A zero-initialised set is empty. */
#ifndef BASE_TILE_SET_H
#define BASE_TILE_SET_H

#include <stdbool.h>
#include <stdint.h>

#include "adtmap/adtmap.h"

enum { TILE_SET_GRID = ADTMAP_GRID, TILE_SET_TILES = TILE_SET_GRID * TILE_SET_GRID };

struct tile_set {
    uint64_t rows[TILE_SET_GRID]; /* rows[y], bit x */
};

/* x and y must be below TILE_SET_GRID. */
static inline void tile_set_add(struct tile_set *set, uint32_t x, uint32_t y)
{
    set->rows[y] |= UINT64_C(1) << x;
}

/* False outside the grid. */
static inline bool tile_set_has(const struct tile_set *set, uint32_t x, uint32_t y)
{
    return x < TILE_SET_GRID && y < TILE_SET_GRID && (set->rows[y] >> x & 1) != 0;
}

static inline void tile_set_add_all(struct tile_set *set, const struct tile_set *more)
{
    for (int y = 0; y < TILE_SET_GRID; y++) {
        set->rows[y] |= more->rows[y];
    }
}

static inline void tile_set_remove_all(struct tile_set *set, const struct tile_set *others)
{
    for (int y = 0; y < TILE_SET_GRID; y++) {
        set->rows[y] &= ~others->rows[y];
    }
}

/* Leaves only tiles that `others` has too. */
static inline void tile_set_keep(struct tile_set *set, const struct tile_set *others)
{
    for (int y = 0; y < TILE_SET_GRID; y++) {
        set->rows[y] &= others->rows[y];
    }
}

static inline uint32_t tile_set_count(const struct tile_set *set)
{
    uint32_t count = 0;
    for (int y = 0; y < TILE_SET_GRID; y++) {
        count += (uint32_t)__builtin_popcountll(set->rows[y]);
    }
    return count;
}

/* A tile on the way through the grid; zero-initialised before the first. */
struct tile_step {
    uint32_t x;
    uint32_t y;
    uint32_t index; /* y * TILE_SET_GRID + x */
    uint32_t next;
};

/*
 * Goes to the next tile of the grid, or of the set, row by row; false behind the last. The set may
 * change meanwhile.
 *
 *     for (struct tile_step tile = {0}; tile_set_next(&set, &tile);)
 */
static inline bool tile_next(struct tile_step *tile)
{
    uint32_t at = tile->next;
    bool is_tile = at < TILE_SET_TILES;
    if (is_tile) {
        *tile = (struct tile_step){at % TILE_SET_GRID, at / TILE_SET_GRID, at, at + 1};
    }
    return is_tile;
}

static inline bool tile_set_next(const struct tile_set *set, struct tile_step *tile)
{
    for (uint32_t at = tile->next; at < TILE_SET_TILES;
         at = (at / TILE_SET_GRID + 1) * TILE_SET_GRID) {
        uint64_t rest = set->rows[at / TILE_SET_GRID] >> at % TILE_SET_GRID;
        if (rest) {
            at += (uint32_t)__builtin_ctzll(rest);
            *tile = (struct tile_step){at % TILE_SET_GRID, at / TILE_SET_GRID, at, at + 1};
            return true;
        }
    }
    return false;
}

/* Whether a rectangle, which lies within the grid and has a column, has a tile. */
static inline bool tile_set_has_any(const struct tile_set *set, uint32_t x, uint32_t y,
                                    uint32_t columns, uint32_t rows)
{
    uint64_t mask = UINT64_MAX >> (TILE_SET_GRID - columns) << x;
    uint64_t any = 0;
    for (uint32_t row = y; row < y + rows; row++) {
        any |= set->rows[row] & mask;
    }
    return any != 0;
}

/* The columns that have a tile: bit x. */
static inline uint64_t tile_set_columns(const struct tile_set *set)
{
    uint64_t columns = 0;
    for (int y = 0; y < TILE_SET_GRID; y++) {
        columns |= set->rows[y];
    }
    return columns;
}

static inline bool tile_set_is_empty(const struct tile_set *set)
{
    return tile_set_count(set) == 0;
}

#endif
