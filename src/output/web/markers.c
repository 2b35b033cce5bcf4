#include "output/web/markers.h"

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "os/file.h"
#include "output/geojson.h"
#include "output/json_read.h"
#include "output/web_text.h"

/* Half the edge of the grid, 32 * 1600/3 yards, in millionths. */
static const int64_t edge_millionths = INT64_C(17066666667);

const char *const marker_icons[] = {"pin",  "star",  "flag", "house", "tower", "skull",
                                    "cave", "cross", "gem",  "ship",  "info",  NULL};

/* What a file of markers is, for those who have none yet. */
static const char markers_wanted[] =
    "GeoJSON, {\"type\": \"FeatureCollection\", \"features\": [...]}";

static const cJSON *member(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

static bool is_text(const cJSON *item, const char *wanted)
{
    return cJSON_IsString(item) && strcmp(item->valuestring, wanted) == 0;
}

static bool read_coordinate(const cJSON *item, int64_t *millionths)
{
    if (!cJSON_IsNumber(item) || !(item->valuedouble > -1e6 && item->valuedouble < 1e6)) {
        return false;
    }
    *millionths = web_text_millionths(item->valuedouble);
    return true;
}

bool marker_is_on_grid(const struct marker *marker)
{
    return marker->x >= -edge_millionths && marker->x <= edge_millionths &&
           marker->y >= -edge_millionths && marker->y <= edge_millionths;
}

static bool read_place(const cJSON *feature, struct marker *marker)
{
    const cJSON *coordinates = member(member(feature, "geometry"), "coordinates");
    return cJSON_IsArray(coordinates) && cJSON_GetArraySize(coordinates) >= 2 &&
           read_coordinate(coordinates->child, &marker->x) &&
           read_coordinate(coordinates->child->next, &marker->y) && marker_is_on_grid(marker);
}

/* Copies whole characters while they fit; false for what is no UTF-8 and for no text at all. */
static bool copy_text(const char *text, char *copy, size_t size)
{
    size_t used = 0;
    for (size_t length; *text; text += length) {
        length = utf8_length(text);
        if (!length) {
            return false;
        }
        if (used + length < size) {
            memcpy(copy + used, text, length);
            used += length;
        } else {
            size = used; /* full: nothing after the first that does not fit */
        }
    }
    copy[used] = '\0';
    return used > 0;
}

static bool read_icon(const cJSON *item, struct marker *marker)
{
    const char *icon = item ? cJSON_GetStringValue(item) : marker_icons[0];
    bool is_known = false;
    for (size_t i = 0; icon && marker_icons[i]; i++) {
        is_known |= strcmp(icon, marker_icons[i]) == 0;
    }
    size_t first = icon ? utf8_length(icon) : 0;
    size_t second = first ? utf8_length(icon + first) : 0;
    bool is_short = first && icon[first + second] == '\0';
    if (!is_known && !is_short) {
        return false;
    }
    snprintf(marker->icon, sizeof marker->icon, "%s", icon);
    return true;
}

static bool read_color(const cJSON *item, struct marker *marker)
{
    const char *color = item ? cJSON_GetStringValue(item) : "#e0483e";
    if (!color || color[0] != '#' || strlen(color) != 7 ||
        strspn(color + 1, "0123456789abcdefABCDEF") != 6) {
        return false;
    }
    snprintf(marker->color, sizeof marker->color, "%s", color);
    return true;
}

static bool read_text(const cJSON *item, char *copy, size_t size)
{
    return !item || (cJSON_IsString(item) && copy_text(item->valuestring, copy, size));
}

/* Other schemes, such as javascript:, could run code in the page. */
static bool read_link(const cJSON *item, struct marker *marker)
{
    const char *link = cJSON_GetStringValue(item);
    if (!item) {
        return true;
    }
    return link && web_text_is_address(link) && strlen(link) < sizeof marker->link &&
           copy_text(link, marker->link, sizeof marker->link);
}

/* What is wrong with a feature that is a Point; NULL when nothing is. */
static const char *read_marker(const cJSON *feature, struct marker *marker)
{
    const cJSON *properties = member(feature, "properties");
    const char *name = cJSON_GetStringValue(member(properties, "name"));
    if (!read_place(feature, marker)) {
        return "its coordinates are not [X, Y] in yards within 17066.67 of the middle of the map";
    }
    if (!name || !copy_text(name, marker->name, sizeof marker->name)) {
        return "its properties have no name";
    }
    if (!read_icon(member(properties, "icon"), marker)) {
        return "its icon is neither one of pin, star, flag, house, tower, skull, cave, cross, gem, "
               "ship, info nor 1 or 2 characters";
    }
    if (!read_color(member(properties, "color"), marker)) {
        return "its color is not #RRGGBB";
    }
    if (!read_text(member(properties, "text"), marker->text, sizeof marker->text)) {
        return "its text is empty or not text";
    }
    if (!read_text(member(properties, "group"), marker->group, sizeof marker->group)) {
        return "its group is empty or not text";
    }
    if (!read_link(member(properties, "link"), marker)) {
        return "its link is no https:// or http:// address of at most 255 bytes";
    }
    return NULL;
}

static enum adtmap_status read_features(const cJSON *features, const struct diag *diag,
                                        struct markers *markers)
{
    unsigned number = 0;
    const cJSON *feature = NULL;
    cJSON_ArrayForEach(feature, features)
    {
        number++;
        if (!is_text(member(member(feature, "geometry"), "type"), "Point")) {
            diag_warn(diag, NULL, NO_OFFSET, "feature %u is no Point; left out", number);
            continue;
        }
        const char *wrong = read_marker(feature, &markers->items[markers->count]);
        if (wrong) {
            return diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET, "feature %u: %s", number,
                             wrong);
        }
        markers->count++;
    }
    return ADTMAP_OK;
}

