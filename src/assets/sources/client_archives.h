/*
 * Lists the archives of a client's Data folder in the order in which they override each other. Only
 * file names are used; no archive is opened.
 */
#ifndef ASSETS_SOURCES_CLIENT_ARCHIVES_H
#define ASSETS_SOURCES_CLIENT_ARCHIVES_H

#include <stddef.h>

#include "adtmap/status.h"
#include "base/diag.h"

/* The archives that are opened together with an archive. */
enum client_chain {
    CLIENT_ALONE,  /* none: its files replace those of earlier archives */
    CLIENT_ROOT,   /* 4.0 and later: the archives of Data, base and updates */
    CLIENT_LOCALE, /* 4.0 and later: the archives of the locale's folder and their updates */
};

enum { CLIENT_PREFIX_BYTES = 8 };

struct client_archive {
    char *path; /* with CLIENT_ALONE it may be a folder used as an archive */
    enum client_chain chain;
    char prefix[CLIENT_PREFIX_BYTES]; /* folder of the updates in the archive, or "" */
};

/* In ascending order: a later archive overrides an earlier one. */
struct client_archives {
    struct client_archive *items;
    size_t count;
    size_t unused; /* archives that are there if none of them is one that every client needs */
};

/*
 * Looks for archives in `path`, a client's folder or its Data folder; case does not matter. The
 * list is empty unless it contains an archive that every client needs; others are
 * counted as unused. Of several locales one is used, with an info message: enUS, enGB, else the
 * first by name. Errors: ADTMAP_IO, ADTMAP_NO_MEMORY. Free the list even after a failure.
 */
enum adtmap_status client_archives_find(const char *path, const struct diag *diag,
                                        struct client_archives *archives);

void client_archives_free(struct client_archives *archives);

#endif
