/*
 * A record has 36 bytes: folder, name, four texts without words, a place of two floats; then bits:
 * 8 of the map's type, 2 of an index into the pallet for the kind of instance, 4 of the expansion.
 * The id of the WDT is common data: a value for each id. All other fields are common data without
 * values, so that they are 0.
 */
#include "demo/pack/map_table_write.h"

#include <string.h>

enum {
    FIELDS = 23,
    FIELD_EXPANSION = 9,
    FIELD_WDT = 21,
    RECORD_BYTES = 36,
    HEADER_BYTES = 72,
    SECTION_BYTES = 40,
    COLUMN_BYTES = 24,
    PALLET_BYTES = 12,

    KIND_PLAIN = 0,
    KIND_BITS = 1,
    KIND_COMMON = 2,
    KIND_PALLET = 3,
};

static const uint32_t LAYOUT_HASH = 0xB290D217;

static void put_u32s(struct buffer *out, const uint32_t *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        buffer_u32le(out, values[i]);
    }
}

static void put_header(struct buffer *out, uint32_t count, uint32_t strings_bytes)
{
    uint32_t before_section = HEADER_BYTES + SECTION_BYTES + FIELDS * (4 + COLUMN_BYTES);
    uint32_t common_bytes = 8 * count;
    const uint32_t first[] = {count, FIELDS, RECORD_BYTES, strings_bytes, 0, LAYOUT_HASH, 0,
                              count, 2};
    const uint32_t second[] = {FIELDS, 0, 0, FIELDS * COLUMN_BYTES, common_bytes, PALLET_BYTES, 1};
    const uint32_t section[] = {
        0, 0, before_section + PALLET_BYTES + common_bytes, count, strings_bytes, 0, 4 * count, 0,
        0, 0};
    buffer_append(out, "WDC3", 4);
    put_u32s(out, first, sizeof first / sizeof *first);
    buffer_u16le(out, 4); /* ids stand apart */
    buffer_u16le(out, 0);
    put_u32s(out, second, sizeof second / sizeof *second);
    put_u32s(out, section, sizeof section / sizeof *section);
    for (size_t i = 0; i < FIELDS; i++) {
        buffer_u32le(out, 0);
    }
}

static void put_column(struct buffer *out, unsigned offset, unsigned bits, uint32_t extra_bytes,
                       uint32_t kind)
{
    buffer_u16le(out, (uint16_t)offset);
    buffer_u16le(out, (uint16_t)bits);
    buffer_u32le(out, extra_bytes);
    buffer_u32le(out, kind);
    put_u32s(out, (const uint32_t[]){0, bits, 0}, 3);
}

static void put_columns(struct buffer *out, uint32_t count)
{
    for (unsigned i = 0; i < 6; i++) {
        put_column(out, 32 * i, 32, 0, KIND_PLAIN);
    }
    put_column(out, 192, 64, 0, KIND_PLAIN);
    put_column(out, 256, 8, 0, KIND_BITS);
    put_column(out, 264, 2, PALLET_BYTES, KIND_PALLET);
    put_column(out, 266, 4, 0, KIND_BITS);
    for (unsigned i = FIELD_EXPANSION + 1; i < FIELDS; i++) {
        put_column(out, 0, 0, i == FIELD_WDT ? 8 * count : 0, KIND_COMMON);
    }
}

/* Appends a string; gives its place. */
static uint32_t put_string(struct buffer *strings, const char *text)
{
    uint32_t at = (uint32_t)strings->size;
    buffer_append(strings, text, strlen(text) + 1);
    return at;
}

static void put_record(struct buffer *out, struct buffer *strings, const struct map_table_row *row,
                       uint32_t records_left)
{
    uint32_t to_strings = records_left * RECORD_BYTES;
    const uint32_t folder = to_strings + put_string(strings, row->folder);
    const uint32_t name = to_strings - 4 + put_string(strings, row->name);
    put_u32s(out, (const uint32_t[]){folder, name, 0, 0, 0, 0, 0, 0}, 8);
    buffer_u32le(out, 1U | row->instance << 8 | 7U << 10);
}

void map_table_write(struct buffer *out, const struct map_table_row *rows, size_t count)
{
    struct buffer records = {0};
    struct buffer strings = {0};
    buffer_u8(&strings, 0);
    for (size_t i = 0; i < count; i++) {
        put_record(&records, &strings, &rows[i], (uint32_t)(count - i));
    }
    put_header(out, (uint32_t)count, (uint32_t)strings.size);
    put_columns(out, (uint32_t)count);
    put_u32s(out, (const uint32_t[]){0, 1, 2}, 3); /* the pallet */
    for (size_t i = 0; i < count; i++) {
        put_u32s(out, (const uint32_t[]){rows[i].id, rows[i].wdt_file_id}, 2);
    }
    buffer_append(out, records.data, records.size);
    buffer_append(out, strings.data, strings.size);
    for (size_t i = 0; i < count; i++) {
        buffer_u32le(out, rows[i].id);
    }
    out->failed = out->failed || records.failed || strings.failed;
    buffer_free(&records);
    buffer_free(&strings);
}
