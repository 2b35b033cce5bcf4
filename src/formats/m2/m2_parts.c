#include "formats/m2/m2_parts.h"

#include <string.h>

enum { CHUNK_BYTES = 8 };

const enum surface_blend m2_blends[M2_BLENDS] = {
    SURFACE_OPAQUE, SURFACE_ALPHA_KEY, SURFACE_ALPHA, SURFACE_NO_ALPHA_ADD,
    SURFACE_ADD,    SURFACE_MOD,       SURFACE_MOD2X, SURFACE_BLEND_ADD,
};

struct reader m2_find_chunk(const struct reader *file, const struct chunk_id *id)
{
    struct reader bytes = *file;
    while (reader_left(&bytes) >= CHUNK_BYTES) {
        const uint8_t *name = reader_bytes(&bytes, 4);
        uint32_t size = reader_u32(&bytes);
        if (name[0] == 0) { /* the rest of a sparse file has no ids */
            break;
        }
        if (memcmp(name, id->text, 4) == 0) {
            return reader_make(bytes.at, size < reader_left(&bytes) ? size : reader_left(&bytes));
        }
        reader_skip(&bytes, size);
    }
    return (struct reader){file->end, file->end, file->end, true};
}
