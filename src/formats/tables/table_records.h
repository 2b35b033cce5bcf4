/* What the records of the client's tables say, whichever form and layout they have. Strings are
 * borrowed from the bytes of the table. */
#ifndef FORMATS_TABLES_TABLE_RECORDS_H
#define FORMATS_TABLES_TABLE_RECORDS_H

#include <stdbool.h>

#include "formats/tables/table.h"

enum dbc_instance {
    DBC_INSTANCE_NONE, /* a continent, or a map for development */
    DBC_INSTANCE_PARTY,
    DBC_INSTANCE_RAID,
    DBC_INSTANCE_BATTLEGROUND,
    DBC_INSTANCE_ARENA,
    DBC_INSTANCE_OTHER,   /* scenarios and whatever came later */
    DBC_INSTANCE_UNKNOWN, /* the table has no such field */
};

enum { DBC_MAP_PARENTS = 2 };
#define DBC_NO_MAP UINT32_MAX

struct dbc_map {
    uint32_t id;
    const char *folder; /* below World/Maps */
    const char *name;   /* as players read it; may be "" */
    enum dbc_instance instance;
    uint32_t wdt_file_id; /* 0 where the table does not say */
    /* Where the dead of an instance go: its entrance on another map, X and Y in yards within the
     * grid. In tables of 2.0.3 and later, but not of Classic clients. */
    bool has_entrance;
    uint32_t entrance_map;
    double entrance_x, entrance_y;
    /* The maps whose tiles show where this one has none, of a phase for example; DBC_NO_MAP: none.
     * In tables of 4.0 and later, the second, for the look alone, of 6.0 and later. */
    uint32_t parents[DBC_MAP_PARENTS];
};

struct dbc_area {
    uint32_t id; /* as in MCNK; in 0.5 tables the area's number */
    uint32_t map_id;
    uint32_t parent; /* the id of the zone it is part of; 0 for a zone */
    const char *name;
};

enum dbc_liquid_class { DBC_WATER, DBC_OCEAN, DBC_MAGMA, DBC_SLIME };

struct dbc_liquid {
    uint32_t id;
    const char *name;
    enum dbc_liquid_class class;
};

/* A flight master or graveyard. X and Y in yards, within the grid. The name is not empty. */
struct dbc_landmark {
    uint32_t id; /* of the record */
    uint32_t map_id;
    double x;
    double y;
    const char *name;
};

/* A flight in one direction, between two flight masters. */
struct dbc_path {
    uint32_t id;
    uint32_t from;
    uint32_t to;
};

/* A point that a flight passes. X and Y in yards, within the grid. */
struct dbc_waypoint {
    uint32_t path;
    uint32_t index; /* points are passed in the order of their indices */
    uint32_t map_id;
    double x;
    double y;
};

/* Where the per cent coordinates of a zone begin and end: Y, Y, X and X in yards; west > east,
 * north > south. */
struct dbc_frame {
    uint32_t area_id; /* of AreaTable; 0: a continent, or a dungeon */
    uint32_t map_id;
    const char *name; /* of its files below Interface/WorldMap; "": the table has none */
    double west;
    double east;
    double north;
    double south;
};

/* A part of a map that belongs onto another: a place there is `scale` times the place here, plus
 * the offset. X and Y in yards. */
struct dbc_transform {
    uint32_t map_id;
    double low[2]; /* corners of the part; low < high */
    double high[2];
    uint32_t onto; /* map id */
    double offset[2];
    double scale; /* above 0 */
};

/* A floor of a dungeon. */
struct dbc_floor {
    uint32_t id;
    uint32_t map_id;
    uint32_t number; /* of the floor, as clients count; 1 is the first */
};

/* A group of a WMO, or what of it lies above a height, on a floor. */
struct dbc_floor_group {
    uint32_t map_id;
    uint32_t group_id; /* as in the group's MOGP */
    uint32_t floor_id; /* a dbc_floor's */
    float low_yd;      /* finite */
};

