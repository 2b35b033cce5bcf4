#include "assets/m2_collision.h"

#include <stdlib.h>

#include "assets/left_out.h"
#include "assets/m2_model.h"

static void free_asset(void *value)
{
    struct m2_collision_asset *asset = value;
    arena_free(&asset->memory);
    free(asset);
}

static enum adtmap_status load_asset(const struct cache_loading *from,
                                     struct m2_collision_asset *asset)
{
    enum { BLOCK_BYTES = 2 << 10 };
    struct asset file;
    struct arena scratch = {0};
    struct blob blob = {0};
    struct adtmap_message why;
    struct m2_file *model = NULL;
    (void)m2_asset_find(from->assets, from->key, &file);
    const struct diag diag = {file.name, from->log, &why};
    asset->memory.block_bytes = BLOCK_BYTES;
    enum adtmap_status status = assets_read_found(from->assets, &file, ASSETS_WHOLE, &diag, &blob);
    if (!status) {
        status = m2_read(blob.data, blob.size, &scratch, &diag, &model);
    }
    if (!status) {
        status = m2_read_collision(model, &asset->memory, &diag, &asset->mesh);
    }
    if (status && status != ADTMAP_NO_MEMORY) {
        warn_left_out(from->log, &why, "what collides with the doodad is");
        asset->mesh = (struct m2_collision){0};
        status = ADTMAP_OK;
    }
    blob_release(&blob);
    arena_free(&scratch);
    return status;
}

static enum adtmap_status m2_collision_load(const struct cache_loading *loading, void **value,
                                            size_t *bytes)
{
    struct m2_collision_asset *asset = calloc(1, sizeof *asset);
    if (!asset) {
        return ADTMAP_NO_MEMORY;
    }
    enum adtmap_status status = load_asset(loading, asset);
    if (status) {
        free_asset(asset);
        return status;
    }
    *bytes = sizeof *asset + arena_bytes(&asset->memory);
    *value = asset;
    return ADTMAP_OK;
}

const struct cache_kind m2_collision_kind = {m2_collision_load, free_asset};
