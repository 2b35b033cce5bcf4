/* From a texture's name to its mip levels, with no more of the image in memory than these. */
#ifndef RENDER_TEXTURE_MIP_LOAD_H
#define RENDER_TEXTURE_MIP_LOAD_H

#include "assets/assets.h"
#include "base/diag.h"
#include "render/texture/mip_texture.h"

/*
 * Reads `name` (texture_load.h says what it may be) into a texture from malloc, of *bytes, with its
 * levels up to `longest_edge` texels, at least 1. Failures are those of texture_open and
 * texture_read; *texture is NULL then.
 */
enum adtmap_status mip_load(const struct assets *assets, const char *name, uint32_t longest_edge,
                            const struct diag *diag, struct mip_texture **texture, size_t *bytes);

#endif
