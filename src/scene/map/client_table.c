#include "scene/map/client_table.h"

#include <stdio.h>

#include "base/diag.h"

/* Where the tables are, and what a warning says of data without a readable one. */
static const struct place {
    const char *dbc;
    const char *db2;
    uint32_t db2_file_id;
    const char *consequence;
} places[] = {
    [TABLE_MAPS] = {"DBFilesClient/Map.dbc", "DBFilesClient/Map.db2", DB2_MAP_FILE_ID,
                    "maps go by their folders"},
    [TABLE_AREAS] = {"DBFilesClient/AreaTable.dbc", "DBFilesClient/AreaTable.db2", DB2_AREA_FILE_ID,
                     "areas go by their ids"},
    [TABLE_LIQUIDS] = {"DBFilesClient/LiquidType.dbc", "DBFilesClient/LiquidType.db2",
                       DB2_LIQUID_FILE_ID, "liquids go by the built-in table"},
};

/* The name by which the table is found; false without one. */
static bool find(const struct assets *assets, const struct place *place, char name[NAME_BYTES])
{
    snprintf(name, NAME_BYTES, "%s", place->dbc);
    if (assets_has(assets, name)) {
        return true;
    }
    snprintf(name, NAME_BYTES, "%s", place->db2);
    return assets_has(assets, name) || assets_name_of_id(assets, place->db2_file_id, name);
}

enum adtmap_status client_table_open(const struct assets *assets, enum table_kind kind,
                                     const struct diag *diag, struct blob *blob,
                                     struct table *table)
{
    struct adtmap_message why = {0};
    char name[NAME_BYTES];
    const struct diag own = {name, diag->log, &why};
    *blob = (struct blob){0};
    *table = (struct table){0};
    if (!find(assets, &places[kind], name)) {
        return ADTMAP_OK;
    }
    enum adtmap_status status = assets_read(assets, name, &own, blob);
    if (!status) {
        status = table_read(blob->data, blob->size, kind, &own, table);
    }
    if (!status) {
        return ADTMAP_OK;
    }
    blob_release(blob);
    if (status == ADTMAP_NO_MEMORY) {
        return diag_fail_memory(diag);
    }
    const struct diag at_file = {why.file, diag->log, NULL};
    diag_warn(&at_file, why.chunk, why.offset, "%s; %s", why.what, places[kind].consequence);
    return ADTMAP_OK;
}
