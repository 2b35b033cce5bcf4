/* DB2, read as each known table. */
#include <stdlib.h>
#include <string.h>

#include "formats/tables/db2_tables.h"
#include "fuzz/fuzz.h"

enum { RECORDS_READ = 256, FIELDS_READ = 32 };

static void read_record(const struct db2 *db2, uint32_t index)
{
    struct db2_row row;
    struct dbc_map map;
    struct dbc_area area;
    struct dbc_liquid liquid;
    struct dbc_landmark landmark;
    if (db2_map_at(db2, index, &map) &&
        strlen(map.folder) + strlen(map.name) >= 2 * DB2_STRING_MAX) {
        abort(); /* both end in the table */
    }
    if ((db2_area_at(db2, index, &area) && strlen(area.name) >= DB2_STRING_MAX) ||
        (db2_liquid_at(db2, index, &liquid) && strlen(liquid.name) >= DB2_STRING_MAX) ||
        (db2_landmark_at(db2, index, &landmark) && strlen(landmark.name) >= DB2_STRING_MAX)) {
        abort();
    }
    struct dbc_path path;
    struct dbc_waypoint waypoint;
    db2_path_at(db2, index, &path);
    db2_waypoint_at(db2, index, &waypoint);
    for (uint32_t field = 0; field < FIELDS_READ && db2_row_at(db2, index, &row); field++) {
        db2_u32(db2, &row, field);
        db2_element(db2, &row, field, 2);
        db2_string(db2, &row, field);
    }
}

static void read_records(const struct db2 *db2)
{
    uint32_t count = db2_count(db2);
    for (uint32_t i = 0; i <= count && i < RECORDS_READ; i++) {
        read_record(db2, i);
        read_record(db2, count - i);
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
    for (enum table_kind kind = TABLE_MAPS; kind < TABLE_KINDS; kind++) {
        if (!db2_use_layout(&db2, kind, &listener.diag)) {
            read_records(&db2);
        }
    }
    read_records(&db2);
    return 0;
}
