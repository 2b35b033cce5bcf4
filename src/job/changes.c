#include "job/changes.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/buffer.h"
#include "base/hash.h"
#include "base/path.h"
#include "job/shard.h"
#include "os/file.h"
#include "os/output_file.h"
#include "os/temporary.h"

enum { MAX_DEPTH = 8 };

#define BEFORE_NAME ".adtmap/before"
#define LIST_NAME ".adtmap/changed.txt"

static void list_free(struct changes_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free(list->items[i].path);
    }
    free(list->items);
    *list = (struct changes_list){0};
}

/* Takes `path` over, which may be NULL; false when out of memory. */
static bool list_add(struct changes_list *list, char *path, uint64_t key)
{
    if (path && list->count == list->capacity) {
        size_t capacity = list->capacity ? 2 * list->capacity : 256;
        struct changes_file *items = reallocarray(list->items, capacity, sizeof *items);
        if (items) {
            list->items = items;
            list->capacity = capacity;
        }
    }
    if (!path || list->count == list->capacity) {
        free(path);
        return false;
    }
    list->items[list->count++] = (struct changes_file){path, key};
    return true;
}

static int compare_files(const void *a, const void *b)
{
    return strcmp(((const struct changes_file *)a)->path, ((const struct changes_file *)b)->path);
}

static void list_sort(struct changes_list *list)
{
    if (list->count > 0) {
        qsort(list->items, list->count, sizeof *list->items, compare_files);
    }
}

static uint64_t key_of(const struct stat *info)
{
    const uint64_t parts[] = {(uint64_t)info->st_ino, (uint64_t)info->st_size,
                              (uint64_t)info->st_mtim.tv_sec, (uint64_t)info->st_mtim.tv_nsec};
    return hash64(parts, sizeof parts);
}

/* Where files are looked for. */
struct look {
    struct changes_list *list;
    const char *out;
    const char *map; /* its folder may be a link, no other */
    const struct diag *diag;
};

static enum adtmap_status fail_to_look(const struct look *look, const char *full)
{
    struct diag at_path = diag_at(look->diag, full);
    return diag_fail_errno(&at_path, errno, "cannot look for changes");
}

static enum adtmap_status add_path(const struct look *look, char *path, unsigned depth);

/* Hidden and temporary files are nobody's to upload, nor are shards that wait to be merged. */
static bool is_counted(const char *name)
{
    struct job_shard shard;
    return name[0] != '.' && !temporary_is(name) && !shard_of_manifest(name, &shard);
}

/* What is below the folder `path` of OUT. */
static enum adtmap_status add_folder(const struct look *look, const char *path, const char *full,
                                     unsigned depth)
{
    const struct dirent *entry;
    enum adtmap_status status = ADTMAP_OK;
    temporary_sweep(full, NULL);
    DIR *stream = opendir(full);
    if (!stream) {
        return fail_to_look(look, full);
    }
    while (!status && (errno = 0, entry = readdir(stream))) {
        if (is_counted(entry->d_name)) {
            status = add_path(look, path_join(path, entry->d_name), depth + 1);
        }
    }
    if (!status && errno) {
        status = fail_to_look(look, full);
    }
    closedir(stream);
    return status;
}

/* Takes `path` over. */
static enum adtmap_status add_path(const struct look *look, char *path, unsigned depth)
{
    struct stat info;
    char *full = path ? path_join(look->out, path) : NULL;
    enum adtmap_status status = full ? ADTMAP_OK : diag_fail_memory(look->diag);
    int flags = path && strcmp(path, look->map) == 0 ? 0 : AT_SYMLINK_NOFOLLOW;
    bool is_there = full && fstatat(AT_FDCWD, full, &info, flags) == 0;
    if (full && !is_there && errno != ENOENT) {
        status = fail_to_look(look, full);
    } else if (is_there && S_ISDIR(info.st_mode) && depth < MAX_DEPTH) {
        status = add_folder(look, path, full, depth);
    } else if (is_there && S_ISREG(info.st_mode)) {
        bool fine = list_add(look->list, path, key_of(&info));
        status = fine ? ADTMAP_OK : diag_fail_memory(look->diag);
        path = NULL;
    }
    free(full);
    free(path);
    return status;
}

static enum adtmap_status look_around(const struct changes *changes, struct changes_list *list,
                                      const struct diag *diag)
{
    const char *const roots[] = {changes->map, "index.html", "page-files"};
    const struct look look = {list, changes->out, changes->map, diag};
    enum adtmap_status status = ADTMAP_OK;
    for (size_t i = 0; i < sizeof roots / sizeof *roots && !status; i++) {
        status = add_path(&look, strdup(roots[i]), 0);
    }
    list_sort(list);
    return status;
}

