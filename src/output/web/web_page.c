/*
 * Pages are templates, in which a few words are filled in. What a map shows is data in scripts,
 * which browsers load from disk too. For people without scripts a page has the map as a still
 * picture.
 */
#include "output/web/web_page.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/buffer.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/number.h"
#include "base/size.h"
#include "base/text.h"
#include "output/web/main_block.h"
#include "output/web/web_site.h"
#include "output/web/web_template.h"
#include "output/web/web_thumbnail.h"
#include "output/zoom/pyramid.h"
#include "render/layers/data_layer.h"

enum {
    STILL_PX = 900,
    LANDMARKS_WITH_MAP = 20, /* of a group; the places of a larger one are not in map.js */
};

/* A share of a whole in per cent. */
static void print_share(struct buffer *text, const char *name, int64_t part, int64_t whole)
{
    char percent[NUMBER_BYTES];
    number_print_millionths(part * 100000000 / whole, percent);
    buffer_printf(text, "%s:%s%%;", name, percent);
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
    buffer_html(text, map->card.title);
    buffer_printf(text, " seen from above\">");
    print_mosaic(text, map);
    buffer_printf(text, "</div>");
    if (map->is_stitched) {
        char name[PATH_NAME_BYTES];
        path_stitched_name(map->card.name, name);
        buffer_printf(text, "\n<p><a href=\"");
        buffer_address(text, name);
        buffer_printf(text, "\">The whole map as one picture, %u x %u pixels</a></p>",
                      (unsigned)(map->stitched.columns * map->size_px),
                      (unsigned)(map->stitched.rows * map->size_px));
    }
}

