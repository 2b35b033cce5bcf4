/*
 * Two tables are built once: the files of the source whose names are file ids, sorted by id, and
 * the names that the listfile has for those ids, sorted by name.
 */
#include "assets/sources/stored_names.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/buffer.h"
#include "base/path.h"

struct stored {
    uint32_t file_id;
    const char *stored; /* name in the source */
};

struct alias {
    size_t name; /* offset into the pool */
    const char *stored;
};

struct stored_names {
    struct stored *files; /* sorted by id */
    size_t file_count;
    struct buffer pool;
    struct alias *aliases; /* sorted by name */
    size_t alias_count;
};

size_t stored_names_count(const struct stored_names *names)
{
    return names->alias_count;
}

const char *stored_names_at(const struct stored_names *names, size_t index)
{
    return (const char *)names->pool.data + names->aliases[index].name;
}

size_t stored_names_lower_bound(const struct stored_names *names, const char *name)
{
    size_t low = 0;
    for (size_t high = names->alias_count; low < high;) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(stored_names_at(names, middle), name) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

const char *stored_names_find(const struct stored_names *names, const char *canonical)
{
    size_t index = names ? stored_names_lower_bound(names, canonical) : 0;
    bool is_there = names && index < names->alias_count &&
                    strcmp(stored_names_at(names, index), canonical) == 0;
    return is_there ? names->aliases[index].stored : NULL;
}

static int stored_names_compare_id(const void *key, const void *stored)
{
    uint32_t wanted = *(const uint32_t *)key;
    uint32_t id = ((const struct stored *)stored)->file_id;
    return (wanted > id) - (wanted < id);
}

const char *stored_names_of_id(const struct stored_names *names, uint32_t file_id)
{
    const struct stored *found = names ? array_find(&file_id, names->files, names->file_count,
                                                    sizeof *found, stored_names_compare_id)
                                       : NULL;
    return found ? found->stored : NULL;
}

void stored_names_free(struct stored_names *names)
{
    if (names) {
        free(names->files);
        free(names->aliases);
        buffer_free(&names->pool);
        free(names);
    }
}

uint32_t stored_file_id(const char *name)
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

static void collect_stored(const struct source *source, struct stored_names *names)
{
    for (size_t i = 0; i < source->v->name_count(source); i++) {
        const char *name = source->v->name(source, i);
        uint32_t id = stored_file_id(name);
        if (id != 0) {
            names->files[names->file_count++] = (struct stored){id, name};
        }
    }
    array_sort(names->files, names->file_count, sizeof *names->files, compare_stored);
}

/* Adds the aliases. Of several files with one name the first counts. */
static bool name_files(struct stored_names *names, const struct listfile *listfile)
{
    for (size_t i = 0; i < names->file_count; i++) {
        char name[NAME_BYTES];
        if (listfile_name_of_id(listfile, names->files[i].file_id, name)) {
            struct alias alias = {names->pool.size, names->files[i].stored};
            buffer_append(&names->pool, name, strlen(name) + 1);
            names->aliases[names->alias_count++] = alias;
        }
    }
    if (names->pool.failed) {
        return false;
    }
    if (names->alias_count > 0) {
        array_sort_in(names->aliases, names->alias_count, sizeof *names->aliases, compare_aliases,
                      names->pool.data);
    }
    size_t kept = 0;
    for (size_t i = 0; i < names->alias_count; i++) {
        if (kept == 0 || strcmp(stored_names_at(names, kept - 1), stored_names_at(names, i)) != 0) {
            names->aliases[kept++] = names->aliases[i];
        }
    }
    names->alias_count = kept;
    return true;
}

enum adtmap_status stored_names_make(const struct source *source, const struct listfile *listfile,
                                     const struct diag *diag, struct stored_names **names)
{
    *names = NULL;
    size_t count = 0;
    for (size_t i = 0; i < source->v->name_count(source); i++) {
        count += stored_file_id(source->v->name(source, i)) != 0;
    }
    if (count == 0) {
        return ADTMAP_OK;
    }
    struct stored_names *made = calloc(1, sizeof *made);
    if (!made) {
        return diag_fail_memory(diag);
    }
    made->files = calloc(count, sizeof *made->files);
    made->aliases = calloc(count, sizeof *made->aliases);
    bool fine = made->files && made->aliases;
    if (fine) {
        collect_stored(source, made);
        fine = !listfile || name_files(made, listfile);
    }
    if (!fine) {
        stored_names_free(made);
        return diag_fail_memory(diag);
    }
    *names = made;
    return ADTMAP_OK;
}
