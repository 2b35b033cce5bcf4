#include <cjson/cJSON.h>

#include "base/size.h"
#include "cli/common.h"
#include "cli/report/describe_lists.h"
#include "cli/report/describe_parts.h"
#include "cli/report/flag_names.h"
#include "formats/wmo/wmo_extras.h"
#include "formats/wmo/wmo_parts.h"

static void describe_light(struct reader *bytes, cJSON *entry)
{
    static const char *const types[] = {"omni", "spot", "directional", "ambient"};
    struct wmo_light light = wmo_read_light(bytes);
    cJSON_AddStringToObject(entry, "type",
                            light.type < COUNT_OF(types) ? types[light.type] : "unknown");
    common_json_put(entry, "color", describe_color(light.color));
    common_json_put(entry, "position", describe_vector(light.position, 3));
    cJSON_AddNumberToObject(entry, "intensity", (double)light.intensity);
    if (light.has_attenuation) {
        common_json_put(entry, "attenuation_yd", describe_vector(light.attenuation_yd, 2));
    }
}

static void describe_ambient_volume(struct reader *bytes, cJSON *entry)
{
    struct wmo_ambient_volume volume = wmo_read_ambient_volume(bytes);
    cJSON_AddNumberToObject(entry, "doodad_set", volume.doodad_set);
    common_json_put(entry, "position", describe_vector(volume.position, 3));
    common_json_put(entry, "range_yd", describe_vector(volume.range_yd, 2));
    common_json_put(entry, "color_1", describe_color(volume.colors[0]));
    common_json_put(entry, "color_2", describe_color(volume.colors[1]));
    common_json_put(entry, "color_3", describe_color(volume.colors[2]));
    flag_names_add(entry, "flags", FLAGS_MAVD, volume.flags);
}

static void describe_texture_motion(struct reader *bytes, cJSON *entry)
{
    struct wmo_texture_motion motion = wmo_read_texture_motion(bytes);
    common_json_put(entry, "speed_1", describe_vector(motion.speed[0], 2));
    common_json_put(entry, "speed_2", describe_vector(motion.speed[1], 2));
}

static void describe_plane(struct reader *bytes, cJSON *entry)
{
    struct wmo_plane plane = wmo_read_plane(bytes);
    common_json_put(entry, "normal", describe_vector(plane.normal, 3));
    cJSON_AddNumberToObject(entry, "distance", (double)plane.distance);
}

static const struct extra {
    const char *id;
    const char *member;
    const char *unit;        /* what the number of an entry counts */
    size_t bytes, bytes_v14; /* of an entry */
    void (*describe)(struct reader *bytes, cJSON *entry);
} extras[] = {
    {"MOLT", "light_list", "light", WMO_LIGHT_BYTES, WMO_LIGHT_BYTES_V14, describe_light},
    {"MAVG", "global_ambient_volumes", "volume", WMO_AMBIENT_VOLUME_BYTES, 0,
     describe_ambient_volume},
    {"MAVD", "ambient_volumes", "volume", WMO_AMBIENT_VOLUME_BYTES, 0, describe_ambient_volume},
    {"MOUV", "texture_motions", "material", WMO_TEXTURE_MOTION_BYTES, 0, describe_texture_motion},
    {"MCVP", "convex_volume_planes", "plane", WMO_PLANE_BYTES, 0, describe_plane},
    {"MOPL", "terrain_cutting_planes", "plane", WMO_PLANE_BYTES, 0, describe_plane},
};

static void add_entries(const struct extra *extra, const struct chunk *chunk, uint32_t version,
                        cJSON *facts)
{
    size_t stride = version == 14 && extra->bytes_v14 ? extra->bytes_v14 : extra->bytes;
    cJSON *list = cJSON_AddArrayToObject(facts, extra->member);
    size_t shown = describe_shown(facts, extra->member, chunk->size / stride, DESCRIBE_LIST_MAX);
    for (size_t i = 0; i < shown; i++) {
        struct reader bytes = reader_make(chunk->data + i * stride, stride);
        cJSON *entry = cJSON_CreateObject();
        cJSON_AddNumberToObject(entry, extra->unit, (double)i);
        extra->describe(&bytes, entry);
        common_json_append(list, entry);
    }
}

void describe_wmo_extras(const struct reader *chunks, uint32_t version, cJSON *facts)
{
    for (size_t i = 0; i < COUNT_OF(extras); i++) {
        struct chunk chunk;
        if (chunk_find(chunks, extras[i].id, &chunk)) {
            add_entries(&extras[i], &chunk, version, facts);
        }
    }
}
