/*
 * The data layer `doodads`: what a doodad hides of the ground. The meshes of the tile are drawn as
 * in the picture, doodads white and all that hides them black, over black ground. The mean of a
 * pixel's samples is then its coverage.
 */
#ifndef RENDER_LAYERS_DOODAD_COVER_H
#define RENDER_LAYERS_DOODAD_COVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adtmap/layers.h"
#include "base/arena.h"
#include "mesh/mesh_list.h"

/*
 * Makes `cover`, sorted, of the batches of `meshes` that hide something, in white and black.
 * Liquids and what adds or multiplies light are left out, and what is translucent unless it is a
 * doodad. The copies live in `arena`. False when out of memory.
 */
bool doodad_cover_meshes(const struct mesh_list *meshes, struct arena *arena,
                         struct mesh_list *cover);

/* Makes the pixels of `image` from size_px squared pixels of white (RGBA) on black. */
void doodad_cover_store(const uint8_t *rgba, uint32_t size_px,
                        const struct adtmap_layer_image *image);

#endif
