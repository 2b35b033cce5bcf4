/* What the versions of the table of maps are put together from. */
#ifndef DEMO_PACK_DB2_PARTS_H
#define DEMO_PACK_DB2_PARTS_H

#include "demo/pack/map_table.h"

/* Kinds of columns since WDC1, and the size of a column's description. */
enum {
    MAP_TABLE_KIND_PLAIN = 0,
    MAP_TABLE_KIND_BITS = 1,
    MAP_TABLE_KIND_COMMON = 2,
    MAP_TABLE_KIND_PALLET = 3,
    MAP_TABLE_COLUMN_BYTES = 24,
};

void map_table_put(struct buffer *out, const uint32_t *values, size_t count);

/* Describes a column: its place and size in bits, and the bytes that it has in common data or
 * pallet. */
void map_table_put_column(struct buffer *out, unsigned offset, unsigned bits, uint32_t extra_bytes,
                          uint32_t kind);

/* Appends a string; gives its place. */
uint32_t map_table_put_string(struct buffer *strings, const char *text);

/* Appends a part and frees it; `out` fails if the part has. */
void map_table_put_part(struct buffer *out, struct buffer *part);

/* Appends the id of each row. */
void map_table_put_ids(struct buffer *out, const struct map_table *table);

#endif
