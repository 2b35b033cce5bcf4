/* Builds DB2 tables of 7.x, WDB5, WDB6 and WDC1, from their parts. */
#ifndef TESTS_FORMATS_TABLES_WDB5_BUILDER_H
#define TESTS_FORMATS_TABLES_WDB5_BUILDER_H

#include <string.h>

#include "base/buffer.h"

enum { WDB5_TEXTS_INSIDE = 1, WDB5_SECOND_KEY = 2, WDB5_IDS = 4, WDB5_FIELDS_MAX = 16 };

struct wdb5_field {
    unsigned bits;  /* of one element */
    unsigned place; /* in bytes */
    unsigned width; /* of all elements, in bytes */
};

/* A table under way; the parts are its bytes, in the order of the file. */
struct wdb5_table {
    const char *magic;
    uint32_t layout;
    uint32_t count;
    uint32_t record_bytes;
    uint32_t lowest_id;
    uint32_t highest_id;
    unsigned flags;
    unsigned id_field;
    uint32_t field_count;
    struct wdb5_field fields[WDB5_FIELDS_MAX];
    struct buffer records;
    struct buffer strings; /* or the map of offsets */
    struct buffer second_key;
    struct buffer ids;
    struct buffer copies;
    struct buffer columns; /* WDC1; of plain columns when empty */
    struct buffer pallet;
    struct buffer common;
};

static inline void wdb5_put(struct buffer *out, const uint32_t *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        buffer_u32le(out, values[i]);
    }
}

static inline int wdb5_is_wdc1(const struct wdb5_table *table)
{
    return strcmp(table->magic, "WDC1") == 0;
}

/* The size of all before the records. */
static inline uint32_t wdb5_head_bytes(const struct wdb5_table *table)
{
    uint32_t header = wdb5_is_wdc1(table) ? 84 : (table->magic[3] == '6' ? 56 : 48);
    return header + 4 * table->field_count;
}

static inline void wdb5_put_column(struct buffer *out, unsigned offset, unsigned bits,
                                   const uint32_t rest[5])
{
    buffer_u16le(out, (uint16_t)offset);
    buffer_u16le(out, (uint16_t)bits);
    wdb5_put(out, rest, 5);
}

static inline void wdb5_put_plain_columns(struct wdb5_table *table)
{
    for (uint32_t i = 0; i < table->field_count; i++) {
        const struct wdb5_field *field = &table->fields[i];
        wdb5_put_column(&table->columns, 8 * field->place, 8 * field->width, (uint32_t[5]){0});
    }
}

static inline void wdb5_put_header(struct buffer *out, const struct wdb5_table *table)
{
    uint32_t map_at = wdb5_head_bytes(table) + (uint32_t)table->records.size;
    uint32_t strings = (uint32_t)table->strings.size;
    int inside = table->flags & WDB5_TEXTS_INSIDE;
    buffer_append(out, table->magic, 4);
    wdb5_put(out,
             (const uint32_t[]){table->count, table->field_count, table->record_bytes,
                                inside && !wdb5_is_wdc1(table) ? map_at : strings, 0, table->layout,
                                table->lowest_id, table->highest_id, 2,
                                (uint32_t)table->copies.size},
             10);
    buffer_u16le(out, (uint16_t)table->flags);
    buffer_u16le(out, (uint16_t)table->id_field);
    if (wdb5_is_wdc1(table)) {
        wdb5_put(out,
                 (const uint32_t[]){table->field_count, 0, 0, inside ? map_at : 0,
                                    (uint32_t)table->ids.size, (uint32_t)table->columns.size,
                                    (uint32_t)table->common.size, (uint32_t)table->pallet.size, 0},
                 9);
    } else if (table->magic[3] == '6') {
        wdb5_put(out, (const uint32_t[]){table->field_count, (uint32_t)table->common.size}, 2);
    }
}

/* Writes the table and frees its parts. */
static inline void wdb5_build(struct buffer *out, struct wdb5_table *table)
{
    if (wdb5_is_wdc1(table) && table->columns.size == 0) {
        wdb5_put_plain_columns(table);
    }
    struct buffer *const parts[] = {&table->records, &table->strings, &table->second_key,
                                    &table->ids,     &table->copies,  &table->columns,
                                    &table->pallet,  &table->common};
    *out = (struct buffer){0};
    wdb5_put_header(out, table);
    for (uint32_t i = 0; i < table->field_count; i++) {
        buffer_u16le(out, (uint16_t)(32 - (int)table->fields[i].bits));
        buffer_u16le(out, (uint16_t)table->fields[i].place);
    }
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        buffer_append(out, parts[i]->data, parts[i]->size);
        buffer_free(parts[i]);
    }
}

/* An AreaTable of 7.3: flags, zone's name, factor, name, map, zone, and an id of 24 bits. */
static inline struct wdb5_table wdb5_areas(const char *magic)
{
    return (struct wdb5_table){
        .magic = magic,
        .layout = 0x81DA5CCB,
        .record_bytes = 28,
        .lowest_id = 9,
        .highest_id = 12,
        .flags = WDB5_IDS,
        .field_count = 7,
        .fields = {{32, 0, 8},
                   {32, 8, 4},
                   {32, 12, 4},
                   {32, 16, 4},
                   {16, 20, 2},
                   {16, 22, 2},
                   {24, 24, 4}},
    };
}

/* Adds a record whose texts stand apart. */
static inline void wdb5_add_area(struct wdb5_table *table, uint32_t id, const char *name,
                                 unsigned map, unsigned zone)
{
    if (table->strings.size == 0) {
        buffer_u8(&table->strings, 0);
    }
    uint32_t at = (uint32_t)table->strings.size;
    wdb5_put(&table->records, (const uint32_t[]){0x40, 1, 0, 0x3F800000, at}, 5);
    buffer_u16le(&table->records, (uint16_t)map);
    buffer_u16le(&table->records, (uint16_t)zone);
    buffer_u32le(&table->records, 0xAB000000 | id);
    buffer_append(&table->strings, name, strlen(name) + 1);
    if (table->flags & WDB5_IDS) {
        buffer_u32le(&table->ids, id);
    }
    table->count++;
}

/* Adds a record that has its texts inside, and its entry to the map. */
static inline void wdb5_add_area_inside(struct wdb5_table *table, const char *zone_name,
                                        const char *name, unsigned map, unsigned zone)
{
    uint32_t at = wdb5_head_bytes(table) + (uint32_t)table->records.size;
    size_t before = table->records.size;
    wdb5_put(&table->records, (const uint32_t[]){0x40, 1}, 2);
    buffer_append(&table->records, zone_name, strlen(zone_name) + 1);
    buffer_u32le(&table->records, 0x3F800000);
    buffer_append(&table->records, name, strlen(name) + 1);
    buffer_u16le(&table->records, (uint16_t)map);
    buffer_u16le(&table->records, (uint16_t)zone);
    buffer_u32le(&table->records, 0);
    buffer_u32le(&table->strings, at);
    buffer_u16le(&table->strings, (uint16_t)(table->records.size - before));
    table->count++;
}

#endif
