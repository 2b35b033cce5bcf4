/*
 * DB2: the tables of clients from 7.0 on (WDB5, WDB6, WDC1 to WDC5; DB2 of the wowdev wiki):
 * records of fields, sections of them, and columns that are stored apart. Which field holds
 * what is in table_layouts.h.
 *
 * Records of WDC2 and later without a fixed size are not read.
 */
#ifndef FORMATS_TABLES_DB2_H
#define FORMATS_TABLES_DB2_H

#include "formats/tables/db2_field.h"

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

#endif
