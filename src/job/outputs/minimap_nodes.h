/*
 * The minimap of a client as nodes of the build graph: its tiles, which are made of the map's
 * pictures, rooms of WMOs (minimap_interiors.h), and its table. A minimap of another folder, or of
 * a run that does not ask for it, stays as it is.
 */
#ifndef JOB_OUTPUTS_MINIMAP_NODES_H
#define JOB_OUTPUTS_MINIMAP_NODES_H

#include "job/outputs/run.h"

/* Finds the folder of the minimap, if the settings ask for one, and adds it to run->request.
 * ADTMAP_IO, ADTMAP_NO_MEMORY. */
enum adtmap_status minimap_nodes_request(struct run *run);

/* Whether the file of a node is as recorded; of the table, whether it has the lines of the tiles on
 * record. False when out of memory. */
bool minimap_node_is_same(const struct run *run, struct build_record *record, bool *is_same);

/* Makes what the plan makes of the minimap, and removes what is no tile's any more. ADTMAP_IO,
 * ADTMAP_NO_MEMORY, and as picture_read_png. */
enum adtmap_status minimap_nodes_write(struct run *run);

#endif
