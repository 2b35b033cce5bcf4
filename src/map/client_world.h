/* How maps lie to each other by the client's tables: parts of maps that it shows on others
 * (WorldMapTransforms), and the entrances of dungeons and raids (Map). */
#ifndef MAP_CLIENT_WORLD_H
#define MAP_CLIENT_WORLD_H

#include "assets/assets.h"

/* The part of map `from` between two corners belongs onto map `onto`: a place there is `scale`
 * times the place here, plus the offset. X and Y in yards. Folders are borrowed during the call. */
struct client_transform {
    const char *from;
    const char *onto;
    double low[2];
    double high[2];
    double offset[2];
    double scale; /* above 0 */
};

/* Where the entrance of a dungeon or raid lies on another map, X and Y in yards. */
struct client_entrance {
    const char *of;
    const char *on;
    double x;
    double y;
};

struct client_world_visitor {
    /* NULL: the table is not read */
    void (*transform)(void *user, const struct client_transform *transform);
    void (*entrance)(void *user, const struct client_entrance *entrance);
    void *user;
};

/* Visits what the tables say, in the order of their records; nothing of maps that Map lacks. A
 * table that cannot be read is a warning. Fails with ADTMAP_NO_MEMORY only. */
enum adtmap_status client_world_visit(const struct assets *assets, const struct diag *diag,
                                      const struct client_world_visitor *visitor);

#endif
