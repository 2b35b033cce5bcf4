#include "job/shard_files.h"

#include <dirent.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/path.h"
#include "job/ledger.h"
#include "job/shard.h"
#include "os/file.h"

/* The note that files are being removed, from malloc; NULL when out of memory. */
static char *path_of_note(const char *directory)
{
    char *hidden = ledger_folder(directory);
    char *path = hidden ? path_join(hidden, "shards-joined") : NULL;
    free(hidden);
    return path;
}

enum adtmap_status shard_files_find(const char *directory, const struct diag *diag, bool *has)
{
    struct job_shard shard;
    DIR *stream = NULL;
    const struct dirent *entry;
    char *note = path_of_note(directory);
    enum adtmap_status status = note ? file_list(directory, diag, &stream) : diag_fail_memory(diag);
    *has = note && file_exists(note);
    while (stream && !*has && (entry = readdir(stream))) {
        *has = shard_of_manifest(entry->d_name, &shard);
    }
    if (stream) {
        closedir(stream);
    }
    free(note);
    return status;
}

/* What is to go: files of one kind, no newer than the note. */
struct leavings {
    bool (*is_one)(const char *name, struct job_shard *shard);
    const struct stat *note; /* NULL: there is none, and all go */
};

static bool is_newer(const char *path, const struct stat *note)
{
    struct stat info;
    if (!note || stat(path, &info)) {
        return false;
    }
    return info.st_mtim.tv_sec != note->st_mtim.tv_sec
               ? info.st_mtim.tv_sec > note->st_mtim.tv_sec
               : info.st_mtim.tv_nsec > note->st_mtim.tv_nsec;
}

/* A folder that cannot be read holds nothing. */
static enum adtmap_status remove_from(const char *folder, struct leavings leavings,
                                      const struct diag *diag)
{
    DIR *stream;
    const struct dirent *entry;
    enum adtmap_status status = file_list(folder, diag, &stream);
    while (stream && !status && (entry = readdir(stream))) {
        struct job_shard shard;
        if (leavings.is_one(entry->d_name, &shard)) {
            char *path = path_join(folder, entry->d_name);
            status = path ? ADTMAP_OK : diag_fail_memory(diag);
            if (path && !is_newer(path, leavings.note)) {
                status = file_remove(path, diag);
            }
            free(path);
        }
    }
    if (stream) {
        closedir(stream);
    }
    return status;
}

enum adtmap_status shard_files_begin(const char *directory, const struct job_shard *shard,
                                     const struct diag *diag)
{
    char *note = path_of_note(directory);
    char *manifest = shard_manifest_path(directory, shard);
    enum adtmap_status status = note && manifest ? file_remove(note, diag) : diag_fail_memory(diag);
    if (!status) {
        status = file_remove(manifest, diag);
    }
    free(note);
    free(manifest);
    return status;
}

static enum adtmap_status remove_all(const char *directory, const char *note_path,
                                     const struct diag *diag)
{
    struct stat info;
    const struct stat *note = stat(note_path, &info) == 0 ? &info : NULL;
    char *hidden = ledger_folder(directory);
    enum adtmap_status status =
        hidden ? remove_from(directory, (struct leavings){shard_of_manifest, note}, diag)
               : diag_fail_memory(diag);
    if (!status) {
        status = remove_from(hidden, (struct leavings){shard_of_ledger, note}, diag);
    }
    free(hidden);
    return status;
}

/* A note of before would keep its time. */
static enum adtmap_status write_note(const char *path, const struct diag *diag)
{
    enum adtmap_status status = file_remove(path, diag);
    return status ? status : file_write_atomic(path, "", 0, diag);
}

enum adtmap_status shard_files_remove(const char *directory, const struct diag *diag)
{
    bool has_shards = false;
    char *note = path_of_note(directory);
    enum adtmap_status status =
        note ? shard_files_find(directory, diag, &has_shards) : diag_fail_memory(diag);
    if (!status && has_shards) {
        status = write_note(note, diag);
    }
    if (!status) {
        status = remove_all(directory, note, diag);
    }
    free(note);
    return status;
}

enum adtmap_status shard_files_end(const char *directory, const struct diag *diag)
{
    char *note = path_of_note(directory);
    enum adtmap_status status = note ? file_remove(note, diag) : diag_fail_memory(diag);
    free(note);
    return status;
}

enum adtmap_status shard_files_resume(const char *directory, const struct diag *diag,
                                      bool *was_cut_short)
{
    char *note = path_of_note(directory);
    enum adtmap_status status = note ? ADTMAP_OK : diag_fail_memory(diag);
    *was_cut_short = note && file_exists(note);
    if (*was_cut_short) {
        status = remove_all(directory, note, diag);
    }
    free(note);
    return status;
}
