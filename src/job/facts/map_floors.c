/*
 * The client says which groups of a building are which floor, not how high they lie. So a floor is
 * a set of groups, and its heights are those of their boxes. A group that is on several floors has
 * a height for each, from which on it counts as that floor: these floors end there.
 *
 * Without tables, rooms are taken from the lowest floor up. A room that stands on one below it
 * begins a new floor. Where between the two it begins is where floors of rooms lie farthest apart.
 */
#include "job/facts/map_floors.h"

#include <math.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/size.h"
#include "map/placement/placement_matrix.h"
#include "map/tables/client_table.h"
#include "scene/wmo/wmo_rooms.h"

/* Boxes are as high as what is in them; a floor is cut where nothing is. */
#define MARGIN_YD 1.0F

/* A room stands on another if it covers this part of the smaller of the two, and its floor lies in
 * this part of the height of the other, from the top, or above. */
#define COVERED 0.3F
#define TOP_PART 0.3F

/* A group in the world. */
struct room {
    uint32_t index; /* of the group, from 0 */
    struct adt_box box;
};

/* The building of a map, and its groups by ascending height of their floors. */
struct building_rooms {
    struct cache_pin pin;
    const struct wmo_model *building;
    struct room *items; /* from malloc */
    uint32_t count;
};

static int compare_rooms(const void *a, const void *b)
{
    const struct room *x = a;
    const struct room *y = b;
    float left = x->box.low[2];
    float right = y->box.low[2];
    return left < right ? -1 : left > right ? 1 : array_compare_u32(&x->index, &y->index);
}

/* The groups that are drawn as rooms. None of a building that cannot be read. */
static enum adtmap_status open_rooms(const struct adtmap_map *map, const struct diag *diag,
                                     struct building_rooms *rooms)
{
    struct asset asset;
    const struct adt_placement *placed = map->building;
    assets_find(map->data->assets, (struct asset_ref){placed->name, placed->file_id}, &asset);
    if (wmo_cache_pin(map->data->buildings, asset.name, &rooms->pin)) {
        return diag_fail_memory(diag);
    }
    rooms->building = rooms->pin.value;
    uint32_t count = rooms->building->root ? rooms->building->root->group_count : 0;
    rooms->items = calloc((size_t)count + 1, sizeof *rooms->items);
    if (!rooms->items) {
        return diag_fail_memory(diag);
    }
    const struct placement_matrix matrix = placement_matrix(placed);
    for (uint32_t i = 0; i < count; i++) {
        const struct wmo_box *box = &rooms->building->group_boxes[i];
        if (wmo_group_is_room(rooms->building->groups[i])) {
            rooms->items[rooms->count++] =
                (struct room){i, placement_box(&matrix, box->low, box->high)};
        }
    }
    array_sort(rooms->items, rooms->count, sizeof *rooms->items, compare_rooms);
    return ADTMAP_OK;
}

/* How far two boxes overlap along an axis. */
static float overlap(const struct adt_box *a, const struct adt_box *b, int axis)
{
    return fminf(a->high[axis], b->high[axis]) - fmaxf(a->low[axis], b->low[axis]);
}

static float area_of(const struct adt_box *box)
{
    return (box->high[0] - box->low[0]) * (box->high[1] - box->low[1]);
}

static bool stands_on(const struct adt_box *above, const struct adt_box *below)
{
    float width = overlap(above, below, 0);
    float depth = overlap(above, below, 1);
    float smaller = fminf(area_of(above), area_of(below));
    float top = below->high[2] - TOP_PART * (below->high[2] - below->low[2]);
    return width > 0.0F && depth > 0.0F && width * depth > COVERED * smaller &&
           above->low[2] >= top && above->low[2] > below->low[2];
}

/* Where a new floor begins so that room `above` is not on that of the rooms from `first` on that it
 * stands on; 0: it may be. */
static uint32_t find_cut(const struct building_rooms *rooms, uint32_t first, uint32_t above)
{
    uint32_t below = above;
    for (uint32_t i = first; i < above; i++) {
        if (stands_on(&rooms->items[above].box, &rooms->items[i].box)) {
            below = i;
        }
    }
    uint32_t cut = below + 1;
    float widest = -1.0F;
    for (uint32_t i = below + 1; i <= above; i++) {
        float gap = rooms->items[i].box.low[2] - rooms->items[i - 1].box.low[2];
        if (gap > widest) {
            widest = gap;
            cut = i;
        }
    }
    return below < above ? cut : 0;
}

