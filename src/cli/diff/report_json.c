/* A part of a report for programs: every item with all its numbers, without grouping. */
#include <string.h>

#include "base/size.h"
#include "cli/diff/report.h"

static bool is_in(const struct report_item *item, const char *array)
{
    return item->kind->array && strcmp(item->kind->array, array) == 0;
}

static bool is_empty(const struct report_part *part, const char *array)
{
    size_t i = 0;
    while (i < part->count && !is_in(&part->items[i], array)) {
        i++;
    }
    return i == part->count;
}

static void add_array(struct json *json, const struct report_part *part, const char *array)
{
    json_array(json, array);
    for (size_t i = 0; i < part->count; i++) {
        const struct report_item *item = &part->items[i];
        if (is_in(item, array)) {
            json_object(json, NULL);
            item->kind->describe(json, part, item);
            json_end(json);
        }
    }
    json_end(json);
}

void report_json(struct json *json, const struct report_part *part)
{
    json_object(json, NULL);
    part->kind->describe(json, part);
    for (size_t i = 0; i < COUNT_OF(part->kind->arrays) && part->kind->arrays[i]; i++) {
        const char *array = part->kind->arrays[i];
        if (!part->kind->array_if || strcmp(array, part->kind->array_if) != 0 ||
            !is_empty(part, array)) {
            add_array(json, part, array);
        }
    }
    json_end(json);
}
