/*
 * Candidates of nine tiles are sorted by unique id, those at home first; the first of each id
 * counts, so that it does not matter which tile lists it. Buildings that only tiles farther away
 * list come after these.
 *
 * A candidate is one number, which sorts as it should come; the lists of doodads have been sorted
 * by their ids. So placements, which lie far apart, are looked at only once they are chosen.
 */
#include "map/nearby/nearby_placements.h"

#include <stdlib.h>

#include "base/array.h"
#include "formats/grid.h"
#include "map/map_placements.h"
#include "map/placement/placement_matrix.h"

/* The lists that candidates come from, in the order in which they count: the map's own WMO, nine
 * tiles, tiles farther away. */
enum { LIST_OF_MAP, LIST_OF_TILES, LIST_OF_FAR = LIST_OF_TILES + NEARBY_TILES, LISTS };

/* A candidate, from the lowest bit on: the number of its entry, its list, whether it is not at home
 * (it stands in another tile than the one that lists it), whether its list is LIST_OF_FAR, and the
 * unique id. */
enum { LIST_SHIFT = 20, AWAY_SHIFT = 24, FAR_SHIFT = 25, ID_SHIFT = 32 };

_Static_assert(ADT_PLACEMENTS_MAX <= 1 << LIST_SHIFT, "an entry's number fits");
_Static_assert((2 * FAR_TILES + 1) * (2 * FAR_TILES + 1) * FAR_PLACEMENTS_MAX <= 1 << LIST_SHIFT,
               "and that of a building from far away");

struct nearby_list {
    const struct adt_placement *items;
    uint32_t count;
    uint32_t x, y;                    /* the tile */
    struct doodad_table doodads;      /* of NEARBY_DOODADS: entries are its places */
    const struct nearby_name *judged; /* of the names of the table; NULL: all are wanted */
};

/* Candidates under collection. */
struct candidate_gathering {
    const struct nearby_placements_search *search;
    struct nearby_list lists[LISTS];
    uint64_t *all;
    uint32_t count;
};

static bool stands_in(const double position[2], uint32_t x, uint32_t y)
{
    double column = grid_tile_at(position[1]);
    double row = grid_tile_at(position[0]);
    return column >= (double)x && column < (double)x + 1.0 && row >= (double)y &&
           row < (double)y + 1.0;
}

bool placement_stands_in(const struct adt_placement *placement, uint32_t x, uint32_t y)
{
    return stands_in(placement->position, x, y);
}

static uint32_t list_of(uint64_t candidate)
{
    return candidate >> LIST_SHIFT & ((1U << (AWAY_SHIFT - LIST_SHIFT)) - 1);
}

static uint32_t entry_of(uint64_t candidate)
{
    return (uint32_t)candidate & ((1U << LIST_SHIFT) - 1);
}

static void add_candidate(struct candidate_gathering *gathering, uint32_t list, uint32_t entry,
                          uint32_t unique_id, bool is_home)
{
    gathering->all[gathering->count++] =
        (uint64_t)unique_id << ID_SHIFT | (uint64_t)(list == LIST_OF_FAR) << FAR_SHIFT |
        (uint64_t)!is_home << AWAY_SHIFT | (uint64_t)list << LIST_SHIFT | entry;
}

static void gather_wmos(struct candidate_gathering *gathering, uint32_t number)
{
    const struct nearby_list *list = &gathering->lists[number];
    for (uint32_t i = 0; i < list->count; i++) {
        const struct adt_placement *placement = &list->items[i];
        bool is_home = number == LIST_OF_MAP || placement_stands_in(placement, list->x, list->y);
        add_candidate(gathering, number, i, placement->unique_id, is_home);
    }
}

/* Those that may reach into the tile. */
static void gather_doodads(struct candidate_gathering *gathering, uint32_t number)
{
    const struct nearby_placements_search *search = gathering->search;
    const struct nearby_list *list = &gathering->lists[number];
    for (uint32_t i = 0; i < list->doodads.count; i++) {
        const struct doodad_place *place = &list->doodads.places[i];
        if (list->judged) {
            const float reach_yd = list->judged[place->name].reach_yd;
            if (reach_yd < 0.0F ||
                !grid_tile_is_near(place->position, (double)reach_yd * (double)place->scale,
                                   search->x, search->y)) {
                continue;
            }
        }
        add_candidate(gathering, number, i, place->unique_id,
                      stands_in(place->position, list->x, list->y));
    }
}

/* Asks for what is wanted of each name of a list. False when out of memory. */
static bool judge_names(const struct nearby_placements_search *search, struct arena *arena,
                        struct nearby_list *list)
{
    struct nearby_name *judged = arena_alloc_dirty(arena, list->doodads.name_count, sizeof *judged);
    for (uint32_t i = 0; judged && i < list->doodads.name_count; i++) {
        search->judge(search->user, &list->doodads.names[i], &judged[i]);
    }
    list->judged = judged;
    return judged != NULL;
}

static const struct adt_placement *placement_of(const struct nearby_list *list, uint32_t entry)
{
    return &list->items[list->doodads.places ? list->doodads.places[entry].index : entry];
}

