/* Finds the folders, opens them and reads their logs; what is in them is judged in take_over.c. */
#include "job/phases/drawn_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/path.h"
#include "job/phases/shard_folder.h"
#include "job/settings/shard.h"
#include "os/file.h"
#include "os/folder.h"
#include "os/output_file.h"
#include "os/private_folder.h"

void drawn_folder_close(struct drawn_folder *source)
{
    folder_lock_release(&source->lock);
    graph_free(&source->graph);
    build_log_destroy(source->log);
    free(source->real);
    free(source->directory);
    free(source->parent);
}

bool drawn_folder_is_ours_alone(struct drawn_folder *source)
{
    return source->lock.is_settled ||
           (folder_lock_find(&source->lock, source->directory, &diag_silent) == ADTMAP_OK &&
            source->lock.is_settled);
}

/* Locks the folder, if the run may remove it. One that is only read is not locked, so that many can
 * read it, and its run can begin: what it changes is seen when files are copied. It is but seen
 * whether a run is writing there, except to the whole map, which is written while its shards are
 * drawn. */
static enum adtmap_status lock_source(const struct run *run, struct drawn_folder *source,
                                      const struct diag *diag)
{
    const struct job_settings *settings = run->asked.settings;
    bool only_looks = settings->is_check || !source->is_own;
    enum adtmap_status status = only_looks
                                    ? output_folder_check(source->directory, diag)
                                    : folder_lock_find(&source->lock, source->directory, diag);
    bool is_held = status == ADTMAP_IO && source->lock.is_settled;
    if (only_looks && settings->shard.count == 0 && !status) {
        is_held = folder_lock_is_held(source->directory);
    }
    if (is_held) {
        source->is_left = true;
        status = diag_fail(diag, ADTMAP_IO, NULL, NO_OFFSET, "a run is writing there");
    }
    return status;
}

/* Reads the log. The folder is the map's by name, and must be by its log. */
static enum adtmap_status read_log(const struct run *run, struct drawn_folder *source,
                                   const struct diag *diag)
{
    char *path = build_log_path(source->directory);
    enum adtmap_status status =
        path ? build_log_read(source->log, path, diag) : diag_fail_memory(diag);
    free(path);
    if (status) {
        return status;
    }
    bool is_missing = source->is_own && !source->log->map && source->log->count == 0;
    if (source->log->is_damaged || is_missing) {
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET, "the build log is %s",
                         source->log->is_damaged ? "damaged" : "missing");
    }
    bool is_other = source->log->map && strcmp(source->log->map, run->asked.map_name) != 0;
    return is_other ? diag_fail(diag, ADTMAP_IO, NULL, NO_OFFSET,
                                "is the folder of the map '%.64s'", source->log->map)
                    : ADTMAP_OK;
}

/* A source that cannot be used has no records here, with a warning. Nobody knows what is in it, so
 * a shard stays. */
static enum adtmap_status read_source(struct run *run, struct drawn_folder *source)
{
    struct adtmap_message why = {0};
    const struct diag quiet = {.file = source->directory, .failure = &why};
    const struct diag at_folder = diag_at(&run->diag, source->directory);
    enum adtmap_status status = lock_source(run, source, &quiet);
    if (!status) {
        status = read_log(run, source, &quiet);
    }
    if (status == ADTMAP_NO_MEMORY) {
        return diag_fail_memory(&run->diag);
    }
    if (status) {
        diag_warn(&at_folder, NULL, NO_OFFSET, "%.200s: its tiles are drawn here%s", why.what,
                  source->is_own && status == ADTMAP_BAD_DATA
                      ? "; the folder stays until it is removed, or its shard drawn again"
                      : "");
        source->is_unread = true;
        source->is_left = true;
        build_log_destroy(source->log);
        source->log = build_log_create();
    }
    return source->log ? ADTMAP_OK : diag_fail_memory(&run->diag);
}

static bool is_known(const struct take_over *taken, const char *real)
{
    bool found = false;
    for (size_t i = 0; i < taken->count && !found; i++) {
        found = taken->items[i].real && strcmp(taken->items[i].real, real) == 0;
    }
    return found;
}

