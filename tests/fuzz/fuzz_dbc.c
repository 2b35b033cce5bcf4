/* DBC, read as each known table. */
#include <string.h>

#include "fuzz/fuzz_table.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_diag listener;
    struct dbc dbc;
    fuzz_listen(&listener);
    if (dbc_read(data, size, &listener.diag, &dbc)) {
        return 0;
    }
    for (uint32_t i = 0; i <= dbc.record_count && i < RECORDS_READ; i++) {
        const char *text = dbc_string(&dbc, i, i % 32);
        if (*text && strlen(text) >= dbc.strings_bytes) {
            abort(); /* it ends in the table */
        }
        dbc_u32(&dbc, i, dbc.field_count);
    }
    fuzz_tables(data, size, &listener.diag, dbc.strings_bytes);
    return 0;
}
