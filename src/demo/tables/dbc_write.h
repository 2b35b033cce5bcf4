/* A table of a client (WDBC): records of 32-bit fields, and a block of strings. */
#ifndef DEMO_TABLES_DBC_WRITE_H
#define DEMO_TABLES_DBC_WRITE_H

#include "demo/bytes/chunk_write.h"

/* A zero-initialised table is empty. `languages` is set before the first text. */
struct dbc_table {
    struct buffer records;
    struct buffer strings;
    uint32_t languages; /* fields of a text; a field of flags follows */
};

/* Fields of numbers: DBC_U32(table, 1, 2, 3). */
#define DBC_U32(table, ...) PUT_U32(&(table)->records, __VA_ARGS__)
#define DBC_F32(table, ...) PUT_F32(&(table)->records, __VA_ARGS__)
void dbc_put_zeros(struct dbc_table *table, uint32_t fields);

/* A string in one field. */
void dbc_put_string(struct dbc_table *table, const char *string);

/* A text for people, which only the first language has. */
void dbc_put_text(struct dbc_table *table, const char *text);

/* Appends the file, whose records have `fields` fields each, and frees the table. */
void dbc_finish(struct dbc_table *table, uint32_t fields, struct buffer *out);

/* ---- records of Map.dbc, in the shape of any client ---- */

/* The folder is field 1. The kind of place is field 2 of tables with more than 13 fields. */
struct map_dbc_shape {
    uint32_t fields;
    uint32_t name_field;
    uint32_t entrance_field; /* the map of the entrance, before its x and y; 0 for none */
};

struct map_dbc_row {
    uint32_t id;
    const char *folder, *name;
    uint32_t instance;  /* 0 a continent, 1 a dungeon, 2 a raid */
    double entrance[2]; /* x and y on map 0, of dungeons */
};

void map_dbc_put(struct dbc_table *table, const struct map_dbc_shape *shape,
                 const struct map_dbc_row *row);

#endif
