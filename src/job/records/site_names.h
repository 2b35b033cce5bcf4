/* The maps below an OUT folder. */
#ifndef JOB_RECORDS_SITE_NAMES_H
#define JOB_RECORDS_SITE_NAMES_H

#include <stddef.h>

#include "base/diag.h"
#include "job/settings/job_settings.h"

enum { SITE_MAPS_MAX = 4096 };

/* The maps of OUT that have a log, sorted. Zero-initialised: none. */
struct site_names {
    char *items[SITE_MAPS_MAX];
    size_t count;
};

/* ADTMAP_IO, ADTMAP_NO_MEMORY. */
enum adtmap_status site_names_list(const char *out, const struct diag *diag,
                                   struct site_names *names);

/* Drops the names that are not in `listed`. */
void site_names_keep(struct site_names *names, const struct job_maps *listed);

/* Frees the names and `names` itself. NULL is fine. */
void site_names_free(struct site_names *names);

#endif
