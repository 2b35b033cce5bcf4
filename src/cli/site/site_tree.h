/*
 * A YAML text as a tree of nodes, each with its line and column. Aliases are resolved: their place
 * in the tree is taken by the node that they stand for, which then has several parents. The tree
 * has no circles.
 */
#ifndef CLI_SITE_SITE_TREE_H
#define CLI_SITE_SITE_TREE_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/text.h"

/* Bounds, see docs/security.md. */
enum {
    SITE_ANCHORS_MAX = 256,
};

enum { SITE_DEPTH_MAX = 16 };

enum site_node_kind { SITE_SCALAR, SITE_LIST, SITE_MAPPING };

struct site_mark {
    size_t line; /* from 1 */
    size_t column;
};

/* An item of a list, or a pair of a mapping. */
struct site_child {
    const struct site_node *key; /* NULL in a list */
    struct site_node *value;
    struct site_child *next;
};

struct site_node {
    enum site_node_kind kind;
    bool is_open; /* while the tree is read: its end has not come yet */
    struct site_mark mark;
    struct site_child *first;
    struct site_child *last;
    const char *path; /* of a scalar that is a path: from the working folder; set by the user */
    char text[];      /* of a scalar, without NUL characters */
};

/*
 * Reads a document into `arena`; *root is NULL if it is empty. `diag->file` is the name of the
 * file, to which messages add line and column. ADTMAP_BAD_DATA for a text that is no YAML, has
 * several documents, a NUL character in a value or an alias within its own anchor; ADTMAP_LIMIT for
 * one that is nested more than SITE_DEPTH_MAX deep or has too many anchors; ADTMAP_NO_MEMORY.
 */
enum adtmap_status site_tree_read(const void *text, size_t size, const struct diag *diag,
                                  struct arena *arena, struct site_node **root);

/* The last pair of a mapping with this key; NULL if there is none, or the node is no mapping. */
const struct site_child *site_tree_find(const struct site_node *node, const char *key);

/* Fails at a place of the file. */
PRINTF_FORMAT(4, 5)
enum adtmap_status site_tree_fail(const struct diag *diag, struct site_mark mark,
                                  enum adtmap_status status, const char *format, ...);

#endif
