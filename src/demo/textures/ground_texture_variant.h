/*
 * Ground textures of later clients: height textures, and wide textures, whose one repeat covers 2x2
 * quads.
 */
#ifndef DEMO_TEXTURES_GROUND_TEXTURE_VARIANT_H
#define DEMO_TEXTURES_GROUND_TEXTURE_VARIANT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"
#include "demo/textures/ground_texture.h"

enum { GROUND_TEXTURE_NAME_BYTES = 64 };

/* Whether a material has a wide texture: its ordinary picture repeated 2x2 times. */
bool ground_texture_is_wide(enum ground_material material);

/* Paths of the variants below the data root. A material with a wide texture has a wide height
 * texture. */
void ground_texture_wide_name(enum ground_material material, char name[GROUND_TEXTURE_NAME_BYTES]);
void ground_texture_height_name(enum ground_material material,
                                char name[GROUND_TEXTURE_NAME_BYTES]);

/* Write the wide textures, and the height textures of all materials, below the data root. */
enum adtmap_status ground_texture_write_wide(const char *directory, const struct diag *diag);
enum adtmap_status ground_texture_write_heights(const char *directory, const struct diag *diag);

#endif
