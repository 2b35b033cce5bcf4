/* Client files that the program itself has: in an archive of its own, in memory, from a network. */
#ifndef ADTMAP_SOURCE_H
#define ADTMAP_SOURCE_H

#include <stddef.h>
#include <stdint.h>

#include "adtmap/status.h"

#ifdef __cplusplus
extern "C" {
#endif

struct adtmap_data;

/*
 * Functions that read files, and what they are called with. Set the defaults with
 * adtmap_source_default, then those that there are. New fields are appended (adtmap/version.h).
 *
 * Names: with `list` the functions are given names as it has spelled them. Without it they are
 * canonical: lower case, with '/' between folders, such as "world/maps/azeroth/azeroth.wdt".
 *
 * Threads: all functions but `list` are called from several threads at once, also for one file. A
 * file that is open is read and closed by the thread that has opened it.
 *
 * Errors: a function that returns ADTMAP_NOT_FOUND, ADTMAP_IO, ADTMAP_BAD_DATA, ADTMAP_UNSUPPORTED,
 * ADTMAP_LIMIT or ADTMAP_NO_MEMORY fails the reading of that file with this status, any other value
 * but ADTMAP_OK with ADTMAP_IO. Damage costs the file that it is in, as in any other data. The
 * functions must return: exceptions and longjmp must not leave them.
 */
struct adtmap_source {
    uint32_t struct_bytes; /* set by adtmap_source_default */

    /* What messages call it: "label:name". Copied. Default NULL: "source". */
    const char *label;

    void *user; /* handed to all functions. Default NULL */

    /*
     * Calls `add` for the name of each file, in any order, '/' or '\' between folders; names that
     * differ only in case are one file. The name may go when `add` has returned. Called once, when
     * the data are opened. Names that lead outside the data, or have 512 bytes or more, are left
     * out with a warning. Default NULL: the files have no list, so that only maps that the client's
     * Map.dbc or Map.db2 names are listed; `exists` is needed then.
     */
    enum adtmap_status (*list)(void *user, void (*add)(void *to, const char *name), void *to);

    /* Returns 1 if there is such a file, else 0. Not called if there is a list. Default NULL. */
    int (*exists)(void *user, const char *name);

    /* Opens a file: sets *file to what stands for it, which must not be NULL, and *bytes to its
     * size, at most 256 MiB. Required. */
    enum adtmap_status (*open)(void *user, const char *name, void **file, uint64_t *bytes);

    /*
     * Copies up to `size` bytes from `offset` on to `bytes`, which has room for them, and sets *got
     * to their number. Less than asked for is asked for again; 0 is the end. A file that ends
     * before the size that `open` has told is damaged. Required.
     */
    enum adtmap_status (*read)(void *user, void *file, uint64_t offset, void *bytes, size_t size,
                               size_t *got);

    /* Called once for each file that was opened. Default NULL: there is nothing to close. */
    void (*close)(void *user, void *file);
};

/* As adtmap_source_default, for a struct of `struct_bytes` bytes. For bindings of other
 * languages. */
ADTMAP_API void adtmap_source_default_sized(struct adtmap_source *source, size_t struct_bytes);

/* Sets the defaults: no functions. */
static inline void adtmap_source_default(struct adtmap_source *source)
{
    adtmap_source_default_sized(source, sizeof *source);
}

/*
 * Opens client data as adtmap_data_open does, with the files of `source` in addition, which
 * override those of the paths. `path_count` may be 0. The struct is copied; what `user` points to
 * and what the functions need must be there until the data are closed.
 *
 * The files have no times by which a later run could tell that they are unchanged: their bytes are
 * read and compared then.
 *
 * Errors are those of adtmap_data_open, and those of `list`. ADTMAP_BAD_ARGUMENT: a function is
 * missing, or struct_bytes is not valid.
 */
ADTMAP_API enum adtmap_status adtmap_data_open_source(const char *const *paths, size_t path_count,
                                                      const struct adtmap_source *source,
                                                      const struct adtmap_log *log,
                                                      struct adtmap_data **data,
                                                      struct adtmap_message *failure);

#ifdef __cplusplus
}
#endif

#endif
