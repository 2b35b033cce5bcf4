#include "scene/placements.h"

#include <stdlib.h>

#include "formats/adt/adt.h"
#include "formats/grid.h"
#include "scene/map/map_placements.h"
#include "scene/placement/placement_filter.h"

enum { NEIGHBOURS = 9 };

/* One way in which a building is listed. */
struct candidate {
    const struct adt_placement *placement;
    bool is_home;   /* it stands in the tile that lists it */
    uint32_t order; /* of the listing tile and of the entry */
};

static bool stands_in(const struct adt_placement *placement, uint32_t x, uint32_t y)
{
    double column = grid_tile_at(placement->position[1]);
    double row = grid_tile_at(placement->position[0]);
    return column >= (double)x && column < (double)x + 1.0 && row >= (double)y &&
           row < (double)y + 1.0;
}

/* Candidates under collection. */
struct gathering {
    struct candidate *all;
    uint32_t count;
};

static void gather(const struct adt_placements *placed, uint32_t x, uint32_t y, uint32_t neighbour,
                   struct gathering *gathering)
{
    for (uint32_t i = 0; i < placed->wmo_count; i++) {
        const struct adt_placement *placement = &placed->wmos[i];
        gathering->all[gathering->count++] =
            (struct candidate){placement, stands_in(placement, x, y), neighbour << 24 | i};
    }
}

/* By unique id, at home first. */
static int compare(const void *left, const void *right)
{
    const struct candidate *a = left;
    const struct candidate *b = right;
    if (a->placement->unique_id != b->placement->unique_id) {
        return a->placement->unique_id < b->placement->unique_id ? -1 : 1;
    }
    if (a->is_home != b->is_home) {
        return a->is_home ? -1 : 1;
    }
    return a->order < b->order ? -1 : 1;
}

/* What is looked for. */
struct search {
    struct adtmap_data *data;
    uint32_t x, y; /* the tile */
    const struct adtmap_objects *wanted;
};

/* Whether a building that cannot be read would be seen in the tile: by the box in the file. */
static bool is_missed(const struct search *search, const struct adt_placement *placement)
{
    return placement->has_box ? placement_touches_tile(&placement->box, search->x, search->y)
                              : stands_in(placement, search->x, search->y);
}

/* Whether there is room for the building's vertices, which are counted. */
static bool has_room(const struct wmo_model *building, struct placement_set *set)
{
    uint64_t vertices = building->vertices_drawn;
    vertices = vertices > PLACEMENT_VERTICES_LEAST ? vertices : PLACEMENT_VERTICES_LEAST;
    if (vertices > PLACEMENT_VERTICES_MAX - set->vertices) {
        set->beyond++;
        return false;
    }
    set->vertices += vertices;
    return true;
}

/* Pins the building and adds it to the set if it touches the tile. */
static enum adtmap_status add_placement(const struct search *search,
                                        const struct adt_placement *placement,
                                        struct placement_set *set)
{
    struct cache_pin *pin = &set->pins[set->count];
    char of_id[NAME_BYTES];
    const char *name = placement->name;
    if (!name) {
        assets_name_of_id(search->data->assets, placement->file_id, of_id);
        name = of_id;
    }
    if (!placement_is_wanted(search->wanted, name, placement->unique_id)) {
        return ADTMAP_OK;
    }
    struct wmo_cache *buildings = search->data->buildings;
    enum adtmap_status status = wmo_cache_pin(buildings, name, pin);
    if (status) {
        return status;
    }
    const struct wmo_model *building = pin->value;
    struct placement_matrix matrix = placement_matrix(placement);
    struct adt_box box = placement_box(&matrix, &building->box);
    bool seen = building->root ? placement_touches_tile(&box, search->x, search->y)
                               : is_missed(search, placement);
    set->missing += seen ? building->missing : 0;
    if (!building->root || !seen || !has_room(building, set)) {
        wmo_cache_unpin(buildings, pin);
        return ADTMAP_OK;
    }
    set->placements[set->count++] =
        (struct scene_placement){building, matrix, placement->unique_id};
    return ADTMAP_OK;
}

