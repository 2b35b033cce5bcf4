/*
 * DBC: the client's tables (WDBC, all clients to Warlords of Draenor): a header of five 32-bit
 * numbers, records of equal size whose fields are 32 bits each, and a block of NUL-terminated
 * strings that fields refer to by offset. Which field holds what is in table_layouts.h.
 *
 * WDB2, the DB2 of 4.0 to 6.2, is the same but for more numbers in the header, which may be
 * followed by u32 and u16 for each id: u32 hash of the table, build, time; in builds after 12880
 * lowest id, highest id, locale, bytes of copies (DB2 of the wowdev wiki).
 */
#ifndef FORMATS_TABLES_DBC_H
#define FORMATS_TABLES_DBC_H

#include <stddef.h>
#include <stdint.h>

#include "adtmap/status.h"
#include "base/diag.h"

/* Borrows the bytes it was read from. */
struct dbc {
    uint32_t record_count; /* of those that are whole */
    uint32_t field_count;
    uint32_t record_bytes;
    const uint8_t *records;
    const char *strings; /* ends in a NUL unless empty */
    size_t strings_bytes;
};

/*
 * Reads a DBC. What is cut off at the end is missing and worth a warning: records that are not
 * whole, strings that do not end. Fails with ADTMAP_BAD_DATA when it is no DBC or its sizes cannot
 * be, ADTMAP_UNSUPPORTED for its successors (WDB3 and later).
 */
enum adtmap_status dbc_read(const uint8_t *data, size_t size, const struct diag *diag,
                            struct dbc *dbc);

/* A field as a number; 0 beyond the table. */
uint32_t dbc_u32(const struct dbc *dbc, uint32_t record, uint32_t field);

/* A field as a string; "" when it refers to none, or beyond the table. Borrowed from the bytes. */
const char *dbc_string(const struct dbc *dbc, uint32_t record, uint32_t field);

/*
 * The text in the first of `languages` fields that has one. A field counts as a string only if it
 * refers to the beginning of one: in layouts that share their number of fields it may be a number.
 */
const char *dbc_text(const struct dbc *dbc, uint32_t record, uint32_t field, uint32_t languages);

#endif
