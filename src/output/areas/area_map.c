/*
 * Places for labels: the chunk of an area that is farthest from the area's edge. Two passes over
 * the grid find the distance of all chunks (a chessboard distance transform): the first takes it
 * from the chunks north and west, the second from those south and east. Of equal chunks the one
 * next to the area's centre counts. Zones are done in two further passes, where subzones count as
 * their zone. Together 30 ms for a map of 1024x1024 chunks.
 */
#include "output/areas/area_map.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/size.h"

enum { CHUNKS = AREA_GRID * AREA_GRID };

struct labels {
    uint32_t *owners;    /* by chunk: index of its area; UINT32_MAX: none */
    uint16_t *distances; /* by chunk */
    double *sums;        /* by area: of x, of y */
};

_Static_assert(offsetof(struct area, name.id) == 0, "an area begins with its id");
_Static_assert(offsetof(struct area_name, id) == 0, "a name begins with the area's id");

const struct area *area_map_find(const struct area_map *map, uint32_t id)
{
    return array_find(&id, map->areas, map->count, sizeof *map->areas, array_compare_u32);
}

static const struct area_name *find_name(const struct area_name *names, uint32_t count, uint32_t id)
{
    return array_find(&id, names, count, sizeof *names, array_compare_u32);
}

/* The ids of areas that have rings and of their zones, in order, each once. */
static uint32_t list_ids(const struct area_shapes *shapes, const struct area_name *names,
                         uint32_t count, uint32_t *ids)
{
    uint32_t listed = 0;
    for (uint32_t i = 0; i < shapes->count; i++) {
        const struct area_name *name = find_name(names, count, shapes->rings[i].id);
        bool is_next = i == 0 || shapes->rings[i].id != shapes->rings[i - 1].id;
        if (is_next) {
            ids[listed++] = shapes->rings[i].id;
        }
        if (is_next && name && name->zone) {
            ids[listed++] = name->zone;
        }
    }
    return (uint32_t)array_sort_unique(ids, listed, sizeof *ids, array_compare_u32);
}

static void describe(struct area_map *map, const uint32_t *ids, const struct area_name *names,
                     uint32_t count)
{
    uint32_t ring = 0;
    for (uint32_t i = 0; i < map->count; i++) {
        struct area *area = &map->areas[i];
        const struct area_name *name = find_name(names, count, ids[i]);
        area->name = name ? *name : (struct area_name){.id = ids[i]};
        area->first_ring = ring;
        while (ring < map->shapes.count && map->shapes.rings[ring].id == ids[i]) {
            ring++;
        }
        area->rings = ring - area->first_ring;
    }
}

/* The area that a chunk's label would be of: its own, or for zones, the zone of it. */
static uint32_t find_owner(const struct area_map *map, uint32_t id, bool is_of_zones)
{
    const struct area *area = id ? area_map_find(map, id) : NULL;
    if (area && is_of_zones && area->name.zone) {
        area = area_map_find(map, area->name.zone);
    }
    bool is_wanted = area && (area->name.zone == 0) == is_of_zones;
    return is_wanted ? (uint32_t)(area - map->areas) : UINT32_MAX;
}

static void find_owners(const struct area_map *map, const struct area_grid *grid, bool is_of_zones,
                        uint32_t *owners)
{
    uint32_t before = 0;
    uint32_t owner = UINT32_MAX;
    for (uint32_t i = 0; i < CHUNKS; i++) {
        if (grid->ids[i] != before) {
            before = grid->ids[i];
            owner = find_owner(map, before, is_of_zones);
        }
        owners[i] = owner;
    }
}

/* How far the edge is, as the neighbour at (x + dx, y + dy) tells. */
static uint32_t distance_beyond(const struct labels *labels, uint32_t chunk, int32_t dx, int32_t dy)
{
    int32_t x = (int32_t)(chunk % AREA_GRID) + dx;
    int32_t y = (int32_t)(chunk / AREA_GRID) + dy;
    bool is_inside = x >= 0 && y >= 0 && x < AREA_GRID && y < AREA_GRID;
    uint32_t other = (uint32_t)(y * AREA_GRID + x);
    return is_inside && labels->owners[other] == labels->owners[chunk] ? labels->distances[other]
                                                                       : 0;
}

