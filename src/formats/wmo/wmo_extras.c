#include "formats/wmo/wmo_extras.h"

#include "base/size.h"
#include "formats/wmo/wmo_parts.h"

static void read_floats(struct reader *reader, float *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        values[i] = reader_f32(reader);
    }
}

struct wmo_light wmo_read_light(struct reader *entry)
{
    struct wmo_light light = {.type = reader_u8(entry)};
    light.has_attenuation = reader_u8(entry) != 0;
    reader_skip(entry, 2);
    wmo_read_bgra(entry, light.color);
    read_floats(entry, light.position, 3);
    light.intensity = reader_f32(entry);
    size_t left = reader_left(entry);
    reader_skip(entry, left - size_min(left, sizeof light.attenuation_yd)); /* rotation */
    read_floats(entry, light.attenuation_yd, 2);
    return light;
}

struct wmo_ambient_volume wmo_read_ambient_volume(struct reader *entry)
{
    enum { PADDING = 10 };
    struct wmo_ambient_volume volume = {0};
    read_floats(entry, volume.position, 3);
    read_floats(entry, volume.range_yd, 2);
    for (size_t i = 0; i < 3; i++) {
        wmo_read_bgra(entry, volume.colors[i]);
    }
    volume.flags = reader_u32(entry);
    volume.doodad_set = reader_u16(entry);
    reader_skip(entry, PADDING);
    return volume;
}

struct wmo_texture_motion wmo_read_texture_motion(struct reader *entry)
{
    struct wmo_texture_motion motion = {0};
    read_floats(entry, motion.speed[0], 2);
    read_floats(entry, motion.speed[1], 2);
    return motion;
}

struct wmo_plane wmo_read_plane(struct reader *entry)
{
    struct wmo_plane plane;
    read_floats(entry, plane.normal, 3);
    plane.distance = reader_f32(entry);
    return plane;
}
