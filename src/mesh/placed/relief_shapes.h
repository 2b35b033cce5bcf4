/*
 * How buildings, doodads and crowns look on a relief map: each kind has one colour in the light of
 * the sun, and crowns are domes and discs, whatever leaves the models have.
 */
#ifndef MESH_PLACED_RELIEF_SHAPES_H
#define MESH_PLACED_RELIEF_SHAPES_H

#include <stdbool.h>

#include "mesh/mesh_builder.h"
#include "scene/doodad/doodad_set.h"

static inline bool relief_is_drawn(const struct adtmap_settings *settings)
{
    return settings->ground == ADTMAP_GROUND_RELIEF;
}

/* The light on a shape that is turned to the sun by `facing`, max(0, n.l): red, green, blue, and
 * alpha 1. */
void relief_wmo_light(const struct sun_light *light, float facing, float rgba[4]);

/* The same of doodads as mesh_shape has it: without sun, and what the sun adds. */
void relief_doodad_light(const struct sun_light *light, float of_shape[2][4]);

/* Appends the crown of a doodad: a dome, or, of a wide one, a disc under domes. False when out of
 * memory. */
bool relief_crown_add(struct mesh_builder *builder, const struct scene_doodad *doodad);

#endif
