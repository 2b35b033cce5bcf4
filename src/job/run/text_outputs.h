/*
 * The texts that are published next to pictures: the pages of a map's website, world files and the
 * manifest. They are written together, from the records, when one of them is out of date.
 */
#ifndef JOB_RUN_TEXT_OUTPUTS_H
#define JOB_RUN_TEXT_OUTPUTS_H

#include "base/buffer.h"
#include "job/run/map_summary.h"
#include "job/run/run.h"

/* Adds the texts of the run to run->request. Pages are among them with run->outputs.has_pages. */
void text_outputs_request(struct run *run);

/* Writes a text to the map's folder, and frees it. ADTMAP_IO, ADTMAP_NO_MEMORY. */
enum adtmap_status text_output_put(const struct run *run, const char *name, struct buffer *text);

/* Writes and records the pages. ADTMAP_IO, ADTMAP_NO_MEMORY; a page that somebody else wrote is not
 * replaced. */
enum adtmap_status text_outputs_write_pages(struct run *run, struct web_map *map);

/* Writes and records the world files of stitched pictures, objects.geojson if it is asked for, and
 * the manifest. ADTMAP_IO, ADTMAP_NO_MEMORY. */
enum adtmap_status text_outputs_write_rest(struct run *run, const struct map_summary *publish);

#endif
