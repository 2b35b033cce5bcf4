/* Draws, encodes and reads back the data layers of a tile. */
#ifndef JOB_TILES_LAYER_DRAW_H
#define JOB_TILES_LAYER_DRAW_H

#include "codec/png/png_write.h"
#include "job/settings/job_settings.h"
#include "job/tiles/tile_task.h"
#include "output/picture_png.h"
#include "render/draw_scene.h"

/* What a worker draws a layer with. */
struct layer_drawing {
    const struct job_settings *settings;
    const struct tile_plan *plan;
    const struct tile_input *input;
    struct tile_scratch *scratch;
    struct png_encoder *encoder;
    struct tile_label label;
    void *pixels;                        /* layer_draw_pixel_bytes of each pixel */
    double draw_seconds, encode_seconds; /* results, added to */
};

/* The most bytes that a pixel of the settings' layers takes; 0 without layers. */
size_t layer_draw_pixel_bytes(const struct job_settings *settings);

/* Draws layer `index` of the settings, and encodes it. The pixels stay in drawing->pixels. */
enum adtmap_status layer_draw(struct layer_drawing *drawing, uint32_t index,
                              const struct diag *diag, struct tile_node *node);

/* The areas of the chunks, and which of them a liquid covers that is drawn. */
void layer_draw_areas(const struct scene_tile *scene, const struct adtmap_settings *settings,
                      struct area_tile *areas);

/* Reads the pixels of a layer's file back, size_px squared. ADTMAP_BAD_DATA for another size. */
enum adtmap_status layer_read_back(const char *path, struct adtmap_layer layer, uint32_t size_px,
                                   const struct diag *diag, void *pixels);

#endif
