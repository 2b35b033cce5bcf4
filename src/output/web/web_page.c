#include "output/web/web_page.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/size.h"
#include "output/web/main_block.h"
#include "output/web/web_asset.h"
#include "output/web/web_site.h"
#include "output/web/web_thumbnail.h"
#include "output/web_text.h"
#include "output/zoom/pyramid.h"

enum { STILL_PX = 900, TILE_CM = 48768 }; /* of 1600 / 3 yards */

static void expand(struct buffer *text, const char *template, const struct web_text_value *values,
                   size_t count)
{
    const struct web_asset *asset = web_asset_find(template);
    web_text_expand(text, (const char *)asset->data, asset->size, values, count);
}

/* A share of a whole in per cent. */
static void print_share(struct buffer *text, const char *name, int64_t part, int64_t whole)
{
    buffer_printf(text, "%s:", name);
    web_text_decimal(text, part * 100000000 / whole);
    buffer_printf(text, "%%;");
}

/*
 * The map, without tiles far away, put together from pictures of one level of at least STILL_PX, in
 * a box of its shape. Lengths are in pixels of the level.
 */
static void print_mosaic(struct buffer *text, const struct web_map *map)
{
    const struct web_folder *folder = &map->folder;
    const struct stitch_bounds block = main_block(&map->tiles);
    uint32_t zoom = web_map_zoom(map, block, STILL_PX);
    int64_t tile = web_map_tile_px(zoom);
    int64_t left = block.x * tile;
    int64_t top = block.y * tile;
    int64_t width = block.columns * tile;
    int64_t height = block.rows * tile;
    buffer_printf(text, "<span class=\"mosaic\" style=\"aspect-ratio:%u/%u\">",
                  (unsigned)block.columns, (unsigned)block.rows);
    for (int64_t y = top / WEB_TILE_PX; y * WEB_TILE_PX < top + height; y++) {
        for (int64_t x = left / WEB_TILE_PX; x * WEB_TILE_PX < left + width; x++) {
            if (!web_folder_has(folder, zoom, (uint32_t)x, (uint32_t)y)) {
                continue;
            }
            buffer_printf(text,
                          "<img src=\"" PATH_ZOOM_FOLDER "/" PATH_ZOOM_COLOR "/%u/%" PRId64
                          "/%" PRId64 ".%s\" alt=\"\" loading=\"lazy\" style=\"",
                          (unsigned)zoom, x, y, image_format_names[folder->format]);
            print_share(text, "left", x * WEB_TILE_PX - left, width);
            print_share(text, "top", y * WEB_TILE_PX - top, height);
            print_share(text, "width", WEB_TILE_PX, width);
            print_share(text, "height", WEB_TILE_PX, height);
            buffer_printf(text, "\">");
        }
    }
    buffer_printf(text, "</span>");
}

/* For people without scripts: the map put together from a few pictures, and the whole of it. */
static void print_still(struct buffer *text, const struct web_map *map)
{
    buffer_printf(text, "<div role=\"img\" aria-label=\"");
    web_text_html(text, map->title);
    buffer_printf(text, " seen from above\">");
    print_mosaic(text, map);
    buffer_printf(text, "</div>");
    if (map->is_stitched) {
        char name[PATH_NAME_BYTES];
        path_stitched_name(map->name, name);
        buffer_printf(text, "\n<p><a href=\"");
        web_text_address(text, name);
        buffer_printf(text, "\">The whole map as one picture, %u x %u pixels</a></p>",
                      (unsigned)(map->stitched.columns * map->size_px),
                      (unsigned)(map->stitched.rows * map->size_px));
    }
}

void web_page_print_card(struct buffer *text, const struct web_map *map)
{
    if (map->address[0]) {
        buffer_printf(text, "<meta property=\"og:image\" content=\"");
        web_text_html(text, map->address);
        buffer_u8(text, '/');
        web_text_address(text, map->name);
        buffer_printf(text,
                      "/" WEB_CARD_FILE "\">\n<meta property=\"og:image:width\" content=\"%u\">\n"
                      "<meta property=\"og:image:height\" content=\"%u\">\n"
                      "<meta name=\"twitter:card\" content=\"summary_large_image\">\n",
                      (unsigned)web_card.width_px, (unsigned)web_card.height_px);
    }
}

void web_page_print_ground(struct buffer *text, const struct web_look *look)
{
    if (look->has_ground) {
        buffer_printf(text, " style=\"--sea:#%02x%02x%02x\"", look->ground[0], look->ground[1],
                      look->ground[2]);
    }
}

