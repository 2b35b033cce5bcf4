/*
 * A style for MapLibre, https://maplibre.org/maplibre-style-spec, version 8: the map's pictures
 * without a script.
 */
#ifndef OUTPUT_ZOOM_WEB_STYLE_H
#define OUTPUT_ZOOM_WEB_STYLE_H

#include "base/buffer.h"
#include "output/stitch.h"
#include "output/zoom/web_folder.h"

/* Rectangles of pictures that one zoom level is told as; one with more is told as their box, in
 * which pictures may be missing. */
enum { WEB_STYLE_LEVEL_MAX = 256 };

/*
 * Appends the style. `address` is that of the folder of pictures, since MapLibre takes whole
 * addresses only; `bounds` are those of the map. Out of memory: the text has failed.
 */
void web_style(struct buffer *text, const char *name, const char *address,
               struct stitch_bounds bounds, const struct web_folder *pictures);

#endif
