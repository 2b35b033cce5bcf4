/*
 * Open client data, what stands behind struct adtmap_data of the public header: where its files
 * come from, and the caches that all its maps share.
 */
#ifndef SCENE_MAP_OPEN_DATA_H
#define SCENE_MAP_OPEN_DATA_H

#include <pthread.h>

#include "adtmap/adtmap.h"
#include "assets/assets.h"
#include "assets/cache.h"
#include "assets/m2_model.h"
#include "assets/textures/ground_cache.h"
#include "assets/textures/mip_cache.h"
#include "assets/textures/quad_px.h"
#include "assets/wmo_model.h"
#include "scene/map/liquid_types.h"

struct adtmap_data {
    struct assets *assets;
    const struct adtmap_log *log;
    struct liquid_types liquid_types;
    struct cache_pool *pool; /* of all caches of the data and of its maps */
    struct wmo_cache *buildings;
    struct m2_cache *models;                   /* of doodads */
    struct mip_cache *mips;                    /* textures of buildings and liquids */
    pthread_mutex_t lock;                      /* guards what follows */
    struct ground_cache *grounds[QUAD_PX_MAX]; /* at quad_px - 1; made when first asked for */
};

/* The shared cache of ground textures at `quad_px`, 1..QUAD_PX_MAX; NULL when out of memory. Owned
 * by the data. */
struct ground_cache *data_grounds(struct adtmap_data *data, uint32_t quad_px);

#endif
