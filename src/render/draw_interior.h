/*
 * A room of a WMO from above, as clients show it on the minimap of who stands in it.
 *
 * The floor plan of a group lies in the WMO's own axes: X to the right, Y up, two pixels a yard,
 * from the lower left corner of the group's box (MOGP). It is cut into blocks of 128 yards, column
 * 0 and row 0 at that corner. A group that is shorter has one block, of the next power of two from
 * 32 pixels on. What the group does not cover is transparent. Faces that look down, such as
 * ceilings, are not seen from above.
 *
 * Measured by others on the files of the client 1.12; the clients' own light is not known, and
 * doodads are left out.
 */
#ifndef RENDER_DRAW_INTERIOR_H
#define RENDER_DRAW_INTERIOR_H

#include <stdbool.h>
#include <stdint.h>

#include "adtmap/settings.h"
#include "assets/wmo_model.h"
#include "base/diag.h"
#include "map/open_data.h"

enum {
    INTERIOR_BLOCK_LEAST_PX = 32,
    INTERIOR_BLOCK_PX = 256,
    INTERIOR_BLOCKS_MAX = 100,      /* on a side: names have two digits */
    INTERIOR_BLOCKS_ALL_MAX = 4096, /* of one WMO; cities of the clients have some hundreds */
    INTERIOR_BLOCKS_MAP_MAX =
        16384, /* of all WMOs of a map: as many as four full grids have tiles */
};

struct interior_blocks {
    uint32_t columns, rows;
    uint32_t width_px, height_px; /* of each block */
};

/* How a group is cut. */
struct interior_blocks interior_blocks(const struct wmo_group *group);

/* Whether the blocks of a group are among those that its WMO may have; *count is that of groups
 * before it, to which its own are added if so. */
bool interior_has_room(const struct interior_blocks *blocks, uint32_t *count);

/* What all rooms are drawn with. `data` must outlive it; NULL when out of memory. */
struct interior_drawing *interior_drawing_create(struct adtmap_data *data,
                                                 const struct adtmap_settings *settings,
                                                 unsigned threads);
void interior_drawing_destroy(struct interior_drawing *drawing);

/*
 * Draws a block of group `index`, which is there, into width_px * height_px RGBA pixels. *is_seen
 * tells whether any pixel is not transparent; if none is, they may not have been
 * written. ADTMAP_NO_MEMORY is the only failure: missing textures are drawn as fallback.
 */
enum adtmap_status interior_draw(struct interior_drawing *drawing, const struct wmo_model *model,
                                 uint32_t index, uint32_t column, uint32_t row,
                                 const struct diag *diag, uint8_t *rgba, bool *is_seen);

#endif
