/*
 * Several maps in one frame. A world is a page of a rendering that draws the pictures of the maps
 * where they lie to each other; it has none of its own.
 *
 *     OUT/RENDERING/world-NAME/index.html   the page
 *     OUT/RENDERING/world-NAME/world.js     its frames
 */
#ifndef OUTPUT_WEB_WEB_WORLD_H
#define OUTPUT_WEB_WEB_WORLD_H

#include "base/buffer.h"
#include "base/tile_set.h"

#define WEB_WORLD_PREFIX "world-"
#define WEB_WORLD_DATA_FILE "world.js"

/* A map, or a part of it. A place on it lies at `scale` times its X and Y, plus the offset. */
struct web_frame {
    const char *map;
    double offset[2]; /* X, Y in yards of the world */
    double scale;
    bool is_part;          /* `tiles` are not all that the map has: */
    struct tile_set tiles; /* those that are shown */
};

/* All is borrowed. Of two frames that overlap the later lies above. */
struct web_world {
    const char *name;
    const char *title;
    const struct web_frame *frames;
    size_t count;
};

/* Where people enter a map from another: X and Y there, in yards. */
struct web_entrance {
    const char *of;
    const char *on;
    double x;
    double y;
};

struct web_portal;

/* Whether the world has a page in the rendering with this folder: it has pages of one of its maps.
 */
bool web_world_is_in(const struct web_portal *portal, const struct web_world *world,
                     const char *folder);

/* Appends the page; `folder` is that of its rendering. */
void web_world_page(struct buffer *text, const struct web_portal *portal,
                    const struct web_world *world, const char *folder);

/* Appends world.js: the frames of maps that have pages in the rendering, and the renderings that
 * have the world. */
void web_world_data(struct buffer *text, const struct web_portal *portal,
                    const struct web_world *world, const char *folder);

#endif
