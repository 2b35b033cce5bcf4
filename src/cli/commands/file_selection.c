/*
 * A name is tried as a file, then as a folder, then as the name of files in any folder, the
 * cheapest first. A pattern walks the folder before its first special character. What matches
 * nothing is said with near names.
 */
#include "cli/commands/file_selection.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/path.h"
#include "base/text.h"
#include "cli/near_names.h"
#include "map/map.h"

/* State of the search for one operand. */
struct wanted_files {
    const char *pattern; /* canonical; NULL for a folder or all */
    bool by_base;        /* the pattern has no folder */
    selection_take *take;
    void *user;
    size_t found;
};

static struct selected item_at(const struct selection *selection, size_t index)
{
    struct selected item;
    memcpy(&item, selection->items.data + index * sizeof item, sizeof item);
    return item;
}

static const char *string_at(const struct selection *selection, size_t offset)
{
    return (const char *)selection->pool.data + offset;
}

size_t selection_count(const struct selection *selection)
{
    return selection->items.size / sizeof(struct selected);
}

const char *selection_name(const struct selection *selection, size_t index)
{
    return string_at(selection, item_at(selection, index).name);
}

const char *selection_spelled(const struct selection *selection, size_t index)
{
    return string_at(selection, item_at(selection, index).spelled);
}

const char *selection_origin(const struct selection *selection, size_t index)
{
    return string_at(selection, item_at(selection, index).origin);
}

void selection_free(struct selection *selection)
{
    buffer_free(&selection->pool);
    buffer_free(&selection->items);
}

static size_t add_string(struct selection *selection, const char *text)
{
    size_t offset = selection->pool.size;
    buffer_append(&selection->pool, text, strlen(text) + 1);
    return offset;
}

/* The name with the capitals that the origin gives it, where the origin ends in the name. */
static const char *spelled_in(const char *origin, const char *name)
{
    size_t length = strlen(name);
    size_t origin_length = strlen(origin);
    const char *end = origin_length >= length ? origin + origin_length - length : name;
    return name_compare(end, name) == 0 ? end : name;
}

/* selection_take: adds a file to a selection. */
static void add_file(void *user, const char *name, const char *spelled, const char *origin)
{
    struct selection *selection = user;
    struct selected item;
    item.name = add_string(selection, name);
    item.spelled = add_string(selection, spelled);
    item.origin = add_string(selection, origin);
    buffer_append(&selection->items, &item, sizeof item);
}

static void hand_over(struct wanted_files *wanted, const char *name, const char *origin)
{
    wanted->take(wanted->user, name, spelled_in(origin, name), origin);
    wanted->found++;
}

static void visit(void *user, const char *name, const char *origin)
{
    struct wanted_files *wanted = user;
    const char *text = wanted->by_base ? path_base(name) : name;
    if (!wanted->pattern || text_matches(wanted->pattern, text, TEXT_EXACT_CASE)) {
        hand_over(wanted, name, origin);
    }
}

/* Takes the file of exactly this name. */
static bool take_file(const struct assets *assets, const char *name, struct wanted_files *wanted)
{
    char origin[PATH_BYTES_MAX];
    if (!assets_origin(assets, name, origin, sizeof origin)) {
        return false;
    }
    hand_over(wanted, name, origin);
    return true;
}

/* The folders before the first special character: "world/maps/a*" -> "world/maps/". */
static void literal_folder(const char *pattern, char folder[NAME_BYTES])
{
    size_t length = strcspn(pattern, "*?[");
    while (length > 0 && pattern[length - 1] != '/') {
        length--;
    }
    snprintf(folder, NAME_BYTES, "%.*s", (int)length, pattern);
}

static bool take_pattern(const struct assets *assets, const char *text, const struct diag *diag,
                         struct wanted_files *wanted)
{
    char pattern[NAME_BYTES];
    char folder[NAME_BYTES];
    if (!name_canonical(text, pattern)) {
        return true;
    }
    literal_folder(pattern, folder);
    wanted->pattern = pattern;
    wanted->by_base = strchr(pattern, '/') == NULL;
    bool fine = assets_list(assets, folder, diag, visit, wanted) == ADTMAP_OK;
    wanted->pattern = NULL;
    return fine;
}

/* Takes a file, or every file in a folder, or every file of this name in any folder. */
static bool take_name(const struct assets *assets, const char *text, const struct diag *diag,
                      struct wanted_files *wanted)
{
    char name[NAME_BYTES];
    char folder[NAME_BYTES + 1];
    size_t length = strlen(text);
    while (length > 1 && (text[length - 1] == '/' || text[length - 1] == '\\')) {
        length--;
    }
    snprintf(folder, NAME_BYTES, "%.*s", (int)(length < NAME_BYTES ? length : 0), text);
    if (!name_canonical(folder, name) || take_file(assets, name, wanted)) {
        return true;
    }
    snprintf(folder, sizeof folder, "%s/", name);
    bool fine = assets_list(assets, folder, diag, visit, wanted) == ADTMAP_OK;
    if (fine && wanted->found == 0 && !strchr(name, '/')) {
        fine = take_pattern(assets, name, diag, wanted);
    }
    return fine;
}

