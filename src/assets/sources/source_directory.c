/*
 * Files are found in the folders that are listed for them, as long as these are plain
 * (known_folders.h). The directory is indexed as a whole when somebody asks for the list of its
 * files, or for a file that such folders do not settle.
 */
#include "assets/sources/source_directory.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/sources/known_folders.h"
#include "assets/sources/source_mpq.h"
#include "base/path.h"

struct directory {
    struct source source;
    char *root; /* as the user gave it */
    const struct adtmap_log *log;
    pthread_mutex_t lock;        /* of making the index, and of `known` */
    struct known_folders *known; /* NULL: the directory was indexed when it was opened */
    atomic_bool indexed;
    struct directory_index index; /* empty before, and unchanged afterwards */
};

static const struct directory *directory_of(const struct source_file *file)
{
    return (const struct directory *)file->source;
}

/* The path of a file on disk, from malloc; NULL when out of memory. */
static char *path_of(const struct source_file *file)
{
    return path_join(directory_of(file)->root, file->loose->path);
}

/* Reads a file that is an archive of its own. */
static enum adtmap_status read_packed(const struct source_file *file, const char *path,
                                      const struct diag *diag, struct blob *blob)
{
    return mpq_read_single(path, file->loose->name, diag, blob);
}

static enum adtmap_status read_into(enum blob_memory memory, const struct source_file *file,
                                    struct block_pool *pool, const struct diag *diag,
                                    struct blob *blob)
{
    char *path = path_of(file);
    if (!path) {
        return diag_fail_memory(diag);
    }
    struct diag at_path = diag_at(diag, path);
    enum adtmap_status status = file->loose->packed ? read_packed(file, path, &at_path, blob)
                                                    : file_read(path, memory, pool, &at_path, blob);
    free(path);
    return status;
}

static enum adtmap_status directory_read_file(const struct source_file *file, const char *name,
                                              struct block_pool *pool, const struct diag *diag,
                                              struct blob *blob)
{
    (void)name;
    return read_into(pool ? BLOB_BLOCK : BLOB_HEAP, file, pool, diag, blob);
}

static enum adtmap_status directory_map_file(const struct source_file *file, const char *name,
                                             const struct diag *diag, struct blob *blob)
{
    (void)name;
    return read_into(BLOB_MAPPING, file, NULL, diag, blob);
}

static void read_ahead(const struct source_file *file)
{
    char *path = path_of(file);
    if (path && !file->loose->packed) {
        file_read_ahead(path);
    }
    free(path);
}

static bool size(const struct source_file *file, uint64_t *bytes)
{
    char *path = path_of(file);
    bool fine = false;
    if (path && file->loose->packed) { /* its size is unknown before it is unpacked */
        struct blob blob = {0};
        fine = read_packed(file, path, &diag_silent, &blob) == ADTMAP_OK;
        *bytes = blob.size;
        blob_release(&blob);
    } else if (path) {
        enum file_type type = file_look(path, bytes);
        fine = type != FILE_NONE && type != FILE_UNKNOWN;
    }
    free(path);
    return fine;
}

static bool stamp_file(const struct source_file *file, struct file_stamp *stamp)
{
    char *path = path_of(file);
    bool fine = path && file_stamp_of(path, stamp);
    free(path);
    return fine;
}

static void directory_origin(const struct source_file *file, const char *name, char *text,
                             size_t size)
{
    const struct directory *directory = directory_of(file);
    (void)name;
    size_t length = strlen(directory->root);
    bool slash = length > 0 && directory->root[length - 1] == '/';
    snprintf(text, size, "%s%s%s", directory->root, slash ? "" : "/", file->loose->path);
}

/* ---- finding ---- */

/* Indexes the directory, once. What fails then, after the directory was opened, leaves it empty. */
static void make_index(struct directory *directory)
{
    pthread_mutex_lock(&directory->lock);
    if (!atomic_load_explicit(&directory->indexed, memory_order_relaxed)) {
        struct adtmap_message why = {0};
        const struct diag quiet = {directory->root, directory->log, &why};
        if (directory_index_make(directory->root, &quiet, &directory->index)) {
            const struct diag diag = {directory->root, directory->log, NULL};
            diag_warn(&diag, NULL, NO_OFFSET, "its files are not found: %s", why.what);
            directory->index.unread++;
        }
        directory->source.unread = directory->index.unread;
        atomic_store_explicit(&directory->indexed, true, memory_order_release);
    }
    pthread_mutex_unlock(&directory->lock);
}