void web_page_map(struct buffer *text, const struct web_map *map)
{
    struct buffer ground = {0};
    struct buffer title = {0};
    struct buffer card = {0};
    struct buffer still = {0};
    web_text_html(&title, map->title);
    web_page_print_card(&card, map);
    print_still(&still, map);
    web_page_print_ground(&ground, &map->look);
    const struct web_text_value values[] = {
        {"title", &title}, {"card", &card}, {"still", &still}, {"ground", &ground}};
    expand(text, "map.html", values, COUNT_OF(values));
    text->failed |= title.failed || card.failed || still.failed || ground.failed;
    buffer_free(&ground);
    buffer_free(&title);
    buffer_free(&card);
    buffer_free(&still);
}

void web_page_begin_data(struct buffer *text, const char *member)
{
    buffer_printf(text, "globalThis.adtmap = globalThis.adtmap || {};\nadtmap.%s = ", member);
}

static void print_bounds(struct buffer *text, struct stitch_bounds bounds)
{
    buffer_printf(text, "[%u, %u, %u, %u]", (unsigned)bounds.x, (unsigned)bounds.y,
                  (unsigned)bounds.columns, (unsigned)bounds.rows);
}

/*
 * Pictures that tiles make expect, and that are not there because nothing in them is visible.
 * `missing` lists single ones; in `empty` those with all pictures of deeper levels below them.
 */
struct gap_list {
    const struct web_map *map;
    const struct web_folder *folder;
    struct buffer missing, empty;
};

static void add_gap(struct buffer *list, uint32_t zoom, uint32_t x, uint32_t y)
{
    buffer_printf(list, "%s\"%u/%u/%u\"", list->size > 0 ? ", " : "", (unsigned)zoom, (unsigned)x,
                  (unsigned)y);
}

/* Goes through a picture and those below it. Whether one of them is there: else the caller lists
 * them all as one. */
static bool find_gaps(struct gap_list *gaps, uint32_t zoom, uint32_t x, uint32_t y)
{
    bool is_there = web_folder_has(gaps->folder, zoom, x, y);
    bool has[4];
    bool any = is_there;
    for (uint32_t i = 0; i < 4; i++) {
        bool is_expected = zoom < gaps->folder->zoom_max &&
                           web_map_expects(gaps->map, zoom + 1, 2 * x + i % 2, 2 * y + i / 2);
        has[i] = !is_expected || find_gaps(gaps, zoom + 1, 2 * x + i % 2, 2 * y + i / 2);
        any |= is_expected && has[i];
    }
    for (uint32_t i = 0; i < 4 && any; i++) {
        if (!has[i]) {
            add_gap(&gaps->empty, zoom + 1, 2 * x + i % 2, 2 * y + i / 2);
        }
    }
    if (any && !is_there) {
        add_gap(&gaps->missing, zoom, x, y);
    }
    return any;
}

static void print_layer(struct buffer *text, const struct web_map *map, const char *name,
                        const struct web_folder *folder)
{
    struct gap_list gaps = {.map = map, .folder = folder};
    find_gaps(&gaps, 0, 0, 0);
    buffer_printf(text, "    {\"id\": \"%s\", \"format\": \"%s\", \"maxZoom\": %u, \"missing\": [",
                  name, image_format_names[folder->format], (unsigned)folder->zoom_max);
    buffer_append(text, gaps.missing.data, gaps.missing.size);
    buffer_printf(text, "], \"empty\": [");
    buffer_append(text, gaps.empty.data, gaps.empty.size);
    buffer_printf(text, "]}");
    text->failed |= gaps.missing.failed || gaps.empty.failed;
    buffer_free(&gaps.missing);
    buffer_free(&gaps.empty);
}

/* The map, then data layers. */
static void print_layers(struct buffer *text, const struct web_map *map)
{
    buffer_printf(text, "  \"layers\": [\n");
    print_layer(text, map, PATH_ZOOM_COLOR, &map->folder);
    for (uint32_t i = 0; i < map->layer_count; i++) {
        buffer_printf(text, ",\n");
        print_layer(text, map, map->layers[i].name, &map->layers[i].folder);
    }
    buffer_printf(text, "\n  ],\n");
}

