#include <stdio.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "cli/common.h"
#include "cli/report/describe_parts.h"
#include "cli/report/flag_names.h"

cJSON *describe_asset(const char *name, uint32_t file_id)
{
    char text[16] = "";
    if (file_id) {
        snprintf(text, sizeof text, "id:%u", (unsigned)file_id);
    }
    return cJSON_CreateString(name ? name : text);
}

cJSON *describe_vector(const float *values, int count)
{
    return cJSON_CreateFloatArray(values, count);
}

cJSON *describe_color(const uint8_t color[4])
{
    return cJSON_CreateIntArray((const int[]){color[0], color[1], color[2], color[3]}, 4);
}

/* The entry of `name`, or NULL. */
static cJSON *find_counted(const cJSON *list, const char *name)
{
    cJSON *entry = NULL;
    cJSON_ArrayForEach(entry, list)
    {
        const char *other = cJSON_GetStringValue(cJSON_GetObjectItem(entry, "name"));
        if (other && strcmp(other, name) == 0) {
            return entry;
        }
    }
    return NULL;
}

void describe_count(cJSON *list, const char *unit, const char *name, uint32_t file_id)
{
    cJSON *text = describe_asset(name, file_id);
    const char *found = cJSON_GetStringValue(text);
    cJSON *times = found ? cJSON_GetObjectItem(find_counted(list, found), unit) : NULL;
    if (times) {
        cJSON_SetNumberValue(times, times->valuedouble + 1.0);
        cJSON_Delete(text);
        return;
    }
    cJSON *entry = cJSON_CreateObject();
    common_json_put(entry, "name", text);
    cJSON_AddNumberToObject(entry, unit, 1);
    common_json_append(list, entry);
}

static cJSON *describe_entry(const struct adt_placement *placement, enum flag_field flags)
{
    cJSON *entry = cJSON_CreateObject();
    common_json_put(entry, "name", describe_asset(placement->name, placement->file_id));
    cJSON_AddNumberToObject(entry, "unique_id", placement->unique_id);
    common_json_put(entry, "position", cJSON_CreateDoubleArray(placement->position, 3));
    common_json_put(entry, "rotation", describe_vector(placement->rotation, 3));
    cJSON_AddNumberToObject(entry, "scale", (double)placement->scale);
    if (flags == FLAGS_MODF) {
        cJSON_AddNumberToObject(entry, "doodad_set", placement->doodad_set);
        cJSON_AddNumberToObject(entry, "name_set", placement->name_set);
    }
    flag_names_add(entry, "flags", flags, placement->flags);
    return entry;
}

/* `files`: each name once, with how often it is placed. `entries`: each placement. */
static void add_placements(cJSON *facts, const char *files, const char *entries,
                           const struct adt_placement *placements, uint32_t count,
                           enum flag_field flags)
{
    cJSON *by_file = cJSON_AddArrayToObject(facts, files);
    cJSON *list = cJSON_AddArrayToObject(facts, entries);
    for (uint32_t i = 0; i < count; i++) {
        describe_count(by_file, "placed", placements[i].name, placements[i].file_id);
        common_json_append(list, describe_entry(&placements[i], flags));
    }
}

void describe_placements(const struct adt_placements *placed, cJSON *facts)
{
    add_placements(facts, "doodads", "doodad_placements", placed->doodads, placed->doodad_count,
                   FLAGS_MDDF);
    add_placements(facts, "wmos", "wmo_placements", placed->wmos, placed->wmo_count, FLAGS_MODF);
}