static bool is_indexed(const struct directory *directory)
{
    return atomic_load_explicit(&directory->indexed, memory_order_acquire);
}

/* The index of the directory, made now if it is not there. */
static const struct directory_index *index_of(const struct source *source)
{
    struct directory *directory = (struct directory *)source;
    if (!is_indexed(directory)) {
        make_index(directory);
    }
    return &directory->index;
}

static enum known_answer find_known(struct directory *directory, const char *canonical,
                                    const struct directory_file **file)
{
    pthread_mutex_lock(&directory->lock);
    enum known_answer answer = known_folders_find(directory->known, canonical, file);
    pthread_mutex_unlock(&directory->lock);
    return answer;
}

static enum source_answer directory_find(const struct source *source, const char *canonical,
                                         struct source_file *file)
{
    struct directory *directory = (struct directory *)source;
    *file = (struct source_file){.source = source};
    enum known_answer answer =
        is_indexed(directory) ? KNOWN_UNSURE : find_known(directory, canonical, &file->loose);
    if (answer != KNOWN_UNSURE) {
        return answer == KNOWN_PRESENT ? SOURCE_PRESENT : SOURCE_ABSENT;
    }
    const struct directory_index *index = index_of(source);
    enum source_answer listed = source_find_listed(source, canonical, file);
    if (listed == SOURCE_PRESENT) {
        file->loose = &index->files[file->index];
    }
    return listed;
}

static bool directory_may_store_ids(const struct source *source)
{
    struct directory *directory = (struct directory *)source;
    if (is_indexed(directory)) {
        return true;
    }
    pthread_mutex_lock(&directory->lock);
    bool may = known_folders_hold_ids(directory->known);
    pthread_mutex_unlock(&directory->lock);
    return may;
}

static size_t directory_name_count(const struct source *source)
{
    return index_of(source)->count;
}

static const char *directory_name_at(const struct source *source, size_t index)
{
    return index_of(source)->files[index].name;
}

static void directory_destroy(struct source *source)
{
    struct directory *directory = (struct directory *)source;
    known_folders_destroy(directory->known);
    directory_index_free(&directory->index);
    pthread_mutex_destroy(&directory->lock);
    free(directory->root);
    free(directory);
}

static const struct source_vtable vtable = {
    .find = directory_find,
    .may_store_ids = directory_may_store_ids,
    .read = directory_read_file,
    .map = directory_map_file,
    .read_ahead = read_ahead,
    .size = size,
    .stamp = stamp_file,
    .origin = directory_origin,
    .name_count = directory_name_count,
    .name = directory_name_at,
    .destroy = directory_destroy,
};

enum adtmap_status source_directory_open(const char *path, const struct diag *diag,
                                         struct source **source)
{
    struct diag at_path = diag_at(diag, path);
    *source = NULL;
    struct directory *directory = calloc(1, sizeof *directory);
    char *root = directory ? strdup(path) : NULL;
    if (!root) {
        free(directory);
        return diag_fail_memory(&at_path);
    }
    directory->source.v = &vtable;
    directory->root = root;
    directory->log = diag->log;
    pthread_mutex_init(&directory->lock, NULL);
    directory->known = known_folders_create(root);
    atomic_init(&directory->indexed, !directory->known);
    if (!directory->known) {
        enum adtmap_status status = directory_index_make(path, &at_path, &directory->index);
        if (status) {
            directory_destroy(&directory->source);
            return status;
        }
        directory->source.unread = directory->index.unread;
    }
    *source = &directory->source;
    return ADTMAP_OK;
}

bool source_directory_has_world(const struct source *source)
{
    const struct directory *directory = (const struct directory *)source;
    if (directory->known) {
        return true;
    }
    size_t first = source_lower_bound(source, "world/");
    return first < directory->index.count &&
           strncmp(directory->index.files[first].name, "world/", strlen("world/")) == 0;
}
