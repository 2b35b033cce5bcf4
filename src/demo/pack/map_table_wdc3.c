/*
 * WDC3, the table of clients of 8.1.5 to 8.3.
 * A record has 36 bytes: folder, name, four texts without words, a place of two floats; then bits:
 * 8 of the map's type, 2 of an index into the pallet for the kind of instance, 4 of the expansion.
 * The id of the WDT is common data: a value for each id. All other fields are common data without
 * values, so that they are 0.
 */
#include "demo/pack/db2_parts.h"

enum {
    FIELDS = 23,
    FIELD_EXPANSION = 9,
    FIELD_WDT = 21,
    RECORD_BYTES = 36,
    HEADER_BYTES = 72,
    SECTION_BYTES = 40,
    PALLET_BYTES = 12,
};

static const uint32_t LAYOUT_HASH = 0xB290D217;

static void put_header(struct buffer *out, uint32_t count, uint32_t strings_bytes)
{
    uint32_t before_section = HEADER_BYTES + SECTION_BYTES + FIELDS * (4 + MAP_TABLE_COLUMN_BYTES);
    uint32_t common_bytes = 8 * count;
    const uint32_t first[] = {count, FIELDS, RECORD_BYTES, strings_bytes, 0, LAYOUT_HASH, 0,
                              count, 2};
    const uint32_t second[] = {FIELDS,       0, 0, FIELDS * MAP_TABLE_COLUMN_BYTES, common_bytes,
                               PALLET_BYTES, 1};
    const uint32_t section[] = {
        0, 0, before_section + PALLET_BYTES + common_bytes, count, strings_bytes, 0, 4 * count, 0,
        0, 0};
    buffer_append(out, "WDC3", 4);
    map_table_put(out, first, sizeof first / sizeof *first);
    buffer_u16le(out, 4); /* ids stand apart */
    buffer_u16le(out, 0);
    map_table_put(out, second, sizeof second / sizeof *second);
    map_table_put(out, section, sizeof section / sizeof *section);
    for (size_t i = 0; i < FIELDS; i++) {
        buffer_u32le(out, 0);
    }
}

static void put_columns(struct buffer *out, uint32_t count)
{
    for (unsigned i = 0; i < 6; i++) {
        map_table_put_column(out, 32 * i, 32, 0, MAP_TABLE_KIND_PLAIN);
    }
    map_table_put_column(out, 192, 64, 0, MAP_TABLE_KIND_PLAIN);
    map_table_put_column(out, 256, 8, 0, MAP_TABLE_KIND_BITS);
    map_table_put_column(out, 264, 2, PALLET_BYTES, MAP_TABLE_KIND_PALLET);
    map_table_put_column(out, 266, 4, 0, MAP_TABLE_KIND_BITS);
    for (unsigned i = FIELD_EXPANSION + 1; i < FIELDS; i++) {
        map_table_put_column(out, 0, 0, i == FIELD_WDT ? 8 * count : 0, MAP_TABLE_KIND_COMMON);
    }
}

static void put_record(struct buffer *out, struct buffer *strings, const struct map_table_row *row,
                       uint32_t records_left)
{
    uint32_t to_strings = records_left * RECORD_BYTES;
    const uint32_t folder = to_strings + map_table_put_string(strings, row->folder);
    const uint32_t name = to_strings - 4 + map_table_put_string(strings, row->name);
    map_table_put(out, (const uint32_t[]){folder, name, 0, 0, 0, 0, 0, 0}, 8);
    buffer_u32le(out, 1U | row->instance << 8 | 7U << 10);
}

void map_table_write_wdc3(struct buffer *out, const struct map_table *table)
{
    struct buffer records = {0};
    struct buffer strings = {0};
    uint32_t count = table->count;
    buffer_u8(&strings, 0);
    for (uint32_t i = 0; i < count; i++) {
        put_record(&records, &strings, &table->rows[i], count - i);
    }
    put_header(out, count, (uint32_t)strings.size);
    put_columns(out, count);
    map_table_put(out, (const uint32_t[]){0, 1, 2}, 3); /* the pallet */
    for (uint32_t i = 0; i < count; i++) {
        map_table_put(out, (const uint32_t[]){table->rows[i].id, table->rows[i].wdt_file_id}, 2);
    }
    map_table_put_part(out, &records);
    map_table_put_part(out, &strings);
    map_table_put_ids(out, table);
}
