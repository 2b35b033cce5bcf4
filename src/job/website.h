/*
 * The web map of a run: what job_render does for JOB_WEB before, while and after it draws.
 */
#ifndef JOB_WEBSITE_H
#define JOB_WEBSITE_H

#include <stdbool.h>

#include "base/tile_set.h"
#include "job/job.h"
#include "output/web/markers.h"
#include "output/zoom/pyramid.h"

struct website {
    struct markers markers;
    struct pyramid *pyramid; /* NULL: no web map, or finished */
    bool is_unchanged;       /* the zoom levels are those that were there */
};

/*
 * Reads the markers and checks that map `name` can go on the site, before anything is written; says
 * what becomes of a size that zoom levels do not have. Does nothing without JOB_WEB.
 */
enum adtmap_status website_prepare(const struct job_settings *settings, const char *name,
                                   const struct diag *diag, struct website *website);

/* Begins the zoom levels of `tiles` below `directory`, the map's. `diag` must outlive them. Does
 * nothing without JOB_WEB. */
enum adtmap_status website_begin(const struct job_settings *settings, const char *directory,
                                 const struct tile_set *tiles, const struct diag *diag,
                                 struct website *website);

/* Completes the zoom levels and, with the manifest in place, writes markers and pages. */
enum adtmap_status website_finish_levels(struct website *website);
enum adtmap_status website_write(const struct job_settings *settings, const char *name,
                                 const char *directory, const struct website *website,
                                 const struct diag *diag);

/* Gives back what is left; a zeroed website may be freed. */
void website_free(struct website *website);

#endif
