/* From a texture's name to its mip levels, with no more of the image in memory than these. */
#ifndef ASSETS_TEXTURES_MIP_LOAD_H
#define ASSETS_TEXTURES_MIP_LOAD_H

#include "assets/assets.h"
#include "assets/textures/mip_texture.h"
#include "assets/textures/texture_load.h"
#include "base/diag.h"

/* A texture as it is to be read. */
struct mip_wanted {
    struct asset_ref file;
    struct texture_wish wish; /* no level that is kept is longer than wish.least_edge, at least 1 */
    struct mip_alpha alpha;   /* with a key it becomes the share of a texel that passes */
    bool edges_only;          /* no texels, unless it is a JPEG */
};

/*
 * Reads a texture, from `file` or, with NULL, the data, into memory from malloc, of *bytes.
 * Failures are those of texture_open and texture_read; *texture is NULL then.
 */
enum adtmap_status mip_load(const struct assets *assets, const struct mip_wanted *wanted,
                            const struct texture_file *file, const struct diag *diag,
                            struct mip_texture **texture, size_t *bytes);

#endif
