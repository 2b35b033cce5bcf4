/* Map.db2, the table of maps, as clients of 8.2 have it (WDC3). */
#ifndef DEMO_PACK_MAP_TABLE_WRITE_H
#define DEMO_PACK_MAP_TABLE_WRITE_H

#include "base/buffer.h"

enum { MAP_TABLE_FILE_ID = 1349477 };

struct map_table_row {
    uint32_t id;
    char folder[32]; /* below World/Maps */
    char name[32];
    uint32_t instance; /* 0 a continent, 1 a dungeon, 2 a raid */
    uint32_t wdt_file_id;
};

void map_table_write(struct buffer *out, const struct map_table_row *rows, size_t count);

#endif