/* A path below the map's folder, from malloc. */
static char *map_path(const struct changes *changes, const char *name)
{
    char *directory = path_join(changes->out, changes->map);
    char *path = directory ? path_join(directory, name) : NULL;
    free(directory);
    return path;
}

/* A line is a key and a path; what else there is does not count. */
static bool read_before(struct changes_list *list, const struct blob *blob)
{
    const char *at = (const char *)blob->data;
    const char *end = at + blob->size;
    const char *line_end;
    bool fine = true;
    while (fine && at < end && (line_end = memchr(at, '\n', (size_t)(end - at)))) {
        enum { DIGITS = 16 };
        char digits[DIGITS + 1] = "";
        if (line_end - at > DIGITS + 1 && at[DIGITS] == ' ') {
            memcpy(digits, at, DIGITS);
            size_t length = (size_t)(line_end - at) - DIGITS - 1;
            fine = list_add(list, strndup(at + DIGITS + 1, length), strtoull(digits, NULL, 16));
        }
        at = line_end + 1;
    }
    list_sort(list);
    return fine;
}

static enum adtmap_status write_before(const struct changes *changes, const char *path,
                                       const struct diag *diag)
{
    struct buffer text = {0};
    for (size_t i = 0; i < changes->before.count; i++) {
        buffer_printf(&text, "%016" PRIx64 " %s\n", changes->before.items[i].key,
                      changes->before.items[i].path);
    }
    char *folder = path_directory(path);
    enum adtmap_status status =
        folder && !text.failed ? file_make_directory(folder, diag) : diag_fail_memory(diag);
    if (!status) {
        status = file_write_new(path, text.data ? (const void *)text.data : "", text.size, diag);
    }
    free(folder);
    buffer_free(&text);
    return status;
}

static enum adtmap_status load_before(struct changes *changes, const char *path,
                                      const struct diag *diag)
{
    struct blob blob = {0};
    enum adtmap_status status = file_map(path, diag, &blob);
    if (!status && !read_before(&changes->before, &blob)) {
        status = diag_fail_memory(diag);
    }
    blob_release(&blob);
    return status;
}

enum adtmap_status changes_check(const char *path, const struct diag *diag)
{
    return path ? output_check(path, diag) : ADTMAP_OK;
}

enum adtmap_status changes_begin(struct changes *changes, const char *out, const char *map,
                                 const struct diag *diag)
{
    *changes = (struct changes){.out = out, .map = map};
    char *path = map_path(changes, BEFORE_NAME);
    enum adtmap_status status = path ? ADTMAP_OK : diag_fail_memory(diag);
    temporary_sweep(out[0] ? out : ".", NULL);
    if (!status && file_exists(path)) {
        status = load_before(changes, path, diag);
    } else if (!status) {
        status = look_around(changes, &changes->before, diag);
        status = status ? status : write_before(changes, path, diag);
    }
    free(path);
    return status;
}

/* Both lists are in order. */
static void print_changes(struct buffer *text, const struct changes_list *before,
                          const struct changes_list *after)
{
    size_t b = 0;
    size_t a = 0;
    while (b < before->count || a < after->count) {
        int order = b == before->count  ? 1
                    : a == after->count ? -1
                                        : strcmp(before->items[b].path, after->items[a].path);
        if (order < 0) {
            buffer_printf(text, "# removed %s\n", before->items[b].path);
        } else if (order > 0 || before->items[b].key != after->items[a].key) {
            buffer_printf(text, "%s\n", after->items[a].path);
        }
        b += order <= 0;
        a += order >= 0;
    }
}

enum adtmap_status changes_write(struct changes *changes, const char *path, const struct diag *diag)
{
    struct buffer text = {0};
    struct changes_list after = {0};
    char *own = path ? NULL : map_path(changes, LIST_NAME);
    enum adtmap_status status =
        path || own ? look_around(changes, &after, diag) : diag_fail_memory(diag);
    if (!status) {
        print_changes(&text, &changes->before, &after);
        status = text.failed ? diag_fail_memory(diag) : ADTMAP_OK;
    }
    if (!status) {
        status = output_write(path ? path : own, text.data ? (const void *)text.data : "",
                              text.size, diag);
    }
    list_free(&after);
    buffer_free(&text);
    free(own);
    return status;
}

enum adtmap_status changes_end(const struct changes *changes, const struct diag *diag)
{
    char *before = map_path(changes, BEFORE_NAME);
    enum adtmap_status status = before ? file_remove(before, diag) : diag_fail_memory(diag);
    free(before);
    return status;
}

void changes_free(struct changes *changes)
{
    list_free(&changes->before);
}
