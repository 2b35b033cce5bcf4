#include "demo/pack/map_table.h"

#include <stdio.h>
#include <string.h>

#include "base/path.h"

/* Kinds of columns since WDC1, and the size of a column's description. */
enum { KIND_PLAIN, KIND_BITS, KIND_COMMON, KIND_PALLET, COLUMN_BYTES = 24 };

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

static void put_u32s(struct buffer *out, const uint32_t *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        buffer_u32le(out, values[i]);
    }
}

/* Describes a column: its place and size in bits, and the bytes that it has in common data or
 * pallet. */
static void put_column(struct buffer *out, unsigned offset, unsigned bits, uint32_t extra_bytes,
                       uint32_t kind)
{
    buffer_u16le(out, (uint16_t)offset);
    buffer_u16le(out, (uint16_t)bits);
    buffer_u32le(out, extra_bytes);
    buffer_u32le(out, kind);
    put_u32s(out, (const uint32_t[]){0, bits, 0}, 3);
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
 * A record has 48 bytes: folder, name, four texts without words, flags, a factor, a place of two
 * floats; from bit 352 on 2 bits of an index into the pallet for the kind of instance and 4 bits of
 * the expansion. All other fields are common data without values, so that they are 0.
 */
enum {
    WDC1_FIELDS = 21,
    WDC1_FIELD_FIRST_COMMON = 9,
    WDC1_FIELD_INSTANCE = 16,
    WDC1_FIELD_EXPANSION = 18,
    WDC1_TEXTS = 6,
    WDC1_RECORD_BYTES = 48,
    WDC1_BITS_AT = 44,
    WDC1_PALLET_BYTES = 12,
    WDC1_FLAG_IDS = 4,
};

static const uint32_t WDC1_LAYOUT_HASH = 0xF568DF12;

static void put_header_wdc1(struct buffer *out, uint32_t count, uint32_t strings_bytes)
{
    buffer_append(out, "WDC1", 4);
    put_u32s(out,
             (const uint32_t[]){count, WDC1_FIELDS, WDC1_RECORD_BYTES, strings_bytes, 0,
                                WDC1_LAYOUT_HASH, 0, count, 2, 0},
             10);
    buffer_u16le(out, WDC1_FLAG_IDS);
    buffer_u16le(out, 0);
    put_u32s(out,
             (const uint32_t[]){WDC1_FIELDS, WDC1_BITS_AT, 0, 0, 4 * count,
                                WDC1_FIELDS * COLUMN_BYTES, 0, WDC1_PALLET_BYTES, 0},
             9);
}

/* The place of each field in bytes; those of the last kinds are told by their columns. */
static void put_places_wdc1(struct buffer *out)
{
    static const uint16_t places[WDC1_FIELD_FIRST_COMMON] = {0, 4, 8, 12, 16, 20, 24, 32, 36};
    for (int i = 0; i < WDC1_FIELDS; i++) {
        buffer_u16le(out, 0);
        buffer_u16le(out, i < WDC1_FIELD_FIRST_COMMON ? places[i] : WDC1_BITS_AT);
    }
}

static void put_columns_wdc1(struct buffer *out)
{
    for (unsigned i = 0; i < WDC1_TEXTS; i++) {
        put_column(out, 32 * i, 32, 0, KIND_PLAIN);
    }
    put_column(out, 192, 64, 0, KIND_PLAIN);
    put_column(out, 256, 32, 0, KIND_PLAIN);
    put_column(out, 288, 64, 0, KIND_PLAIN);
    for (int i = WDC1_FIELD_FIRST_COMMON; i < WDC1_FIELDS; i++) {
        if (i == WDC1_FIELD_INSTANCE) {
            put_column(out, 8 * WDC1_BITS_AT, 2, WDC1_PALLET_BYTES, KIND_PALLET);
        } else if (i == WDC1_FIELD_EXPANSION) {
            put_column(out, 8 * WDC1_BITS_AT + 2, 4, 0, KIND_BITS);
        } else {
            put_column(out, 0, 0, 0, KIND_COMMON);
        }
    }
}

static void put_record_wdc1(struct buffer *out, struct buffer *strings,
                            const struct map_table_row *row)
{
    const uint32_t folder = put_string(strings, row->folder);
    const uint32_t name = put_string(strings, row->name);
    put_u32s(out,
             (const uint32_t[]){folder, name, 0, 0, 0, 0, 0, 0, 0, 0, 0, row->instance | 6U << 2},
             12);
}

void map_table_write_wdc1(struct buffer *out, const struct map_table *table)
{
    struct buffer records = {0};
    struct buffer strings = {0};
    buffer_u8(&strings, 0);
    for (uint32_t i = 0; i < table->count; i++) {
        put_record_wdc1(&records, &strings, &table->rows[i]);
    }
    put_header_wdc1(out, table->count, (uint32_t)strings.size);
    put_places_wdc1(out);
    put_part(out, &records);
    put_part(out, &strings);
    put_ids(out, table);
    put_columns_wdc1(out);
    put_u32s(out, (const uint32_t[]){0, 1, 2}, 3); /* the pallet */
}

/*
 * WDC3, the table of clients of 8.1.5 to 8.3.
 * A record has 36 bytes: folder, name, four texts without words, a place of two floats; then bits:
 * 8 of the map's type, 2 of an index into the pallet for the kind of instance, 4 of the expansion.
 * The id of the WDT is common data: a value for each id. All other fields are common data without
 * values, so that they are 0.
 */
enum {
    WDC3_FIELDS = 23,
    WDC3_FIELD_EXPANSION = 9,
    WDC3_FIELD_WDT = 21,
    WDC3_RECORD_BYTES = 36,
    WDC3_HEADER_BYTES = 72,
    WDC3_SECTION_BYTES = 40,
    WDC3_PALLET_BYTES = 12,
};

static const uint32_t WDC3_LAYOUT_HASH = 0xB290D217;

static void put_header_wdc3(struct buffer *out, uint32_t count, uint32_t strings_bytes)
{
    uint32_t before_section =
        WDC3_HEADER_BYTES + WDC3_SECTION_BYTES + WDC3_FIELDS * (4 + COLUMN_BYTES);
    uint32_t common_bytes = 8 * count;
    const uint32_t first[] = {
        count, WDC3_FIELDS, WDC3_RECORD_BYTES, strings_bytes, 0, WDC3_LAYOUT_HASH, 0, count, 2};
    const uint32_t second[] = {WDC3_FIELDS,       0, 0, WDC3_FIELDS * COLUMN_BYTES, common_bytes,
                               WDC3_PALLET_BYTES, 1};
    const uint32_t section[] = {0,
                                0,
                                before_section + WDC3_PALLET_BYTES + common_bytes,
                                count,
                                strings_bytes,
                                0,
                                4 * count,
                                0,
                                0,
                                0};
    buffer_append(out, "WDC3", 4);
    put_u32s(out, first, sizeof first / sizeof *first);
    buffer_u16le(out, 4); /* ids stand apart */
    buffer_u16le(out, 0);
    put_u32s(out, second, sizeof second / sizeof *second);
    put_u32s(out, section, sizeof section / sizeof *section);
    for (size_t i = 0; i < WDC3_FIELDS; i++) {
        buffer_u32le(out, 0);
    }
}

static void put_columns_wdc3(struct buffer *out, uint32_t count)
{
    for (unsigned i = 0; i < 6; i++) {
        put_column(out, 32 * i, 32, 0, KIND_PLAIN);
    }
    put_column(out, 192, 64, 0, KIND_PLAIN);
    put_column(out, 256, 8, 0, KIND_BITS);
    put_column(out, 264, 2, WDC3_PALLET_BYTES, KIND_PALLET);
    put_column(out, 266, 4, 0, KIND_BITS);
    for (unsigned i = WDC3_FIELD_EXPANSION + 1; i < WDC3_FIELDS; i++) {
        put_column(out, 0, 0, i == WDC3_FIELD_WDT ? 8 * count : 0, KIND_COMMON);
    }
}

static void put_record_wdc3(struct buffer *out, struct buffer *strings,
                            const struct map_table_row *row, uint32_t records_left)
{
    uint32_t to_strings = records_left * WDC3_RECORD_BYTES;
    const uint32_t folder = to_strings + put_string(strings, row->folder);
    const uint32_t name = to_strings - 4 + put_string(strings, row->name);
    put_u32s(out, (const uint32_t[]){folder, name, 0, 0, 0, 0, 0, 0}, 8);
    buffer_u32le(out, 1U | row->instance << 8 | 7U << 10);
}

void map_table_write_wdc3(struct buffer *out, const struct map_table *table)
{
    struct buffer records = {0};
    struct buffer strings = {0};
    uint32_t count = table->count;
    buffer_u8(&strings, 0);
    for (uint32_t i = 0; i < count; i++) {
        put_record_wdc3(&records, &strings, &table->rows[i], count - i);
    }
    put_header_wdc3(out, count, (uint32_t)strings.size);
    put_columns_wdc3(out, count);
    put_u32s(out, (const uint32_t[]){0, 1, 2}, 3); /* the pallet */
    for (uint32_t i = 0; i < count; i++) {
        put_u32s(out, (const uint32_t[]){table->rows[i].id, table->rows[i].wdt_file_id}, 2);
    }
    put_part(out, &records);
    put_part(out, &strings);
    put_ids(out, table);
}
