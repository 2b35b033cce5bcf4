#include "scene/placements.h"

#include "scene/nearby.h"
#include "scene/placement/placement_filter.h"

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
                              : nearby_stands_in(placement, search->x, search->y);
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
    struct adt_box box = placement_box(&matrix, building->box.low, building->box.high);
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

/* Room for `count` WMOs. */
static bool alloc_lists(uint32_t count, struct arena *arena, struct placement_set *set)
{
    set->placements = arena_alloc(arena, count, sizeof *set->placements);
    set->pins = arena_alloc(arena, count, sizeof *set->pins);
    return set->placements && set->pins;
}

static enum adtmap_status add_placements(const struct search *search, const struct nearby *nearby,
                                         struct arena *arena, struct placement_set *set)
{
    if (!alloc_lists(nearby->count, arena, set)) {
        return ADTMAP_NO_MEMORY;
    }
    enum adtmap_status status = ADTMAP_OK;
    for (uint32_t i = 0; i < nearby->count && !status; i++) {
        status = add_placement(search, nearby->placements[i], set);
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
    const struct nearby_search around = {
        .map = map, .own = own, .x = x, .y = y, .kind = NEARBY_WMOS};
    struct nearby nearby;
    enum adtmap_status status = nearby_open(&around, arena, &nearby);
    status = status ? status : add_placements(&search, &nearby, arena, set);
    nearby_close(&nearby);
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