/* The floor's heights become those of a room too. */
static void widen(const struct room *room, bool is_first, struct data_layer_storey *storey)
{
    float low = room->box.low[2] - MARGIN_YD;
    float high = room->box.high[2] + MARGIN_YD;
    storey->range_yd[0] = is_first ? low : fminf(storey->range_yd[0], low);
    storey->range_yd[1] = is_first ? high : fmaxf(storey->range_yd[1], high);
}

/* Adds rooms, from `first` to before `end`, as a floor, whose groups follow `groups`. */
static void add_floor(const struct building_rooms *rooms, uint32_t first, uint32_t end,
                      uint32_t number, struct map_floors *floors)
{
    struct data_layer_storey *storey = &floors->storeys[number];
    uint16_t *groups = floors->groups + first;
    for (uint32_t i = first; i < end; i++) {
        groups[i - first] = (uint16_t)(rooms->items[i].index + 1);
        widen(&rooms->items[i], i == first, storey);
    }
    array_sort(groups, end - first, sizeof *groups, array_compare_u16);
    storey->groups = groups;
    storey->group_count = end - first;
    floors->has[number] = true;
}

/* The floors in which rooms lie above each other; none if there is one. */
static enum adtmap_status find_stacked(const struct building_rooms *rooms, const struct diag *diag,
                                       struct map_floors *floors)
{
    uint32_t begin[ADTMAP_STOREY_MAX + 2] = {0};
    uint32_t count = 1;
    for (uint32_t i = 1; i < rooms->count; i++) {
        uint32_t cut = find_cut(rooms, begin[count - 1], i);
        if (cut > 0 && count == ADTMAP_STOREY_MAX) {
            diag_warn(diag, NULL, NO_OFFSET,
                      "has more than %u floors: what lies higher is on the last",
                      (unsigned)ADTMAP_STOREY_MAX);
            break;
        }
        if (cut > 0) {
            begin[count++] = cut;
            i = cut;
        }
    }
    begin[count] = rooms->count;
    floors->groups = calloc((size_t)rooms->count + 1, sizeof *floors->groups);
    if (!floors->groups) {
        return diag_fail_memory(diag);
    }
    for (uint32_t i = 0; i < count && count > 1; i++) {
        add_floor(rooms, begin[i], begin[i + 1], i + 1, floors);
    }
    return ADTMAP_OK;
}

/* What the client's tables say of the map, and how many rows lead nowhere. */
struct floor_rows {
    uint32_t floor_count, group_count;
    struct dbc_floor floors[FLOOR_ROWS_MAX];
    struct dbc_floor_group groups[FLOOR_GROUPS_MAX];
    uint32_t without_floor, without_group, too_high, floors_beyond, groups_beyond;
};

static void read_floors(const struct table *table, uint32_t map_id, struct floor_rows *rows)
{
    for (uint32_t i = 0; i < table_count(table); i++) {
        struct dbc_floor floor;
        if (!table_floor_at(table, i, &floor) || floor.map_id != map_id) {
            continue;
        }
        if (rows->floor_count < FLOOR_ROWS_MAX) {
            rows->floors[rows->floor_count++] = floor;
        } else {
            rows->floors_beyond++;
        }
    }
}

static void read_groups(const struct table *table, uint32_t map_id, struct floor_rows *rows)
{
    for (uint32_t i = 0; i < table_count(table); i++) {
        struct dbc_floor_group group;
        if (!table_floor_group_at(table, i, &group) || group.map_id != map_id) {
            continue;
        }
        if (rows->group_count < FLOOR_GROUPS_MAX) {
            rows->groups[rows->group_count++] = group;
        } else {
            rows->groups_beyond++;
        }
    }
}

/* None of a map that the client's table of maps does not name. */
static enum adtmap_status read_rows(const struct adtmap_map *map, const struct diag *diag,
                                    struct floor_rows *rows)
{
    struct blob blob = {0};
    struct table table = {0};
    const struct assets *assets = map->data->assets;
    if (!map->has_number) {
        return ADTMAP_OK;
    }
    enum adtmap_status status = client_table_open(assets, TABLE_FLOORS, diag, &blob, &table);
    if (!status) {
        read_floors(&table, map->number, rows);
    }
    blob_release(&blob);
    blob = (struct blob){0};
    status = status ? status : client_table_open(assets, TABLE_FLOOR_GROUPS, diag, &blob, &table);
    if (!status) {
        read_groups(&table, map->number, rows);
    }
    blob_release(&blob);
    return status;
}

