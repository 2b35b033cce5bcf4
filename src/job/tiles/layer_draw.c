/*
 * One buffer serves all layers of a tile, one after the other: it has the pixels of the last one
 * drawn or read back, and the outputs of that layer take them before the next one. Drawing and
 * encoding are timed apart, as a run reports them.
 */
#include "job/tiles/layer_draw.h"

#include <stdlib.h>
#include <string.h>

#include "base/size.h"
#include "codec/png/png_read.h"
#include "os/clock.h"
#include "output/layer_png.h"
#include "output/manifest/manifest.h"
#include "scene/covered_chunks.h"

size_t layer_draw_pixel_bytes(const struct job_settings *settings)
{
    const struct data_layer_selection *layers = layers_of(settings);
    size_t most = 0;
    for (uint32_t i = 0; i < layers->count; i++) {
        most = size_max(most, adtmap_layer_pixel_bytes(layers->layers[i]));
    }
    return most;
}

static enum adtmap_status encode(struct layer_drawing *drawing,
                                 const struct adtmap_layer_image *image, const struct diag *diag,
                                 struct tile_node *node)
{
    uint32_t size_px = drawing->settings->tile.size_px;
    memcpy(node->range_yd, image->range_yd, sizeof node->range_yd);
    memcpy(node->ground_yd, image->ground_yd, sizeof node->ground_yd);
    if (!manifest_pixel_hash(image->pixels, size_px, size_px,
                             adtmap_layer_pixel_bytes(image->layer), image->stride_bytes,
                             &node->pixels)) {
        return diag_fail_memory(diag);
    }
    return layer_png_encode(drawing->encoder, image, size_px, drawing->settings->effort,
                            &drawing->label, diag, &node->png);
}

enum adtmap_status layer_draw(struct layer_drawing *drawing, uint32_t index,
                              const struct diag *diag, struct tile_node *node)
{
    const struct data_layer_selection *layers = layers_of(drawing->settings);
    struct adtmap_layer_image image = {.layer = layers->layers[index], .pixels = drawing->pixels};
    image.stride_bytes =
        drawing->settings->tile.size_px * adtmap_layer_pixel_bytes(layers->layers[index]);
    const bool is_storey = image.layer.kind == ADTMAP_LAYER_STOREY;
    const struct data_layer_storey *storey =
        is_storey && layers->storeys ? &layers->storeys[image.layer.index] : NULL;
    double since = clock_seconds();
    enum adtmap_status status = tile_draw_layer(drawing->plan, drawing->input, &layers->height,
                                                storey, drawing->scratch, diag, &image);
    drawing->draw_seconds += clock_lap(&since);
    status = status ? status : encode(drawing, &image, diag, node);
    drawing->encode_seconds += clock_lap(&since);
    return status;
}

void layer_draw_areas(const struct scene_tile *scene, const struct adtmap_settings *settings,
                      struct area_tile *areas)
{
    memset(areas, 0, sizeof *areas);
    for (uint32_t i = 0; i < ADT_CHUNKS; i++) {
        const struct adt_chunk *chunk = scene->chunks[i].terrain;
        areas->ids[i] = chunk ? chunk->area_id : AREA_NO_CHUNK;
    }
    /* not by liquids that are there for the sake of a layer alone */
    if (settings->draw & ADTMAP_DRAW_LIQUID) {
        scene_find_covered(scene, areas->covered);
    }
}

static void copy_pixels(const struct picture *picture, struct adtmap_layer layer, void *pixels)
{
    size_t count = (size_t)picture->width * picture->height;
    enum adtmap_layer_format format = adtmap_layer_format(layer);
    if (format == ADTMAP_LAYER_GREY16) {
        memcpy(pixels, picture->grey16, count * sizeof *picture->grey16);
    } else if (format == ADTMAP_LAYER_COLOR || format == ADTMAP_LAYER_RGBA) {
        memcpy(pixels, picture->rgba, count * 4);
    } else {
        for (size_t i = 0; i < count; i++) {
            ((uint8_t *)pixels)[i] = picture->rgba[4 * i];
        }
    }
}

enum adtmap_status layer_read_back(const char *path, struct adtmap_layer layer, uint32_t size_px,
                                   const struct diag *diag, void *pixels)
{
    struct picture picture;
    enum adtmap_status status = picture_read_png(path, diag, &picture);
    if (status) {
        return status;
    }
    bool lacks_depth = adtmap_layer_format(layer) == ADTMAP_LAYER_GREY16 && !picture.grey16;
    if (picture.width != size_px || picture.height != size_px || lacks_depth) {
        status = diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET,
                           "changed while adtmap was at work: it is not a layer of %u px",
                           (unsigned)size_px);
    } else {
        copy_pixels(&picture, layer, pixels);
    }
    picture_free(&picture);
    return status;
}