static void print_markers(struct buffer *text, const struct markers *markers)
{
    buffer_printf(text, "  \"markers\": [");
    for (size_t i = 0; i < markers->count; i++) {
        const struct marker *marker = &markers->items[i];
        buffer_printf(text, "%s\n    {", i ? "," : "");
        marker_properties(text, marker);
        buffer_printf(text, ", \"x\": ");
        web_text_decimal(text, marker->x);
        buffer_printf(text, ", \"y\": ");
        web_text_decimal(text, marker->y);
        buffer_printf(text, "}");
    }
    buffer_printf(text, "%s]", markers->count ? "\n  " : "");
}

/* Pages show places to a tenth of a yard. */
static int64_t tenths(int64_t millionths)
{
    return millionths / 100000 * 100000;
}

static void begin_group(struct buffer *text, const struct marker *marker)
{
    buffer_printf(text, "{\"group\": ");
    web_text_json(text, marker->group);
    buffer_printf(text, ", \"icon\": ");
    web_text_json(text, marker->icon);
    buffer_printf(text, ", \"color\": \"%s\", \"places\": [", marker->color);
}

/* What landmarks of a group have in common is written once: 300 of a continent take 14 kB. */
static void print_landmarks(struct buffer *text, const struct markers *landmarks)
{
    buffer_printf(text, "  \"landmarks\": [");
    for (size_t i = 0; i < landmarks->count; i++) {
        const struct marker *marker = &landmarks->items[i];
        if (i == 0 || strcmp(marker[-1].group, marker->group) != 0) {
            buffer_printf(text, "%s\n    ", i ? "]}," : "");
            begin_group(text, marker);
        } else {
            buffer_u8(text, ',');
        }
        buffer_printf(text, "\n[");
        web_text_json(text, marker->name);
        buffer_u8(text, ',');
        web_text_decimal(text, tenths(marker->x));
        buffer_u8(text, ',');
        web_text_decimal(text, tenths(marker->y));
        buffer_u8(text, ']');
    }
    buffer_printf(text, "%s]", landmarks->count ? "]}\n  " : "");
}

void web_page_map_data(struct buffer *text, const struct web_map *map)
{
    web_page_begin_data(text, "map");
    buffer_printf(text, "{\n  \"name\": ");
    web_text_json(text, map->name);
    buffer_printf(text, ",\n  \"title\": ");
    web_text_json(text, map->title);
    buffer_printf(text, ",\n  \"bounds\": ");
    print_bounds(text, map->bounds);
    buffer_printf(text, ",\n  \"shown\": [");
    for (size_t i = 0; i < COUNT_OF(map->look.shown); i++) {
        buffer_printf(text, i ? ", " : "");
        web_text_decimal(text, (int64_t)map->look.shown[i] * (1000000 / WEB_LOOK_UNIT));
    }
    buffer_printf(text, "],\n  \"tiles\": [");
    for (int y = 0; y < TILE_SET_GRID; y++) {
        buffer_printf(text, "%s%s\"%016" PRIx64 "\"", y ? "," : "", y % 4 ? " " : "\n    ",
                      map->tiles.rows[y]);
    }
    buffer_printf(text, "\n  ],\n");
    print_layers(text, map);
    print_markers(text, &map->markers);
    buffer_printf(text, ",\n");
    print_landmarks(text, &map->landmarks);
    buffer_printf(text, ",\n  \"flights\": %u\n};\n", (unsigned)map->flight_count);
}

void web_page_tile_data(struct buffer *text, const struct web_map *map)
{
    web_page_begin_data(text, "contents");
    buffer_printf(text, "\"");
    for (uint32_t i = 0; i < TILE_SET_TILES; i++) {
        uint32_t x = i % TILE_SET_GRID;
        uint32_t y = i / TILE_SET_GRID;
        if (tile_set_has(&map->tiles, x, y)) {
            buffer_printf(text, "%08" PRIx32, map->contents[y][x]);
        }
    }
    buffer_printf(text, "\";\n");
}

/* What the map shows is this large: "5.3 x 4.8 km", with a real sign of multiplication. */
static void print_extent(struct buffer *text, const struct web_look *look)
{
    unsigned metres[2];
    for (size_t i = 0; i < COUNT_OF(metres); i++) {
        metres[i] = (unsigned)((uint64_t)look->shown[2 + i] * TILE_CM / 100 / WEB_LOOK_UNIT);
    }
    if (metres[0] >= 1000 || metres[1] >= 1000) {
        const unsigned tenths[] = {(metres[0] + 50) / 100, (metres[1] + 50) / 100};
        buffer_printf(text, "%u.%u \xc3\x97 %u.%u km", tenths[0] / 10, tenths[0] % 10,
                      tenths[1] / 10, tenths[1] % 10);
    } else {
        buffer_printf(text, "%u \xc3\x97 %u m", (metres[0] + 5) / 10 * 10,
                      (metres[1] + 5) / 10 * 10);
    }
}

