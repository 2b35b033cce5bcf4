/*
 * Candidates of nine tiles are sorted by unique id, those at home first; the first of each id
 * counts, so that it does not matter which tile lists it. Buildings that only tiles farther away
 * list come after these.
 */
#include "map/nearby/nearby_placements.h"

#include <stdlib.h>

#include "base/array.h"
#include "formats/grid.h"
#include "map/map_placements.h"

/* One way in which something is listed. */
struct candidate {
    const struct adt_placement *placement;
    bool is_far;    /* no neighbour lists it */
    bool is_home;   /* it stands in the neighbour that lists it */
    uint32_t order; /* of the listing tile and of the entry */
};

/* Candidates under collection. */
struct candidate_gathering {
    const struct nearby_placements_search *search;
    struct candidate *all;
    uint32_t count;
};

bool placement_stands_in(const struct adt_placement *placement, uint32_t x, uint32_t y)
{
    double column = grid_tile_at(placement->position[1]);
    double row = grid_tile_at(placement->position[0]);
    return column >= (double)x && column < (double)x + 1.0 && row >= (double)y &&
           row < (double)y + 1.0;
}

static uint32_t nearby_count(const struct adt_placements *placed, enum nearby_placements_kind kind)
{
    return kind == NEARBY_WMOS ? placed->wmo_count : placed->doodad_count;
}

/* Those that `placed`, the placements of tile (x, y), lists; `tile` is its number of the nine. */
static void gather(const struct adt_placements *placed, uint32_t x, uint32_t y, uint32_t tile,
                   struct candidate_gathering *gathering)
{
    const struct nearby_placements_search *search = gathering->search;
    const struct adt_placement *list = search->kind == NEARBY_WMOS ? placed->wmos : placed->doodads;
    for (uint32_t i = 0; i < nearby_count(placed, search->kind); i++) {
        if (!search->is_wanted || search->is_wanted(search->user, &list[i])) {
            gathering->all[gathering->count++] = (struct candidate){
                &list[i], false, placement_stands_in(&list[i], x, y), tile << 24 | i};
        }
    }
}

/* Those of a walk over the placements that tiles farther away list. */
static void gather_far(struct far_placement_step *far, struct candidate_gathering *gathering)
{
    const struct nearby_placements_search *search = gathering->search;
    while (map_far_placements_next(search->map, far)) {
        if (!search->is_wanted || search->is_wanted(search->user, far->placement)) {
            gathering->all[gathering->count] =
                (struct candidate){far->placement, true, false, gathering->count};
            gathering->count++;
        }
    }
}

/* By unique id, neighbours first, at home first. */
static int nearby_compare(const void *left, const void *right)
{
    const struct candidate *a = left;
    const struct candidate *b = right;
    if (a->placement->unique_id != b->placement->unique_id) {
        return a->placement->unique_id < b->placement->unique_id ? -1 : 1;
    }
    if (a->is_far != b->is_far) {
        return a->is_far ? 1 : -1;
    }
    if (a->is_home != b->is_home) {
        return a->is_home ? -1 : 1;
    }
    return a->order < b->order ? -1 : 1;
}

/* Lists the first candidate of each unique id. */
static bool nearby_choose(const struct candidate_gathering *gathering, struct arena *arena,
                          struct nearby_placements *nearby)
{
    const struct adt_placement **chosen =
        arena_alloc_dirty(arena, gathering->count, sizeof *chosen);
    if (!chosen) {
        return false;
    }
    array_sort(gathering->all, gathering->count, sizeof *gathering->all, nearby_compare);
    for (uint32_t i = 0; i < gathering->count; i++) {
        const struct adt_placement *placement = gathering->all[i].placement;
        if (i == 0 || placement->unique_id != gathering->all[i - 1].placement->unique_id) {
            chosen[nearby->count++] = placement;
        }
    }
    nearby->placements = chosen;
    return true;
}

static enum adtmap_status open_alone(const struct nearby_placements_search *search,
                                     struct arena *arena, struct nearby_placements *nearby)
{
    struct candidate_gathering gathering = {.search = search};
    if (!search->own) {
        return ADTMAP_OK;
    }
    gathering.all =
        arena_alloc_dirty(arena, nearby_count(search->own, search->kind), sizeof *gathering.all);
    if (!gathering.all) {
        return ADTMAP_NO_MEMORY;
    }
    gather(search->own, search->x, search->y, 0, &gathering);
    return nearby_choose(&gathering, arena, nearby) ? ADTMAP_OK : ADTMAP_NO_MEMORY;
}

/* Pins what the nine tiles place, and counts it. */
static enum adtmap_status pin_tiles(const struct nearby_placements_search *search,
                                    struct nearby_placements *nearby, size_t *total)
{
    const enum adt_content contents = search->omits_doodads ? ADT_WMOS : ADT_PLACEMENTS;
    enum adtmap_status status = ADTMAP_OK;
    for (uint32_t i = 0; i < NEARBY_TILES && !status; i++) {
        /* West and north of the grid these wrap to where no tile is. */
        status = map_placements_pin(search->map, search->x - 1 + i % 3, search->y - 1 + i / 3,
                                    contents, &nearby->pins[i]);
        const struct adt_placements *placed = map_placements_of(&nearby->pins[i]);
        *total += placed ? nearby_count(placed, search->kind) : 0;
    }
    return status;
}

static enum adtmap_status open_around(const struct nearby_placements_search *search,
                                      struct arena *arena, struct nearby_placements *nearby)
{
    const struct adt_placement *building =
        search->kind == NEARBY_WMOS ? search->map->building : NULL;
    struct far_placement_step far = {0};
    size_t total = building ? 1 : 0;
    enum adtmap_status status = pin_tiles(search, nearby, &total);
    if (!status && search->kind == NEARBY_WMOS) {
        status = map_far_placements_begin(search->map, search->x, search->y, &far);
    }
    if (status) {
        return status;
    }
    struct candidate_gathering gathering = {.search = search};
    gathering.all = arena_alloc_dirty(arena, total + far.most, sizeof *gathering.all);
    if (!gathering.all) {
        return ADTMAP_NO_MEMORY;
    }
    for (uint32_t i = 0; i < NEARBY_TILES; i++) {
        const struct adt_placements *placed = map_placements_of(&nearby->pins[i]);
        if (placed) {
            gather(placed, search->x - 1 + i % 3, search->y - 1 + i / 3, i, &gathering);
        }
    }
    if (building) {
        gathering.all[gathering.count++] = (struct candidate){building, false, true, 0};
    }
    gather_far(&far, &gathering);
    return nearby_choose(&gathering, arena, nearby) ? ADTMAP_OK : ADTMAP_NO_MEMORY;
}

enum adtmap_status nearby_placements_open(const struct nearby_placements_search *search,
                                          struct arena *arena, struct nearby_placements *nearby)
{
    *nearby = (struct nearby_placements){0};
    return search->map ? open_around(search, arena, nearby) : open_alone(search, arena, nearby);
}

void nearby_placements_close(struct nearby_placements *nearby)
{
    for (uint32_t i = 0; i < NEARBY_TILES; i++) {
        cache_release(&nearby->pins[i]);
    }
    *nearby = (struct nearby_placements){0};
}
