#include "os/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/size.h"
#include "os/file_at.h"

/* Larger mapped files are read in parts and dropped behind the reader. */
enum { LARGE_BYTES = 16 << 20 };

void blob_release(struct blob *blob)
{
    if (blob->release) {
        blob->release(blob);
    }
    *blob = (struct blob){0};
}

static void release_heap(struct blob *blob)
{
    free((void *)(uintptr_t)blob->data);
}

static void release_block(struct blob *blob)
{
    block_pool_give((void *)(uintptr_t)blob->data);
}

/* The same; its address tells unpacked bytes. */
static void release_unpacked(struct blob *blob)
{
    release_block(blob);
}

static void release_mapping(struct blob *blob)
{
    munmap((void *)(uintptr_t)blob->data, blob->size);
}

bool blob_is_mapped(const struct blob *blob)
{
    return blob->release == release_mapping;
}

bool blob_is_unpacked(const struct blob *blob)
{
    return blob->release == release_heap || blob->release == release_unpacked;
}

uint8_t *blob_reserve(struct blob *blob, size_t size, struct block_pool *pool)
{
    bool is_block = pool && size <= FILE_READ_BYTES_MAX;
    uint8_t *bytes = is_block ? block_pool_take(pool, size) : malloc(size ? size : 1);
    *blob = bytes ? (struct blob){bytes, size, is_block ? release_unpacked : release_heap}
                  : (struct blob){0};
    return bytes;
}

struct blob blob_from_heap(uint8_t *data, size_t size)
{
    return (struct blob){data, size, release_heap};
}

bool blob_is_large(const struct blob *blob)
{
    return blob_is_mapped(blob) && blob->size > LARGE_BYTES;
}

void blob_drop(const struct blob *blob, size_t offset, size_t size)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t begin = (offset + page - 1) / page * page;
    size_t end = (offset + size) / page * page;
    if (blob_is_mapped(blob) && begin < end && end <= blob->size) {
        madvise((void *)((uintptr_t)blob->data + begin), end - begin, MADV_DONTNEED);
    }
}

