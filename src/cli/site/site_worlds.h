/* The worlds and entrances of a site: what its file and the client's tables say, checked against
 * the maps that there are. */
#ifndef CLI_SITE_SITE_WORLDS_H
#define CLI_SITE_SITE_WORLDS_H

#include "cli/site/site_client.h"
#include "output/web/web_world.h"

/* Zero-initialised: none. Borrows the strings of what it is made of. */
struct site_worlds {
    struct web_world *worlds;
    size_t count;
    struct web_entrance *entrances; /* between maps of the site */
    size_t entrance_count;
};

/*
 * Makes the worlds of a file. `builds` has the maps of each build. What is wrong with a frame or an
 * entrance is reported to diag->log at its place, it is left out, and *wrong counts it: a map that
 * the site lacks, a part without tiles, a world without maps. Frames that overlap are a warning,
 * except for a part that the client's table puts there. ADTMAP_NO_MEMORY.
 */
enum adtmap_status site_worlds_make(const struct site_file *file, const struct site_client *client,
                                    const struct site_items *builds, const struct diag *diag,
                                    struct site_worlds *worlds, size_t *wrong);

void site_worlds_free(struct site_worlds *worlds);

#endif
