#include "formats/tables/table.h"

static enum adtmap_status read_dbc(const uint8_t *data, size_t size, enum table_kind kind,
                                   const struct diag *diag, struct dbc *dbc)
{
    static enum adtmap_status (*const checks[])(const struct dbc *, const struct diag *) = {
        [TABLE_MAPS] = dbc_maps_check,
        [TABLE_AREAS] = dbc_areas_check,
        [TABLE_LIQUIDS] = dbc_liquids_check,
        [TABLE_FLIGHTS] = dbc_flights_check,
        [TABLE_GRAVEYARDS] = dbc_graveyards_check,
        [TABLE_PATHS] = dbc_paths_check,
        [TABLE_WAYPOINTS] = dbc_waypoints_check,
    };
    enum adtmap_status status = dbc_read(data, size, diag, dbc);
    return status ? status : checks[kind](dbc, diag);
}

static enum adtmap_status read_db2(const uint8_t *data, size_t size, enum table_kind kind,
                                   const struct diag *diag, struct db2 *db2)
{
    enum adtmap_status status = db2_read(data, size, diag, db2);
    return status ? status : db2_use_layout(db2, kind, diag);
}

enum adtmap_status table_read(const uint8_t *data, size_t size, enum table_kind kind,
                              const struct diag *diag, struct table *table)
{
    *table = (struct table){0};
    enum adtmap_status status = db2_is(data, size) ? read_db2(data, size, kind, diag, &table->db2)
                                                   : read_dbc(data, size, kind, diag, &table->dbc);
    if (status) {
        *table = (struct table){0};
    }
    return status;
}

uint32_t table_count(const struct table *table)
{
    return table->dbc.record_count + db2_count(&table->db2);
}

bool table_map_at(const struct table *table, uint32_t record, struct dbc_map *map)
{
    return table->db2.record_count ? db2_map_at(&table->db2, record, map)
                                   : dbc_map_at(&table->dbc, record, map);
}

bool table_area_at(const struct table *table, uint32_t record, struct dbc_area *area)
{
    return table->db2.record_count ? db2_area_at(&table->db2, record, area)
                                   : dbc_area_at(&table->dbc, record, area);
}

bool table_liquid_at(const struct table *table, uint32_t record, struct dbc_liquid *liquid)
{
    return table->db2.record_count ? db2_liquid_at(&table->db2, record, liquid)
                                   : dbc_liquid_at(&table->dbc, record, liquid);
}

bool table_landmark_at(const struct table *table, enum table_kind kind, uint32_t record,
                       struct dbc_landmark *landmark)
{
    return table->db2.record_count ? db2_landmark_at(&table->db2, record, landmark)
                                   : dbc_landmark_at(&table->dbc, kind, record, landmark);
}

bool table_path_at(const struct table *table, uint32_t record, struct dbc_path *path)
{
    return table->db2.record_count ? db2_path_at(&table->db2, record, path)
                                   : dbc_path_at(&table->dbc, record, path);
}

bool table_waypoint_at(const struct table *table, uint32_t record, struct dbc_waypoint *waypoint)
{
    return table->db2.record_count ? db2_waypoint_at(&table->db2, record, waypoint)
                                   : dbc_waypoint_at(&table->dbc, record, waypoint);
}

bool table_find_area(const struct table *table, uint32_t id, struct dbc_area *area)
{
    for (uint32_t i = 0; i < table_count(table); i++) {
        /* The id of a DB2's record is found much faster than its fields. */
        bool may_be = !table->db2.record_count || db2_id(&table->db2, i) == id;
        if (may_be && table_area_at(table, i, area) && area->id == id) {
            return true;
        }
    }
    return false;
}
