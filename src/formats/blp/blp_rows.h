/*
 * The texels of a BLP level, rows from the top, a band at a time: whoever reduces a texture to a
 * few pixels never has it whole in memory. A JPEG in several scans, as progressive ones are, is the
 * exception: its coefficients are kept, up to 64 MiB, beyond which it is refused.
 */
#ifndef FORMATS_BLP_BLP_ROWS_H
#define FORMATS_BLP_BLP_ROWS_H

#include <stdint.h>

#include "formats/blp/blp.h"

enum { BLP_BAND_ROWS = 4 }; /* rows that are read together: those of a row of DXT blocks */

struct blp_jpeg;

/* Where reading stands. One thread at a time. */
struct blp_rows {
    const struct blp *blp; /* borrowed */
    unsigned level;
    uint32_t width, height;  /* of the level, in texels */
    uint32_t y;              /* the row to come, 0 to height */
    uint8_t colours[256][4]; /* of a palette, R, G, B, A */
    struct blp_jpeg *jpeg;   /* owned; NULL for other kinds */
};

/*
 * Begins with row 0 of a level below level_count; `blp` and the bytes it borrows must outlive the
 * reading. Only JPEG can fail: with ADTMAP_BAD_DATA, ADTMAP_UNSUPPORTED or ADTMAP_NO_MEMORY; then
 * there is nothing to end.
 */
enum adtmap_status blp_rows_begin(const struct blp *blp, unsigned level, const struct diag *diag,
                                  struct blp_rows *rows);

/*
 * Decodes the next `count` rows to count * width * 4 bytes R, G, B, A, alpha not multiplied in.
 * `count` is a multiple of BLP_BAND_ROWS, or all rows that are left; nothing outside `rgba` is
 * written. What the file does not hold is black: opaque in a palette (alpha that is missing is
 * opaque too) and where alpha_bits is 0, transparent elsewhere. Only JPEG can fail: with
 * ADTMAP_BAD_DATA or ADTMAP_NO_MEMORY, after which blp_rows_end is all that may follow; its smaller
 * troubles are one warning, with the last row.
 */
enum adtmap_status blp_rows_read(struct blp_rows *rows, uint32_t count, const struct diag *diag,
                                 uint8_t *rgba);

/* Gives back what beginning took, at any row. */
void blp_rows_end(struct blp_rows *rows);

#endif
