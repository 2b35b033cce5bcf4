/*
 * What a path given with -d is: a directory, an archive, or a client with many archives.
 */
#ifndef ASSETS_SOURCES_OPEN_PATH_H
#define ASSETS_SOURCES_OPEN_PATH_H

#include <stddef.h>

#include "adtmap/client.h"
#include "assets/sources/source.h"

/* What a path turned out to be, for messages. */
struct path_contents {
    enum { CONTENTS_FOLDER, CONTENTS_ARCHIVE, CONTENTS_STORAGE } kind;
    size_t archives;        /* MPQs of a client that were opened */
    size_t unused_archives; /* MPQs in a folder without a base archive of a client */
    size_t nested;          /* folders below that hold data; one is opened, of several none */
    char first_nested[64];  /* the first of them, below the path; cut off if it is longer */
};

enum { ASSETS_CONTENTS_BYTES = 192 };

/*
 * "3 MPQs, none with a client's base name: ...": what was seen, and what may help. `files`: loose
 * files, or those of the archive or storage, as far as listed.
 */
void path_contents_text(const struct path_contents *contents, size_t files,
                        char text[ASSETS_CONTENTS_BYTES]);

/*
 * Adds the sources that `path` stands for: one for an archive; for the folder of a storage
 * (casc/storage.h), of which `client` says what to take, that storage; for a directory the archives
 * of the client whose folder or Data folder it is, if any, and the loose files, which override
 * them. A directory without archives and without `World` stands for the only folder with data one
 * or two levels below it (nested_data.h), if there is one. Archives of a client that cannot be read
 * are left out with a warning. Failures name the path; ADTMAP_UNSUPPORTED for a file that is no
 * source.
 */
enum adtmap_status open_path(const char *path, const struct adtmap_client *client,
                             const struct diag *diag, struct source_list *list,
                             struct path_contents *contents);

#endif
