/*
 * All files of a tile are checked before it is drawn, and written after everything is drawn: a
 * failure leaves no part of them.
 */
#include "cli/commands/tile_output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/path.h"
#include "base/text.h"
#include "cli/write_png.h"
#include "os/large_alloc.h"
#include "os/output_file.h"
#include "os/thread.h"
#include "output/layer_png.h"
#include "output/picture_png.h"

void tile_pictures_free(struct tile_pictures *pictures)
{
    large_free(pictures->picture);
    for (size_t i = 0; i < pictures->image_count; i++) {
        large_free(pictures->images[i].pixels);
        free(pictures->paths[i]);
    }
}

/* False when out of memory. */
static bool add_layer(struct tile_pictures *pictures, struct adtmap_layer layer, size_t size_px)
{
    size_t row_bytes = size_px * adtmap_layer_pixel_bytes(layer);
    size_t i = pictures->image_count++;
    pictures->images[i] = (struct adtmap_layer_image){
        .layer = layer, .pixels = large_alloc(row_bytes * size_px), .stride_bytes = row_bytes};
    char name[ADTMAP_LAYER_NAME_BYTES];
    adtmap_layer_file_name(layer, name);
    size_t length = strlen(pictures->out);
    length -= name_has_suffix(pictures->out, ".png") ? strlen(".png") : 0;
    pictures->paths[i] = text_printf("%.*s.%s.png", (int)length, pictures->out, name);
    return pictures->images[i].pixels && pictures->paths[i];
}

bool tile_pictures_make(const char *out, const struct layer_options *options, size_t size_px,
                        struct tile_pictures *pictures)
{
    *pictures = (struct tile_pictures){.out = out};
    if (!options->no_picture) {
        pictures->picture = large_alloc(size_px * size_px * 4);
    }
    bool complete = pictures->picture || options->no_picture;
    for (uint32_t i = 0; i < options->layers.count && complete; i++) {
        complete = add_layer(pictures, options->layers.layers[i], size_px);
    }
    return complete;
}

enum adtmap_status tile_output_check(const struct tile_pictures *pictures, const struct diag *diag)
{
    struct diag at_out = diag_at(diag, pictures->out);
    if (pictures->image_count > 0 && output_is_stream(pictures->out)) {
        return diag_fail(&at_out, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                         "takes one picture; data layers need -o FILE.png");
    }
    enum adtmap_status status =
        pictures->picture ? write_png_check(pictures->out, diag) : ADTMAP_OK;
    for (size_t i = 0; i < pictures->image_count && status == ADTMAP_OK; i++) {
        status = write_png_check(pictures->paths[i], diag);
    }
    return status;
}

static void warn_clamped(const struct adtmap_layer_image *image, const struct diag *diag)
{
    if (data_layers[image->layer.kind].tells == LAYER_TELLS_HEIGHTS &&
        (image->ground_yd[0] < image->range_yd[0] || image->ground_yd[1] > image->range_yd[1])) {
        diag_warn(diag, NULL, NO_OFFSET,
                  "heights of %g to %g yards go beyond the range of the layer; clamped",
                  (double)image->ground_yd[0], (double)image->ground_yd[1]);
    }
}

static enum adtmap_status write_layer(const char *path, const struct adtmap_layer_image *image,
                                      uint32_t size_px, const struct diag *diag)
{
    struct buffer png = {0};
    const struct tile_label label = {0};
    struct png_encoder *encoder = png_encoder_create(thread_core_count());
    enum adtmap_status status =
        encoder ? layer_png_encode(encoder, image, size_px, PNG_BALANCED, &label, diag, &png)
                : diag_fail_memory(diag);
    if (status == ADTMAP_OK) {
        status = output_write(path, png.data, png.size, diag);
    }
    if (status == ADTMAP_OK) {
        warn_clamped(image, diag);
    }
    png_encoder_destroy(encoder);
    buffer_free(&png);
    return status;
}

enum adtmap_status tile_output_write(const struct tile_pictures *pictures,
                                     const struct adtmap_settings *settings,
                                     const struct diag *diag)
{
    uint32_t size_px = settings->size_px;
    enum adtmap_status status = ADTMAP_OK;
    if (pictures->picture) {
        const struct png_image image = {pictures->picture, size_px, size_px, (size_t)size_px * 4};
        const struct png_options png = {.kind = picture_png_kind(settings), .effort = PNG_BALANCED};
        status = write_png(pictures->out, &image, &png, diag->log, diag->failure);
    }
    for (size_t i = 0; i < pictures->image_count && status == ADTMAP_OK; i++) {
        status = write_layer(pictures->paths[i], &pictures->images[i], size_px, diag);
    }
    return status;
}

void tile_output_print(const struct tile_pictures *pictures)
{
    if (pictures->picture) {
        puts(pictures->out);
    }
    for (size_t i = 0; i < pictures->image_count; i++) {
        puts(pictures->paths[i]);
    }
}

void tile_output_describe(const struct tile_pictures *pictures, struct json *json)
{
    if (pictures->picture) {
        json_string(json, "picture", pictures->out);
    } else {
        json_null(json, "picture");
    }
    json_array(json, "layers");
    for (size_t i = 0; i < pictures->image_count; i++) {
        const struct adtmap_layer_image *image = &pictures->images[i];
        char name[ADTMAP_LAYER_NAME_BYTES];
        adtmap_layer_file_name(image->layer, name);
        json_object(json, NULL);
        json_string(json, "name", name);
        json_string(json, "file", pictures->paths[i]);
        if (data_layers[image->layer.kind].tells == LAYER_TELLS_HEIGHTS) {
            json_floats(json, "range_yd", image->range_yd, 2);
            json_floats(json, "ground_yd", image->ground_yd, 2);
        }
        json_end(json);
    }
    json_end(json);
}
