/*
 * A set of quads of a band: a bit a quad. Columns are those of the tile, rows go from the first row
 * of quads in the band.
 */
#ifndef RENDER_TERRAIN_QUAD_SET_H
#define RENDER_TERRAIN_QUAD_SET_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/grid.h"

enum {
    SAMPLE_BAND_ROWS = 32, /* pixel rows of a band */
    SAMPLE_BAND_QUAD_ROWS = SAMPLE_BAND_ROWS + 1,
};

enum { QUAD_SET_WORD = 64, QUAD_SET_WORDS = QUADS_PER_TILE / QUAD_SET_WORD };
struct quad_set {
    uint64_t bits[SAMPLE_BAND_QUAD_ROWS][QUAD_SET_WORDS];
};

struct quad_place {
    uint32_t column, row;
};

/* Without its ends; it may be empty. */
struct quad_area {
    uint32_t first_column, end_column;
    uint32_t first_row, end_row;
};

static inline bool quad_set_has(const struct quad_set *set, struct quad_place quad)
{
    return set->bits[quad.row][quad.column / QUAD_SET_WORD] >> quad.column % QUAD_SET_WORD & 1;
}

static inline void quad_set_add(struct quad_set *set, struct quad_place quad)
{
    set->bits[quad.row][quad.column / QUAD_SET_WORD] |= (uint64_t)1 << quad.column % QUAD_SET_WORD;
}

static inline void quad_set_add_area(struct quad_set *set, const struct quad_area *area)
{
    const uint32_t first = area->first_column, end = area->end_column;
    for (uint32_t word = first / QUAD_SET_WORD; word * QUAD_SET_WORD < end; word++) {
        const uint32_t begin = word * QUAD_SET_WORD, all = begin + QUAD_SET_WORD;
        const uint64_t bits = UINT64_MAX << (first > begin ? first - begin : 0) &
                              UINT64_MAX >> (end < all ? all - end : 0);
        for (uint32_t row = area->first_row; row < area->end_row; row++) {
            set->bits[row][word] |= bits;
        }
    }
}

/* Keeps those that `other` has, too. */
static inline void quad_set_keep(struct quad_set *set, const struct quad_set *other)
{
    for (uint32_t row = 0; row < SAMPLE_BAND_QUAD_ROWS; row++) {
        for (uint32_t word = 0; word < QUAD_SET_WORDS; word++) {
            set->bits[row][word] &= other->bits[row][word];
        }
    }
}

/* Removes those that `other` has. */
static inline void quad_set_remove(struct quad_set *set, const struct quad_set *other)
{
    for (uint32_t row = 0; row < SAMPLE_BAND_QUAD_ROWS; row++) {
        for (uint32_t word = 0; word < QUAD_SET_WORDS; word++) {
            set->bits[row][word] &= ~other->bits[row][word];
        }
    }
}

/* Takes the next quad out of a set, row by row. It is looked for from the row of *quad on: that of
 * the one before, 0 at first. False: none is left. */
static inline bool quad_set_take(struct quad_set *set, struct quad_place *quad)
{
    for (; quad->row < SAMPLE_BAND_QUAD_ROWS; quad->row++) {
        for (uint32_t word = 0; word < QUAD_SET_WORDS; word++) {
            uint64_t *bits = &set->bits[quad->row][word];
            if (*bits) {
                quad->column = word * QUAD_SET_WORD + (uint32_t)__builtin_ctzll(*bits);
                *bits &= *bits - 1;
                return true;
            }
        }
    }
    return false;
}

#endif
