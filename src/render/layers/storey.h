/* One floor of a map: what of a tile is drawn for it. */
#ifndef RENDER_LAYERS_STOREY_H
#define RENDER_LAYERS_STOREY_H

#include "mesh/mesh_list.h"
#include "render/layers/data_layer.h"

/* Narrows the heights between which the settings draw to those of the floor, unless both are 0. */
void storey_cut(const struct data_layer_storey *storey, struct adtmap_settings *settings);

/*
 * The batches of a sorted list that belong to the floor, in their order: without shells, without
 * other groups, and, where the floor has groups, without doodads whose middle lies outside of its
 * heights. The list shares triangles and materials with `meshes`. False when out of memory.
 */
bool storey_meshes(const struct mesh_list *meshes, const struct data_layer_storey *storey,
                   struct arena *arena, struct mesh_list *own);

#endif
