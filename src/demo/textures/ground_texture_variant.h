/*
 * Ground textures that only later clients have: heights in a file of their own, and a texture whose
 * one repeat covers 2x2 quads.
 */
#ifndef DEMO_TEXTURES_GROUND_TEXTURE_VARIANT_H
#define DEMO_TEXTURES_GROUND_TEXTURE_VARIANT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"
#include "demo/textures/ground_texture.h"

enum { GROUND_TEXTURE_NAME_BYTES = 64 };

/* Which materials have a wide texture: the picture of the ordinary one, 2x2 times side by side. */
bool ground_texture_is_wide(enum ground_material material);

/*
 * Names of the variants below the data root, from that of the material's texture; heights belong to
 * the wide one where there is one.
 */
void ground_texture_wide_name(enum ground_material material, char name[GROUND_TEXTURE_NAME_BYTES]);
void ground_texture_height_name(enum ground_material material,
                                char name[GROUND_TEXTURE_NAME_BYTES]);

/* Writes the wide textures, or the height textures of all materials, below the root `directory`. */
enum adtmap_status ground_texture_write_wide(const char *directory, const struct diag *diag);
enum adtmap_status ground_texture_write_heights(const char *directory, const struct diag *diag);

#endif
