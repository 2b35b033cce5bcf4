#include "assets/sources/given_names.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

static int given_names_compare(const void *name, const void *item)
{
    return strcmp(name, ((const struct given_name *)item)->name);
}

/* The first name that is not less. */
static size_t given_names_bound(const struct given_names *names, const char *canonical)
{
    return array_lower_bound(canonical, names->items, names->count, sizeof *names->items,
                             given_names_compare);
}

static bool is_at(const struct given_names *names, size_t place, const char *canonical)
{
    return place < names->count && strcmp(names->items[place].name, canonical) == 0;
}

bool given_names_add(struct given_names *names, const char *canonical, uint32_t file_id)
{
    size_t place = given_names_bound(names, canonical);
    if (is_at(names, place, canonical)) {
        names->items[place].file_id = file_id;
        return true;
    }
    char *copy = ARRAY_ROOM(names->items, names->count) ? strdup(canonical) : NULL;
    if (!copy) {
        return false;
    }
    struct given_name *items = names->items;
    memmove(items + place + 1, items + place, (names->count - place) * sizeof *items);
    items[place] = (struct given_name){copy, file_id};
    names->count++;
    return true;
}

uint32_t given_names_find(const struct given_names *names, const char *canonical)
{
    size_t place = given_names_bound(names, canonical);
    return is_at(names, place, canonical) ? names->items[place].file_id : 0;
}

void given_names_free(struct given_names *names)
{
    for (size_t i = 0; i < names->count; i++) {
        free(names->items[i].name);
    }
    free(names->items);
    *names = (struct given_names){0};
}