/* `sign` is -1 for the neighbours before a chunk, 1 for those behind it. */
static void take_distance(struct labels *labels, uint32_t chunk, int32_t sign)
{
    static const int8_t near_x[] = {1, 1, 0, -1};
    static const int8_t near_y[] = {0, 1, 1, 1};
    uint32_t least = labels->distances[chunk];
    for (size_t i = 0; i < COUNT_OF(near_x); i++) {
        uint32_t own = distance_beyond(labels, chunk, sign * near_x[i], sign * near_y[i]) + 1;
        least = own < least ? own : least;
    }
    labels->distances[chunk] = (uint16_t)least;
}

static void find_distances(struct labels *labels)
{
    for (uint32_t i = 0; i < CHUNKS; i++) {
        labels->distances[i] = UINT16_MAX;
        if (labels->owners[i] != UINT32_MAX) {
            take_distance(labels, i, -1);
        }
    }
    for (uint32_t i = CHUNKS; i > 0; i--) {
        if (labels->owners[i - 1] != UINT32_MAX) {
            take_distance(labels, i - 1, 1);
        }
    }
}

/* The square of the distance between a place and the area's centre, in chunks. */
static double off_centre(const struct area *area, const double sums[2], double x, double y)
{
    double dx = x - sums[0] / area->chunks;
    double dy = y - sums[1] / area->chunks;
    return dx * dx + dy * dy;
}

static void choose_places(const struct labels *labels, struct area *areas)
{
    for (uint32_t i = 0; i < CHUNKS; i++) {
        uint32_t owner = labels->owners[i];
        if (owner != UINT32_MAX) {
            areas[owner].chunks++;
            labels->sums[2 * (size_t)owner] += i % AREA_GRID;
            labels->sums[2 * (size_t)owner + 1] += (double)(i / AREA_GRID);
        }
    }
    for (uint32_t i = 0; i < CHUNKS; i++) {
        if (labels->owners[i] == UINT32_MAX) {
            continue;
        }
        struct area *area = &areas[labels->owners[i]];
        const double *sums = labels->sums + 2 * (size_t)labels->owners[i];
        uint32_t x = i % AREA_GRID;
        uint32_t y = i / AREA_GRID;
        bool is_nearer =
            off_centre(area, sums, x, y) < off_centre(area, sums, area->label_x, area->label_y);
        if (labels->distances[i] > area->reach ||
            (labels->distances[i] == area->reach && is_nearer)) {
            area->label_x = (uint16_t)x;
            area->label_y = (uint16_t)y;
            area->reach = labels->distances[i];
        }
    }
}

static bool place_labels(struct area_map *map, const struct area_grid *grid)
{
    struct labels labels = {
        .owners = malloc(CHUNKS * sizeof *labels.owners),
        .distances = malloc(CHUNKS * sizeof *labels.distances),
        .sums = calloc((size_t)map->count + 1, 2 * sizeof *labels.sums),
    };
    bool fine = labels.owners && labels.distances && labels.sums;
    for (int is_of_zones = 0; is_of_zones < 2 && fine; is_of_zones++) {
        find_owners(map, grid, is_of_zones, labels.owners);
        find_distances(&labels);
        choose_places(&labels, map->areas);
    }
    free(labels.owners);
    free(labels.distances);
    free(labels.sums);
    return fine;
}

bool area_map_make(const struct area_grid *grid, const struct area_name *names, uint32_t count,
                   struct area_map *map)
{
    *map = (struct area_map){0};
    bool fine = area_shapes_find(grid, &map->shapes);
    uint32_t *ids = fine ? calloc(2 * (size_t)map->shapes.count + 1, sizeof *ids) : NULL;
    if (ids) {
        map->count = list_ids(&map->shapes, names, count, ids);
        map->areas = calloc((size_t)map->count + 1, sizeof *map->areas);
    }
    fine = fine && map->areas;
    if (fine) {
        describe(map, ids, names, count);
        fine = place_labels(map, grid);
    }
    free(ids);
    return fine;
}

void area_map_free(struct area_map *map)
{
    free(map->areas);
    area_shapes_free(&map->shapes);
    *map = (struct area_map){0};
}
