/* Maps of zones of two output folders: the pictures and frames that `render --zones` writes. */
#ifndef CLI_DIFF_DIFF_ZONES_H
#define CLI_DIFF_DIFF_ZONES_H

#include "cli/diff/diff_side.h"
#include "cli/diff/picture_pair.h"
#include "compare/map_diff.h"
#include "job/facts/places.h"

/* A zone of which a picture or the frame is not the same. */
struct diff_zone {
    char name[ZONE_NAME_BYTES];
    enum tile_fate fate;      /* TILE_UNREADABLE: one of the pictures */
    bool is_moved;            /* of TILE_CHANGED: the frames differ */
    int64_t frames[2][4];     /* of is_moved: as of struct zone_map */
    struct picture_pair pair; /* of TILE_CHANGED; `same`: only the frames differ */
};

/* In byte order of names. Zero-initialised: none. */
struct diff_zones {
    struct diff_zone *items; /* from malloc */
    size_t count;
    uint32_t fate_counts[TILE_UNREADABLE + 1];
};

/*
 * Compares the zones that both logs of the map `name` record: pictures by their pixels, which are
 * read where the files differ, frames by what the runs left in `places`. A picture that cannot be
 * read is said on stderr. False when out of memory. Free the result in any case.
 */
bool diff_zones_find(const struct diff_side sides[2], const struct diff_map maps[2],
                     const char *name, const struct session *session, struct diff_zones *zones);
void diff_zones_free(struct diff_zones *zones);

#endif
