/*
 * GeoJSON by cJSON, tables by marker_table.c; both end in marker_set, which checks a property once
 * for both. A wrong feature ends the reading with its number, since whoever writes the file wants
 * to know. Each picture that markers name is looked at once, however many name it.
 */
#include "output/web/markers.h"

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/path.h"
#include "base/size.h"
#include "os/file.h"
#include "output/geojson.h"
#include "output/json_read.h"
#include "output/points/point_text.h"
#include "output/web/marker_colors.h"
#include "output/web/marker_table.h"
#include "output/web/own_picture.h"

/* GeoJSON's names, by enum marker_shape. */
static const char *const shapes[] = {"Point", "LineString", "Polygon"};

/* What a file of markers is, for those who have none yet. */
static const char markers_wanted[] =
    "GeoJSON, {\"type\": \"FeatureCollection\", \"features\": [...]}, or CSV or TSV with columns x "
    "and y";

static const cJSON *member(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

static bool is_text(const cJSON *item, const char *wanted)
{
    return cJSON_IsString(item) && strcmp(item->valuestring, wanted) == 0;
}

/* What positions of a file are. */
enum axes {
    AXES_GAME,       /* [X, Y] */
    AXES_EAST_NORTH, /* [-Y, X], as this program writes them (game_axes.h) */
};

/* Programs that write the text of the axes again keep its name. */
static enum axes axes_of(const cJSON *root)
{
    const cJSON *name = member(member(member(root, "crs"), "properties"), "name");
    return cJSON_IsString(name) && strstr(name->valuestring, GAME_AXES_NAME) ? AXES_EAST_NORTH
                                                                             : AXES_GAME;
}

static bool read_vertex(const cJSON *coordinates, enum axes axes, int64_t *x, int64_t *y)
{
    if (!cJSON_IsArray(coordinates) || cJSON_GetArraySize(coordinates) < 2 ||
        !cJSON_IsNumber(coordinates->child) || !cJSON_IsNumber(coordinates->child->next)) {
        return false;
    }
    double first = coordinates->child->valuedouble;
    double second = coordinates->child->next->valuedouble;
    return marker_coordinate(axes == AXES_GAME ? first : second, x) &&
           marker_coordinate(axes == AXES_GAME ? second : -first, y);
}

/* A property as text: NULL if it is missing, "", which is no text, if it is something else. */
static const char *text_of(const cJSON *properties, const char *name)
{
    const cJSON *item = member(properties, name);
    return !item || cJSON_IsNull(item) ? NULL : cJSON_IsString(item) ? item->valuestring : "";
}

static const char *read_properties(const cJSON *properties, struct text_pool *pool,
                                   struct marker *marker)
{
    const cJSON *hidden = member(properties, "hidden");
    marker->is_hidden = cJSON_IsTrue(hidden) ||
                        (cJSON_IsNumber(hidden) && hidden->valuedouble != 0) ||
                        (cJSON_IsString(hidden) && point_text_is_yes(hidden->valuestring));
    const struct marker_texts texts = {
        .name = text_of(properties, "name"),
        .icon = text_of(properties, "icon"),
        .color = text_of(properties, "color"),
        .text = text_of(properties, "text"),
        .link = text_of(properties, "link"),
        .picture = text_of(properties, "picture"),
        .group = text_of(properties, "group"),
    };
    return marker_set(marker, &texts, pool);
}

/* The vertices of a line, or of an area's outer ring. False for too few, or one off the grid. */
static bool read_vertices(const cJSON *coordinates, enum axes axes, struct marker *marker,
                          struct buffer *vertices)
{
    const cJSON *item;
    struct marker_vertex vertex = {0};
    marker->first = (uint32_t)(vertices->size / sizeof vertex);
    cJSON_ArrayForEach(item, coordinates)
    {
        if (!read_vertex(item, axes, &vertex.x, &vertex.y)) {
            return false;
        }
        if (marker->vertex_count == 0) {
            marker->x = vertex.x;
            marker->y = vertex.y;
        }
        bool closes = marker->shape == MARKER_AREA && !item->next && vertex.x == marker->x &&
                      vertex.y == marker->y;
        if (!closes) {
            buffer_append(vertices, &vertex, sizeof vertex);
            marker->vertex_count++;
        }
    }
    return marker->vertex_count >= (marker->shape == MARKER_AREA ? 3 : 2);
}

/* What is wrong with a feature; NULL when nothing is. */
static const char *read_marker(const cJSON *feature, enum axes axes, struct marker *marker,
                               struct buffer *vertices, struct text_pool *pool)
{
    const cJSON *coordinates = member(member(feature, "geometry"), "coordinates");
    if (marker->shape == MARKER_POINT && !read_vertex(coordinates, axes, &marker->x, &marker->y)) {
        return "its coordinates are not [X, Y] in yards within 17066.67 of the middle of the map";
    }
    if (marker->shape != MARKER_POINT &&
        !read_vertices(marker->shape == MARKER_AREA ? cJSON_GetArrayItem(coordinates, 0)
                                                    : coordinates,
                       axes, marker, vertices)) {
        return "its coordinates are no list of [X, Y] in yards within 17066.67 of the middle of "
               "the map, 2 of a line and 3 of an area at least";
    }
    return read_properties(member(feature, "properties"), pool, marker);
}

/* Whether a feature is of the map, by its property. */
static bool is_of_map(const cJSON *feature, const struct marker_map *map)
{
    char number[32];
    const cJSON *named = member(member(feature, "properties"), "map");
    if (!map || !named || cJSON_IsNull(named)) {
        return true;
    }
    snprintf(number, sizeof number, "%.0f", cJSON_IsNumber(named) ? named->valuedouble : -1.0);
    return marker_map_is(map, cJSON_IsString(named) ? named->valuestring : number);
}

static enum adtmap_status read_features(const cJSON *features, enum axes axes,
                                        const struct marker_map *map, const struct diag *diag,
                                        struct markers *markers, struct buffer *vertices)
{
    unsigned number = 0;
    const cJSON *feature = NULL;
    cJSON_ArrayForEach(feature, features)
    {
        struct marker *marker = &markers->items[markers->count];
        size_t shape = 0;
        number++;
        while (shape < COUNT_OF(shapes) &&
               !is_text(member(member(feature, "geometry"), "type"), shapes[shape])) {
            shape++;
        }
        if (shape == COUNT_OF(shapes)) {
            diag_warn(diag, NULL, NO_OFFSET,
                      "feature %u is no Point, LineString or Polygon; left out", number);
            continue;
        }
        if (!is_of_map(feature, map)) {
            markers->of_others++;
            continue;
        }
        marker->shape = (enum marker_shape)shape;
        marker->number = number;
        const char *wrong = read_marker(feature, axes, marker, vertices, &markers->texts);
        if (wrong) {
            return diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET, "feature %u: %s", number,
                             wrong);
        }
        if (vertices->size / sizeof *markers->vertices > MARKER_VERTICES_MAX) {
            return diag_fail(diag, ADTMAP_LIMIT, NULL, NO_OFFSET,
                             "has lines and areas of over %d points", MARKER_VERTICES_MAX);
        }
        markers->count++;
    }
    return vertices->failed || markers->texts.failed ? diag_fail_memory(diag) : ADTMAP_OK;
}

