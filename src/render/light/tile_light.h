/*
 * Light that depends on what stands round a place: the shadows that are cast on a tile, and how
 * much of the sky its places see. Found from the heights of a tile before it is drawn.
 */
#ifndef RENDER_LIGHT_TILE_LIGHT_H
#define RENDER_LIGHT_TILE_LIGHT_H

#include "adtmap/settings.h"
#include "mesh/mesh_list.h"
#include "mesh/sample_band.h"
#include "render/light/cast_shadow.h"
#include "render/light/edge_strips.h"
#include "render/light/height_draw.h"
#include "render/light/sky_light.h"
#include "scene/scene.h"

/* What depends on the settings alone. */
struct tile_light_plan {
    bool has_shadows, has_sky;
    struct cast_plan cast;
    struct sky_plan sky;
    struct mesh_shadow on_meshes; /* but for the shade */
    struct edge_plan edges;
    const struct adtmap_settings *settings;
    uint32_t quad_px;
};

/* `settings` must outlive the plan; quad_px: pixels on a quad's edge while drawing. */
struct tile_light_plan tile_light_plan_of(const struct adtmap_settings *settings, uint32_t quad_px);

/* Of one tile: a byte a pixel, as it is drawn; NULL: not planned. */
struct tile_light {
    const uint8_t *shade; /* how much of the sun is hidden */
    const uint8_t *dark;  /* how much of all light the surroundings take */
};

/* What light takes while a tile is under way. */
struct tile_light_bytes {
    size_t tile;   /* for the tile, whoever draws it */
    size_t thread; /* for each thread */
};

struct tile_light_bytes tile_light_bytes_of(const struct tile_light_plan *plan);

/* Working memory, and the light of the tile it was last used for. */
struct tile_light_scratch;

/* NULL when out of memory. */
struct tile_light_scratch *tile_light_scratch_create(const struct tile_light_plan *plan,
                                                     unsigned threads);
void tile_light_scratch_destroy(struct tile_light_scratch *scratch);

/* A complete scene with its meshes, which are in `bins` of HEIGHT_BAND_ROWS. */
struct tile_light_input {
    const struct scene_tile *scene;
    const struct mesh_list *meshes;
    const struct mesh_bins *bins;
};

/* Draws the edges of a tile for those next to it, as edge_strips_create. NULL when out of memory.
 */
struct edge_strips *tile_light_edges(const struct tile_light_plan *plan,
                                     const struct tile_light_input *input,
                                     struct tile_light_scratch *scratch, size_t *bytes);

/*
 * Draws the heights of a tile, next to which nothing is so far. Its own edges, where
 * tile_light_edges has drawn them, are taken from there; NULL: they are not known. If the picture
 * of the tile is drawn before its light is needed, the heights may wait for it. False when out of
 * memory.
 */
bool tile_light_begin(const struct tile_light_plan *plan, const struct tile_light_input *input,
                      const struct edge_strips *own, bool has_picture,
                      struct tile_light_scratch *scratch);

/* The heights of the tile that was begun, whose bands are drawn with those of the picture, before
 * tile_light_find; NULL: they are drawn already. The tile's input must still be there. */
const struct height_drawing *tile_light_waiting(const struct tile_light_scratch *scratch);

/* Adds the edges of the tile that lies `east` and `south`, -1 to 1, of that which was begun. */
void tile_light_add_edges(const struct tile_light_plan *plan, struct tile_light_scratch *scratch,
                          const struct edge_strips *strips, int east, int south);

/* Finds the light of the tile that was begun, whose scene it is. No heights wait any more. */
struct tile_light tile_light_find(const struct tile_light_plan *plan,
                                  const struct scene_tile *scene,
                                  struct tile_light_scratch *scratch);

#endif
