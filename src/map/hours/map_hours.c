#include "map/hours/map_hours.h"

#include <stdio.h>
#include <string.h>

#include "base/path.h"
#include "map/hours/hour_field.h"
#include "map/map.h"
#include "map/map_names.h"

static bool leaves_textures(const struct adtmap_light *light)
{
    bool leaves = true;
    for (int c = 0; c < 3; c++) {
        leaves = leaves && light->ambient[c] == 1.0F && light->diffuse[c] == 0.0F;
    }
    return leaves;
}

/* Whether the sun stands where all presets have it. */
static bool has_preset_sun(const struct adtmap_light *light)
{
    struct adtmap_settings defaults;
    adtmap_settings_default(&defaults);
    bool is_there = true;
    for (int i = 0; i < 3; i++) {
        is_there = is_there && light->sun[i] == defaults.light.sun[i];
    }
    return is_there;
}

static void apply(const struct hour_lights *lights, struct adtmap_settings *settings)
{
    const bool has_time =
        settings->ground == ADTMAP_GROUND_TEXTURED && !leaves_textures(&settings->light);
    if (!lights->is_known || !has_time) {
        settings->time_min = -1.0F;
    } else if (has_preset_sun(&settings->light)) {
        hour_sun(settings_half_minutes(settings), settings->light.sun);
    }
}

static enum adtmap_status load(const struct adtmap_data *data, const struct hour_map *map,
                               const struct diag *diag, struct hour_lights *lights)
{
    enum adtmap_status status = hour_lights_load(data->assets, map, diag, lights);
    if (!status && !lights->is_known) {
        diag_warn(diag, NULL, NO_OFFSET,
                  "no time of day: the data have no lights for it (Light with LightIntBand or "
                  "LightData, or lights.lit); drawn in the light of the settings");
    }
    return status;
}

enum adtmap_status map_hours_ready(struct adtmap_map *map, const struct diag *diag,
                                   struct adtmap_settings *settings)
{
    enum adtmap_status status = ADTMAP_OK;
    if (!settings_have_time(settings)) {
        return ADTMAP_OK;
    }
    pthread_mutex_lock(&map->hours_lock);
    if (!map->has_hours) {
        const struct diag at_map = diag_at(diag, map->name);
        const struct hour_map of = {map->name, map->has_number, map->number};
        status = load(map->data, &of, &at_map, &map->hours);
        map->has_hours = !status;
    }
    pthread_mutex_unlock(&map->hours_lock);
    if (!status) {
        apply(&map->hours, settings);
    }
    return status;
}

/* "some/Azeroth_32_48.adt" -> "Azeroth" */
static void name_of_map(const char *path, char name[MAP_NAME_BYTES])
{
    snprintf(name, MAP_NAME_BYTES, "%s", path_base(path));
    name[strcspn(name, ".")] = '\0';
    for (int i = 0; i < 2; i++) {
        char *last = strrchr(name, '_');
        if (last && last[1] && strspn(last + 1, "0123456789") == strlen(last + 1)) {
            *last = '\0';
        }
    }
}

enum adtmap_status tile_hours_ready(const struct adtmap_data *data, const char *path,
                                    const struct diag *diag, struct hour_lights *lights,
                                    struct adtmap_settings *settings)
{
    char name[MAP_NAME_BYTES];
    struct hour_map map = {.folder = name};
    if (!settings_have_time(settings)) {
        return ADTMAP_OK;
    }
    name_of_map(path, name);
    enum adtmap_status status =
        map_names_id_of(data->assets, name, diag, &map.has_number, &map.number);
    if (!status) {
        status = load(data, &map, diag, lights);
    }
    if (!status) {
        apply(lights, settings);
    }
    return status;
}
