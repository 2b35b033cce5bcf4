#include "render/layers/data_layer.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "render/layers/terrarium.h"

const struct data_layer data_layers[ADTMAP_LAYER_KINDS] = {
    [ADTMAP_LAYER_HEIGHT] = {.name = "height",
                             .about = "ground height, 16-bit grey",
                             .title = "Relief",
                             .format = ADTMAP_LAYER_GREY16,
                             .count = 1,
                             .tells = LAYER_TELLS_HEIGHTS,
                             .read_out = 64,
                             .tint = LAYER_TINT_RELIEF,
                             .draw = layer_height_draw},
    [ADTMAP_LAYER_NORMAL] = {.name = "normal",
                             .about = "normals: red east, green north, blue up",
                             .title = "Normals",
                             .format = ADTMAP_LAYER_COLOR,
                             .count = 1,
                             .tint = LAYER_TINT_COLORS,
                             .draw = layer_normal_draw},
    [ADTMAP_LAYER_SHADOW] = {.name = "shadow",
                             .about = "baked shadow: 255 in it",
                             .title = "Baked shadows",
                             .format = ADTMAP_LAYER_GREY8,
                             .count = 1,
                             .needs = SCENE_NEEDS_MAPS,
                             .tint = LAYER_TINT_MASK,
                             .colors = {{{24, 20, 60}, NULL}},
                             .draw = layer_shadow_draw},
    [ADTMAP_LAYER_HOLES] = {.name = "holes",
                            .about = "255 where there is no ground",
                            .title = "Holes",
                            .format = ADTMAP_LAYER_GREY8,
                            .count = 1,
                            .nothing = {255},
                            .tint = LAYER_TINT_MASK,
                            .colors = {{{255, 40, 170}, NULL}},
                            .draw = layer_holes_draw},
    [ADTMAP_LAYER_AREA] = {.name = "area",
                           .about = "a colour an area id",
                           .title = "Areas",
                           .format = ADTMAP_LAYER_COLOR,
                           .count = 1,
                           .tells = LAYER_TELLS_AREAS,
                           .tint = LAYER_TINT_AREAS,
                           .draw = layer_area_draw},
    [ADTMAP_LAYER_COUNT] = {.name = "layers",
                            .about = "31 for each ground layer",
                            .title = "Ground layers",
                            .format = ADTMAP_LAYER_GREY8,
                            .count = 1,
                            .needs = SCENE_NEEDS_MAPS,
                            .tint = LAYER_TINT_STEPS,
                            .step = 31,
                            .colors = {{{0, 0, 0}, NULL},
                                       {{68, 1, 84}, "1"},
                                       {{59, 82, 139}, "2"},
                                       {{33, 145, 140}, "3"},
                                       {{94, 201, 98}, "4"},
                                       {{253, 231, 37}, "5"},
                                       {{255, 160, 50}, "6"},
                                       {{255, 110, 60}, "7"},
                                       {{255, 60, 60}, "8"}},
                            .draw = layer_count_draw},
    [ADTMAP_LAYER_ALPHA] = {.name = "alpha",
                            .about = "alpha map of a ground layer, 0 the bottom one",
                            .title = "Ground layer",
                            .format = ADTMAP_LAYER_GREY8,
                            .count = ADT_LAYERS_MAX,
                            .needs = SCENE_NEEDS_MAPS,
                            .tint = LAYER_TINT_MASK,
                            .colors = {{{255, 196, 0}, NULL}},
                            .draw = layer_alpha_draw},
    [ADTMAP_LAYER_ALBEDO] = {.name = "albedo",
                             .about = "ground textures, unlit",
                             .title = "Ground textures",
                             .format = ADTMAP_LAYER_COLOR,
                             .count = 1,
                             .needs = SCENE_NEEDS_GROUNDS,
                             .tint = LAYER_TINT_COLORS,
                             .draw = layer_albedo_draw},
    [ADTMAP_LAYER_VERTEX_COLOR] = {.name = "vertex-color",
                                   .about = "painted colours, 127 is neutral",
                                   .title = "Painted colours",
                                   .format = ADTMAP_LAYER_COLOR,
                                   .count = 1,
                                   .nothing = {127, 127, 127, 127},
                                   .tint = LAYER_TINT_COLORS,
                                   .draw = layer_color_draw},
    [ADTMAP_LAYER_IMPASSABLE] = {.name = "impassable",
                                 .about = "255 where the way is barred",
                                 .title = "Impassable",
                                 .format = ADTMAP_LAYER_GREY8,
                                 .count = 1,
                                 .tint = LAYER_TINT_MASK,
                                 .colors = {{{220, 40, 30}, NULL}},
                                 .draw = layer_impassable_draw},
    [ADTMAP_LAYER_DOODADS] = {.name = "doodads",
                              .about = "share of the pixel that doodads cover",
                              .title = "Doodads",
                              .format = ADTMAP_LAYER_GREY8,
                              .count = 1,
                              .needs = SCENE_NEEDS_OBJECTS,
                              .tint = LAYER_TINT_MASK,
                              .colors = {{{40, 190, 70}, NULL}},
                              .draw = layer_doodads_draw},
    [ADTMAP_LAYER_LIQUID] = {.name = "liquid",
                             .about = "kind of liquid: 60 water, 120 ocean, 180 magma, 240 slime",
                             .title = "Liquids",
                             .format = ADTMAP_LAYER_GREY8,
                             .count = 1,
                             .needs = SCENE_NEEDS_LIQUIDS,
                             .read_out = 64,
                             .tint = LAYER_TINT_STEPS,
                             .step = LIQUID_STEP,
                             .colors = {{{0, 0, 0}, NULL},
                                        {{64, 164, 223}, "Water"},
                                        {{20, 60, 150}, "Ocean"},
                                        {{255, 110, 20}, "Magma"},
                                        {{110, 200, 60}, "Slime"}},
                             .draw = layer_liquid_draw},
    [ADTMAP_LAYER_LIQUID_HEIGHT] = {.name = "liquid-height",
                                    .about = "height of the liquid, 16-bit grey, 0 without one",
                                    .title = "Heights of liquids",
                                    .format = ADTMAP_LAYER_GREY16,
                                    .count = 1,
                                    .needs = SCENE_NEEDS_LIQUIDS,
                                    .tells = LAYER_TELLS_HEIGHTS,
                                    .is_sparse = true,
                                    .read_out = 64,
                                    .tint = LAYER_TINT_RELIEF,
                                    .draw = layer_liquid_height_draw},
    [ADTMAP_LAYER_SURFACE] = {.name = "surface",
                              .about = "height of the highest of ground and buildings, 16-bit grey",
                              .title = "Ground and roofs",
                              .format = ADTMAP_LAYER_GREY16,
                              .count = 1,
                              .needs = SCENE_NEEDS_OBJECTS,
                              .tells = LAYER_TELLS_HEIGHTS,
                              .is_sparse = true,
                              .read_out = 128,
                              .tint = LAYER_TINT_RELIEF,
                              .draw = layer_surface_draw},
    [ADTMAP_LAYER_NO_LIQUID] = {.name = "no-liquid",
                                .about = "picture without liquids",
                                .title = "Without liquids",
                                .format = ADTMAP_LAYER_RGBA,
                                .count = 1,
                                .needs =
                                    SCENE_NEEDS_GROUNDS | SCENE_NEEDS_OBJECTS | SCENE_NEEDS_LOOK,
                                .tint = LAYER_TINT_COLORS,
                                .draw = layer_no_liquid_draw},
    [ADTMAP_LAYER_STOREY] = {.name = "storey",
                             .about = "picture of one floor",
                             .title = "Floor",
                             .format = ADTMAP_LAYER_RGBA,
                             .count = ADTMAP_STOREY_MAX + 1,
                             .needs = SCENE_NEEDS_GROUNDS | SCENE_NEEDS_OBJECTS |
                                      SCENE_NEEDS_LIQUIDS | SCENE_NEEDS_LOOK,
                             .tint = LAYER_TINT_COLORS,
                             .draw = layer_storey_draw},
    [ADTMAP_LAYER_RASTER_DEM] = {.name = "raster-dem",
                                 .about = "height of ground and liquids as colours (Terrarium)",
                                 .title = "Heights for 3D",
                                 .format = ADTMAP_LAYER_COLOR,
                                 .count = 1,
                                 .needs = SCENE_NEEDS_LIQUIDS,
                                 .nothing = {TERRARIUM_NOTHING >> 16, 0, 0, 255},
                                 .tint = LAYER_TINT_HEIGHTS,
                                 .draw = layer_raster_dem_draw},
};

