/*
 * All kinds of outputs together: the table of kinds (output_kind.h), and the loops over it that
 * ask, plan, open, record, write, and find files that no record accounts for.
 */
#ifndef JOB_OUTPUTS_OUTPUTS_H
#define JOB_OUTPUTS_OUTPUTS_H

#include "job/outputs/output_kind.h"

/* Fills in the outputs of run->request, whose series are there. False when out of memory. */
bool outputs_ask(struct run *run);

/* The plan from malloc, for plan_free; NULL when out of memory. Keys of `log` are brought up to
 * date. Without a disk nothing but tiles is declared, by what the log says of them. */
struct plan *outputs_plan(const struct plan_request *request, struct build_log *log,
                          const struct graph_disk *disk);

/* What the plan makes in addition to tiles: enum job_product bits. */
uint32_t outputs_products(const struct run *run);

/* Divides the run's memory for `tile_count` tiles, and opens what the plan makes of them. The
 * caller aborts `joined` even after a failure. Fails as memory_budget_divide. */
enum adtmap_status outputs_share_memory(const struct run *run, unsigned threads,
                                        uint32_t tile_count, struct memory_budget *memory);
enum adtmap_status outputs_open(struct run *run, unsigned threads,
                                const struct memory_budget *memory, struct joined *joined);

/* Completes the files and records them, after the records of the tiles. */
enum adtmap_status outputs_finish(struct joined *joined);

/* Drops unfinished files; those of earlier runs stay. Zeroed or finished `joined` may be aborted.
 */
void outputs_abort(struct joined *joined);

/* Writes and records what is made of records. */
enum adtmap_status outputs_write(struct run *run, const struct map_summary *summary,
                                 struct web_map *map);

/* Brings files outside of the map's folder up to date, at the end. */
enum adtmap_status outputs_deliver(struct run *run);

/* How the file of a node compares with its record. */
enum file_match outputs_compare_file(const struct run *run, struct build_record *record);

/*
 * Leftovers: files with a name of ours and no record, since the records of their run were lost.
 * Appends their nodes, struct node_id with names of the run; or removes them, too. Names are exact,
 * not patterns: files that a user has put there are no leftovers. Nor are folders, links and pipes,
 * as no run makes one under the name of a file. ADTMAP_IO, ADTMAP_NO_MEMORY.
 */
enum adtmap_status outputs_find_leftovers(const struct run *run, struct buffer *nodes);
enum adtmap_status outputs_remove_leftovers(const struct run *run, struct buffer *nodes);

#endif
