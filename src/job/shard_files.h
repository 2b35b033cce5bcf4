/* What shards leave in the folder of a map, beside tiles: manifests and ledgers of their own. */
#ifndef JOB_SHARD_FILES_H
#define JOB_SHARD_FILES_H

#include "base/diag.h"

/* Removes them all: the whole map is there now, and knows more. ADTMAP_IO, ADTMAP_NO_MEMORY. */
enum adtmap_status shard_files_remove(const char *directory, const struct diag *diag);

#endif
