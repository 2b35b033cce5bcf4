/* The table of maps of a client that is packed, in the version that the client has. */
#ifndef DEMO_PACK_MAP_TABLE_H
#define DEMO_PACK_MAP_TABLE_H

#include <stdint.h>

#include "base/buffer.h"
#include "demo/tables/dbc_write.h"

enum { MAP_TABLE_FILE_ID = 1349477, MAP_TABLE_ROWS_MAX = 8 };

/* Names of the file, for clients that have names. */
#define MAP_TABLE_DBC_NAME "DBFilesClient/Map.dbc"
#define MAP_TABLE_DB2_NAME "DBFilesClient/Map.db2"

struct map_table_row {
    uint32_t id;
    char folder[32]; /* below World/Maps */
    char name[32];
    uint32_t instance; /* 0 a continent, 1 a dungeon, 2 a raid */
    uint32_t wdt_file_id;
};

/* Zero-initialised: no maps. */
struct map_table {
    uint32_t count;
    struct map_table_row rows[MAP_TABLE_ROWS_MAX];
};

/* Adds the map of a file that is its WDT, "World/Maps/Demo/Demo.wdt"; other files add none. */
void map_table_add_file(struct map_table *table, const char *name, uint32_t file_id);

/* The three versions: DBC up to 6.2, WDC1 of 7.3.5, WDC3 of 8.1.5 to 8.3. */
void map_table_write_dbc(struct buffer *out, const struct map_table *table,
                         const struct map_dbc_shape *shape);
void map_table_write_wdc1(struct buffer *out, const struct map_table *table);
void map_table_write_wdc3(struct buffer *out, const struct map_table *table);

#endif
