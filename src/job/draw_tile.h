/* From the bytes of one ADT to pixels, all in one call: for callers that draw one tile. */
#ifndef JOB_DRAW_TILE_H
#define JOB_DRAW_TILE_H

#include <stddef.h>
#include <stdint.h>

#include "adtmap/adtmap.h"
#include "base/file.h"
#include "formats/adt.h"

/*
 * Draws the ADT `bytes` as adtmap_tile_render does, with as many threads as there are cores.
 * `depth` is what the map's WDT says; textures come from `data`. `settings` must have passed
 * adtmap_settings_check.
 */
enum adtmap_status draw_tile(struct adtmap_data *data, const struct blob *bytes,
                             enum adt_alpha_depth depth, const struct adtmap_settings *settings,
                             uint8_t *pixels, size_t stride_bytes, const struct diag *diag);

#endif
