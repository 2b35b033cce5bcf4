/* What the data of a site's builds say of how its maps lie to each other. */
#ifndef CLI_SITE_SITE_CLIENT_H
#define CLI_SITE_SITE_CLIENT_H

#include "base/arena.h"
#include "cli/site/site_file.h"
#include "cli/site/site_maps.h"
#include "map/client_world.h"

/* Bounds, see docs/security.md. */
enum {
    SITE_ENTRANCES_MAX = 1 << 12,
    SITE_TRANSFORMS_MAX = 1 << 10,
};

/* The tiles of a map that a world may show. */
struct site_ground {
    const char *map; /* as the items spell it */
    struct tile_set tiles;
};

/* Zero-initialised: nothing. */
struct site_client {
    struct arena strings; /* of all but the grounds */
    struct client_entrance *entrances;
    size_t entrance_count;
    struct client_transform *transforms;
    size_t transform_count;
    struct site_ground *grounds;
    size_t ground_count;
};

/*
 * Adds what the open build says of its maps, which `items` borrows: entrances and grounds of maps
 * that earlier builds do not have, and the transforms if none are there yet. Grounds are those of
 * maps that may stand in a world of the file. A map that cannot be read has no ground and is a
 * warning. ADTMAP_NO_MEMORY.
 */
enum adtmap_status site_client_add(const struct site_file *file, const struct site_items *items,
                                   struct adtmap_data *data, const struct diag *diag,
                                   struct site_client *client);

/* The ground of a map, case ignored; NULL without one. */
const struct site_ground *site_client_ground(const struct site_client *client, const char *map);

void site_client_free(struct site_client *client);

#endif
