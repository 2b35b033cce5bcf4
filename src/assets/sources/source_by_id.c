/*
 * Two tables are built once: the files of the base whose names are file ids, sorted by id, and the
 * names that the listfile has for those ids, sorted by name. Reading forwards to the base.
 */
#include "assets/sources/source_by_id.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/buffer.h"
#include "base/path.h"

struct stored {
    uint32_t file_id;
    const char *stored; /* name in the base */
};

struct alias {
    size_t name; /* offset into the pool */
    const char *stored;
};

struct by_id {
    struct source source;
    const struct source *base;
    struct stored *files; /* sorted by id */
    size_t file_count;
    struct buffer pool;
    struct alias *aliases; /* sorted by name */
    size_t alias_count;
};

static const char *alias_name(const struct by_id *view, size_t index)
{
    return (const char *)view->pool.data + view->aliases[index].name;
}

/* The name and id in the base of the file that an alias refers to. NULL if it has disappeared. */
static const char *find_stored(const struct by_id *view, size_t id, size_t *base_id)
{
    const char *stored = view->aliases[id].stored;
    bool is_there = view->base->v->find(view->base, stored, base_id) == SOURCE_PRESENT;
    return is_there ? stored : NULL;
}

static enum adtmap_status read_file(const struct source *source, size_t id, const char *canonical,
                                    enum assets_use use, struct block_pool *pool,
                                    const struct diag *diag, struct blob *blob)
{
    const struct by_id *view = (const struct by_id *)source;
    size_t base_id;
    const char *stored = find_stored(view, id, &base_id);
    (void)canonical;
    if (!stored) {
        return diag_fail(diag, ADTMAP_NOT_FOUND, NULL, NO_OFFSET, "not in the data");
    }
    return view->base->v->read(view->base, base_id, stored, use, pool, diag, blob);
}

static void read_ahead(const struct source *source, size_t id, const char *canonical)
{
    const struct by_id *view = (const struct by_id *)source;
    size_t base_id;
    const char *stored = find_stored(view, id, &base_id);
    (void)canonical;
    if (stored) {
        view->base->v->read_ahead(view->base, base_id, stored);
    }
}

static bool size(const struct source *source, size_t id, const char *canonical, uint64_t *bytes)
{
    const struct by_id *view = (const struct by_id *)source;
    size_t base_id;
    const char *stored = find_stored(view, id, &base_id);
    (void)canonical;
    return stored && view->base->v->size(view->base, base_id, stored, bytes);
}

static bool stamp_stored(const struct source *source, size_t id, const char *canonical,
                         struct file_stamp *stamp)
{
    const struct by_id *view = (const struct by_id *)source;
    size_t base_id;
    const char *stored = find_stored(view, id, &base_id);
    (void)canonical;
    return stored && view->base->v->stamp(view->base, base_id, stored, stamp);
}

static void origin(const struct source *source, size_t id, const char *canonical, char *text,
                   size_t size)
{
    const struct by_id *view = (const struct by_id *)source;
    size_t base_id;
    const char *stored = find_stored(view, id, &base_id);
    (void)canonical;
    text[0] = '\0';
    if (stored) {
        view->base->v->origin(view->base, base_id, stored, text, size);
    }
}

static size_t name_count(const struct source *source)
{
    return ((const struct by_id *)source)->alias_count;
}

static const char *name_at(const struct source *source, size_t index)
{
    return alias_name((const struct by_id *)source, index);
}

static void destroy(struct source *source)
{
    struct by_id *view = (struct by_id *)source;
    free(view->files);
    free(view->aliases);
    buffer_free(&view->pool);
    free(view);
}

static const struct source_vtable vtable = {
    .find = source_find_listed,
    .read = read_file,
    .read_ahead = read_ahead,
    .size = size,
    .stamp = stamp_stored,
    .origin = origin,
    .name_count = name_count,
    .name = name_at,
    .destroy = destroy,
};

