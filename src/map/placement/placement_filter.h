/* Which WMOs and doodads the settings ask for. */
#ifndef MAP_PLACEMENT_PLACEMENT_FILTER_H
#define MAP_PLACEMENT_PLACEMENT_FILTER_H

#include <stdbool.h>
#include <stdint.h>

#include "adtmap/settings.h"

/* Whether a pattern of struct adtmap_objects matches a canonical name. */
bool placement_pattern_matches(const char *pattern, const char *name);

/* The parts of placement_is_wanted: by unique id, and by canonical name. */
bool placement_id_is_hidden(const struct adtmap_objects *objects, uint32_t unique_id);
bool placement_name_is_hidden(const struct adtmap_objects *objects, const char *name);
bool placement_name_is_only(const struct adtmap_objects *objects, const char *name);

/* Whether the building `name`, in any spelling, placed with `unique_id`, is to be drawn. */
bool placement_is_wanted(const struct adtmap_objects *objects, const char *name,
                         uint32_t unique_id);

#endif
