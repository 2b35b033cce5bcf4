/* Facts of the build log that are a list: "PREFIX 0", "PREFIX 1" and so on, without gaps. A prefix
 * ends in a blank and has at most 16 bytes. */
#ifndef JOB_RECORDS_NUMBERED_FACTS_H
#define JOB_RECORDS_NUMBERED_FACTS_H

#include "graph/build_log.h"

/* The value of one; NULL beyond the last. */
const char *numbered_fact(const struct build_log *log, const char *prefix, uint32_t number);

/* Sets one; false when out of memory. */
bool numbered_fact_set(struct build_log *log, const char *prefix, uint32_t number,
                       const char *value);

/* Forgets those from `count` on; false when out of memory. */
bool numbered_facts_end(struct build_log *log, const char *prefix, uint32_t count);

/* How many there are, at most `max`. */
uint32_t numbered_facts_count(const struct build_log *log, const char *prefix, uint32_t max);

/* A hash of the first `max` values. */
struct hash128 numbered_facts_hash(const struct build_log *log, const char *prefix, uint32_t max);

#endif
