/* What doodads collide with, read once and shared: the collision meshes of models, without skins
 * and skeletons. */
#ifndef ASSETS_M2_COLLISION_H
#define ASSETS_M2_COLLISION_H

#include "assets/cache.h"
#include "base/arena.h"
#include "formats/m2/m2.h"

struct m2_collision_asset {
    struct arena memory;
    struct m2_collision mesh; /* empty: missing, damaged, or nothing to collide with */
};

/* A cache of struct m2_collision_asset, for m2_cache_pin. What is missing is named once on its log.
 */
extern const struct cache_kind m2_collision_kind;

#endif
