/* From a texture's name to its mip levels, with no more of the image in memory than these. */
#ifndef ASSETS_TEXTURES_MIP_LOAD_H
#define ASSETS_TEXTURES_MIP_LOAD_H

#include "assets/assets.h"
#include "assets/textures/mip_texture.h"
#include "assets/textures/texture_load.h"
#include "base/diag.h"

/*
 * Reads `name` (texture_load.h says what it may be) into a texture from malloc, of *bytes, with its
 * levels up to wish->least_edge texels, at least 1. Failures are those of texture_open and
 * texture_read; *texture is NULL then.
 */
enum adtmap_status mip_load(const struct assets *assets, const char *name,
                            const struct texture_wish *wish, const struct diag *diag,
                            struct mip_texture **texture, size_t *bytes);

#endif
