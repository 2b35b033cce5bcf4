/* The fields of a DB2's records (db2.h), however their version stores them. */
#ifndef FORMATS_TABLES_DB2_FIELD_H
#define FORMATS_TABLES_DB2_FIELD_H

#include "formats/tables/db2_file.h"

/* A field as a number, the first of an array; 0 beyond the table. */
uint32_t db2_u32(const struct db2 *db2, const struct db2_row *row, uint32_t field);

/* An element of a field that is an array of 32-bit numbers; 0 beyond the array and the table. */
uint32_t db2_element(const struct db2 *db2, const struct db2_row *row, uint32_t field,
                     uint32_t element);

/* A field as a string; "" when it refers to none. Borrowed from the bytes. */
const char *db2_string(const struct db2 *db2, const struct db2_row *row, uint32_t field);

/* Whether every value in the common data of a WDB6 has four bytes: without that it does not fit. */
bool db2_common_is_padded(const uint8_t *data, size_t size);

#endif
