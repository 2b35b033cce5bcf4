/*
 * Chunks that no picture uses, a row each: the bytes of an entry and a function that reads one.
 * They are read from the document's offsets, as no parser needs them.
 */
#include "base/json.h"
#include "base/size.h"
#include "cli/report/describe_lists.h"
#include "cli/report/describe_parts.h"
#include "cli/report/flag_names.h"
#include "formats/wmo/wmo_extras.h"
#include "formats/wmo/wmo_parts.h"

static void describe_light(struct reader *bytes, struct json *facts)
{
    static const char *const types[] = {"omni", "spot", "directional", "ambient"};
    static const struct json_field fields[] = {
        JSON_FIELD("color", struct wmo_light, color),
        JSON_FIELD("position", struct wmo_light, position),
        JSON_FIELD("intensity", struct wmo_light, intensity),
        JSON_FIELD("attenuation_yd", struct wmo_light, attenuation_yd),
    };
    struct wmo_light light = wmo_read_light(bytes);
    json_string(facts, "type", light.type < COUNT_OF(types) ? types[light.type] : "unknown");
    json_fields(facts, fields, COUNT_OF(fields) - !light.has_attenuation, &light);
}

static void describe_ambient_volume(struct reader *bytes, struct json *facts)
{
    static const struct json_field fields[] = {
        JSON_FIELD("doodad_set", struct wmo_ambient_volume, doodad_set),
        JSON_FIELD("position", struct wmo_ambient_volume, position),
        JSON_FIELD("range_yd", struct wmo_ambient_volume, range_yd),
        JSON_FIELD("color_1", struct wmo_ambient_volume, colors[0]),
        JSON_FIELD("color_2", struct wmo_ambient_volume, colors[1]),
        JSON_FIELD("color_3", struct wmo_ambient_volume, colors[2]),
    };
    struct wmo_ambient_volume volume = wmo_read_ambient_volume(bytes);
    json_fields(facts, fields, COUNT_OF(fields), &volume);
    flag_names_add(facts, "flags", FLAGS_MAVD, volume.flags);
}

static void describe_texture_motion(struct reader *bytes, struct json *facts)
{
    struct wmo_texture_motion motion = wmo_read_texture_motion(bytes);
    json_floats(facts, "speed_1", motion.speed[0], 2);
    json_floats(facts, "speed_2", motion.speed[1], 2);
}

static void describe_plane(struct reader *bytes, struct json *facts)
{
    struct wmo_plane plane = wmo_read_plane(bytes);
    json_floats(facts, "normal", plane.normal, 3);
    json_number(facts, "distance", (double)plane.distance);
}

static const struct {
    const struct chunk_id *id;
    const char *member;
    const char *unit;        /* what the number of an entry counts */
    size_t bytes, bytes_v14; /* of an entry */
    void (*describe)(struct reader *bytes, struct json *facts);
} extras[] = {
    {&id_MOLT, "light_list", "light", WMO_LIGHT_BYTES, WMO_LIGHT_BYTES_V14, describe_light},
    {&id_MAVG, "global_ambient_volumes", "volume", WMO_AMBIENT_VOLUME_BYTES, 0,
     describe_ambient_volume},
    {&id_MAVD, "ambient_volumes", "volume", WMO_AMBIENT_VOLUME_BYTES, 0, describe_ambient_volume},
    {&id_MOUV, "texture_motions", "material", WMO_TEXTURE_MOTION_BYTES, 0, describe_texture_motion},
    {&id_MCVP, "convex_volume_planes", "plane", WMO_PLANE_BYTES, 0, describe_plane},
    {&id_MOPL, "terrain_cutting_planes", "plane", WMO_PLANE_BYTES, 0, describe_plane},
};

void describe_wmo_extras(const struct reader *chunks, uint32_t version, struct json *facts)
{
    for (size_t i = 0; i < COUNT_OF(extras); i++) {
        struct chunk chunk;
        if (!chunk_find(chunks, extras[i].id, &chunk)) {
            continue;
        }
        size_t stride =
            version == 14 && extras[i].bytes_v14 ? extras[i].bytes_v14 : extras[i].bytes;
        for (struct list_walk at = describe_list(facts, extras[i].member, chunk.size / stride);
             describe_next(&at);) {
            struct reader bytes = reader_make(chunk.data + at.index * stride, stride);
            json_number(facts, extras[i].unit, (double)at.index);
            extras[i].describe(&bytes, facts);
        }
    }
}
