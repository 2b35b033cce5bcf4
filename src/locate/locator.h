/* Locators of several maps of the same data. The public side is adtmap/locate.h. */
#ifndef LOCATE_LOCATOR_H
#define LOCATE_LOCATOR_H

#include "adtmap/locate.h"

/* As adtmap_locator_open. With `first`, a locator of another map of the same data, its areas serve
 * both: the new one must not be used after `first` is closed. */
enum adtmap_status locator_open_next(struct adtmap_map *map, const struct adtmap_locator *first,
                                     struct adtmap_locator **locator,
                                     struct adtmap_message *failure);

#endif
