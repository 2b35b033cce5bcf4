/* Lights of a map as they are asked for, and what they make of settings that have a time of day. */
#ifndef MAP_HOURS_MAP_HOURS_H
#define MAP_HOURS_MAP_HOURS_H

#include "adtmap/settings.h"
#include "map/tables/hour_lights.h"

struct adtmap_data;
struct adtmap_map;

/*
 * Readies settings for a map. If they have a time of day, the map's lights are loaded at the first
 * call, and the sun is put where it stands then, unless the settings have put it elsewhere than
 * presets do. Without lights a warning, once a map, says so, and the settings lose the time; light
 * that leaves textures as they are has none, either, nor has a relief map. Threads: any. Fails with
 * ADTMAP_NO_MEMORY only.
 */
enum adtmap_status map_hours_ready(struct adtmap_map *map, const struct diag *diag,
                                   struct adtmap_settings *settings);

/* The same for a tile alone, whose file is `path`, "some/Azeroth_32_48.adt": the map is the one
 * that its name begins with. The lights are the caller's, zero-initialised; hour_lights_free frees
 * them.
 */
enum adtmap_status tile_hours_ready(const struct adtmap_data *data, const char *path,
                                    const struct diag *diag, struct hour_lights *lights,
                                    struct adtmap_settings *settings);

/* Whether settings have a time of day, and the time in half minutes since midnight. */
static inline bool settings_have_time(const struct adtmap_settings *settings)
{
    return settings->time_min >= 0.0F;
}

static inline uint32_t settings_half_minutes(const struct adtmap_settings *settings)
{
    return (uint32_t)(2.0F * settings->time_min) % HALF_MINUTES_A_DAY;
}

#endif
