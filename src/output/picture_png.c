#include "output/picture_png.h"

#include <stdio.h>

size_t tile_label_texts(const struct tile_label *label, char place[TILE_LABEL_PLACE_BYTES],
                        struct png_text_chunk texts[TILE_LABEL_TEXTS])
{
    if (!label->map) {
        return 0;
    }
    snprintf(place, TILE_LABEL_PLACE_BYTES, "%u_%u", label->x, label->y);
    texts[0] = (struct png_text_chunk){"Map", label->map};
    texts[1] = (struct png_text_chunk){"Tile", place};
    return TILE_LABEL_TEXTS;
}

enum png_kind picture_png_kind(const struct adtmap_settings *settings)
{
    return settings->background[3] == 255 ? PNG_KIND_RGB : PNG_KIND_RGBA;
}

enum adtmap_status picture_png_encode(struct png_encoder *encoder, const uint8_t *pixels,
                                      const struct adtmap_settings *settings,
                                      enum png_effort effort, const struct tile_label *label,
                                      const struct diag *diag, struct buffer *png)
{
    char place[TILE_LABEL_PLACE_BYTES];
    struct png_text_chunk texts[TILE_LABEL_TEXTS];
    size_t count = tile_label_texts(label, place, texts);
    const struct png_image image = {pixels, settings->size_px, settings->size_px,
                                    (size_t)settings->size_px * 4};
    const struct png_options options = {picture_png_kind(settings), effort, texts, count};
    return png_encode(encoder, &image, &options, diag, png);
}
