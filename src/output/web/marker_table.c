/*
 * Points of one path in one group are a line, whose marker is that of its first point in the file.
 * When all are read, they are sorted by line and order.
 */
#include "output/web/marker_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/hash.h"
#include "base/hash_index.h"
#include "base/size.h"
#include "base/text.h"
#include "output/points/point_columns.h"
#include "output/points/point_file.h"

struct path_line {
    size_t path; /* begins in the names of paths */
    struct marker marker;
};

struct ordered_point {
    size_t line;
    double order;
    size_t number; /* of the points, for those of equal order */
    int64_t x, y;
};

struct table_reading {
    const struct marker_map *map;
    struct point_columns columns;
    struct point_fields fields;
    struct buffer markers;     /* struct marker */
    struct buffer lines;       /* struct path_line */
    struct hash_index by_path; /* of lines, by path and group */
    struct buffer path_points; /* struct ordered_point */
    struct buffer path_names;
    struct text_pool texts;
    bool is_out_of_memory;
    bool has_unknown_numbers; /* of maps, without data that say which number the map has */
    uint64_t of_others;       /* lines of other maps */
};

/* The text of a role's column; NULL for none and for an empty one. */
static const char *text_of(const struct table_reading *reading, enum point_role role)
{
    int column = reading->columns.roles[role];
    const char *text = column >= 0 ? reading->fields.fields[column].text : NULL;
    return text && *text ? text : NULL;
}

/* The number of the line of a path in the marker's group; a new one has this marker. */
static size_t find_line(struct table_reading *reading, const char *path,
                        const struct marker *marker)
{
    uint64_t hash = hash64(path, strlen(path)) ^ hash64(marker->group, strlen(marker->group));
    const struct path_line *lines = (const void *)reading->lines.data;
    const char *names = (const char *)reading->path_names.data;
    struct hash_probe probe = hash_index_probe(&reading->by_path, hash);
    while (hash_index_next(&reading->by_path, &probe)) {
        const struct path_line *line = &lines[probe.number];
        if (strcmp(names + line->path, path) == 0 &&
            strcmp(line->marker.group, marker->group) == 0) {
            return probe.number;
        }
    }
    const struct path_line line = {reading->path_names.size, *marker};
    size_t number = reading->lines.size / sizeof line;
    buffer_append(&reading->path_names, path, strlen(path) + 1);
    buffer_append(&reading->lines, &line, sizeof line);
    reading->is_out_of_memory |= !hash_index_add(&reading->by_path, hash, (uint32_t)number);
    return number;
}

static void add_path_point(struct table_reading *reading, const char *path,
                           const struct marker *marker)
{
    const char *order = text_of(reading, ROLE_POINT);
    struct ordered_point point = {
        .line = find_line(reading, path, marker),
        .order = order ? point_text_number(order) : 0,
        .number = reading->path_points.size / sizeof point,
        .x = marker->x,
        .y = marker->y,
    };
    point.order = isnan(point.order) ? 0 : point.order;
    buffer_append(&reading->path_points, &point, sizeof point);
}

