/*
 * The tables that say what maps, areas and liquids are: Map.dbc, AreaTable.dbc, LiquidType.dbc of
 * the clients from 0.5.3 to 6.2.4, whose layouts are told apart by the number of fields.
 * (Field orders: the community's table definitions, checked against tables of 3.3.5 and 6.2.4.)
 *
 * Text exists once a language up to 3.3.5, and a client fills its own only: the first that is not
 * empty counts. Strings are borrowed from the bytes of the DBC.
 */
#ifndef FORMATS_TABLES_DBC_TABLES_H
#define FORMATS_TABLES_DBC_TABLES_H

#include <stdbool.h>

#include "formats/tables/dbc.h"

enum table_kind {
    TABLE_MAPS,
    TABLE_AREAS,
    TABLE_LIQUIDS,
    TABLE_FLIGHTS,    /* dbc_landmarks.h */
    TABLE_GRAVEYARDS, /* the same */
    TABLE_PATHS,      /* dbc_flights.h */
    TABLE_WAYPOINTS,  /* the same */
    TABLE_KINDS,
};

enum dbc_instance {
    DBC_INSTANCE_NONE, /* a continent, or a map for development */
    DBC_INSTANCE_PARTY,
    DBC_INSTANCE_RAID,
    DBC_INSTANCE_BATTLEGROUND,
    DBC_INSTANCE_ARENA,
    DBC_INSTANCE_OTHER,   /* scenarios and whatever came later */
    DBC_INSTANCE_UNKNOWN, /* the table has no such field */
};

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

/*
 * Whether the table's layout is known, for a message with the number of fields; without it the
 * functions below give false for every record.
 */
enum adtmap_status dbc_maps_check(const struct dbc *dbc, const struct diag *diag);
enum adtmap_status dbc_areas_check(const struct dbc *dbc, const struct diag *diag);
enum adtmap_status dbc_liquids_check(const struct dbc *dbc, const struct diag *diag);

/* What a record says; false beyond the table, or for an unknown layout. */
bool dbc_map_at(const struct dbc *dbc, uint32_t record, struct dbc_map *map);
bool dbc_area_at(const struct dbc *dbc, uint32_t record, struct dbc_area *area);
bool dbc_liquid_at(const struct dbc *dbc, uint32_t record, struct dbc_liquid *liquid);

/* Sets where the entrance is; off the grid and at X 0, Y 0 there is none. */
void dbc_map_set_entrance(struct dbc_map *map, float x, float y);

/* The kind that a table's number stands for. */
enum dbc_instance dbc_instance_of(uint32_t number);

/* The class that a table's number stands for since 3.0; water for an unknown one. */
enum dbc_liquid_class dbc_liquid_class_of(uint32_t number);

/* A short English word for the kind of instance, static storage. */
const char *dbc_instance_name(enum dbc_instance instance);

#endif