/* Takes the first candidate of each unique id. */
static enum adtmap_status choose(const struct search *search, struct gathering *gathering,
                                 struct placement_set *set)
{
    qsort(gathering->all, gathering->count, sizeof *gathering->all, compare);
    for (uint32_t i = 0; i < gathering->count; i++) {
        const struct adt_placement *placement = gathering->all[i].placement;
        if (i > 0 && placement->unique_id == gathering->all[i - 1].placement->unique_id) {
            continue;
        }
        enum adtmap_status status = add_placement(search, placement, set);
        if (status) {
            return status;
        }
    }
    return ADTMAP_OK;
}

/* Room for `count` candidates and as many objects. */
static bool alloc_lists(uint32_t count, struct arena *arena, struct gathering *gathering,
                        struct placement_set *set)
{
    gathering->all = arena_alloc(arena, count, sizeof *gathering->all);
    set->placements = arena_alloc(arena, count, sizeof *set->placements);
    set->pins = arena_alloc(arena, count, sizeof *set->pins);
    return gathering->all && set->placements && set->pins;
}

static enum adtmap_status gather_alone(const struct search *search,
                                       const struct adt_placements *own, struct arena *arena,
                                       struct placement_set *set)
{
    struct gathering gathering = {0};
    if (!own) {
        return ADTMAP_OK;
    }
    if (!alloc_lists(own->wmo_count, arena, &gathering, set)) {
        return ADTMAP_NO_MEMORY;
    }
    gather(own, search->x, search->y, 0, &gathering);
    return choose(search, &gathering, set);
}

static enum adtmap_status gather_around(const struct search *search, const struct adtmap_map *map,
                                        struct arena *arena, struct placement_set *set)
{
    uint32_t west = search->x - 1; /* wraps outside the grid, where no tile is */
    uint32_t north = search->y - 1;
    struct cache_pin pins[NEIGHBOURS] = {0};
    struct gathering gathering = {0};
    uint32_t total = map->building ? 1 : 0;
    enum adtmap_status status = ADTMAP_OK;
    for (uint32_t i = 0; i < NEIGHBOURS && !status; i++) {
        status = map_placements_pin(map, west + i % 3, north + i / 3, &pins[i]);
        const struct adt_placements *placed = map_placements_of(&pins[i]);
        total += placed ? placed->wmo_count : 0;
    }
    if (!status && !alloc_lists(total, arena, &gathering, set)) {
        status = ADTMAP_NO_MEMORY;
    }
    for (uint32_t i = 0; i < NEIGHBOURS && !status; i++) {
        const struct adt_placements *placed = map_placements_of(&pins[i]);
        if (placed) {
            gather(placed, west + i % 3, north + i / 3, i, &gathering);
        }
    }
    if (!status && map->building) {
        gathering.all[gathering.count++] = (struct candidate){map->building, true, 0};
    }
    if (!status) {
        status = choose(search, &gathering, set);
    }
    for (uint32_t i = 0; i < NEIGHBOURS; i++) {
        map_placements_unpin(map, &pins[i]);
    }
    return status;
}

enum adtmap_status placement_set_open(struct adtmap_data *data, const struct adtmap_map *map,
                                      const struct adt_placements *own, uint32_t x, uint32_t y,
                                      const struct adtmap_objects *wanted, struct arena *arena,
                                      const struct diag *diag, struct placement_set *set)
{
    *set = (struct placement_set){0};
    const struct search search = {data, x, y, wanted};
    enum adtmap_status status =
        map ? gather_around(&search, map, arena, set) : gather_alone(&search, own, arena, set);
    if (status) {
        placement_set_close(data, set);
        return diag_fail_memory(diag);
    }
    if (set->beyond) {
        diag_warn(diag, NULL, NO_OFFSET,
                  "%u of its buildings left out: together they would have more than %d vertices",
                  (unsigned)set->beyond, PLACEMENT_VERTICES_MAX);
    }
    return ADTMAP_OK;
}

void placement_set_close(struct adtmap_data *data, struct placement_set *set)
{
    for (uint32_t i = 0; i < set->count; i++) {
        wmo_cache_unpin(data->buildings, &set->pins[i]);
    }
    *set = (struct placement_set){0};
}
