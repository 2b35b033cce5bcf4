/*
 * Files of a list are counted by sorting twice, by file and back by first use: a damaged file may
 * list a million, and a search for each would be quadratic.
 */
#include "cli/report/describe_lists.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/json.h"
#include "base/size.h"

void describe_asset(struct json *facts, const char *key, const char *name, uint32_t file_id)
{
    if (name || !file_id) {
        json_string(facts, key, name ? name : "");
    } else {
        json_format(facts, key, "id:%u", (unsigned)file_id);
    }
}

struct list_walk describe_list(struct json *facts, const char *name, size_t count)
{
    return (struct list_walk){facts, name, count, .shown = size_min(count, DESCRIBE_LIST_MAX)};
}

struct list_walk describe_whole_list(struct json *facts, const char *name, size_t count)
{
    return (struct list_walk){facts, name, count, .shown = count};
}

struct list_walk describe_values(struct json *facts, const char *name, size_t count, size_t most)
{
    return (struct list_walk){facts, name, count, .shown = size_min(count, most), .is_plain = true};
}

bool describe_next(struct list_walk *list)
{
    if (!list->has_begun) {
        json_array(list->facts, list->name);
    } else if (!list->is_plain) {
        json_end(list->facts);
    }
    list->index += list->has_begun;
    list->has_begun = true;
    if (list->index < list->shown) {
        if (!list->is_plain) {
            json_object(list->facts, NULL);
        }
        return true;
    }
    json_end(list->facts);
    if (list->count > list->shown) {
        char left_out[64];
        snprintf(left_out, sizeof left_out, "%s_left_out", list->name);
        json_number(list->facts, left_out, (double)(list->count - list->shown));
    }
    return false;
}

static int compare_files(const struct used_file *a, const struct used_file *b)
{
    if (a->name && b->name) {
        return strcmp(a->name, b->name);
    }
    return a->name || b->name ? (a->name != NULL) - (b->name != NULL)
                              : (a->file_id > b->file_id) - (a->file_id < b->file_id);
}

/* array_sort */
static int by_order(const void *a, const void *b)
{
    const struct used_file *left = a;
    const struct used_file *right = b;
    return (left->order > right->order) - (left->order < right->order);
}

/* array_sort */
static int by_file(const void *a, const void *b)
{
    int order = compare_files(a, b);
    return order ? order : by_order(a, b);
}

/* Leaves each file once, with its uses, in order of first use; returns how many there are. */
static size_t count_uses(struct used_file *files, size_t count)
{
    size_t kinds = 0;
    for (size_t i = 0; i < count; i++) {
        files[i].order = i;
        files[i].uses = 0;
    }
    array_sort(files, count, sizeof *files, by_file);
    for (size_t i = 0; i < count; i++) {
        if (kinds == 0 || compare_files(&files[kinds - 1], &files[i]) != 0) {
            files[kinds++] = files[i];
        }
        files[kinds - 1].uses++;
    }
    array_sort(files, kinds, sizeof *files, by_order);
    return kinds;
}

void describe_used_files(struct json *facts, const char *list, const char *unit,
                         struct used_file *files, size_t count)
{
    if (!files) {
        facts->text->failed = true;
        return;
    }
    size_t kinds = count_uses(files, count);
    for (struct list_walk at = describe_list(facts, list, kinds); describe_next(&at);) {
        describe_asset(facts, "name", files[at.index].name, files[at.index].file_id);
        json_number(facts, unit, files[at.index].uses);
    }
    free(files);
}
