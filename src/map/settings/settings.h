/* The caller's struct adtmap_settings, of any version, as this library's. */
#ifndef MAP_SETTINGS_SETTINGS_H
#define MAP_SETTINGS_SETTINGS_H

#include "adtmap/settings.h"

/*
 * Copies `given` to `settings`; fields that `given` does not have get their defaults.
 * ADTMAP_BAD_ARGUMENT, with the field named in `failure`, for what adtmap_settings_check refuses.
 */
enum adtmap_status settings_read(const struct adtmap_settings *given,
                                 struct adtmap_settings *settings, struct adtmap_message *failure);

#endif
