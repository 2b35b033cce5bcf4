/*
 * From what is asked to a plan. Nothing is written here, so that --check ends with the plan.
 */
#ifndef JOB_PHASES_RUN_PLAN_H
#define JOB_PHASES_RUN_PLAN_H

#include "job/outputs/outputs.h"

/* Finds out which outputs are made: those of the settings, and those of earlier runs, which are
 * kept up to date with the tiles. Checks that the website, if there is one, can be written. Fails
 * as web_site_check and markers_load. */
enum adtmap_status run_ask(struct run *run);

/* Makes the request and the plan. Warns of tiles on record that are no longer the map's. ADTMAP_IO,
 * ADTMAP_NO_MEMORY. */
enum adtmap_status run_plan(struct run *run);

/* Makes the plan of the same request again, after records have changed. ADTMAP_NO_MEMORY. */
enum adtmap_status run_plan_again(struct run *run);

#endif
