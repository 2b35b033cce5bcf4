#include "cli/site/site_marks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

struct site_marks {
    yaml_document_t document;
};

enum { PLACE_BYTES = 320 };

static enum adtmap_status fail_parser(const yaml_parser_t *parser, const struct diag *diag)
{
    char place[PLACE_BYTES];
    snprintf(place, sizeof place, "%s:%zu:%zu", diag->file, parser->problem_mark.line + 1,
             parser->problem_mark.column + 1);
    const struct diag at_place = diag_at(diag, place);
    return parser->error == YAML_MEMORY_ERROR
               ? diag_fail_memory(diag)
               : diag_fail(&at_place, ADTMAP_BAD_DATA, NULL, NO_OFFSET, "is not YAML: %s",
                           parser->problem ? parser->problem : "damaged text");
}

enum adtmap_status site_marks_read(const void *text, size_t size, const struct diag *diag,
                                   struct site_marks **marks)
{
    yaml_parser_t parser;
    enum adtmap_status status = ADTMAP_OK;
    *marks = malloc(sizeof **marks);
    if (!*marks || !yaml_parser_initialize(&parser)) {
        free(*marks);
        *marks = NULL;
        return diag_fail_memory(diag);
    }
    yaml_parser_set_input_string(&parser, text, size);
    if (!yaml_parser_load(&parser, &(*marks)->document)) {
        status = fail_parser(&parser, diag);
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

static const yaml_node_t *find_node(const struct site_marks *marks, const struct site_place *place)
{
    const yaml_node_t *root = yaml_document_get_root_node(tree(marks));
    const yaml_node_t *entry = root;
    if (place->section != SITE_TOP) {
        entry = value_of(marks, root, site_section_names[place->section]);
        entry = site_section_repeats(place->section) ? item_of(marks, entry, place->entry) : entry;
    }
    if (!entry || !place->key) {
        return entry ? entry : root;
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

const char *site_marks_text(const struct site_marks *marks, const struct site_place *place)
{
    const yaml_node_t *node = find_node(marks, place);
    return node && node->type == YAML_SCALAR_NODE ? (const char *)node->data.scalar.value : NULL;
}
