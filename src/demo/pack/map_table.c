#include "demo/pack/map_table.h"

#include <stdio.h>
#include <string.h>

#include "base/path.h"
#include "base/size.h"
#include "demo/bytes/chunk_write.h"

/* Kinds of columns since WDC1, and the size of a column's description. */
enum { PLAIN, BITS, COMMON, PALLET, COLUMN_BYTES = 24 };

/* A column: its place and size in bits; without bits it is common data. */
struct packed_column {
    uint16_t offset, bits, kind;
};

/* Folder, name, four texts without words. */
#define TEXTS                                                                                      \
    {0, 32, PLAIN}, {32, 32, PLAIN}, {64, 32, PLAIN}, {96, 32, PLAIN}, {128, 32, PLAIN},           \
    {                                                                                              \
        160, 32, PLAIN                                                                             \
    }

void map_table_add_file(struct map_table *table, const char *name, uint32_t file_id)
{
    static const char folder[] = "World/Maps/";
    const char *base = path_base(name);
    if (!name_has_suffix(name, ".wdt") || strncmp(name, folder, strlen(folder)) != 0 ||
        table->count == MAP_TABLE_ROWS_MAX) {
        return;
    }
    struct map_table_row *row = &table->rows[table->count];
    *row = (struct map_table_row){.id = table->count++, .wdt_file_id = file_id};
    int length = (int)(strlen(base) - strlen(".wdt"));
    snprintf(row->folder, sizeof row->folder, "%.*s", length, base);
    snprintf(row->name, sizeof row->name, "The %.*s", length, base);
}

void map_table_write_dbc(struct buffer *out, const struct map_table *table,
                         const struct map_dbc_shape *shape)
{
    struct dbc_table dbc = {0};
    for (uint32_t i = 0; i < table->count; i++) {
        const struct map_table_row *row = &table->rows[i];
        const struct map_dbc_row map = {row->id, row->folder, row->name, row->instance, {0.0}};
        map_dbc_put(&dbc, shape, &map);
    }
    dbc_finish(&dbc, shape->fields, out);
}

/* Describes columns. `common` has values of `common_bytes` bytes; no other common data has. */
static void put_columns(struct buffer *out, const struct packed_column *columns, uint32_t count,
                        uint32_t pallet_bytes, uint32_t common, uint32_t common_bytes)
{
    for (uint32_t k = 0; k < count; k++) {
        uint32_t bits = columns[k].bits;
        uint32_t kind = bits ? columns[k].kind : COMMON;
        PUT_U16(out, columns[k].offset, columns[k].bits);
        PUT_U32(out,
                kind == PALLET ? pallet_bytes
                : k == common  ? common_bytes
                               : 0,
                kind, 0, bits, 0);
    }
}

/* Appends a string; gives its place. */
static uint32_t put_string(struct buffer *strings, const char *text)
{
    uint32_t at = (uint32_t)strings->size;
    buffer_append(strings, text, strlen(text) + 1);
    return at;
}

/* Appends a part and frees it; `out` fails if the part has. */
static void put_part(struct buffer *out, struct buffer *part)
{
    buffer_append(out, part->data, part->size);
    out->failed = out->failed || part->failed;
    buffer_free(part);
}

static void put_ids(struct buffer *out, const struct map_table *table)
{
    for (uint32_t i = 0; i < table->count; i++) {
        buffer_u32le(out, table->rows[i].id);
    }
}

/*
 * WDC1, the table of clients of 7.3.5.
 * A record has 48 bytes: texts, flags, a factor, a place of two floats; from bit 352 on 2 bits of
 * an index into the pallet for the kind of instance and 4 bits of the expansion. All other fields
 * are common data without values, so that they are 0.
 */
enum { WDC1_RECORD_BYTES = 48, WDC1_BITS_AT = 44, WDC_PALLET_BYTES = 12, WDC_IDS_APART = 4 };

static const struct packed_column wdc1_columns[21] = {TEXTS,
                                                      {192, 64, PLAIN},
                                                      {256, 32, PLAIN},
                                                      {288, 64, PLAIN},
                                                      [16] = {352, 2, PALLET},
                                                      [18] = {354, 4, BITS}};

