/*
 * Data layers: what the files of a tile say about the ground, as pictures next to the map. They are
 * drawn from the same scene as the picture, for every client version. The pixels of a layer cover
 * exactly the tile, so layers join where tiles do.
 *
 * Layers show the ground alone: no light, no buildings, no liquids, and no holes except in
 * ADTMAP_LAYER_HOLES. Of struct adtmap_settings only size_px, blend, edge and cpu matter. The
 * exceptions:
 *
 *     ADTMAP_LAYER_DOODADS, ADTMAP_LAYER_SURFACE          the settings say which objects there are
 *     ADTMAP_LAYER_LIQUID, ADTMAP_LAYER_LIQUID_HEIGHT, ADTMAP_LAYER_RASTER_DEM
 *                                                         show liquids of the terrain
 *     ADTMAP_LAYER_NO_LIQUID, ADTMAP_LAYER_STOREY         are pictures, which obey all settings
 *
 * A tile that is drawn without its picture reads buildings and doodads only for DOODADS, SURFACE,
 * NO_LIQUID and STOREY, liquids only for LIQUID, LIQUID_HEIGHT, STOREY and RASTER_DEM, ground
 * textures only for ALBEDO, NO_LIQUID and STOREY.
 */
#ifndef ADTMAP_LAYERS_H
#define ADTMAP_LAYERS_H

#include <stddef.h>
#include <stdint.h>

#include "adtmap/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * How a pixel gets its value:
 *
 *     mean      the average over the square of the pixel, of maps that are bilinear in each chunk
 *     centre    the value at the centre of the pixel, linear in the four triangles of a quad; below
 *               256 px a tile the mean of such values, at most half a quad apart
 *     picked    the value of the quad or chunk at the centre of the pixel, never averaged
 *
 * "Empty" is the value where the tile has no chunk.
 */
enum adtmap_layer_kind {
    ADTMAP_LAYER_HEIGHT,       /* ground height, see adtmap_height_range; centre; empty 0 */
    ADTMAP_LAYER_NORMAL,       /* round(127.5 n + 127.5) of the unit normal: red east, green north,
                                  blue up; centre; empty black */
    ADTMAP_LAYER_SHADOW,       /* baked shadow (MCSH): 255 in it, 0 outside; mean; empty 0 */
    ADTMAP_LAYER_HOLES,        /* 255 in holes, 0 on ground; picked; empty 255 */
    ADTMAP_LAYER_AREA,         /* adtmap_area_color of the chunk's area id; picked; empty black */
    ADTMAP_LAYER_COUNT,        /* 31 for each ground layer of the chunk, 0..248; picked; empty 0 */
    ADTMAP_LAYER_ALPHA,        /* alpha map of ground layer `index`, 0..255, before shadows change
                                  it; of layer 0 what the others leave, by `blend`; mean; empty 0 */
    ADTMAP_LAYER_ALBEDO,       /* ground textures as they mix, unlit; mean; empty black */
    ADTMAP_LAYER_VERTEX_COLOR, /* painted colours (MCCV); 127 is neutral and fills chunks without
                                  colours; centre; empty 127 */
    ADTMAP_LAYER_IMPASSABLE,   /* 255 where MCNK flag 0x2 bars the way; picked; empty 0 */
    ADTMAP_LAYER_DOODADS,      /* the share of the pixel where a doodad is the highest thing that
                                  hides others, 255: all of it. The settings decide which doodads
                                  and buildings there are. Liquids, glass and glows hide nothing */
    ADTMAP_LAYER_LIQUID, /* kind of the highest liquid of the terrain: 60 water, 120 ocean, 180
                            magma, 240 slime; picked; empty 0 */
    ADTMAP_LAYER_LIQUID_HEIGHT, /* its height, see adtmap_height_range, 1 or more; at the centre; 0
                                   where there is none */
    ADTMAP_LAYER_SURFACE,    /* height of the highest of ground and buildings, as LIQUID_HEIGHT. The
                                settings decide which buildings there are, and a cut height; holes
                                are open */
    ADTMAP_LAYER_NO_LIQUID,  /* the picture as the settings say, without liquids */
    ADTMAP_LAYER_STOREY,     /* the picture as the settings say, of what lies between two heights,
                                image->range_yd, without the outer shells of buildings that have rooms;
                                empty transparent. `index` is the number of the floor */
    ADTMAP_LAYER_RASTER_DEM, /* height of the highest of ground and liquids of the terrain, as
                                red * 256 + green + blue / 256 - 32768 yards (Terrarium); at the
                                centre; holes have ground; empty (128, 0, 0), a height of 0 */
    ADTMAP_LAYER_KINDS,
    ADTMAP_LAYER_FLOOR = ADTMAP_LAYER_SURFACE /* an earlier name; floors are STOREY */
};

