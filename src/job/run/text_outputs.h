/*
 * The texts that are published next to pictures: the pages of a map's website, world files and the
 * manifest. They are written together, from the records, when one of them is out of date.
 */
#ifndef JOB_RUN_TEXT_OUTPUTS_H
#define JOB_RUN_TEXT_OUTPUTS_H

#include "base/buffer.h"
#include "job/run/map_summary.h"
#include "job/run/run.h"

/* Adds the texts of the run to run->request. Pages are among them with run->outputs.has_pages.
 * ADTMAP_NO_MEMORY. */
enum adtmap_status text_outputs_request(struct run *run);

/* Writes a text to the map's folder, and frees it. ADTMAP_IO, ADTMAP_NO_MEMORY. */
enum adtmap_status text_output_put(const struct run *run, const char *name, struct buffer *text);

/* Writes and records the texts of the request; `map` has what pages show, NULL without pages.
 * ADTMAP_IO, ADTMAP_NO_MEMORY; a page that somebody else wrote is not replaced. */
enum adtmap_status text_outputs_write(struct run *run, const struct map_summary *summary,
                                      struct web_map *map);

/* The names of texts that the run does not write, from *at on, which begins with 0; NULL: no more.
 * A page may be somebody else's and is not among them. */
const char *text_outputs_unasked(const struct run *run, size_t *at);

#endif
