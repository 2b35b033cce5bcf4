/*
 * The lights of the map come first, then the parameters that they name, and of the colours only
 * those of these parameters are kept: one pass over each table. In a lights.lit each light has
 * parameters of its own.
 */
#include "map/tables/hour_lights.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/path.h"
#include "base/size.h"
#include "formats/tables/lit.h"
#include "map/tables/client_table.h"

/* The bands of a parameter set in LightIntBand, and those that a map shows. */
enum { BANDS = 18, BANDS_OFFSET = 17, FIRST_LIQUID_BAND = 14 };

/* The light that holds where a map has no default. */
enum { LIGHT_OF_ALL_MAPS = 1 };

struct hour_loading {
    const struct assets *assets;
    const struct diag *diag;
    struct hour_lights *lights;
    uint32_t default_params; /* 0: none */
    uint32_t left_out;       /* lights beyond the bound, */
    uint32_t keys_left_out;  /* and colours */
};

/* Adds a light of the map. Of those without a place the first counts. */
static enum adtmap_status add_light(struct hour_loading *loading, const struct dbc_light *light)
{
    struct hour_lights *lights = loading->lights;
    if (!light->has_place) {
        loading->default_params =
            loading->default_params ? loading->default_params : light->params_id;
        return ADTMAP_OK;
    }
    if (lights->count == HOUR_LIGHTS_MAX) {
        loading->left_out++;
        return ADTMAP_OK;
    }
    if (!ARRAY_ROOM(lights->lights, lights->count)) {
        return ADTMAP_NO_MEMORY;
    }
    struct hour_light *added = &lights->lights[lights->count++];
    *added = (struct hour_light){
        .id = light->id, .start = light->start, .end = light->end, .params_id = light->params_id};
    memcpy(added->place, light->place, sizeof added->place);
    return ADTMAP_OK;
}

static void tell_left_out(const struct hour_loading *loading)
{
    if (loading->left_out > 0) {
        diag_warn(loading->diag, NULL, NO_OFFSET, "%u of its lights left out: more than %d",
                  (unsigned)loading->left_out, HOUR_LIGHTS_MAX);
    }
    if (loading->keys_left_out > 0) {
        diag_warn(loading->diag, NULL, NO_OFFSET,
                  "%u colours of its lights left out: more than %d of a thing a day",
                  (unsigned)loading->keys_left_out, HOUR_KEYS_MAX);
    }
}

static enum adtmap_status take_lights(struct hour_loading *loading, const struct table *table,
                                      const struct hour_map *map)
{
    uint32_t of_all_maps = 0;
    struct dbc_light light;
    for (uint32_t i = 0; i < table_count(table); i++) {
        if (!table_light_at(table, i, &light)) {
            continue;
        }
        if (light.id == LIGHT_OF_ALL_MAPS && of_all_maps == 0) {
            of_all_maps = light.params_id;
        }
        bool is_own = map->has_number && light.map_id == map->number;
        enum adtmap_status status = is_own ? add_light(loading, &light) : ADTMAP_OK;
        if (status) {
            return status;
        }
    }
    loading->default_params = loading->default_params ? loading->default_params : of_all_maps;
    return ADTMAP_OK;
}

static int compare_lights(const void *a, const void *b)
{
    const struct hour_light *x = a;
    const struct hour_light *y = b;
    int order = (x->end < y->end) - (x->end > y->end);
    return order ? order : (x->id > y->id) - (x->id < y->id);
}

static int compare_looks(const void *a, const void *b)
{
    const struct hour_look *x = a;
    const struct hour_look *y = b;
    return (x->params_id > y->params_id) - (x->params_id < y->params_id);
}

static struct hour_look *find_look(const struct hour_lights *lights, uint32_t params_id)
{
    const struct hour_look key = {.params_id = params_id};
    return array_find(&key, lights->looks, lights->look_count, sizeof key, compare_looks);
}

/* One look, without colours yet, for each parameter set that a light names. */
static enum adtmap_status list_looks(struct hour_loading *loading)
{
    struct hour_lights *lights = loading->lights;
    lights->looks = calloc((size_t)lights->count + 1, sizeof *lights->looks);
    if (!lights->looks) {
        return ADTMAP_NO_MEMORY;
    }
    for (uint32_t i = 0; i < lights->count; i++) {
        lights->looks[lights->look_count++].params_id = lights->lights[i].params_id;
    }
    if (loading->default_params) {
        lights->looks[lights->look_count++].params_id = loading->default_params;
    }
    lights->look_count = (uint32_t)array_sort_unique(lights->looks, lights->look_count,
                                                     sizeof *lights->looks, compare_looks);
    return ADTMAP_OK;
}

