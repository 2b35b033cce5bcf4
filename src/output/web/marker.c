/*
 * What may stand on a page of a stranger's words: names, groups and texts are cut at whole
 * characters, icons and pictures have few letters and one folder, links have a scheme that runs no
 * code and no character that makes them look like another.
 */
#include "output/web/marker.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/size.h"
#include "base/text.h"
#include "base/utf8.h"

/* Half the edge of the grid, 32 * 1600/3 yards, in millionths. */
static const int64_t edge_millionths = INT64_C(17066666667);

const char *const marker_icons[] = {"pin",  "star",  "flag", "house", "tower", "skull",
                                    "cave", "cross", "gem",  "ship",  "info",  NULL};

bool marker_coordinate(double yards, int64_t *millionths)
{
    if (!(yards > -1e6 && yards < 1e6)) {
        return false;
    }
    *millionths = number_millionths(yards);
    return *millionths >= -edge_millionths && *millionths <= edge_millionths;
}

bool marker_is_on_grid(const struct marker *marker)
{
    return marker->x >= -edge_millionths && marker->x <= edge_millionths &&
           marker->y >= -edge_millionths && marker->y <= edge_millionths;
}

bool marker_map_is(const struct marker_map *map, const char *text)
{
    char *end;
    unsigned long number = strtoul(text, &end, 10);
    bool is_number = isdigit((unsigned char)text[0]) && *end == '\0';
    return is_number ? map->has_id && number == map->id
                     : text_compare_nocase(text, map->folder) == 0;
}

/* Keeps whole characters while they fit into `size` bytes with a NUL, "" for NULL; false for what
 * is no UTF-8 and for an empty text. */
static bool keep_text(const char *text, size_t size, struct text_pool *pool, const char **kept)
{
    size_t used = 0;
    bool is_full = false;
    *kept = "";
    if (!text) {
        return true;
    }
    for (size_t length, at = 0; text[at]; at += length) {
        length = utf8_length(text + at);
        if (!length) {
            return false;
        }
        is_full |= used + length >= size; /* nothing after the first that does not fit */
        used += is_full ? 0 : length;
    }
    if (used > 0) {
        *kept = text_pool_add(pool, text, used);
    }
    return used > 0;
}

bool marker_is_file(const char *icon)
{
    static const char *const ends[] = {".png", ".jpg", ".jpeg", ".webp"};
    static const char folder[] = "pictures/";
    enum { NAME_BYTES_MAX = 100 };
    size_t length = strlen(icon);
    bool is_known = false;
    for (size_t i = 0; i < COUNT_OF(ends); i++) {
        size_t end = strlen(ends[i]);
        is_known |= length > end && strcmp(icon + length - end, ends[i]) == 0;
    }
    const char *name = icon + strlen(folder);
    return is_known && length <= NAME_BYTES_MAX && strncmp(icon, folder, strlen(folder)) == 0 &&
           name[0] != '.' &&
           name[strspn(
               name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-")] == '\0';
}

static bool set_icon(const char *icon, struct text_pool *pool, struct marker *marker)
{
    bool is_known = false;
    icon = icon ? icon : marker_icons[0];
    for (size_t i = 0; marker_icons[i]; i++) {
        is_known |= strcmp(icon, marker_icons[i]) == 0;
    }
    size_t first = utf8_length(icon);
    size_t second = first ? utf8_length(icon + first) : 0;
    bool is_short = first && icon[first + second] == '\0';
    if (!is_known && !is_short && !marker_is_file(icon)) {
        return false;
    }
    marker->icon = text_pool_add(pool, icon, strlen(icon));
    return true;
}

static bool set_color(const char *color, struct marker *marker)
{
    marker->color[0] = '\0';
    if (!color) {
        return true;
    }
    if (color[0] != '#' || strlen(color) != 7 || strspn(color + 1, "0123456789abcdefABCDEF") != 6) {
        return false;
    }
    snprintf(marker->color, sizeof marker->color, "%s", color);
    return true;
}

const char *marker_set(struct marker *marker, const struct marker_texts *texts,
                       struct text_pool *pool)
{
    if (!texts->name || !*texts->name) {
        return "its properties have no name";
    }
    if (!keep_text(texts->name, MARKER_NAME_BYTES, pool, &marker->name)) {
        return "its name is not UTF-8";
    }
    if (!set_icon(texts->icon, pool, marker)) {
        return "its icon is neither one of pin, star, flag, house, tower, skull, cave, cross, gem, "
               "ship, info nor 1 or 2 characters nor pictures/NAME.png, .jpg, .jpeg or .webp";
    }
    marker->picture = "";
    if (texts->picture && !marker_is_file(texts->picture)) {
        return "its picture is not pictures/NAME.png, .jpg, .jpeg or .webp, with letters, digits, "
               "dots, dashes and underscores";
    }
    if (texts->picture) {
        marker->picture = text_pool_add(pool, texts->picture, strlen(texts->picture));
    }
    if (!set_color(texts->color, marker)) {
        return "its color is not #RRGGBB";
    }
    if (!keep_text(texts->text, MARKER_TEXT_BYTES, pool, &marker->text)) {
        return "its text is empty or not text";
    }
    if (!keep_text(texts->group, MARKER_GROUP_BYTES, pool, &marker->group)) {
        return "its group is empty or not text";
    }
    /* Other schemes, such as javascript:, could run code in the page. */
    bool is_address =
        !texts->link || (text_is_address(texts->link) && strlen(texts->link) < MARKER_LINK_BYTES &&
                         !text_address_hides(texts->link));
    if (!is_address || !keep_text(texts->link, MARKER_LINK_BYTES, pool, &marker->link)) {
        return "its link is no https:// or http:// address of at most 255 bytes, or has a "
               "character that makes it look like another";
    }
    return NULL;
}

void markers_free(struct markers *markers)
{
    free(markers->items);
    free(markers->vertices);
    free(markers->files);
    text_pool_free(&markers->texts);
    *markers = (struct markers){0};
}

void marker_properties(struct json *json, const struct marker *marker)
{
    json_string(json, "name", marker->name);
    json_string(json, "icon", marker->icon);
    json_string(json, "color", marker->color);
    json_string(json, "text", marker->text[0] ? marker->text : NULL);
    json_string(json, "link", marker->link[0] ? marker->link : NULL);
    json_string(json, "picture", marker->picture[0] ? marker->picture : NULL);
    json_string(json, "group", marker->group[0] ? marker->group : NULL);
    if (marker->is_hidden) {
        json_bool(json, "hidden", true);
    }
}
