#include "assets/assets.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/assets_internal.h"
#include "assets/sources/source_by_id.h"
#include "base/path.h"
#include "os/thread.h"

/* Of memory for files, for each core: a tile's ADT, a building and one of its groups. */
enum { IDLE_BLOCKS = 3 };

static void free_views(struct source **views, size_t count)
{
    for (size_t i = 0; views && i < count; i++) {
        if (views[i]) {
            views[i]->v->destroy(views[i]);
        }
    }
    free(views);
}

static enum adtmap_status make_views(const struct assets *assets, const struct listfile *listfile,
                                     const struct diag *diag, struct source ***views)
{
    size_t count = assets->sources.count;
    enum adtmap_status status = ADTMAP_OK;
    *views = calloc(count + 1, sizeof **views);
    if (!*views) {
        return diag_fail_memory(diag);
    }
    for (size_t i = 0; status == ADTMAP_OK && i < count; i++) {
        status = source_by_id_open(assets->sources.items[i], listfile, diag, &(*views)[i]);
    }
    if (status) {
        free_views(*views, count);
        *views = NULL;
    }
    return status;
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
    return open_path(path, client, diag, &assets->sources, &opened->contents);
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
    path_contents_text(&assets->paths[index].contents, text);
    return assets->paths[index].path;
}

enum adtmap_status assets_open(const char *const *paths, size_t count, const struct diag *diag,
                               struct assets **assets)
{
    static const struct adtmap_client any = {0};
    return assets_open_client(paths, count, &any, diag, assets);
}

