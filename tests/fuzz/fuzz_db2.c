/* DB2, read as each known table. */
#include <string.h>

#include "fuzz/fuzz_table.h"

enum { FIELDS_READ = 32 };

static void read_fields(const struct db2 *db2, uint32_t index)
{
    struct db2_row row;
    for (uint32_t field = 0; field < FIELDS_READ && db2_row_at(db2, index, &row); field++) {
        db2_u32(db2, &row, field);
        db2_element(db2, &row, field, 2);
        if (strlen(db2_string(db2, &row, field)) >= DB2_STRING_MAX) {
            abort(); /* it ends in the table */
        }
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
    uint32_t count = db2_count(&db2);
    for (uint32_t i = 0; i <= count && i < RECORDS_READ; i++) {
        read_fields(&db2, i);
        read_fields(&db2, count - i);
    }
    fuzz_tables(data, size, &listener.diag, DB2_STRING_MAX);
    return 0;
}