static void add_key(struct hour_loading *loading, struct hour_band *band, uint32_t time,
                    uint32_t color)
{
    if (band->count == HOUR_KEYS_MAX) {
        loading->keys_left_out++;
        return;
    }
    band->keys[band->count++] = (struct hour_key){time % HALF_MINUTES_A_DAY, color & 0xFFFFFF};
}

/* What a band of LightIntBand or of a lights.lit is of; HOUR_THINGS: of nothing that counts. */
static uint32_t thing_of(uint32_t band)
{
    return band <= HOUR_AMBIENT        ? band
           : band >= FIRST_LIQUID_BAND ? band - FIRST_LIQUID_BAND + HOUR_OCEAN_SHALLOW
                                       : HOUR_THINGS;
}

/* The first record of a band counts. */
static void take_bands(struct hour_loading *loading, const struct table *table)
{
    struct dbc_light_band found;
    for (uint32_t i = 0; i < table_count(table); i++) {
        if (!table_light_band_at(table, i, &found) || found.id > UINT32_MAX - BANDS_OFFSET) {
            continue;
        }
        struct hour_look *look = find_look(loading->lights, (found.id + BANDS_OFFSET) / BANDS);
        const uint32_t thing = thing_of((found.id + BANDS_OFFSET) % BANDS);
        if (!look || thing == HOUR_THINGS || look->bands[thing].count > 0) {
            continue;
        }
        for (uint32_t k = 0; k < found.count; k++) {
            add_key(loading, &look->bands[thing], found.times[k], found.colors[k]);
        }
    }
}

static void take_hours(struct hour_loading *loading, const struct table *table)
{
    struct dbc_light_hour found;
    for (uint32_t i = 0; i < table_count(table); i++) {
        struct hour_look *look = table_light_hour_at(table, i, &found)
                                     ? find_look(loading->lights, found.params_id)
                                     : NULL;
        if (!look) {
            continue;
        }
        add_key(loading, &look->bands[HOUR_SUN], found.time, found.sun);
        add_key(loading, &look->bands[HOUR_AMBIENT], found.time, found.ambient);
        for (uint32_t k = 0; k < HOUR_LIQUIDS; k++) {
            add_key(loading, &look->bands[HOUR_OCEAN_SHALLOW + k], found.time, found.liquids[k]);
        }
    }
}

static void take_params(struct hour_loading *loading, const struct table *table)
{
    struct dbc_light_params found;
    for (uint32_t i = 0; i < table_count(table); i++) {
        struct hour_look *look =
            table_light_params_at(table, i, &found) ? find_look(loading->lights, found.id) : NULL;
        if (look && !look->has_alpha) {
            look->has_alpha = true;
            memcpy(look->alpha, found.alpha, sizeof look->alpha);
        }
    }
}

static enum adtmap_status read_colors(struct hour_loading *loading)
{
    static const struct {
        enum table_kind kind;
        void (*take)(struct hour_loading *loading, const struct table *table);
    } steps[] = {
        {TABLE_LIGHT_BANDS, take_bands},
        {TABLE_LIGHT_HOURS, take_hours},
        {TABLE_LIGHT_PARAMS, take_params},
    };
    bool has_bands = false;
    for (size_t i = 0; i < COUNT_OF(steps); i++) {
        struct blob blob;
        struct table table;
        if (steps[i].kind == TABLE_LIGHT_HOURS && has_bands) {
            continue;
        }
        enum adtmap_status status =
            client_table_open(loading->assets, steps[i].kind, loading->diag, &blob, &table);
        if (status) {
            return status;
        }
        steps[i].take(loading, &table);
        has_bands |= table_count(&table) > 0;
        blob_release(&blob);
    }
    return ADTMAP_OK;
}

static int compare_keys(const void *a, const void *b)
{
    const struct hour_key *x = a;
    const struct hour_key *y = b;
    int order = (x->time > y->time) - (x->time < y->time);
    return order ? order : (x->color > y->color) - (x->color < y->color);
}

