/*
 * Places for labels: the chunk of an area that is farthest from the area's edge and from liquid.
 * Two passes over the grid find the distance of all chunks (a chessboard distance transform): the
 * first takes it from the chunks north and west, the second from those south and east. Of equal
 * chunks the one next to the centre of the area's land counts. It is done for edges, then for edges
 * and shores, then both for zones, where subzones count as their zone. Of an area that has hardly
 * any land, as a sea with rocks in it, all chunks count as land.
 */
#include "output/areas/area_map.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/size.h"

enum { CHUNKS = AREA_GRID * AREA_GRID, SEA_SHARE = 16 };

struct labels {
    uint32_t *owners; /* by chunk: index of its area; UINT32_MAX: none */
    uint16_t *reach;  /* by chunk: to the area's edge */
    uint16_t *inland; /* by chunk: to the edge or shore */
    struct land {
        uint32_t chunks;  /* of the area that are not under liquid */
        uint32_t counted; /* the same, or all of the area's */
        double sum[2];    /* of their x, of y */
        uint16_t inland;  /* of the label */
    } * lands;            /* by area */
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
static uint32_t distance_beyond(const uint32_t *owners, const uint16_t *distances, uint32_t chunk,
                                int32_t dx, int32_t dy)
{
    int32_t x = (int32_t)(chunk % AREA_GRID) + dx;
    int32_t y = (int32_t)(chunk / AREA_GRID) + dy;
    bool is_inside = x >= 0 && y >= 0 && x < AREA_GRID && y < AREA_GRID;
    uint32_t other = (uint32_t)(y * AREA_GRID + x);
    return is_inside && owners[other] == owners[chunk] ? distances[other] : 0;
}

/* `sign` is -1 for the neighbours before a chunk, 1 for those behind it. */
static void take_distance(const uint32_t *owners, uint16_t *distances, uint32_t chunk, int32_t sign)
{
    static const int8_t near_x[] = {1, 1, 0, -1};
    static const int8_t near_y[] = {0, 1, 1, 1};
    uint32_t least = distances[chunk];
    for (size_t i = 0; i < COUNT_OF(near_x); i++) {
        uint32_t own =
            distance_beyond(owners, distances, chunk, sign * near_x[i], sign * near_y[i]) + 1;
        least = own < least ? own : least;
    }
    distances[chunk] = (uint16_t)least;
}

static void find_distances(const uint32_t *owners, uint16_t *distances)
{
    for (uint32_t i = 0; i < CHUNKS; i++) {
        distances[i] = UINT16_MAX;
        if (owners[i] != UINT32_MAX) {
            take_distance(owners, distances, i, -1);
        }
    }
    for (uint32_t i = CHUNKS; i > 0; i--) {
        if (owners[i - 1] != UINT32_MAX) {
            take_distance(owners, distances, i - 1, 1);
        }
    }
}

/* Counts chunks, then takes those under liquid from areas of which one chunk in SEA_SHARE or more
 * is land. */
static void find_land(struct labels *labels, const struct area_grid *grid, struct area *areas)
{
    for (uint32_t i = 0; i < CHUNKS; i++) {
        if (labels->owners[i] != UINT32_MAX) {
            areas[labels->owners[i]].chunks++;
            labels->lands[labels->owners[i]].chunks += !grid->is_covered[i];
        }
    }
    for (uint32_t i = 0; i < CHUNKS; i++) {
        uint32_t owner = labels->owners[i];
        if (owner == UINT32_MAX) {
            continue;
        }
        struct land *land = &labels->lands[owner];
        bool is_sea = land->chunks * (uint64_t)SEA_SHARE < areas[owner].chunks;
        if (grid->is_covered[i] && !is_sea) {
            labels->owners[i] = UINT32_MAX;
        } else {
            land->sum[0] += i % AREA_GRID;
            land->sum[1] += (double)(i / AREA_GRID);
            land->counted++;
        }
    }
}

/* The square of the distance between a place and the land's centre, in chunks. */
static double off_centre(const struct land *land, double x, double y)
{
    double dx = x - land->sum[0] / land->counted;
    double dy = y - land->sum[1] / land->counted;
    return dx * dx + dy * dy;
}

static void choose_places(const struct labels *labels, struct area *areas)
{
    for (uint32_t i = 0; i < CHUNKS; i++) {
        if (labels->owners[i] == UINT32_MAX) {
            continue;
        }
        struct area *area = &areas[labels->owners[i]];
        struct land *land = &labels->lands[labels->owners[i]];
        uint32_t x = i % AREA_GRID;
        uint32_t y = i / AREA_GRID;
        bool is_nearer = off_centre(land, x, y) < off_centre(land, area->label_x, area->label_y);
        if (labels->inland[i] > land->inland || (labels->inland[i] == land->inland && is_nearer)) {
            area->label_x = (uint16_t)x;
            area->label_y = (uint16_t)y;
            area->reach = labels->reach[i];
            land->inland = labels->inland[i];
        }
    }
}

static bool place_labels(struct area_map *map, const struct area_grid *grid)
{
    struct labels labels = {
        .owners = malloc(CHUNKS * sizeof *labels.owners),
        .reach = malloc(CHUNKS * sizeof *labels.reach),
        .inland = malloc(CHUNKS * sizeof *labels.inland),
        .lands = calloc((size_t)map->count + 1, sizeof *labels.lands),
    };
    bool fine = labels.owners && labels.reach && labels.inland && labels.lands;
    for (int is_of_zones = 0; is_of_zones < 2 && fine; is_of_zones++) {
        find_owners(map, grid, is_of_zones, labels.owners);
        find_distances(labels.owners, labels.reach);
        find_land(&labels, grid, map->areas);
        find_distances(labels.owners, labels.inland);
        choose_places(&labels, map->areas);
    }
    free(labels.owners);
    free(labels.reach);
    free(labels.inland);
    free(labels.lands);
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
