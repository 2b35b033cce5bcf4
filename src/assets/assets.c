#include "assets/assets.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/assets_internal.h"
#include "base/path.h"
#include "os/thread.h"

/* Of memory for files, for each core: a tile's ADT, a building and one of its groups. */
enum { IDLE_BLOCKS = 3 };

static void free_stored(struct stored_names **stored, size_t count)
{
    for (size_t i = 0; stored && i < count; i++) {
        stored_names_free(stored[i]);
    }
    free(stored);
}

static enum adtmap_status make_stored(const struct assets *assets, const struct listfile *listfile,
                                      const struct diag *diag, struct stored_names ***stored)
{
    size_t count = assets->sources.count;
    enum adtmap_status status = ADTMAP_OK;
    *stored = calloc(count + 1, sizeof **stored);
    if (!*stored) {
        return diag_fail_memory(diag);
    }
    for (size_t i = 0; status == ADTMAP_OK && i < count; i++) {
        status = stored_names_make(assets->sources.items[i], listfile, diag, &(*stored)[i]);
    }
    if (status) {
        free_stored(*stored, count);
        *stored = NULL;
    }
    return status;
}

static struct stored_tables *create_stored(void)
{
    struct stored_tables *tables = calloc(1, sizeof *tables);
    if (tables) {
        pthread_mutex_init(&tables->lock, NULL);
        atomic_init(&tables->made, false);
    }
    return tables;
}

static void destroy_stored(struct stored_tables *tables, size_t count)
{
    if (tables) {
        free_stored(tables->of, count);
        pthread_mutex_destroy(&tables->lock);
        free(tables);
    }
}

/* The names that a source has for ids; they are made now if nobody has asked before. */
static const struct stored_names *stored_in(const struct assets *assets, size_t source)
{
    struct stored_tables *tables = assets->stored;
    if (!atomic_load_explicit(&tables->made, memory_order_acquire)) {
        pthread_mutex_lock(&tables->lock);
        if (!atomic_load_explicit(&tables->made, memory_order_relaxed)) {
            make_stored(assets, NULL, &diag_silent, &tables->of);
            atomic_store_explicit(&tables->made, true, memory_order_release);
        }
        pthread_mutex_unlock(&tables->lock);
    }
    return tables->of ? tables->of[source] : NULL;
}

/* Opens path number assets->path_count of those that there is room for. */
static enum adtmap_status open_next_path(struct assets *assets, const char *path,
                                         const struct adtmap_client *client,
                                         const struct diag *diag)
{
    struct opened_path *opened = &assets->paths[assets->path_count++];
    opened->path = strdup(path);
    if (!opened->path) {
        return diag_fail_memory(diag);
    }
    opened->first_source = assets->sources.count;
    enum adtmap_status status = open_path(path, client, diag, &assets->sources, &opened->contents);
    opened->end_source = assets->sources.count;
    return status;
}

static enum adtmap_status open_paths(struct assets *assets, const char *const *paths, size_t count,
                                     const struct adtmap_client *client, const struct diag *diag)
{
    assets->paths = calloc(count + 1, sizeof *assets->paths);
    enum adtmap_status status = assets->paths ? ADTMAP_OK : diag_fail_memory(diag);
    for (size_t i = 0; status == ADTMAP_OK && i < count; i++) {
        status = open_next_path(assets, paths[i], client, diag);
    }
    return status;
}

const char *assets_path_contents(const struct assets *assets, size_t index,
                                 char text[ASSETS_CONTENTS_BYTES])
{
    if (index >= assets->path_count) {
        return NULL;
    }
    const struct opened_path *opened = &assets->paths[index];
    const struct source *last = opened->end_source > opened->first_source
                                    ? assets->sources.items[opened->end_source - 1]
                                    : NULL;
    path_contents_text(&opened->contents, last ? last->v->name_count(last) : 0, text);
    return opened->path;
}

size_t assets_path_count(const struct assets *assets)
{
    return assets->path_count;
}

bool assets_find_in_path(const struct assets *assets, size_t index, const char *name,
                         struct asset *asset)
{
    asset->file = (struct source_file){0};
    asset->has_name = name_canonical(name, asset->name);
    if (!asset->has_name || index >= assets->path_count) {
        return false;
    }
    enum source_answer answer = SOURCE_ABSENT;
    const struct opened_path *opened = &assets->paths[index];
    for (size_t i = opened->end_source; i > opened->first_source && answer == SOURCE_ABSENT; i--) {
        const struct source *source = assets->sources.items[i - 1];
        answer = source->v->find(source, asset->name, &asset->file);
    }
    if (answer != SOURCE_PRESENT) {
        asset->file = (struct source_file){0};
    }
    return answer == SOURCE_PRESENT;
}

size_t assets_unread_count(const struct assets *assets)
{
    size_t unread = assets->sources.unread;
    for (size_t i = 0; i < assets->sources.count; i++) {
        unread += assets->sources.items[i]->unread;
    }
    return unread;
}

