/*
 * DB2: the tables of clients from 8.0 on (WDC2 to WDC5): records of bit fields, sections of them,
 * and columns that are stored apart (DB2 of the wowdev wiki). The tables' layouts are in
 * db2_tables.h.
 *
 * Tables whose records have no fixed size are not read, nor are copies of records that have
 * another id alone.
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
    DB2_RECORDS_MAX = 1 << 14, /* clients of 2026 have 1300 maps */
    DB2_STRING_MAX = 4096,     /* bytes with the NUL; longer ones count as none */
};

/* Records that lie together. */
struct db2_section {
    const uint8_t *records;
    uint32_t first;     /* how many records are in the sections before */
    uint32_t count;     /* 0 when the section is damaged or encrypted */
    const uint8_t *ids; /* a u32 a record; NULL when records have their id in a field */
    const char *strings;
    size_t strings_at; /* how many bytes of strings are in the sections before */
    size_t strings_bytes;
};

/* Borrows the bytes it was read from. */
struct db2 {
    uint32_t layout_hash;
    uint32_t record_count; /* of all sections */
    uint32_t record_bytes;
    uint32_t field_count;
    uint32_t id_field;
    const uint8_t *columns; /* how each field is stored */
    const uint8_t *pallet;
    size_t pallet_bytes;
    const uint8_t *common;
    size_t common_bytes;
    struct db2_section sections[DB2_SECTIONS_MAX];
    uint32_t section_count;
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

/* Whether a record is there: those of encrypted and damaged sections are not. */
bool db2_has(const struct db2 *db2, uint32_t record);

/* The id of a record; 0 when it is not there. */
uint32_t db2_id(const struct db2 *db2, uint32_t record);

/* A field as a number, the first of an array; 0 beyond the table. */
uint32_t db2_u32(const struct db2 *db2, uint32_t record, uint32_t field);

/* A field as a string; "" when it refers to none. Borrowed from the bytes. */
const char *db2_string(const struct db2 *db2, uint32_t record, uint32_t field);

#endif
