/*
 * What leaves a site with renderings: maps, renderings and worlds that its file no longer has. They
 * would stay on the disk, and be uploaded, with pages that ask hosts that the owner has taken out.
 *
 * Only files go that a log tells of and that have the bytes it tells: those of a map by the map's
 * own log, if `publish` with the same site file was the last to draw it, which a fact of the log
 * says; what maps of a rendering share, and worlds, by the log of the site
 * (job/records/site_changes.h). What somebody has changed or added stays, and so does a folder with
 * such a file.
 *
 * A publication may take days, and another one of the same site come and go meanwhile. So what
 * leaves is found before the first map is drawn: what is published later leaves with a later run.
 */
#ifndef JOB_PHASES_SITE_LEAVING_H
#define JOB_PHASES_SITE_LEAVING_H

#include "base/buffer.h"
#include "job/records/folder_lock.h"

/* What the file of the site has. Texts are borrowed, and the functions are not called later. */
struct site_members {
    bool (*has_rendering)(void *user, const char *rendering);
    bool (*has_map)(void *user, const char *rendering, const char *map);
    bool (*has_world)(void *user, const char *world);
    void *user;
    const char *publisher; /* the site file, as in struct job_settings */
};

enum left_state {
    LEFT_FOUND,
    LEFT_STUCK, /* a file could not be removed: the next run tries again */
    LEFT_EMPTY, /* all that goes is gone, but for the log */
    LEFT_GONE,  /* with its folder */
    LEFT_KEPT,  /* its folder stays, with files that are not ours */
};

/* A map in a rendering, or a rendering. */
struct left_thing {
    char *rendering;
    char *map;  /* NULL: the rendering itself */
    char *path; /* its folder */
    enum left_state state;
    struct folder_lock lock;
};

/* Zero-initialised: nothing leaves. */
struct site_leaving {
    struct site_members members;
    struct left_thing *things; /* of ARRAY_ROOM; a rendering comes behind its maps */
    size_t count;
    size_t foreign;        /* maps of another site file, which stay */
    struct buffer worlds;  /* folders below the site, a NUL behind each */
    struct buffer removed; /* the same of files that went */
};

/* Finds what leaves the site `out`; nothing is changed. A log that cannot be read tells of nothing.
 * ADTMAP_IO, ADTMAP_NO_MEMORY; site_leaving_free, whatever the status. */
enum adtmap_status site_leaving_find(const char *out, const struct site_members *members,
                                     const struct diag *diag, struct site_leaving *leaving);

/*
 * Takes it away, with the lock of the site held and pages written that no longer lead there, and
 * writes the list of changed files, as site_changes_write does with `files`. A file that cannot be
 * removed is a warning. ADTMAP_IO, ADTMAP_NO_MEMORY.
 */
enum adtmap_status site_leaving_take(struct site_leaving *leaving, const char *out,
                                     const struct buffer *files, const struct diag *diag);

/* Zero-initialised afterwards. */
void site_leaving_free(struct site_leaving *leaving);

#endif
