/* Client data that hold some textures, open for tests that make meshes. */
#ifndef TESTS_SCENE_MIP_DATA_H
#define TESTS_SCENE_MIP_DATA_H

#include <string.h>

#include "assets/textures/blp_file.h"
#include "assets/textures/mip_cache.h"

enum { MIP_DATA_EDGE = 4 };

struct mip_data {
    struct temporary place;
    struct assets *assets;
    struct cache_pool *pool;
    struct cache *cache;
    struct arena arena;
};

/* Every texel of the texture `names[i]` has i + 1 in all channels. */
static inline void mip_data_open(struct mip_data *data, const char *const *names, size_t count)
{
    const struct diag diag = {0};
    *data = (struct mip_data){.place = temporary_make()};
    for (size_t i = 0; i < count; i++) {
        uint8_t rgba[4 * MIP_DATA_EDGE * MIP_DATA_EDGE];
        memset(rgba, (int)i + 1, sizeof rgba);
        temporary_file(&data->place, names[i], "");
        blp_file_write(&data->place, names[i], rgba, MIP_DATA_EDGE, SIZE_MAX);
    }
    const char *const root = data->place.path;
    assert_int_equal(assets_open(&root, 1, &diag, &data->assets), ADTMAP_OK);
    data->pool = cache_pool_create(1 << 20);
    data->cache = cache_create(data->pool, &mip_texture_kind, data->assets, NULL);
    assert_non_null(data->cache);
}

static inline void mip_data_close(struct mip_data *data)
{
    cache_destroy(data->cache);
    cache_pool_destroy(data->pool);
    assets_close(data->assets);
    arena_free(&data->arena);
    temporary_remove(&data->place);
}

#endif
