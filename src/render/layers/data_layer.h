/*
 * Data layers of a tile (include/adtmap/layers.h says what they show), a row each: all that the
 * program knows of a layer is in its row, and a new one is a row and a function that draws it.
 */
#ifndef RENDER_LAYERS_DATA_LAYER_H
#define RENDER_LAYERS_DATA_LAYER_H

#include <stdbool.h>
#include <stdint.h>

#include "adtmap/layers.h"
#include "base/arena.h"
#include "scene/scene.h"

struct mesh_list;
struct tile_plan;
struct tile_scratch;

struct tile_light;

/* What a layer is drawn from, and how large. */
struct data_layer_input {
    const struct scene_tile *scene;
    const struct mesh_list *meshes; /* of layers that need objects */
    const struct tile_light *light; /* of layers that are pictures; NULL: as in tile_input */
    struct adtmap_height_range height;
    uint32_t size_px; /* edge of the tile, any number from 1 */
    unsigned threads; /* that draw together, at least 1 */
    struct arena *arena;

    /* Of layers with needs, which the renderer draws (render/draw_scene.h): */
    const struct tile_plan *plan;
    struct tile_scratch *scratch;
    const struct diag *diag; /* for warnings */
    const struct adtmap_settings *settings;
    const struct data_layer_storey *storey; /* of ADTMAP_LAYER_STOREY */
};

/* Draws a layer into image->pixels and fills its results. False when out of memory. */
typedef bool data_layer_draw_function(const struct data_layer_input *input,
                                      struct adtmap_layer_image *image);

/* What map.json says of a layer and its tiles in addition to names and hashes. */
enum data_layer_fact {
    LAYER_TELLS_NOTHING,
    LAYER_TELLS_HEIGHTS, /* values are heights in a range; the lowest and highest of each tile */
    LAYER_TELLS_AREAS,   /* the areas of each tile */
};

/* How pages show it over the map (output/zoom/layer_tint.h). */
enum data_layer_tint {
    LAYER_TINT_RELIEF = 1, /* colours by height, lit from north-west */
    LAYER_TINT_COLORS,     /* as it is */
    LAYER_TINT_AREAS,      /* as it is, transparent where it is black */
    LAYER_TINT_STEPS,      /* value / step is the number of a color */
    LAYER_TINT_MASK,       /* one colour; the value is how opaque it is */
    LAYER_TINT_HEIGHTS,    /* codes of heights (terrarium.h), for programs: pages do not show it */
};

enum { LAYER_COLORS_MAX = 9, LIQUID_STEP = 60 };

/* A colour that stands for a value; of a mask, for 255. */
struct data_layer_color {
    uint8_t rgb[3];
    const char *name; /* in the legend of pages; NULL: not in it */
};

struct data_layer {
    const char *name;
    const char *about; /* for help and manifests */
    const char *title; /* on pages */
    enum adtmap_layer_format format;
    uint32_t count;     /* of layers of the kind, told apart by their index; most have 1 */
    uint32_t needs;     /* enum scene_need bits */
    uint8_t nothing[4]; /* what the channels are where there is no ground; of greys the first */
    enum data_layer_fact tells;
    bool is_sparse;    /* of heights: grey 0 is not a height but nothing */
    uint32_t read_out; /* of heights or with a step: squares along a tile's edge between whose
                          corners pages tell the value under the pointer; 0: they do not */
    enum data_layer_tint tint;
    uint8_t step;                                     /* of LAYER_TINT_STEPS */
    struct data_layer_color colors[LAYER_COLORS_MAX]; /* of steps from 1 on; of a mask, the first */
    data_layer_draw_function *draw;
};

/* The table, by kind. */
extern const struct data_layer data_layers[ADTMAP_LAYER_KINDS];

/* The layer of a name as in file names; false if there is none. */
bool data_layer_of_file_name(const char *name, struct adtmap_layer *layer);

/* Whether a tile of the layer depends on what the map says of its picture, as of the tiles around.
 */
bool data_layer_has_picture_facts(struct adtmap_layer layer);

/* The title of a layer on pages. */
enum { LAYER_TITLE_BYTES = 64 };
void data_layer_title(struct adtmap_layer layer, char title[LAYER_TITLE_BYTES]);

/*
 * A floor of a map. What lies outside of the heights is not drawn. With groups, of a map that is
 * one WMO, neither is any other group of it; the WMO's doodads go by height.
 */
struct data_layer_storey {
    float range_yd[2];      /* low < high */
    const uint16_t *groups; /* from 1, ascending; NULL: all */
    uint32_t group_count;
};

/* Layers to be drawn, each once. */
struct data_layer_selection {
    struct adtmap_layer layers[ADTMAP_LAYERS_MAX];
    uint32_t count;
    struct adtmap_height_range height;
    const struct data_layer_storey *storeys; /* by index of ADTMAP_LAYER_STOREY; NULL: none */
};

/* Whether it has a layer that tells the fact. */
bool data_layer_selected(const struct data_layer_selection *selection, enum data_layer_fact fact);

/* What the layers need together. */
uint32_t data_layer_needs(const struct data_layer_selection *selection);

/* Adds a layer unless it is there. */
void data_layer_select(struct data_layer_selection *selection, struct adtmap_layer layer);

/* ADTMAP_BAD_ARGUMENT unless the range is that of each tile, or low is below high, both finite. */
enum adtmap_status data_layer_check_range(const struct adtmap_height_range *range,
                                          const struct diag *diag);

/* Sets image->range_yd; image->ground_yd is there. */
void data_layer_set_range(const struct data_layer_input *input, struct adtmap_layer_image *image);

/* Whether two choices are the same layer. */
bool data_layer_same(struct adtmap_layer a, struct adtmap_layer b);

data_layer_draw_function layer_height_draw, layer_normal_draw, layer_color_draw; /* over vertices */
data_layer_draw_function layer_alpha_draw, layer_shadow_draw;                    /* over maps */
data_layer_draw_function layer_area_draw, layer_holes_draw, layer_count_draw,    /* picked */
    layer_impassable_draw;
data_layer_draw_function layer_albedo_draw, layer_doodads_draw, layer_no_liquid_draw,
    layer_storey_draw; /* render/draw_scene.c */
data_layer_draw_function layer_liquid_draw, layer_liquid_height_draw, layer_surface_draw,
    layer_raster_dem_draw; /* surfaces */

#endif