/* Takes line `number`, whose fields are split. NULL, or what is wrong with it. */
static const char *take_line(struct table_reading *reading, uint32_t number)
{
    struct marker marker = {.number = number};
    const char *map = text_of(reading, ROLE_MAP);
    const char *key = text_of(reading, ROLE_KEY);
    const char *name = text_of(reading, ROLE_NAME);
    const char *path = text_of(reading, ROLE_PATH);
    double x = point_text_number(text_of(reading, ROLE_X));
    double y = point_text_number(text_of(reading, ROLE_Y));
    if (map && reading->map && !marker_map_is(reading->map, map)) {
        reading->has_unknown_numbers |= !reading->map->has_id && !isnan(point_text_number(map));
        reading->of_others++;
        return NULL;
    }
    if (isnan(x) || isnan(y)) {
        return point_text_no_place(text_of(reading, ROLE_X), text_of(reading, ROLE_Y));
    }
    if (!marker_coordinate(x, &marker.x) || !marker_coordinate(y, &marker.y)) {
        return "off the grid";
    }
    const char *shape = text_of(reading, ROLE_SHAPE);
    marker.shape = !path                                              ? MARKER_POINT
                   : shape && text_compare_nocase(shape, "area") == 0 ? MARKER_AREA
                                                                      : MARKER_LINE;
    marker.is_hidden = point_text_is_yes(text_of(reading, ROLE_HIDDEN));
    const struct marker_texts texts = {
        .name = name   ? name
                : path ? path
                : key  ? key
                       : "?",
        .icon = text_of(reading, ROLE_ICON),
        .color = text_of(reading, ROLE_COLOR),
        .text = text_of(reading, ROLE_TEXT),
        .link = text_of(reading, ROLE_LINK),
        .picture = text_of(reading, ROLE_PICTURE),
        .group = text_of(reading, ROLE_GROUP),
    };
    const char *problem = marker_set(&marker, &texts, &reading->texts);
    if (problem) {
        return problem;
    }
    if (path) {
        add_path_point(reading, path, &marker);
    } else {
        buffer_append(&reading->markers, &marker, sizeof marker);
    }
    return NULL;
}

/* Points of a path in one group come together, in their order. */
static int compare_points(const void *a, const void *b, void *user)
{
    const struct ordered_point *first = a;
    const struct ordered_point *second = b;
    const struct table_reading *reading = user;
    const char *names = (const char *)reading->path_names.data;
    const struct path_line *one =
        (const struct path_line *)(const void *)reading->lines.data + first->line;
    const struct path_line *other =
        (const struct path_line *)(const void *)reading->lines.data + second->line;
    if (one != other) {
        int order = strcmp(names + one->path, names + other->path);
        return order ? order : strcmp(one->marker.group, other->marker.group);
    }
    if (first->order != second->order) {
        return first->order < second->order ? -1 : 1;
    }
    return first->number < second->number ? -1 : 1;
}

/* Joins the points of each path to a line. */
static void join_paths(struct table_reading *reading, struct buffer *vertices)
{
    struct ordered_point *points = (void *)reading->path_points.data;
    size_t count = reading->path_points.size / sizeof *points;
    const struct path_line *lines = (const void *)reading->lines.data;
    if (count > 0) {
        array_sort_in(points, count, sizeof *points, compare_points, reading);
    }
    for (size_t i = 0, end; i < count; i = end) {
        struct marker line = lines[points[i].line].marker;
        line.x = points[i].x;
        line.y = points[i].y;
        line.first = (uint32_t)(vertices->size / sizeof(struct marker_vertex));
        for (end = i; end < count && points[end].line == points[i].line; end++) {
            const struct marker_vertex vertex = {points[end].x, points[end].y};
            buffer_append(vertices, &vertex, sizeof vertex);
        }
        line.vertex_count = (uint32_t)(end - i);
        if (line.vertex_count < 3 && line.shape == MARKER_AREA) {
            line.shape = MARKER_LINE;
        }
        if (line.vertex_count < 2) {
            line.shape = MARKER_POINT;
            line.vertex_count = 0;
            vertices->size = line.first * sizeof(struct marker_vertex);
        }
        buffer_append(&reading->markers, &line, sizeof line);
    }
}