/* Sorts the candidates and lists the first of each unique id. */
static bool nearby_choose(const struct candidate_gathering *gathering, struct arena *arena,
                          struct nearby_placements *nearby)
{
    const struct adt_placement **chosen =
        arena_alloc_dirty(arena, gathering->count, sizeof *chosen);
    void **models = gathering->search->judge
                        ? arena_alloc_dirty(arena, gathering->count, sizeof *models)
                        : NULL;
    if (!chosen || (gathering->search->judge && !models)) {
        return false;
    }
    array_sort_u64(gathering->all, gathering->count);
    for (uint32_t i = 0; i < gathering->count; i++) {
        const uint64_t candidate = gathering->all[i];
        if (i > 0 && candidate >> ID_SHIFT == gathering->all[i - 1] >> ID_SHIFT) {
            continue;
        }
        const struct nearby_list *list = &gathering->lists[list_of(candidate)];
        const uint32_t entry = entry_of(candidate);
        if (models) {
            models[nearby->count] = list->judged[list->doodads.places[entry].name].model;
        }
        chosen[nearby->count++] = placement_of(list, entry);
    }
    nearby->placements = chosen;
    nearby->models = models;
    return true;
}

/* Gathers the candidates of all lists, and chooses of them. False when out of memory. */
static bool gather(struct candidate_gathering *gathering, struct arena *arena,
                   struct nearby_placements *nearby)
{
    const bool has_wmos = gathering->search->kind == NEARBY_WMOS;
    size_t total = 0;
    for (uint32_t i = 0; i < LISTS; i++) {
        total += gathering->lists[i].count;
    }
    gathering->all = arena_alloc_dirty(arena, total, sizeof *gathering->all);
    bool fine = gathering->all != NULL;
    for (uint32_t i = 0; i < LISTS && fine; i++) {
        struct nearby_list *list = &gathering->lists[i];
        if (has_wmos) {
            gather_wmos(gathering, i);
        } else if (list->count > 0) {
            fine = !gathering->search->judge || judge_names(gathering->search, arena, list);
            if (fine) {
                gather_doodads(gathering, i);
            }
        }
    }
    return fine && nearby_choose(gathering, arena, nearby);
}

/* What tile (x, y) lists. `doodads` is the table of it, NULL: it is made. False when out of
 * memory. */
static bool set_list(const struct adt_placements *placed, const struct doodad_table *doodads,
                     uint32_t x, uint32_t y, enum nearby_placements_kind kind, struct arena *arena,
                     struct nearby_list *list)
{
    list->x = x;
    list->y = y;
    if (kind == NEARBY_WMOS) {
        list->items = placed->wmos;
        list->count = placed->wmo_count;
        return true;
    }
    list->items = placed->doodads;
    list->count = placed->doodad_count;
    if (doodads) {
        list->doodads = *doodads;
        return true;
    }
    return doodad_table_make(placed->doodads, placed->doodad_count, arena, &list->doodads);
}

static enum adtmap_status open_alone(const struct nearby_placements_search *search,
                                     struct arena *arena, struct nearby_placements *nearby)
{
    struct candidate_gathering gathering = {.search = search};
    if (!search->own) {
        return ADTMAP_OK;
    }
    return set_list(search->own, NULL, search->x, search->y, search->kind, arena,
                    &gathering.lists[LIST_OF_TILES]) &&
                   gather(&gathering, arena, nearby)
               ? ADTMAP_OK
               : ADTMAP_NO_MEMORY;
}

/* Pins what the nine tiles place. */
static enum adtmap_status pin_tiles(struct candidate_gathering *gathering, struct arena *arena,
                                    struct nearby_placements *nearby)
{
    const struct nearby_placements_search *search = gathering->search;
    const enum adt_content contents = search->omits_doodads ? ADT_WMOS : ADT_PLACEMENTS;
    for (uint32_t i = 0; i < NEARBY_TILES; i++) {
        /* West and north of the grid these wrap to where no tile is. */
        const uint32_t x = search->x - 1 + i % 3;
        const uint32_t y = search->y - 1 + i / 3;
        struct cache_pin *pin = &nearby->pins[i];
        enum adtmap_status status =
            map_placements_pin(search->map, x, y, contents, search->doodad_wanted, pin);
        if (status) {
            return status;
        }
        const struct adt_placements *placed = map_placements_of(pin);
        if (placed && !set_list(placed, map_placements_doodads(pin), x, y, search->kind, arena,
                                &gathering->lists[LIST_OF_TILES + i])) {
            return ADTMAP_NO_MEMORY;
        }
    }
    return ADTMAP_OK;
}

/* The buildings that tiles farther away list. */
static enum adtmap_status list_far(const struct nearby_placements_search *search,
                                   struct arena *arena, struct nearby_list *list)
{
    struct far_placement_step far = {0};
    enum adtmap_status status = map_far_placements_begin(search->map, search->x, search->y, &far);
    struct adt_placement *items = status ? NULL : arena_alloc_dirty(arena, far.most, sizeof *items);
    if (!items) {
        return status ? status : ADTMAP_NO_MEMORY;
    }
    while (map_far_placements_next(search->map, &far)) {
        items[list->count++] = *far.placement;
    }
    list->items = items;
    return ADTMAP_OK;
}

static enum adtmap_status open_around(const struct nearby_placements_search *search,
                                      struct arena *arena, struct nearby_placements *nearby)
{
    struct candidate_gathering gathering = {.search = search};
    enum adtmap_status status = pin_tiles(&gathering, arena, nearby);
    if (!status && search->kind == NEARBY_WMOS) {
        struct nearby_list *of_map = &gathering.lists[LIST_OF_MAP];
        of_map->items = search->map->building;
        of_map->count = search->map->building ? 1 : 0;
        status = list_far(search, arena, &gathering.lists[LIST_OF_FAR]);
    }
    if (status) {
        return status;
    }
    return gather(&gathering, arena, nearby) ? ADTMAP_OK : ADTMAP_NO_MEMORY;
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
