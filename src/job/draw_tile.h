/* From the bytes of one tile to pixels, all in one call: for callers that draw one tile. */
#ifndef JOB_DRAW_TILE_H
#define JOB_DRAW_TILE_H

#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "job/tile_source.h"

/*
 * Draws the tile `files` as adtmap_tile_render does, with as many threads as there are cores. The
 * request's quad_px is not looked at; its settings must have passed adtmap_settings_check.
 */
enum adtmap_status draw_tile(const struct tile_request *request, const struct adt_files *files,
                             uint8_t *pixels, size_t stride_bytes, const struct diag *diag);

#endif
