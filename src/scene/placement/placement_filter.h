/* Which buildings the settings ask for. */
#ifndef SCENE_PLACEMENT_PLACEMENT_FILTER_H
#define SCENE_PLACEMENT_PLACEMENT_FILTER_H

#include <stdbool.h>
#include <stdint.h>

#include "adtmap/settings.h"

/* Whether the building `name`, in any spelling, placed with `unique_id`, is to be drawn. */
bool placement_is_wanted(const struct adtmap_objects *objects, const char *name,
                         uint32_t unique_id);

#endif
