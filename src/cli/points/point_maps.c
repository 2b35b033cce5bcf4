/*
 * Lines name a map again and again: the last one is looked at first, and what could not be opened
 * is remembered too, so that a million lines of an unknown map cost one try. A map by number and by
 * name is one map.
 */
#include "cli/points/point_maps.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/text.h"
#include "locate/locator.h"

static bool is_named(const struct point_map *map, const char *text, uint64_t number)
{
    return number != POINT_MAP_NO_NUMBER ? map->number == number
                                         : text_compare_nocase(map->map->name, text) == 0;
}

static struct point_map_failure *failure_of(struct point_maps *maps, const char *text)
{
    uint32_t hash = 0;
    for (const char *c = text; *c; c++) {
        hash = hash * 31 + (uint8_t)*c;
    }
    return &maps->failures[hash % POINT_MAP_FAILURES];
}

static enum adtmap_status open_map(const struct point_maps *maps, const char *text, uint64_t number,
                                   struct point_map *made, char problem[256])
{
    struct adtmap_message failure = {0};
    char name[128];
    if (number != POINT_MAP_NO_NUMBER) {
        snprintf(name, sizeof name, "id:%" PRIu64, number);
    } else {
        snprintf(name, sizeof name, "%s", text);
    }
    *made = (struct point_map){.number = number};
    enum adtmap_status status = adtmap_map_open(maps->data, name, &made->map, &failure);
    if (!status && maps->parent) {
        status = adtmap_map_add_parents(made->map, maps->parent, &failure);
    }
    if (!status) {
        const struct adtmap_locator *first = maps->count ? maps->items[0].locator : NULL;
        status = locator_open_next(made->map, first, &made->locator, &failure);
    }
    if (status == ADTMAP_NOT_FOUND || status == ADTMAP_BAD_ARGUMENT) {
        snprintf(problem, 256, "the data have no map %.100s", text);
    } else if (status) {
        snprintf(problem, 256, "map %.50s: %.100s: %.80s", text, failure.file, failure.what);
    }
    return status;
}

static void close_map(struct point_map *map)
{
    adtmap_locator_close(map->locator);
    adtmap_map_close(map->map);
    free(map->text);
}

size_t point_maps_find(struct point_maps *maps, const char *text, char problem[256])
{
    bool is_number = text[0] && text[strspn(text, "0123456789")] == '\0';
    uint64_t number = is_number ? strtoull(text, NULL, 10) : POINT_MAP_NO_NUMBER;
    if (maps->last < maps->count && is_named(&maps->items[maps->last], text, number)) {
        return maps->last;
    }
    for (size_t i = 0; i < maps->count; i++) {
        if (is_named(&maps->items[i], text, number)) {
            return maps->last = i;
        }
    }
    struct point_map_failure *failed = failure_of(maps, text);
    if (failed->text && failed->problem && strcmp(failed->text, text) == 0) {
        snprintf(problem, 256, "%s", failed->problem);
        return SIZE_MAX;
    }
    if (maps->count == POINT_MAPS_MAX) {
        snprintf(problem, 256, "map %.100s: the points name more than %d maps", text,
                 POINT_MAPS_MAX);
        return SIZE_MAX;
    }
    struct point_map made;
    if (open_map(maps, text, number, &made, problem)) {
        close_map(&made);
        free(failed->text);
        free(failed->problem);
        *failed = (struct point_map_failure){strdup(text), strdup(problem)};
        return SIZE_MAX;
    }
    for (size_t i = 0; i < maps->count; i++) { /* the same map by number and by name */
        struct point_map *known = &maps->items[i];
        if (strcmp(known->map->folder, made.map->folder) == 0 &&
            (!is_number || known->number == POINT_MAP_NO_NUMBER)) {
            known->number = is_number ? number : known->number;
            close_map(&made);
            return maps->last = i;
        }
    }
    made.text = strdup(text);
    if (!made.text || !ARRAY_ROOM(maps->items, maps->count)) {
        snprintf(problem, 256, "out of memory");
        close_map(&made);
        return SIZE_MAX;
    }
    maps->items[maps->count] = made;
    return maps->last = maps->count++;
}

void point_maps_close(struct point_maps *maps)
{
    for (size_t i = 0; i < maps->count; i++) {
        close_map(&maps->items[i]);
    }
    for (size_t i = 0; i < POINT_MAP_FAILURES; i++) {
        free(maps->failures[i].text);
        free(maps->failures[i].problem);
    }
    free(maps->items);
    *maps = (struct point_maps){0};
}
