#include "map/tables/client_table.h"

#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "base/text.h"

/* Where the tables are, and what a warning says of data without a readable one. */
static const struct table_names {
    const char *dbc;
    const char *db2;
    const char *older_db2; /* that came before it; NULL: none */
    uint32_t db2_file_id;  /* 0: not known */
    const char *consequence;
} places[] = {
    [TABLE_MAPS] = {"DBFilesClient/Map.dbc", "DBFilesClient/Map.db2", NULL, 1349477,
                    "maps go by their folders"},
    [TABLE_AREAS] = {"DBFilesClient/AreaTable.dbc", "DBFilesClient/AreaTable.db2", NULL, 1353545,
                     "areas go by their ids"},
    [TABLE_LIQUIDS] = {"DBFilesClient/LiquidType.dbc", "DBFilesClient/LiquidType.db2", NULL,
                       1371380, "liquids go by the built-in table"},
    [TABLE_FLIGHTS] = {"DBFilesClient/TaxiNodes.dbc", "DBFilesClient/TaxiNodes.db2", NULL, 1068100,
                       "flight masters are not marked"},
    [TABLE_GRAVEYARDS] = {"DBFilesClient/WorldSafeLocs.dbc", "DBFilesClient/WorldSafeLocs.db2",
                          NULL, 1369425, "graveyards are not marked"},
    [TABLE_PATHS] = {"DBFilesClient/TaxiPath.dbc", "DBFilesClient/TaxiPath.db2", NULL, 1067802,
                     "flight paths are not drawn"},
    [TABLE_WAYPOINTS] = {"DBFilesClient/TaxiPathNode.dbc", "DBFilesClient/TaxiPathNode.db2", NULL,
                         1000437, "flight paths are straight lines"},
    [TABLE_FRAMES] = {"DBFilesClient/WorldMapArea.dbc", "DBFilesClient/UiMapAssignment.db2",
                      "DBFilesClient/WorldMapArea.db2", 1957219,
                      "zones have no coordinates in per cent"},
    [TABLE_TRANSFORMS] = {"DBFilesClient/WorldMapTransforms.dbc",
                          "DBFilesClient/WorldMapTransforms.db2", NULL, 0,
                          "no part of a map is moved onto another"},
    [TABLE_FLOORS] = {"DBFilesClient/DungeonMap.dbc", "DBFilesClient/DungeonMap.db2", NULL, 0,
                      "floors are found from the groups of the building"},
    [TABLE_FLOOR_GROUPS] = {"DBFilesClient/DungeonMapChunk.dbc",
                            "DBFilesClient/DungeonMapChunk.db2", NULL, 0,
                            "floors are found from the groups of the building"},
    [TABLE_LIGHTS] = {"DBFilesClient/Light.dbc", "DBFilesClient/Light.db2", NULL, 0,
                      "the light has no time of day"},
    [TABLE_LIGHT_PARAMS] = {"DBFilesClient/LightParams.dbc", "DBFilesClient/LightParams.db2", NULL,
                            0, "water hides the ground as it does without a time of day"},
    [TABLE_LIGHT_BANDS] = {"DBFilesClient/LightIntBand.dbc", "DBFilesClient/LightIntBand.db2", NULL,
                           0, "the light has the colours of no time of day"},
    [TABLE_LIGHT_HOURS] = {"DBFilesClient/LightData.dbc", "DBFilesClient/LightData.db2", NULL, 0,
                           "the light has the colours of no time of day"},
};

enum { PLACES = 4 };

/* What a table is called in one of its places; NULL where it has no such name. */
static const char *name_at(const struct table_names *place, int at)
{
    return at == 0 ? place->dbc : at == 3 ? place->older_db2 : place->db2;
}

/* The name of a table's file in one of its places, in the order in which they are tried; false
 * without one. */
static bool table_file_name(const struct assets *assets, const struct table_names *place, int at,
                            char name[NAME_BYTES])
{
    if (at == 2) {
        /* A listfile gives the file of this id the name that was tried before. */
        return place->db2_file_id && assets_may_have_ids(assets) &&
               assets_name_of_id(assets, place->db2_file_id, name) &&
               text_compare_nocase(name, place->db2) != 0;
    }
    const char *path = name_at(place, at);
    snprintf(name, NAME_BYTES, "%s", path ? path : "");
    return path && assets_has(assets, name);
}

static enum adtmap_status read_table(const struct assets *assets, const char *name,
                                     enum table_kind kind, const struct diag *diag,
                                     struct blob *blob, struct table *table)
{
    const struct diag own = diag_at(diag, name);
    enum adtmap_status status = assets_read(assets, name, &own, blob);
    if (!status) {
        status = table_read(blob->data, blob->size, kind, &own, table);
    }
    if (status) {
        blob_release(blob);
        *blob = (struct blob){0};
    }
    return status;
}

/* Reads the first table that can be read. Its name is empty without one. A failure that may pass
 * ends the search and is reported to `diag`; of others the first goes to `first_failure`. */
static enum adtmap_status read_first(const struct assets *assets, enum table_kind kind,
                                     const struct diag *diag, struct adtmap_message *first_failure,
                                     struct blob *blob, struct table *table, char name[NAME_BYTES])
{
    for (int at = 0; at < PLACES; at++) {
        if (!table_file_name(assets, &places[kind], at, name)) {
            continue;
        }
        struct adtmap_message why = {0};
        const struct diag own = {NULL, diag->log, &why};
        enum adtmap_status status = read_table(assets, name, kind, &own, blob, table);
        if (!status) {
            table->name = name_at(&places[kind], at);
            return ADTMAP_OK;
        }
        if (diag_is_transient(status)) {
            return diag_pass_on(diag, status, &why);
        }
        if (first_failure->what[0] == '\0') {
            *first_failure = why;
        }
    }
    name[0] = '\0';
    return ADTMAP_OK;
}

enum adtmap_status client_table_open(const struct assets *assets, enum table_kind kind,
                                     const struct diag *diag, struct blob *blob,
                                     struct table *table)
{
    struct adtmap_message why = {0};
    char name[NAME_BYTES];
    *blob = (struct blob){0};
    *table = (struct table){0};
    enum adtmap_status status = read_first(assets, kind, diag, &why, blob, table, name);
    if (!status && why.what[0] != '\0') {
        const struct diag at_file = {why.file, diag->log, NULL};
        diag_warn(&at_file, why.chunk, why.offset, "%s; %s%s", why.what,
                  name[0] ? name : places[kind].consequence, name[0] ? " is read instead" : "");
    }
    return status;
}
