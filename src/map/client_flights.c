/*
 * Three tables make a flight: TaxiNodes has its ends, TaxiPath joins them, TaxiPathNode has the
 * points in between. The last is the largest, with 100000 records in clients of 2026. So the ends
 * of the map come first, then the paths between two of them, and of the points only those of these
 * paths are kept. All three lists are sorted, and looked up by bisection.
 */
#include "map/client_flights.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/buffer.h"
#include "map/map_names.h"
#include "map/tables/client_table.h"

/* The id of a record and its place in the table: of several with one id the first counts. Lists are
 * in order of both. */
struct record_key {
    uint32_t id;
    uint32_t record;
};

struct end {
    struct record_key key; /* first: an end is found by its key */
    struct flight_point place;
    const char *name; /* borrowed from the table */
};

struct path {
    struct record_key key; /* the same */
    uint32_t ends[2];      /* ids, the lower one first */
    bool is_back;          /* it leads from the higher one to the lower one */
};

struct client_path_point {
    uint32_t path;
    uint32_t index;
    uint32_t record; /* decides between two with one index */
    struct flight_point place;
};

/* Items of one type in the bytes of a buffer. */
struct flight_gathering {
    uint32_t map_id;
    struct buffer ends;
    struct buffer paths;
    struct buffer points;
};

static int flight_compare(uint32_t a, uint32_t b)
{
    return (a > b) - (a < b);
}

static int compare_keys(const void *a, const void *b)
{
    const struct record_key *x = a;
    const struct record_key *y = b;
    int order = flight_compare(x->id, y->id);
    return order ? order : flight_compare(x->record, y->record);
}

static int flight_compare_id(const void *id, const void *key)
{
    return flight_compare(*(const uint32_t *)id, ((const struct record_key *)key)->id);
}

static int compare_pairs(const void *a, const void *b)
{
    const struct path *x = a;
    const struct path *y = b;
    int order = flight_compare(x->ends[0], y->ends[0]);
    order = order ? order : flight_compare(x->ends[1], y->ends[1]);
    return order ? order : compare_keys(&x->key, &y->key);
}

static int compare_points(const void *a, const void *b)
{
    const struct client_path_point *x = a;
    const struct client_path_point *y = b;
    int order = flight_compare(x->path, y->path);
    order = order ? order : flight_compare(x->index, y->index);
    return order ? order : flight_compare(x->record, y->record);
}

static size_t items_count(const struct buffer *items, size_t size)
{
    return items->size / size;
}

static void sort(struct buffer *items, size_t size, int (*order)(const void *, const void *))
{
    if (items->size > 0) {
        array_sort(items->data, items_count(items, size), size, order);
    }
}

/* Sorts items that begin with their key, and leaves the first of each id. */
static void keep_first(struct buffer *items, size_t size)
{
    uint8_t *kept = items->data;
    sort(items, size, compare_keys);
    for (size_t at = 0; at < items->size; at += size) {
        const uint8_t *item = items->data + at;
        if (at == 0 ||
            flight_compare_id(&((const struct record_key *)(const void *)item)->id, kept - size)) {
            memmove(kept, item, size);
            kept += size;
        }
    }
    items->size = items->size > 0 ? (size_t)(kept - items->data) : 0;
}

/* The item with this id in such a list; NULL: there is none. */
static const void *items_find(const struct buffer *items, size_t size, uint32_t id)
{
    return array_find(&id, items->data, items_count(items, size), size, flight_compare_id);
}

static void list_ends(const struct table *table, struct flight_gathering *flights)
{
    struct dbc_landmark found;
    for (uint32_t i = 0; i < table_count(table); i++) {
        if (table_landmark_at(table, i, &found) && found.map_id == flights->map_id) {
            const struct end end = {{found.id, i}, {found.x, found.y}, found.name};
            buffer_append(&flights->ends, &end, sizeof end);
        }
    }
    keep_first(&flights->ends, sizeof(struct end));
}

static const struct end *find_end(const struct flight_gathering *flights, uint32_t id)
{
    return items_find(&flights->ends, sizeof(struct end), id);
}

/* Leaves the first path of each pair of ends. */
static void keep_one_a_pair(struct buffer *items)
{
    struct path *paths = (void *)items->data;
    size_t kept = 0;
    sort(items, sizeof *paths, compare_pairs);
    for (size_t i = 0; i < items_count(items, sizeof *paths); i++) {
        const struct path *last = kept > 0 ? &paths[kept - 1] : NULL;
        if (!last || last->ends[0] != paths[i].ends[0] || last->ends[1] != paths[i].ends[1]) {
            paths[kept++] = paths[i];
        }
    }
    items->size = kept * sizeof *paths;
}