enum adtmap_status assets_open(const char *const *paths, size_t count, const struct diag *diag,
                               struct assets **assets)
{
    static const struct adtmap_client any = {0};
    return assets_open_client(paths, count, &any, NULL, diag, assets);
}

enum adtmap_status assets_open_client(const char *const *paths, size_t count,
                                      const struct adtmap_client *client, struct source *last,
                                      const struct diag *diag, struct assets **assets)
{
    *assets = NULL;
    struct assets *opened = calloc(1, sizeof *opened);
    if (!opened) {
        if (last) {
            last->v->destroy(last);
        }
        return diag_fail_memory(diag);
    }
    opened->dependencies = dep_table_create();
    opened->pool =
        block_pool_create(FILE_READ_BYTES_MAX, IDLE_BLOCKS * (size_t)thread_core_count());
    opened->stored = create_stored();
    enum adtmap_status status =
        opened->dependencies && opened->pool && opened->stored ? ADTMAP_OK : diag_fail_memory(diag);
    if (!status) {
        status = open_paths(opened, paths, count, client, diag);
    }
    if (last && status) {
        last->v->destroy(last);
    } else if (last) {
        status = source_list_add(&opened->sources, last, diag);
    }
    if (status) {
        assets_close(opened);
        return status;
    }
    *assets = opened;
    return ADTMAP_OK;
}

enum adtmap_status assets_use_listfile(struct assets *assets, const char *path,
                                       const struct diag *diag)
{
    struct listfile *listfile;
    struct stored_names **stored;
    enum adtmap_status status = listfile_open(path, diag, &listfile);
    if (status) {
        return status;
    }
    status = make_stored(assets, listfile, diag, &stored);
    if (status) {
        listfile_close(listfile);
        return status;
    }
    free_stored(assets->stored->of, assets->sources.count);
    listfile_close(assets->listfile);
    assets->stored->of = stored;
    atomic_store_explicit(&assets->stored->made, true, memory_order_release);
    assets->listfile = listfile;
    return ADTMAP_OK;
}

void assets_close(struct assets *assets)
{
    if (!assets) {
        return;
    }
    for (size_t i = 0; i < assets->path_count; i++) {
        free(assets->paths[i].path);
    }
    free(assets->paths);
    destroy_stored(assets->stored, assets->sources.count);
    source_list_free(&assets->sources);
    listfile_close(assets->listfile);
    given_names_free(&assets->given);
    dep_table_destroy(assets->dependencies);
    block_pool_destroy(assets->pool);
    free(assets);
}

enum adtmap_status assets_name_file(struct assets *assets, const char *canonical, uint32_t file_id,
                                    const struct diag *diag)
{
    bool fine = given_names_add(&assets->given, canonical, file_id);
    return fine ? ADTMAP_OK : diag_fail_memory(diag);
}

/* By the id that the listfile has for the name, or that it was given. */
static bool find_listed_id(const struct assets *assets, const struct source *source,
                           const char *canonical, struct source_file *file)
{
    if (!source->v->find_id) {
        return false;
    }
    uint32_t listed = assets->listfile ? listfile_id_of_name(assets->listfile, canonical) : 0;
    uint32_t file_id = listed ? listed : given_names_find(&assets->given, canonical);
    return file_id && source->v->find_id(source, file_id, file) == SOURCE_PRESENT;
}

/* By the name that the listfile has for an id under which the source stores the file. */
static bool find_stored(const struct stored_names *names, const struct source *source,
                        const char *canonical, struct source_file *file)
{
    const char *stored = stored_names_find(names, canonical);
    bool found = stored && source->v->find(source, stored, file) == SOURCE_PRESENT;
    file->stored = stored;
    return found;
}

/* The last source that has it, unless a later one says it is deleted. */
bool assets_look_up_canonical(const struct assets *assets, struct asset *asset)
{
    enum source_answer answer = SOURCE_ABSENT;
    asset->has_name = true;
    for (size_t i = assets->sources.count; i > 0 && answer != SOURCE_DELETED; i--) {
        const struct source *source = assets->sources.items[i - 1];
        answer = source->v->find(source, asset->name, &asset->file);
        if (answer == SOURCE_PRESENT ||
            (answer == SOURCE_ABSENT &&
             (find_listed_id(assets, source, asset->name, &asset->file) ||
              find_stored(assets_listed_names(assets, i - 1), source, asset->name,
                          &asset->file)))) {
            return true;
        }
    }
    asset->file = (struct source_file){0};
    return false;
}

bool assets_look_up(const struct assets *assets, const char *name, struct asset *asset)
{
    if (name_canonical(name, asset->name)) {
        return assets_look_up_canonical(assets, asset);
    }
    asset->file = (struct source_file){0};
    asset->has_name = false;
    snprintf(asset->name, sizeof asset->name, "%s", name);
    return false;
}

/* By name, else by that in UTF-8: files name others in the code page of their client, folders in
 * UTF-8. Records which of both nothing has; the caller records the other. */
