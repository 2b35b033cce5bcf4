/*
 * Open client data, what stands behind struct adtmap_data of the public header: where its files
 * come from, and the caches that all its maps share.
 */
#ifndef MAP_OPEN_DATA_H
#define MAP_OPEN_DATA_H

#include "adtmap/adtmap.h"
#include "assets/assets.h"
#include "assets/cache.h"
#include "assets/m2_model.h"
#include "assets/textures/ground_cache.h"
#include "assets/textures/mip_cache.h"
#include "assets/textures/texture_file.h"
#include "assets/wmo_model.h"
#include "map/liquid_types.h"

struct adtmap_data {
    struct assets *assets;
    const struct adtmap_log *log;
    struct liquid_types liquid_types;
    struct cache_pool *pool; /* of all caches of the data and of its maps */
    struct cache *buildings; /* struct wmo_model */
    struct cache *models;    /* of doodads, struct m2_asset */
    struct cache *mips;      /* textures of buildings, doodads and liquids, struct mip_texture */
    struct cache *grounds;   /* struct ground_texture */
    struct cache_pool
        *file_pool;              /* of a share of the memory, so that files of textures, which are
                                    of use for the tile alone that is read, displace nothing else */
    struct cache *texture_files; /* struct texture_file */
};

#endif
