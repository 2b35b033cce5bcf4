#include "assets/sources/source.h"

#include <stdlib.h>
#include <string.h>

enum source_answer source_find_listed(const struct source *source, const char *canonical,
                                      size_t *id)
{
    size_t low = 0;
    size_t high = source->v->name_count(source);
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(canonical, source->v->name(source, middle));
        if (order == 0) {
            *id = middle;
            return SOURCE_PRESENT;
        }
        if (order < 0) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return SOURCE_ABSENT;
}

enum adtmap_status source_list_add(struct source_list *list, struct source *source,
                                   const struct diag *diag)
{
    if (list->count == list->capacity) {
        size_t capacity = list->capacity ? 2 * list->capacity : 8;
        struct source **items = reallocarray(list->items, capacity, sizeof *items);
        if (!items) {
            source->v->destroy(source);
            return diag_fail_memory(diag);
        }
        list->items = items;
        list->capacity = capacity;
    }
    list->items[list->count++] = source;
    return ADTMAP_OK;
}

void source_list_free(struct source_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        list->items[i]->v->destroy(list->items[i]);
    }
    free(list->items);
    *list = (struct source_list){0};
}
