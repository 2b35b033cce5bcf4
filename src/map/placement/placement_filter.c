#include "map/placement/placement_filter.h"

#include <stdio.h>
#include <string.h>

#include "base/path.h"
#include "base/text.h"

bool placement_pattern_matches(const char *pattern, const char *name)
{
    char contains[NAME_BYTES];
    if (!text_is_pattern(pattern) && strlen(pattern) + 3 <= sizeof contains) {
        snprintf(contains, sizeof contains, "*%s*", pattern);
        pattern = contains;
    }
    return text_matches(pattern, name, TEXT_ANY_CASE);
}

static bool matches_any(const char *const *patterns, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++) {
        if (placement_pattern_matches(patterns[i], name)) {
            return true;
        }
    }
    return false;
}

bool placement_id_is_hidden(const struct adtmap_objects *objects, uint32_t unique_id)
{
    for (size_t i = 0; i < objects->hide_id_count; i++) {
        if (objects->hide_ids[i] == unique_id) {
            return true;
        }
    }
    return false;
}

bool placement_name_is_hidden(const struct adtmap_objects *objects, const char *name)
{
    return matches_any(objects->hide, objects->hide_count, name);
}

bool placement_name_is_only(const struct adtmap_objects *objects, const char *name)
{
    return objects->only_count == 0 || matches_any(objects->only, objects->only_count, name);
}

bool placement_is_wanted(const struct adtmap_objects *objects, const char *name, uint32_t unique_id)
{
    char canonical[NAME_BYTES];
    const char *plain = name_canonical_or_itself(name, canonical);
    return !placement_id_is_hidden(objects, unique_id) &&
           !placement_name_is_hidden(objects, plain) && placement_name_is_only(objects, plain);
}