/* Opens the map's folder in an output folder, if there is one. Sets *found if there is. */
static enum adtmap_status open_source(struct run *run, const char *out,
                                      const struct job_shard *shard, bool is_own, bool *found)
{
    struct take_over *taken = run->open.taken;
    struct drawn_folder source = {.parent = strdup(out),
                                  .directory = path_map_directory(out, run->asked.map_name),
                                  .shard = *shard,
                                  .is_own = is_own,
                                  .log = build_log_create()};
    char *hidden = source.directory ? path_join(source.directory, BUILD_LOG_FOLDER) : NULL;
    bool is_there = shard->count == 0 ? hidden && file_is_directory(hidden)
                                      : hidden && file_is_real_folder(source.directory);
    free(hidden);
    if (!source.directory || !source.parent || !source.log ||
        !ARRAY_ROOM(taken->items, taken->count)) {
        drawn_folder_close(&source);
        return diag_fail_memory(&run->diag);
    }
    source.real = is_there ? file_real_path(source.directory) : NULL;
    *found |= is_there;
    if (!is_there || (source.real && is_known(taken, source.real))) {
        drawn_folder_close(&source);
        return ADTMAP_OK;
    }
    struct drawn_folder *added = &taken->items[taken->count++];
    *added = source;
    return read_source(run, added);
}

/* Nothing below OUT/.adtmap is reached through a link. */
static enum adtmap_status open_shards(struct run *run, const char *out, bool is_own, bool *found)
{
    struct private_folder hidden;
    struct private_folder shards = {.id = -1};
    struct folder *entries = NULL;
    const char *name;
    const struct diag quiet = {.log = run->diag.log};
    enum adtmap_status status = private_folder_open(out, BUILD_LOG_FOLDER, &quiet, &hidden);
    if (!status && private_folder_is_open(&hidden)) {
        status = private_folder_open(hidden.path, SHARDS_FOLDER, &quiet, &shards);
    }
    if (!status && private_folder_is_open(&shards)) {
        status = private_folder_list(&shards, &quiet, &entries);
    }
    if (status == ADTMAP_IO && private_folder_is_open(&hidden)) { /* else the run says so */
        const struct diag at_out = diag_at(&run->diag, out);
        diag_warn(&at_out, NULL, NO_OFFSET,
                  BUILD_LOG_FOLDER "/" SHARDS_FOLDER " is a link or cannot be read: passed over");
    }
    status = status == ADTMAP_IO ? ADTMAP_OK : status;
    while (entries && !status && (name = folder_next(entries))) {
        struct job_shard shard;
        char *folder = path_join(shards.path, name);
        bool is_shard = folder && shard_of_name(name, "", &shard) && !file_is_link(folder);
        status = !folder    ? diag_fail_memory(&run->diag)
                 : is_shard ? open_source(run, folder, &shard, is_own, found)
                            : ADTMAP_OK;
        free(folder);
    }
    folder_close(entries);
    private_folder_close(&shards);
    private_folder_close(&hidden);
    return status == ADTMAP_NO_MEMORY ? diag_fail_memory(&run->diag) : status;
}

/* Whether two paths lead to one folder. */
static bool is_same_folder(const char *a, const char *b)
{
    char *real[] = {file_real_path(a[0] ? a : "."), file_real_path(b[0] ? b : ".")};
    bool is_same = real[0] && real[1] && strcmp(real[0], real[1]) == 0;
    free(real[0]);
    free(real[1]);
    return is_same;
}

/* A folder of job_settings.from, and its shards. */
static enum adtmap_status open_other(struct run *run, const char *from)
{
    static const struct job_shard none = {0};
    const struct job_settings *settings = run->asked.settings;
    bool is_shard = settings->shard.count > 0;
    bool found = false;
    const struct diag at_path = diag_at(&run->diag, from);
    if (!file_is_directory(from)) {
        return diag_fail(&at_path, ADTMAP_NOT_FOUND, NULL, NO_OFFSET, "no such folder");
    }
    if (is_same_folder(from, is_shard ? settings->whole : settings->out)) {
        diag_warn(&at_path, NULL, NO_OFFSET,
                  "--from names the output folder itself, whose tiles count anyway: passed over");
        return ADTMAP_OK;
    }
    enum adtmap_status status = open_source(run, from, &none, false, &found);
    if (!status && !is_shard) {
        status = open_shards(run, from, false, &found);
    }
    if (!status && !found && !settings->from_may_lack) {
        diag_warn(&at_path, NULL, NO_OFFSET, "holds no tiles of the map %s", run->asked.map_name);
    }
    return status;
}

enum adtmap_status drawn_folders_find(struct run *run)
{
    static const struct job_shard none = {0};
    const struct job_settings *settings = run->asked.settings;
    bool is_shard = settings->shard.count > 0;
    bool found = false;
    enum adtmap_status status = is_shard ? open_source(run, settings->whole, &none, false, &found)
                                         : open_shards(run, settings->out, true, &found);
    for (size_t i = 0; i < settings->from_count && !status; i++) {
        status = open_other(run, settings->from[i]);
    }
    if (!status && !is_shard) {
        run->open.taken->old_logs = shard_folder_old_ones(run->result->directory, false);
    }
    return status;
}
