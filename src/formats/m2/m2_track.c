/*
 * Animation tracks. Only one moment is read: the first key of the sequence that is shown, or of a
 * track that runs by a global loop. Interpolation does not matter there.
 *
 *     since 264   u16 interpolation, i16 loop, {n, offset} of arrays of times, and of values:
 *                 one array {n, offset} for each sequence
 *     before      u16 interpolation, i16 loop, {n, offset} of ranges {first key, last key} for each
 *                 sequence, {n, offset} of times, {n, offset} of values
 */
#include <string.h>

#include "formats/m2/m2_parts.h"

enum {
    ARRAY_BYTES = 8,
    ROTATION_BYTES = 4 * 2,
    ROTATION_NUMBERS_BYTES = 4 * 4,
};

/* The key's place in one flat list; false if there is none. */
static bool find_ranged(const struct m2_animated *animated, struct reader *track, bool loops,
                        struct m2_array *values, uint32_t *index)
{
    struct m2_array ranges = m2_read_array(track, ARRAY_BYTES);
    struct m2_array times = m2_read_array(track, 4);
    values->count = reader_u32(track);
    values->offset = reader_u32(track);
    *index = 0;
    if (!loops && animated->sequence < ranges.count) {
        struct reader range = m2_entry(&animated->bytes, &ranges, animated->sequence);
        *index = reader_u32(&range);
        track->bad = track->bad || range.bad;
    }
    return times.count > 0 && values->count > 0;
}

/* The key's place in the list of its sequence. */
static bool find_nested(const struct m2_animated *animated, struct reader *track, bool loops,
                        struct m2_array *values)
{
    (void)m2_read_array(track, ARRAY_BYTES); /* times */
    struct m2_array lists = m2_read_array(track, ARRAY_BYTES);
    if (lists.count == 0 || (!loops && animated->keys_absent)) {
        return false;
    }
    uint32_t sequence = loops || animated->sequence >= lists.count ? 0 : animated->sequence;
    struct reader list = m2_entry(&animated->bytes, &lists, sequence);
    values->count = reader_u32(&list);
    values->offset = reader_u32(&list);
    track->bad = track->bad || list.bad;
    return values->count > 0;
}

const uint8_t *m2_track_key(const struct m2_animated *animated, struct reader *track, size_t bytes)
{
    struct m2_array values = {.stride = (uint32_t)bytes};
    uint32_t index = 0;
    reader_skip(track, 2);
    bool loops = reader_i16(track) >= 0;
    bool found = animated->has_ranges ? find_ranged(animated, track, loops, &values, &index)
                                      : find_nested(animated, track, loops, &values);
    if (!found || track->bad) {
        return NULL;
    }
    struct reader key = m2_entry(&animated->bytes, &values, index);
    track->bad = key.bad;
    return key.bad ? NULL : key.at;
}

bool m2_read_numbers(struct reader *reader, float *values, size_t count)
{
    bool good = true;
    for (size_t i = 0; i < count; i++) {
        values[i] = reader_f32(reader);
        good = good && m2_is_number(values[i]);
    }
    return good && !reader->bad;
}

bool m2_track_numbers(const struct m2_animated *animated, struct reader *track, float *values,
                      size_t count)
{
    const uint8_t *key = m2_track_key(animated, track, count * sizeof *values);
    struct reader numbers = reader_make(key, key ? count * sizeof *values : 0);
    return !track->bad && (!key || m2_read_numbers(&numbers, values, count));
}

bool m2_track_fraction(const struct m2_animated *animated, struct reader *track, float *value)
{
    const uint8_t *key = m2_track_key(animated, track, sizeof(int16_t));
    struct reader fraction = reader_make(key, key ? sizeof(int16_t) : 0);
    if (key) {
        *value = (float)reader_i16(&fraction) / 32767.0F;
    }
    return !track->bad;
}

/* A rotation as four numbers has length 1; four halves of one, read so, hardly ever. */
static bool read_unit_numbers(const uint8_t *key, float values[4])
{
    struct reader numbers = reader_make(key, ROTATION_NUMBERS_BYTES);
    float read[4];
    double length = 0.0;
    bool good = m2_read_numbers(&numbers, read, 4);
    for (int i = 0; i < 4; i++) {
        length += (double)read[i] * (double)read[i];
    }
    if (!good || length < 0.99 || length > 1.01) {
        return false;
    }
    memcpy(values, read, sizeof read);
    return true;
}

/* The i16 of a component: as u16, 0 stands for -1, 32767 and 32768 for 0, 65535 for 1. */
static float rotation_part(int16_t part)
{
    return (float)(part < 0 ? part + 32768 : part - 32767) / 32767.0F;
}

bool m2_track_rotation(const struct m2_animated *animated, struct reader *track, float values[4])
{
    struct reader again = *track;
    if (animated->has_ranges) {
        const uint8_t *wide = m2_track_key(animated, &again, ROTATION_NUMBERS_BYTES);
        if (wide && read_unit_numbers(wide, values)) {
            *track = again;
            return true;
        }
    }
    const uint8_t *key = m2_track_key(animated, track, ROTATION_BYTES);
    struct reader parts = reader_make(key, key ? ROTATION_BYTES : 0);
    for (int i = 0; key && i < 4; i++) {
        values[i] = rotation_part(reader_i16(&parts));
    }
    return !track->bad;
}
