/* DB2, read as each known table. */
#include <string.h>

#include "fuzz/fuzz_table.h"

enum { FIELDS_READ = 32 };

static void read_fields(const struct table *table, uint32_t index)
{
    struct table_row row;
    for (uint32_t field = 0; field < FIELDS_READ && table_row_at(table, index, &row); field++) {
        row_cell(&row, field, 0);
        row_cell(&row, field, 2);
        if (strlen(row_cell_string(&row, field)) >= TABLE_STRING_MAX) {
            abort(); /* it ends in the table */
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_diag listener;
    struct table table;
    fuzz_listen(&listener);
    if (table_read_cells(data, size, &listener.diag, &table)) {
        return 0;
    }
    uint32_t count = table_count(&table);
    for (uint32_t i = 0; i <= count && i < RECORDS_READ; i++) {
        read_fields(&table, i);
        read_fields(&table, count - i);
    }
    fuzz_tables(data, size, &listener.diag, TABLE_STRING_MAX);
    return 0;
}
