/* A map as one small picture, for lists of maps and for links to its page. */
#ifndef OUTPUT_WEB_WEB_THUMBNAIL_H
#define OUTPUT_WEB_WEB_THUMBNAIL_H

#include "base/buffer.h"
#include "output/web/web_map.h"

/* In the map's folder: for lists, and for links to a page whose address is known. */
#define WEB_THUMBNAIL_FILE "thumbnail.jpg"
#define WEB_CARD_FILE "card.jpg"

struct web_thumbnail_kind {
    uint32_t width_px;
    uint32_t height_px;
    uint32_t margin_px; /* at least, around the map */
    unsigned quality;   /* of JPEG, 1..100 */
};

/* Of a card in a list and of the top of it: 250 to 600 px wide. */
extern const struct web_thumbnail_kind web_thumbnail;

/* Of the size that chats and social networks show next to a link. */
extern const struct web_thumbnail_kind web_card;

/* Part of a map's page, which shows it blurred until its pictures are there. */
extern const struct web_thumbnail_kind web_preview;

/*
 * Appends a JPEG file with the map, in its proportions and without margins of one colour, in the
 * middle of a ground of that colour. It is made of the map's zoom pictures. Errors of image_decode
 * for one that is missing or damaged; ADTMAP_NO_MEMORY.
 */
enum adtmap_status web_thumbnail_make(const struct web_map *map,
                                      const struct web_thumbnail_kind *kind,
                                      const struct diag *diag, struct buffer *jpeg);

/*
 * Finds on which ground pages show the map, and which part of it at first. Fails as
 * web_thumbnail_make.
 */
enum adtmap_status web_thumbnail_look(const struct web_map *map, const struct diag *diag,
                                      struct web_look *look);

#endif
