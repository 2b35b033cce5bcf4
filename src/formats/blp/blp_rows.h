/*
 * The texels of a BLP level, rows from the top, a band at a time: whoever reduces a texture to a
 * few pixels never has it whole in memory. A JPEG in several scans, as progressive ones are, is the
 * exception: its coefficients are kept. It is refused beyond 1024 x 1024 texels.
 */
#ifndef FORMATS_BLP_BLP_ROWS_H
#define FORMATS_BLP_BLP_ROWS_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/blp/blp.h"

enum {
    BLP_BAND_ROWS = 4,              /* rows that are read together: those of a row of DXT blocks */
    BLP_REDUCTION_MAX = 3,          /* a block of a JPEG, 8 x 8 texels, becomes one */
    BLP_BLOCK_REDUCTION = 2,        /* a block of DXT, 4 x 4 texels, becomes one */
    BLP_LARGE_TEXELS = 1024 * 1024, /* images of more texels are large */
};

struct blp_jpeg;

/* Where reading stands. One thread at a time. */
struct blp_rows {
    const struct blp *blp; /* borrowed */
    unsigned level;
    unsigned reduction;
    bool by_alpha; /* colours come multiplied by alpha / 255; the caller may set it at first */
    uint32_t width, height; /* of the rows, in texels: the level's edges, or reduced ones */
    uint32_t y;             /* the row to come, 0 to height */
    uint8_t colors[256][4]; /* of a palette, R, G, B, A */
    struct blp_jpeg *jpeg;  /* owned; NULL for other kinds */
};

/*
 * Begins with row 0 of a level below level_count; `blp` and the bytes it borrows must outlive the
 * reading. Only JPEG can fail: with ADTMAP_BAD_DATA, ADTMAP_UNSUPPORTED or ADTMAP_NO_MEMORY; then
 * there is nothing to end.
 */
enum adtmap_status blp_rows_begin(const struct blp *blp, unsigned level, const struct diag *diag,
                                  struct blp_rows *rows);

/* As blp_rows_begin, with rows of an image whose edges are those of the level divided by
 * 2^reduction. Above 0 blp_reduction or blp_block_level must allow it. */
enum adtmap_status blp_rows_begin_reduced(const struct blp *blp, unsigned level, unsigned reduction,
                                          const struct diag *diag, struct blp_rows *rows);

/*
 * The greatest reduction of level 0 after which both edges are at least `least_edge`. Only a large
 * JPEG can be reduced: it is decoded in a fraction of the time, and averages differ from those of
 * all its texels by rounding and by what the transform leaves out. 0 for everything else.
 */
unsigned blp_reduction(const struct blp *blp, uint32_t least_edge);

/*
 * The last level of DXT whose blocks, each of which becomes one texel by BLP_BLOCK_REDUCTION, are
 * an image with an edge of at least `longest_edge`, and that the file has whole. False when the
 * blocks of level 0 are none. It takes a fraction of the time of level 0.
 */
bool blp_block_level(const struct blp *blp, uint32_t longest_edge, unsigned *level);

/*
 * Decodes the next `count` rows to count * width * 4 bytes R, G, B, A, alpha not multiplied in
 * unless rows->by_alpha. `count` is a multiple of BLP_BAND_ROWS, or all rows that are left; nothing
 * outside `rgba` is written. What the file does not hold is black: opaque in a palette (alpha that
 * is missing is opaque too) and where alpha_bits is 0, transparent elsewhere. Only JPEG can fail:
 * with ADTMAP_BAD_DATA or ADTMAP_NO_MEMORY, after which blp_rows_end is all that may follow; its
 * smaller troubles are one warning, with the last row.
 */
enum adtmap_status blp_rows_read(struct blp_rows *rows, uint32_t count, const struct diag *diag,
                                 uint8_t *rgba);

/* Gives back what beginning took, at any row. */
void blp_rows_end(struct blp_rows *rows);

#endif
