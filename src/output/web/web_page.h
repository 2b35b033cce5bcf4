/* The text of web pages: one a map, and the list of all maps. */
#ifndef OUTPUT_WEB_WEB_PAGE_H
#define OUTPUT_WEB_WEB_PAGE_H

#include <stddef.h>

#include "base/buffer.h"
#include "output/web/web_map.h"

/* The map put together from pictures of one level of at least `wanted_px`, in a box of the shape of
 * its bounds. `base` is the address of the map's folder, with a slash at its end. */
void web_page_mosaic(struct buffer *text, const struct web_map *map, const char *base,
                     uint32_t wanted_px);

/* OUT/MAP/index.html. Without scripts it shows pictures of a high zoom level side by side, with a
 * link to the stitched map. */
void web_page_map(struct buffer *text, const struct web_map *map);

/* OUT/MAP/map.js: what the script of the page knows of its map. */
void web_page_map_data(struct buffer *text, const struct web_map *map);

/* The same for all maps: OUT/index.html and OUT/page-files/maps.js. `maps` stay in
 * their order. */
void web_page_list(struct buffer *text, const struct web_map *maps, size_t count);
void web_page_list_data(struct buffer *text, const struct web_map *maps, size_t count);

#endif