/* Puts everything in order, and finds out whether anything is known. */
static void complete(struct hour_loading *loading)
{
    struct hour_lights *lights = loading->lights;
    for (uint32_t i = 0; i < lights->look_count; i++) {
        for (int thing = 0; thing < HOUR_THINGS; thing++) {
            struct hour_band *band = &lights->looks[i].bands[thing];
            lights->is_known |= band->count > 0;
            if (band->count > 0) {
                array_sort(band->keys, band->count, sizeof *band->keys, compare_keys);
            }
        }
    }
    for (uint32_t i = 0; i < lights->count; i++) {
        lights->lights[i].look = find_look(lights, lights->lights[i].params_id);
    }
    if (lights->count > 0) {
        array_sort(lights->lights, lights->count, sizeof *lights->lights, compare_lights);
    }
    lights->everywhere =
        loading->default_params ? find_look(lights, loading->default_params) : NULL;
    tell_left_out(loading);
}

static enum adtmap_status load(struct hour_loading *loading, const struct hour_map *map)
{
    struct blob blob;
    struct table table;
    enum adtmap_status status =
        client_table_open(loading->assets, TABLE_LIGHTS, loading->diag, &blob, &table);
    if (status) {
        return status;
    }
    status = take_lights(loading, &table, map);
    blob_release(&blob);
    if (!status) {
        status = list_looks(loading);
    }
    if (!status && loading->lights->look_count > 0) {
        status = read_colors(loading);
    }
    if (!status) {
        complete(loading);
    }
    return status;
}

static enum adtmap_status take_lit(struct hour_loading *loading, const struct lit *lit)
{
    struct hour_lights *lights = loading->lights;
    struct dbc_light light;
    struct lit_band found;
    enum adtmap_status status = ADTMAP_OK;
    for (uint32_t i = 0; i < lit->light_count && !status; i++) {
        status = lit_light_at(lit, i, &light) ? add_light(loading, &light) : ADTMAP_OK;
    }
    status = status ? status : list_looks(loading);
    for (uint32_t i = 0; !status && i < lights->look_count; i++) {
        for (uint32_t band = 0; band < LIT_BANDS; band++) {
            const uint32_t thing = thing_of(band);
            lit_band_at(lit, lights->looks[i].params_id - 1, band, &found);
            for (uint32_t k = 0; thing < HOUR_THINGS && k < found.count; k++) {
                add_key(loading, &lights->looks[i].bands[thing], found.times[k], found.colors[k]);
            }
        }
    }
    if (!status) {
        complete(loading);
    }
    return status;
}

/* The lights that a map of clients before 1.9 has in its folder. */
static enum adtmap_status load_lit(struct hour_loading *loading, const char *folder)
{
    char name[NAME_BYTES];
    struct blob blob = {0};
    struct lit lit;
    snprintf(name, sizeof name, "World/Maps/%s/lights.lit", folder);
    if (!assets_has(loading->assets, name)) {
        return ADTMAP_OK;
    }
    struct adtmap_message why = {0};
    const struct diag own = {name, loading->diag->log, &why};
    enum adtmap_status status = assets_read(loading->assets, name, &own, &blob);
    if (!status) {
        status = lit_read(blob.data, blob.size, &own, &lit);
    }
    if (!status) {
        hour_lights_free(loading->lights);
        loading->default_params = 0;
        loading->left_out = 0;
        loading->keys_left_out = 0;
        status = take_lit(loading, &lit);
    } else if (status != ADTMAP_NO_MEMORY) {
        diag_warn(&own, NULL, NO_OFFSET, "%s; the light has no time of day", why.what);
        status = ADTMAP_OK;
    }
    blob_release(&blob);
    return status;
}

enum adtmap_status hour_lights_load(const struct assets *assets, const struct hour_map *map,
                                    const struct diag *diag, struct hour_lights *lights)
{
    struct hour_loading loading = {.assets = assets, .diag = diag, .lights = lights};
    *lights = (struct hour_lights){0};
    enum adtmap_status status = load(&loading, map);
    if (!status && !lights->is_known) {
        status = load_lit(&loading, map->folder);
    }
    if (status) {
        hour_lights_free(lights);
        return diag_fail_memory(diag);
    }
    return ADTMAP_OK;
}

void hour_lights_free(struct hour_lights *lights)
{
    free(lights->lights);
    free(lights->looks);
    *lights = (struct hour_lights){0};
}
