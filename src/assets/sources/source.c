#include "assets/sources/source.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

size_t source_lower_bound(const struct source *source, const char *name)
{
    size_t low = 0;
    for (size_t high = source->v->name_count(source); low < high;) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(source->v->name(source, middle), name) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

enum source_answer source_find_listed(const struct source *source, const char *canonical,
                                      struct source_file *file)
{
    size_t index = source_lower_bound(source, canonical);
    *file = (struct source_file){.source = source, .index = index};
    bool is_listed = index < source->v->name_count(source) &&
                     strcmp(source->v->name(source, index), canonical) == 0;
    return is_listed ? SOURCE_PRESENT : SOURCE_ABSENT;
}

enum adtmap_status source_list_add(struct source_list *list, struct source *source,
                                   const struct diag *diag)
{
    if (!ARRAY_ROOM(list->items, list->count)) {
        source->v->destroy(source);
        return diag_fail_memory(diag);
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
