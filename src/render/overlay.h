/*
 * Buildings and liquids over the terrain of a tile. The tile has its pixels already. Each band is
 * drawn on its own: quads that something stands in become samples, and then pixels again.
 */
#ifndef RENDER_OVERLAY_H
#define RENDER_OVERLAY_H

#include <stddef.h>
#include <stdint.h>

#include "adtmap/settings.h"
#include "base/arena.h"
#include "mesh/mesh_bins.h"
#include "render/light/height_draw.h"
#include "scene/scene.h"

/* Working memory of one thread. */
struct overlay_scratch;

/* For tiles of 128 * quad_px pixels. NULL when out of memory. */
struct overlay_scratch *overlay_scratch_create(uint32_t quad_px);
void overlay_scratch_destroy(struct overlay_scratch *scratch);

/* What all bands of a tile have in common. */
struct overlay {
    const struct scene_tile *scene;
    const struct mesh_list *meshes; /* sorted */
    const struct mesh_bins *bins;   /* of their triangles, by overlay band */
    const struct adtmap_settings *settings;
    const struct mesh_shadow *shadow;     /* NULL: none is cast */
    const struct height_drawing *heights; /* which are drawn on the way; NULL: none */
};

/* Whether there is something to draw over the terrain, or to cut off it. */
bool overlay_is_needed(const struct mesh_list *meshes, const struct adtmap_settings *settings);

/* Sorts the triangles of `meshes` into the bands of a tile. False when out of memory. */
bool overlay_fill_bins(const struct mesh_list *meshes, uint32_t quad_px, struct arena *arena,
                       struct mesh_bins *bins);

/* Makes room for the triangles of any band of `bins`. False when out of memory. */
bool overlay_scratch_reserve(struct overlay_scratch *scratch, const struct mesh_bins *bins);

/* Draws band `index`, one of bins->band_count, for which there is room, over `rgba`, the whole
 * tile. */
void overlay_draw_band(const struct overlay *overlay, uint32_t index,
                       struct overlay_scratch *scratch, uint8_t *rgba, size_t stride_bytes);

#endif
