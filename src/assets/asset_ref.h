/* A file as another one refers to it. */
#ifndef ASSETS_ASSET_REF_H
#define ASSETS_ASSET_REF_H

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

struct asset_ref {
    const char *name; /* in any spelling; NULL: by the id */
    uint32_t file_id;
};

enum { ASSET_ID_BYTES = 16 };

/* What messages call the file: its name, or "id:<number>", which is put into `text`. */
static inline const char *asset_ref_text(struct asset_ref ref, char text[ASSET_ID_BYTES])
{
    if (ref.name) {
        return ref.name;
    }
    snprintf(text, ASSET_ID_BYTES, "id:%" PRIu32, ref.file_id);
    return text;
}

#endif
