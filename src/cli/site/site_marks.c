#include "cli/site/site_marks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

struct site_marks {
    yaml_document_t document;
};

enum { PLACE_BYTES = 320, WHAT_BYTES = 128 };

static enum adtmap_status fail_at(yaml_mark_t mark, const char *what, const struct diag *diag)
{
    char place[PLACE_BYTES];
    snprintf(place, sizeof place, "%s:%zu:%zu", diag->file, mark.line + 1, mark.column + 1);
    const struct diag at_place = diag_at(diag, place);
    return diag_fail(&at_place, ADTMAP_BAD_DATA, NULL, NO_OFFSET, "%s", what);
}

/* The line and column of a byte, which libyaml does not tell of bytes that it cannot read. */
static yaml_mark_t mark_of_byte(const uint8_t *text, size_t at)
{
    yaml_mark_t mark = {at, 0, 0};
    for (size_t i = 0; i < at; i++) {
        mark.column = text[i] == '\n' ? 0 : mark.column + 1;
        mark.line += text[i] == '\n';
    }
    return mark;
}

/* What libyaml says of tabs does not name them. */
static const char *describe_problem(const yaml_parser_t *parser)
{
    const char *problem = parser->problem ? parser->problem : "damaged text";
    return strcmp(problem, "found character that cannot start any token") == 0
               ? "a tab, @, % or ` cannot begin a value: indent with spaces, or use quotes"
               : problem;
}

static enum adtmap_status fail_parser(const yaml_parser_t *parser, const uint8_t *text,
                                      const struct diag *diag)
{
    char what[WHAT_BYTES];
    snprintf(what, sizeof what, "is not YAML: %s", describe_problem(parser));
    if (parser->error == YAML_MEMORY_ERROR) {
        return diag_fail_memory(diag);
    }
    return fail_at(parser->error == YAML_READER_ERROR ? mark_of_byte(text, parser->problem_offset)
                                                      : parser->problem_mark,
                   what, diag);
}

/* A C string would end at a NUL, which an escape can write. */
static enum adtmap_status check_strings(yaml_document_t *document, const struct diag *diag)
{
    const yaml_node_t *node;
    for (int i = 1; (node = yaml_document_get_node(document, i)); i++) {
        if (node->type == YAML_SCALAR_NODE &&
            memchr(node->data.scalar.value, 0, node->data.scalar.length)) {
            return fail_at(node->start_mark, "has the character U+0000, which no value may have",
                           diag);
        }
    }
    return ADTMAP_OK;
}

static enum adtmap_status read_tree(yaml_parser_t *parser, const uint8_t *text,
                                    const struct diag *diag, yaml_document_t *document)
{
    yaml_document_t second;
    if (!yaml_parser_load(parser, document)) {
        return fail_parser(parser, text, diag);
    }
    if (!yaml_parser_load(parser, &second)) {
        yaml_document_delete(document);
        return fail_parser(parser, text, diag);
    }
    enum adtmap_status status =
        yaml_document_get_root_node(&second)
            ? fail_at(second.start_mark, "begins a second document: a site file has one", diag)
            : check_strings(document, diag);
    if (status) {
        yaml_document_delete(document);
    }
    yaml_document_delete(&second);
    return status;
}

enum adtmap_status site_marks_read(const void *text, size_t size, const struct diag *diag,
                                   struct site_marks **marks)
{
    yaml_parser_t parser;
    *marks = malloc(sizeof **marks);
    if (!*marks || !yaml_parser_initialize(&parser)) {
        free(*marks);
        *marks = NULL;
        return diag_fail_memory(diag);
    }
    yaml_parser_set_input_string(&parser, text, size);
    enum adtmap_status status = read_tree(&parser, text, diag, &(*marks)->document);
    if (status) {
        free(*marks);
        *marks = NULL;
    }
    yaml_parser_delete(&parser);
    return status;
}

void site_marks_free(struct site_marks *marks)
{
    if (marks) {
        yaml_document_delete(&marks->document);
        free(marks);
    }
}

/* The tree is built by libyaml, whose functions take it without const and do not change it. */
static yaml_document_t *tree(const struct site_marks *marks)
{
    return (yaml_document_t *)(uintptr_t)&marks->document;
}

/* The last pair of a mapping with this key; NULL: none. */
static const yaml_node_pair_t *find_pair(const struct site_marks *marks, const yaml_node_t *node,
                                         const char *key)
{
    if (!node || node->type != YAML_MAPPING_NODE) {
        return NULL;
    }
    for (const yaml_node_pair_t *pair = node->data.mapping.pairs.top;
         pair-- > node->data.mapping.pairs.start;) {
        const yaml_node_t *name = yaml_document_get_node(tree(marks), pair->key);
        if (name->type == YAML_SCALAR_NODE &&
            strcmp((const char *)name->data.scalar.value, key) == 0) {
            return pair;
        }
    }
    return NULL;
}

static const yaml_node_t *value_of(const struct site_marks *marks, const yaml_node_t *node,
                                   const char *key)
{
    const yaml_node_pair_t *pair = find_pair(marks, node, key);
    return pair ? yaml_document_get_node(tree(marks), pair->value) : NULL;
}

/* An item of a list; the node itself if it is no list or has fewer. */
static const yaml_node_t *item_of(const struct site_marks *marks, const yaml_node_t *node,
                                  size_t index)
{
    if (!node || node->type != YAML_SEQUENCE_NODE) {
        return node;
    }
    const yaml_node_item_t *first = node->data.sequence.items.start;
    return index < (size_t)(node->data.sequence.items.top - first)
               ? yaml_document_get_node(tree(marks), first[index])
               : node;
}

/* The entry of a place; NULL: the file has no such section. */
static const yaml_node_t *find_entry(const struct site_marks *marks, const struct site_place *place)
{
    const yaml_node_t *root = yaml_document_get_root_node(tree(marks));
    if (place->section == SITE_TOP) {
        return root;
    }
    const yaml_node_t *entry = value_of(marks, root, site_section_names[place->section]);
    return site_section_repeats(place->section) ? item_of(marks, entry, place->entry) : entry;
}

static const yaml_node_t *find_node(const struct site_marks *marks, const struct site_place *place)
{
    const yaml_node_t *entry = find_entry(marks, place);
    if (!entry || !place->key) {
        return entry ? entry : yaml_document_get_root_node(tree(marks));
    }
    const yaml_node_pair_t *pair = find_pair(marks, entry, place->key);
    if (!pair) {
        return entry;
    }
    if (place->is_key) {
        return yaml_document_get_node(tree(marks), pair->key);
    }
    return item_of(marks, yaml_document_get_node(tree(marks), pair->value), place->item);
}

bool site_marks_has_keys(const struct site_marks *marks)
{
    const yaml_node_t *root = yaml_document_get_root_node(tree(marks));
    return root && root->type == YAML_MAPPING_NODE;
}

struct site_mark site_marks_find(const struct site_marks *marks, const struct site_place *place)
{
    const yaml_node_t *node = find_node(marks, place);
    return node ? (struct site_mark){node->start_mark.line + 1, node->start_mark.column + 1}
                : (struct site_mark){1, 1};
}

bool site_marks_has(const struct site_marks *marks, const struct site_place *place)
{
    return find_pair(marks, find_entry(marks, place), place->key) != NULL;
}

const char *site_marks_text(const struct site_marks *marks, const struct site_place *place)
{
    const yaml_node_t *node = find_node(marks, place);
    return node && node->type == YAML_SCALAR_NODE ? (const char *)node->data.scalar.value : NULL;
}
