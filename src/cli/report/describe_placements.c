#include <stdio.h>

#include <cjson/cJSON.h>

#include "cli/common.h"
#include "cli/report/describe_lists.h"
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

/* The files of all placements. */
static struct used_file *list_files(const struct adt_placement *placements, uint32_t count)
{
    struct used_file *files = used_files_alloc(count);
    for (uint32_t i = 0; files && i < count; i++) {
        files[i] = (struct used_file){placements[i].name, placements[i].file_id, 0, 0};
    }
    return files;
}

/* `files`: each name once, with how often it is placed. `entries`: each placement. */
static void add_placements(cJSON *facts, const char *files, const char *entries,
                           const struct adt_placement *placements, uint32_t count,
                           enum flag_field flags)
{
    describe_used_files(facts, files, "placed", list_files(placements, count), count);
    cJSON *list = cJSON_AddArrayToObject(facts, entries);
    size_t shown = describe_shown(facts, entries, count, DESCRIBE_LIST_MAX);
    for (size_t i = 0; i < shown; i++) {
        common_json_append(list, describe_entry(&placements[i], flags));
    }
}

void describe_placements(const struct adt_placements *placed, cJSON *facts)
{
    add_placements(facts, "doodads", "doodad_placements", placed->doodads, placed->doodad_count,
                   FLAGS_MDDF);
    add_placements(facts, "wmos", "wmo_placements", placed->wmos, placed->wmo_count, FLAGS_MODF);
}
