/*
 * Entries of chunks in a WMO, one at a time: lights, ambient volumes, moving textures, planes (WMO
 * document). Of these a picture uses the ambient volumes alone; the others are for reports.
 */
#ifndef FORMATS_WMO_WMO_EXTRAS_H
#define FORMATS_WMO_WMO_EXTRAS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/reader.h"

/* Bytes of an entry. */
enum {
    WMO_LIGHT_BYTES = 48,
    WMO_LIGHT_BYTES_V14 = 32, /* without the rotation */
    WMO_AMBIENT_VOLUME_BYTES = 48,
    WMO_TEXTURE_MOTION_BYTES = 16,
    WMO_PLANE_BYTES = 16,
};

/* MOLT. */
struct wmo_light {
    uint8_t type; /* omni, spot, directional, ambient */
    bool has_attenuation;
    uint8_t color[4];
    float position[3];
    float intensity;
    float attenuation_yd[2]; /* from, to */
};

/* MAVG and MAVD. */
struct wmo_ambient_volume {
    float position[3];
    float range_yd[2]; /* from, to */
    uint8_t colors[3][4];
    uint32_t flags; /* WMO_AMBIENT_THIRD_COLOR */
    uint32_t doodad_set;
};

enum wmo_ambient_flag {
    WMO_AMBIENT_THIRD_COLOR = 0x1, /* the third colour counts, not the first */
};

/* MOUV: how the first two textures of a material move, in the unit of the file. */
struct wmo_texture_motion {
    float speed[2][2];
};

/* MCVP and MOPL. */
struct wmo_plane {
    float normal[3];
    float distance;
};

/*
 * Each reads one entry; what is cut off is zero. `entry` of a light holds just its bytes, which
 * tell whether it has a rotation.
 */
struct wmo_light wmo_read_light(struct reader *entry);
struct wmo_ambient_volume wmo_read_ambient_volume(struct reader *entry);
struct wmo_texture_motion wmo_read_texture_motion(struct reader *entry);
struct wmo_plane wmo_read_plane(struct reader *entry);

#endif
