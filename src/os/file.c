/*
 * Files of up to FILE_READ_BYTES_MAX are read rather than mapped: to unmap stops all threads of the
 * process for a moment, and a block of a pool is still in the caches. What a file is, is asked of
 * the open file, so that it cannot be exchanged in between.
 */
#include "os/file.h"
#include "base/path.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/size.h"
#include "os/system.h"

/* Larger mapped files are read in parts and dropped behind the reader. */
enum { LARGE_BYTES = 16 << 20 };

void blob_release(struct blob *blob)
{
    void *memory = (void *)(uintptr_t)blob->data;
    switch (blob->memory) {
    case BLOB_BORROWED:
        break;
    case BLOB_HEAP:
        free(memory);
        break;
    case BLOB_BLOCK:
        block_pool_give(memory);
        break;
    case BLOB_MAPPING:
        system_unmap(memory, blob->size);
        break;
    }
    *blob = (struct blob){0};
}

uint8_t *blob_reserve(struct blob *blob, size_t size, struct block_pool *pool)
{
    bool is_block = pool && size <= FILE_READ_BYTES_MAX;
    uint8_t *bytes = is_block ? block_pool_take(pool, size) : malloc(size ? size : 1);
    *blob = bytes ? (struct blob){bytes, size, is_block ? BLOB_BLOCK : BLOB_HEAP, true}
                  : (struct blob){0};
    return bytes;
}

struct blob blob_from_heap(uint8_t *data, size_t size)
{
    return (struct blob){data, size, BLOB_HEAP, true};
}

bool blob_is_large(const struct blob *blob)
{
    return blob->memory == BLOB_MAPPING && blob->size > LARGE_BYTES;
}

void blob_drop(const struct blob *blob, size_t offset, size_t size)
{
    if (blob->memory == BLOB_MAPPING && offset <= blob->size && size <= blob->size - offset) {
        system_drop((void *)(uintptr_t)blob->data, offset, size);
    }
}

static enum adtmap_status map_bytes(intptr_t file, size_t size, const struct diag *diag,
                                    struct blob *blob)
{
    void *memory = system_map(file, size);
    if (!memory) {
        return diag_fail_errno(diag, errno, "cannot map");
    }
    *blob = (struct blob){memory, size, BLOB_MAPPING, false};
    return ADTMAP_OK;
}

/* Reads fewer bytes if the file was truncated after its size was taken. */
static enum adtmap_status read_bytes(intptr_t file, size_t size, enum blob_memory memory,
                                     struct block_pool *pool, const struct diag *diag,
                                     struct blob *blob)
{
    uint8_t *bytes = memory == BLOB_BLOCK ? block_pool_take(pool, size) : malloc(size);
    if (!bytes) {
        return diag_fail_memory(diag);
    }
    *blob = (struct blob){bytes, 0, memory, false};
    while (blob->size < size) {
        ptrdiff_t got = system_read(file, bytes + blob->size, size - blob->size);
        if (got == 0) {
            break;
        }
        if (got < 0) {
            int error_number = errno;
            blob_release(blob);
            return diag_fail_errno(diag, error_number, "cannot read");
        }
        blob->size += (size_t)got;
    }
    return ADTMAP_OK;
}

static enum adtmap_status read_or_map(intptr_t file, enum blob_memory memory,
                                      struct block_pool *pool, const struct diag *diag,
                                      struct blob *blob)
{
    struct system_info info;
    if (!system_look_open(file, &info)) {
        return diag_fail_errno(diag, errno, "cannot read");
    }
    if (info.type != FILE_REGULAR) {
        return diag_fail(diag, ADTMAP_IO, NULL, NO_OFFSET, "cannot read: not a regular file");
    }
    size_t size = (size_t)info.bytes;
    if (size == 0) {
        *blob = (struct blob){.data = (const uint8_t *)""};
        return ADTMAP_OK;
    }
    return memory == BLOB_MAPPING || size > FILE_READ_BYTES_MAX
               ? map_bytes(file, size, diag, blob)
               : read_bytes(file, size, memory, pool, diag, blob);
}

