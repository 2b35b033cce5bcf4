/* What a tile was drawn from, so that `adtmap tile --watch` knows whether to draw it again. */
#ifndef CLI_COMMANDS_TILE_SEEN_H
#define CLI_COMMANDS_TILE_SEEN_H

#include "adtmap/adtmap.h"
#include "assets/dep_set.h"
#include "assets/dependency.h"

/* Zero-initialised: nothing is known. */
struct tile_seen {
    bool is_known;
    uint64_t stamps;           /* tile_seen_stamps */
    struct dependency *inputs; /* of the data; names from malloc */
    size_t count;
};

/* The stamps of the ADT, of the other files of a tile that is split, of the WDT and of the rules
 * for doodads, both of which may be NULL; files that are not there have none. */
uint64_t tile_seen_stamps(const char *adt, const char *wdt, const char *rules);

/* Whether all is as it was. */
bool tile_seen_is_same(const struct tile_seen *seen, const struct adtmap_data *data,
                       uint64_t stamps);

/* Takes what a tile was drawn from; when out of memory, nothing is known. */
void tile_seen_take(struct tile_seen *seen, const struct adtmap_data *data,
                    const struct dep_set *inputs, uint64_t stamps);

/* Nothing is known any more. */
void tile_seen_forget(struct tile_seen *seen);

#endif
