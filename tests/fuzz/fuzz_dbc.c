/* DBC, read as each known table. */
#include <string.h>

#include "fuzz/fuzz_table.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_diag listener;
    struct table table;
    fuzz_listen(&listener);
    if (table_read_cells(data, size, &listener.diag, &table) || !table.is_dbc) {
        return 0;
    }
    size_t strings_bytes = table.sections[0].strings_bytes;
    for (uint32_t i = 0; i <= table.record_count && i < RECORDS_READ; i++) {
        struct table_row row;
        if (!table_row_at(&table, i, &row)) {
            continue;
        }
        const char *text = row_cell_string(&row, i % 32);
        if (*text && strlen(text) >= strings_bytes) {
            abort(); /* it ends in the table */
        }
        row_cell(&row, table.field_count, 0);
    }
    fuzz_tables(data, size, &listener.diag, strings_bytes);
    return 0;
}