static bool look_up_written(const struct assets *assets, const char *name, struct asset *asset)
{
    char utf8[NAME_BYTES];
    struct asset other;
    if (assets_look_up(assets, name, asset)) {
        return true;
    }
    if (!asset->has_name || !name_from_windows_1252(asset->name, utf8)) {
        return false;
    }
    bool found = assets_look_up(assets, utf8, &other);
    assets_record_lookup(assets, found ? asset->name : other.name, false);
    if (found) {
        *asset = other;
    }
    return found;
}

/* By the name that the listfile has for it, else by the id itself, from the last source on. */
static bool look_up_id(const struct assets *assets, uint32_t file_id, struct asset *asset)
{
    bool is_listed =
        assets->listfile && listfile_name_of_id(assets->listfile, file_id, asset->name);
    if (is_listed && assets_look_up_canonical(assets, asset)) {
        return true;
    }
    for (size_t i = assets->sources.count; i > 0; i--) {
        const struct source *source = assets->sources.items[i - 1];
        const char *stored = stored_names_of_id(stored_in(assets, i - 1), file_id);
        if (stored) {
            return assets_look_up(assets, stored, asset);
        }
        if (source->v->find_id &&
            source->v->find_id(source, file_id, &asset->file) == SOURCE_PRESENT) {
            asset->has_name = true;
            snprintf(asset->name, sizeof asset->name, "%" PRIu32, file_id);
            return true;
        }
    }
    asset->file = (struct source_file){0};
    asset->has_name = true;
    if (!is_listed) {
        snprintf(asset->name, sizeof asset->name, "%" PRIu32, file_id);
    }
    return false;
}

bool assets_may_have_ids(const struct assets *assets)
{
    bool may = assets->listfile;
    for (size_t i = 0; i < assets->sources.count && !may; i++) {
        const struct source *source = assets->sources.items[i];
        may = !source->v->may_store_ids || source->v->may_store_ids(source);
    }
    return may;
}

bool assets_find(const struct assets *assets, struct asset_ref ref, struct asset *asset)
{
    bool found = ref.name ? look_up_written(assets, ref.name, asset)
                          : look_up_id(assets, ref.file_id, asset);
    if (!ref.name) {
        assets_record_id(assets, ref.file_id, asset->name, found);
    } else if (asset->has_name) {
        assets_record_lookup(assets, asset->name, found);
    }
    return found;
}

bool assets_has(const struct assets *assets, const char *name)
{
    struct asset asset;
    return assets_find(assets, (struct asset_ref){name, 0}, &asset);
}

bool assets_name_of_id(const struct assets *assets, uint32_t file_id, char name[NAME_BYTES])
{
    struct asset asset;
    bool found = assets_find(assets, (struct asset_ref){NULL, file_id}, &asset);
    strcpy(name, asset.name);
    return found;
}

const char *assets_name_of(const struct assets *assets, struct asset_ref ref, char name[NAME_BYTES])
{
    if (ref.name) {
        return name_canonical_or_itself(ref.name, name);
    }
    assets_name_of_id(assets, ref.file_id, name);
    return name;
}

void asset_read_ahead(const struct asset *asset)
{
    if (asset->file.source->v->read_ahead) {
        asset->file.source->v->read_ahead(&asset->file);
    }
}

enum adtmap_status assets_read_found(const struct assets *assets, const struct asset *asset,
                                     enum assets_use use, const struct diag *diag,
                                     struct blob *blob)
{
    uint64_t key;
    enum adtmap_status status = assets_read_unrecorded(assets, asset, use, diag, blob, &key);
    if (!status) {
        assets_record_contents(assets, asset->name, blob, key);
    }
    return status;
}

enum adtmap_status assets_read(const struct assets *assets, const char *name,
                               const struct diag *diag, struct blob *blob)
{
    struct asset asset;
    struct diag at_name = diag_at(diag, name);
    look_up_written(assets, name, &asset);
    return assets_read_found(assets, &asset, ASSETS_WHOLE, &at_name, blob);
}

uint32_t assets_id_of_name(const struct assets *assets, const char *name)
{
    return assets->listfile ? listfile_id_of_name(assets->listfile, name) : 0;
}

bool assets_size(const struct assets *assets, const char *name, uint64_t *bytes)
{
    struct asset asset;
    return assets_look_up(assets, name, &asset) && asset.file.source->v->size(&asset.file, bytes);
}

void asset_origin(const struct asset *asset, char *text, size_t size)
{
    const struct source *source = asset->file.source;
    if (source) {
        source->v->origin(&asset->file, asset_stored_name(asset), text, size);
    } else {
        snprintf(text, size, "%s", asset->name);
    }
}

bool assets_origin(const struct assets *assets, const char *name, char *text, size_t size)
{
    struct asset asset;
    if (!assets_look_up(assets, name, &asset)) {
        snprintf(text, size, "%s", name);
        return false;
    }
    asset_origin(&asset, text, size);
    return true;
}
