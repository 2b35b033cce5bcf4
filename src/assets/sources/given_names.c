#include "assets/sources/given_names.h"

#include <stdlib.h>
#include <string.h>

/* The first name that is not less. */
static size_t place_of(const struct given_names *names, const char *canonical)
{
    size_t low = 0;
    size_t high = names->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(names->items[middle].name, canonical) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static bool is_at(const struct given_names *names, size_t place, const char *canonical)
{
    return place < names->count && strcmp(names->items[place].name, canonical) == 0;
}

static bool reserve(struct given_names *names)
{
    if (names->count < names->capacity) {
        return true;
    }
    size_t capacity = names->capacity ? 2 * names->capacity : 64;
    struct given_name *items = reallocarray(names->items, capacity, sizeof *items);
    if (items) {
        names->items = items;
        names->capacity = capacity;
    }
    return items != NULL;
}

bool given_names_add(struct given_names *names, const char *canonical, uint32_t file_id)
{
    size_t place = place_of(names, canonical);
    if (is_at(names, place, canonical)) {
        names->items[place].file_id = file_id;
        return true;
    }
    char *copy = reserve(names) ? strdup(canonical) : NULL;
    if (!copy) {
        return false;
    }
    memmove(names->items + place + 1, names->items + place,
            (names->count - place) * sizeof *names->items);
    names->items[place] = (struct given_name){copy, file_id};
    names->count++;
    return true;
}

uint32_t given_names_find(const struct given_names *names, const char *canonical)
{
    size_t place = place_of(names, canonical);
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
