/* Whether a texture looks different in two builds. */
#ifndef COMPARE_TEXTURE_CONTENT_H
#define COMPARE_TEXTURE_CONTENT_H

#include "assets/assets.h"
#include "base/buffer.h"

/* What is known of textures already. Zero-initialised: nothing. Used by several threads at once. */
struct texture_contents {
    struct buffer known; /* of struct known_texture */
};

/* What of a texture is seen. */
enum texture_part { TEXTURE_COLOR, TEXTURE_ALPHA, TEXTURE_COLOR_AND_ALPHA };

/*
 * Compares level 0 of a texture, by its asset_label; files with the same bytes are not decoded. A
 * texture that only one side has differs; one that neither has, or that cannot be decoded, does
 * not. Memory running out counts as no difference.
 */
bool texture_contents_differ(struct texture_contents *contents, const struct assets *old_assets,
                             const struct assets *new_assets, const char *label,
                             enum texture_part part);

void texture_contents_free(struct texture_contents *contents);

#endif
