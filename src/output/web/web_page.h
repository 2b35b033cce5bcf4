/* The text of web pages: one a map, and the list of all maps. */
#ifndef OUTPUT_WEB_WEB_PAGE_H
#define OUTPUT_WEB_WEB_PAGE_H

#include <stddef.h>

#include "base/buffer.h"
#include "output/web/web_map.h"

/* OUT/MAP/index.html. Without scripts it shows pictures of a high zoom level side by side, with a
 * link to the stitched map. */
void web_page_map(struct buffer *text, const struct web_map *map);

/* Appends how a script of data begins: it adds a member to the object that pages share. */
void web_page_begin_data(struct buffer *text, const char *member);

/* OUT/MAP/map.js: what the script of the page knows of its map. */
void web_page_map_data(struct buffer *text, const struct web_map *map);

/* OUT/MAP/landmarks.js: the places of landmarks that map.js has only the number of. */
void web_page_landmark_data(struct buffer *text, const struct web_map *map);

/* Millionths of yards as pages show places: to a tenth of a yard, towards 0. */
int64_t web_page_tenths(int64_t millionths);

/* OUT/MAP/tiles.js: what tiles show, by which pages find the tiles that differ. */
void web_page_tile_data(struct buffer *text, const struct web_map *map);

/* The list of maps: OUT/index.html and OUT/page-files/maps.js. `cards` stay in their order; `title`
 * is that of the site, or NULL. */
void web_page_list(struct buffer *text, const char *title, const struct web_map_card *cards,
                   size_t count);
void web_page_list_data(struct buffer *text, const struct web_map_card *cards, size_t count);

/* A card that leads to the page of a map, whose folder is at `address`, with a slash at its end. */
void web_page_card(struct buffer *text, const struct web_map_card *card, const char *address);

/* Appends the picture of a map with a link to its page, for the top of a list; `address` as above.
 */
void web_page_print_hero(struct buffer *text, const struct web_map_card *card, const char *address);

/* Appends an attribute with the colour of the map's edges, where they have one. */
void web_page_print_ground(struct buffer *text, const struct web_look *look);

/* Appends the tags of a page's head that name the picture of a map for links to the page. Such a
 * picture needs an absolute address: nothing without the map's. */
void web_page_print_card(struct buffer *text, const struct web_map_card *card);

/* What a page that lists maps is made of: HTML. */
struct web_list_parts {
    struct buffer title;
    struct buffer files; /* address of what pages share, with a slash at its end */
    struct buffer sum;
    struct buffer summary;  /* for links to the page */
    struct buffer language; /* of HTML */
    struct buffer accent;   /* web_brand_print_accent */
    struct buffer logo, description, footer;
    struct buffer card;   /* web_page_print_card */
    struct buffer hero;   /* web_page_print_hero */
    struct buffer ground; /* web_page_print_ground, of the same map */
    struct buffer content;
};

/* Appends the page and frees its parts. */
void web_page_print_list(struct buffer *text, struct web_list_parts *parts);

#endif
