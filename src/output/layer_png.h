/* One data layer of one tile as a PNG file. */
#ifndef OUTPUT_LAYER_PNG_H
#define OUTPUT_LAYER_PNG_H

#include "adtmap/layers.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "codec/png/png_write.h"
#include "output/picture_png.h"

/* What files of the layer store. */
enum png_kind layer_png_kind(struct adtmap_layer layer);

/*
 * Encodes `image` of size_px squared pixels. The text chunks are Map, Tile, Layer, and of height
 * Height-Range-Yards: what grey 0 and 65535 are. Errors as png_encode.
 */
enum adtmap_status layer_png_encode(struct png_encoder *encoder,
                                    const struct adtmap_layer_image *image, uint32_t size_px,
                                    enum png_effort effort, const struct tile_label *label,
                                    const struct diag *diag, struct buffer *png);

#endif
