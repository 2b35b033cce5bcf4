/* From a texture's name to its base level, row by row. */
#ifndef ASSETS_TEXTURES_TEXTURE_LOAD_H
#define ASSETS_TEXTURES_TEXTURE_LOAD_H

#include <stdint.h>

#include "assets/assets.h"
#include "base/diag.h"
#include "formats/blp/blp.h"
#include "formats/blp/blp_rows.h"
#include "os/file.h"

/* A texture that is being read. It must stay where it is. */
struct texture_source {
    uint32_t width;
    uint32_t height;
    struct blob blob;
    struct blp blp;
    struct blp_rows rows;
    char origin[512]; /* for messages */
    struct diag diag;
};

/*
 * Opens the BLP `name`, or the one with a file id, for "id:<number>". Failures are those of
 * assets_read, blp_parse and blp_rows_begin, told by `diag`, which must outlive the source; then
 * there is nothing to close.
 */
enum adtmap_status texture_open(const struct assets *assets, const char *name,
                                const struct diag *diag, struct texture_source *source);

/* Takes the next `count` rows, RGBA: a multiple of BLP_BAND_ROWS, or all that are left. */
typedef void texture_take(void *user, const uint8_t *rgba, uint32_t count);

/*
 * Hands all rows over, from the top, without ever having more than BLP_BAND_ROWS in memory.
 * Failures are those of blp_rows_read, and ADTMAP_NO_MEMORY.
 */
enum adtmap_status texture_read(struct texture_source *source, texture_take *take, void *user);

void texture_close(struct texture_source *source);

/*
 * Says on `log` that `name` could not be had, for the reason in `why`, and gives the colour that
 * stands in for it.
 */
void texture_fallback(const char *name, const struct adtmap_log *log,
                      const struct adtmap_message *why, uint8_t color[3]);

#endif
