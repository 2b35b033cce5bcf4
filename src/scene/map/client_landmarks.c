#include "scene/map/client_landmarks.h"

#include "formats/tables/dbc_landmarks.h"
#include "scene/map/map_names.h"

static const struct place {
    const char *file;
    const char *consequence;
    enum landmark_kind kind;
} places[DBC_LANDMARK_KINDS] = {
    [DBC_FLIGHTS] = {"DBFilesClient/TaxiNodes.dbc", "flight masters are not marked",
                     LANDMARK_FLIGHT},
    [DBC_GRAVEYARDS] = {"DBFilesClient/WorldSafeLocs.dbc", "graveyards are not marked",
                        LANDMARK_GRAVEYARD},
};

/* The map that landmarks are visited of. */
struct visiting {
    uint32_t map_id;
    landmark_visitor *visit;
    void *user;
};

static enum adtmap_status read_table(const struct assets *assets, enum dbc_landmark_kind kind,
                                     const struct diag *diag, struct blob *blob, struct dbc *dbc)
{
    enum adtmap_status status = assets_read(assets, places[kind].file, diag, blob);
    status = status ? status : dbc_read(blob->data, blob->size, diag, dbc);
    return status ? status : dbc_landmarks_check(dbc, kind, diag);
}

static void visit_records(const struct visiting *visiting, enum dbc_landmark_kind kind,
                          const struct dbc *dbc)
{
    struct dbc_landmark found;
    for (uint32_t i = 0; i < dbc->record_count; i++) {
        if (dbc_landmark_at(dbc, kind, i, &found) && found.map_id == visiting->map_id) {
            const struct landmark landmark = {places[kind].kind, found.x, found.y, found.name};
            visiting->visit(visiting->user, &landmark);
        }
    }
}

static enum adtmap_status visit_table(const struct visiting *visiting, const struct assets *assets,
                                      enum dbc_landmark_kind kind, const struct diag *diag)
{
    const char *name = places[kind].file;
    struct adtmap_message why = {0};
    const struct diag own = {name, diag->log, &why};
    struct blob blob = {0};
    struct dbc dbc = {0};
    if (!assets_has(assets, name)) {
        return ADTMAP_OK;
    }
    enum adtmap_status status = read_table(assets, kind, &own, &blob, &dbc);
    if (!status) {
        visit_records(visiting, kind, &dbc);
    }
    blob_release(&blob);
    if (status == ADTMAP_NO_MEMORY) {
        return diag_fail_memory(diag);
    }
    if (status) {
        const struct diag at_file = diag_at(diag, name);
        diag_warn(&at_file, why.chunk, why.offset, "%s; %s", why.what, places[kind].consequence);
    }
    return ADTMAP_OK;
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

/* A Map.dbc that cannot be read was named when the map was opened. */
enum adtmap_status client_landmarks_visit(const struct assets *assets, const char *folder,
                                          const struct diag *diag, landmark_visitor *visit,
                                          void *user)
{
    const struct diag quiet = {0};
    struct map_names names;
    struct dbc_map map;
    enum adtmap_status status = map_names_open(assets, &quiet, &names);
    if (status) {
        return diag_fail_memory(diag);
    }
    if (map_names_find(&names, folder, &map)) {
        const struct visiting visiting = {map.id, visit, user};
        for (int kind = 0; kind < DBC_LANDMARK_KINDS && !status; kind++) {
            status = visit_table(&visiting, assets, (enum dbc_landmark_kind)kind, diag);
        }
        if (!status) {
            visit_entrances(&visiting, &names);
        }
    }
    map_names_close(&names);
    return status;
}