static bool take_operand(const struct assets *assets, const char *text, const struct diag *diag,
                         struct wanted_files *wanted)
{
    char name[NAME_BYTES];
    size_t digits = strspn(text, "0123456789");
    if (digits > 0 && digits < 10 && text[digits] == '\0' &&
        assets_name_of_id(assets, (uint32_t)strtoul(text, NULL, 10), name)) {
        return take_file(assets, name, wanted);
    }
    return text_is_pattern(text) ? take_pattern(assets, text, diag, wanted)
                                 : take_name(assets, text, diag, wanted);
}

static void say_missing(const struct session *session, const char *text)
{
    struct near_names near = {0};
    char name[NAME_BYTES];
    const struct assets *assets = session->data->assets;
    uint32_t id = assets_id_of_name(assets, text);
    if (!name_canonical(text, name)) {
        messages_error(session->messages, "%s: not a valid file name", text);
    } else if (id != 0) {
        messages_error(session->messages, "%s: not in the data; its id in the listfile is %u", text,
                       id);
    } else if (!text_is_pattern(text) && near_names_find(assets, name, &near)) {
        messages_error(session->messages, "%s: not in the data; similar names: %s", text,
                       near.text);
    } else {
        messages_error(session->messages, "%s: not in the data", text);
    }
}

static int compare_items(const void *a, const void *b, void *pool)
{
    const char *strings = pool;
    const struct selected *x = a;
    const struct selected *y = b;
    return strcmp(strings + x->name, strings + y->name);
}

/* Sorts the files by name, and removes duplicates. */
static void sort_items(struct selection *selection)
{
    size_t count = selection_count(selection);
    size_t kept = 0;
    if (count > 1) {
        array_sort_in(selection->items.data, count, sizeof(struct selected), compare_items,
                      selection->pool.data);
    }
    for (size_t i = 0; i < count; i++) {
        struct selected item = item_at(selection, i);
        if (kept == 0 ||
            strcmp(selection_name(selection, kept - 1), string_at(selection, item.name)) != 0) {
            memcpy(selection->items.data + kept * sizeof item, &item, sizeof item);
            kept++;
        }
    }
    selection->items.size = kept * sizeof(struct selected);
}

/* Takes what matches one of `patterns`, or all when there are none, pattern by pattern. */
static bool take_patterns(const struct session *session, const struct operands *patterns,
                          struct wanted_files *wanted, size_t *missing)
{
    const struct assets *assets = session->data->assets;
    const struct diag diag = {NULL, messages_log(session->messages), NULL};
    bool fine = true;
    *missing = 0;
    if (patterns->count == 0) {
        fine = assets_list(assets, "", &diag, visit, wanted) == ADTMAP_OK;
    }
    for (int i = 0; fine && i < patterns->count; i++) {
        wanted->found = 0;
        fine = take_operand(assets, patterns->items[i], &diag, wanted);
        if (fine && wanted->found == 0) {
            say_missing(session, patterns->items[i]);
            (*missing)++;
        }
    }
    return fine;
}

bool selection_make(const struct session *session, const struct operands *patterns,
                    struct selection *selection, size_t *missing)
{
    struct wanted_files wanted = {.take = add_file, .user = selection};
    bool fine = take_patterns(session, patterns, &wanted, missing) && !selection->pool.failed &&
                !selection->items.failed;
    if (fine) {
        sort_items(selection);
    } else {
        messages_error(session->messages, "out of memory");
    }
    return fine;
}

/* Several patterns may match one file, and their files are not in one order. */
static bool take_sorted(const struct session *session, const struct operands *patterns,
                        selection_take *take, void *user, size_t *missing)
{
    struct selection files = {0};
    bool fine = selection_make(session, patterns, &files, missing);
    for (size_t i = 0; fine && i < selection_count(&files); i++) {
        take(user, selection_name(&files, i), selection_spelled(&files, i),
             selection_origin(&files, i));
    }
    selection_free(&files);
    return fine;
}

bool selection_stream(const struct session *session, const struct operands *patterns,
                      selection_take *take, void *user, size_t *missing)
{
    struct wanted_files wanted = {.take = take, .user = user};
    if (patterns->count > 1) {
        return take_sorted(session, patterns, take, user, missing);
    }
    bool fine = take_patterns(session, patterns, &wanted, missing);
    if (!fine) {
        messages_error(session->messages, "out of memory");
    }
    return fine;
}
