/*
 * Finds client data in folders below a directory: people name the root of a repository or of a
 * download whose data lie up to four levels down.
 */
#ifndef ASSETS_SOURCES_NESTED_DATA_H
#define ASSETS_SOURCES_NESTED_DATA_H

#include <stdbool.h>
#include <stddef.h>

#include "adtmap/status.h"
#include "base/diag.h"

/* Bounds, see docs/security.md. Listing so many folders takes a second or so: the search may begin
 * anywhere. */
enum { NESTED_FOLDERS_MAX = 20000 };

struct nested_data {
    size_t count; /* folders with data on the first level that has any */
    char *path;   /* the first of them in byte order, from malloc; NULL: none */
    size_t looked_at;
    bool is_cut; /* there are more folders than are looked at */
};

/*
 * Looks at the folders one level below `path`, then two, up to four, and at 20,000 in all. A folder
 * holds data if it has a folder `World`, a file .build.info, MPQ archives or map files, or a folder
 * `Data` with `World` or archives. Folders that begin with a dot, links and folders that cannot be
 * read are skipped. Fails with ADTMAP_NO_MEMORY and ADTMAP_IO. Free the result in any case.
 */
enum adtmap_status nested_data_find(const char *path, const struct diag *diag,
                                    struct nested_data *found);

void nested_data_free(struct nested_data *found);

#endif
