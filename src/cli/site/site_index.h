/* The first page of a site: which maps it lists, in what order, under which headings. */
#ifndef CLI_SITE_SITE_INDEX_H
#define CLI_SITE_SITE_INDEX_H

#include "cli/site/site_maps.h"
#include "cli/site/site_worlds.h"
#include "job/phases/site_leaving.h"

/*
 * Writes index.html into the folder of the site or, with `is_same`, tells whether writing would
 * leave all files as they are; so are the pages of worlds. `builds` holds the maps of each build. A
 * map is listed with the renderings that have pages; a map without any is left out. Headings come
 * in the order of `groups`, other headings after them, maps without a heading last.
 * `shared` holds the paths below that folder, a NUL behind each, of files that were written before:
 * if they changed, they are listed with those of the index (job/records/site_changes.h). What is
 * in `leaving` is taken away when no page leads there any more.
 * ADTMAP_BAD_ARGUMENT for a page of somebody else; ADTMAP_NOT_FOUND if no map has pages, which is
 * not the same; ADTMAP_IO, ADTMAP_NO_MEMORY.
 */
enum adtmap_status site_index_put(const struct site_file *file, const struct site_items *builds,
                                  const struct site_worlds *worlds, const struct buffer *shared,
                                  struct site_leaving *leaving, const struct diag *diag,
                                  bool *is_same);

#endif