static enum adtmap_status read_collection(const cJSON *root, const struct marker_map *map,
                                          const struct diag *diag, struct markers *markers)
{
    const cJSON *features = member(root, "features");
    struct buffer vertices = {0};
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
    enum adtmap_status status =
        markers->items ? read_features(features, axes_of(root), map, diag, markers, &vertices)
                       : diag_fail_memory(diag);
    markers->vertices = (void *)vertices.data;
    markers->vertex_count = vertices.size / sizeof *markers->vertices;
    return status;
}

enum adtmap_status markers_read(const uint8_t *data, size_t size, const struct marker_map *map,
                                const struct diag *diag, struct markers *markers)
{
    *markers = (struct markers){0};
    if (size > MARKERS_BYTES_MAX) {
        return diag_fail(diag, ADTMAP_LIMIT, NULL, NO_OFFSET, "is larger than %d MiB",
                         MARKERS_BYTES_MAX >> 20);
    }
    bool is_table;
    enum adtmap_status status = marker_table_find(data, size, diag, &is_table);
    if (status) {
        return status;
    }
    if (is_table) {
        status = marker_table_read(data, size, map, diag, markers);
    } else {
        cJSON *root;
        status = json_parse(data, size, markers_wanted, diag, &root);
        status = status ? status : read_collection(root, map, diag, markers);
        cJSON_Delete(root);
    }
    if (status) {
        markers_free(markers);
    } else {
        marker_colors_settle(markers->items, markers->count);
    }
    markers->is_table = is_table;
    if (!status && markers->count == 0 && markers->of_others > 0) {
        diag_notice(diag, NULL, NO_OFFSET, "none of its %llu %s is on %s",
                    (unsigned long long)markers->of_others, is_table ? "lines" : "features",
                    map->folder);
    }
    return status;
}

/* Files that markers name, while they are looked at. */
struct marker_files {
    const char *folder;
    const char *unit; /* what the numbers of markers are */
    const struct diag *diag;
    struct text_pool names;
    bool *is_good; /* by number of a name */
};