/* The file id in a name such as "123.adt"; 0 if there is none. */
static uint32_t stored_file_id(const char *name)
{
    const char *base = path_base(name);
    size_t digits = strspn(base, "0123456789");
    bool whole = digits > 0 && digits < 10 && (base[digits] == '.' || base[digits] == '\0');
    return whole ? (uint32_t)strtoul(base, NULL, 10) : 0;
}

static int compare_stored(const void *a, const void *b)
{
    const struct stored *x = a;
    const struct stored *y = b;
    if (x->file_id != y->file_id) {
        return x->file_id < y->file_id ? -1 : 1;
    }
    return strcmp(x->stored, y->stored);
}

static int compare_aliases(const void *a, const void *b, void *pool)
{
    const struct alias *x = a;
    const struct alias *y = b;
    const char *strings = pool;
    int order = strcmp(strings + x->name, strings + y->name);
    return order ? order : strcmp(x->stored, y->stored);
}

static void collect_stored(struct by_id *view)
{
    for (size_t i = 0; i < view->base->v->name_count(view->base); i++) {
        const char *name = view->base->v->name(view->base, i);
        uint32_t id = stored_file_id(name);
        if (id != 0) {
            view->files[view->file_count++] = (struct stored){id, name};
        }
    }
    array_sort(view->files, view->file_count, sizeof *view->files, compare_stored);
}

/* Adds the aliases. Of several files with one name the first counts. */
static bool name_files(struct by_id *view, const struct listfile *listfile)
{
    for (size_t i = 0; i < view->file_count; i++) {
        char name[NAME_BYTES];
        if (listfile_name_of_id(listfile, view->files[i].file_id, name)) {
            struct alias alias = {view->pool.size, view->files[i].stored};
            buffer_append(&view->pool, name, strlen(name) + 1);
            view->aliases[view->alias_count++] = alias;
        }
    }
    if (view->pool.failed) {
        return false;
    }
    if (view->alias_count > 0) {
        array_sort_in(view->aliases, view->alias_count, sizeof *view->aliases, compare_aliases,
                      view->pool.data);
    }
    size_t kept = 0;
    for (size_t i = 0; i < view->alias_count; i++) {
        if (kept == 0 || strcmp(alias_name(view, kept - 1), alias_name(view, i)) != 0) {
            view->aliases[kept++] = view->aliases[i];
        }
    }
    view->alias_count = kept;
    return true;
}

enum adtmap_status source_by_id_open(const struct source *base, const struct listfile *listfile,
                                     const struct diag *diag, struct source **source)
{
    *source = NULL;
    size_t count = 0;
    for (size_t i = 0; i < base->v->name_count(base); i++) {
        count += stored_file_id(base->v->name(base, i)) != 0;
    }
    if (count == 0) {
        return ADTMAP_OK;
    }
    struct by_id *view = calloc(1, sizeof *view);
    if (!view) {
        return diag_fail_memory(diag);
    }
    view->source.v = &vtable;
    view->base = base;
    view->files = calloc(count, sizeof *view->files);
    view->aliases = calloc(count, sizeof *view->aliases);
    bool fine = view->files && view->aliases;
    if (fine) {
        collect_stored(view);
        fine = !listfile || name_files(view, listfile);
    }
    if (!fine) {
        destroy(&view->source);
        return diag_fail_memory(diag);
    }
    *source = &view->source;
    return ADTMAP_OK;
}

static int compare_id(const void *key, const void *stored)
{
    uint32_t wanted = *(const uint32_t *)key;
    uint32_t id = ((const struct stored *)stored)->file_id;
    return (wanted > id) - (wanted < id);
}

const char *source_by_id_stored(const struct source *source, uint32_t file_id)
{
    const struct by_id *view = (const struct by_id *)source;
    const struct stored *found =
        view ? array_find(&file_id, view->files, view->file_count, sizeof *found, compare_id)
             : NULL;
    return found ? found->stored : NULL;
}
