/* What stands on a tile's ground, as the meshes that are drawn. */
#ifndef MESH_PLACED_SCENE_MESHES_H
#define MESH_PLACED_SCENE_MESHES_H

#include "mesh/mesh.h"
#include "mesh/mesh_list.h"
#include "scene/scene.h"

/*
 * The meshes of what stands on the tile and of its liquids, sorted, for a tile of
 * 128 * quad_px pixels; none of a scene that has no materials. Triangles that lie in `left_out` are
 * no part of them; NULL: all are. The list lives in `arena`, and asks for the levels of textures
 * that drawing it samples. NULL when out of memory.
 */
struct mesh_list *scene_meshes(const struct scene_tile *scene,
                               const struct adtmap_settings *settings, uint32_t quad_px,
                               const struct pixel_area *left_out, struct arena *arena);

/*
 * What counts as the edge of a pixel where textures are sampled (struct mip_sampling), in a drawing
 * of 128 * quad_px pixels for a picture of settings->size_px: less than 1 where several pixels of a
 * small drawing are averaged, which then has textures as of 512 px. A coarser level that a file
 * stores may be another picture, and what shines in it would shine in all of these pixels.
 */
float scene_meshes_pixel(const struct adtmap_settings *settings, uint32_t quad_px);

#endif
