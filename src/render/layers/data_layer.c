#include "render/layers/data_layer.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const struct data_layer data_layers[ADTMAP_LAYER_KINDS] = {
    [ADTMAP_LAYER_HEIGHT] = {"height", "ground height, 16-bit grey", ADTMAP_LAYER_GREY16, 0,
                             layer_height_draw},
    [ADTMAP_LAYER_NORMAL] = {"normal", "normals: red east, green north, blue up",
                             ADTMAP_LAYER_COLOR, 0, layer_normal_draw},
    [ADTMAP_LAYER_SHADOW] = {"shadow", "baked shadow: 255 in it", ADTMAP_LAYER_GREY8, 0,
                             layer_shadow_draw},
    [ADTMAP_LAYER_HOLES] = {"holes", "255 where there is no ground", ADTMAP_LAYER_GREY8, 255,
                            layer_flag_draw},
    [ADTMAP_LAYER_AREA] = {"area", "a colour an area id", ADTMAP_LAYER_COLOR, 0, layer_area_draw},
    [ADTMAP_LAYER_COUNT] = {"layers", "31 for each ground layer", ADTMAP_LAYER_GREY8, 0,
                            layer_flag_draw},
    [ADTMAP_LAYER_ALPHA] = {"alpha", "alpha map of a ground layer, 0 the bottom one",
                            ADTMAP_LAYER_GREY8, 0, layer_alpha_draw},
    [ADTMAP_LAYER_ALBEDO] = {"albedo", "ground textures, unlit", ADTMAP_LAYER_COLOR, 0, NULL},
    [ADTMAP_LAYER_VERTEX_COLOR] = {"vertex-color", "painted colours, 127 is neutral",
                                   ADTMAP_LAYER_COLOR, 127, layer_color_draw},
    [ADTMAP_LAYER_IMPASSABLE] = {"impassable", "255 where the way is barred", ADTMAP_LAYER_GREY8, 0,
                                 layer_flag_draw},
    [ADTMAP_LAYER_DOODADS] = {"doodads", "share of the pixel that doodads cover",
                              ADTMAP_LAYER_GREY8, 0, NULL},
};

static const struct adtmap_height_range default_range = {-2000.0F, 4553.5F, 0};

void adtmap_height_range_default(struct adtmap_height_range *range)
{
    *range = default_range;
}

/* What follows "alpha" in a name: ":0" to ":7". */
static bool parse_index(const char *text, uint32_t *index)
{
    bool valid = text[0] == ':' && text[1] >= '0' && text[1] < '0' + ADT_LAYERS_MAX && !text[2];
    *index = valid ? (uint32_t)(text[1] - '0') : 0;
    return valid;
}

int adtmap_layer_parse(const char *name, struct adtmap_layer *layer)
{
    for (size_t i = 0; i < ADTMAP_LAYER_KINDS; i++) {
        size_t length = strlen(data_layers[i].name);
        if (strncmp(name, data_layers[i].name, length) != 0) {
            continue;
        }
        *layer = (struct adtmap_layer){.kind = (enum adtmap_layer_kind)i};
        bool valid = i == ADTMAP_LAYER_ALPHA ? parse_index(name + length, &layer->index)
                                             : name[length] == '\0';
        if (valid) {
            return 1;
        }
    }
    return 0;
}

const char *adtmap_layer_kind_name(enum adtmap_layer_kind kind)
{
    return data_layers[kind].name;
}

const char *adtmap_layer_kind_about(enum adtmap_layer_kind kind)
{
    return data_layers[kind].about;
}

void adtmap_layer_file_name(struct adtmap_layer layer, char name[ADTMAP_LAYER_NAME_BYTES])
{
    const char *kind = data_layers[layer.kind].name;
    if (layer.kind == ADTMAP_LAYER_ALPHA) {
        snprintf(name, ADTMAP_LAYER_NAME_BYTES, "%s-%u", kind, (unsigned)layer.index);
    } else {
        snprintf(name, ADTMAP_LAYER_NAME_BYTES, "%s", kind);
    }
}

enum adtmap_layer_format adtmap_layer_format(struct adtmap_layer layer)
{
    return data_layers[layer.kind].format;
}

size_t adtmap_layer_pixel_bytes(struct adtmap_layer layer)
{
    static const size_t bytes[] = {
        [ADTMAP_LAYER_GREY8] = 1, [ADTMAP_LAYER_GREY16] = 2, [ADTMAP_LAYER_COLOR] = 4};
    return bytes[data_layers[layer.kind].format];
}

bool data_layer_same(struct adtmap_layer a, struct adtmap_layer b)
{
    return a.kind == b.kind && a.index == b.index;
}

bool data_layer_selected(const struct data_layer_selection *selection, enum adtmap_layer_kind kind)
{
    for (uint32_t i = 0; i < selection->count; i++) {
        if (selection->layers[i].kind == kind) {
            return true;
        }
    }
    return false;
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
