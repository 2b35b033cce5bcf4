#include "job/shard_files.h"

#include <dirent.h>
#include <stdlib.h>

#include "base/file.h"
#include "base/path.h"
#include "job/ledger.h"
#include "job/shard.h"

typedef bool is_of_shard(const char *name, struct job_shard *shard);

enum adtmap_status shard_files_find(const char *directory, const struct diag *diag, bool *has)
{
    struct job_shard shard;
    DIR *stream;
    const struct dirent *entry;
    enum adtmap_status status = file_list(directory, diag, &stream);
    *has = false;
    while (stream && !*has && (entry = readdir(stream))) {
        *has = shard_of_manifest(entry->d_name, &shard);
    }
    if (stream) {
        closedir(stream);
    }
    return status;
}

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

/* The note that files are being removed, from malloc; NULL when out of memory. */
static char *note_path(const char *directory)
{
    char *hidden = ledger_folder(directory);
    char *path = hidden ? path_join(hidden, "shards-joined") : NULL;
    free(hidden);
    return path;
}

enum adtmap_status shard_files_begin(const char *directory, const struct job_shard *shard,
                                     const struct diag *diag)
{
    char *note = note_path(directory);
    char *manifest = shard_manifest_path(directory, shard);
    enum adtmap_status status = note && manifest ? file_remove(note, diag) : diag_fail_memory(diag);
    if (!status) {
        status = file_remove(manifest, diag);
    }
    free(note);
    free(manifest);
    return status;
}

static enum adtmap_status remove_all(const char *directory, const struct diag *diag)
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

enum adtmap_status shard_files_remove(const char *directory, const struct diag *diag)
{
    bool has_shards = false;
    char *note = note_path(directory);
    enum adtmap_status status =
        note ? shard_files_find(directory, diag, &has_shards) : diag_fail_memory(diag);
    if (!status && has_shards) {
        status = file_write_atomic(note, "", 0, diag);
    }
    if (!status) {
        status = remove_all(directory, diag);
    }
    if (!status) {
        status = file_remove(note, diag);
    }
    free(note);
    return status;
}

enum adtmap_status shard_files_finish(const char *directory, const struct diag *diag)
{
    char *note = note_path(directory);
    enum adtmap_status status = note ? ADTMAP_OK : diag_fail_memory(diag);
    if (!status && file_exists(note)) {
        status = shard_files_remove(directory, diag);
    }
    free(note);
    return status;
}
