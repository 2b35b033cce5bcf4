/* From a texture's name to its base level. */
#ifndef RENDER_TEXTURE_LOAD_H
#define RENDER_TEXTURE_LOAD_H

#include <stdint.h>

#include "assets/assets.h"
#include "base/diag.h"

struct texture_image {
    uint32_t width;
    uint32_t height;
    uint8_t *rgba; /* from malloc */
};

/*
 * Reads and decodes the BLP `name`, or the one with a file id, for "id:<number>". Failures are
 * those of assets_read and of the decoder; ADTMAP_NO_MEMORY. After a failure image->rgba is NULL.
 */
enum adtmap_status texture_load(const struct assets *assets, const char *name,
                                const struct diag *diag, struct texture_image *image);

/*
 * Says on `log` that `name` could not be had, for the reason in `why`, and gives the colour that
 * stands in for it.
 */
void texture_stand_in(const char *name, const struct adtmap_log *log,
                      const struct adtmap_message *why, uint8_t color[3]);

#endif
