/*
 * Terrain of one tile: a chunk at a time, in strips of a few pixel rows. Each pixel's place on the
 * grid gives its chunk, quad and triangle, so nothing is rasterized.
 */
#ifndef RENDER_TERRAIN_TERRAIN_H
#define RENDER_TERRAIN_TERRAIN_H

#include <stddef.h>
#include <stdint.h>

#include "adtmap/settings.h"
#include "assets/textures/ground_texture.h"
#include "scene/scene.h"

/*
 * Everything that depends on the size and the settings alone. Immutable, shared by all threads.
 */
struct terrain_plan;

/* Working memory of one thread for one plan. */
struct terrain_scratch;

/*
 * `quad_px`: pixels on a quad's edge, 1..QUAD_PX_MAX; a tile has 128 * quad_px. NULL when out of
 * memory.
 */
struct terrain_plan *terrain_plan_create(const struct adtmap_settings *settings, uint32_t quad_px);

/*
 * The same for the ground's textures alone, as they mix without light, vertex colours, holes and
 * shadows; absent chunks are black. Of the settings `cpu` counts. Shares scratch memory with plans
 * of the same quad_px.
 */
struct terrain_plan *terrain_plan_create_albedo(const struct adtmap_settings *settings,
                                                uint32_t quad_px);
void terrain_plan_destroy(struct terrain_plan *plan);

struct terrain_scratch *terrain_scratch_create(const struct terrain_plan *plan);
void terrain_scratch_destroy(struct terrain_scratch *scratch);

/*
 * Draws chunk `index` of the scene: 8 * quad_px rows and columns of RGBA at `rgba`, the chunk's
 * north-west pixel, rows `stride_bytes` apart. textures[i], of the plan's quad_px, belongs to
 * scene->textures[i]. Holes and absent chunks get the background. `shade` is the chunk's north-west
 * byte of what hides the sun, a byte a pixel, rows `shade_bytes` apart; NULL: the baked shadows do.
 */
void terrain_draw_chunk(const struct terrain_plan *plan, const struct scene_tile *scene,
                        const struct ground_texture *const *textures, uint32_t index, uint8_t *rgba,
                        size_t stride_bytes, const uint8_t *shade, size_t shade_bytes,
                        struct terrain_scratch *scratch);

#endif
