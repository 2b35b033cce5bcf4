/* One of the client's tables (DBC or DB2) in the data, which can do without it. */
#ifndef MAP_TABLES_CLIENT_TABLE_H
#define MAP_TABLES_CLIENT_TABLE_H

#include "assets/assets.h"
#include "formats/tables/table_records.h"

/*
 * Reads the table into `blob`, which the caller releases and `table`, which has a name, borrows:
 * the first that is sound of the DBC, the DB2 by its name, the DB2 by the id of its file and the
 * DB2 by an older name. A damaged one is a warning. Without a table both are empty. ADTMAP_IO,
 * ADTMAP_NO_MEMORY: what the system cannot read is neither damaged nor missing.
 */
enum adtmap_status client_table_open(const struct assets *assets, enum table_kind kind,
                                     const struct diag *diag, struct blob *blob,
                                     struct table *table);

#endif
