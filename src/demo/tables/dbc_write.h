/* A table of a client (WDBC): records of 32-bit fields, and a block of strings. */
#ifndef DEMO_TABLES_DBC_WRITE_H
#define DEMO_TABLES_DBC_WRITE_H

#include "base/buffer.h"

/* A zero-initialised table is empty. `languages` is set before the first text. */
struct dbc_table {
    struct buffer records;
    struct buffer strings;
    uint32_t languages; /* fields of a text; a field of flags follows */
};

void dbc_put_u32(struct dbc_table *table, uint32_t value);
void dbc_put_f32(struct dbc_table *table, double value);
void dbc_put_zeros(struct dbc_table *table, uint32_t fields);

/* A string in one field. */
void dbc_put_string(struct dbc_table *table, const char *string);

/* A text for people, which only the first language has. */
void dbc_put_text(struct dbc_table *table, const char *text);

/* Appends the file, whose records have `fields` fields each, and frees the table. */
void dbc_finish(struct dbc_table *table, uint32_t fields, struct buffer *out);

#endif
