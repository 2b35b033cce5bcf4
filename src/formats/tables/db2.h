/*
 * DB2: the tables of clients from 7.0 on (WDB5, WDB6, WDC1 to WDC5; DB2 of the wowdev wiki):
 * records of fields, sections of them, and columns that are stored apart. The tables' layouts are
 * in db2_tables.h.
 *
 * Records of WDC2 and later without a fixed size are not read.
 */
#ifndef FORMATS_TABLES_DB2_H
#define FORMATS_TABLES_DB2_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adtmap/status.h"
#include "base/diag.h"

enum {
    DB2_SECTIONS_MAX = 64,
    DB2_RECORDS_MAX = 1 << 18, /* courses of flights have the most, around 100000 points */
    /* Values of a common column that are looked at, each look-up being a search: so many, and so
     * many in look-ups for all records together, which take a second. */
    DB2_COMMON_MAX = 1 << 14,
    DB2_COMMON_ALL_MAX = 1 << 28,
    DB2_COPIES_MAX = 1 << 10, /* of a section; each takes a search for its record */
    DB2_STRING_MAX = 4096,    /* bytes with the NUL; longer ones count as none */
};

/* What the fields of a table are, for tables with this hash. */
struct db2_layout {
    uint32_t hash;
    uint8_t fields[5]; /* by table, see db2_tables.c */
    uint32_t texts;    /* bit i: field i is text; for records that have their texts inside */
};

/* Records that lie together. */
struct db2_section {
    const uint8_t *records; /* NULL when `offsets` say where they are */
    uint32_t first;         /* how many records are in the sections before */
    uint32_t count;         /* 0 when the section is damaged or encrypted */
    const uint8_t *ids;     /* a u32 a record; NULL when records have their id in a field */
    const uint8_t *offsets; /* for each id from the lowest: u32 offset in the file, u16 bytes */
    const uint8_t *copies;  /* u32 id of the copy, u32 id of the record that it repeats */
    uint32_t copy_count;
    const char *strings;
    size_t strings_at; /* how many bytes of strings are in the sections before */
    size_t strings_bytes;
};

/* Borrows the bytes it was read from. */
struct db2 {
    const uint8_t *file;
    size_t file_bytes;
    uint32_t layout_hash;
    const struct db2_layout *layout; /* set by db2_use_layout */
    uint32_t record_count;           /* of all sections, without copies */
    uint32_t record_bytes;
    uint32_t field_count;
    uint32_t id_field;
    uint32_t lowest_id;
    const uint8_t *places;  /* WDB5, WDB6: where each field is */
    const uint8_t *columns; /* later: how each field is stored */
    const uint8_t *pallet;
    size_t pallet_bytes;
    const uint8_t *common;
    size_t common_bytes;
    bool common_is_padded;     /* WDB6: every value has four bytes */
    bool strings_are_relative; /* to the field, as since WDC2; else to the first string */
    struct db2_section sections[DB2_SECTIONS_MAX];
    uint32_t section_count;
};

/* A record that is there. */
struct db2_row {
    uint32_t id;
    uint32_t record; /* of a copy: the record that it repeats */
    const uint8_t *bytes;
    size_t size;
    bool has_texts_inside;
};

/* Whether the bytes begin as a DB2 of one of these versions does. */
bool db2_is(const uint8_t *data, size_t size);

/*
 * Reads a DB2. Sections that are cut off are left out with a warning; encrypted ones are left out.
 * Fails with ADTMAP_BAD_DATA when it is none or its sizes cannot be, ADTMAP_UNSUPPORTED for another
 * version or records without a fixed size, ADTMAP_LIMIT beyond DB2_RECORDS_MAX.
 */
enum adtmap_status db2_read(const uint8_t *data, size_t size, const struct diag *diag,
                            struct db2 *db2);

/* How many records and copies of records there are, including those that cannot be read. */
uint32_t db2_count(const struct db2 *db2);

/* A record; the copies follow the others. False beyond the table, and for records of encrypted and
 * damaged sections. */
bool db2_row_at(const struct db2 *db2, uint32_t index, struct db2_row *row);

/* The id of that record; 0 when it is not there. Much faster than db2_row_at for a copy. */
uint32_t db2_id(const struct db2 *db2, uint32_t index);

/* A field as a number, the first of an array; 0 beyond the table. */
uint32_t db2_u32(const struct db2 *db2, const struct db2_row *row, uint32_t field);

/* An element of a field that is an array of 32-bit numbers, as a whole number and as one with a
 * fraction, which may be no finite one; 0 beyond the array and the table. */
uint32_t db2_element(const struct db2 *db2, const struct db2_row *row, uint32_t field,
                     uint32_t element);
float db2_f32(const struct db2 *db2, const struct db2_row *row, uint32_t field, uint32_t element);

/* A field as a string; "" when it refers to none. Borrowed from the bytes. */
const char *db2_string(const struct db2 *db2, const struct db2_row *row, uint32_t field);

#endif
