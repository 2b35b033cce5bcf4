/*
 * Files of the operating system: reading and mapping whole files, reading directories, and writing
 * so that no reader ever sees half a file.
 */
#ifndef OS_FILE_H
#define OS_FILE_H

#include <dirent.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "adtmap/status.h"
#include "base/diag.h"
#include "base/hash.h"
#include "os/block_pool.h"

/* Larger files are mapped, not read. */
enum { FILE_READ_BYTES_MAX = 4 << 20 };

/* More of standard input is refused: client files are far smaller. */
enum { FILE_STREAM_BYTES_MAX = 256 << 20 };

/* Modes of new files and folders, before the umask takes its part: never writable by everybody. */
enum { FILE_MODE = 0664, FILE_FOLDER_MODE = 0775 };

/* Bytes of a file and how to give them back. */
struct blob {
    const uint8_t *data;
    size_t size;
    void (*release)(struct blob *blob); /* NULL when there is nothing to release */
};

/* Gives the bytes back; the blob is empty afterwards. An empty blob may be released again. */
void blob_release(struct blob *blob);

/* A blob that owns `data` from malloc. */
struct blob blob_from_heap(uint8_t *data, size_t size);

/* Whether the bytes are a file's own, mapped, so that they take no memory that is short. */
bool blob_is_mapped(const struct blob *blob);

/* Whether it is of blob_from_heap: unpacked or made, not the bytes of a file. */
bool blob_is_from_heap(const struct blob *blob);

/* Whether it is a mapped file of more than 16 MiB, so that who reads it from one end to the other
 * does well to drop what was read. */
bool blob_is_large(const struct blob *blob);

/*
 * Says that bytes of the blob will not be needed for a while: those of a mapped file give their
 * memory back, and come from the file anew when they are. Others stay.
 */
void blob_drop(const struct blob *blob, size_t offset, size_t size);

/*
 * Maps a regular file read-only, whole; it comes into memory as it is read: for files of which only
 * parts are looked at, or that stay open. Fails with ADTMAP_NOT_FOUND, ADTMAP_IO or
 * ADTMAP_NO_MEMORY, and names the file that `diag` has. A file that another process cuts short
 * while it is mapped cannot be survived; map data is expected to stand still during a run.
 */
enum adtmap_status file_map(const char *path, const struct diag *diag, struct blob *blob);

/*
 * The same for a file that is read from one end to the other and, mostly, given back soon. Up to
 * FILE_READ_BYTES_MAX it is copied into a block of `pool`, which must be of that size: that costs
 * less than a mapping's page faults and the halt of all threads when one is given back (7 % of a
 * whole run at 512 px), and such a file may be cut short meanwhile. Larger ones are mapped, as are
 * all when `pool` is NULL.
 */
enum adtmap_status file_read(const char *path, struct block_pool *pool, const struct diag *diag,
                             struct blob *blob);

/*
 * Reads an open file, device or pipe from where it stands to its end, into memory from malloc; a
 * NUL follows the bytes. ADTMAP_LIMIT over `bytes_max`; ADTMAP_IO, ADTMAP_NO_MEMORY.
 */
enum adtmap_status file_read_open(int descriptor, size_t bytes_max, const struct diag *diag,
                                  struct blob *blob);

/* hash128 of the blob's bytes; of a large one a few MiB at a time are in memory for it. */
struct hash128 hash128_blob(const struct blob *blob);

/* Asks the system to bring a file into memory, or its first 16 MiB, as it will be read soon. */
void file_read_ahead(const char *path);

bool file_exists(const char *path);
bool file_is_directory(const char *path);

/* Whether `path` is a regular file, no link, with these contents. */
bool file_has_contents(const char *path, const void *data, size_t size);

/*
 * Opens a directory for readdir. *stream is NULL when there is none at `path` that may be read, and
 * on failure: ADTMAP_NO_MEMORY, ADTMAP_IO. The caller closes it.
 */
enum adtmap_status file_list(const char *path, const struct diag *diag, DIR **stream);

/*
 * Writes `size` bytes to `path`: into a temporary file in the same directory, which is then
 * renamed. On failure the temporary file is removed and an existing `path` is untouched. An
 * identical file is not rewritten; its times stay. A `path` that is a link, a folder, a device, a
 * pipe or a socket is never replaced: ADTMAP_IO (os/output_file.h writes to some of these).
 */
enum adtmap_status file_write_atomic(const char *path, const void *data, size_t size,
                                     const struct diag *diag);

/*
 * The same, but an existing file stays: of several writers the first gives the contents. A file
 * system that can neither rename without replacing nor make hard links keeps the last.
 */
enum adtmap_status file_write_new(const char *path, const void *data, size_t size,
                                  const struct diag *diag);

/* Writes the bytes of `from` to `to`, as file_write_atomic does. Failures name the one that could
 * not be read or written. */
enum adtmap_status file_copy(const char *from, const char *to, const struct diag *diag);

/* Writes all of it to an open descriptor, or fails with ADTMAP_IO. */
enum adtmap_status file_write_all(int descriptor, const void *data, size_t size,
                                  const struct diag *diag);

/* What a file of this mode is called: "link", "folder", "pipe", "socket" or "device"; NULL for a
 * regular file. */
const char *file_special_kind(mode_t mode);

/* Removes a file; one that is not there is fine. */
enum adtmap_status file_remove(const char *path, const struct diag *diag);

/* Makes a directory and its parents; one that exists is fine. */
enum adtmap_status file_make_directory(const char *path, const struct diag *diag);

/* A file under way: bytes go to a temporary name until commit renames it. */
struct file_writer {
    int descriptor; /* -1 when closed */
    int directory;  /* descriptor that the names are relative to, borrowed, or AT_FDCWD */
    char *path;
    char *temporary;
    const struct diag *diag;
};

/* Opens the temporary file. `diag` must outlive the writer. */
enum adtmap_status file_writer_open(struct file_writer *writer, const char *path,
                                    const struct diag *diag);

/* The same, for a path relative to an open directory or AT_FDCWD. */
enum adtmap_status file_writer_open_at(struct file_writer *writer, int directory, const char *path,
                                       const struct diag *diag);

/* The same with `size` bytes written; on failure the writer is closed. */
enum adtmap_status file_writer_open_with(struct file_writer *writer, int directory,
                                         const char *path, const void *data, size_t size,
                                         const struct diag *diag);

/* Writes all of it, or fails. */
enum adtmap_status file_writer_write(struct file_writer *writer, const void *data, size_t size);

/* Closes and renames into place; whatever it returns, the writer is closed afterwards. */
enum adtmap_status file_writer_commit(struct file_writer *writer);

/* The same, but an existing file stays, as in file_write_new. */
enum adtmap_status file_writer_commit_new(struct file_writer *writer);

/* Closes and removes the temporary file; does nothing on a writer that is closed. */
void file_writer_abort(struct file_writer *writer);

#endif
