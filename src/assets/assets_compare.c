/* Whether the data are still as an earlier run recorded them: assets_compare of assets.h. */
#include <stdlib.h>
#include <string.h>

#include "assets/assets.h"
#include "assets/assets_internal.h"
#include "formats/adt/adt.h"

static bool is_same_id(const struct assets *assets, const struct dependency *dep)
{
    char name[NAME_BYTES];
    uint32_t file_id = (uint32_t)strtoul(dep->name + strlen(DEP_ID), NULL, 10);
    bool found = assets_name_of_id(assets, file_id, name);
    return hash128_equal(dep->content_id, assets_name_content_id(name, found));
}

/* By the contents, which are read. */
static enum file_match compare_contents(const struct assets *assets, const struct asset *asset,
                                        const struct dependency *dep)
{
    struct blob blob;
    enum adtmap_status status = assets_read_found(assets, asset, ASSETS_WHOLE, &diag_silent, &blob);
    if (status) {
        return status == ADTMAP_NO_MEMORY ? FILE_NO_MEMORY
               : status == ADTMAP_IO      ? FILE_UNREADABLE
                                          : FILE_CHANGED;
    }
    struct hash128 now = dependency_is_placements(dep) ? adt_hash_placements(blob.data, blob.size)
                                                       : hash128_blob(&blob);
    blob_release(&blob);
    return hash128_equal(dep->content_id, now) ? FILE_SAME : FILE_CHANGED;
}

enum file_match assets_compare(const struct assets *assets, int64_t recorded_ns,
                               struct dependency *dep)
{
    struct asset asset;
    struct file_stamp stamp;
    const char *file = dependency_file(dep);
    if (dependency_is_id(dep)) {
        return is_same_id(assets, dep) ? FILE_SAME : FILE_CHANGED;
    }
    bool is_there = assets_look_up(assets, file, &asset);
    if (!is_there || hash128_equal(dep->content_id, CONTENT_ID_ABSENT)) {
        return !is_there && hash128_equal(dep->content_id, CONTENT_ID_ABSENT) ? FILE_SAME
                                                                              : FILE_CHANGED;
    }
    if (hash128_equal(dep->content_id, CONTENT_ID_PRESENT)) {
        return FILE_SAME;
    }
    bool has_stamp = asset.file.source->v->stamp(&asset.file, &stamp);
    if (has_stamp && stamp.key == dep->key && !file_stamp_is_racy(&stamp, recorded_ns)) {
        return FILE_SAME;
    }
    if (hash128_equal(dep->content_id, CONTENT_ID_BROKEN)) {
        return FILE_CHANGED;
    }
    enum file_match match = compare_contents(assets, &asset, dep);
    if (match == FILE_SAME) {
        dep->key = has_stamp ? stamp.key : 0;
    }
    return match;
}
