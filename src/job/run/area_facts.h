/*
 * What the build log knows of areas. The note of a tile's picture has the ids of its chunks
 * (series.h). Facts of the log have what the client's tables say of these ids:
 *
 *     area ID        NAME, tab, name of its zone, tab, id of its zone
 *     area-frame ID  the edges of the zone's map (area_map.h), apart by spaces
 *     area-tables    content of the tables, by which texts with names are up to date
 */
#ifndef JOB_RUN_AREA_FACTS_H
#define JOB_RUN_AREA_FACTS_H

#include "job/run/run.h"
#include "output/areas/area_map.h"

/* What the names of facts begin with that merging takes over from all shards, and the fact that it
 * takes from the first. */
#define AREA_FACTS_PREFIX "area "
#define AREA_FACTS_FRAME_PREFIX "area-frame "
#define AREA_FACTS_TABLES "area-tables"

/* Records the content of the tables. ADTMAP_NO_MEMORY. */
enum adtmap_status area_facts_record_tables(struct run *run);

/* Records the names of all areas that tiles on record have, and of their zones. Needs the map.
 * ADTMAP_NO_MEMORY. */
enum adtmap_status area_facts_record_names(struct run *run);

/* The areas of the pictures on record. area_map_free, whatever the status. ADTMAP_NO_MEMORY. */
enum adtmap_status area_facts_map(const struct run *run, struct area_map *map);

#endif
