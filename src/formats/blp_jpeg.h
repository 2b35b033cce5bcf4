/*
 * The JPEG levels of BLP textures, by libjpeg. Component order is B, G, R, A whatever the stream
 * believes: four components are stored without a colour transform; one and three components are
 * decoded as the stream says, and red and blue then change places.
 */
#ifndef FORMATS_BLP_JPEG_H
#define FORMATS_BLP_JPEG_H

#include "formats/blp.h"

/*
 * Decodes `level` of a BLP_JPEG texture as blp_decode does. The stream must have the level's
 * dimensions; memory and number of scans are bounded, a stream that wants more is bad data.
 */
enum adtmap_status blp_jpeg_decode(const struct blp *blp, unsigned level, const struct diag *diag,
                                   uint8_t *rgba);

#endif
