/*
 * Places to be marked on a web map, from GeoJSON (RFC 7946) in game coordinates: a
 * FeatureCollection of Points whose coordinates are [X, Y] in yards, +X north, +Y west. Properties:
 *
 *     name    shown next to the mark and found by the page's search; required, text
 *     icon    one of marker_icons, or 1 or 2 characters of any alphabet (default "pin")
 *     color   "#RRGGBB" (default "#e0483e")
 *     text    shown below the name when the mark is opened (default: nothing)
 *     link    a page about the place; begins with https:// or http:// (default: none)
 *     group   markers of a group are shown and hidden together (default: no group)
 *
 * A file of markers may have been written by anybody.
 */
#ifndef OUTPUT_WEB_MARKERS_H
#define OUTPUT_WEB_MARKERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adtmap/status.h"
#include "base/diag.h"
#include "base/json.h"

enum {
    MARKER_NAME_BYTES = 256,
    MARKER_ICON_BYTES = 12,
    MARKER_COLOR_BYTES = 8,
    MARKER_TEXT_BYTES = 512,
    MARKER_LINK_BYTES = 256,
    MARKER_GROUP_BYTES = 64,
    MARKERS_MAX = 100000,
    MARKERS_BYTES_MAX = 64 << 20,
};

struct marker {
    char name[MARKER_NAME_BYTES];
    char icon[MARKER_ICON_BYTES];
    char color[MARKER_COLOR_BYTES];
    char text[MARKER_TEXT_BYTES]; /* cut between characters where it is longer */
    char link[MARKER_LINK_BYTES];
    char group[MARKER_GROUP_BYTES]; /* cut as the text */
    int64_t x;                      /* millionths of a yard, within the 64x64 grid */
    int64_t y;
};

struct markers {
    struct marker *items;
    size_t count;
};

/* Names of icons that the page draws itself; ends with NULL. */
extern const char *const marker_icons[];

/*
 * Reads markers from `size` bytes of JSON and nothing else, named by diag->file. Features that are
 * no Points are left out with a warning. ADTMAP_BAD_DATA for what is no such file, saying which
 * feature is wrong; ADTMAP_LIMIT; ADTMAP_NO_MEMORY. The markers are empty after a failure.
 */
enum adtmap_status markers_read(const uint8_t *data, size_t size, const struct diag *diag,
                                struct markers *markers);

/* The same for a file. */
enum adtmap_status markers_load(const char *path, const struct diag *diag, struct markers *markers);

/* Empty markers may be freed. */
void markers_free(struct markers *markers);

/* Whether the marker lies within the 64x64 grid. */
bool marker_is_on_grid(const struct marker *marker);

/* The members of an object from name to group. */
void marker_properties(struct json *json, const struct marker *marker);

/* Appends GeoJSON that markers_read gives back. */
void markers_geojson(struct buffer *text, const struct markers *markers);

#endif