void map_table_write_wdc1(struct buffer *out, const struct map_table *table)
{
    enum { FIELDS = COUNT_OF(wdc1_columns) };
    struct buffer records = {0};
    struct buffer strings = {0};
    uint32_t count = table->count;
    buffer_u8(&strings, 0);
    for (uint32_t i = 0; i < count; i++) {
        const struct map_table_row *row = &table->rows[i];
        uint32_t folder = put_string(&strings, row->folder);
        PUT_U32(&records, folder, put_string(&strings, row->name), 0, 0, 0, 0, 0, 0, 0, 0, 0,
                row->instance | 6U << 2);
    }
    buffer_append(out, "WDC1", 4);
    PUT_U32(out, count, FIELDS, WDC1_RECORD_BYTES, (uint32_t)strings.size, 0, 0xF568DF12, 0, count,
            2, 0, WDC_IDS_APART, FIELDS, WDC1_BITS_AT, 0, 0, 4 * count, FIELDS * COLUMN_BYTES, 0,
            WDC_PALLET_BYTES, 0);
    for (int k = 0; k < FIELDS; k++) { /* the place of each in bytes */
        bool whole = wdc1_columns[k].kind == PLAIN && wdc1_columns[k].bits;
        PUT_U16(out, 0, whole ? wdc1_columns[k].offset / 8 : WDC1_BITS_AT);
    }
    put_part(out, &records);
    put_part(out, &strings);
    put_ids(out, table);
    put_columns(out, wdc1_columns, FIELDS, WDC_PALLET_BYTES, FIELDS, 0);
    PUT_U32(out, 0, 1, 2); /* the pallet */
}

/*
 * WDC3, the table of clients of 8.1.5 to 8.3.
 * A record has 36 bytes: texts, a place of two floats; then bits: 8 of the map's type, 2 of an
 * index into the pallet for the kind of instance, 4 of the expansion. The id of the WDT is common
 * data: a value for each id. All other fields are common data without values, so that they are 0.
 */
enum {
    WDC3_FIELD_WDT = 21,
    WDC3_RECORD_BYTES = 36,
    WDC3_HEADER_BYTES = 72,
    WDC3_SECTION_BYTES = 40,
};

static const struct packed_column wdc3_columns[23] = {
    TEXTS, {192, 64, PLAIN}, {256, 8, BITS}, {264, 2, PALLET}, {266, 4, BITS}};

void map_table_write_wdc3(struct buffer *out, const struct map_table *table)
{
    enum { FIELDS = COUNT_OF(wdc3_columns) };
    struct buffer records = {0};
    struct buffer strings = {0};
    uint32_t count = table->count;
    uint32_t common_bytes = 8 * count;
    buffer_u8(&strings, 0);
    for (uint32_t i = 0; i < count; i++) {
        const struct map_table_row *row = &table->rows[i];
        uint32_t to_strings = (count - i) * WDC3_RECORD_BYTES; /* places count from the field */
        uint32_t folder = to_strings + put_string(&strings, row->folder);
        PUT_U32(&records, folder, to_strings - 4 + put_string(&strings, row->name), 0, 0, 0, 0, 0,
                0, 1U | row->instance << 8 | 7U << 10);
    }
    uint32_t strings_bytes = (uint32_t)strings.size;
    uint32_t data = WDC3_HEADER_BYTES + WDC3_SECTION_BYTES + FIELDS * (4 + COLUMN_BYTES) +
                    WDC_PALLET_BYTES + common_bytes;
    buffer_append(out, "WDC3", 4);
    PUT_U32(out, count, FIELDS, WDC3_RECORD_BYTES, strings_bytes, 0, 0xB290D217, 0, count, 2,
            WDC_IDS_APART, FIELDS, 0, 0, FIELDS * COLUMN_BYTES, common_bytes, WDC_PALLET_BYTES, 1);
    PUT_U32(out, 0, 0, data, count, strings_bytes, 0, 4 * count, 0, 0, 0); /* the section */
    chunk_zeros(out, 4 * FIELDS);
    put_columns(out, wdc3_columns, FIELDS, WDC_PALLET_BYTES, WDC3_FIELD_WDT, common_bytes);
    PUT_U32(out, 0, 1, 2); /* the pallet */
    for (uint32_t i = 0; i < count; i++) {
        PUT_U32(out, table->rows[i].id, table->rows[i].wdt_file_id);
    }
    put_part(out, &records);
    put_part(out, &strings);
    put_ids(out, table);
}
