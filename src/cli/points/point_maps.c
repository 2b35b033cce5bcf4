#include "cli/points/point_maps.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t point_maps_find(struct point_maps *maps, const char *text)
{
    if (maps->last < maps->count && strcmp(maps->items[maps->last].text, text) == 0) {
        return maps->last;
    }
    for (size_t i = 0; i < maps->count; i++) {
        if (strcmp(maps->items[i].text, text) == 0) {
            maps->last = i;
            return i;
        }
    }
    if (maps->count == POINT_MAPS_MAX) {
        return SIZE_MAX;
    }
    struct point_map *items = realloc(maps->items, (maps->count + 1) * sizeof *items);
    if (!items) {
        return SIZE_MAX;
    }
    maps->items = items;
    struct point_map made = {.text = strdup(text)};
    if (!made.text) {
        return SIZE_MAX;
    }
    char name[128];
    bool is_number = text[0] && text[strspn(text, "0123456789")] == '\0';
    snprintf(name, sizeof name, "%s%s", is_number ? "id:" : "", text);
    if (adtmap_map_open(maps->data, name, &made.map, NULL) ||
        adtmap_locator_open(made.map, &made.locator, NULL)) {
        adtmap_map_close(made.map);
        made.map = NULL;
    }
    maps->last = maps->count;
    items[maps->count] = made;
    return maps->count++;
}

void point_maps_close(struct point_maps *maps)
{
    for (size_t i = 0; i < maps->count; i++) {
        adtmap_locator_close(maps->items[i].locator);
        adtmap_map_close(maps->items[i].map);
        free(maps->items[i].text);
    }
    free(maps->items);
    *maps = (struct point_maps){0};
}
