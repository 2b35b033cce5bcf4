#include <string.h>

#include "formats/m2/mdx_parts.h"

enum { INTERPOLATION_TANGENTS = 2 }; /* and above: two tangents behind each value */

bool mdx_tag(struct reader *reader, const char *tag)
{
    bool found = reader_left(reader) >= 4 && memcmp(reader->at, tag, 4) == 0;
    if (found) {
        reader_skip(reader, 4);
    }
    return found;
}

const uint8_t *mdx_track_key(const struct mdx *mdx, struct reader *reader, size_t bytes)
{
    uint32_t count = reader_u32(reader);
    uint32_t interpolation = reader_u32(reader);
    bool loops = (int32_t)reader_u32(reader) >= 0;
    size_t tangents = interpolation >= INTERPOLATION_TANGENTS ? 2 * bytes : 0;
    const uint8_t *found = NULL;
    for (uint32_t i = 0; i < count && !reader->bad; i++) {
        int32_t time = (int32_t)reader_u32(reader);
        const uint8_t *value = reader_bytes(reader, bytes);
        reader_skip(reader, tangents);
        bool is_shown = loops || (time >= mdx->stand_ms[0] && time <= mdx->stand_ms[1]);
        found = !found && is_shown ? value : found;
    }
    return reader->bad ? NULL : found;
}

bool mdx_track_numbers(const struct mdx *mdx, struct reader *reader, float *values, size_t count)
{
    const uint8_t *key = mdx_track_key(mdx, reader, count * sizeof *values);
    struct reader numbers = reader_make(key, key ? count * sizeof *values : 0);
    return !reader->bad && (!key || m2_read_numbers(&numbers, values, count));
}
