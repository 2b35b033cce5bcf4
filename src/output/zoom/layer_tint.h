/*
 * Zoom levels of a data layer: an output that takes tiles of a layer, and hands them to the zoom
 * levels in colours that lie well over a map: the tint and the colours of its row
 * (render/layers/data_layer.h).
 */
#ifndef OUTPUT_ZOOM_LAYER_TINT_H
#define OUTPUT_ZOOM_LAYER_TINT_H

#include "adtmap/layers.h"
#include "base/diag.h"
#include "output/output.h"
#include "render/layers/data_layer.h"

/*
 * An output for tiles of `layer`, size_px squared pixels as adtmap_layer_format says, heights in
 * the range `height`, which is that of all tiles. It owns `zoom`, an output for RGBA tiles. `diag`
 * is needed until the end: it explains an ADTMAP_NO_MEMORY of `finish`. NULL, with `zoom` left to
 * the caller and the diag set, when out of memory.
 */
struct output *layer_tint_output(struct output *zoom, struct adtmap_layer layer,
                                 const struct adtmap_height_range *height, uint32_t size_px,
                                 const struct diag *diag);

#endif