enum adtmap_status file_read(const char *path, enum blob_memory memory, struct block_pool *pool,
                             const struct diag *diag, struct blob *blob)
{
    assert(memory != BLOB_BORROWED && (memory == BLOB_BLOCK) == (pool != NULL));
    *blob = (struct blob){0};
    intptr_t file = system_open(SYSTEM_HERE, path, SYSTEM_READ);
    if (file == -1) {
        return diag_fail_errno(diag, errno, "cannot open");
    }
    enum adtmap_status status = read_or_map(file, memory, pool, diag, blob);
    system_close(file);
    return status;
}

enum adtmap_status file_map(const char *path, const struct diag *diag, struct blob *blob)
{
    return file_read(path, BLOB_MAPPING, NULL, diag, blob);
}

/* Room for at least one byte more, and a NUL. False when out of memory. */
static bool grow(uint8_t **bytes, size_t *capacity, size_t size)
{
    if (size + 1 < *capacity) {
        return true;
    }
    uint8_t *grown = realloc(*bytes, 2 * *capacity);
    if (!grown) {
        return false;
    }
    *bytes = grown;
    *capacity *= 2;
    return true;
}

/* A file's size plus a byte, so that its end is found without growing. */
static size_t first_capacity(intptr_t file)
{
    enum { STREAM_BYTES = 1 << 16 };
    struct system_info info;
    bool is_sized = system_look_open(file, &info) && info.type == FILE_REGULAR && info.bytes > 0;
    return is_sized ? (size_t)info.bytes + 2 : STREAM_BYTES;
}

/* Replaces *bytes as it grows; *size counts what was read. */
static enum adtmap_status read_to_end(intptr_t file, size_t bytes_max, const struct diag *diag,
                                      uint8_t **bytes, size_t *capacity, size_t *size)
{
    for (;;) {
        if (!grow(bytes, capacity, *size)) {
            return diag_fail_memory(diag);
        }
        ptrdiff_t got = system_read(file, *bytes + *size, *capacity - *size - 1);
        if (got == 0) {
            (*bytes)[*size] = '\0';
            return ADTMAP_OK;
        }
        if (got < 0) {
            return diag_fail_errno(diag, errno, "cannot read");
        }
        *size += (size_t)got;
        if (*size > bytes_max) {
            return diag_fail(diag, ADTMAP_LIMIT, NULL, NO_OFFSET, "over the limit of %zu bytes",
                             bytes_max);
        }
    }
}

enum adtmap_status file_read_open(struct open_file file, size_t bytes_max, const struct diag *diag,
                                  struct blob *blob)
{
    size_t capacity = size_min(first_capacity(file.id), bytes_max + 2);
    size_t size = 0;
    uint8_t *bytes = malloc(capacity);
    *blob = (struct blob){0};
    enum adtmap_status status =
        bytes ? read_to_end(file.id, bytes_max, diag, &bytes, &capacity, &size)
              : diag_fail_memory(diag);
    if (status) {
        free(bytes);
        return status;
    }
    *blob = blob_from_heap(bytes, size);
    return ADTMAP_OK;
}

struct hash128 hash128_blob(const struct blob *blob)
{
    enum { PIECE_BYTES = 4 << 20 };
    struct hash_stream *stream = blob_is_large(blob) ? hash_stream_begin() : NULL;
    if (!stream) {
        return hash128(blob->data, blob->size);
    }
    for (size_t at = 0; at < blob->size; at += PIECE_BYTES) {
        size_t bytes = size_min(PIECE_BYTES, blob->size - at);
        hash_stream_add(stream, blob->data + at, bytes);
        blob_drop(blob, at, bytes);
    }
    return hash_stream_finish(stream);
}

void file_read_ahead(const char *path)
{
    intptr_t file = system_open(SYSTEM_HERE, path, SYSTEM_READ);
    if (file != -1) {
        system_read_ahead(file, LARGE_BYTES);
        system_close(file);
    }
}

static enum file_type look(const char *path, enum system_links links, struct system_info *info)
{
    if (system_look(SYSTEM_HERE, path, links, info)) {
        return info->type;
    }
    return system_is_nothing(errno) ? FILE_NONE : FILE_UNKNOWN;
}

