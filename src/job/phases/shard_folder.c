/* Where shards go, today and in older versions. */
#include "job/phases/shard_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "base/size.h"
#include "graph/build_log.h"
#include "job/settings/shard.h"
#include "os/file.h"
#include "os/folder.h"
#include "os/private_folder.h"

/* What the names of folders that are put aside begin with. */
#define ASIDE ".gone-"

enum { ASIDE_MAX = 1000 };

char *shard_folder_path(const char *out, const struct job_shard *shard)
{
    char name[96];
    snprintf(name, sizeof name, BUILD_LOG_FOLDER "/" SHARDS_FOLDER "/%u-of-%u",
             (unsigned)shard->index, (unsigned)shard->count);
    return path_join(out, name);
}

char *shard_folder_put_aside(const char *out, const char *directory)
{
    for (unsigned i = 0; i < ASIDE_MAX; i++) {
        char name[64];
        snprintf(name, sizeof name, BUILD_LOG_FOLDER "/" SHARDS_FOLDER "/" ASIDE "%u", i);
        char *aside = path_join(out, name);
        if (aside && folder_move(directory, aside)) {
            return aside;
        }
        free(aside);
    }
    return NULL;
}

/* Opens the folder of all shards; `folder` is closed if there is none, or a link. */
static void open_all(const char *out, struct private_folder *folder)
{
    struct private_folder hidden;
    *folder = (struct private_folder){.id = -1};
    if (!private_folder_open(out, BUILD_LOG_FOLDER, &diag_silent, &hidden) &&
        private_folder_is_open(&hidden)) {
        (void)private_folder_open(hidden.path, SHARDS_FOLDER, &diag_silent, folder);
    }
    private_folder_close(&hidden);
}

void shard_folder_clean(const char *out)
{
    struct private_folder folder;
    struct folder *entries = NULL;
    const char *name;
    open_all(out, &folder);
    if (private_folder_is_open(&folder)) {
        (void)private_folder_list(&folder, &diag_silent, &entries);
    }
    while (entries && (name = folder_next(entries))) {
        struct job_shard shard;
        char *path = path_join(folder.path, name);
        if (path && strncmp(name, ASIDE, strlen(ASIDE)) == 0) {
            folder_remove(path);
        } else if (path && shard_of_name(name, "", &shard)) {
            file_remove_empty_folder(path);
        }
        free(path);
    }
    folder_close(entries);
    char *path = private_folder_is_open(&folder) ? strdup(folder.path) : NULL;
    private_folder_close(&folder);
    if (path) {
        file_remove_empty_folder(path);
    }
    free(path);
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
