/*
 * MapLibre asks for each picture within the bounds of a source, and for those above it down to the
 * source's least zoom. So that it asks for none that is not there, a source has the pictures of a
 * rectangle without gaps, and the zoom levels at which all of it is the same rectangle. Most maps
 * take few: levels from 6 on are those of tiles.
 *
 * A layer shows its source at the source's levels, and at one more under the layers of that level,
 * which are drawn over it while they load.
 */
#include "output/zoom/web_style.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/json.h"
#include "base/size.h"
#include "output/zoom/pyramid.h"
#include "output/zoom/web_geo.h"

/* Pictures of a level without gaps, in pictures of that level. */
struct picture_rectangle {
    uint32_t x;
    uint32_t y;
    uint32_t columns;
    uint32_t rows;
    uint32_t zoom;     /* of these numbers: the deepest */
    uint32_t zoom_min; /* the least at which it has no gaps */
};

struct rectangle_list {
    struct picture_rectangle *items;
    size_t count;
    bool failed;
};

static void add(struct rectangle_list *list, struct picture_rectangle rectangle)
{
    if (ARRAY_ROOM(list->items, list->count)) {
        list->items[list->count++] = rectangle;
    } else {
        list->failed = true;
    }
}

/* Takes the rectangle whose upper left corner is picture `at` off the level: as wide as it can be,
 * and then as high. */
static struct picture_rectangle take(uint8_t *level, uint32_t zoom, size_t at)
{
    const size_t edge = (size_t)1 << zoom;
    const size_t x = at % edge;
    const size_t y = at / edge;
    size_t columns = 0;
    size_t rows = 0;
    while (x + columns < edge && level[at + columns]) {
        columns++;
    }
    for (bool is_full = true; is_full && y + rows < edge; rows += is_full) {
        for (size_t i = 0; i < columns && is_full; i++) {
            is_full = level[at + rows * edge + i] != 0;
        }
        for (size_t i = 0; i < columns && is_full; i++) {
            level[at + rows * edge + i] = 0;
        }
    }
    return (struct picture_rectangle){(uint32_t)x,    (uint32_t)y, (uint32_t)columns,
                                      (uint32_t)rows, zoom,        zoom};
}

/* The smallest rectangle that has both. */
static struct picture_rectangle box_of(struct picture_rectangle a, struct picture_rectangle b)
{
    uint32_t right = a.x + a.columns > b.x + b.columns ? a.x + a.columns : b.x + b.columns;
    uint32_t low = a.y + a.rows > b.y + b.rows ? a.y + a.rows : b.y + b.rows;
    a.x = a.x < b.x ? a.x : b.x;
    a.y = a.y < b.y ? a.y : b.y;
    a.columns = right - a.x;
    a.rows = low - a.y;
    return a;
}

/* The rectangles of a level, in order of their upper left corners. Its pictures begin at `next`,
 * which becomes the first of the level below. */
static void find_level(const struct web_folder *pictures, uint32_t zoom, size_t *next,
                       struct rectangle_list *level)
{
    const size_t count = (size_t)1 << 2 * zoom;
    uint8_t *has = calloc(count, 1);
    level->failed = level->failed || !has;
    for (; *next < pictures->count && pictures->tiles[*next].zoom == zoom; ++*next) {
        const struct web_tile *picture = &pictures->tiles[*next];
        if (has) {
            has[((size_t)picture->y << zoom) + picture->x] = 1;
        }
    }
    for (size_t i = 0; i < count && has; i++) {
        if (has[i]) {
            add(level, take(has, zoom, i));
        }
    }
    free(has);
    if (level->count > WEB_STYLE_LEVEL_MAX) {
        for (size_t i = 1; i < level->count; i++) {
            level->items[0] = box_of(level->items[0], level->items[i]);
        }
        level->count = 1;
    }
}

/* Whether `deeper` is the rectangle one level deeper. */
static bool is_below(struct picture_rectangle rectangle, struct picture_rectangle deeper)
{
    return rectangle.zoom + 1 == deeper.zoom && 2 * rectangle.x == deeper.x &&
           2 * rectangle.y == deeper.y && 2 * rectangle.columns == deeper.columns &&
           2 * rectangle.rows == deeper.rows;
}

