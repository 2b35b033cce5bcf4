/*
 * Facts as lines for people, from the calls that else write JSON (base/json.h): members of the
 * object at the top a line each, a list of objects a line an object, its first member without its
 * name. In an object within a list, a list of objects comes last.
 */
#ifndef CLI_REPORT_OUTLINE_H
#define CLI_REPORT_OUTLINE_H

#include "base/json.h"

enum { OUTLINE_DEPTH_MAX = 8, OUTLINE_NAME_BYTES = 64 };

/* The members are private. */
struct outline {
    struct json json; /* first: the writer whose target this is */
    bool is_long;
    bool is_terminal;
    size_t depth;
    size_t hidden; /* lists and objects begun within a fact that is not shown */
    struct {
        char name[OUTLINE_NAME_BYTES]; /* of a list */
        bool is_array;
        bool is_filled;
        unsigned indent; /* of a list: that of its objects */
    } levels[OUTLINE_DEPTH_MAX];
};

/* An outline that appends to `text`, which is borrowed. Without `is_long`, long lists are left out;
 * on a terminal, characters that could steer it become '?'. */
void outline_open(struct outline *outline, struct buffer *text, bool is_long, bool is_terminal);

#endif
