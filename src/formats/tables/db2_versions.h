/* What db2_read calls for the two families of versions, and what they share. `file` and
 * `file_bytes` of the table are set, all else is zero; failures are those of db2_read. */
#ifndef FORMATS_TABLES_DB2_VERSIONS_H
#define FORMATS_TABLES_DB2_VERSIONS_H

#include "base/reader.h"
#include "formats/tables/db2.h"

/* WDB5, WDB6 and WDC1, of 7.x: all records are in one section. */
enum adtmap_status db2_read_wdb5(struct db2 *db2, const struct diag *diag);

/* WDC2 to WDC5, since 8.0: several sections. */
enum adtmap_status db2_read_wdc2(struct db2 *db2, const struct diag *diag);

/* Checks what the header says of the records; `is_whole` tells whether all of it is there. */
enum adtmap_status db2_check_header(const struct db2 *db2, bool is_whole, const struct diag *diag);

/* Takes the next bytes as the ids of the section's records, none for 0 bytes. False if they are
 * fewer than the records. */
bool db2_take_ids(struct db2_section *section, struct reader *reader, size_t bytes);

/* Takes the next bytes as the section's copies, at most DB2_COPIES_MAX of them. */
void db2_take_copies(struct db2_section *section, struct reader *reader, size_t bytes);

/* Whether every value in the common data of a WDB6 has four bytes: without that it does not fit. */
bool db2_common_is_padded(const uint8_t *data, size_t size);

#endif
