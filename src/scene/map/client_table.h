/* One of the client's tables (DBC) in the data, which can do without it. */
#ifndef SCENE_MAP_CLIENT_TABLE_H
#define SCENE_MAP_CLIENT_TABLE_H

#include "assets/assets.h"
#include "formats/tables/dbc.h"

/* Which table, and what a warning says of data without a readable one. */
struct client_table {
    const char *name;
    enum adtmap_status (*check)(const struct dbc *dbc, const struct diag *diag);
    const char *consequence;
};

/*
 * Reads the table into `blob`, which the caller releases and `dbc` borrows. Without a table, or
 * with one that cannot be read (a warning), both are empty. Fails with ADTMAP_NO_MEMORY only.
 */
enum adtmap_status client_table_open(const struct assets *assets, const struct client_table *table,
                                     const struct diag *diag, struct blob *blob, struct dbc *dbc);

#endif
