/*
 * A placement ends in one of four ways: it reaches into the tile and is drawn; only its doodads
 * may, and it is pinned for them; neither, and it is released; or the tile has too many vertices by
 * then, and it is left out with a warning.
 */
#include "map/nearby/wmo_set.h"

#include <string.h>

#include "map/nearby/nearby_placements.h"
#include "map/placement/placement_filter.h"

/* How far doodads reach from where they stand in a WMO outside the tile. Real ones reach 60. */
#define DOODAD_REACH_YD 100.0F

bool wmo_set_count(struct wmo_set *set, uint64_t vertices)
{
    vertices = vertices > TILE_VERTICES_MIN ? vertices : TILE_VERTICES_MIN;
    if (vertices > TILE_VERTICES_MAX - set->vertices) {
        return false;
    }
    set->vertices += vertices;
    return true;
}

/* Whether doodads of the building may reach into the tile: the box of where they stand lies within
 * DOODAD_REACH_YD. */
static bool has_doodads_near(const struct wmo_search *search, const struct wmo_model *building,
                             const struct placement_matrix *matrix)
{
    if (search->omits_doodads || !building->root || building->root->doodad_count == 0) {
        return false;
    }
    struct adt_box box = placement_box(matrix, building->doodad_box.low, building->doodad_box.high);
    for (int axis = 0; axis < 2; axis++) {
        box.low[axis] -= DOODAD_REACH_YD;
        box.high[axis] += DOODAD_REACH_YD;
    }
    return placement_touches_tile(&box, search->x, search->y);
}

/* Whether the placement reaches into the tile; where the building cannot be read, by the box in the
 * file or by where it stands. */
static bool is_seen(const struct wmo_search *search, const struct adt_placement *placement,
                    const struct wmo_model *building, const struct placement_matrix *matrix)
{
    if (building->root) {
        struct adt_box box = placement_box(matrix, building->box.low, building->box.high);
        return placement_touches_tile(&box, search->x, search->y);
    }
    return placement->has_box ? placement_touches_tile(&placement->box, search->x, search->y)
                              : placement_stands_in(placement, search->x, search->y);
}

/*
 * Pins the building and adds it to those in the tile, or, if its doodads may be seen, to those near
 * it. Else it is released again: left out by the settings, out of sight, missing, or beyond the
 * limit of vertices.
 */
static enum adtmap_status add_placement(const struct wmo_search *search,
                                        const struct adt_placement *placement, struct wmo_set *set)
{
    struct cache_pin *pin = &set->pins[set->count + set->near_count];
    char of_id[NAME_BYTES];
    const char *name = placement->name;
    if (!name) {
        assets_name_of_id(search->data->assets, placement->file_id, of_id);
        name = of_id;
    }
    if (!placement_is_wanted(search->wanted, name, placement->unique_id)) {
        return ADTMAP_OK;
    }
    enum adtmap_status status = wmo_cache_pin(search->data->buildings, name, pin);
    if (status) {
        return status;
    }
    const struct wmo_model *building = pin->value;
    struct placed_wmo placed = {
        .building = building,
        .matrix = placement_matrix(placement),
        .unique_id = placement->unique_id,
        .scale = placement->scale,
        .sets = placement->sets,
    };
    if (building->root) {
        memcpy(placed.ambient,
               wmo_ambient_of_sets(building->root, placed.sets.sets, placed.sets.count),
               sizeof placed.ambient);
    }
    if (!is_seen(search, placement, building, &placed.matrix)) {
        if (has_doodads_near(search, building, &placed.matrix)) {
            set->near[set->near_count++] = placed;
            return ADTMAP_OK;
        }
        cache_release(pin);
        return ADTMAP_OK;
    }
    set->missing += building->missing;
    if (building->root) {
        if (wmo_set_count(set, building->vertices_drawn)) {
            set->placements[set->count++] = placed;
            return ADTMAP_OK;
        }
        set->beyond++;
    }
    cache_release(pin);
    return ADTMAP_OK;
}

static enum adtmap_status add_placements(const struct wmo_search *search,
                                         const struct nearby_placements *nearby,
                                         struct arena *arena, struct wmo_set *set)
{
    set->placements = arena_alloc(arena, nearby->count, sizeof *set->placements);
    set->near = arena_alloc(arena, nearby->count, sizeof *set->near);
    set->pins = arena_alloc(arena, nearby->count, sizeof *set->pins);
    if (!set->placements || !set->near || !set->pins) {
        return ADTMAP_NO_MEMORY;
    }
    enum adtmap_status status = ADTMAP_OK;
    for (uint32_t i = 0; i < nearby->count && !status; i++) {
        status = add_placement(search, nearby->placements[i], set);
    }
    return status;
}

enum adtmap_status wmo_set_open(const struct wmo_search *search, struct arena *arena,
                                const struct diag *diag, struct wmo_set *set)
{
    *set = (struct wmo_set){0};
    const struct nearby_placements_search around = {
        .map = search->map,
        .own = search->own,
        .x = search->x,
        .y = search->y,
        .kind = NEARBY_WMOS,
        .omits_doodads = search->omits_doodads,
        .doodad_wanted = search->doodad_wanted,
    };
    struct nearby_placements nearby;
    enum adtmap_status status = nearby_placements_open(&around, arena, &nearby);
    status = status ? status : add_placements(search, &nearby, arena, set);
    nearby_placements_close(&nearby);
    if (status) {
        wmo_set_close(set);
        return diag_fail_memory(diag);
    }
    if (set->beyond) {
        diag_warn(diag, NULL, NO_OFFSET,
                  "%u of its buildings left out: together they would have more than %d vertices",
                  (unsigned)set->beyond, TILE_VERTICES_MAX);
    }
    return ADTMAP_OK;
}

void wmo_set_close(struct wmo_set *set)
{
    for (uint32_t i = 0; i < set->count + set->near_count; i++) {
        cache_release(&set->pins[i]);
    }
    *set = (struct wmo_set){0};
}
