#include "assets/sources/source.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

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
    struct source **items = array_room(list->items, list->count, sizeof *items);
    if (!items) {
        source->v->destroy(source);
        return diag_fail_memory(diag);
    }
    list->items = items;
    items[list->count++] = source;
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
