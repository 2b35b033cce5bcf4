/*
 * libyaml turns the text into events: begin and end of documents, lists and mappings, scalars,
 * aliases. One pass over them builds the tree, and stops at the first fault. Its own function that
 * loads a document is not used: it does not say which alias made a circle, and text that is nested
 * 100,000 deep keeps it busy for minutes before a limit could be checked.
 */
#include "cli/site/site_tree.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <yaml.h>

enum { PLACE_BYTES = 320, WHAT_BYTES = 512 };

struct tree_reading {
    yaml_parser_t parser;
    const uint8_t *text;
    size_t size;
    const struct diag *diag;
    struct arena *arena;
    struct site_node *root;
    struct site_node *open[SITE_DEPTH_MAX]; /* lists and mappings, from the root inwards */
    struct site_node *key[SITE_DEPTH_MAX];  /* the key of each whose value has not come yet */
    size_t depth;
    size_t documents;
    struct site_mark document_mark;
    struct {
        const char *name;
        struct site_node *node;
    } anchors[SITE_ANCHORS_MAX];
    size_t anchor_count;
};

enum adtmap_status site_tree_fail(const struct diag *diag, struct site_mark mark,
                                  enum adtmap_status status, const char *format, ...)
{
    char what[WHAT_BYTES];
    char place[PLACE_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    snprintf(place, sizeof place, "%s:%zu:%zu", diag->file, mark.line, mark.column);
    const struct diag at_place = diag_at(diag, place);
    return diag_fail(&at_place, status, NULL, NO_OFFSET, "%s", what);
}

static struct site_mark mark_of(yaml_mark_t mark)
{
    return (struct site_mark){mark.line + 1, mark.column + 1};
}

/* True if no colon stands before the mark in its line: the line has a key there, no value. */
static bool is_behind_key(const struct tree_reading *reading, yaml_mark_t mark)
{
    size_t at = 0;
    for (size_t line = 0; line < mark.line && at < reading->size; at++) {
        line += reading->text[at] == '\n';
    }
    for (size_t column = 0; column < mark.column && at < reading->size; column++, at++) {
        if (reading->text[at] == ':') {
            return false;
        }
    }
    return true;
}

static enum adtmap_status fail_parser(const struct tree_reading *reading)
{
    const yaml_parser_t *parser = &reading->parser;
    const char *problem = parser->problem ? parser->problem : "damaged text";
    struct site_mark mark = mark_of(parser->problem_mark);
    if (parser->error == YAML_MEMORY_ERROR) {
        return diag_fail_memory(reading->diag);
    }
    if (parser->error == YAML_READER_ERROR) { /* has the place of a byte, but no mark */
        mark = (struct site_mark){1, 1};
        for (size_t i = 0; i < parser->problem_offset; i++) {
            mark.column = reading->text[i] == '\n' ? 1 : mark.column + 1;
            mark.line += reading->text[i] == '\n';
        }
    }
    if (strcmp(problem, "found character that cannot start any token") == 0) {
        problem = "a tab, @, % or ` cannot begin a value: indent with spaces, or use quotes";
    }
    if (strcmp(problem, "mapping values are not allowed in this context") == 0) {
        problem = is_behind_key(reading, parser->problem_mark)
                      ? "the key stands farther right than the key above, which has a value"
                      : "a value with ': ' in it stands in quotes: title: \"Realm: the maps\"";
    }
    if (strcmp(problem, "did not find expected key") == 0) {
        problem = "no key of this section: its keys stand below each other, and nothing follows a "
                  "value in quotes";
    }
    return site_tree_fail(reading->diag, mark, ADTMAP_BAD_DATA, "is not YAML: %s", problem);
}

/* Puts a node, a key or a value, where the text has come to. */
static bool append(struct tree_reading *reading, struct site_node *node)
{
    if (reading->depth == 0) {
        reading->root = node;
        return true;
    }
    struct site_node *parent = reading->open[reading->depth - 1];
    struct site_node **key = &reading->key[reading->depth - 1];
    if (parent->kind == SITE_MAPPING && !*key) {
        *key = node;
        return true;
    }
    struct site_child *child = arena_alloc(reading->arena, 1, sizeof *child);
    if (!child) {
        return false;
    }
    *child = (struct site_child){*key, node, NULL};
    *key = NULL;
    *(parent->last ? &parent->last->next : &parent->first) = child;
    parent->last = child;
    return true;
}

static struct site_node *find_anchor(const struct tree_reading *reading, const yaml_char_t *name)
{
    for (size_t i = 0; i < reading->anchor_count; i++) {
        if (strcmp(reading->anchors[i].name, (const char *)name) == 0) {
            return reading->anchors[i].node;
        }
    }
    return NULL;
}

static enum adtmap_status add_alias(struct tree_reading *reading, const yaml_event_t *event)
{
    const yaml_char_t *name = event->data.alias.anchor;
    struct site_node *node = find_anchor(reading, name);
    if (!node) {
        return site_tree_fail(reading->diag, mark_of(event->start_mark), ADTMAP_BAD_DATA,
                              "is not YAML: found undefined alias");
    }
    if (node->is_open) {
        return site_tree_fail(reading->diag, node->mark, ADTMAP_BAD_DATA,
                              "the alias '*%.64s' stands within its anchor", (const char *)name);
    }
    return append(reading, node) ? ADTMAP_OK : diag_fail_memory(reading->diag);
}

static enum adtmap_status add_node(struct tree_reading *reading, const yaml_event_t *event,
                                   enum site_node_kind kind, const yaml_char_t *anchor)
{
    bool is_scalar = kind == SITE_SCALAR;
    size_t length = is_scalar ? event->data.scalar.length : 0;
    struct site_mark mark = mark_of(event->start_mark);
    if (is_scalar && memchr(event->data.scalar.value, 0, length)) {
        return site_tree_fail(reading->diag, mark, ADTMAP_BAD_DATA,
                              "has the character U+0000, which no value may have");
    }
    if (!is_scalar && reading->depth == SITE_DEPTH_MAX) {
        return site_tree_fail(reading->diag, mark, ADTMAP_LIMIT,
                              "is nested more than %d deep, which no site file needs",
                              SITE_DEPTH_MAX);
    }
    struct site_node *node = arena_alloc(reading->arena, 1, sizeof *node + length + 1);
    if (!node || !append(reading, node)) {
        return diag_fail_memory(reading->diag);
    }
    node->kind = kind;
    node->mark = mark;
    node->is_open = !is_scalar;
    if (is_scalar) {
        memcpy(node->text, event->data.scalar.value, length);
    } else {
        reading->key[reading->depth] = NULL;
        reading->open[reading->depth++] = node;
    }
    if (!anchor) {
        return ADTMAP_OK;
    }
    if (find_anchor(reading, anchor)) {
        return site_tree_fail(reading->diag, mark, ADTMAP_BAD_DATA,
                              "is not YAML: found duplicate anchor");
    }
    if (reading->anchor_count == SITE_ANCHORS_MAX) {
        return site_tree_fail(reading->diag, mark, ADTMAP_LIMIT,
                              "has more than %d anchors, which no site file needs",
                              SITE_ANCHORS_MAX);
    }
    const char *name =
        arena_string(reading->arena, (const char *)anchor, strlen((const char *)anchor));
    if (!name) {
        return diag_fail_memory(reading->diag);
    }
    reading->anchors[reading->anchor_count].name = name;
    reading->anchors[reading->anchor_count++].node = node;
    return ADTMAP_OK;
}

static enum adtmap_status take_event(struct tree_reading *reading, const yaml_event_t *event)
{
    switch (event->type) {
    case YAML_DOCUMENT_START_EVENT:
        reading->documents++;
        reading->document_mark = mark_of(event->start_mark);
        reading->anchor_count = 0;
        return ADTMAP_OK;
    case YAML_DOCUMENT_END_EVENT: /* what is no YAML in a second one is reported first */
        return reading->documents < 2
                   ? ADTMAP_OK
                   : site_tree_fail(reading->diag, reading->document_mark, ADTMAP_BAD_DATA,
                                    "begins a second document: a site file has one");
    case YAML_ALIAS_EVENT:
        return add_alias(reading, event);
    case YAML_SCALAR_EVENT:
        return add_node(reading, event, SITE_SCALAR, event->data.scalar.anchor);
    case YAML_SEQUENCE_START_EVENT:
        return add_node(reading, event, SITE_LIST, event->data.sequence_start.anchor);
    case YAML_MAPPING_START_EVENT:
        return add_node(reading, event, SITE_MAPPING, event->data.mapping_start.anchor);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        reading->open[--reading->depth]->is_open = false;
        return ADTMAP_OK;
    default:
        return ADTMAP_OK;
    }
}

enum adtmap_status site_tree_read(const void *text, size_t size, const struct diag *diag,
                                  struct arena *arena, struct site_node **root)
{
    struct tree_reading reading = {.text = text, .size = size, .diag = diag, .arena = arena};
    enum adtmap_status status = ADTMAP_OK;
    *root = NULL;
    if (!yaml_parser_initialize(&reading.parser)) {
        return diag_fail_memory(diag);
    }
    yaml_parser_set_input_string(&reading.parser, text, size);
    for (bool is_end = false; !status && !is_end;) {
        yaml_event_t event;
        if (!yaml_parser_parse(&reading.parser, &event)) {
            status = fail_parser(&reading);
            break;
        }
        status = take_event(&reading, &event);
        is_end = event.type == YAML_STREAM_END_EVENT;
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&reading.parser);
    *root = status ? NULL : reading.root;
    return status;
}

const struct site_child *site_tree_find(const struct site_node *node, const char *key)
{
    const struct site_child *found = NULL;
    for (const struct site_child *pair = node ? node->first : NULL; pair; pair = pair->next) {
        if (pair->key && pair->key->kind == SITE_SCALAR && strcmp(pair->key->text, key) == 0) {
            found = pair;
        }
    }
    return found;
}
