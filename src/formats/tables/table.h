/*
 * A table of a client, in whichever form the client has it: DBC up to 6.2, DB2 later. What its
 * records say is in table_records.h.
 */
#ifndef FORMATS_TABLES_TABLE_H
#define FORMATS_TABLES_TABLE_H

#include "formats/tables/db2.h"
#include "formats/tables/dbc.h"
#include "formats/tables/table_layouts.h"

/* Borrows the bytes it was read from. Zero-initialised: no records. */
struct table {
    enum table_kind kind;
    struct dbc dbc;
    struct db2 db2;                  /* one of the two has records, */
    const struct dbc_layout *as_dbc; /* and its layout is known, */
    const struct db2_layout *as_db2; /* that of the other is NULL */
};

/* A record, or a copy of one. */
struct table_row {
    const struct table *table;
    uint32_t id;
    uint32_t record;
    struct db2_row db2;
};

/* Reads a table of either form, told apart by its first bytes. Fails as dbc_read and db2_read do,
 * and with ADTMAP_UNSUPPORTED, naming it, for an unknown layout; the table is without records then.
 */
enum adtmap_status table_read(const uint8_t *data, size_t size, enum table_kind kind,
                              const struct diag *diag, struct table *table);

/* How many records the table has, including those that cannot be read. */
uint32_t table_count(const struct table *table);

/* False beyond the table, and for a record that cannot be read. */
bool table_row_at(const struct table *table, uint32_t record, struct table_row *row);

/* The first record with an id. */
bool table_find(const struct table *table, uint32_t id, struct table_row *row);

/* A column of the table's kind: whether the layout has it; as a number, and an element of it as a
 * number with a fraction, which may be no finite one; 0 where there is none. */
bool row_has(const struct table_row *row, unsigned column);
uint32_t row_u32(const struct table_row *row, unsigned column, uint32_t element);
float row_f32(const struct table_row *row, unsigned column, uint32_t element);

/* Like row_f32, for the field that stands `fields` behind that of the column. */
float row_f32_behind(const struct table_row *row, unsigned column, uint32_t fields);

/* A column as a string, and as a text, which exists once a language up to 3.3.5: a client fills its
 * own only, and the first that is not empty counts. "" where there is none. Borrowed from the bytes
 * of the table. */
const char *row_string(const struct table_row *row, unsigned column);
const char *row_text(const struct table_row *row, unsigned column);

#endif
