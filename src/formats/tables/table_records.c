/*
 * Records of client tables as structs. A column that this client's table lacks reads as 0 or "", so
 * each reader says what absence means; numbers that lead to no place on a map drop the record.
 */
#include "formats/tables/table_records.h"

#include <math.h>

#include "base/size.h"
#include "formats/grid.h"

bool table_map_at(const struct table *table, uint32_t record, struct dbc_map *map)
{
    struct table_row row;
    if (!table_row_at(table, record, &row)) {
        return false;
    }
    uint32_t instance = row_u32(&row, MAP_INSTANCE, 0);
    float x = row_f32(&row, MAP_ENTRANCE_PLACE, 0);
    float y = row_f32(&row, MAP_ENTRANCE_PLACE, 1);
    *map = (struct dbc_map){
        .id = row.id,
        .folder = row_string(&row, MAP_FOLDER),
        .name = row_text(&row, MAP_NAME),
        .instance = !row_has(&row, MAP_INSTANCE)    ? DBC_INSTANCE_UNKNOWN
                    : instance < DBC_INSTANCE_OTHER ? (enum dbc_instance)instance
                                                    : DBC_INSTANCE_OTHER,
        .wdt_file_id = row_id(&row, MAP_WDT_ID, 0),
        .has_entrance = grid_has((double)x, (double)y) && (x != 0.0F || y != 0.0F),
        .entrance_map = row_id(&row, MAP_ENTRANCE_MAP, DBC_NO_MAP),
        .entrance_x = (double)x,
        .entrance_y = (double)y,
        .parents = {row_id(&row, MAP_PARENT, DBC_NO_MAP),
                    row_id(&row, MAP_COSMETIC_PARENT, DBC_NO_MAP)},
    };
    return true;
}

static struct dbc_area table_area(const struct table_row *row)
{
    return (struct dbc_area){
        .id = row->id,
        .map_id = row_id(row, AREA_MAP, DBC_NO_MAP),
        .parent = row_id(row, AREA_PARENT, 0),
        .name = row_text(row, AREA_NAME),
    };
}

bool table_area_at(const struct table *table, uint32_t record, struct dbc_area *area)
{
    struct table_row row;
    if (!table_row_at(table, record, &row)) {
        return false;
    }
    *area = table_area(&row);
    return true;
}

bool table_find_area(const struct table *table, uint32_t id, struct dbc_area *area)
{
    struct table_row row;
    if (!table_find(table, id, &row)) {
        return false;
    }
    *area = table_area(&row);
    return true;
}

/*
 * Before 3.0 the classes are 0 magma, 2 slime, 3 water and ocean, which the ids of terrain liquids
 * tell apart (2, 6, 10 and 14 are ocean); later 0 water, 1 ocean, 2 magma, 3 slime.
 */
static enum dbc_liquid_class liquid_class(const struct table_row *row)
{
    if (row_has(row, LIQUID_CLASS)) {
        uint32_t class = row_u32(row, LIQUID_CLASS, 0);
        return class <= DBC_SLIME ? (enum dbc_liquid_class) class : DBC_WATER;
    }
    switch (row_u32(row, LIQUID_OLD_CLASS, 0)) {
    case 0:
        return DBC_MAGMA;
    case 2:
        return DBC_SLIME;
    default:
        return row->id < 15 && row->id % 4 == 2 ? DBC_OCEAN : DBC_WATER;
    }
}

bool table_liquid_at(const struct table *table, uint32_t record, struct dbc_liquid *liquid)
{
    struct table_row row;
    if (!table_row_at(table, record, &row)) {
        return false;
    }
    *liquid = (struct dbc_liquid){row.id, row_text(&row, LIQUID_NAME), liquid_class(&row)};
    return true;
}

