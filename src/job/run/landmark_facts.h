/*
 * What the client's tables mark on a map (scene/map/client_landmarks.h), as facts of the build log,
 * so that pages are written without the client:
 *
 *     landmark N     kind, X and Y in millionths of a yard, name; N from 0, without gaps
 */
#ifndef JOB_RUN_LANDMARK_FACTS_H
#define JOB_RUN_LANDMARK_FACTS_H

#include "job/run/run.h"

/* What the names of the facts begin with; merging takes them from the first shard. */
#define LANDMARK_FACTS_PREFIX "landmark "

/* Records the landmarks of the map, which the run must have, and its flights (flight_facts.h). If
 * they are published, a table that cannot be read is a warning; with JOB_LANDMARKS, a map without
 * landmarks is one too. ADTMAP_NO_MEMORY. */
enum adtmap_status landmark_facts_record(struct run *run);

/* The landmarks on record, in groups. markers_free, whatever the status. ADTMAP_NO_MEMORY. */
enum adtmap_status landmark_facts_markers(const struct build_log *log, const struct diag *diag,
                                          struct markers *markers);

/* A hash of the landmarks on record. */
struct hash128 landmark_facts_hash(const struct build_log *log);

#endif
