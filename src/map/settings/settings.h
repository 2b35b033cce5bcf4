/* The caller's struct adtmap_settings, of any version, as this library's. */
#ifndef MAP_SETTINGS_SETTINGS_H
#define MAP_SETTINGS_SETTINGS_H

#include <stdbool.h>

#include "adtmap/settings.h"

/*
 * Copies `given` to `settings`; fields that `given` does not have get their defaults.
 * ADTMAP_BAD_ARGUMENT, with the field named in `failure`, for what adtmap_settings_check refuses.
 */
enum adtmap_status settings_read(const struct adtmap_settings *given,
                                 struct adtmap_settings *settings, struct adtmap_message *failure);

/* Whether light depends on what stands on other tiles: shadows are cast, or the sky gives light. */
static inline bool settings_have_side_light(const struct adtmap_settings *settings)
{
    return settings->shadows == ADTMAP_SHADOWS_CAST || settings->sky > 0.0F;
}

/* Whether the shadows of the map's files are drawn. */
static inline bool settings_have_baked_shadows(const struct adtmap_settings *settings)
{
    return (settings->draw & ADTMAP_DRAW_SHADOWS) && settings->shadows == ADTMAP_SHADOWS_BAKED;
}

/* Makes `shadows` and the bit of `draw` say the same: either leaves shadows out. */
void settings_agree_on_shadows(struct adtmap_settings *settings);

#endif