/* A light of a map. */
struct dbc_light {
    uint32_t id;
    uint32_t map_id;
    bool has_place;     /* else it is that of the map wherever no other reaches */
    double place[3];    /* in the world, yards: X, Y, Z */
    double start, end;  /* yards from the place; full up to `start`, none from `end` on; 0 <= start
                           <= end */
    uint32_t params_id; /* of a clear sky; above 0 */
};

/*
 * Sets the place of a light, and where it begins to fade and ends, from numbers of a file in 36ths
 * of a yard: X from the west, height, Y from the north, start, end. At the corner of the grid it
 * has no place. False if these are no numbers, or none of a map.
 */
bool dbc_light_place(const float units[5], struct dbc_light *light);

/* The liquids of lights: those of oceans, then those of rivers, shallow and deep each. */
enum { DBC_LIGHT_LIQUIDS = 4 };

struct dbc_light_params {
    uint32_t id;
    float alpha[DBC_LIGHT_LIQUIDS]; /* in the order above; 0..1 */
};

enum { DBC_BAND_KEYS = 16 };

/* The colours of one thing by the time of day: `id` is 18 times the parameters' id, minus 17, plus
 * the number of the thing. */
struct dbc_light_band {
    uint32_t id;
    uint32_t count;                 /* at most DBC_BAND_KEYS */
    uint32_t times[DBC_BAND_KEYS];  /* half minutes since midnight */
    uint32_t colors[DBC_BAND_KEYS]; /* 0xRRGGBB */
};

/* The colours of several things at a time of day. */
struct dbc_light_hour {
    uint32_t params_id;
    uint32_t time;    /* half minutes since midnight */
    uint32_t sun;     /* 0xRRGGBB */
    uint32_t ambient; /* the same */
    uint32_t liquids[DBC_LIGHT_LIQUIDS];
};

/*
 * What a record says, in a table of this kind. False beyond the table, for a record that cannot be
 * read, and for one that is of no use:
 *   landmark  without a name, off the grid, and a flight master that nobody rides from: ships and
 *             quests have such nodes
 *   waypoint  off the grid
 *   frame     of the inside of a WMO, and of a second part of the map; edges that make no sense,
 *             as those of 0.5.3, which are pixels
 *   transform onto the same map, as floors of cities are; corners and offsets that make no sense
 *   floor group  from a height that is no number
 *   light     without parameters; places and distances that are no numbers, or more than a million
 *             yards
 */
bool table_map_at(const struct table *table, uint32_t record, struct dbc_map *map);
bool table_area_at(const struct table *table, uint32_t record, struct dbc_area *area);
bool table_liquid_at(const struct table *table, uint32_t record, struct dbc_liquid *liquid);
bool table_landmark_at(const struct table *table, uint32_t record, struct dbc_landmark *landmark);
bool table_path_at(const struct table *table, uint32_t record, struct dbc_path *path);
bool table_waypoint_at(const struct table *table, uint32_t record, struct dbc_waypoint *waypoint);
bool table_frame_at(const struct table *table, uint32_t record, struct dbc_frame *frame);
bool table_transform_at(const struct table *table, uint32_t record,
                        struct dbc_transform *transform);
bool table_floor_at(const struct table *table, uint32_t record, struct dbc_floor *floor);
bool table_floor_group_at(const struct table *table, uint32_t record,
                          struct dbc_floor_group *group);
bool table_light_at(const struct table *table, uint32_t record, struct dbc_light *light);
bool table_light_params_at(const struct table *table, uint32_t record,
                           struct dbc_light_params *params);
bool table_light_band_at(const struct table *table, uint32_t record, struct dbc_light_band *band);
bool table_light_hour_at(const struct table *table, uint32_t record, struct dbc_light_hour *hour);

/* The first area with an id. */
bool table_find_area(const struct table *table, uint32_t id, struct dbc_area *area);

/* A short English word for the kind of instance, static storage. */
const char *dbc_instance_name(enum dbc_instance instance);

#endif
