/*
 * A source of files: a directory or an archive. The index of an archive is read when it is opened
 * and does not change; a directory's files are those that it had when they were first looked for.
 * All functions except destroy may be called by several threads at once.
 *
 * Names are canonical (name_canonical of base/path.h) client names, such as
 * "world/maps/azeroth/azeroth_32_48.adt".
 */
#ifndef ASSETS_SOURCES_SOURCE_H
#define ASSETS_SOURCES_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adtmap/status.h"
#include "base/diag.h"
#include "os/file.h"
#include "os/file_stamp.h"

struct source {
    const struct source_vtable *v;
    size_t unread; /* folders and archives that could not be read, each with a warning; of a
                    * directory those that were seen until now */
};

/* What is to be done with the bytes of a file: to read them all, at once; the same, and to keep
 * them, in memory of their own size; or to look here and there, perhaps for longer: a file that
 * needs no unpacking is mapped, others are as those that are kept. */
enum assets_use { ASSETS_WHOLE, ASSETS_KEPT, ASSETS_PARTS };

enum source_answer {
    SOURCE_ABSENT,  /* an earlier source may have the file */
    SOURCE_PRESENT, /* the file is there */
    SOURCE_DELETED, /* a patch deletes the file; earlier sources are not asked */
};

struct mpq_entry;
struct directory_file;

/* What the archives of a chain have of a file. */
struct archived_file {
    const struct mpq_entry *whole; /* in the last part that has a whole file, or deletes it */
    const struct mpq_entry *last;  /* the same, or the last patch of it; NULL: none has the name */
    uint32_t whole_part, last_part;
};

/* A file that a source has found. Holds as long as the source. */
struct source_file {
    const struct source *source; /* NULL: none has the file */
    const char *stored;          /* its name in the source; NULL: the one that it was found by */
    union {
        size_t index;                       /* in the source's list */
        const struct directory_file *loose; /* of a directory */
        struct archived_file archived;
    };
};

/* `name` is the name of a found file in its source. */
struct source_vtable {
    /* Looks up a file; *file means nothing unless it is present. */
    enum source_answer (*find)(const struct source *source, const char *canonical,
                               struct source_file *file);

    /* The same by the client's id of a file. NULL for sources that know names only. */
    enum source_answer (*find_id)(const struct source *source, uint32_t file_id,
                                  struct source_file *file);

    /* Whether it may store files under ids (stored_names.h), as far as can be seen without a list
     * of all. NULL: it may. */
    bool (*may_store_ids)(const struct source *source);

    /* Reads a file: for ASSETS_WHOLE into a block of `pool` if it fits (file_read, blob_reserve);
     * else `pool` is NULL. The caller gives a failure its place (origin). */
    enum adtmap_status (*read)(const struct source_file *file, const char *name,
                               struct block_pool *pool, const struct diag *diag, struct blob *blob);

    /* The same for ASSETS_PARTS: maps a file that needs no unpacking. NULL: all files do. */
    enum adtmap_status (*map)(const struct source_file *file, const char *name,
                              const struct diag *diag, struct blob *blob);

    /* The same for at least the first `bytes` of a file, where that costs less than to read it all;
     * in memory of their size. `known` is what it gave earlier for fewer bytes, or empty; it is not
     * unpacked again. False, and no bytes, where it does not, and after a failure. NULL: never. */
    bool (*read_head)(const struct source_file *file, const char *name, const struct blob *known,
                      size_t bytes, const struct diag *diag, struct blob *blob);

    /* Reads a file whose `head` read_head has given, which is not unpacked again. NULL with
     * read_head. */
    enum adtmap_status (*read_rest)(const struct source_file *file, const char *name,
                                    const struct blob *head, struct block_pool *pool,
                                    const struct diag *diag, struct blob *blob);

    /* Announces that a file will be read soon (file_read_ahead). NULL: nothing helps. */
    void (*read_ahead)(const struct source_file *file);

    /* The size that read would give. False if it is unknown. */
    bool (*size)(const struct source_file *file, uint64_t *bytes);

    /* The stamp of a file or of its archive, which shows whether it has changed. False if there is
     * none. */
    bool (*stamp)(const struct source_file *file, struct file_stamp *stamp);

    /* The location of a file, for messages; truncated to `size` bytes with the NUL. */
    void (*origin)(const struct source_file *file, const char *name, char *text, size_t size);

    /* The known names in byte order, without duplicates; borrowed. An archive may find files that
     * it cannot list. */
    size_t (*name_count)(const struct source *source);
    const char *(*name)(const struct source *source, size_t index);

    void (*destroy)(struct source *source);
};

/* How many names of the source come before this one. */
size_t source_lower_bound(const struct source *source, const char *name);

/* A `find` for sources that list all their files; `index` is that of the name. */
enum source_answer source_find_listed(const struct source *source, const char *canonical,
                                      struct source_file *file);

/* Sources; later ones override earlier ones. A zero-initialised list is empty. */
struct source_list {
    struct source **items;
    size_t count;
    size_t unread; /* archives that could not become a source */
};

/* Adds a source and takes ownership. When out of memory, the source is destroyed. */
enum adtmap_status source_list_add(struct source_list *list, struct source *source,
                                   const struct diag *diag);

/* Destroys the sources; the list is empty afterwards. */
void source_list_free(struct source_list *list);

#endif
