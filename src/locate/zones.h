/* The areas and zones of the client's tables: names, which zone an area is part of, and the maps of
 * zones, in whose per cent players give places. */
#ifndef LOCATE_ZONES_H
#define LOCATE_ZONES_H

#include "assets/assets.h"
#include "formats/tables/table_records.h"

/* Bounds, see docs/security.md. */
enum {
    AREA_NAME_BYTES_MAX =
        255, /* of an area; many records of a damaged table may share a long text */
};

struct zone_area {
    uint32_t id;
    uint32_t map_id;
    uint32_t parent; /* 0: it is a zone */
    uint32_t record; /* of the table: the first of an id counts */
    const char *name;
    bool has_frame;
    struct dbc_frame frame;
};

/* Zero-initialised: no areas. */
struct zones {
    char *names; /* of all areas; from malloc */
    uint32_t count;
    struct zone_area *areas; /* by id, each once; from malloc */
};

/* Reads AreaTable and WorldMapArea or UiMapAssignment. Either may be missing; one that cannot be
 * read is a warning and counts as missing. Fails with ADTMAP_NO_MEMORY only. zones_close in any
 * case. */
enum adtmap_status zones_open(const struct assets *assets, const struct diag *diag,
                              struct zones *zones);
void zones_close(struct zones *zones);

/* NULL for an unknown area. */
const struct zone_area *zones_find(const struct zones *zones, uint32_t id);

/* The first area with this name, case ignored, one with a map of its own before others; NULL
 * without one. */
const struct zone_area *zones_find_name(const struct zones *zones, const char *name);

/* The zone that an area is part of: itself, or the last of its parents. The id for an unknown one.
 */
uint32_t zones_of_area(const struct zones *zones, uint32_t area);

/* Per cent of a zone's map, from west and north, and X and Y in yards. False without a map. */
bool zones_percent_of(const struct zones *zones, uint32_t zone, double x, double y,
                      double percent[2]);
bool zones_point_of(const struct zones *zones, uint32_t zone, const double percent[2], double *x,
                    double *y);

#endif
