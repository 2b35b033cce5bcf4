/* Tables of a client as files of a fixture's data. */
#ifndef TESTS_MAP_TABLE_FILES_H
#define TESTS_MAP_TABLE_FILES_H

#include <stdio.h>

#include "assets/data_fixture.h"
#include "formats/tables/dbc_builder.h"

/* Writes a table below DBFilesClient, without its last bytes, and frees it. */
static inline void put_table(struct fixture *f, const char *name, struct dbc_bytes *table,
                             size_t cut)
{
    char path[256];
    dbc_end(table);
    temporary_file(&f->data, name, "");
    FILE *file = fopen(temporary_path(&f->data, name, path), "w");
    assert_non_null(file);
    size_t size = table->bytes.size - cut;
    assert_int_equal(fwrite(table->bytes.data, 1, size, file), size);
    fclose(file);
    dbc_free(table);
}

/* Opens the data, once all tables are there. */
static inline void open_tables(struct fixture *f)
{
    const char *const path = f->data.path;
    if (!f->assets) {
        temporary_file(&f->data, "World/Maps/Land/Land.wdt", "");
        assert_int_equal(assets_open(&path, 1, &f->diag, &f->assets), ADTMAP_OK);
    }
}

#endif