bool table_landmark_at(const struct table *table, uint32_t record, struct dbc_landmark *landmark)
{
    struct table_row row;
    if (!table_row_at(table, record, &row)) {
        return false;
    }
    *landmark = (struct dbc_landmark){
        .id = row.id,
        .map_id = row_id(&row, LANDMARK_MAP, DBC_NO_MAP),
        .x = (double)row_f32(&row, LANDMARK_PLACE, 0),
        .y = (double)row_f32(&row, LANDMARK_PLACE, 1),
        .name = row_text(&row, LANDMARK_NAME),
    };
    bool is_ridden = !row_has(&row, LANDMARK_MOUNTS) || row_u32(&row, LANDMARK_MOUNTS, 0) ||
                     row_u32(&row, LANDMARK_MOUNTS, 1);
    return landmark->name[0] != '\0' && grid_has(landmark->x, landmark->y) && is_ridden;
}

bool table_path_at(const struct table *table, uint32_t record, struct dbc_path *path)
{
    struct table_row row;
    if (!table_row_at(table, record, &row)) {
        return false;
    }
    *path = (struct dbc_path){row.id, row_id(&row, PATH_FROM, 0), row_id(&row, PATH_TO, 0)};
    return true;
}

bool table_waypoint_at(const struct table *table, uint32_t record, struct dbc_waypoint *waypoint)
{
    struct table_row row;
    if (!table_row_at(table, record, &row)) {
        return false;
    }
    *waypoint = (struct dbc_waypoint){
        .path = row_id(&row, WAYPOINT_PATH, 0),
        .index = row_u32(&row, WAYPOINT_INDEX, 0),
        .map_id = row_id(&row, WAYPOINT_MAP, DBC_NO_MAP),
        .x = (double)row_f32(&row, WAYPOINT_PLACE, 0),
        .y = (double)row_f32(&row, WAYPOINT_PLACE, 1),
    };
    return grid_has(waypoint->x, waypoint->y);
}

/* The edges of the whole of a zone's map, of which UiMapAssignment gives a part. */
static void edges_of_whole(const struct table_row *row, double edges[4])
{
    enum { SOUTH = 0, EAST = 1, NORTH = 3, WEST = 4 }; /* of the box's six numbers */
    double from[2], to[2];
    for (uint32_t i = 0; i < 2; i++) {
        from[i] = (double)row_f32(row, FRAME_FROM, i);
        to[i] = (double)row_f32(row, FRAME_TO, i);
    }
    double west = (double)row_f32(row, FRAME_BOX, WEST);
    double north = (double)row_f32(row, FRAME_BOX, NORTH);
    double width = (west - (double)row_f32(row, FRAME_BOX, EAST)) / (to[0] - from[0]);
    double height = (north - (double)row_f32(row, FRAME_BOX, SOUTH)) / (to[1] - from[1]);
    edges[0] = west + from[0] * width;
    edges[1] = edges[0] - width;
    edges[2] = north + from[1] * height;
    edges[3] = edges[2] - height;
}

bool table_frame_at(const struct table *table, uint32_t record, struct dbc_frame *frame)
{
    const double least_yd = 1.0;
    const double most_yd = 1e5;
    struct table_row row;
    double edges[4];
    if (!table_row_at(table, record, &row) || row_u32(&row, FRAME_ORDER, 0) ||
        row_id(&row, FRAME_WMO, 0) || row_id(&row, FRAME_WMO_GROUP, 0)) {
        return false;
    }
    for (uint32_t i = 0; i < 4; i++) {
        edges[i] = (double)row_f32_behind(&row, FRAME_EDGES, i);
    }
    if (row_has(&row, FRAME_BOX)) {
        edges_of_whole(&row, edges);
    }
    for (uint32_t i = 0; i < 4; i++) {
        if (!(fabs(edges[i]) <= most_yd)) { /* nor what is no number */
            return false;
        }
    }
    *frame = (struct dbc_frame){
        .area_id = row_id(&row, FRAME_AREA, 0),
        .map_id = row_id(&row, FRAME_MAP, DBC_NO_MAP),
        .name = row_string(&row, FRAME_NAME),
        .west = edges[0],
        .east = edges[1],
        .north = edges[2],
        .south = edges[3],
    };
    return frame->map_id != DBC_NO_MAP && frame->west - frame->east >= least_yd &&
           frame->north - frame->south >= least_yd;
}

