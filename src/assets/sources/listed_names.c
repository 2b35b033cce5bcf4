#include "assets/sources/listed_names.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/path.h"

static size_t add_string(struct listed_names *names, const char *text)
{
    size_t offset = names->pool.size;
    buffer_append(&names->pool, text, strlen(text) + 1);
    return offset;
}

static bool add_name(struct listed_names *names, const char *name, const char *spelled)
{
    if (!ARRAY_ROOM(names->items, names->count)) {
        return false;
    }
    struct listed_name *listed = &names->items[names->count++];
    listed->name = add_string(names, name);
    listed->spelled = add_string(names, spelled);
    return !names->pool.failed;
}

static int listed_names_compare(const void *a, const void *b, void *pool)
{
    const char *strings = pool;
    const struct listed_name *x = a;
    const struct listed_name *y = b;
    int order = strcmp(strings + x->name, strings + y->name);
    return order ? order : strcmp(strings + x->spelled, strings + y->spelled);
}

static void sort_names(struct listed_names *names)
{
    const char *strings = (const char *)names->pool.data;
    size_t kept = 0;
    if (names->count > 0) {
        array_sort_in(names->items, names->count, sizeof *names->items, listed_names_compare,
                      names->pool.data);
    }
    for (size_t i = 0; i < names->count; i++) {
        if (kept == 0 ||
            strcmp(strings + names->items[kept - 1].name, strings + names->items[i].name) != 0) {
            names->items[kept++] = names->items[i];
        }
    }
    names->count = kept;
}

bool listed_names_fill(struct listed_names *names, const char *list, size_t size, size_t name_bytes,
                       size_t *refused)
{
    if (size == 0) {
        return true;
    }
    const char *end = list + size;
    for (const char *name = list; name < end && memchr(name, 0, (size_t)(end - name));
         name += strlen(name) + 1) {
        char canonical[NAME_BYTES];
        bool usable = strlen(name) < name_bytes && name_canonical(name, canonical);
        *refused += !usable;
        if (usable && !add_name(names, canonical, name)) {
            return false;
        }
    }
    sort_names(names);
    return true;
}

const char *listed_names_at(const struct listed_names *names, size_t index)
{
    return (const char *)names->pool.data + names->items[index].name;
}

const char *listed_names_spelled_at(const struct listed_names *names, size_t index)
{
    return (const char *)names->pool.data + names->items[index].spelled;
}

/* A name that is looked for, as an item has it. */
struct wanted_name {
    const char *strings;
    const char *canonical;
};

static int compare_wanted(const void *key, const void *item)
{
    const struct wanted_name *wanted = key;
    return strcmp(wanted->canonical, wanted->strings + ((const struct listed_name *)item)->name);
}

const char *listed_names_spelled(const struct listed_names *names, const char *canonical)
{
    const struct wanted_name wanted = {(const char *)names->pool.data, canonical};
    const struct listed_name *listed =
        array_find(&wanted, names->items, names->count, sizeof *names->items, compare_wanted);
    return listed ? (const char *)names->pool.data + listed->spelled : canonical;
}

void listed_names_free(struct listed_names *names)
{
    free(names->items);
    buffer_free(&names->pool);
}
