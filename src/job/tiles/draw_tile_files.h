/*
 * From the bytes of one tile to pixels, all in one call: for callers that draw one tile.
 */
#ifndef JOB_TILES_DRAW_TILE_FILES_H
#define JOB_TILES_DRAW_TILE_FILES_H

#include <stddef.h>
#include <stdint.h>

#include "adtmap/layers.h"
#include "base/diag.h"
#include "scene/tile/tile_source.h"
#include "scene/work_progress.h"

/* What is to be drawn. */
struct tile_drawing {
    uint8_t *picture; /* RGBA; NULL: data layers alone */
    size_t stride_bytes;
    struct adtmap_layer_image *images; /* drawn into, results filled in; NULL: none */
    size_t image_count;
    struct adtmap_height_range height; /* of images */
    struct work_progress *progress;    /* is told of all steps, and may cancel; or NULL */
};

/* What there is to draw. */
struct tile_work {
    uint32_t size_px;     /* edge of what is drawn */
    uint32_t image_count; /* the picture and data layers */
    uint32_t triangle_count;
};

/* How many of `cores` threads draw a tile: one where there is little to draw, else all. */
unsigned draw_tile_threads(const struct tile_work *work, unsigned cores);

/*
 * Draws the tile `files` as adtmap_tile_draw does, with draw_tile_threads. The
 * request's plan and has_picture are not looked at; its settings must have passed
 * adtmap_settings_check, the range data_layer_check_range. *missing_assets becomes the number of
 * textures and buildings that were missing. ADTMAP_CANCELLED: `progress` has said so.
 */
enum adtmap_status draw_tile_files(const struct tile_request *request,
                                   const struct adt_files *files,
                                   const struct tile_drawing *drawing, const struct diag *diag,
                                   uint32_t *missing_assets);

#endif
