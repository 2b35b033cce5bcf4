/*
 * A picture of a minimap as clients store it: a BLP2 with all mip levels (formats/blp/blp.h has the
 * layout). Tiles are square and opaque; interiors are neither.
 */
#ifndef OUTPUT_CLIENT_MINIMAP_MINIMAP_BLP_H
#define OUTPUT_CLIENT_MINIMAP_MINIMAP_BLP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buffer.h"

enum minimap_encoding {
    MINIMAP_DXT1,
    MINIMAP_PALETTE, /* 256 colours of the tile's own, for clients that read nothing else */
};

/*
 * Scales a square picture by averaging; a transparent pixel counts as black. `out` has out_px
 * squared RGBA pixels, all opaque. Any sizes of at least 1.
 */
void minimap_scale(const uint8_t *rgba, uint32_t size_px, uint32_t out_px, uint8_t *out);

struct minimap_picture {
    uint8_t *rgba;
    uint32_t width, height; /* powers of two up to 8192 */
    bool has_alpha;         /* one bit: pixels below 128 are transparent; else all are opaque */
};

/* Appends the file, and overwrites the pixels. Out of memory: file->failed. */
void minimap_blp_print(struct buffer *file, const struct minimap_picture *picture,
                       enum minimap_encoding encoding);

#endif