bool table_transform_at(const struct table *table, uint32_t record, struct dbc_transform *transform)
{
    enum { HIGH = 3 }; /* of the box's six numbers */
    const double most_yd = 1e5;
    struct table_row row;
    if (!table_row_at(table, record, &row)) {
        return false;
    }
    bool is_box = row_has(&row, TRANSFORM_BOX);
    *transform = (struct dbc_transform){
        .map_id = row_id(&row, TRANSFORM_MAP, DBC_NO_MAP),
        .onto = row_id(&row, TRANSFORM_ONTO, DBC_NO_MAP),
        .scale = (double)row_f32(&row, TRANSFORM_SCALE, 0),
    };
    bool is_fine = true;
    for (uint32_t i = 0; i < 2; i++) {
        transform->low[i] =
            (double)(is_box ? row_f32(&row, TRANSFORM_BOX, i) : row_f32(&row, TRANSFORM_LOW, i));
        transform->high[i] = (double)(is_box ? row_f32(&row, TRANSFORM_BOX, HIGH + i)
                                             : row_f32(&row, TRANSFORM_HIGH, i));
        transform->offset[i] = (double)row_f32(&row, TRANSFORM_OFFSET, i);
        is_fine = is_fine && transform->low[i] < transform->high[i] &&
                  fabs(transform->offset[i]) <= most_yd;
    }
    if (!(transform->scale >= 1e-3 && transform->scale <= 1e3)) { /* tables without one have 0 */
        transform->scale = 1.0;
    }
    return is_fine && transform->map_id != transform->onto;
}

bool table_floor_at(const struct table *table, uint32_t record, struct dbc_floor *floor)
{
    struct table_row row;
    if (!table_row_at(table, record, &row)) {
        return false;
    }
    *floor = (struct dbc_floor){row.id, row_id(&row, FLOOR_MAP, DBC_NO_MAP),
                                row_u32(&row, FLOOR_NUMBER, 0)};
    return true;
}

bool table_floor_group_at(const struct table *table, uint32_t record, struct dbc_floor_group *group)
{
    struct table_row row;
    if (!table_row_at(table, record, &row)) {
        return false;
    }
    *group = (struct dbc_floor_group){
        .map_id = row_id(&row, FLOOR_GROUP_MAP, DBC_NO_MAP),
        .group_id = row_id(&row, FLOOR_GROUP_GROUP, 0),
        .floor_id = row_id(&row, FLOOR_GROUP_FLOOR, 0),
        .low_yd = row_f32(&row, FLOOR_GROUP_LOW, 0),
    };
    return isfinite(group->low_yd);
}

/* Light.dbc has 36ths of a yard from the grid's north-west corner: east, up, south. */
bool dbc_light_place(const float units[5], struct dbc_light *light)
{
    const double units_a_yard = 36.0;
    const double most_yd = 1e6;
    double place[3];
    bool is_fine = true;
    light->start = (double)units[3] / units_a_yard;
    light->end = (double)units[4] / units_a_yard;
    for (uint32_t i = 0; i < 3; i++) {
        place[i] = (double)units[i] / units_a_yard;
        light->has_place |= place[i] != 0.0; /* also what is no number */
        is_fine = is_fine && fabs(place[i]) <= most_yd;
    }
    light->place[0] = grid_edge_yd(0.0) - place[2];
    light->place[1] = grid_edge_yd(0.0) - place[0];
    light->place[2] = place[1];
    light->start = light->start < 0.0 ? 0.0 : light->start > light->end ? light->end : light->start;
    is_fine = is_fine && light->end >= 0.0 && light->end <= most_yd && light->start >= 0.0;
    return is_fine || !light->has_place;
}