/* Those of all levels, from the whole square down. */
static void find_all(const struct web_folder *pictures, struct rectangle_list *all)
{
    size_t above = 0; /* the first that the level above has begun or gone on with */
    size_t next = 0;
    for (uint32_t zoom = 0; zoom <= pictures->zoom_max; zoom++) {
        struct rectangle_list level = {0};
        size_t end = all->count;
        find_level(pictures, zoom, &next, &level);
        for (size_t i = 0; i < level.count; i++) {
            size_t k = above;
            while (k < end && !is_below(all->items[k], level.items[i])) {
                k++;
            }
            if (k < end) {
                level.items[i].zoom_min = all->items[k].zoom_min;
                all->items[k] = level.items[i];
            } else {
                add(all, level.items[i]);
            }
        }
        while (above < all->count && all->items[above].zoom < zoom) {
            above++;
        }
        all->failed = all->failed || level.failed;
        free(level.items);
    }
}

enum { SOURCE_NAME_BYTES = 32 };

static void name_source(size_t number, char name[SOURCE_NAME_BYTES])
{
    snprintf(name, SOURCE_NAME_BYTES, "map-%zu", number);
}

/* The bounds lie within the outer pictures, so that no rounding asks for their neighbours. */
static void put_source(struct json *json, const char *address, const struct web_folder *pictures,
                       const struct picture_rectangle *rectangle)
{
    const double picture = (double)TILE_SET_GRID / (double)((size_t)1 << rectangle->zoom);
    json_string(json, "type", "raster");
    json_number(json, "tileSize", WEB_TILE_PX);
    json_array(json, "tiles");
    json_format(json, NULL, "%s/{z}/{x}/{y}.%s", address, image_format_names[pictures->format]);
    json_end(json);
    json_number(json, "minzoom", rectangle->zoom_min);
    json_number(json, "maxzoom", rectangle->zoom);
    web_put_bounds(json,
                   web_degrees_of((rectangle->x + 0.25) * picture, (rectangle->y + 0.25) * picture,
                                  (rectangle->x + rectangle->columns - 0.25) * picture,
                                  (rectangle->y + rectangle->rows - 0.25) * picture));
}

/* MapLibre counts zoom from pictures of 512 px, and rounds: it shows level z of a source of 256 px
 * from z - 1.5 on. */
static void put_layer(struct json *json, size_t number, uint32_t zoom_max,
                      const struct picture_rectangle *rectangle)
{
    char name[SOURCE_NAME_BYTES];
    name_source(number, name);
    json_object(json, NULL);
    json_string(json, "id", name);
    json_string(json, "type", "raster");
    json_string(json, "source", name);
    if (rectangle->zoom_min > 1) {
        json_number(json, "minzoom", rectangle->zoom_min - 1.5);
    }
    if (rectangle->zoom < zoom_max) {
        json_number(json, "maxzoom", rectangle->zoom + 0.5);
    }
    json_end(json);
}

void web_style(struct buffer *text, const char *name, const char *address,
               struct stitch_bounds bounds, const struct web_folder *pictures)
{
    struct rectangle_list all = {0};
    struct json json = json_to(text, JSON_PAGE);
    find_all(pictures, &all);
    json_object(&json, NULL);
    json_lines(&json, 2);
    json_number(&json, "version", 8);
    json_string(&json, "name", name);
    web_begin_center(&json, bounds);
    json_end(&json);
    json_number(&json, "zoom", 2);
    json_object(&json, "sources");
    for (size_t i = 0; i < all.count; i++) {
        char source[SOURCE_NAME_BYTES];
        name_source(i, source);
        json_object(&json, source);
        put_source(&json, address, pictures, &all.items[i]);
        json_end(&json);
    }
    json_end(&json);
    json_array(&json, "layers");
    for (size_t i = 0; i < all.count; i++) {
        put_layer(&json, i, pictures->zoom_max, &all.items[i]);
    }
    json_end(&json);
    json_end(&json);
    buffer_u8(text, '\n');
    text->failed = text->failed || all.failed;
    free(all.items);
}