enum adtmap_status assets_open_client(const char *const *paths, size_t count,
                                      const struct adtmap_client *client, const struct diag *diag,
                                      struct assets **assets)
{
    *assets = NULL;
    struct assets *opened = calloc(1, sizeof *opened);
    if (!opened) {
        return diag_fail_memory(diag);
    }
    opened->dependencies = dep_table_create();
    opened->pool =
        block_pool_create(FILE_READ_BYTES_MAX, IDLE_BLOCKS * (size_t)thread_core_count());
    enum adtmap_status status =
        opened->dependencies && opened->pool ? ADTMAP_OK : diag_fail_memory(diag);
    if (!status) {
        status = open_paths(opened, paths, count, client, diag);
    }
    if (status == ADTMAP_OK) {
        status = make_views(opened, NULL, diag, &opened->views);
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
    struct source **views;
    enum adtmap_status status = listfile_open(path, diag, &listfile);
    if (status) {
        return status;
    }
    status = make_views(assets, listfile, diag, &views);
    if (status) {
        listfile_close(listfile);
        return status;
    }
    free_views(assets->views, assets->sources.count);
    listfile_close(assets->listfile);
    assets->views = views;
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
    free_views(assets->views, assets->sources.count);
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
                           const char *canonical, size_t *id)
{
    if (!source->v->find_id) {
        return false;
    }
    uint32_t listed = assets->listfile ? listfile_id_of_name(assets->listfile, canonical) : 0;
    uint32_t file_id = listed ? listed : given_names_find(&assets->given, canonical);
    return file_id && source->v->find_id(source, file_id, id) == SOURCE_PRESENT;
}

const struct source *assets_find(const struct assets *assets, const char *canonical, size_t *id)
{
    for (size_t i = assets->sources.count; i > 0; i--) {
        const struct source *source = assets->sources.items[i - 1];
        const struct source *view = assets->views[i - 1];
        enum source_answer answer = source->v->find(source, canonical, id);
        if (answer == SOURCE_DELETED) {
            return NULL;
        }
        if (answer == SOURCE_PRESENT || find_listed_id(assets, source, canonical, id)) {
            return source;
        }
        if (view && view->v->find(view, canonical, id) == SOURCE_PRESENT) {
            return view;
        }
    }
    return NULL;
}

/* assets_find by any spelling of the name; NULL, too, for what is no name. */
static const struct source *find_named(const struct assets *assets, const char *name,
                                       char canonical[NAME_BYTES], size_t *id)
{
    return name_canonical(name, canonical) ? assets_find(assets, canonical, id) : NULL;
}

bool assets_has(const struct assets *assets, const char *name)
{
    char canonical[NAME_BYTES];
    size_t id;
    if (!name_canonical(name, canonical)) {
        return false;
    }
    bool found = assets_find(assets, canonical, &id) != NULL;
    assets_record_lookup(assets, canonical, found);
    return found;
}

void assets_read_ahead(const struct assets *assets, const char *name)
{
    char canonical[NAME_BYTES];
    size_t id;
    const struct source *source = find_named(assets, name, canonical, &id);
    if (source) {
        source->v->read_ahead(source, id, canonical);
    }
}

enum adtmap_status assets_read_unrecorded(const struct assets *assets, const char *name,
                                          enum assets_use use, const struct diag *diag,
                                          struct blob *blob, uint64_t *key)
{
    char canonical[NAME_BYTES];
    struct diag at_name = diag_at(diag, name);
    *blob = (struct blob){0};
    if (!name_canonical(name, canonical)) {
        return diag_fail(&at_name, ADTMAP_BAD_DATA, NULL, NO_OFFSET, "name leads outside the data");
    }
    size_t id;
    const struct source *source = assets_find(assets, canonical, &id);
    if (!source) {
        assets_record_lookup(assets, canonical, false);
        return diag_fail(&at_name, ADTMAP_NOT_FOUND, NULL, NO_OFFSET, "not in the data");
    }
    return assets_read_source(assets, source, id, canonical, use, &at_name, blob, key);
}

enum adtmap_status assets_read(const struct assets *assets, const char *name,
                               const struct diag *diag, struct blob *blob)
{
    uint64_t key;
    enum adtmap_status status =
        assets_read_unrecorded(assets, name, ASSETS_WHOLE, diag, blob, &key);
    if (!status) {
        assets_record_contents(assets, name, blob, key);
    }
    return status;
}

/* The name by which a source finds a file that it keeps under an id; false when it has none. */
static bool stored_name(const struct assets *assets, size_t index, uint32_t file_id,
                        char name[NAME_BYTES])
{
    size_t id;
    const struct source *source = assets->sources.items[index];
    const char *stored = source_by_id_stored(assets->views[index], file_id);
    if (stored) {
        snprintf(name, NAME_BYTES, "%s", stored);
        return true;
    }
    if (source->v->find_id && source->v->find_id(source, file_id, &id) == SOURCE_PRESENT) {
        snprintf(name, NAME_BYTES, "%" PRIu32, file_id);
        return true;
    }
    return false;
}

static bool name_of_id(const struct assets *assets, uint32_t file_id, char name[NAME_BYTES])
{
    size_t id;
    bool named = assets->listfile && listfile_name_of_id(assets->listfile, file_id, name);
    if (named && assets_find(assets, name, &id)) {
        return true;
    }
    for (size_t i = assets->sources.count; i > 0; i--) {
        if (stored_name(assets, i - 1, file_id, name)) {
            return true;
        }
    }
    if (!named) {
        snprintf(name, NAME_BYTES, "%" PRIu32, file_id);
    }
    return false;
}

bool assets_name_of_id(const struct assets *assets, uint32_t file_id, char name[NAME_BYTES])
{
    bool found = name_of_id(assets, file_id, name);
    assets_record_id(assets, file_id, name, found);
    return found;
}

uint32_t assets_id_of_name(const struct assets *assets, const char *name)
{
    return assets->listfile ? listfile_id_of_name(assets->listfile, name) : 0;
}

bool assets_size(const struct assets *assets, const char *name, uint64_t *bytes)
{
    char canonical[NAME_BYTES];
    size_t id;
    const struct source *source = find_named(assets, name, canonical, &id);
    return source && source->v->size(source, id, canonical, bytes);
}

bool assets_origin(const struct assets *assets, const char *name, char *text, size_t size)
{
    char canonical[NAME_BYTES];
    size_t id;
    const struct source *source = find_named(assets, name, canonical, &id);
    if (!source) {
        snprintf(text, size, "%s", name);
        return false;
    }
    source->v->origin(source, id, canonical, text, size);
    return true;
}
