/*
 * Markers that pages load in parts: lines and areas, and points of which there are too many for the
 * data that a page begins with. The grid is divided into quarters, and these again, until a block
 * has few markers, points or lines and areas; it is a script that the page loads when it shows the
 * place.
 *
 *     OUT/MAP/points/N.js   adtmap.points[N] = a row for each marker:
 *         [group, name, x, y, icon, color, text, link, picture]
 *         [group, name, [x, y, dx, dy, ...], is area, icon, color, text, link, picture]
 *     OUT/MAP/points/names.js   for the search: adtmap.points.names = a row for each name of a
 * group: [group, name, block, markers, block, markers, ...]
 *
 * The group is its index in the page's list of groups; an icon or color that is 0 or missing is the
 * group's, a text, link or picture none. Coordinates are yards to a tenth.
 */
#ifndef OUTPUT_WEB_MARKER_BLOCKS_H
#define OUTPUT_WEB_MARKER_BLOCKS_H

#include "output/web/markers.h"

enum {
    MARKERS_ON_PAGE = 1000, /* points up to this number are part of the page's data */
    MARKER_BLOCKS_MAX = 1024,
    MARKER_GROUPS_MAX = 200,          /* the markers of further groups are in the last, "Others" */
    MARKER_NAMES_BYTES_MAX = 8 << 20, /* of the script of names */
};

struct marker_group {
    const struct marker *first; /* has its name, icon and color */
    size_t points, shapes;
};

struct marker_block {
    size_t begin, count; /* in the order */
};

/* Borrows the markers. Zero-initialised: no blocks. */
struct marker_blocks {
    const struct markers *markers;
    size_t *order; /* indices of markers */
    struct marker_block *items;
    size_t count;
    struct marker_group groups[MARKER_GROUPS_MAX];
    size_t group_count;
    bool has_more_groups; /* than MARKER_GROUPS_MAX */
};

/* Whether markers are points on the page, and not in a block. */
bool markers_are_on_page(const struct markers *markers);

/* Divides the markers. False when out of memory; the blocks may be freed in any case. */
bool marker_blocks_make(const struct markers *markers, struct marker_blocks *blocks);
void marker_blocks_free(struct marker_blocks *blocks);

/* The object "points" of a page's data: groups, and what a page shows before a block is loaded. */
void marker_blocks_data(struct json *json, const struct marker_blocks *blocks);

/* The script of a block. */
void marker_blocks_script(struct buffer *text, const struct marker_blocks *blocks, size_t number);

/* The script of names. *left: how many are beyond its size. False when out of memory. */
bool marker_blocks_names(struct buffer *text, const struct marker_blocks *blocks, size_t *left);

#endif
