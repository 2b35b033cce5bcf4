/*
 * The first page of a site whose maps have several renderings: maps under headings, each with links
 * to its renderings.
 *
 *     OUT/index.html             this page
 *     OUT/site-logo.png          its logo, if it has one
 *     OUT/RENDERING/MAP/         a map in one rendering (web_site.h)
 *     OUT/RENDERING/page-files/site.js
 *                                what the pages of a rendering know of the others
 */
#ifndef OUTPUT_WEB_WEB_PORTAL_H
#define OUTPUT_WEB_WEB_PORTAL_H

#include "base/buffer.h"
#include "output/web/web_brand.h"
#include "output/web/web_map_card.h"
#include "output/web/web_world.h"

/* A rendering: its folder below OUT, and its name for people. */
struct web_portal_link {
    const char *folder;
    const char *title;
    const char *date; /* of its build, "2010-12-07"; NULL: not known */
};

/* A map; the picture is that of the first rendering. */
struct web_portal_card {
    const char *group; /* NULL: none */
    struct web_map_card map;
    struct web_portal_link *links; /* at least one */
    size_t link_count;
};

/* All strings are borrowed. Cards are in order, those of a group together. */
struct web_portal {
    const char *title;
    struct web_brand brand;
    const struct web_portal_card *cards; /* at least one */
    size_t count;
    const struct web_portal_link *renderings; /* all, in their order */
    size_t rendering_count;
    const struct web_world *worlds;
    size_t world_count;
    const struct web_entrance *entrances; /* between maps of the site */
    size_t entrance_count;
};

/* Appends the page. */
void web_portal_page(struct buffer *text, const struct web_portal *portal);

/* Appends site.js for the rendering in `folder`; without a portal, that of a site without
 * renderings. */
void web_portal_script(struct buffer *text, const struct web_portal *portal, const char *folder);

#endif
