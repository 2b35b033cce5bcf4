/* The markers of a map: their file, the pictures that they name, and the parts that pages load. */
#ifndef JOB_OUTPUTS_MAP_MARKERS_H
#define JOB_OUTPUTS_MAP_MARKERS_H

#include "job/run/run.h"

/* Publishes the markers that the settings give with their pictures, those that the plan makes; else
 * records the file in the folder, whoever wrote it. ADTMAP_IO, ADTMAP_NO_MEMORY. */
enum adtmap_status map_markers_put(struct run *run);

#endif
