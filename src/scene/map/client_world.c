#include "scene/map/client_world.h"

#include "scene/map/client_table.h"
#include "scene/map/map_names.h"

static void visit_entrances(const struct map_names *names,
                            const struct client_world_visitor *visitor)
{
    struct dbc_map map;
    struct dbc_map outside;
    for (uint32_t i = 0; i < map_names_count(names); i++) {
        if (map_names_at(names, i, &map) && map.has_entrance && map.name[0] &&
            map.entrance_map != map.id &&
            (map.instance == DBC_INSTANCE_PARTY || map.instance == DBC_INSTANCE_RAID) &&
            map_names_find_id(names, map.entrance_map, &outside)) {
            const struct client_entrance entrance = {map.folder, outside.folder, map.entrance_x,
                                                     map.entrance_y};
            visitor->entrance(visitor->user, &entrance);
        }
    }
}

static void visit_transforms(const struct map_names *names, const struct table *table,
                             const struct client_world_visitor *visitor)
{
    struct dbc_transform found;
    struct dbc_map from;
    struct dbc_map onto;
    for (uint32_t i = 0; i < table_count(table); i++) {
        if (table_transform_at(table, i, &found) && map_names_find_id(names, found.map_id, &from) &&
            map_names_find_id(names, found.onto, &onto)) {
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
    struct blob blob = {0};
    struct table table;
    enum adtmap_status status = map_names_open(assets, diag, &names);
    if (!status) {
        visit_entrances(&names, visitor);
    }
    if (!status && visitor->transform) {
        status = client_table_open(assets, TABLE_TRANSFORMS, diag, &blob, &table);
        if (!status) {
            visit_transforms(&names, &table, visitor);
        }
    }
    blob_release(&blob);
    map_names_close(&names);
    return status;
}
