/* Nodes by their paths, as tests name them. */
#ifndef TESTS_NODE_OF_H
#define TESTS_NODE_OF_H

#include "graph/node_id.h"

/* The node of a path in the log of a map. Its name is good until the next call. */
static inline struct node_id node_of(const char *map, const char *path)
{
    static char name[NODE_PATH_BYTES];
    struct node_id id = {0};
    (void)node_parse(path, map, &id, name);
    return id;
}

#endif
