/*
 * The text becomes a tree (site_tree.h). Then one walk in the order of the file compares it with
 * the keys: which exist, which take a list. Values stay in the tree, so that an alias costs
 * nothing; what it stands for is counted all the same, which bounds the walk.
 */
#include "cli/site/site_document.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/buffer.h"
#include "base/edit_distance.h"
#include "base/path.h"
#include "os/file.h"

enum {
    REASON_BYTES = 512,
};

/* Of a section; `owner` is the entry of the parent section that it stands in. */
struct section_entry {
    const struct site_node *node;
    size_t owner;
};

struct site_document {
    char *path;
    char *folder;
    struct arena arena; /* the tree */
    struct site_node *root;
    struct section_entry *entries[SITE_SECTIONS];
    size_t counts[SITE_SECTIONS];
    struct site_keys keys[SITE_SECTIONS]; /* of each, those of its own come first */
    size_t own[SITE_SECTIONS];            /* how many these are */
    size_t values_bytes;
    /* What keys would write to; the request has the rows that are made at run time. */
    struct render_request request;
    struct site_entry entry;
};

static const struct site_node *find_entry(const struct site_document *document,
                                          enum site_section section, size_t entry)
{
    return entry < document->counts[section] ? document->entries[section][entry].node : NULL;
}

/* Of keys that stand there twice, the last; of items or entries that do not exist, the list. */
static struct site_mark find_mark(const struct site_document *document,
                                  const struct site_place *place)
{
    const struct site_node *root = document->root;
    const struct site_node *node = find_entry(document, place->section, place->entry);
    if (!node) {
        const struct site_child *section = site_tree_find(root, site_sections[place->section].name);
        node = section ? section->value : root;
    }
    const struct site_child *pair = place->key ? site_tree_find(node, place->key) : NULL;
    if (pair && place->is_key) {
        node = pair->key;
    } else if (pair) {
        node = pair->value;
        const struct site_child *item = node->kind == SITE_LIST ? node->first : NULL;
        for (size_t i = 0; i < place->item && item; i++) {
            item = item->next;
        }
        node = item ? item->value : node;
    }
    return node ? node->mark : (struct site_mark){1, 1};
}

enum adtmap_status site_document_fail(const struct site_document *document, const struct diag *diag,
                                      const struct site_place *place, const char *format, ...)
{
    char what[REASON_BYTES];
    const struct diag at_path = diag_at(diag, document->path);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    return site_tree_fail(&at_path, find_mark(document, place), ADTMAP_BAD_ARGUMENT, "%s", what);
}

enum adtmap_status site_document_fail_because(const struct site_document *document,
                                              const struct diag *diag,
                                              const struct site_place *place,
                                              const struct adtmap_message *cause)
{
    char text[REASON_BYTES];
    adtmap_message_format(cause, text, sizeof text);
    return site_document_fail(document, diag, place, "%s: %s", place->key, text);
}

