/* The record of a published file. */
#ifndef JOB_RUN_OUTPUT_RECORD_H
#define JOB_RUN_OUTPUT_RECORD_H

#include "job/run/run.h"

/* Records a file that was written: `record` says what it was made of, the rest is read from the
 * file. Inputs and note are taken over in any case. ADTMAP_IO, ADTMAP_NO_MEMORY. */
enum adtmap_status output_record(struct run *run, struct build_record *record);

/* The same for a file of a client's minimap, whose path below the folder is `file`; of the table,
 * NULL. */
enum adtmap_status output_record_minimap(struct run *run, struct build_record *record,
                                         const char *file);

/* Adds the numbers of the inputs to the record. False when out of memory. */
bool output_record_inputs(const struct run *run, struct dep_set *deps, struct build_record *record);

#endif