static void list_paths(const struct table *table, struct flight_gathering *flights)
{
    struct dbc_path found;
    for (uint32_t i = 0; i < table_count(table); i++) {
        if (table_path_at(table, i, &found) && found.from != found.to &&
            find_end(flights, found.from) && find_end(flights, found.to)) {
            bool is_back = found.from > found.to;
            const struct path path = {
                {found.id, i},
                {is_back ? found.to : found.from, is_back ? found.from : found.to},
                is_back};
            buffer_append(&flights->paths, &path, sizeof path);
        }
    }
    keep_first(&flights->paths, sizeof(struct path));
    keep_one_a_pair(&flights->paths);
    sort(&flights->paths, sizeof(struct path), compare_keys);
}

static void list_points(const struct table *table, struct flight_gathering *flights)
{
    struct dbc_waypoint found;
    for (uint32_t i = 0; i < table_count(table); i++) {
        if (table_waypoint_at(table, i, &found) && found.map_id == flights->map_id &&
            items_find(&flights->paths, sizeof(struct path), found.path)) {
            const struct client_path_point point = {found.path, found.index, i, {found.x, found.y}};
            buffer_append(&flights->points, &point, sizeof point);
        }
    }
    sort(&flights->points, sizeof(struct client_path_point), compare_points);
}

/* Appends the places of the path's points, which begin at `*next`, or of its ends. */
static void put_course(const struct flight_gathering *flights, const struct path *path,
                       size_t *next, struct buffer *course)
{
    const struct client_path_point *points = (const void *)flights->points.data;
    size_t count = items_count(&flights->points, sizeof *points);
    course->size = 0;
    while (*next < count && points[*next].path <= path->key.id) {
        const struct client_path_point *point = &points[(*next)++];
        if (point->path == path->key.id) {
            buffer_append(course, &point->place, sizeof point->place);
        }
    }
    if (items_count(course, sizeof(struct flight_point)) < 2) {
        course->size = 0;
        for (int i = 0; i < 2; i++) {
            const struct end *end = find_end(flights, path->ends[path->is_back ? 1 - i : i]);
            buffer_append(course, &end->place, sizeof end->place);
        }
    }
}

static void visit_flights(struct flight_gathering *flights, flight_visitor *visit, void *user)
{
    const struct path *paths = (const void *)flights->paths.data;
    struct buffer course = {0};
    size_t next = 0;
    for (size_t i = 0; i < items_count(&flights->paths, sizeof *paths) && !course.failed; i++) {
        put_course(flights, &paths[i], &next, &course);
        const struct client_flight flight = {
            .from = find_end(flights, paths[i].ends[paths[i].is_back])->name,
            .to = find_end(flights, paths[i].ends[!paths[i].is_back])->name,
            .points = (const void *)course.data,
            .count = items_count(&course, sizeof(struct flight_point)),
        };
        if (!course.failed) {
            visit(user, &flight);
        }
    }
    flights->points.failed |= course.failed;
    buffer_free(&course);
}

/* Lists what one table has. */
static enum adtmap_status list_table(const struct assets *assets, enum table_kind kind,
                                     const struct diag *diag, struct flight_gathering *flights)
{
    struct blob blob;
    struct table table;
    enum adtmap_status status = client_table_open(assets, kind, diag, &blob, &table);
    if (!status && kind == TABLE_PATHS) {
        list_paths(&table, flights);
    } else if (!status) {
        list_points(&table, flights);
    }
    blob_release(&blob);
    return status;
}

static enum adtmap_status list_and_visit(const struct assets *assets, const struct diag *diag,
                                         struct flight_gathering *flights, flight_visitor *visit,
                                         void *user)
{
    enum adtmap_status status = list_table(assets, TABLE_PATHS, diag, flights);
    if (!status && flights->paths.size > 0) {
        status = list_table(assets, TABLE_WAYPOINTS, diag, flights);
    }
    if (!status) {
        visit_flights(flights, visit, user);
    }
    return status;
}

static enum adtmap_status visit_map(const struct assets *assets, uint32_t map_id,
                                    const struct diag *diag, flight_visitor *visit, void *user)
{
    struct flight_gathering flights = {.map_id = map_id};
    struct blob blob;
    struct table table;
    enum adtmap_status status = client_table_open(assets, TABLE_FLIGHTS, diag, &blob, &table);
    if (!status) {
        list_ends(&table, &flights);
    }
    if (!status && flights.ends.size > 0) {
        status = list_and_visit(assets, diag, &flights, visit, user);
    }
    bool has_failed = flights.ends.failed || flights.paths.failed || flights.points.failed;
    status = !status && has_failed ? diag_fail_memory(diag) : status;
    buffer_free(&flights.ends);
    buffer_free(&flights.paths);
    buffer_free(&flights.points);
    blob_release(&blob);
    return status;
}

enum adtmap_status client_flights_visit(const struct assets *assets, const char *folder,
                                        const struct diag *diag, flight_visitor *visit, void *user)
{
    bool is_known;
    uint32_t map_id;
    enum adtmap_status status = map_names_id_of(assets, folder, diag, &is_known, &map_id);
    return is_known ? visit_map(assets, map_id, diag, visit, user) : status;
}
