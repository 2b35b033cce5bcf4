/* The maps below an OUT folder. */
#ifndef JOB_RECORDS_MAP_FOLDERS_H
#define JOB_RECORDS_MAP_FOLDERS_H

#include <stddef.h>

#include "base/diag.h"
#include "job/settings/job_settings.h"

/* Names of maps, sorted, each once. Zero-initialised: none. */
struct map_folders {
    char **names; /* of ARRAY_ROOM */
    size_t count;
};

/* Finds out whether a map's folder has what is looked for. */
typedef enum adtmap_status map_folders_filter(const char *directory, const struct diag *diag,
                                              bool *has);

/* The filter of maps that have a build log. */
enum adtmap_status map_folders_has_log(const char *directory, const struct diag *diag, bool *has);

/* Whether the folder has pages; whether it has them or a log. */
enum adtmap_status map_folders_has_pages(const char *directory, const struct diag *diag, bool *has);
enum adtmap_status map_folders_is_of_site(const char *directory, const struct diag *diag,
                                          bool *has);

/* Adds the maps of OUT that the filter lets pass. A folder that does not exist has none.
 * ADTMAP_IO, ADTMAP_NO_MEMORY. */
enum adtmap_status map_folders_add(struct map_folders *list, const char *out,
                                   map_folders_filter *filter, const struct diag *diag);

/* Drops the names that are not in `listed`. */
void map_folders_keep(struct map_folders *list, const struct job_maps *listed);

void map_folders_free(struct map_folders *list);

#endif
