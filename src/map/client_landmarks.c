#include "map/client_landmarks.h"

#include "map/map_names.h"
#include "map/tables/client_table.h"

/* The map that landmarks are visited of. */
struct visiting {
    uint32_t map_id;
    landmark_visitor *visit;
    void *user;
};

static enum adtmap_status visit_table(const struct visiting *visiting, const struct assets *assets,
                                      enum table_kind table_kind, enum landmark_kind kind,
                                      const struct diag *diag)
{
    struct blob blob;
    struct table table;
    struct dbc_landmark found;
    enum adtmap_status status = client_table_open(assets, table_kind, diag, &blob, &table);
    for (uint32_t i = 0; i < table_count(&table) && !status; i++) {
        if (table_landmark_at(&table, i, &found) && found.map_id == visiting->map_id) {
            const struct landmark landmark = {kind, found.x, found.y, found.name};
            visiting->visit(visiting->user, &landmark);
        }
    }
    blob_release(&blob);
    return status;
}

static void visit_entrances(const struct visiting *visiting, const struct map_names *names)
{
    struct dbc_map map;
    for (uint32_t i = 0; i < map_names_count(names); i++) {
        bool is_entered = map_names_at(names, i, &map) && map.has_entrance && map.name[0] &&
                          (map.instance == DBC_INSTANCE_PARTY || map.instance == DBC_INSTANCE_RAID);
        if (is_entered && map.entrance_map == visiting->map_id) {
            const struct landmark landmark = {LANDMARK_ENTRANCE, map.entrance_x, map.entrance_y,
                                              map.name};
            visiting->visit(visiting->user, &landmark);
        }
    }
}

enum adtmap_status client_landmarks_visit(const struct assets *assets, const char *folder,
                                          const struct diag *diag, landmark_visitor *visit,
                                          void *user)
{
    struct map_names names;
    struct dbc_map map;
    enum adtmap_status status = map_names_open(assets, diag, &names);
    if (!status && map_names_find(&names, folder, &map)) {
        const struct visiting visiting = {map.id, visit, user};
        status = visit_table(&visiting, assets, TABLE_FLIGHTS, LANDMARK_FLIGHT, diag);
        status = status
                     ? status
                     : visit_table(&visiting, assets, TABLE_GRAVEYARDS, LANDMARK_GRAVEYARD, diag);
        if (!status) {
            visit_entrances(&visiting, &names);
        }
    }
    map_names_close(&names);
    return status;
}