static enum adtmap_status map_bytes(int descriptor, size_t size, const struct diag *diag,
                                    struct blob *blob)
{
    void *memory = mmap(NULL, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (memory == MAP_FAILED) {
        return diag_fail_errno(diag, errno, "cannot map");
    }
    *blob = (struct blob){memory, size, release_mapping};
    return ADTMAP_OK;
}

/* Reads fewer bytes if the file was truncated after its size was taken. */
static enum adtmap_status read_bytes(int descriptor, size_t size, struct block_pool *pool,
                                     const struct diag *diag, struct blob *blob)
{
    uint8_t *bytes = block_pool_take(pool, size);
    if (!bytes) {
        return diag_fail_memory(diag);
    }
    *blob = (struct blob){bytes, 0, release_block};
    while (blob->size < size) {
        ssize_t got = read(descriptor, bytes + blob->size, size - blob->size);
        if (got == 0) {
            break;
        }
        if (got < 0 && errno != EINTR) {
            int error_number = errno;
            blob_release(blob);
            return diag_fail_errno(diag, error_number, "cannot read");
        }
        blob->size += got > 0 ? (size_t)got : 0;
    }
    return ADTMAP_OK;
}

static enum adtmap_status read_or_map(int descriptor, struct block_pool *pool,
                                      const struct diag *diag, struct blob *blob)
{
    struct stat info;
    if (fstat(descriptor, &info)) {
        return diag_fail_errno(diag, errno, "cannot read");
    }
    if (!S_ISREG(info.st_mode)) {
        return diag_fail(diag, ADTMAP_IO, NULL, NO_OFFSET, "cannot read: not a regular file");
    }
    size_t size = (size_t)info.st_size;
    if (size == 0) {
        *blob = (struct blob){(const uint8_t *)"", 0, NULL};
        return ADTMAP_OK;
    }
    return pool && size <= FILE_READ_BYTES_MAX ? read_bytes(descriptor, size, pool, diag, blob)
                                               : map_bytes(descriptor, size, diag, blob);
}

static int open_to_read(const char *path)
{
    return open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
}

enum adtmap_status file_read(const char *path, struct block_pool *pool, const struct diag *diag,
                             struct blob *blob)
{
    *blob = (struct blob){0};
    int descriptor = open_to_read(path);
    if (descriptor < 0) {
        return diag_fail_errno(diag, errno, "cannot open");
    }
    enum adtmap_status status = read_or_map(descriptor, pool, diag, blob);
    close(descriptor);
    return status;
}

enum adtmap_status file_map(const char *path, const struct diag *diag, struct blob *blob)
{
    return file_read(path, NULL, diag, blob);
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
static size_t first_capacity(int descriptor)
{
    enum { STREAM_BYTES = 1 << 16 };
    struct stat info;
    bool is_sized = fstat(descriptor, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0;
    return is_sized ? (size_t)info.st_size + 2 : STREAM_BYTES;
}

/* Replaces *bytes as it grows; *size counts what was read. */
static enum adtmap_status read_to_end(int descriptor, size_t bytes_max, const struct diag *diag,
                                      uint8_t **bytes, size_t *capacity, size_t *size)
{
    for (;;) {
        if (!grow(bytes, capacity, *size)) {
            return diag_fail_memory(diag);
        }
        ssize_t got = read(descriptor, *bytes + *size, *capacity - *size - 1);
        if (got == 0) {
            (*bytes)[*size] = '\0';
            return ADTMAP_OK;
        }
        if (got < 0 && errno != EINTR) {
            return diag_fail_errno(diag, errno, "cannot read");
        }
        *size += got > 0 ? (size_t)got : 0;
        if (*size > bytes_max) {
            return diag_fail(diag, ADTMAP_LIMIT, NULL, NO_OFFSET, "over the limit of %zu bytes",
                             bytes_max);
        }
    }
}

enum adtmap_status file_read_open(struct open_file file, size_t bytes_max, const struct diag *diag,
                                  struct blob *blob)
{
    int descriptor = (int)file.id;
    size_t capacity = size_min(first_capacity(descriptor), bytes_max + 2);
    size_t size = 0;
    uint8_t *bytes = malloc(capacity);
    *blob = (struct blob){0};
    enum adtmap_status status =
        bytes ? read_to_end(descriptor, bytes_max, diag, &bytes, &capacity, &size)
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
    int descriptor = open_to_read(path);
    if (descriptor >= 0) {
        posix_fadvise(descriptor, 0, LARGE_BYTES, POSIX_FADV_WILLNEED);
        close(descriptor);
    }
}

bool file_exists(const char *path)
{
    return access(path, F_OK) == 0;
}

bool file_is_regular(const char *path)
{
    return file_type_at(AT_FDCWD, path) == FILE_REGULAR;
}

bool file_is_link(const char *path)
{
    return file_type_at(AT_FDCWD, path) == FILE_LINK;
}

bool file_is_directory(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

bool file_is_real_folder(const char *path)
{
    return file_type_at(AT_FDCWD, path) == FILE_FOLDER;
}

enum file_type file_look(const char *path, uint64_t *bytes)
{
    struct stat info;
    if (stat(path, &info)) {
        return FILE_NONE;
    }
    *bytes = (uint64_t)info.st_size;
    return file_type_of_mode(info.st_mode);
}

char *file_real_path(const char *path)
{
    return realpath(path, NULL);
}

void file_remove_empty_folder(const char *path)
{
    rmdir(path);
}

static enum adtmap_status make_one_directory(const char *path, const struct diag *diag)
{
    int error_number = mkdir(path, FILE_FOLDER_MODE) ? errno : 0;
    if (!error_number || file_is_directory(path)) {
        return ADTMAP_OK;
    }
    struct diag at_path = diag_at(diag, path);
    if (file_is_link(path)) {
        return diag_fail(&at_path, ADTMAP_IO, NULL, NO_OFFSET, "is a link that leads to no folder");
    }
    if (error_number == EEXIST) {
        return diag_fail(&at_path, ADTMAP_IO, NULL, NO_OFFSET, "is no folder");
    }
    return diag_fail_errno(&at_path, error_number, "cannot make directory");
}

enum file_type file_type_of_mode(mode_t mode)
{
    switch (mode & S_IFMT) {
    case S_IFREG:
        return FILE_REGULAR;
    case S_IFLNK:
        return FILE_LINK;
    case S_IFDIR:
        return FILE_FOLDER;
    case S_IFIFO:
        return FILE_PIPE;
    case S_IFSOCK:
        return FILE_SOCKET;
    default:
        return FILE_DEVICE;
    }
}

enum file_type file_type_at(int directory, const char *name)
{
    struct stat info;
    return fstatat(directory, name, &info, AT_SYMLINK_NOFOLLOW) == 0
               ? file_type_of_mode(info.st_mode)
               : FILE_NONE;
}

const char *file_type_name(enum file_type kind)
{
    static const char *const names[] = {[FILE_LINK] = "link",
                                        [FILE_FOLDER] = "folder",
                                        [FILE_PIPE] = "pipe",
                                        [FILE_SOCKET] = "socket",
                                        [FILE_DEVICE] = "device"};
    return names[kind];
}

enum adtmap_status file_remove(const char *path, const struct diag *diag)
{
    struct diag at_path = diag_at(diag, path);
    const char *kind = file_type_name(file_type_at(AT_FDCWD, path));
    if (kind) {
        return diag_fail(&at_path, ADTMAP_IO, NULL, NO_OFFSET, "is a %s; it is not removed", kind);
    }
    return unlink(path) == 0 || errno == ENOENT || errno == ENOTDIR
               ? ADTMAP_OK
               : diag_fail_errno(&at_path, errno, "cannot remove");
}

enum adtmap_status file_make_directory(const char *path, const struct diag *diag)
{
    char partial[PATH_MAX];
    size_t length = strlen(path);
    if (length >= sizeof partial) {
        return diag_fail(diag, ADTMAP_LIMIT, NULL, NO_OFFSET, "path of %zu bytes is too long",
                         length);
    }
    for (size_t i = 1; i <= length; i++) {
        if (path[i] != '/' && path[i] != '\0') {
            continue;
        }
        memcpy(partial, path, i);
        partial[i] = '\0';
        enum adtmap_status status = make_one_directory(partial, diag);
        if (status) {
            return status;
        }
    }
    return ADTMAP_OK;
}