static const struct adtmap_height_range default_range = {-2000.0F, 4553.5F, 0};

void adtmap_height_range_default(struct adtmap_height_range *range)
{
    *range = default_range;
}

/* The layer of a name; `mark` is between a kind that has several layers and the index. */
static bool find_layer(const char *name, char mark, struct adtmap_layer *layer)
{
    for (size_t i = 0; i < ADTMAP_LAYER_KINDS; i++) {
        const struct data_layer *row = &data_layers[i];
        size_t length = strlen(row->name);
        if (strncmp(name, row->name, length) != 0) {
            continue;
        }
        const char *after = name + length;
        *layer = (struct adtmap_layer){.kind = (enum adtmap_layer_kind)i};
        if (row->count == 1 && !*after) {
            return true;
        }
        bool is_number = after[0] == mark && after[1] >= '0' && after[1] <= '9';
        struct number_reader reader = {after + 1, row->count == 1 || !is_number};
        layer->index = number_next_u32(&reader, 10, row->count - 1);
        if (!reader.bad && !*reader.at && (after[1] != '0' || !after[2])) {
            return true;
        }
    }
    return false;
}

int adtmap_layer_parse(const char *name, struct adtmap_layer *layer)
{
    bool is_old = strcmp(name, "floor") == 0; /* before 1.1 */
    return find_layer(is_old ? data_layers[ADTMAP_LAYER_SURFACE].name : name, ':', layer);
}

