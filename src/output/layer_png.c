/*
 * Files of layers say in text chunks what they are and, of heights, what the greys mean: a file
 * that has lost its folder can still be read.
 */
#include "output/layer_png.h"

#include <stdio.h>

#include "base/number.h"
#include "render/layers/data_layer.h"

enum { TEXTS_MAX = 4 };

enum png_kind layer_png_kind(struct adtmap_layer layer)
{
    static const enum png_kind kinds[] = {
        [ADTMAP_LAYER_GREY8] = PNG_KIND_GREY8,
        [ADTMAP_LAYER_GREY16] = PNG_KIND_GREY16,
        [ADTMAP_LAYER_COLOR] = PNG_KIND_RGB,
        [ADTMAP_LAYER_RGBA] = PNG_KIND_RGBA,
    };
    return kinds[adtmap_layer_format(layer)];
}

enum adtmap_status layer_png_encode(struct png_encoder *encoder,
                                    const struct adtmap_layer_image *image, uint32_t size_px,
                                    enum png_effort effort, const struct tile_label *label,
                                    const struct diag *diag, struct buffer *png)
{
    char place[TILE_LABEL_PLACE_BYTES];
    char layer[ADTMAP_LAYER_NAME_BYTES];
    char low[NUMBER_BYTES];
    char high[NUMBER_BYTES];
    char range[2 * NUMBER_BYTES];
    struct png_text_chunk texts[TEXTS_MAX];
    size_t count = tile_label_texts(label, place, texts);
    adtmap_layer_file_name(image->layer, layer);
    texts[count++] = (struct png_text_chunk){"Layer", layer};
    if (data_layers[image->layer.kind].tells == LAYER_TELLS_HEIGHTS) {
        number_print_float(image->range_yd[0], low);
        number_print_float(image->range_yd[1], high);
        snprintf(range, sizeof range, "%s %s", low, high);
        texts[count++] = (struct png_text_chunk){"Height-Range-Yards", range};
    }
    const struct png_image picture = {image->pixels, size_px, size_px, image->stride_bytes};
    const struct png_options options = {layer_png_kind(image->layer), effort, texts, count};
    return png_encode(encoder, &picture, &options, diag, png);
}
