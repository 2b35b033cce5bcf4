#include "job/shard_files.h"

#include <dirent.h>
#include <stdlib.h>

#include "base/file.h"
#include "base/path.h"
#include "job/ledger.h"
#include "job/shard.h"

typedef bool is_of_shard(const char *name, struct job_shard *shard);

/* Removes what is of a shard from a folder; one that cannot be read holds nothing. */
static enum adtmap_status remove_from(const char *folder, is_of_shard *is_one,
                                      const struct diag *diag)
{
    DIR *stream;
    const struct dirent *entry;
    enum adtmap_status status = file_list(folder, diag, &stream);
    while (stream && !status && (entry = readdir(stream))) {
        struct job_shard shard;
        if (is_one(entry->d_name, &shard)) {
            char *path = path_join(folder, entry->d_name);
            status = path ? file_remove(path, diag) : diag_fail_memory(diag);
            free(path);
        }
    }
    if (stream) {
        closedir(stream);
    }
    return status;
}

enum adtmap_status shard_files_remove(const char *directory, const struct diag *diag)
{
    char *hidden = ledger_folder(directory);
    enum adtmap_status status =
        hidden ? remove_from(directory, shard_of_manifest, diag) : diag_fail_memory(diag);
    if (!status) {
        status = remove_from(hidden, shard_of_ledger, diag);
    }
    free(hidden);
    return status;
}
