/* The names of areas, from the data's AreaTable (DBC or DB2): for the legend of the area layer. */
#ifndef MAP_AREA_NAMES_H
#define MAP_AREA_NAMES_H

#include "assets/assets.h"
#include "formats/tables/table_records.h"

struct area_names {
    struct blob blob;
    struct table table; /* borrows the blob; no records without a table */
};

/* Reads the table. There may be none; one that cannot be read is a warning and counts as none.
 * Fails with ADTMAP_NO_MEMORY only. */
enum adtmap_status area_names_open(const struct assets *assets, const struct diag *diag,
                                   struct area_names *names);
void area_names_close(struct area_names *names);

/* The area with an id; its strings are borrowed from the table. False when the table has none. */
bool area_names_find(const struct area_names *names, uint32_t id, struct dbc_area *area);

#endif
