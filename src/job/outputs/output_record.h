/* The record of a published file. */
#ifndef JOB_OUTPUTS_OUTPUT_RECORD_H
#define JOB_OUTPUTS_OUTPUT_RECORD_H

#include "job/run/run.h"

/* Fills in what the record of a file, which `record->file` describes, says of recipe and nodes: as
 * its node in the plan has it; without a node both stay. */
void output_describe(const struct run *run, struct build_record *record);

/* Records a file that was written: `record` has path, inputs and note, the rest is that of its node
 * and is read from the file. Inputs and note are taken over in any case. ADTMAP_IO,
 * ADTMAP_NO_MEMORY. */
enum adtmap_status output_record(struct run *run, struct build_record *record);

/* Writes a text, which is freed, to the node's file first. */
enum adtmap_status output_put_text(struct run *run, struct buffer *text,
                                   struct build_record *record);

/* The same for a file that lies elsewhere, at `path`, which is freed; NULL when out of memory. */
enum adtmap_status output_record_at(struct run *run, struct build_record *record, char *path);

/* Adds the numbers of the inputs to the record. False when out of memory. */
bool output_record_inputs(const struct run *run, struct dep_set *deps, struct build_record *record);

#endif
