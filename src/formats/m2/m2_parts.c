#include "formats/m2/m2_parts.h"

#include <string.h>

enum { CHUNK_BYTES = 8 };

struct reader m2_find_chunk(const struct reader *file, const char *id)
{
    struct reader bytes = *file;
    while (reader_left(&bytes) >= CHUNK_BYTES) {
        const uint8_t *name = reader_bytes(&bytes, 4);
        uint32_t size = reader_u32(&bytes);
        if (memcmp(name, id, 4) == 0) {
            return reader_make(bytes.at, size < reader_left(&bytes) ? size : reader_left(&bytes));
        }
        reader_skip(&bytes, size);
    }
    return (struct reader){file->end, file->end, file->end, true};
}