static enum file_type type_of(const char *path, enum system_links links)
{
    struct system_info info;
    return look(path, links, &info);
}

bool file_exists(const char *path)
{
    return type_of(path, SYSTEM_FOLLOW) != FILE_NONE;
}

bool file_is_regular(const char *path)
{
    return type_of(path, SYSTEM_NO_FOLLOW) == FILE_REGULAR;
}

bool file_is_link(const char *path)
{
    return type_of(path, SYSTEM_NO_FOLLOW) == FILE_LINK;
}

bool file_is_directory(const char *path)
{
    return type_of(path, SYSTEM_FOLLOW) == FILE_FOLDER;
}

bool file_is_real_folder(const char *path)
{
    return type_of(path, SYSTEM_NO_FOLLOW) == FILE_FOLDER;
}

enum file_type file_look(const char *path, uint64_t *bytes)
{
    struct system_info info = {0};
    enum file_type type = look(path, SYSTEM_FOLLOW, &info);
    *bytes = info.bytes;
    return type;
}

char *file_real_path(const char *path)
{
    return system_real_path(path);
}

void file_remove_empty_folder(const char *path)
{
    (void)system_remove_folder(SYSTEM_HERE, path);
}

enum { BEGIN_AGAIN_MAX = 100 };

/* Why a folder could not be made. */
static enum adtmap_status explain_directory(const char *path, int error_number,
                                            const struct diag *diag)
{
    struct diag at_path = diag_at(diag, path);
    if (file_is_link(path)) {
        return diag_fail(&at_path, ADTMAP_IO, NULL, NO_OFFSET, "is a link that leads to no folder");
    }
    if (error_number == EEXIST) {
        return diag_fail(&at_path, ADTMAP_IO, NULL, NO_OFFSET, "is no folder");
    }
    return diag_fail_errno(&at_path, error_number, "cannot make directory");
}

const char *file_type_name(enum file_type kind)
{
    static const char *const names[] = {
        [FILE_LINK] = "link",     [FILE_FOLDER] = "folder", [FILE_PIPE] = "pipe",
        [FILE_SOCKET] = "socket", [FILE_DEVICE] = "device", [FILE_UNKNOWN] = NULL};
    return names[kind];
}

enum adtmap_status file_remove(const char *path, const struct diag *diag)
{
    struct diag at_path = diag_at(diag, path);
    const char *kind = file_type_name(type_of(path, SYSTEM_NO_FOLLOW));
    if (kind) {
        return diag_fail(&at_path, ADTMAP_IO, NULL, NO_OFFSET, "is a %s; it is not removed", kind);
    }
    return system_remove(SYSTEM_HERE, path) || errno == ENOENT || errno == ENOTDIR
               ? ADTMAP_OK
               : diag_fail_errno(&at_path, errno, "cannot remove");
}

/* Whether a folder is not made since others remove folders that are empty: one above it, or itself
 * after the system found it there. */
static bool was_removed(const char *path, int error_number)
{
    enum file_type type = type_of(path, SYSTEM_NO_FOLLOW);
    return error_number == ENOENT ||
           (error_number == EEXIST && (type == FILE_NONE || type == FILE_FOLDER));
}

enum adtmap_status file_make_directory(const char *path, const struct diag *diag)
{
    char partial[PATH_BYTES_MAX];
    size_t length = strlen(path);
    if (length >= sizeof partial) {
        return diag_fail(diag, ADTMAP_LIMIT, NULL, NO_OFFSET, "path of %zu bytes is too long",
                         length);
    }
    int begun_again = 0;
    for (size_t i = 1; i <= length; i++) {
        if (path[i] != '/' && path[i] != '\0') {
            continue;
        }
        memcpy(partial, path, i);
        partial[i] = '\0';
        int error_number = system_make_folder(SYSTEM_HERE, partial) ? 0 : errno;
        if (!error_number || file_is_directory(partial)) {
            continue;
        }
        if (was_removed(partial, error_number) && begun_again++ < BEGIN_AGAIN_MAX) {
            i = 0;
            continue;
        }
        return explain_directory(partial, error_number, diag);
    }
    return ADTMAP_OK;
}
