#include "formats/tables/dbc_flights.h"

#include "formats/grid.h"

enum { PATH_FIELDS = 4 };
enum { PATH_ID, PATH_FROM, PATH_TO };
enum { WAYPOINT_PATH = 1, WAYPOINT_INDEX, WAYPOINT_MAP, WAYPOINT_X, WAYPOINT_Y };

static enum adtmap_status check(const struct dbc *dbc, bool is_known, const char *what,
                                const struct diag *diag)
{
    return is_known ? ADTMAP_OK
                    : diag_fail(diag, ADTMAP_UNSUPPORTED, NULL, 8,
                                "records of %u fields and %u bytes: no known layout of %s",
                                dbc->field_count, dbc->record_bytes, what);
}

static bool has_paths(const struct dbc *dbc)
{
    return dbc->field_count == PATH_FIELDS && dbc->record_bytes / 4 >= PATH_FIELDS;
}

/* Up to 0.8, from 0.9 to 2.0 and since 2.1; the fields that are read are the same. */
static bool has_waypoints(const struct dbc *dbc)
{
    uint32_t fields = dbc->field_count;
    return (fields == 8 || fields == 9 || fields == 11) && dbc->record_bytes / 4 >= fields;
}

enum adtmap_status dbc_paths_check(const struct dbc *dbc, const struct diag *diag)
{
    return check(dbc, has_paths(dbc), "flight paths", diag);
}

enum adtmap_status dbc_waypoints_check(const struct dbc *dbc, const struct diag *diag)
{
    return check(dbc, has_waypoints(dbc), "courses of flights", diag);
}

bool dbc_path_at(const struct dbc *dbc, uint32_t record, struct dbc_path *path)
{
    if (!has_paths(dbc) || record >= dbc->record_count) {
        return false;
    }
    *path = (struct dbc_path){
        .id = dbc_u32(dbc, record, PATH_ID),
        .from = dbc_u32(dbc, record, PATH_FROM),
        .to = dbc_u32(dbc, record, PATH_TO),
    };
    return true;
}

bool dbc_waypoint_at(const struct dbc *dbc, uint32_t record, struct dbc_waypoint *waypoint)
{
    if (!has_waypoints(dbc) || record >= dbc->record_count) {
        return false;
    }
    *waypoint = (struct dbc_waypoint){
        .path = dbc_u32(dbc, record, WAYPOINT_PATH),
        .index = dbc_u32(dbc, record, WAYPOINT_INDEX),
        .map_id = dbc_u32(dbc, record, WAYPOINT_MAP),
        .x = (double)dbc_f32(dbc, record, WAYPOINT_X),
        .y = (double)dbc_f32(dbc, record, WAYPOINT_Y),
    };
    return grid_has(waypoint->x, waypoint->y);
}
