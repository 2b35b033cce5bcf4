/*
 * The website of an OUT folder: its index is derived from the cards of all maps there, which are
 * lines of their build logs (job/facts/map_facts.h), under one lock of OUT, so that maps that are
 * rendered at the same time do not lose each other's entries.
 */
#ifndef JOB_PHASES_SITE_H
#define JOB_PHASES_SITE_H

#include "job/settings/job_settings.h"
#include "os/open_file.h"
#include "output/web/web_site.h"

struct site_result {
    size_t maps;   /* that have pages */
    size_t failed; /* that cannot be read or lack zoom pictures; each has a warning */
};

/*
 * Waits for the lock of a folder OUT, or of a site's, which holds such folders and has a list of
 * its own: whoever writes a list holds the lock from before the first card is read. The folder is
 * made. *lock is open until open_file_close, but OPEN_FILE_NONE on file systems without locks.
 * ADTMAP_IO, ADTMAP_NO_MEMORY.
 */
enum adtmap_status site_lock(const char *out, const struct diag *diag, struct open_file *lock);

/* Waits for the lock and writes the files that all maps share. Of the maps that have pages, those
 * of `listed` are listed; NULL: all. ADTMAP_NOT_FOUND if there are none; else as web_site_write. */
enum adtmap_status site_write(const struct web_site *site, const struct job_maps *listed,
                              const struct diag *diag, struct site_result *result);

/* The card of OUT/name: the one on record; without one, because a run is under way or was cut
 * short, or an older adtmap has written the log, what its records say. ADTMAP_NOT_FOUND for a map
 * without zoom levels, ADTMAP_BAD_DATA if it has pages all the same; else as build_log_read. */
enum adtmap_status site_read_card(const char *out, const char *name, const struct diag *diag,
                                  struct web_map_card *card);

#endif
