/*
 * What a path given with -d is: a directory, an archive, or a client with many archives.
 */
#ifndef ASSETS_SOURCES_OPEN_PATH_H
#define ASSETS_SOURCES_OPEN_PATH_H

#include "adtmap/client.h"
#include "assets/sources/source.h"

/*
 * Adds the sources that `path` stands for: one for an archive; for the folder of a storage
 * (casc/storage.h), of which `client` says what to take, that storage; for a directory the archives
 * of the client whose folder or Data folder it is, if any, and the loose files, which override
 * them. Archives of a client that cannot be read are left out with a warning. Failures name the
 * path; ADTMAP_UNSUPPORTED for a file that is no source, or an archive in a build without StormLib.
 */
enum adtmap_status open_path(const char *path, const struct adtmap_client *client,
                             const struct diag *diag, struct source_list *list);

#endif