void site_document_report(const struct site_document *document, const struct diag *diag,
                          size_t *wrong, const struct site_place *place, const char *format, ...)
{
    struct adtmap_message message = {0};
    const struct diag own = {diag->file, diag->log, &message};
    char what[REASON_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    site_document_fail(document, &own, place, "%s", what);
    if (wrong) {
        ++*wrong;
    } else {
        message.level = ADTMAP_WARNING;
        message.status = ADTMAP_OK;
    }
    diag->log->write(diag->log->user, &message);
}

/* Why a section does not have the key; NULL: nothing is known of it. */
static const char *why_not(const struct site_document *document, enum site_section section,
                           const char *name)
{
    const struct site_keys *drawing = &document->keys[SITE_ALL];
    for (size_t i = 0; section == SITE_TOP && i < drawing->count; i++) {
        if (strcmp(drawing->items[i].row->name, name) == 0) {
            return "it stands farther right, under 'all' or in an entry of 'renderings' or 'maps'";
        }
    }
    return site_keys_why_not(name);
}

/* Says which key may be meant, or else which keys there are: those that the section has of its own
 * by name, the others as one phrase. */
static enum adtmap_status fail_key(const struct site_document *document, const struct diag *diag,
                                   enum site_section section, const struct site_node *key)
{
    const struct site_keys *keys = &document->keys[section];
    const size_t own = document->own[section];
    const char *why = why_not(document, section, key->text);
    const char *near = NULL;
    struct buffer names = {0};
    enum adtmap_status status;
    for (size_t i = 0; i < keys->count; i++) {
        edit_distance_take_nearer(key->text, keys->items[i].row->name, &near);
        if (i < own) {
            buffer_printf(&names, "%s%s", i > 0 ? ", " : "", keys->items[i].row->name);
        }
    }
    for (int i = SITE_TOP + 1; i < SITE_SECTIONS; i++) {
        if (site_sections[i].parent == section) {
            edit_distance_take_nearer(key->text, site_sections[i].name, &near);
            buffer_printf(&names, ", %s", site_sections[i].name);
        }
    }
    if (site_sections[section].draws) {
        buffer_printf(&names, "%soptions of 'adtmap render' for pictures", own > 0 ? ", and " : "");
    }
    if (names.failed) {
        status = diag_fail_memory(diag);
    } else if (near && !why) {
        status = site_tree_fail(diag, key->mark, ADTMAP_BAD_ARGUMENT,
                                "'%.64s' is not a key here; did you mean '%s'?", key->text, near);
    } else {
        status = site_tree_fail(
            diag, key->mark, ADTMAP_BAD_ARGUMENT, "'%.64s' is not a key here%s%s; keys are %.*s",
            key->text, why ? ": " : "", why ? why : "", (int)names.size, (const char *)names.data);
    }
    buffer_free(&names);
    return status;
}

static enum adtmap_status check_kind(const struct site_node *node, enum site_node_kind wanted,
                                     const char *key, const struct diag *diag)
{
    static const char *const needs[] = {
        [SITE_SCALAR] = "needs a single value",
        [SITE_LIST] = "needs a list: [A, B]",
        [SITE_MAPPING] = "needs keys with values",
    };
    if (node->kind == wanted) {
        return ADTMAP_OK;
    }
    bool is_list = wanted == SITE_SCALAR && node->kind == SITE_LIST && node->first;
    return site_tree_fail(diag, is_list ? node->first->value->mark : node->mark,
                          ADTMAP_BAD_ARGUMENT, "%s: %s", key, needs[wanted]);
}

/* A single value, of a key or in its list. */
static enum adtmap_status check_single(struct site_document *document, struct site_node *node,
                                       const struct option_row *row, const struct diag *diag)
{
    enum adtmap_status status = check_kind(node, SITE_SCALAR, row->name, diag);
    if (status) {
        return status;
    }
    document->values_bytes += strlen(node->text) + 1;
    if (document->values_bytes > SITE_VALUES_BYTES_MAX) {
        return diag_fail(diag, ADTMAP_LIMIT, NULL, NO_OFFSET, "its values have more than %d MiB",
                         SITE_VALUES_BYTES_MAX >> 20);
    }
    if (!row->is_path || node->path) {
        return ADTMAP_OK;
    }
    if (path_is_of_drive(node->text, file_path_style)) {
        return site_tree_fail(diag, node->mark, ADTMAP_BAD_ARGUMENT, "%s: " OPTION_OF_DRIVE,
                              row->name, node->text, node->text[0]);
    }
    char *path = site_document_path(document, node->text);
    node->path = path ? arena_string(&document->arena, path, strlen(path)) : NULL;
    free(path);
    return node->path ? ADTMAP_OK : diag_fail_memory(diag);
}

static enum adtmap_status check_value(struct site_document *document, struct site_node *value,
                                      const struct option_row *row, const struct diag *diag)
{
    if (!row->kind->repeats) {
        return check_single(document, value, row, diag);
    }
    enum adtmap_status status = check_kind(value, SITE_LIST, row->name, diag);
    for (struct site_child *item = value->first; item && !status; item = item->next) {
        status = check_single(document, item->value, row, diag);
    }
    return status;
}

static enum adtmap_status check_section(struct site_document *document, enum site_section section,
                                        size_t owner, struct site_node *value,
                                        const struct diag *diag);

/* The section that a key of an entry begins; SITE_TOP: none. */
static enum site_section section_below(enum site_section section, const char *key)
{
    enum site_section below = SITE_SECTIONS - 1;
    while (below > SITE_TOP && (site_sections[below].parent != section ||
                                strcmp(site_sections[below].name, key) != 0)) {
        below--;
    }
    return below;
}

/* The keys and values of an entry. */
static enum adtmap_status check_entry(struct site_document *document, enum site_section section,
                                      size_t index, const struct diag *diag)
{
    const struct site_keys *keys = &document->keys[section];
    const struct site_node *entry = find_entry(document, section, index);
    enum adtmap_status status = ADTMAP_OK;
    for (const struct site_child *pair = entry->first; pair && !status; pair = pair->next) {
        const struct site_node *key = pair->key;
        if (key->kind != SITE_SCALAR) {
            return site_tree_fail(diag, key->mark, ADTMAP_BAD_ARGUMENT, "a key is a single word");
        }
        enum site_section below = section_below(section, key->text);
        size_t known = 0;
        while (known < keys->count && strcmp(keys->items[known].row->name, key->text) != 0) {
            known++;
        }
        if (known == keys->count && below == SITE_TOP) {
            return fail_key(document, diag, section, key);
        }
        for (const struct site_child *other = entry->first; other != pair; other = other->next) {
            if (strcmp(other->key->text, key->text) == 0) {
                return site_tree_fail(diag, key->mark, ADTMAP_BAD_ARGUMENT, "'%s' is given twice",
                                      key->text);
            }
        }
        status = below == SITE_TOP
                     ? check_value(document, pair->value, keys->items[known].row, diag)
                     : check_section(document, below, index, pair->value, diag);
    }
    return status;
}

static bool add_entry(struct site_document *document, enum site_section section,
                      const struct site_node *node, size_t owner)
{
    bool fine = ARRAY_ROOM(document->entries[section], document->counts[section]);
    if (fine) {
        document->entries[section][document->counts[section]++] =
            (struct section_entry){node, owner};
    }
    return fine;
}

/* Lists the entries of a section, behind those that it has in another entry of its parent, and
 * checks them. */
static enum adtmap_status check_section(struct site_document *document, enum site_section section,
                                        size_t owner, struct site_node *value,
                                        const struct diag *diag)
{
    const struct site_section_row *row = &site_sections[section];
    const bool is_list = row->entries_max > 0;
    const size_t begin = document->counts[section];
    enum adtmap_status status =
        check_kind(value, is_list ? SITE_LIST : SITE_MAPPING, row->name, diag);
    if (status) {
        return status;
    }
    bool fine = is_list || add_entry(document, section, value, owner);
    for (const struct site_child *item = value->first; item && is_list && fine; item = item->next) {
        fine = add_entry(document, section, item->value, owner);
    }
    if (!fine) {
        return diag_fail_memory(diag);
    }
    size_t count = document->counts[section];
    if (is_list && count > row->entries_max) { /* aliases can make many of a short file */
        return site_tree_fail(diag, value->first->value->mark, ADTMAP_LIMIT,
                              "%zu %s are more than %zu", count, row->name, row->entries_max);
    }
    for (size_t i = begin; i < count && !status; i++) {
        status = check_kind(document->entries[section][i].node, SITE_MAPPING, row->name, diag);
        status = status ? status : check_entry(document, section, i, diag);
    }
    return status;
}

/* A later version may have keys that this program does not know: it is looked at first. */
static enum adtmap_status check_version(const struct site_document *document,
                                        const struct diag *diag)
{
    const struct site_place place = {.section = SITE_TOP, .key = "version"};
    if (!document->root || document->root->kind != SITE_MAPPING) {
        return site_document_fail(document, diag, &place,
                                  "holds no keys: a site file begins with 'version: %d'",
                                  SITE_VERSION);
    }
    const struct site_child *pair = site_tree_find(document->root, place.key);
    if (!pair || pair->value->kind != SITE_SCALAR) {
        return site_document_fail(document, diag, &place, "'version: %d' is missing", SITE_VERSION);
    }
    char *end;
    const char *text = pair->value->text;
    long version = strtol(text, &end, 10);
    if (*end || end == text || version < 1) {
        return site_document_fail(document, diag, &place, "version: '%.64s' is not %d", text,
                                  SITE_VERSION);
    }
    return version <= SITE_VERSION
               ? ADTMAP_OK
               : site_document_fail(document, diag, &place,
                                    "version: %ld is later than this adtmap reads: %d", version,
                                    SITE_VERSION);
}

char *site_document_path(const struct site_document *document, const char *path)
{
    bool is_here = strcmp(document->folder, ".") == 0;
    bool stays = is_here || path[0] == '\0' || path_is_absolute(path, file_path_style);
    char *full = stays ? strdup(path) : path_join(document->folder, path);
    if (full) {
        path_spell(full, file_path_style);
    }
    return full;
}

static enum adtmap_status read_into(struct site_document *document, const char *path,
                                    const struct blob *blob, const struct diag *diag)
{
    document->path = strdup(path);
    document->folder = path_directory(path);
    if (!document->path || !document->folder) {
        return diag_fail_memory(diag);
    }
    render_request_default(&document->request);
    for (int i = 0; i < SITE_SECTIONS; i++) {
        site_keys_own((enum site_section)i, &document->entry, &document->keys[i]);
        document->own[i] = document->keys[i].count;
        if (site_sections[i].draws) {
            site_keys_drawing(&document->request, &document->keys[i]);
        }
    }
    enum adtmap_status status =
        site_tree_read(blob->data, blob->size, diag, &document->arena, &document->root);
    if (status) {
        return status;
    }
    status = check_version(document, diag);
    if (status) {
        return status;
    }
    return add_entry(document, SITE_TOP, document->root, 0)
               ? check_entry(document, SITE_TOP, 0, diag)
               : diag_fail_memory(diag);
}

enum adtmap_status site_document_read(const char *path, const struct diag *diag,
                                      struct site_document **document)
{
    const struct diag at_path = diag_at(diag, path);
    struct blob blob = {0};
    *document = NULL;
    enum adtmap_status status = file_map(path, &at_path, &blob);
    if (status) {
        return status;
    }
    if (blob.size > SITE_FILE_BYTES_MAX) {
        status =
            diag_fail(&at_path, ADTMAP_LIMIT, NULL, NO_OFFSET,
                      "has more than %d KiB, which no site file needs", SITE_FILE_BYTES_MAX >> 10);
    } else {
        *document = calloc(1, sizeof **document);
        status =
            *document ? read_into(*document, path, &blob, &at_path) : diag_fail_memory(&at_path);
    }
    blob_release(&blob);
    if (status) {
        site_document_free(*document);
        *document = NULL;
    }
    return status;
}

void site_document_free(struct site_document *document)
{
    if (document) {
        for (int i = 0; i < SITE_SECTIONS; i++) {
            free(document->entries[i]);
        }
        arena_free(&document->arena);
        free(document->path);
        free(document->folder);
        free(document);
    }
}

size_t site_document_count(const struct site_document *document, enum site_section section)
{
    return document->counts[section];
}

size_t site_document_owner(const struct site_document *document, enum site_section section,
                           size_t entry)
{
    return document->entries[section][entry].owner;
}

const struct site_node *site_document_value(const struct site_document *document,
                                            const struct site_place *place)
{
    const struct site_child *pair =
        site_tree_find(find_entry(document, place->section, place->entry), place->key);
    return pair ? pair->value : NULL;
}