/* Reads the lines after the first, which names the columns. */
static enum adtmap_status read_lines(struct table_reading *reading, struct point_file *file,
                                     const struct diag *diag)
{
    enum point_kind kind = point_file_kind(file);
    enum point_line found;
    const char *line;
    size_t length;
    bool is_first = true;
    while ((found = point_file_next(file, kind, &line, &length)) != POINT_LINE_END) {
        if (found == POINT_LINE_FAILED) {
            return diag_fail_memory(diag);
        }
        const char *problem = found == POINT_LINE_WRONG
                                  ? file->problem
                                  : point_text_split(kind, line, length, &reading->fields);
        if (is_first) {
            is_first = false;
            problem = problem ? problem : point_columns_set(&reading->columns, &reading->fields);
            if (problem == point_text_no_memory) {
                return diag_fail_memory(diag);
            }
            if (problem) {
                return diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET, "%s", problem);
            }
            continue;
        }
        problem = problem ? problem : point_columns_check(&reading->columns, &reading->fields);
        problem = problem ? problem : take_line(reading, (uint32_t)file->line);
        if (problem == point_text_no_memory) {
            return diag_fail_memory(diag);
        }
        if (problem && !point_file_goes_on(file)) {
            diag_warn(diag, NULL, NO_OFFSET, "line %llu: %s", (unsigned long long)file->line,
                      point_file_given_up);
            return ADTMAP_OK;
        }
        if (problem) {
            diag_warn(diag, NULL, NO_OFFSET, "line %llu: %s; left out",
                      (unsigned long long)file->line, problem);
        }
        if (reading->is_out_of_memory || reading->markers.failed || reading->lines.failed ||
            reading->path_points.failed || reading->path_names.failed || reading->texts.failed) {
            return diag_fail_memory(diag);
        }
        if (reading->markers.size / sizeof(struct marker) +
                    reading->lines.size / sizeof(struct path_line) >
                MARKERS_MAX ||
            reading->path_points.size / sizeof(struct ordered_point) > MARKER_VERTICES_MAX) {
            return diag_fail(diag, ADTMAP_LIMIT, NULL, NO_OFFSET,
                             "has over %d markers, or lines of over %d points", MARKERS_MAX,
                             MARKER_VERTICES_MAX);
        }
    }
    return ADTMAP_OK;
}

enum adtmap_status marker_table_find(const uint8_t *data, size_t size, const struct diag *diag,
                                     bool *is_table)
{
    const char *line;
    size_t length;
    struct point_fields fields = {0};
    struct point_file file = {.bytes = data, .bytes_left = size};
    enum adtmap_status status = ADTMAP_OK;
    enum point_kind kind = size > 0 ? point_file_kind(&file) : POINT_JSONL;
    *is_table = false;
    if (kind != POINT_JSONL) {
        enum point_line found = point_file_next(&file, kind, &line, &length);
        const char *problem =
            found == POINT_LINE ? point_text_split(kind, line, length, &fields) : NULL;
        if (found == POINT_LINE_FAILED || problem == point_text_no_memory) {
            status = diag_fail_memory(diag);
        } else {
            *is_table = found == POINT_LINE && !problem && point_columns_are_names(&fields);
        }
    }
    point_fields_free(&fields);
    point_file_close(&file);
    return status;
}

enum adtmap_status marker_table_read(const uint8_t *data, size_t size, const struct marker_map *map,
                                     const struct diag *diag, struct markers *markers)
{
    struct table_reading reading = {.map = map};
    struct buffer vertices = {0};
    struct point_file file = {.bytes = data, .bytes_left = size, .name = diag->file};
    enum adtmap_status status = read_lines(&reading, &file, diag);
    *markers = (struct markers){0};
    if (!status) {
        join_paths(&reading, &vertices);
        markers->items = (void *)reading.markers.data;
        markers->count = reading.markers.size / sizeof *markers->items;
        markers->vertices = (void *)vertices.data;
        markers->vertex_count = vertices.size / sizeof *markers->vertices;
        markers->texts = reading.texts;
        markers->of_others = reading.of_others;
        if (reading.markers.failed || vertices.failed) {
            status = diag_fail_memory(diag);
        }
    } else {
        buffer_free(&reading.markers);
        text_pool_free(&reading.texts);
    }
    if (!status && reading.has_unknown_numbers) {
        diag_warn(diag, NULL, NO_OFFSET,
                  "names maps by number, and these data do not say which number is %s: lines with "
                  "numbers are left out",
                  map->folder);
    }
    buffer_free(&reading.lines);
    buffer_free(&reading.path_points);
    buffer_free(&reading.path_names);
    hash_index_free(&reading.by_path);
    point_columns_free(&reading.columns);
    point_fields_free(&reading.fields);
    point_file_close(&file);
    return status;
}
