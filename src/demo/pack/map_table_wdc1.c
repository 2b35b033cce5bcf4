/*
 * A record has 48 bytes: folder, name, four texts without words, flags, a factor, a place of two
 * floats; from bit 352 on 2 bits of an index into the pallet for the kind of instance and 4 bits of
 * the expansion. All other fields are common data without values, so that they are 0.
 */
#include "demo/pack/db2_parts.h"

enum {
    FIELDS = 21,
    FIELD_FIRST_COMMON = 9,
    FIELD_INSTANCE = 16,
    FIELD_EXPANSION = 18,
    TEXTS = 6,
    RECORD_BYTES = 48,
    BITS_AT = 44,
    PALLET_BYTES = 12,
    FLAG_IDS = 4,
};

static const uint32_t LAYOUT_HASH = 0xF568DF12;

static void put_header(struct buffer *out, uint32_t count, uint32_t strings_bytes)
{
    buffer_append(out, "WDC1", 4);
    map_table_put(out,
                  (const uint32_t[]){count, FIELDS, RECORD_BYTES, strings_bytes, 0, LAYOUT_HASH, 0,
                                     count, 2, 0},
                  10);
    buffer_u16le(out, FLAG_IDS);
    buffer_u16le(out, 0);
    map_table_put(out,
                  (const uint32_t[]){FIELDS, BITS_AT, 0, 0, 4 * count,
                                     FIELDS * MAP_TABLE_COLUMN_BYTES, 0, PALLET_BYTES, 0},
                  9);
}

/* The place of each field in bytes; those of the last kinds are told by their columns. */
static void put_places(struct buffer *out)
{
    static const uint16_t places[FIELD_FIRST_COMMON] = {0, 4, 8, 12, 16, 20, 24, 32, 36};
    for (int i = 0; i < FIELDS; i++) {
        buffer_u16le(out, 0);
        buffer_u16le(out, i < FIELD_FIRST_COMMON ? places[i] : BITS_AT);
    }
}

static void put_columns(struct buffer *out)
{
    for (unsigned i = 0; i < TEXTS; i++) {
        map_table_put_column(out, 32 * i, 32, 0, MAP_TABLE_KIND_PLAIN);
    }
    map_table_put_column(out, 192, 64, 0, MAP_TABLE_KIND_PLAIN);
    map_table_put_column(out, 256, 32, 0, MAP_TABLE_KIND_PLAIN);
    map_table_put_column(out, 288, 64, 0, MAP_TABLE_KIND_PLAIN);
    for (int i = FIELD_FIRST_COMMON; i < FIELDS; i++) {
        if (i == FIELD_INSTANCE) {
            map_table_put_column(out, 8 * BITS_AT, 2, PALLET_BYTES, MAP_TABLE_KIND_PALLET);
        } else if (i == FIELD_EXPANSION) {
            map_table_put_column(out, 8 * BITS_AT + 2, 4, 0, MAP_TABLE_KIND_BITS);
        } else {
            map_table_put_column(out, 0, 0, 0, MAP_TABLE_KIND_COMMON);
        }
    }
}

static void put_record(struct buffer *out, struct buffer *strings, const struct map_table_row *row)
{
    const uint32_t folder = map_table_put_string(strings, row->folder);
    const uint32_t name = map_table_put_string(strings, row->name);
    map_table_put(
        out, (const uint32_t[]){folder, name, 0, 0, 0, 0, 0, 0, 0, 0, 0, row->instance | 6U << 2},
        12);
}

void map_table_write_wdc1(struct buffer *out, const struct map_table *table)
{
    struct buffer records = {0};
    struct buffer strings = {0};
    buffer_u8(&strings, 0);
    for (uint32_t i = 0; i < table->count; i++) {
        put_record(&records, &strings, &table->rows[i]);
    }
    put_header(out, table->count, (uint32_t)strings.size);
    put_places(out);
    map_table_put_part(out, &records);
    map_table_put_part(out, &strings);
    map_table_put_ids(out, table);
    put_columns(out);
    map_table_put(out, (const uint32_t[]){0, 1, 2}, 3); /* the pallet */
}
