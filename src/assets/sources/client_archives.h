/*
 * The archives of a client's Data folder, in the order in which the client lets them override one
 * another. Nothing is opened here: names decide.
 */
#ifndef ASSETS_SOURCES_CLIENT_ARCHIVES_H
#define ASSETS_SOURCES_CLIENT_ARCHIVES_H

#include <stddef.h>

#include "adtmap/status.h"
#include "base/diag.h"

/* What an archive is opened together with. */
enum client_chain {
    CLIENT_ALONE,  /* nothing: its files replace those of earlier archives */
    CLIENT_ROOT,   /* 4.0 and later: the archives of Data, base and updates */
    CLIENT_LOCALE, /* 4.0 and later: the archives of the locale's folder and their updates */
};

enum { CLIENT_PREFIX_BYTES = 8 };

struct client_archive {
    char *path; /* may be a folder that stands in for an archive, when CLIENT_ALONE */
    enum client_chain chain;
    char prefix[CLIENT_PREFIX_BYTES]; /* folder in the archive that holds the updates, or "" */
};

/* In ascending order: a later archive overrides an earlier one. */
struct client_archives {
    struct client_archive *items;
    size_t count;
};

/*
 * Looks at `path`, a client's folder or its Data folder, in any spelling of case. Finds nothing
 * unless an archive is there that a client cannot do without; patches alone are worth an info.
 * Of several locales one is taken: enUS, enGB, else the first by name, with an info. Fails with
 * ADTMAP_IO, ADTMAP_NO_MEMORY; the list is to be freed whatever is returned.
 */
enum adtmap_status client_archives_find(const char *path, const struct diag *diag,
                                        struct client_archives *archives);

void client_archives_free(struct client_archives *archives);

#endif
