/*
 * Tracks of MDX. A rotation takes 64 bits: x in the top 22, y in the next 21, z in the low 21, all
 * signed; w is what makes its length 1.
 */
#include <math.h>
#include <string.h>

#include "formats/m2/mdx_parts.h"

enum {
    INTERPOLATION_TANGENTS = 2, /* and above: two tangents behind each value */
    ROTATION_BYTES = 8,
};

bool mdx_tag(struct reader *reader, const struct chunk_id *tag)
{
    bool found = reader_left(reader) >= 4 && memcmp(reader->at, tag->text, 4) == 0;
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

/* Bits `from` to `from + bits` of a number, signed. */
static double signed_bits(uint64_t packed, unsigned from, unsigned bits)
{
    uint64_t part = packed >> from & ((UINT64_C(1) << bits) - 1);
    double sign = (double)(UINT64_C(1) << (bits - 1));
    return (double)part < sign ? (double)part : (double)part - 2 * sign;
}

static void unpack_rotation(const uint8_t *key, float rotation[4])
{
    struct reader reader = reader_make(key, ROTATION_BYTES);
    uint64_t packed = reader_u64(&reader);
    double x = signed_bits(packed, 42, 22) / (1 << 21);
    double y = signed_bits(packed, 21, 21) / (1 << 20);
    double z = signed_bits(packed, 0, 21) / (1 << 20);
    double rest = 1 - (x * x + y * y + z * z);
    rotation[0] = (float)x;
    rotation[1] = (float)y;
    rotation[2] = (float)z;
    rotation[3] = rest > 0 ? (float)sqrt(rest) : 0.0F;
}

bool mdx_read_transform(const struct mdx *mdx, struct reader *reader,
                        const struct mdx_transform_tags *tags,
                        const struct mdx_transform *transform)
{
    bool good = true;
    while (good && reader_left(reader) > 0) {
        if (mdx_tag(reader, tags->translation)) {
            good = mdx_track_numbers(mdx, reader, transform->translation, 3);
        } else if (mdx_tag(reader, tags->scale)) {
            good = mdx_track_numbers(mdx, reader, transform->scale, 3);
        } else if (mdx_tag(reader, tags->rotation)) {
            const uint8_t *key = mdx_track_key(mdx, reader, ROTATION_BYTES);
            if (key) {
                unpack_rotation(key, transform->rotation);
            }
            good = !reader->bad;
        } else {
            break;
        }
    }
    return good;
}
