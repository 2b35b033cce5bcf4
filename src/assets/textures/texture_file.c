#include "assets/textures/texture_file.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"

/* What a file is kept by. */
struct file_key {
    uint32_t file_id; /* where there is no name */
    char name[NAME_BYTES];
};

static enum adtmap_status read_for(enum assets_use use, const struct assets *assets,
                                   struct asset_ref ref, const struct diag *diag, struct blob *blob,
                                   char origin[TEXTURE_ORIGIN_BYTES])
{
    struct asset file;
    if (!assets_find(assets, ref, &file) && !ref.name) {
        return diag_fail(diag, ADTMAP_NOT_FOUND, NULL, NO_OFFSET,
                         ASSETS_ABSENT ", as far as a listfile tells");
    }
    struct diag at_file = diag_at(diag, ref.name ? diag->file : file.name);
    enum adtmap_status status = assets_read_found(assets, &file, use, &at_file, blob);
    if (!status) {
        asset_origin(&file, origin, TEXTURE_ORIGIN_BYTES);
    }
    return status;
}

enum adtmap_status texture_file_read(const struct assets *assets, struct asset_ref ref,
                                     const struct diag *diag, struct blob *blob,
                                     char origin[TEXTURE_ORIGIN_BYTES])
{
    return read_for(ASSETS_WHOLE, assets, ref, diag, blob, origin);
}

static void texture_file_free(void *value)
{
    struct texture_file *file = value;
    blob_release(&file->blob);
    free(file);
}

static enum adtmap_status texture_file_load(const struct cache_loading *loading, void **value,
                                            size_t *bytes)
{
    const struct file_key *key = loading->key;
    const struct asset_ref ref = {key->file_id ? NULL : key->name, key->file_id};
    char of_id[ASSET_ID_BYTES];
    const struct diag quiet = {asset_ref_text(ref, of_id), NULL, NULL};
    struct texture_file *file = calloc(1, sizeof *file);
    enum adtmap_status status = ADTMAP_NO_MEMORY;
    if (file) {
        status = read_for(ASSETS_KEPT, loading->assets, ref, &quiet, &file->blob, file->origin);
    }
    if (status) {
        if (file) {
            texture_file_free(file);
        }
        return status;
    }
    *bytes = sizeof *file + (file->blob.memory == BLOB_MAPPING ? 0 : file->blob.size);
    *value = file;
    return ADTMAP_OK;
}

const struct cache_kind texture_file_kind = {texture_file_load, texture_file_free};

bool texture_file_pin(struct cache *files, struct asset_ref ref, struct cache_pin *pin)
{
    struct file_key key;
    memset(&key, 0, offsetof(struct file_key, name) + 1);
    key.file_id = ref.name ? 0 : ref.file_id;
    if (ref.name && !name_canonical(ref.name, key.name)) {
        snprintf(key.name, sizeof key.name, "%s", ref.name);
    }
    size_t key_bytes = offsetof(struct file_key, name) + strlen(key.name) + 1;
    return cache_acquire(files, &key, key_bytes, NULL, pin) == ADTMAP_OK;
}

/* A mapped file must not change: it is not kept for longer than it is read. */
void texture_file_unpin(struct cache_pin *pin)
{
    const struct texture_file *file = pin->value;
    if (file && file->blob.memory == BLOB_MAPPING) {
        cache_discard(pin);
    } else {
        cache_release(pin);
    }
}
