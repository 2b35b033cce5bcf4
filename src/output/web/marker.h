/*
 * What is marked on a web map: points, lines and areas in game coordinates, [X, Y] in yards, +X
 * north, +Y west. They come from GeoJSON, a FeatureCollection of Points, LineStrings and Polygons,
 * whose positions are [X, Y], or [-Y, X] if it says so (game_axes.h), or from CSV or TSV as
 * databases write it (marker_table.h). Properties:
 *
 *     name    shown next to the mark and found by the page's search; required, text
 *     icon    one of marker_icons, 1 or 2 characters of any alphabet, or a file (default "pin")
 *     color   "#RRGGBB"; markers without one have that of their group: marker_colors.h
 *     text    shown below the name when the mark is opened (default: nothing)
 *     picture a file that is shown with the text (default: none)
 *     link    a page about the place; begins with https:// or http:// (default: none)
 *     group   markers of a group are shown and hidden together (default: no group)
 *     hidden  true, 1 or text that point_text_is_yes: the group is hidden until it is switched on
 *     map     number or folder of the map that it is on (default: any)
 *
 * Files are pictures/NAME.png, .jpg, .jpeg or .webp, relative to the folder of the file of markers
 * and to that of the page. A file of markers may have been written by anybody.
 */
#ifndef OUTPUT_WEB_MARKER_H
#define OUTPUT_WEB_MARKER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/json.h"
#include "output/text_pool.h"

enum {
    MARKER_NAME_BYTES = 256,
    MARKER_COLOR_BYTES = 8,
    MARKER_TEXT_BYTES = 512,
    MARKER_LINK_BYTES = 256,
    MARKER_GROUP_BYTES = 64,
    MARKERS_MAX = 100000,
    MARKER_VERTICES_MAX = 1000000, /* of lines and areas */
    MARKERS_BYTES_MAX = 64 << 20,
};

enum marker_shape { MARKER_POINT, MARKER_LINE, MARKER_AREA };

/* Texts are of the pool of its markers, or static; a missing one is "". Names, texts
 * and groups are cut between characters where they are longer than they may be. */
struct marker {
    const char *name, *icon, *text, *link, *picture, *group;
    char color[MARKER_COLOR_BYTES]; /* "": none was given, until marker_colors_settle */
    enum marker_shape shape;
    bool is_hidden;
    int64_t x; /* millionths of a yard, within the 64x64 grid; of a line, of its first vertex */
    int64_t y;
    uint32_t number;              /* of its feature, or of its line in a table */
    uint32_t first, vertex_count; /* of a line, or of an area, whose last is not its first again */
};

struct marker_vertex {
    int64_t x, y;
};

struct markers {
    struct marker *items;
    size_t count;
    struct marker_vertex *vertices; /* of all lines and areas */
    size_t vertex_count;
    struct text_pool texts;
    bool is_table;      /* numbers are those of lines */
    const char **files; /* of markers_load: icons and pictures, each once */
    size_t file_count;
    uint64_t of_others; /* lines or features of other maps */
};

/* The map whose markers are read. NULL in its place: all are, whatever map they name. */
struct marker_map {
    const char *folder;
    bool has_id; /* the data say which number the map has */
    uint32_t id;
};

/* The properties of a marker as texts; NULL for a missing one. */
struct marker_texts {
    const char *name, *icon, *color, *text, *link, *picture, *group;
};

/* Names of icons that the page draws itself; ends with NULL. */
extern const char *const marker_icons[];

/* Empty markers may be freed. */
void markers_free(struct markers *markers);

/* Sets the properties of a marker, whose texts are kept in the pool. NULL, or what is wrong with
 * them; static storage. */
const char *marker_set(struct marker *marker, const struct marker_texts *texts,
                       struct text_pool *pool);

/* Whether an icon is a file. */
bool marker_is_file(const char *icon);

/* Sets a coordinate, a number of yards; false beyond the 64x64 grid. */
bool marker_coordinate(double yards, int64_t *millionths);

/* Whether what names a map by number or folder means this one. */
bool marker_map_is(const struct marker_map *map, const char *text);

/* Whether the marker lies within the 64x64 grid. */
bool marker_is_on_grid(const struct marker *marker);

/* The members of an object from name to group. */
void marker_properties(struct json *json, const struct marker *marker);

#endif
