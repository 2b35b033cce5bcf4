/* Finds the folders and maps that have shards, for job/merge/merge.h. */
#include "job/merge/merge.h"
#include "job/records/shard_logs.h"
#include "os/file.h"

static enum adtmap_status has_shards(const char *directory, const struct diag *diag, bool *has)
{
    struct shard_logs logs;
    enum adtmap_status status = shard_logs_list(directory, diag, &logs);
    *has = logs.count > 0;
    shard_logs_free(&logs);
    return status;
}

enum adtmap_status merge_check_from(const struct merge_settings *settings, const struct diag *diag)
{
    for (size_t i = 0; i < settings->from_count; i++) {
        struct diag at_path = diag_at(diag, settings->from[i]);
        struct map_folders maps = {0};
        if (!file_is_directory(settings->from[i])) {
            return diag_fail(&at_path, ADTMAP_NOT_FOUND, NULL, NO_OFFSET, "no such folder");
        }
        enum adtmap_status status = map_folders_add(&maps, settings->from[i], has_shards, diag);
        if (!status && maps.count == 0) {
            status =
                diag_fail(&at_path, ADTMAP_NOT_FOUND, NULL, NO_OFFSET, "no shards in this folder");
        }
        map_folders_free(&maps);
        if (status) {
            return status;
        }
    }
    return ADTMAP_OK;
}

bool merge_may_be_whole(const struct merge_settings *settings)
{
    return settings->from_count == 0 && (settings->job.outputs & (JOB_STITCH | JOB_WEB));
}

enum adtmap_status merge_list_maps(const struct merge_settings *settings, const struct diag *diag,
                                   struct map_folders *maps)
{
    *maps = (struct map_folders){0};
    enum adtmap_status status = map_folders_add(maps, settings->out, has_shards, diag);
    for (size_t i = 0; i < settings->from_count && !status; i++) {
        status = map_folders_add(maps, settings->from[i], has_shards, diag);
    }
    if (!status && maps->count == 0 && merge_may_be_whole(settings)) {
        status = map_folders_add(maps, settings->out, map_folders_has_log, diag);
    }
    return status;
}
