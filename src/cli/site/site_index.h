/* The first page of a site: which maps it lists, in what order, under which headings. */
#ifndef CLI_SITE_SITE_INDEX_H
#define CLI_SITE_SITE_INDEX_H

#include "cli/site/site_maps.h"

/*
 * Writes OUT/index.html. `builds` holds the maps of each build. A map is listed with the renderings
 * that have pages; a map without any is left out. Headings come in the order of `groups`, other
 * headings after them, maps without a heading last. ADTMAP_BAD_ARGUMENT for a page of somebody
 * else, ADTMAP_NOT_FOUND if no map has pages, ADTMAP_IO, ADTMAP_NO_MEMORY.
 */
enum adtmap_status site_index_write(const struct site_file *file, const struct site_items *builds,
                                    const char *out, const struct diag *diag);

/* Whether writing would leave all files as they are; false also if no map has pages.
 * ADTMAP_NO_MEMORY. */
enum adtmap_status site_index_compare(const struct site_file *file, const struct site_items *builds,
                                      const char *out, const struct diag *diag, bool *is_same);

#endif