/* The number of a floor of the map; UINT32_MAX: there is no such row. */
static uint32_t number_of(const struct floor_rows *rows, uint32_t floor_id)
{
    for (uint32_t i = 0; i < rows->floor_count; i++) {
        if (rows->floors[i].id == floor_id) {
            return rows->floors[i].number;
        }
    }
    return UINT32_MAX;
}

/* The height from which on a group is on another floor; INFINITY: it is on no higher one. */
static float next_floor(const struct floor_rows *rows, const struct dbc_floor_group *own)
{
    float next = INFINITY;
    for (uint32_t i = 0; i < rows->group_count; i++) {
        const struct dbc_floor_group *other = &rows->groups[i];
        if (other->group_id == own->group_id && other->low_yd > own->low_yd) {
            next = fminf(next, other->low_yd);
        }
    }
    return next;
}

/* Whether the building has such a group, a room or not. */
static bool has_group(const struct wmo_model *building, uint32_t id)
{
    bool has = false;
    for (uint32_t i = 0; building->root && i < building->root->group_count; i++) {
        has |= building->groups[i] && building->groups[i]->id == id;
    }
    return has;
}

/* Adds a group to the floors: `sets` has a bit for each floor of each room. */
static void take_row(const struct building_rooms *rooms, const struct dbc_floor_group *row,
                     struct floor_rows *rows, uint32_t *sets, struct map_floors *floors)
{
    uint32_t number = number_of(rows, row->floor_id);
    if (number > ADTMAP_STOREY_MAX) {
        rows->without_floor += number == UINT32_MAX;
        rows->too_high += number < UINT32_MAX;
        return;
    }
    for (uint32_t i = 0; i < rooms->count; i++) {
        if (rooms->building->groups[rooms->items[i].index]->id != row->group_id) {
            continue;
        }
        widen(&rooms->items[i], !floors->has[number], &floors->storeys[number]);
        floors->has[number] = true;
        sets[i] |= 1U << number;
    }
    rows->without_group += !has_group(rooms->building, row->group_id);
}

/* Cuts floors where a group goes on as another. */
static void cut_floors(const struct floor_rows *rows, struct map_floors *floors)
{
    for (uint32_t i = 0; i < rows->group_count; i++) {
        const struct dbc_floor_group *row = &rows->groups[i];
        uint32_t number = number_of(rows, row->floor_id);
        if (number > ADTMAP_STOREY_MAX || !floors->has[number]) {
            continue;
        }
        float *range_yd = floors->storeys[number].range_yd;
        float next = next_floor(rows, row);
        range_yd[1] = next > range_yd[0] ? fminf(range_yd[1], next) : range_yd[1];
        range_yd[0] = row->low_yd < range_yd[1] ? fmaxf(range_yd[0], row->low_yd) : range_yd[0];
    }
}

static void warn_of_rows(const struct floor_rows *rows, const struct diag *diag)
{
    if (rows->floors_beyond > 0) {
        diag_warn(diag, NULL, NO_OFFSET,
                  "%u rows of DungeonMap are more than the %d floors that are read of a map: "
                  "left out",
                  (unsigned)rows->floors_beyond, FLOOR_ROWS_MAX);
    }
    if (rows->groups_beyond > 0) {
        diag_warn(
            diag, NULL, NO_OFFSET,
            "%u rows of DungeonMapChunk are more than the %d that are read of a map: left out",
            (unsigned)rows->groups_beyond, FLOOR_GROUPS_MAX);
    }
    if (rows->too_high > 0) {
        diag_warn(
            diag, NULL, NO_OFFSET,
            "%u rows of DungeonMapChunk are of a floor beyond the %d that are drawn: left out",
            (unsigned)rows->too_high, ADTMAP_STOREY_MAX);
    }
    if (rows->without_floor > 0) {
        diag_warn(diag, NULL, NO_OFFSET,
                  "%u rows of DungeonMapChunk name a floor that DungeonMap has not: left out",
                  (unsigned)rows->without_floor);
    }
    if (rows->without_group > 0) {
        diag_warn(diag, NULL, NO_OFFSET,
                  "%u rows of DungeonMapChunk name a group that the building has not: left out",
                  (unsigned)rows->without_group);
    }
}

