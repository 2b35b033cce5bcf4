/*
 * Where bytes come from: a directory, an archive. A source has its index read when it opens and
 * does not change afterwards; all calls but destroy may come from many threads at once.
 *
 * Names are canonical (name_canonical of base/path.h), as the client knows the files: "world/maps/
 * azeroth/azeroth_32_48.adt".
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
};

enum source_answer {
    SOURCE_ABSENT,  /* an earlier source may have the file */
    SOURCE_PRESENT, /* the file is there */
    SOURCE_DELETED, /* a patch says that the file is no more: earlier sources do not count */
};

struct source_vtable {
    /* Looks a file up; when present, `id` stands for it in the calls below. */
    enum source_answer (*find)(const struct source *source, const char *canonical, size_t *id);

    /* The bytes of a found file, whose name is given again; where they need not be unpacked, by
     * file_read with `pool`. A failure names the origin. */
    enum adtmap_status (*read)(const struct source *source, size_t id, const char *canonical,
                               struct block_pool *pool, const struct diag *diag, struct blob *blob);

    /* Says that a found file will be read soon (file_read_ahead). */
    void (*read_ahead)(const struct source *source, size_t id, const char *canonical);

    /* How many bytes read would give; false when they cannot be told. */
    bool (*size)(const struct source *source, size_t id, const char *canonical, uint64_t *bytes);

    /* By what a found file, or the archive it is in, is known to be the same as before. False when
     * it cannot be told. */
    bool (*stamp)(const struct source *source, size_t id, const char *canonical,
                  struct file_stamp *stamp);

    /* Where a found file is, for messages, cut off at `size` bytes with the NUL. */
    void (*origin)(const struct source *source, size_t id, const char *canonical, char *text,
                   size_t size);

    /*
     * The names that are known, in ascending order of bytes, each once; borrowed. An archive may
     * find files that it cannot list.
     */
    size_t (*name_count)(const struct source *source);
    const char *(*name)(const struct source *source, size_t index);

    void (*destroy)(struct source *source);
};

/* A `find` for sources that list all they have: `id` is the name's index. */
enum source_answer source_find_listed(const struct source *source, const char *canonical,
                                      size_t *id);

/* Sources in order, a later one overriding an earlier one. Zero-initialised: empty. */
struct source_list {
    struct source **items;
    size_t count;
    size_t capacity;
};

/* Takes `source` over, also when it fails for want of memory: it is destroyed then. */
enum adtmap_status source_list_add(struct source_list *list, struct source *source,
                                   const struct diag *diag);

/* Destroys the sources; the list is empty afterwards. */
void source_list_free(struct source_list *list);

#endif
