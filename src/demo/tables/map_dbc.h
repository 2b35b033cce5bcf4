/* Records of Map.dbc, in the shape of any client. */
#ifndef DEMO_TABLES_MAP_DBC_H
#define DEMO_TABLES_MAP_DBC_H

#include "demo/tables/dbc_write.h"

/* The folder is field 1. The kind of place is field 2 of tables with more than 13 fields. */
struct map_dbc_shape {
    uint32_t fields;
    uint32_t name_field;
    uint32_t entrance_field; /* the map of the entrance, before its x and y; 0 for none */
};

struct map_dbc_row {
    uint32_t id;
    const char *folder, *name;
    uint32_t instance;  /* 0 a continent, 1 a dungeon, 2 a raid */
    double entrance[2]; /* x and y on map 0, of dungeons */
};

void map_dbc_put(struct dbc_table *table, const struct map_dbc_shape *shape,
                 const struct map_dbc_row *row);

#endif