void web_page_print_card(struct buffer *text, const struct web_map_card *card)
{
    if (card->address[0]) {
        buffer_printf(text, "<meta property=\"og:image\" content=\"");
        buffer_html(text, card->address);
        buffer_u8(text, '/');
        buffer_address(text, card->name);
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

/* The map, blurred, without a request where it can be part of the page. */
static void print_preview(struct buffer *text, const struct web_map *map)
{
    if (map->preview.size > 0 && !map->preview.failed) {
        buffer_printf(text, "data:image/jpeg;base64,");
        buffer_base64(text, map->preview.data, map->preview.size);
    } else {
        buffer_printf(text, WEB_THUMBNAIL_FILE);
    }
}

/* What follows the map's title in that of its page. */
static void print_site_suffix(struct buffer *text, const struct web_map *map)
{
    if (map->site_title[0]) {
        buffer_printf(text, " \xc2\xb7 ");
        buffer_html(text, map->site_title);
    }
}

/* The list that has the map: of the site, or of OUT; and what it is called. */
static void print_home(struct buffer *text, const struct web_map *map)
{
    buffer_printf(text, "%sindex.html", map->site_title[0] ? "../../" : "../");
}

static void print_list(struct buffer *text, const struct web_map *map)
{
    buffer_html(text, map->site_title[0] ? map->site_title : "All maps");
}

/* The host that players are asked of, for the page's policy, which lets it ask no other. A
 * character that would end the source ends the host. */
static void print_live_host(struct buffer *text, const struct web_map *map)
{
    const char *address = map->live;
    if (text_is_address(address)) {
        size_t scheme = (size_t)(strstr(address, "//") - address) + 2;
        size_t length = scheme + strcspn(address + scheme, "/?#;,\"'<>& ");
        buffer_printf(text, " %.*s", (int)length, address);
    }
}

static void print_title(struct buffer *text, const struct web_map *map)
{
    buffer_html(text, map->card.title);
}

static void print_card(struct buffer *text, const struct web_map *map)
{
    web_page_print_card(text, &map->card);
}

static void print_ground(struct buffer *text, const struct web_map *map)
{
    web_page_print_ground(text, &map->card.look);
}

void web_page_map(struct buffer *text, const struct web_map *map)
{
    static const struct {
        const char *name;
        void (*print)(struct buffer *text, const struct web_map *map);
    } parts[] = {
        {"title", print_title},     {"site", print_site_suffix}, {"card", print_card},
        {"ground", print_ground},   {"preview", print_preview},  {"home", print_home},
        {"home-title", print_list}, {"still", print_still},      {"live", print_live_host},
    };
    struct buffer texts[COUNT_OF(parts)] = {0};
    struct web_template_value values[COUNT_OF(parts)];
    for (size_t i = 0; i < COUNT_OF(parts); i++) {
        parts[i].print(&texts[i], map);
        values[i] = (struct web_template_value){parts[i].name, &texts[i]};
    }
    web_template_page(text, "map.html", values, COUNT_OF(values));
}

void web_page_begin_data(struct buffer *text, const char *member)
{
    buffer_printf(text, "globalThis.adtmap = globalThis.adtmap || {};\nadtmap.%s = ", member);
}

static void put_bounds(struct json *json, struct stitch_bounds bounds)
{
    json_array(json, "bounds");
    json_number(json, NULL, bounds.x);
    json_number(json, NULL, bounds.y);
    json_number(json, NULL, bounds.columns);
    json_number(json, NULL, bounds.rows);
    json_end(json);
}

/*
 * Pictures that tiles make expect, and that are not there because nothing in them is visible.
 * `missing` lists single ones; in `empty` those with all pictures of deeper levels below them.
 */
struct gap_list {
    const struct web_map *map;
    const struct web_folder *folder;
    struct buffer texts[2]; /* of `missing` and `empty` */
    struct json missing, empty;
};

static void add_gap(struct json *list, uint32_t zoom, uint32_t x, uint32_t y)
{
    json_format(list, NULL, "%u/%u/%u", (unsigned)zoom, (unsigned)x, (unsigned)y);
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
                           pyramid_shows(&gaps->map->tiles, zoom + 1, 2 * x + i % 2, 2 * y + i / 2);
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

/* What the colours of a layer mean, where its row says so. */
static void put_legend(struct json *json, const struct data_layer *row)
{
    json_array(json, "legend");
    for (size_t i = 0; i < LAYER_COLORS_MAX; i++) {
        const struct data_layer_color *color = &row->colors[i];
        if (color->name) {
            json_array(json, NULL);
            json_format(json, NULL, "#%02x%02x%02x", color->rgb[0], color->rgb[1], color->rgb[2]);
            json_string(json, NULL, color->name);
            json_end(json);
        }
    }
    json_end(json);
}

static void put_tiles(struct json *json, const char *key, const struct tile_set *tiles)
{
    json_array(json, key);
    for (int y = 0; y < TILE_SET_GRID; y++) {
        if (y % 4 == 0) {
            json_break(json, 4);
        }
        json_format(json, NULL, "%" PRIx64, tiles->rows[y]);
    }
    json_break(json, 2);
    json_end(json);
}

/* Heights as colours are for programs. */
static bool is_for_people(const struct web_layer *shown)
{
    struct adtmap_layer layer;
    return !data_layer_of_file_name(shown->name, &layer) ||
           data_layers[layer.kind].tint != LAYER_TINT_HEIGHTS;
}

/* The pictures, or those of a data layer. */
static void put_layer(struct json *json, const struct web_map *map, const struct web_layer *shown)
{
    struct adtmap_layer layer;
    char title[LAYER_TITLE_BYTES];
    bool is_data = data_layer_of_file_name(shown->name, &layer);
    struct gap_list gaps = {.map = map, .folder = &shown->folder};
    gaps.missing = json_to(&gaps.texts[0], JSON_PAGE);
    gaps.empty = json_to(&gaps.texts[1], JSON_PAGE);
    json_array(&gaps.missing, NULL);
    json_array(&gaps.empty, NULL);
    find_gaps(&gaps, 0, 0, 0);
    json_end(&gaps.missing);
    json_end(&gaps.empty);
    json_object(json, NULL);
    json_string(json, "id", shown->name);
    if (is_data) {
        data_layer_title(layer, title);
        json_string(json, "title", title);
        put_legend(json, &data_layers[layer.kind]);
    }
    if (is_data && layer.kind == ADTMAP_LAYER_STOREY) {
        json_number(json, "floor", layer.index);
        json_float(json, "low", shown->low_yd);
    }
    json_string(json, "format", image_format_names[shown->folder.format]);
    json_number(json, "maxZoom", shown->folder.zoom_max);
    if (map->has_archive && !is_data) {
        json_format(json, "archive", "%s.pmtiles", map->card.name);
    }
    if (!tile_set_is_empty(&shown->values)) {
        put_tiles(json, "values", &shown->values);
    }
    for (int i = 0; i < 2; i++) {
        buffer_u8(&gaps.texts[i], 0);
        json_raw(json, i == 0 ? "missing" : "empty",
                 gaps.texts[i].failed ? "" : (const char *)gaps.texts[i].data);
        json->text->failed |= gaps.texts[i].failed;
        buffer_free(&gaps.texts[i]);
    }
    json_end(json);
}

/* Begins a list of `count` values, each on a line. */
static void begin_list(struct json *json, const char *key, size_t count)
{
    json_array(json, key);
    if (count > 0) {
        json_lines(json, 4);
    }
}

/* Points that are not in a block. */
static void put_markers(struct json *json, const struct markers *markers)
{
    bool are_on_page = markers_are_on_page(markers);
    begin_list(json, "markers", are_on_page ? markers->count : 0);
    for (size_t i = 0; i < markers->count && are_on_page; i++) {
        if (markers->items[i].shape == MARKER_POINT) {
            json_object(json, NULL);
            marker_properties(json, &markers->items[i]);
            json_decimal(json, "x", markers->items[i].x);
            json_decimal(json, "y", markers->items[i].y);
            json_end(json);
        }
    }
    json_end(json);
}

int64_t web_page_tenths(int64_t millionths)
{
    return millionths / 100000 * 100000;
}

/* How many landmarks are of the group of the first. */
static size_t count_group(const struct marker *first, size_t count)
{
    size_t of_group = 1;
    while (of_group < count && strcmp(first[of_group].group, first->group) == 0) {
        of_group++;
    }
    return of_group;
}

static void put_places(struct json *json, const char *key, const struct marker *landmarks,
                       size_t count)
{
    json_array(json, key);
    for (size_t i = 0; i < count; i++) {
        json_break(json, 0);
        enum json_style before = json_set_style(json, JSON_SCRIPT);
        json_array(json, NULL);
        json_string(json, NULL, landmarks[i].name);
        json_decimal(json, NULL, web_page_tenths(landmarks[i].x));
        json_decimal(json, NULL, web_page_tenths(landmarks[i].y));
        json_end(json);
        json_set_style(json, before);
    }
    json_end(json);
}

/* Tells by what landmarks.js has of a group whether it has changed. */
static void put_contents(struct json *json, const struct marker *landmarks, size_t count)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < count; i++) {
        const char *name = landmarks[i].name;
        const uint64_t parts[] = {hash, hash64(name, strlen(name)),
                                  (uint64_t)web_page_tenths(landmarks[i].x),
                                  (uint64_t)web_page_tenths(landmarks[i].y)};
        hash = hash64(parts, sizeof parts);
    }
    char text[17];
    snprintf(text, sizeof text, "%016" PRIx64, hash);
    json_string(json, "contents", text);
}

/* What landmarks of a group have in common is written once. Of a large group the page gets the
 * places later: 300 of a continent take 14 kB. */
static void put_landmarks(struct json *json, const struct markers *landmarks, bool is_watched)
{
    begin_list(json, "landmarks", landmarks->count);
    for (size_t i = 0; i < landmarks->count;) {
        const struct marker *first = &landmarks->items[i];
        size_t count = count_group(first, landmarks->count - i);
        json_object(json, NULL);
        json_string(json, "group", first->group);
        json_string(json, "icon", first->icon);
        json_string(json, "color", first->color);
        if (count > LANDMARKS_WITH_MAP) {
            json_number(json, "count", (double)count);
            if (is_watched) {
                put_contents(json, first, count);
            }
        } else {
            put_places(json, "places", first, count);
        }
        json_end(json);
        i += count;
    }
    json_end(json);
}

/* Maps of which some of the tiles that are shown are. */
static void put_parents(struct json *json, const struct web_map *map)
{
    bool has_begun = false;
    for (uint32_t i = 0; i < map->parent_count; i++) {
        const struct web_parent *parent = &map->parents[i];
        struct tile_set tiles = parent->tiles;
        tile_set_keep(&tiles, &map->tiles);
        if (tile_set_is_empty(&tiles)) {
            continue;
        }
        if (!has_begun) {
            json_array(json, "parents");
        }
        has_begun = true;
        json_object(json, NULL);
        json_string(json, "name", parent->name);
        json_string(json, "title", parent->title);
        put_tiles(json, "tiles", &tiles);
        json_end(json);
    }
    if (has_begun) {
        json_end(json);
    }
}

void web_page_map_data(struct buffer *text, const struct web_map *map)
{
    struct json json = json_to(text, JSON_PAGE);
    web_page_begin_data(text, "map");
    json_object(&json, NULL);
    json_lines(&json, 2);
    json_string(&json, "name", map->card.name);
    json_string(&json, "title", map->card.title);
    put_bounds(&json, map->card.bounds);
    json_array(&json, "shown");
    for (size_t i = 0; i < COUNT_OF(map->card.look.shown); i++) {
        json_decimal(&json, NULL, (int64_t)map->card.look.shown[i] * (1000000 / WEB_LOOK_UNIT));
    }
    json_end(&json);
    if (map->is_open) {
        json_bool(&json, "open", true);
    }
    put_tiles(&json, "tiles", &map->tiles);
    put_parents(&json, map);
    begin_list(&json, "layers", 1);
    const struct web_layer pictures = {.name = PATH_ZOOM_COLOR, .folder = map->folder};
    put_layer(&json, map, &pictures);
    for (uint32_t i = 0; i < map->layer_count; i++) {
        if (is_for_people(&map->layers[i])) {
            put_layer(&json, map, &map->layers[i]);
        }
    }
    json_end(&json);
    put_markers(&json, &map->markers);
    if (map->blocks.count > 0) {
        marker_blocks_data(&json, &map->blocks);
    }
    put_landmarks(&json, &map->landmarks, map->is_watched);
    json_number(&json, "flights", map->flight_count);
    if (map->live[0]) {
        json_string(&json, "live", map->live);
        if (map->has_number) {
            json_number(&json, "number", map->number);
        }
    }
    if (map->is_watched) {
        json_bool(&json, "watched", true);
    }
    json_end(&json);
    buffer_printf(text, ";\n");
}

void web_page_landmark_data(struct buffer *text, const struct web_map *map)
{
    const struct markers *landmarks = &map->landmarks;
    struct json json = json_to(text, JSON_PAGE);
    web_page_begin_data(text, "landmarks");
    json_object(&json, NULL);
    for (size_t i = 0; i < landmarks->count;) {
        const struct marker *first = &landmarks->items[i];
        size_t count = count_group(first, landmarks->count - i);
        if (count > LANDMARKS_WITH_MAP) {
            put_places(&json, first->group, first, count);
        }
        i += count;
    }
    json_end(&json);
    buffer_printf(text, ";\n");
}

void web_page_tile_data(struct buffer *text, const struct web_map *map)
{
    web_page_begin_data(text, "contents");
    buffer_printf(text, "\"");
    uint32_t count = tile_set_count(&map->tiles);
    for (uint32_t i = 0; i < count; i++) {
        buffer_printf(text, "%08" PRIx32, map->contents[i]);
    }
    buffer_printf(text, "\";\n");
}

/* A number with a comma before the last three digits, as scale bars have it. */
static void print_grouped(struct buffer *text, unsigned number)
{
    if (number >= 1000) {
        buffer_printf(text, "%u,%03u", number / 1000, number % 1000);
    } else {
        buffer_printf(text, "%u", number);
    }
}

/* What the map shows is this large, in the unit of the game, to two digits: "5,800 x 4,800 yd",
 * with a real sign of multiplication. */
static void print_extent(struct buffer *text, const struct web_look *look)
{
    for (size_t i = 0; i < 2; i++) {
        unsigned yards = (unsigned)((uint64_t)look->shown[2 + i] * 1600 / 3 / WEB_LOOK_UNIT);
        unsigned unit = yards >= 1000 ? 100 : 10;
        print_grouped(text, (yards + unit / 2) / unit * unit);
        buffer_printf(text, i == 0 ? " \xc3\x97 " : " yd");
    }
}

static void print_thumbnail(struct buffer *text, const struct web_map_card *card,
                            const char *address, const char *loading)
{
    if (card->has_thumbnail) {
        buffer_printf(text,
                      "<img src=\"%s" WEB_THUMBNAIL_FILE
                      "\" alt=\"\" width=\"%u\" height=\"%u\" loading=\"%s\">",
                      address, (unsigned)web_thumbnail.width_px, (unsigned)web_thumbnail.height_px,
                      loading);
    }
}

void web_page_card(struct buffer *text, const struct web_map_card *card, const char *address)
{
    buffer_printf(text, "<a class=\"card\" href=\"%sindex.html\"", address);
    web_page_print_ground(text, &card->look);
    buffer_printf(text, ">");
    print_thumbnail(text, card, address, "lazy");
    buffer_printf(text, "<span class=\"text\"><strong>");
    buffer_html(text, card->title);
    buffer_printf(text, "</strong><small>");
    print_extent(text, &card->look);
    buffer_printf(text, "</small></span></a>");
}

void web_page_print_hero(struct buffer *text, const struct web_map_card *card, const char *address)
{
    buffer_printf(text, "<a class=\"hero-map\" href=\"%sindex.html\">", address);
    print_thumbnail(text, card, address, "eager");
    buffer_printf(text, "<span class=\"open\">Open ");
    buffer_html(text, card->title);
    buffer_printf(text, "</span></a>");
}

void web_page_print_list(struct buffer *text, struct web_list_parts *parts)
{
    const struct web_template_value values[] = {
        {"title", &parts->title},       {"files", &parts->files},
        {"sum", &parts->sum},           {"summary", &parts->summary},
        {"language", &parts->language}, {"accent", &parts->accent},
        {"logo", &parts->logo},         {"description", &parts->description},
        {"footer", &parts->footer},     {"card", &parts->card},
        {"hero", &parts->hero},         {"ground", &parts->ground},
        {"content", &parts->content},
    };
    web_template_page(text, "index.html", values, COUNT_OF(values));
}

void web_page_list(struct buffer *text, const char *title, const struct web_map_card *cards,
                   size_t count)
{
    struct web_list_parts parts = {0};
    buffer_printf(&parts.content, "<ul class=\"cards\">\n");
    for (size_t i = 0; i < count; i++) {
        struct buffer base = {0};
        buffer_address(&base, cards[i].name);
        buffer_printf(&base, "/");
        buffer_u8(&base, 0);
        const char *address = base.failed ? "" : (const char *)base.data;
        if (i == 0) {
            web_page_print_card(&parts.card, &cards[0]);
            web_page_print_hero(&parts.hero, &cards[0], address);
            web_page_print_ground(&parts.ground, &cards[0].look);
        }
        buffer_printf(&parts.content, "<li>");
        web_page_card(&parts.content, &cards[i], address);
        buffer_printf(&parts.content, "</li>\n");
        text->failed |= base.failed;
        buffer_free(&base);
    }
    buffer_printf(&parts.content, "</ul>\n");
    buffer_html(&parts.title, title ? title : "Maps");
    buffer_printf(&parts.files, WEB_SITE_SHARED_FOLDER "/");
    buffer_printf(&parts.sum, "%zu %s", count, count == 1 ? "map" : "maps");
    buffer_append(&parts.summary, parts.sum.data, parts.sum.size);
    buffer_printf(&parts.language, "en");
    web_page_print_list(text, &parts);
}

void web_page_list_data(struct buffer *text, const struct web_map_card *cards, size_t count)
{
    struct json json = json_to(text, JSON_PAGE);
    web_page_begin_data(text, "maps");
    json_array(&json, NULL);
    json_lines(&json, 2);
    for (size_t i = 0; i < count; i++) {
        json_object(&json, NULL);
        json_string(&json, "name", cards[i].name);
        json_string(&json, "title", cards[i].title);
        put_bounds(&json, cards[i].bounds);
        json_end(&json);
    }
    json_end(&json);
    buffer_printf(text, ";\n");
}
