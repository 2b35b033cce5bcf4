/* Which columns of a file of points hold what, by the names that databases of servers give them. */
#ifndef CLI_POINTS_POINT_COLUMNS_H
#define CLI_POINTS_POINT_COLUMNS_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/points/point_text.h"

enum point_role {
    ROLE_MAP,
    ROLE_X,
    ROLE_Y,
    ROLE_Z,
    ROLE_AREA,
    ROLE_ZONE,
    ROLE_KEY, /* what names a line in the database */
    POINT_ROLES
};

struct point_columns {
    size_t count;
    char *names[POINT_FIELDS_MAX]; /* from malloc */
    int roles[POINT_ROLES];        /* a column; -1: none */
};

void point_columns_free(struct point_columns *columns);

/* Whether the fields of a first line are names: one of them is a known name of X. */
bool point_columns_are_names(const struct point_fields *fields);

/* Takes the fields as names. NULL, or what is wrong; static storage. */
const char *point_columns_set(struct point_columns *columns, const struct point_fields *fields);

/* The same of the members of a JSON object. Sets roles alone; without X or Y they are -1. */
void point_columns_of_members(const struct point_fields *fields, int roles[POINT_ROLES]);

#endif
