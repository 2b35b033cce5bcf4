/* The picture of one tile as a PNG file. */
#ifndef OUTPUT_PICTURE_PNG_H
#define OUTPUT_PICTURE_PNG_H

#include "adtmap/settings.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "codec/png/png_write.h"

/* The tile that a picture, or a data layer, shows: text chunks say so. */
struct tile_label {
    const char *map; /* NULL: neither map nor tile */
    uint32_t x, y;
};

enum { TILE_LABEL_TEXTS = 2, TILE_LABEL_PLACE_BYTES = 16 };

/*
 * The text chunks Map and Tile; returns how many there are. They borrow `place`, where the tile is
 * spelled, and the label's map.
 */
size_t tile_label_texts(const struct tile_label *label, char place[TILE_LABEL_PLACE_BYTES],
                        struct png_text_chunk texts[TILE_LABEL_TEXTS]);

/* What files of pictures drawn with `settings` store. */
enum png_kind picture_png_kind(const struct adtmap_settings *settings);

/* Encodes size_px squared RGBA pixels, rows end to end. Errors as png_encode. */
enum adtmap_status picture_png_encode(struct png_encoder *encoder, const uint8_t *pixels,
                                      const struct adtmap_settings *settings,
                                      enum png_effort effort, const struct tile_label *label,
                                      const struct diag *diag, struct buffer *png);

#endif
