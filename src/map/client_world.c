/*
 * Records name maps by id. Ids are sorted once, since each search through a long table would take
 * as long as the table.
 */
#include "map/client_world.h"

#include <stdlib.h>

#include "base/array.h"
#include "map/map_names.h"
#include "map/tables/client_table.h"

struct numbered_map {
    uint32_t id;
    uint32_t record;
};

/* The maps by id; of equal ids the first record counts. */
struct map_index {
    const struct map_names *names;
    struct numbered_map *items;
    size_t count;
};

static bool make_index(const struct map_names *names, struct map_index *index)
{
    struct dbc_map map;
    *index = (struct map_index){.names = names};
    index->items = malloc(((size_t)map_names_count(names) + 1) * sizeof *index->items);
    for (uint32_t i = 0; index->items && i < map_names_count(names); i++) {
        if (map_names_at(names, i, &map)) {
            index->items[index->count++] = (struct numbered_map){map.id, i};
        }
    }
    if (index->items) {
        array_sort(index->items, index->count, sizeof *index->items, array_compare_u32);
    }
    return index->items != NULL;
}

static bool find_map(const struct map_index *index, uint32_t id, struct dbc_map *map)
{
    const struct numbered_map *found =
        array_find(&id, index->items, index->count, sizeof *index->items, array_compare_u32);
    return found && map_names_at(index->names, found->record, map);
}

static void visit_entrances(const struct map_index *index,
                            const struct client_world_visitor *visitor)
{
    struct dbc_map map;
    struct dbc_map outside;
    for (uint32_t i = 0; i < map_names_count(index->names); i++) {
        if (map_names_at(index->names, i, &map) && map.has_entrance && map.name[0] &&
            map.entrance_map != map.id &&
            (map.instance == DBC_INSTANCE_PARTY || map.instance == DBC_INSTANCE_RAID) &&
            find_map(index, map.entrance_map, &outside)) {
            const struct client_entrance entrance = {map.folder, outside.folder, map.entrance_x,
                                                     map.entrance_y};
            visitor->entrance(visitor->user, &entrance);
        }
    }
}

static void visit_transforms(const struct map_index *index, const struct table *table,
                             const struct client_world_visitor *visitor)
{
    struct dbc_transform found;
    struct dbc_map from;
    struct dbc_map onto;
    for (uint32_t i = 0; i < table_count(table); i++) {
        if (table_transform_at(table, i, &found) && find_map(index, found.map_id, &from) &&
            find_map(index, found.onto, &onto)) {
            const struct client_transform transform = {
                .from = from.folder,
                .onto = onto.folder,
                .low = {found.low[0], found.low[1]},
                .high = {found.high[0], found.high[1]},
                .offset = {found.offset[0], found.offset[1]},
                .scale = found.scale,
            };
            visitor->transform(visitor->user, &transform);
        }
    }
}

enum adtmap_status client_world_visit(const struct assets *assets, const struct diag *diag,
                                      const struct client_world_visitor *visitor)
{
    struct map_names names;
    struct map_index index = {0};
    struct blob blob = {0};
    struct table table;
    enum adtmap_status status = map_names_open(assets, diag, &names);
    if (!status && !make_index(&names, &index)) {
        status = diag_fail_memory(diag);
    }
    if (!status) {
        visit_entrances(&index, visitor);
    }
    if (!status && visitor->transform) {
        status = client_table_open(assets, TABLE_TRANSFORMS, diag, &blob, &table);
        if (!status) {
            visit_transforms(&index, &table, visitor);
        }
    }
    free(index.items);
    blob_release(&blob);
    map_names_close(&names);
    return status;
}