bool table_light_at(const struct table *table, uint32_t record, struct dbc_light *light)
{
    struct table_row row;
    if (!table_row_at(table, record, &row)) {
        return false;
    }
    const float units[] = {row_f32(&row, LIGHT_PLACE, 0), row_f32(&row, LIGHT_PLACE, 1),
                           row_f32(&row, LIGHT_PLACE, 2), row_f32(&row, LIGHT_START, 0),
                           row_f32(&row, LIGHT_END, 0)};
    *light = (struct dbc_light){
        .id = row.id,
        .map_id = row_id(&row, LIGHT_MAP, DBC_NO_MAP),
        .params_id = row_id(&row, LIGHT_PARAMS, 0),
    };
    const bool is_fine = dbc_light_place(units, light);
    return light->params_id > 0 && is_fine;
}

bool table_light_params_at(const struct table *table, uint32_t record,
                           struct dbc_light_params *params)
{
    /* the file has those of rivers first */
    static const uint32_t fields[DBC_LIGHT_LIQUIDS] = {2, 3, 0, 1};
    struct table_row row;
    if (!table_row_at(table, record, &row)) {
        return false;
    }
    /* Nine fields end in flags, or begin with a type of clouds as the ten of later clients do: a
     * real table of 3.3.5 is of this kind. Flags are no float that is as large as an alpha. */
    const uint32_t clouds = row_u32(&row, LIGHT_PARAMS_FLAGS, 0) > UINT16_MAX;
    params->id = row.id;
    for (uint32_t i = 0; i < DBC_LIGHT_LIQUIDS; i++) {
        float alpha = row_f32_behind(&row, LIGHT_PARAMS_ALPHA, clouds + fields[i]);
        params->alpha[i] = alpha > 0.0F ? (alpha < 1.0F ? alpha : 1.0F) : 0.0F;
    }
    return true;
}

bool table_light_band_at(const struct table *table, uint32_t record, struct dbc_light_band *band)
{
    struct table_row row;
    if (!table_row_at(table, record, &row)) {
        return false;
    }
    band->id = row.id;
    band->count = (uint32_t)size_min(row_u32(&row, LIGHT_BAND_COUNT, 0), DBC_BAND_KEYS);
    for (uint32_t i = 0; i < band->count; i++) {
        band->times[i] = row_u32(&row, LIGHT_BAND_TIMES, i);
        band->colors[i] = row_u32(&row, LIGHT_BAND_COLORS, i);
    }
    return true;
}

bool table_light_hour_at(const struct table *table, uint32_t record, struct dbc_light_hour *hour)
{
    struct table_row row;
    if (!table_row_at(table, record, &row)) {
        return false;
    }
    *hour = (struct dbc_light_hour){
        .params_id = row_id(&row, LIGHT_HOUR_PARAMS, 0),
        .time = row_u32(&row, LIGHT_HOUR_TIME, 0),
        .sun = row_u32(&row, LIGHT_HOUR_SUN, 0),
        .ambient = row_u32_behind(&row, LIGHT_HOUR_SUN, 1),
    };
    for (uint32_t i = 0; i < DBC_LIGHT_LIQUIDS; i++) {
        hour->liquids[i] = row_u32_behind(&row, LIGHT_HOUR_LIQUIDS, i);
    }
    return hour->params_id > 0;
}

const char *dbc_instance_name(enum dbc_instance instance)
{
    static const char *const names[] = {
        [DBC_INSTANCE_NONE] = "world",      [DBC_INSTANCE_PARTY] = "dungeon",
        [DBC_INSTANCE_RAID] = "raid",       [DBC_INSTANCE_BATTLEGROUND] = "battleground",
        [DBC_INSTANCE_ARENA] = "arena",     [DBC_INSTANCE_OTHER] = "other",
        [DBC_INSTANCE_UNKNOWN] = "unknown",
    };
    unsigned index = (unsigned)instance;
    return index < COUNT_OF(names) ? names[index] : "unknown";
}
