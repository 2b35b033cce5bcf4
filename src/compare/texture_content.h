/* Whether a texture looks different in two builds. */
#ifndef COMPARE_TEXTURE_CONTENT_H
#define COMPARE_TEXTURE_CONTENT_H

#include "assets/assets.h"
#include "base/buffer.h"

/* What is known of textures already. Zero-initialised but for `diag`: nothing. Used by several
 * threads at once. */
struct texture_contents {
    const struct diag *diag; /* takes the warnings */
    struct buffer known;     /* of struct known_texture */
    bool failed;             /* memory ran out in a comparison: what was found does not count */
};

/* What of a texture is seen. */
enum texture_part { TEXTURE_COLOR, TEXTURE_ALPHA, TEXTURE_COLOR_AND_ALPHA };

/*
 * Compares level 0 of a texture, by its asset_label; files with the same bytes are not decoded. A
 * texture that only one side has differs; one that neither has does not. One that cannot be read is
 * a warning and counts as missing, or as changed if the system refused it.
 */
bool texture_contents_differ(struct texture_contents *contents, const struct assets *old_assets,
                             const struct assets *new_assets, const char *label,
                             enum texture_part part);

void texture_contents_free(struct texture_contents *contents);

#endif
