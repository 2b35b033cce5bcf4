/* What db2_read calls for the two families of versions. `file` and `file_bytes` of the table are
 * set, all else is zero; failures are those of db2_read. */
#ifndef FORMATS_TABLES_DB2_VERSIONS_H
#define FORMATS_TABLES_DB2_VERSIONS_H

#include "formats/tables/db2_file.h"

/* WDB5, WDB6 and WDC1, of 7.x: all records are in one section. */
enum adtmap_status db2_read_wdb5(struct db2 *db2, const struct diag *diag);

/* WDC2 to WDC5, since 8.0: several sections. */
enum adtmap_status db2_read_wdc2(struct db2 *db2, const struct diag *diag);

#endif
