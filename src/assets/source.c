#include "assets/source.h"

#include <stdlib.h>

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
