/* Decodes a level of a BLP texture in bands of any height. */
#ifndef TESTS_FORMATS_BLP_WHOLE_H
#define TESTS_FORMATS_BLP_WHOLE_H

#include "formats/blp/blp_rows.h"

/* Decodes bands of `band` rows, a multiple of BLP_BAND_ROWS, to width * height * 4 bytes. */
static inline enum adtmap_status blp_decode_bands(const struct blp *blp, unsigned level,
                                                  uint32_t band, const struct diag *diag,
                                                  uint8_t *rgba)
{
    struct blp_rows rows;
    enum adtmap_status status = blp_rows_begin(blp, level, diag, &rows);
    if (status) {
        return status;
    }
    while (!status && rows.y < rows.height) {
        uint32_t left = rows.height - rows.y;
        uint8_t *out = rgba + (size_t)rows.y * rows.width * 4;
        status = blp_rows_read(&rows, left < band ? left : band, diag, out);
    }
    blp_rows_end(&rows);
    return status;
}

static inline enum adtmap_status blp_decode_whole(const struct blp *blp, unsigned level,
                                                  const struct diag *diag, uint8_t *rgba)
{
    return blp_decode_bands(blp, level, UINT32_MAX, diag, rgba);
}

#endif
