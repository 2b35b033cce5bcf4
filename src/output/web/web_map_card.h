/*
 * What lists of maps show of a map: the list of an OUT folder, and the first page of a site. Lists
 * of a thousand maps are made of it without looking at what the maps have.
 */
#ifndef OUTPUT_WEB_WEB_MAP_CARD_H
#define OUTPUT_WEB_WEB_MAP_CARD_H

#include <stdbool.h>
#include <stdint.h>

#include "output/paths.h"
#include "output/stitch.h"

enum { WEB_TITLE_BYTES = 256, WEB_ADDRESS_BYTES = 512 };

enum { WEB_LOOK_UNIT = 1000 };

/* What pages show of a map at first, measured on its pictures (web_thumbnail.h). */
struct web_look {
    bool has_ground;   /* most of the map's edges have one colour, of its sea or of nothing: */
    uint8_t ground[3]; /* RGB */
    uint32_t shown[4]; /* x, y, columns, rows of what differs from it, in thousandths of a tile */
};

struct web_map_card {
    char name[MAP_FILE_NAME_MAX + 1];
    char title[WEB_TITLE_BYTES]; /* what players call it, else the name */
    /* Where OUT is published, without a slash at its end; "": not known. */
    char address[WEB_ADDRESS_BYTES];
    struct stitch_bounds bounds; /* of the tiles that there are */
    struct web_look look;
    bool has_thumbnail; /* of an earlier run (web_thumbnail.h) */
};

/* The order of titles, as strcmp: 9 before 10 and capitals as small letters. */
int web_title_compare(const char *a, const char *b);

/* The order of lists, as strcmp: by title, then by name. */
int web_map_card_compare(const struct web_map_card *a, const struct web_map_card *b);

#endif