enum {
    ADTMAP_LAYER_NAME_BYTES = 24,
    ADTMAP_STOREY_MAX = 20, /* the highest number of a floor */
    /* Different layers: there are 8 alpha maps, and floors 0 to 20. */
    ADTMAP_LAYERS_MAX = ADTMAP_LAYER_KINDS + 7 + ADTMAP_STOREY_MAX,
};

struct adtmap_layer {
    enum adtmap_layer_kind kind;
    uint32_t index; /* of ADTMAP_LAYER_ALPHA: 0..7; of ADTMAP_LAYER_STOREY: 0..ADTMAP_STOREY_MAX;
                       else 0 */
};

/* A pixel of a layer in memory. */
enum adtmap_layer_format {
    ADTMAP_LAYER_GREY8,  /* 1 byte */
    ADTMAP_LAYER_GREY16, /* a uint16_t in the byte order of the machine */
    ADTMAP_LAYER_COLOR,  /* 4 bytes: red, green, blue, 255 */
    ADTMAP_LAYER_RGBA,   /* 4 bytes: red, green, blue, alpha */
};

/*
 * How heights become grey: grey = (height - low_yd) / (high_yd - low_yd) * 65535, rounded and
 * clamped. If `each_tile` is set, every tile has the range of its own vertices, and the two limits
 * are ignored.
 */
struct adtmap_height_range {
    float low_yd;
    float high_yd; /* above low_yd */
    int each_tile; /* 0 or 1 */
};

/* Sets the range that all tiles of all maps share: -2000 to 4553.5 yards, 0.1 yard a step. */
ADTMAP_API void adtmap_height_range_default(struct adtmap_height_range *range);

/*
 * Reads the name of a layer: "height", "normal", "shadow", "holes", "area", "layers", "alpha:0" to
 * "alpha:7", "albedo", "vertex-color", "impassable", "doodads", "liquid", "liquid-height",
 * "surface", "no-liquid", "storey:0" to "storey:20", "raster-dem"; "floor" is "surface", as it was
 * called. Returns 1, or 0 if there is no such layer.
 */
ADTMAP_API int adtmap_layer_parse(const char *name, struct adtmap_layer *layer);

/* The name of a kind ("alpha" for all alpha maps) and a line of explanation; static storage. */
ADTMAP_API const char *adtmap_layer_kind_name(enum adtmap_layer_kind kind);
ADTMAP_API const char *adtmap_layer_kind_about(enum adtmap_layer_kind kind);

/* Writes the name that a layer has in file names: as adtmap_layer_parse reads it, but "alpha-3". */
ADTMAP_API void adtmap_layer_file_name(struct adtmap_layer layer,
                                       char name[ADTMAP_LAYER_NAME_BYTES]);

/* The format of a layer's pixels. */
ADTMAP_API enum adtmap_layer_format adtmap_layer_format(struct adtmap_layer layer);

/* The bytes of a pixel: 1, 2 or 4. */
ADTMAP_API size_t adtmap_layer_pixel_bytes(struct adtmap_layer layer);

/*
 * The colour of an area id. 0 is black. Ids below 2^21 have different colours with 64 or more in
 * every channel; consecutive ids look different.
 */
ADTMAP_API void adtmap_area_color(uint32_t id, uint8_t rgb[3]);

/* One layer of one tile. */
struct adtmap_layer_image {
    struct adtmap_layer layer;
    void *pixels;        /* the caller's: size_px rows of size_px pixels, see adtmap_layer_format */
    size_t stride_bytes; /* between rows */

    /* Results of layers of heights, in yards: the heights of grey 0 and 65535, and the lowest and
     * the highest height of the tile, before clamping. 0 for a tile without any. The caller sets
     * range_yd of ADTMAP_LAYER_STOREY: what lies below the first or above the second is not drawn;
     * both 0: nothing is left out. */
    float range_yd[2];
    float ground_yd[2];
};

#ifdef __cplusplus
}
#endif

#endif
