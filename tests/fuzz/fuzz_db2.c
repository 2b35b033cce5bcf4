/* DB2, read as each known table. */
#include <stdlib.h>
#include <string.h>

#include "formats/tables/db2_tables.h"
#include "fuzz/fuzz.h"

enum { RECORDS_READ = 256, FIELDS_READ = 32 };

static void read_record(const struct db2 *db2, uint32_t record)
{
    struct dbc_map map;
    struct dbc_area area;
    struct dbc_liquid liquid;
    if (db2_map_at(db2, record, &map) &&
        strlen(map.folder) + strlen(map.name) >= 2 * DB2_STRING_MAX) {
        abort(); /* both end in the table */
    }
    if ((db2_area_at(db2, record, &area) && strlen(area.name) >= DB2_STRING_MAX) ||
        (db2_liquid_at(db2, record, &liquid) && strlen(liquid.name) >= DB2_STRING_MAX)) {
        abort();
    }
    for (uint32_t field = 0; field < FIELDS_READ; field++) {
        db2_u32(db2, record, field);
        db2_string(db2, record, field);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_diag listener;
    struct db2 db2;
    fuzz_listen(&listener);
    if (db2_read(data, size, &listener.diag, &db2)) {
        return 0;
    }
    db2_maps_check(&db2, &listener.diag);
    db2_areas_check(&db2, &listener.diag);
    db2_liquids_check(&db2, &listener.diag);
    for (uint32_t i = 0; i <= db2.record_count && i < RECORDS_READ; i++) {
        read_record(&db2, i);
    }
    return 0;
}
