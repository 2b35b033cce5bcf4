/* Visits the files of a folder that is packed. */
#ifndef DEMO_PACK_FILE_WALK_H
#define DEMO_PACK_FILE_WALK_H

#include "adtmap/status.h"
#include "base/diag.h"
#include "os/file.h"

/* `name` is the path below the folder, with '/' between folders. `diag` names the file. */
typedef enum adtmap_status file_visitor(void *user, const char *name, const struct blob *bytes,
                                        const struct diag *diag);

/* Calls `visit` for every file at any depth, in the order of names. Returns the first failure. */
enum adtmap_status file_walk(const char *folder, file_visitor *visit, void *user,
                             const struct diag *diag);

#endif