static enum adtmap_status read_collection(const cJSON *root, const struct diag *diag,
                                          struct markers *markers)
{
    const cJSON *features = member(root, "features");
    if (!is_text(member(root, "type"), "FeatureCollection") || !cJSON_IsArray(features)) {
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET, "is not GeoJSON; wanted: %s",
                         markers_wanted);
    }
    int count = cJSON_GetArraySize(features);
    if (count > MARKERS_MAX) {
        return diag_fail(diag, ADTMAP_LIMIT, NULL, NO_OFFSET, "has %d features, over %d", count,
                         MARKERS_MAX);
    }
    markers->items = calloc((size_t)count + 1, sizeof *markers->items);
    return markers->items ? read_features(features, diag, markers) : diag_fail_memory(diag);
}

enum adtmap_status markers_read(const uint8_t *data, size_t size, const struct diag *diag,
                                struct markers *markers)
{
    *markers = (struct markers){0};
    if (size > MARKERS_BYTES_MAX) {
        return diag_fail(diag, ADTMAP_LIMIT, NULL, NO_OFFSET, "is larger than %d MiB",
                         MARKERS_BYTES_MAX >> 20);
    }
    cJSON *root;
    enum adtmap_status status = json_parse(data, size, markers_wanted, diag, &root);
    if (!status) {
        status = read_collection(root, diag, markers);
    }
    cJSON_Delete(root);
    if (status) {
        markers_free(markers);
    }
    return status;
}

enum adtmap_status markers_load(const char *path, const struct diag *diag, struct markers *markers)
{
    *markers = (struct markers){0};
    struct diag at_path = diag_at(diag, path);
    struct blob blob;
    enum adtmap_status status = file_map(path, &at_path, &blob);
    if (!status) {
        status = markers_read(blob.data, blob.size, &at_path, markers);
        blob_release(&blob);
    }
    return status;
}

void markers_free(struct markers *markers)
{
    free(markers->items);
    *markers = (struct markers){0};
}

void marker_properties(struct json *json, const struct marker *marker)
{
    json_string(json, "name", marker->name);
    json_string(json, "icon", marker->icon);
    json_string(json, "color", marker->color);
    json_string(json, "text", marker->text[0] ? marker->text : NULL);
    json_string(json, "link", marker->link[0] ? marker->link : NULL);
    json_string(json, "group", marker->group[0] ? marker->group : NULL);
}

void markers_geojson(struct buffer *text, const struct markers *markers)
{
    struct json json = geojson_begin(text);
    for (size_t i = 0; i < markers->count; i++) {
        const struct marker *marker = &markers->items[i];
        geojson_feature(&json);
        geojson_geometry(&json, "Point");
        json_array(&json, "coordinates");
        json_decimal(&json, NULL, marker->x);
        json_decimal(&json, NULL, marker->y);
        json_end(&json);
        json_end(&json);
        json_object(&json, "properties");
        marker_properties(&json, marker);
        json_end(&json);
        json_end(&json);
    }
    geojson_end(&json);
}
