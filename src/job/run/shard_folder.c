/* Where shards go, today and in older versions. */
#include "job/run/shard_folder.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/path.h"
#include "base/size.h"
#include "graph/build_log.h"
#include "job/settings/shard.h"
#include "os/file.h"
#include "os/folder.h"
#include "os/private_folder.h"

char *shard_folder_path(const char *out, const struct job_shard *shard)
{
    char name[96];
    snprintf(name, sizeof name, BUILD_LOG_FOLDER "/" SHARDS_FOLDER "/%u-of-%u",
             (unsigned)shard->index, (unsigned)shard->count);
    return path_join(out, name);
}

enum adtmap_status shard_folder_check(const char *out, const struct job_shard *shard,
                                      const struct diag *diag)
{
    char *folders[] = {path_join(out, BUILD_LOG_FOLDER),
                       path_join(out, BUILD_LOG_FOLDER "/" SHARDS_FOLDER),
                       shard_folder_path(out, shard)};
    enum adtmap_status status = ADTMAP_OK;
    for (size_t i = 0; i < COUNT_OF(folders) && !status; i++) {
        const struct diag at_folder = diag_at(diag, folders[i]);
        status = !folders[i]                 ? diag_fail_memory(diag)
                 : !file_is_link(folders[i]) ? ADTMAP_OK
                                             : diag_fail(&at_folder, ADTMAP_IO, NULL, NO_OFFSET,
                                                         "is a link: shards go to a real folder");
    }
    for (size_t i = 0; i < COUNT_OF(folders); i++) {
        free(folders[i]);
    }
    return status;
}

uint32_t shard_folder_old_ones(const char *directory, bool removes)
{
    struct private_folder folder;
    struct folder *entries = NULL;
    const char *name;
    uint32_t count = 0;
    enum adtmap_status status =
        private_folder_open(directory, BUILD_LOG_FOLDER, &diag_silent, &folder);
    if (!status && private_folder_is_open(&folder)) {
        status = private_folder_list(&folder, &diag_silent, &entries);
    }
    while (!status && entries && (name = folder_next(entries))) {
        struct job_shard shard;
        bool is_log = shard_of_name(name, "log.", &shard);
        count += is_log;
        if (removes && (is_log || shard_of_name(name, "places.", &shard))) {
            (void)private_file_remove(&folder, name, &diag_silent);
        }
    }
    folder_close(entries);
    private_folder_close(&folder);
    return count;
}
