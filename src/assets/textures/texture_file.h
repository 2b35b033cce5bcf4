/*
 * Files of textures, kept for a while: a tile may need a texture with and without its alpha, and
 * finer levels than were read first.
 */
#ifndef ASSETS_TEXTURES_TEXTURE_FILE_H
#define ASSETS_TEXTURES_TEXTURE_FILE_H

#include <stdbool.h>

#include "assets/assets.h"
#include "assets/cache.h"
#include "base/diag.h"
#include "os/file.h"

enum { TEXTURE_ORIGIN_BYTES = 512 };

struct texture_file {
    struct blob blob;
    char origin[TEXTURE_ORIGIN_BYTES]; /* for messages */
};

/* A cache of struct texture_file. */
extern const struct cache_kind texture_file_kind;

/*
 * Pins the file of a texture. False, and an empty pin, if it cannot be read: texture_file_read says
 * why. texture_file_unpin gives it back; an empty pin is fine.
 */
bool texture_file_pin(struct cache *files, struct asset_ref ref, struct cache_pin *pin);
void texture_file_unpin(struct cache_pin *pin);

/* Reads a file that no cache has: assets_read, and what messages call the file. An id without a
 * file is ADTMAP_NOT_FOUND. */
enum adtmap_status texture_file_read(const struct assets *assets, struct asset_ref ref,
                                     const struct diag *diag, struct blob *blob,
                                     char origin[TEXTURE_ORIGIN_BYTES]);

#endif