/* Looks at a file unless it was looked at before. False when out of memory. */
static bool find_file(struct marker_files *files, const char *name, uint32_t place, bool *is_good)
{
    size_t before = files->names.count;
    uint32_t number = text_pool_number(&files->names, name, strlen(name));
    if (files->names.count > before) {
        char *path = path_join(files->folder, name);
        const char *problem = NULL;
        const char *extension;
        struct blob blob;
        if (!path || !ARRAY_ROOM(files->is_good, before) ||
            own_picture_read(path, &blob, &extension, &problem)) {
            free(path);
            return false;
        }
        blob_release(&blob);
        files->is_good[number] = problem == NULL;
        if (problem) {
            diag_warn(files->diag, NULL, NO_OFFSET, "%s %u: %s %s; left out", files->unit,
                      (unsigned)place, name, problem);
        }
        free(path);
    }
    *is_good = !files->names.failed && files->is_good[number];
    return !files->names.failed;
}

/* Looks at the files that markers name, and lists those that pages may show. */
static enum adtmap_status look_at_files(const char *path, const struct diag *diag,
                                        struct markers *markers)
{
    char *folder = path_directory(path);
    struct marker_files files = {
        .folder = folder, .unit = markers->is_table ? "line" : "feature", .diag = diag};
    bool fine = folder != NULL;
    bool is_good = false;
    for (size_t i = 0; i < markers->count && fine; i++) {
        struct marker *marker = &markers->items[i];
        if (marker_is_file(marker->icon)) {
            fine = find_file(&files, marker->icon, marker->number, &is_good);
            marker->icon = is_good ? marker->icon : marker_icons[0];
        }
        if (marker->picture[0] && fine) {
            fine = find_file(&files, marker->picture, marker->number, &is_good);
            marker->picture = is_good ? marker->picture : "";
        }
    }
    markers->files = fine ? malloc((files.names.count + 1) * sizeof *markers->files) : NULL;
    for (size_t i = 0; markers->files && i < files.names.count; i++) {
        if (files.is_good[i]) {
            const char *name = files.names.items[i];
            markers->files[markers->file_count++] =
                text_pool_add(&markers->texts, name, strlen(name));
        }
    }
    fine = markers->files && !markers->texts.failed;
    text_pool_free(&files.names);
    free(files.is_good);
    free(folder);
    return fine ? ADTMAP_OK : diag_fail_memory(diag);
}

enum adtmap_status markers_load(const char *path, const struct marker_map *map,
                                const struct diag *diag, struct markers *markers)
{
    *markers = (struct markers){0};
    struct diag at_path = diag_at(diag, path);
    struct blob blob;
    enum adtmap_status status = file_map(path, &at_path, &blob);
    if (!status) {
        status = markers_read(blob.data, blob.size, map, &at_path, markers);
        blob_release(&blob);
    }
    if (!status) {
        status = look_at_files(path, &at_path, markers);
        if (status) {
            markers_free(markers);
        }
    }
    return status;
}

static void put_vertex(struct json *json, int64_t x, int64_t y)
{
    json_array(json, NULL);
    json_decimal(json, NULL, -y);
    json_decimal(json, NULL, x);
    json_end(json);
}

static void put_vertices(struct json *json, const struct markers *markers,
                         const struct marker *marker)
{
    const struct marker_vertex *vertices = markers->vertices + marker->first;
    for (size_t i = 0; i < marker->vertex_count; i++) {
        put_vertex(json, vertices[i].x, vertices[i].y);
    }
    if (marker->shape == MARKER_AREA) {
        put_vertex(json, marker->x, marker->y);
    }
}

void markers_geojson(struct buffer *text, const struct markers *markers)
{
    struct json json = geojson_begin(text);
    for (size_t i = 0; i < markers->count; i++) {
        const struct marker *marker = &markers->items[i];
        geojson_feature(&json);
        geojson_geometry(&json, shapes[marker->shape]);
        json_array(&json, "coordinates");
        if (marker->shape == MARKER_POINT) {
            json_decimal(&json, NULL, -marker->y);
            json_decimal(&json, NULL, marker->x);
        } else if (marker->shape == MARKER_AREA) {
            json_array(&json, NULL);
            put_vertices(&json, markers, marker);
            json_end(&json);
        } else {
            put_vertices(&json, markers, marker);
        }
        json_end(&json);
        json_end(&json);
        json_object(&json, "properties");
        marker_properties(&json, marker);
        json_end(&json);
        json_end(&json);
    }
    geojson_end(&json);
}
