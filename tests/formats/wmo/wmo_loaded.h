/* Loads a WMO from built bytes for tests, and frees it. */
#ifndef TESTS_FORMATS_WMO_LOADED_H
#define TESTS_FORMATS_WMO_LOADED_H

#include "base/arena.h"
#include "formats/bytes.h"
#include "formats/wmo/wmo.h"

struct loaded {
    struct arena arena;
    struct heard heard;
    enum adtmap_status status;
    struct wmo *root;
    struct wmo_group *group;
};

static inline void load_root(struct loaded *loaded, const struct buffer *file)
{
    memset(loaded, 0, sizeof *loaded);
    listen(&loaded->heard);
    uint8_t *data = exact_copy(file, file->size);
    loaded->status =
        wmo_read_root(data, file->size, &loaded->arena, &loaded->heard.diag, &loaded->root);
    free(data);
}

/* Loads a group after load_root; message counts restart. */
static inline void load_group(struct loaded *loaded, const struct buffer *file, uint32_t index)
{
    listen(&loaded->heard);
    uint8_t *data = exact_copy(file, file->size);
    loaded->group = NULL;
    loaded->status = wmo_read_group(loaded->root, data, file->size, index, &loaded->arena,
                                    &loaded->heard.diag, &loaded->group);
    free(data);
}

static inline void unload(struct loaded *loaded)
{
    arena_free(&loaded->arena);
}

#endif
