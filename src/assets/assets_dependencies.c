/* What the data were asked for, and whether it is still so: the part of assets.h about trails. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/assets.h"
#include "assets/assets_internal.h"
#include "formats/adt/adt.h"

static void record_dependency(const struct assets *assets, const struct dependency *dep)
{
    struct dep_set *deps = dep_recorder_current();
    uint32_t index;
    if (dep_table_add(assets->dependencies, dep, &index)) {
        dep_set_add(deps, index);
    } else {
        deps->failed = true;
    }
}

void assets_record_lookup(const struct assets *assets, const char *canonical, bool found)
{
    if (dep_recorder_current()) {
        struct dependency dep = {canonical, found ? CONTENT_ID_PRESENT : CONTENT_ID_ABSENT, 0};
        record_dependency(assets, &dep);
    }
}

/* A name matters without its file, too: messages and stand-ins have it. */
static struct hash128 name_content_id(const char *name, bool found)
{
    struct hash128 hash = hash128(name, strlen(name));
    hash.high ^= found;
    return hash;
}

void assets_record_id(const struct assets *assets, uint32_t file_id, const char *name, bool found)
{
    char text[DEP_NAME_BYTES];
    if (dep_recorder_current()) {
        snprintf(text, sizeof text, DEP_ID "%" PRIu32, file_id);
        struct dependency dep = {text, name_content_id(name, found), 0};
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

enum adtmap_status assets_read_source(const struct assets *assets, const struct source *source,
                                      size_t id, const char *canonical, enum assets_use use,
                                      const struct diag *diag, struct blob *blob, uint64_t *key)
{
    /* The stamp first: should the file change meanwhile, it shows next time. */
    struct file_stamp stamp;
    bool is_recorded = dep_recorder_current();
    bool is_known = is_recorded && source->v->stamp(source, id, canonical, &stamp);
    *key = is_known ? stamp.key : 0;
    struct block_pool *pool = use == ASSETS_WHOLE ? assets->pool : NULL;
    enum adtmap_status status = source->v->read(source, id, canonical, pool, diag, blob);
    if (status && is_recorded) {
        record_failure(assets, canonical, status, *key);
    }
    return status;
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

void assets_record_contents(const struct assets *assets, const char *name, const struct blob *blob,
                            uint64_t key)
{
    char canonical[NAME_BYTES];
    struct dep_set *deps = dep_recorder_current();
    uint32_t index;
    if (!deps || !name_canonical(name, canonical)) {
        return;
    }
    if (has_contents_recorded(assets, canonical, &index)) {
        dep_set_add(deps, index);
        return;
    }
    struct dependency dep = {canonical, hash128_blob(blob), key};
    record_dependency(assets, &dep);
}

void assets_record_placements(const struct assets *assets, const char *name,
                              const struct blob *blob, uint64_t key)
{
    char text[DEP_NAME_BYTES] = DEP_PLACEMENTS;
    char *canonical = text + strlen(DEP_PLACEMENTS);
    struct dep_set *deps = dep_recorder_current();
    uint32_t whole;
    if (!deps || !name_canonical(name, canonical)) {
        return;
    }
    if (dep_table_find(assets->dependencies, canonical, &whole)) {
        dep_set_remove(deps, whole); /* it is on it since the file was looked for */
    }
    struct dependency dep = {text, adt_hash_placing(blob->data, blob->size), key};
    record_dependency(assets, &dep);
}

struct dependency assets_dependency(const struct assets *assets, uint32_t index)
{
    return dep_table_at(assets->dependencies, index);
}

static bool is_same_id(const struct assets *assets, const struct dependency *dep)
{
    char name[NAME_BYTES];
    uint32_t file_id = (uint32_t)strtoul(dep->name + strlen(DEP_ID), NULL, 10);
    bool found = assets_name_of_id(assets, file_id, name);
    return hash128_equal(dep->content_id, name_content_id(name, found));
}

/* By the contents, which are read. */
static enum dep_match compare_contents(const struct assets *assets, const struct dependency *dep)
{
    const struct diag nobody = {0};
    struct blob blob;
    enum adtmap_status status = assets_read(assets, dependency_file(dep), &nobody, &blob);
    if (status) {
        return status == ADTMAP_NO_MEMORY ? DEP_NO_MEMORY : DEP_CHANGED;
    }
    struct hash128 now = dependency_is_placements(dep) ? adt_hash_placing(blob.data, blob.size)
                                                       : hash128_blob(&blob);
    blob_release(&blob);
    return hash128_equal(dep->content_id, now) ? DEP_SAME : DEP_CHANGED;
}

enum dep_match assets_compare(const struct assets *assets, int64_t recorded_ns,
                              struct dependency *dep)
{
    size_t id;
    struct file_stamp stamp;
    const char *file = dependency_file(dep);
    if (dependency_is_id(dep)) {
        return is_same_id(assets, dep) ? DEP_SAME : DEP_CHANGED;
    }
    const struct source *source = assets_find(assets, file, &id);
    if (!source || hash128_equal(dep->content_id, CONTENT_ID_ABSENT)) {
        return !source && hash128_equal(dep->content_id, CONTENT_ID_ABSENT) ? DEP_SAME
                                                                            : DEP_CHANGED;
    }
    if (hash128_equal(dep->content_id, CONTENT_ID_PRESENT)) {
        return DEP_SAME;
    }
    bool has_stamp = source->v->stamp(source, id, file, &stamp);
    if (has_stamp && stamp.key == dep->key && !file_stamp_is_racy(&stamp, recorded_ns)) {
        return DEP_SAME;
    }
    if (hash128_equal(dep->content_id, CONTENT_ID_BROKEN)) {
        return DEP_CHANGED;
    }
    enum dep_match match = compare_contents(assets, dep);
    if (match == DEP_SAME) {
        dep->key = has_stamp ? stamp.key : 0;
    }
    return match;
}
