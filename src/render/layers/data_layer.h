/*
 * Data layers of a tile (include/adtmap/layers.h says what they show): one table of them, and the
 * call that draws those of the ground. The albedo and the doodads are the renderer's
 * (render/draw_scene.h).
 */
#ifndef RENDER_LAYERS_DATA_LAYER_H
#define RENDER_LAYERS_DATA_LAYER_H

#include <stdbool.h>
#include <stdint.h>

#include "adtmap/layers.h"
#include "base/arena.h"
#include "scene/scene.h"

/* What a layer is drawn from, and how large. */
struct data_layer_input {
    const struct scene_tile *scene;
    struct adtmap_height_range height;
    uint32_t size_px; /* edge of the tile, any number from 1 */
    unsigned threads; /* that draw together, at least 1 */
    struct arena *arena;
};

/* Draws a layer into image->pixels and fills its results. False when out of memory. */
typedef bool data_layer_draw_function(const struct data_layer_input *input,
                                      struct adtmap_layer_image *image);

struct data_layer {
    const char *name;
    const char *about; /* for help and manifests */
    enum adtmap_layer_format format;
    uint8_t nothing;                /* what each channel is where there is no ground */
    data_layer_draw_function *draw; /* NULL: render/draw_scene.c does it */
};

/* The table, by kind. */
extern const struct data_layer data_layers[ADTMAP_LAYER_KINDS];

/* Layers to be drawn, each once. */
struct data_layer_selection {
    struct adtmap_layer layers[ADTMAP_LAYERS_MAX];
    uint32_t count;
    struct adtmap_height_range height;
};

/* Whether it has a layer of the kind. */
bool data_layer_selected(const struct data_layer_selection *selection, enum adtmap_layer_kind kind);

/* Adds a layer unless it is there. */
void data_layer_select(struct data_layer_selection *selection, struct adtmap_layer layer);

/* ADTMAP_BAD_ARGUMENT unless the range is that of each tile, or low is below high, both finite. */
enum adtmap_status data_layer_check_range(const struct adtmap_height_range *range,
                                          const struct diag *diag);

/* Whether two choices are the same layer. */
bool data_layer_same(struct adtmap_layer a, struct adtmap_layer b);

/* The families; each draws the kinds named. */
data_layer_draw_function layer_height_draw, layer_normal_draw, layer_color_draw; /* over vertices */
data_layer_draw_function layer_alpha_draw, layer_shadow_draw;                    /* over maps */
data_layer_draw_function layer_area_draw, layer_flag_draw; /* picked: the latter holes, count,
                                                              impassable */

#endif
