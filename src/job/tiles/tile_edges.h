/*
 * The edges of the tiles of a map, which those next to them need for their light. A tile asks for
 * the edges of its neighbours, and they for its own: they are kept within the budget of the caches,
 * and what was read for them counts as read by all tiles that use them.
 */
#ifndef JOB_TILES_TILE_EDGES_H
#define JOB_TILES_TILE_EDGES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"
#include "map/map.h"
#include "render/draw_scene.h"
#include "scene/tile/tile_source.h"

/* May be used by many threads at once. */
struct tile_edges;

/* *edges becomes NULL if the plan needs none. Plan and map must outlive them. False when out of
 * memory. */
bool tile_edges_create(const struct tile_plan *plan, const struct adtmap_map *map,
                       const struct adtmap_settings *settings, struct tile_edges **edges);

/* NULL is fine. */
void tile_edges_destroy(struct tile_edges *edges);

/* Whether light falls on what is asked for: the picture or a layer that looks like it. Adds to
 * layer_needs what that light is found with, so that it is the same whichever of them are drawn. */
bool tile_edges_want(const struct tile_plan *plan, struct tile_request *request);

/*
 * Adds its light to the input of a tile, where tile_edges_want says so. Of the edges of its
 * neighbours those of one are held at a time. `has_picture`: tile_draw comes next. `edges` may be
 * NULL: light needs none, or the tile stands alone. Edges that nobody has drawn yet are drawn with
 * `scratch` and `arena`, which is empty before and after. A neighbour that cannot be read has
 * nothing there; the log of the data has a line that says so. Has TILE_LIGHT_STEPS. Fails with
 * ADTMAP_NO_MEMORY and ADTMAP_CANCELLED only.
 */
enum { TILE_LIGHT_STEPS = 10 }; /* the tile and those round it, and the light */

enum adtmap_status tile_edges_light(struct tile_edges *edges, const struct tile_plan *plan,
                                    bool has_picture, struct tile_scratch *scratch,
                                    struct arena *arena, const struct diag *diag,
                                    struct tile_input *input);

#endif
