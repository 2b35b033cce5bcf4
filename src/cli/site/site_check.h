/* What is wrong with a site file beyond single values: options that contradict each other, data
 * that do not exist, and files of markers that cannot be read. */
#ifndef CLI_SITE_SITE_CHECK_H
#define CLI_SITE_SITE_CHECK_H

#include "cli/site/site_file.h"

/*
 * Looks at each map in each rendering. What the entry of a map causes is reported to diag->log, and
 * the map is left out. What `all` or a rendering causes concerns more maps: ADTMAP_BAD_ARGUMENT.
 * ADTMAP_NO_MEMORY.
 */
enum adtmap_status site_check(struct site_file *file, const struct diag *diag);

#endif
