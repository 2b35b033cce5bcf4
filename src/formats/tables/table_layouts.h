/*
 * Which fields of the client's tables hold what. A kind of table has columns; a layout says which
 * field each is in. DBCs are told apart by their number of fields, DB2s by a hash.
 * (Layouts: the community's table definitions, up to 12.1.0 and 5.5.4, checked against tables of
 * 3.3.5 and 6.2.4.)
 */
#ifndef FORMATS_TABLES_TABLE_LAYOUTS_H
#define FORMATS_TABLES_TABLE_LAYOUTS_H

#include <stdint.h>

enum table_kind {
    TABLE_MAPS,
    TABLE_AREAS,
    TABLE_LIQUIDS,
    TABLE_FLIGHTS, /* flight masters */
    TABLE_GRAVEYARDS,
    TABLE_PATHS,        /* flights from one flight master to another */
    TABLE_WAYPOINTS,    /* their courses */
    TABLE_FRAMES,       /* maps of zones */
    TABLE_TRANSFORMS,   /* parts of maps that belong onto others */
    TABLE_FLOORS,       /* floors of dungeons */
    TABLE_FLOOR_GROUPS, /* the groups of WMOs that they consist of */
    TABLE_LIGHTS,       /* where on a map the light is which */
    TABLE_LIGHT_PARAMS, /* what a light has besides its colours */
    TABLE_LIGHT_BANDS,  /* its colours by the time of day, one a record */
    TABLE_LIGHT_HOURS,  /* all of its colours at a time, since 5.0 */
    TABLE_KINDS,
};

/* The columns of each kind. A PLACE is X and Y: elements of one field in a DB2, fields that follow
 * one another in a DBC. The EDGES are west, east, north and south, fields that follow one another.
 */
enum map_column {
    MAP_FOLDER,
    MAP_NAME,
    MAP_INSTANCE,
    MAP_WDT_ID,
    MAP_ENTRANCE_MAP,
    MAP_ENTRANCE_PLACE,
    MAP_PARENT,
    MAP_COSMETIC_PARENT,
    MAP_COLUMNS,
};
enum area_column { AREA_NAME, AREA_MAP, AREA_PARENT, AREA_COLUMNS };
enum liquid_column { LIQUID_NAME, LIQUID_CLASS, LIQUID_OLD_CLASS, LIQUID_COLUMNS };
enum landmark_column {
    LANDMARK_NAME,
    LANDMARK_PLACE,
    LANDMARK_MAP,
    LANDMARK_MOUNTS,
    LANDMARK_COLUMNS,
};
enum path_column { PATH_FROM, PATH_TO, PATH_COLUMNS };
enum waypoint_column {
    WAYPOINT_PATH,
    WAYPOINT_PLACE,
    WAYPOINT_INDEX,
    WAYPOINT_MAP,
    WAYPOINT_COLUMNS,
};
/* WorldMapArea has edges and the name of the files; UiMapAssignment has a box in the world (X, Y, Z
 * twice), the part of the zone's map that it fills (from and to, each a fraction from west and one
 * from north), which box of the map it is, and the WMO that it is the inside of. */
enum frame_column {
    FRAME_AREA,
    FRAME_EDGES,
    FRAME_BOX,
    FRAME_FROM,
    FRAME_TO,
    FRAME_ORDER,
    FRAME_WMO,
    FRAME_WMO_GROUP,
    FRAME_MAP,
    FRAME_NAME,
    FRAME_COLUMNS,
};
/* A DBC has two corners, a DB2 both in one field: X, Y and Z twice. */
enum transform_column {
    TRANSFORM_MAP,
    TRANSFORM_LOW,
    TRANSFORM_HIGH,
    TRANSFORM_BOX,
    TRANSFORM_ONTO,
    TRANSFORM_OFFSET,
    TRANSFORM_SCALE,
    TRANSFORM_COLUMNS,
};

enum floor_column { FLOOR_MAP, FLOOR_NUMBER, FLOOR_COLUMNS };
enum floor_group_column {
    FLOOR_GROUP_MAP,
    FLOOR_GROUP_GROUP,
    FLOOR_GROUP_FLOOR,
    FLOOR_GROUP_LOW,
    FLOOR_GROUP_COLUMNS,
};
enum light_column { LIGHT_MAP, LIGHT_PLACE, LIGHT_START, LIGHT_END, LIGHT_PARAMS, LIGHT_COLUMNS };
/* Four fields that follow one another; in a DBC of nine what stands behind them, if it is flags. */
enum light_params_column { LIGHT_PARAMS_ALPHA, LIGHT_PARAMS_FLAGS, LIGHT_PARAMS_COLUMNS };
enum light_band_column {
    LIGHT_BAND_COUNT,
    LIGHT_BAND_TIMES,
    LIGHT_BAND_COLORS,
    LIGHT_BAND_COLUMNS,
};
/* The sun and the ambient light follow one another, and so do the four colours of liquids. */
enum light_hour_column {
    LIGHT_HOUR_PARAMS,
    LIGHT_HOUR_TIME,
    LIGHT_HOUR_SUN,
    LIGHT_HOUR_LIQUIDS,
    LIGHT_HOUR_COLUMNS,
};

enum {
    TABLE_COLUMNS_MAX = FRAME_COLUMNS,
    NO_FIELD = 255, /* of a column that a layout has not */
    RELATION = 254, /* of a column of a DB2 that is in no field, but in the relations of records */
    DB2_HASHES_MAX = 9,
};

struct dbc_layout {
    uint32_t field_count; /* of a record; ends a list with 0 */
    uint8_t fields[TABLE_COLUMNS_MAX];
    uint8_t id;        /* the field with the record's id */
    uint8_t languages; /* fields of a text, one a language, which follow one another */
};

struct db2_layout {
    uint8_t fields[TABLE_COLUMNS_MAX];
    uint32_t texts; /* bit i: field i is text; for records that have their texts inside */
    uint32_t hashes[DB2_HASHES_MAX]; /* of the versions of this layout, then 0 */
};

/* What a table of this kind is called in messages, static storage. */
const char *table_kind_name(enum table_kind kind);

/* How many columns it has. */
unsigned table_kind_columns(enum table_kind kind);

/* The layout of a kind of table; NULL for an unknown one. Static storage. */
const struct dbc_layout *table_layout_of_dbc(enum table_kind kind, uint32_t field_count);
const struct db2_layout *table_layout_of_db2(enum table_kind kind, uint32_t hash);

#endif
