/*
 * The flights of a map (scene/map/client_flights.h) as facts of the build log, so that pages are
 * written without the client:
 *
 *     flight N     name of one end, tab, name of the other, tab, X and Y of its points in whole
 *                  yards, apart by blanks
 */
#ifndef JOB_RECORDS_FLIGHT_FACTS_H
#define JOB_RECORDS_FLIGHT_FACTS_H

#include "assets/assets.h"
#include "graph/build_log.h"
#include "output/web/flights.h"

/* What the names of the facts begin with; merging takes them from the first shard. */
#define FLIGHT_FACTS_PREFIX "flight "

/* Records the flights of the map with this folder. ADTMAP_NO_MEMORY. */
enum adtmap_status flight_facts_record(struct build_log *log, const struct assets *assets,
                                       const char *folder, const struct diag *diag);

/* How many flights are on record. */
uint32_t flight_facts_count(const struct build_log *log);

/* The flights on record. flights_free, whatever the status. ADTMAP_NO_MEMORY. */
enum adtmap_status flight_facts_read(const struct build_log *log, const struct diag *diag,
                                     struct flights *flights);

/* A hash of the flights on record. */
struct hash128 flight_facts_hash(const struct build_log *log);

#endif
