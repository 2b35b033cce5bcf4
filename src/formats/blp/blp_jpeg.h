/*
 * The JPEG levels of BLP textures, by libjpeg. Component order is B, G, R, A whatever the stream
 * believes: four components are stored without a colour transform; one and three components are
 * decoded as the stream says, and red and blue then change places.
 */
#ifndef FORMATS_BLP_BLP_JPEG_H
#define FORMATS_BLP_BLP_JPEG_H

#include "formats/blp/blp.h"

/* Bounds, see docs/security.md. */
enum {
    BLP_JPEG_SCANS_MAX = 24, /* libjpeg writes ten for three components, 18 for four */
    /* Of an image in several scans libjpeg keeps all coefficients, and goes over all of them for
     * each scan: a texel takes 20 times as long. */
    BLP_JPEG_TEXELS_MAX = 1024 * 1024,
};

struct blp_jpeg;

/*
 * Begins to decode `level` of a BLP_JPEG texture, which must outlive it. The stream must have the
 * level's dimensions; memory and number of scans are bounded, a stream that wants more is bad data.
 * The rows that follow have the level's edges divided by 2^reduction, 0 to BLP_REDUCTION_MAX, which
 * must divide them: libjpeg then transforms each block to fewer texels. *jpeg is NULL after a
 * failure.
 */
enum adtmap_status blp_jpeg_begin(const struct blp *blp, unsigned level, unsigned reduction,
                                  const struct diag *diag, struct blp_jpeg **jpeg);

/*
 * The next `count` rows, at most those left, as blp_rows_read gives them. After a failure only
 * blp_jpeg_end may follow.
 */
enum adtmap_status blp_jpeg_read(struct blp_jpeg *jpeg, uint32_t count, const struct diag *diag,
                                 uint8_t *rgba);

void blp_jpeg_end(struct blp_jpeg *jpeg); /* NULL is fine */

#endif
