#include "map/open_data.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/sources/source_callbacks.h"
#include "map/map_names.h"
#include "map/settings/sized_struct.h"

/* The smallest source of a caller: all that there is so far. */
#define SOURCE_LEAST_BYTES sizeof(struct adtmap_source)

_Static_assert(offsetof(struct adtmap_source, close) + sizeof(void (*)(void)) ==
                   sizeof(struct adtmap_source),
               "the struct ends without padding");

/* Of the memory, as a divisor: about what the files of a tile's textures take. Few of them are
 * decoded again for later tiles. To read these again takes less time than the page faults that
 * more memory costs: a run has a fifth fewer of them than with a quarter. */
enum { FILE_SHARE = 16 };

static bool create_caches(struct adtmap_data *data)
{
    data->pool = cache_pool_create(0);
    data->file_pool = cache_pool_create(0);
    if (!data->pool || !data->file_pool) {
        return false;
    }
    adtmap_data_limit_memory(data, ADTMAP_MEMORY_DEFAULT_BYTES);
    data->texture_files =
        cache_create(data->file_pool, &texture_file_kind, data->assets, data->log);
    data->buildings = cache_create(data->pool, &wmo_model_kind, data->assets, data->log);
    data->models = cache_create(data->pool, &m2_asset_kind, data->assets, data->log);
    data->mips = cache_create(data->pool, &mip_texture_kind, data->assets, data->log);
    data->grounds = cache_create(data->pool, &ground_texture_kind, data->assets, data->log);
    return data->texture_files && data->buildings && data->models && data->mips && data->grounds;
}

/* Gives the WDTs of maps their names, for clients that have them by ids alone, and says which maps
 * lose theirs. */
static enum adtmap_status name_wdts(struct assets *assets, const struct diag *diag)
{
    struct map_names names;
    struct dbc_map map;
    enum adtmap_status status = map_names_open(assets, diag, &names);
    for (uint32_t i = 0; i < map_names_count(&names) && !status; i++) {
        char wdt[2 * NAME_BYTES + 16];
        char canonical[NAME_BYTES];
        bool has_id = map_names_at(&names, i, &map) && map.wdt_file_id && !strchr(map.folder, '/');
        if (!has_id || strlen(map.folder) >= NAME_BYTES) {
            continue;
        }
        snprintf(wdt, sizeof wdt, "world/maps/%s/%s.wdt", map.folder, map.folder);
        if (name_canonical(wdt, canonical)) {
            status = assets_name_file(assets, canonical, map.wdt_file_id, diag);
        }
    }
    if (!status) {
        status = map_names_report_hidden(&names, assets, diag);
    }
    map_names_close(&names);
    return status;
}

/* `last` as in assets_open_client. */
static enum adtmap_status open_data(const char *const *paths, size_t path_count,
                                    const struct adtmap_client *client, struct source *last,
                                    const struct diag *diag, struct adtmap_data **data)
{
    struct adtmap_data *opened = calloc(1, sizeof *opened);
    if (!opened) {
        if (last) {
            last->v->destroy(last);
        }
        return diag_fail_memory(diag);
    }
    opened->log = diag->log;
    enum adtmap_status status =
        assets_open_client(paths, path_count, client, last, diag, &opened->assets);
    if (!status) {
        status = name_wdts(opened->assets, diag);
    }
    if (!status) {
        status = create_caches(opened)
                     ? liquid_types_load(&opened->liquid_types, opened->assets, diag)
                     : diag_fail_memory(diag);
    }
    if (status) {
        adtmap_data_close(opened);
        return status;
    }
    *data = opened;
    return ADTMAP_OK;
}

enum adtmap_status adtmap_data_open(const char *const *paths, size_t path_count,
                                    const struct adtmap_log *log, struct adtmap_data **data,
                                    struct adtmap_message *failure)
{
    static const struct adtmap_client any = {0};
    return adtmap_data_open_client(paths, path_count, &any, log, data, failure);
}

enum adtmap_status adtmap_data_open_client(const char *const *paths, size_t path_count,
                                           const struct adtmap_client *client,
                                           const struct adtmap_log *log, struct adtmap_data **data,
                                           struct adtmap_message *failure)
{
    const struct diag diag = {.log = log, .failure = failure};
    *data = NULL;
    return open_data(paths, path_count, client, NULL, &diag, data);
}

void adtmap_source_default_sized(struct adtmap_source *source, size_t struct_bytes)
{
    static const struct adtmap_source defaults = {.struct_bytes = sizeof defaults};
    sized_struct_fill(source, struct_bytes, &defaults, sizeof defaults);
}

enum adtmap_status adtmap_data_open_source(const char *const *paths, size_t path_count,
                                           const struct adtmap_source *source,
                                           const struct adtmap_log *log, struct adtmap_data **data,
                                           struct adtmap_message *failure)
{
    static const struct adtmap_client any = {0};
    const struct diag diag = {.log = log, .failure = failure};
    struct adtmap_source callbacks = {.struct_bytes = sizeof callbacks};
    struct source *opened;
    *data = NULL;
    if (!source || !sized_struct_read(source, SOURCE_LEAST_BYTES, &callbacks, sizeof callbacks)) {
        return diag_fail(&diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                         "struct_bytes of the source is %u; adtmap_source_default sets it",
                         source ? (unsigned)source->struct_bytes : 0);
    }
    enum adtmap_status status = source_callbacks_open(&callbacks, &diag, &opened);
    return status ? status : open_data(paths, path_count, &any, opened, &diag, data);
}

enum adtmap_status adtmap_data_use_listfile(struct adtmap_data *data, const char *path,
                                            struct adtmap_message *failure)
{
    struct diag diag = {.log = data->log, .failure = failure};
    return assets_use_listfile(data->assets, path, &diag);
}

void adtmap_data_limit_memory(struct adtmap_data *data, size_t bytes)
{
    cache_pool_limit(data->pool, bytes - bytes / FILE_SHARE);
    cache_pool_limit(data->file_pool, bytes / FILE_SHARE);
}

void adtmap_data_close(struct adtmap_data *data)
{
    if (data) {
        cache_destroy(data->buildings);
        cache_destroy(data->models);
        cache_destroy(data->mips);
        cache_destroy(data->grounds);
        cache_destroy(data->texture_files);
        cache_pool_destroy(data->pool);
        cache_pool_destroy(data->file_pool);
        liquid_types_free(&data->liquid_types);
        assets_close(data->assets);
        free(data);
    }
}