/* Lists the groups of each floor, one floor behind the other. */
static void list_groups(const struct building_rooms *rooms, const uint32_t *sets,
                        struct map_floors *floors)
{
    uint16_t *at = floors->groups;
    for (uint32_t number = 0; number <= ADTMAP_STOREY_MAX; number++) {
        struct data_layer_storey *storey = &floors->storeys[number];
        uint16_t *first = at;
        for (uint32_t i = 0; i < rooms->count; i++) {
            if (sets[i] >> number & 1) {
                *at++ = (uint16_t)(rooms->items[i].index + 1);
            }
        }
        array_sort(first, (size_t)(at - first), sizeof *first, array_compare_u16);
        storey->groups = first;
        storey->group_count = (uint32_t)(at - first);
    }
}

/* The floors of the tables; none where these have no rows of the map. */
static enum adtmap_status find_in_tables(const struct adtmap_map *map,
                                         const struct building_rooms *rooms,
                                         const struct diag *diag, struct map_floors *floors)
{
    struct floor_rows *rows = calloc(1, sizeof *rows);
    uint32_t *sets = calloc((size_t)rooms->count + 1, sizeof *sets);
    floors->groups =
        calloc((size_t)rooms->count * (ADTMAP_STOREY_MAX + 1) + 1, sizeof *floors->groups);
    enum adtmap_status status =
        rows && sets && floors->groups ? read_rows(map, diag, rows) : diag_fail_memory(diag);
    for (uint32_t i = 0; !status && i < rows->group_count; i++) {
        take_row(rooms, &rows->groups[i], rows, sets, floors);
    }
    if (!status) {
        list_groups(rooms, sets, floors);
        cut_floors(rows, floors);
        warn_of_rows(rows, diag);
    }
    free(sets);
    free(rows);
    return status;
}

/* Whether something of the building lies between two heights. */
static bool holds_something(const struct building_rooms *rooms, const float range_yd[2])
{
    bool holds = false;
    for (uint32_t i = 0; i < rooms->count; i++) {
        const struct adt_box *box = &rooms->items[i].box;
        holds |= box->low[2] < range_yd[1] && box->high[2] > range_yd[0];
    }
    return holds;
}

/* Floors that are given by their heights. `rooms` is NULL where there is terrain. */
static void take_given(const struct building_rooms *rooms, const struct job_floors *wanted,
                       const struct diag *diag, struct map_floors *floors)
{
    for (uint32_t i = 0; i < wanted->count; i++) {
        const float *range_yd = wanted->ranges_yd[i];
        if (rooms && !holds_something(rooms, range_yd)) {
            diag_warn(diag, NULL, NO_OFFSET, "floor %u, %g..%g, holds nothing: left out",
                      (unsigned)i + 1, (double)range_yd[0], (double)range_yd[1]);
            continue;
        }
        floors->storeys[i + 1] = (struct data_layer_storey){.range_yd = {range_yd[0], range_yd[1]}};
        floors->has[i + 1] = true;
    }
}

enum adtmap_status map_floors_find(const struct adtmap_map *map, const struct job_floors *wanted,
                                   const struct diag *diag, struct map_floors *floors)
{
    struct building_rooms rooms = {0};
    enum adtmap_status status = ADTMAP_OK;
    bool is_building = map_is_building(map);
    *floors = (struct map_floors){0};
    if (!wanted->is_auto && wanted->count == 0) {
        return ADTMAP_OK;
    }
    if (is_building) {
        status = open_rooms(map, diag, &rooms);
    }
    if (!status && !wanted->is_auto) {
        take_given(is_building ? &rooms : NULL, wanted, diag, floors);
    } else if (!status && is_building) {
        status = find_in_tables(map, &rooms, diag, floors);
        uint32_t count = 0;
        for (size_t i = 0; i < COUNT_OF(floors->has); i++) {
            count += floors->has[i];
        }
        if (!status && count < 2) { /* the picture shows a single one */
            map_floors_free(floors);
        }
        if (!status && count == 0) {
            status = find_stacked(&rooms, diag, floors);
        }
    }
    free(rooms.items);
    if (rooms.pin.value) {
        cache_release(&rooms.pin);
    }
    return status;
}

void map_floors_free(struct map_floors *floors)
{
    free(floors->groups);
    *floors = (struct map_floors){0};
}
