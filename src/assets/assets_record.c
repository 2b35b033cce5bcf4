/* Records what the data were asked for: the part of assets.h about dependencies. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/assets_internal.h"
#include "assets/content_hash.h"
#include "formats/adt/adt.h"

/* Whom to tell what these data are asked for; NULL: nobody. */
static struct dep_set *recorder_of(const struct assets *assets)
{
    return assets->is_unrecorded ? NULL : dep_recorder_current();
}

void assets_leave_unrecorded(struct assets *assets)
{
    assets->is_unrecorded = true;
}

static void record_dependency(const struct assets *assets, const struct dependency *dep)
{
    struct dep_set *deps = recorder_of(assets);
    uint32_t index;
    if (dep_table_add(assets->dependencies, dep, &index)) {
        dep_set_add(deps, index);
    } else {
        deps->failed = true;
    }
}

void assets_record_lookup(const struct assets *assets, const char *canonical, bool found)
{
    if (recorder_of(assets)) {
        struct dependency dep = {canonical, found ? CONTENT_ID_PRESENT : CONTENT_ID_ABSENT, 0};
        record_dependency(assets, &dep);
    }
}

struct hash128 assets_name_content_id(const char *name, bool found)
{
    struct hash128 hash = hash128(name, strlen(name));
    hash.high ^= found;
    return hash;
}

void assets_record_id(const struct assets *assets, uint32_t file_id, const char *name, bool found)
{
    char text[DEP_NAME_BYTES];
    if (recorder_of(assets)) {
        snprintf(text, sizeof text, DEP_ID "%" PRIu32, file_id);
        struct dependency dep = {text, assets_name_content_id(name, found), 0};
        record_dependency(assets, &dep);
    }
}

/* A file that could not be read; if that is not the file's fault, whoever asked asks again in the
 * next run, whatever the file is then. */
static void record_failure(const struct assets *assets, const char *canonical,
                           enum adtmap_status status, uint64_t key)
{
    char text[DEP_NAME_BYTES];
    bool is_passing = diag_is_transient(status);
    snprintf(text, sizeof text, "%s%s", is_passing ? DEP_UNREAD : "", canonical);
    struct dependency dep = {text, CONTENT_ID_BROKEN, is_passing ? 0 : key};
    record_dependency(assets, &dep);
}

/* Reads a found file, or what of it lies behind `head` (NULL: none). */
static enum adtmap_status read_unrecorded(const struct assets *assets, const struct asset *asset,
                                          enum assets_use use, const struct blob *head,
                                          const struct diag *diag, struct blob *blob, uint64_t *key)
{
    const struct source *source = asset->file.source;
    const char *name = asset_stored_name(asset);
    struct file_stamp stamp;
    bool is_recorded = recorder_of(assets);
    /* The stamp first: should the file change meanwhile, it shows next time. */
    bool is_known = is_recorded && source->v->stamp(&asset->file, &stamp);
    *key = is_known ? stamp.key : 0;
    struct block_pool *pool = use == ASSETS_WHOLE ? assets->pool : NULL;
    enum adtmap_status status;
    if (head) {
        status = source->v->read_rest(&asset->file, name, head, pool, diag, blob);
    } else if (use == ASSETS_PARTS && source->v->map) {
        status = source->v->map(&asset->file, name, diag, blob);
    } else {
        status = source->v->read(&asset->file, name, pool, diag, blob);
    }
    if (status && diag->failure) {
        source->v->origin(&asset->file, name, diag->failure->file, sizeof diag->failure->file);
    }
    if (status && is_recorded) {
        record_failure(assets, asset->name, status, *key);
    }
    return status;
}

enum adtmap_status assets_read_unrecorded(const struct assets *assets, const struct asset *asset,
                                          enum assets_use use, const struct diag *diag,
                                          struct blob *blob, uint64_t *key)
{
    *blob = (struct blob){0};
    if (!asset->has_name) {
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET, "name leads outside the data");
    }
    if (!asset->file.source) {
        assets_record_lookup(assets, asset->name, false);
        return diag_fail(diag, ADTMAP_NOT_FOUND, NULL, NO_OFFSET, ASSETS_ABSENT);
    }
    return read_unrecorded(assets, asset, use, NULL, diag, blob, key);
}

bool assets_read_head(const struct assets *assets, const struct asset *asset,
                      const struct blob *known, size_t bytes, const struct diag *diag,
                      struct blob *blob, uint64_t *key)
{
    const struct source *source = asset->file.source;
    struct file_stamp stamp;
    *blob = (struct blob){0};
    if (!source || !asset->has_name || !source->v->read_head) {
        return false;
    }
    bool is_known = recorder_of(assets) && source->v->stamp(&asset->file, &stamp);
    *key = is_known ? stamp.key : 0;
    return source->v->read_head(&asset->file, asset_stored_name(asset), known, bytes, diag, blob);
}

enum adtmap_status assets_read_rest(const struct assets *assets, const struct asset *asset,
                                    const struct blob *head, const struct diag *diag,
                                    struct blob *blob, uint64_t *key)
{
    *blob = (struct blob){0};
    return read_unrecorded(assets, asset, ASSETS_WHOLE, head, diag, blob, key);
}

static bool has_contents_recorded(const struct assets *assets, const char *canonical,
                                  uint32_t *index)
{
    if (!dep_table_find(assets->dependencies, canonical, index)) {
        return false;
    }
    struct dependency dep = dep_table_at(assets->dependencies, *index);
    return dependency_has_contents(&dep);
}

void assets_record_contents(const struct assets *assets, const char *canonical,
                            const struct blob *blob, uint64_t key)
{
    struct dep_set *deps = recorder_of(assets);
    uint32_t index;
    if (!deps) {
        return;
    }
    if (has_contents_recorded(assets, canonical, &index)) {
        dep_set_add(deps, index);
        return;
    }
    const struct hash128 content =
        blob_is_large(blob) ? hash128_blob(blob)
                            : content_hash_get(ADTMAP_CPU_AUTO)->hash(blob->data, blob->size);
    struct dependency dep = {canonical, content, key};
    record_dependency(assets, &dep);
}

void assets_record_placements(const struct assets *assets, const char *canonical,
                              const struct blob *blob, uint64_t key)
{
    char text[DEP_NAME_BYTES];
    struct dep_set *deps = recorder_of(assets);
    uint32_t whole;
    if (!deps) {
        return;
    }
    if (dep_table_find(assets->dependencies, canonical, &whole)) {
        dep_set_remove(deps, whole); /* recorded when the file was looked for */
    }
    snprintf(text, sizeof text, DEP_PLACEMENTS "%s", canonical);
    struct dependency dep = {text, adt_hash_placements(blob->data, blob->size), key};
    record_dependency(assets, &dep);
}

struct dependency assets_dependency(const struct assets *assets, uint32_t index)
{
    return dep_table_at(assets->dependencies, index);
}
