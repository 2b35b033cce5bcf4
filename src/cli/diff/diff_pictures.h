/* The pictures of `adtmap diff`: a sheet for each tile that differs (codec/change_sheet.h). */
#ifndef CLI_DIFF_DIFF_PICTURES_H
#define CLI_DIFF_DIFF_PICTURES_H

#include "cli/messages.h"
#include "compare/map_diff.h"

/* Where pictures are drawn, and how. */
struct diff_pictures {
    const char *out; /* NULL: none are */
    uint32_t size_px;
    bool are_apart; /* of the page of a report: not on a sheet, but MAP_XX_YY.before.png,
                       .after.png and .diff.png, those that there are */
};

/*
 * Draws every tile that differs, of both maps, to OUT/MAP/MAP_XX_YY.png. A tile that cannot be
 * drawn is reported, and counts as absent. False if anything failed, which is reported.
 */
bool diff_pictures_write(struct adtmap_map *old_map, struct adtmap_map *new_map,
                         const struct map_diff *diff, const struct diff_pictures *wanted,
                         struct messages *messages);

#endif