static void print_thumbnail(struct buffer *text, const struct web_map *map, const char *address,
                            const char *loading)
{
    if (map->has_thumbnail) {
        buffer_printf(text,
                      "<img src=\"%s" WEB_THUMBNAIL_FILE
                      "\" alt=\"\" width=\"%u\" height=\"%u\" loading=\"%s\">",
                      address, (unsigned)web_thumbnail.width_px, (unsigned)web_thumbnail.height_px,
                      loading);
    }
}

void web_page_card(struct buffer *text, const struct web_map *map, const char *address)
{
    buffer_printf(text, "<a class=\"card\" href=\"%sindex.html\"", address);
    web_page_print_ground(text, &map->look);
    buffer_printf(text, ">");
    print_thumbnail(text, map, address, "lazy");
    buffer_printf(text, "<span class=\"text\"><strong>");
    web_text_html(text, map->title);
    buffer_printf(text, "</strong><small>");
    print_extent(text, &map->look);
    buffer_printf(text, "</small></span></a>");
}

void web_page_print_hero(struct buffer *text, const struct web_map *map, const char *address)
{
    buffer_printf(text, "<a class=\"hero-map\" href=\"%sindex.html\">", address);
    print_thumbnail(text, map, address, "eager");
    buffer_printf(text, "<span class=\"open\">Open ");
    web_text_html(text, map->title);
    buffer_printf(text, "</span></a>");
}

void web_page_print_list(struct buffer *text, struct web_list_parts *parts)
{
    struct buffer *const of_page[] = {&parts->title, &parts->files,  &parts->sum,    &parts->card,
                                      &parts->hero,  &parts->ground, &parts->content};
    const struct web_text_value values[] = {{"title", &parts->title},    {"files", &parts->files},
                                            {"sum", &parts->sum},        {"card", &parts->card},
                                            {"hero", &parts->hero},      {"ground", &parts->ground},
                                            {"content", &parts->content}};
    expand(text, "index.html", values, COUNT_OF(values));
    for (size_t i = 0; i < COUNT_OF(of_page); i++) {
        text->failed |= of_page[i]->failed;
        buffer_free(of_page[i]);
    }
}

void web_page_list(struct buffer *text, const struct web_map *maps, size_t count)
{
    struct web_list_parts parts = {0};
    buffer_printf(&parts.content, "<ul class=\"cards\">\n");
    for (size_t i = 0; i < count; i++) {
        struct buffer base = {0};
        web_text_address(&base, maps[i].name);
        buffer_printf(&base, "/");
        buffer_u8(&base, 0);
        const char *address = base.failed ? "" : (const char *)base.data;
        if (i == 0) {
            web_page_print_card(&parts.card, &maps[0]);
            web_page_print_hero(&parts.hero, &maps[0], address);
            web_page_print_ground(&parts.ground, &maps[0].look);
        }
        buffer_printf(&parts.content, "<li>");
        web_page_card(&parts.content, &maps[i], address);
        buffer_printf(&parts.content, "</li>\n");
        text->failed |= base.failed;
        buffer_free(&base);
    }
    buffer_printf(&parts.content, "</ul>\n");
    buffer_printf(&parts.title, "Maps");
    buffer_printf(&parts.files, WEB_SITE_SHARED_FOLDER "/");
    buffer_printf(&parts.sum, "%zu %s", count, count == 1 ? "map" : "maps");
    web_page_print_list(text, &parts);
}

void web_page_list_data(struct buffer *text, const struct web_map *maps, size_t count)
{
    web_page_begin_data(text, "maps");
    buffer_printf(text, "[");
    for (size_t i = 0; i < count; i++) {
        buffer_printf(text, "%s\n  {\"name\": ", i ? "," : "");
        web_text_json(text, maps[i].name);
        buffer_printf(text, ", \"title\": ");
        web_text_json(text, maps[i].title);
        buffer_printf(text, ", \"bounds\": ");
        print_bounds(text, maps[i].bounds);
        buffer_printf(text, "}");
    }
    buffer_printf(text, "\n];\n");
}
