/* The maps of a build that a site file asks for: names and patterns, compared with the data. */
#ifndef CLI_SITE_SITE_MAPS_H
#define CLI_SITE_SITE_MAPS_H

#include "cli/site/site_file.h"

/* Bounds, see docs/security.md. */
enum {
    SITE_COMPARED_MAX = 5 << 18, /* names of maps with patterns; each takes up to 4 us */
};

/* A map of a site. */
struct site_item {
    size_t map;     /* the entry of the file that it belongs to */
    char *name;     /* of its folder, as the data spell it */
    bool is_wanted; /* this run renders it */
};

/* Zero-initialised: none. */
struct site_items {
    struct site_item *items;
    size_t count;
};

/*
 * Lists the maps of the open build. A name counts before a pattern, of patterns the first; maps
 * without tiles match no pattern. `only` is a name or pattern of the maps that are wanted; NULL:
 * all. An entry that the data have no map for is reported to diag->log, and counted in *lacking; so
 * is it that patterns and maps are too many to compare all, and the last maps match none.
 * ADTMAP_NO_MEMORY.
 */
enum adtmap_status site_items_list(const struct site_file *file, size_t build,
                                   struct adtmap_data *data, const char *only,
                                   const struct diag *diag, struct site_items *items,
                                   size_t *lacking);

/* Whether an entry of the file names a map, or is a pattern that the name matches. */
bool site_entry_names(const struct site_file *file, size_t entry, const char *map);

void site_items_free(struct site_items *items);

#endif
