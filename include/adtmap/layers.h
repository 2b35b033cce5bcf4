/*
 * Data layers: what a tile's files say about the ground, drawn as pictures of their own beside the
 * map. All come from the same scene as the picture, in every era. A layer's pixels cover exactly
 * the tile's, so layers join where tiles do.
 *
 * They show the ground alone: no light, no buildings, no liquids, and no holes but those in the
 * layer of holes. Of struct adtmap_settings only size_px, blend and cpu change them.
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
 * "Mean": over the pixel's square, of the maps as they are drawn, bilinear in each chunk. "Middle":
 * the value at the pixel's centre, linear in each of a quad's four triangles; below 256 px a tile
 * the mean of such values that lie no more than half a quad apart. "Picked": what the quad or chunk
 * at the pixel's centre says, never averaged.
 *
 * "Nothing" is what a layer has where the tile has no chunk.
 */
enum adtmap_layer_kind {
    ADTMAP_LAYER_HEIGHT, /* ground height; middle; see adtmap_height_range; nothing is 0 */
    ADTMAP_LAYER_NORMAL, /* red east, green north, blue up, each round(127.5 n + 127.5) of a
                            unit vector; middle; nothing is black */
    ADTMAP_LAYER_SHADOW, /* baked shadow (MCSH): 255 in it, 0 outside; mean; nothing is 0 */
    ADTMAP_LAYER_HOLES,  /* 255 in holes and where there is nothing, 0 on ground; picked */
    ADTMAP_LAYER_AREA,   /* adtmap_area_color of the chunk's area id; picked; nothing is
                            black, as area 0 */
    ADTMAP_LAYER_COUNT,  /* 31 for each ground layer of the chunk, 0..248; picked */
    ADTMAP_LAYER_ALPHA,  /* alpha map of ground layer `index`, 0..255, as it was before shadows
                            change it; of layer 0 what the others leave to it, as `blend` has
                            it; mean; nothing is 0 */
    ADTMAP_LAYER_ALBEDO, /* ground textures as they mix, unlit; mean; nothing is black */
    ADTMAP_LAYER_VERTEX_COLOR, /* painted colours (MCCV), 127 is neutral and stands where there are
                                  none; middle */
    ADTMAP_LAYER_IMPASSABLE,   /* 255 where the chunk's MCNK flag 0x2 bars the way; picked */
    ADTMAP_LAYER_KINDS
};

enum {
    ADTMAP_LAYER_NAME_BYTES = 24,
    ADTMAP_LAYERS_MAX = ADTMAP_LAYER_KINDS + 7, /* different ones: alpha maps count 8, not 1 */
};

struct adtmap_layer {
    enum adtmap_layer_kind kind;
    uint32_t index; /* of ADTMAP_LAYER_ALPHA: 0..7; else 0 */
};

/* What a pixel of a layer is in memory. */
enum adtmap_layer_format {
    ADTMAP_LAYER_GREY8,  /* a byte */
    ADTMAP_LAYER_GREY16, /* a uint16_t */
    ADTMAP_LAYER_COLOR,  /* red, green, blue, 255: a byte each */
};

/*
 * How heights become grey: 0 is `low_yd`, 65535 is `high_yd`, linear between them. Values outside
 * are clamped. With `each_tile` set the two are not looked at: every tile has the range of its own
 * vertices.
 */
struct adtmap_height_range {
    float low_yd;
    float high_yd; /* above low_yd */
    int each_tile; /* 0 or 1 */
};

/* The same for all tiles of all maps, -2000 to 4553.5 yards: a step of grey is 0.1 yard. */
ADTMAP_API void adtmap_height_range_default(struct adtmap_height_range *range);

/*
 * The layer of a name: "height", "normal", "shadow", "holes", "area", "layers", "alpha:0" to
 * "alpha:7", "albedo", "vertex-color", "impassable". 0 when there is no such layer.
 */
ADTMAP_API int adtmap_layer_parse(const char *name, struct adtmap_layer *layer);

/* The name of a kind, "alpha" for alpha maps, and a line that says what it is; static storage. */
ADTMAP_API const char *adtmap_layer_kind_name(enum adtmap_layer_kind kind);
ADTMAP_API const char *adtmap_layer_kind_about(enum adtmap_layer_kind kind);

/* The name of a layer as part of file names: as parsed, but for "alpha-3". */
ADTMAP_API void adtmap_layer_file_name(struct adtmap_layer layer,
                                       char name[ADTMAP_LAYER_NAME_BYTES]);

ADTMAP_API enum adtmap_layer_format adtmap_layer_format(struct adtmap_layer layer);

/* Bytes of a pixel: 1, 2 or 4. */
ADTMAP_API size_t adtmap_layer_pixel_bytes(struct adtmap_layer layer);

/*
 * The colour of an area id: 0 is black; ids below 2^21 have each their own, 64 or more in every
 * channel, and ids that follow each other look different.
 */
ADTMAP_API void adtmap_area_color(uint32_t id, uint8_t rgb[3]);

/* One layer of one tile. */
struct adtmap_layer_image {
    struct adtmap_layer layer;
    void *pixels;        /* size_px rows of size_px pixels, the caller's; see adtmap_layer_format */
    size_t stride_bytes; /* between rows */

    /* Results, of ADTMAP_LAYER_HEIGHT: what grey 0 and 65535 are, and the tile's own heights,
     * which lie outside where they were clamped; zeroes for a tile without ground. */
    float range_yd[2];
    float ground_yd[2];
};

#ifdef __cplusplus
}
#endif

#endif