bool data_layer_of_file_name(const char *name, struct adtmap_layer *layer)
{
    return find_layer(name, '-', layer);
}

/* Writes a name, and the index if there is more than one of the kind. */
static void print_name(struct adtmap_layer layer, const char *name, char mark, char *text,
                       size_t size)
{
    if (data_layers[layer.kind].count > 1) {
        snprintf(text, size, "%s%c%u", name, mark, (unsigned)layer.index);
    } else {
        snprintf(text, size, "%s", name);
    }
}

void adtmap_layer_file_name(struct adtmap_layer layer, char name[ADTMAP_LAYER_NAME_BYTES])
{
    print_name(layer, data_layers[layer.kind].name, '-', name, ADTMAP_LAYER_NAME_BYTES);
}

bool data_layer_has_picture_facts(struct adtmap_layer layer)
{
    return data_layers[layer.kind].needs & (SCENE_NEEDS_OBJECTS | SCENE_NEEDS_LIQUIDS);
}

void data_layer_title(struct adtmap_layer layer, char title[LAYER_TITLE_BYTES])
{
    print_name(layer, data_layers[layer.kind].title, ' ', title, LAYER_TITLE_BYTES);
}

const char *adtmap_layer_kind_name(enum adtmap_layer_kind kind)
{
    return data_layers[kind].name;
}

const char *adtmap_layer_kind_about(enum adtmap_layer_kind kind)
{
    return data_layers[kind].about;
}

enum adtmap_layer_format adtmap_layer_format(struct adtmap_layer layer)
{
    return data_layers[layer.kind].format;
}

size_t adtmap_layer_pixel_bytes(struct adtmap_layer layer)
{
    static const size_t bytes[] = {
        [ADTMAP_LAYER_GREY8] = 1,
        [ADTMAP_LAYER_GREY16] = 2,
        [ADTMAP_LAYER_COLOR] = 4,
        [ADTMAP_LAYER_RGBA] = 4,
    };
    return bytes[data_layers[layer.kind].format];
}

bool data_layer_same(struct adtmap_layer a, struct adtmap_layer b)
{
    return a.kind == b.kind && a.index == b.index;
}

bool data_layer_selected(const struct data_layer_selection *selection, enum data_layer_fact fact)
{
    for (uint32_t i = 0; i < selection->count; i++) {
        if (data_layers[selection->layers[i].kind].tells == fact) {
            return true;
        }
    }
    return false;
}

uint32_t data_layer_needs(const struct data_layer_selection *selection)
{
    uint32_t needs = 0;
    for (uint32_t i = 0; i < selection->count; i++) {
        needs |= data_layers[selection->layers[i].kind].needs;
    }
    return needs;
}

void data_layer_select(struct data_layer_selection *selection, struct adtmap_layer layer)
{
    for (uint32_t i = 0; i < selection->count; i++) {
        if (data_layer_same(selection->layers[i], layer)) {
            return;
        }
    }
    selection->layers[selection->count++] = layer;
}

enum adtmap_status data_layer_check_range(const struct adtmap_height_range *range,
                                          const struct diag *diag)
{
    if (range->each_tile ||
        (isfinite(range->low_yd) && isfinite(range->high_yd) && range->low_yd < range->high_yd)) {
        return ADTMAP_OK;
    }
    return diag_fail(diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                     "a height range from %g to %g yards", (double)range->low_yd,
                     (double)range->high_yd);
}
