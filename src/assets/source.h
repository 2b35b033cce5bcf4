/*
 * Where bytes come from: a directory, an archive. A source has its index read when it opens and
 * does not change afterwards; all calls but destroy may come from many threads at once.
 *
 * Names are canonical (name_canonical of base/path.h), as the client knows the files: "world/maps/
 * azeroth/azeroth_32_48.adt".
 */
#ifndef ASSETS_SOURCE_H
#define ASSETS_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

#include "adtmap/status.h"
#include "base/diag.h"
#include "base/file.h"

struct source {
    const struct source_vtable *v;
};

struct source_vtable {
    /* Whether the file is there; `id` then stands for it in the calls below. */
    bool (*find)(const struct source *source, const char *canonical, size_t *id);

    /* The bytes of a found file. A failure names the origin. */
    enum adtmap_status (*read)(const struct source *source, size_t id, const struct diag *diag,
                               struct blob *blob);

    /* Where a found file is, for messages, cut off at `size` bytes with the NUL. */
    void (*origin)(const struct source *source, size_t id, char *text, size_t size);

    /*
     * The names that are known, in ascending order of bytes, each once; borrowed. An archive may
     * find files that it cannot list.
     */
    size_t (*name_count)(const struct source *source);
    const char *(*name)(const struct source *source, size_t index);

    void (*destroy)(struct source *source);
};

#endif
