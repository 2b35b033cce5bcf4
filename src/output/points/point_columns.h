/* Which columns of a file of points hold what, by the names that databases of servers give them. */
#ifndef OUTPUT_POINTS_POINT_COLUMNS_H
#define OUTPUT_POINTS_POINT_COLUMNS_H

#include <stdbool.h>
#include <stdint.h>

#include "output/points/point_text.h"

enum point_role {
    ROLE_MAP,
    ROLE_X,
    ROLE_Y,
    ROLE_Z,
    ROLE_AREA,
    ROLE_ZONE,
    ROLE_KEY,   /* what names a line in the database */
    ROLE_ENTRY, /* what kind of creature or object it is of */
    /* of markers */
    ROLE_NAME,
    ROLE_GROUP,
    ROLE_ICON,
    ROLE_COLOR,
    ROLE_TEXT,
    ROLE_LINK,
    ROLE_PICTURE,
    ROLE_HIDDEN,
    ROLE_PATH,
    ROLE_POINT,
    ROLE_SHAPE,
    POINT_ROLES
};

struct point_columns {
    size_t count;
    size_t members; /* of these, that the JSON object has: the first (point_columns_follow) */
    char *names[POINT_FIELDS_MAX]; /* from malloc */
    char **unique; /* for each column whose name one before it has: "name_2" and so on, which no
                      other column has, else NULL; from malloc; NULL: all names differ */
    int roles[POINT_ROLES]; /* a column; -1: none */
};

void point_columns_free(struct point_columns *columns);

/* Whether the fields of a first line are names: one of them is a known name of X. */
bool point_columns_are_names(const struct point_fields *fields);

/* Takes the fields as names, which may repeat, as those of a database's join do. NULL, or what is
 * wrong; static storage. */
const char *point_columns_set(struct point_columns *columns, const struct point_fields *fields);

/* Whether a line has a field for each column: NULL, or what is wrong; static storage. */
const char *point_columns_check(const struct point_columns *columns,
                                const struct point_fields *fields);

/* Takes the names of the members of a JSON object as columns. */
const char *point_columns_set_members(struct point_columns *columns,
                                      const struct point_fields *fields);

/*
 * Makes the columns those of a JSON object: its members, then those that it lacks of the `first`
 * object's with a role, which no member has instead. What names a line goes by the first object's
 * name alone. *is_new: the members are not those of the object before. NULL, or what is wrong.
 */
const char *point_columns_follow(struct point_columns *columns, const struct point_fields *fields,
                                 const struct point_columns *first, bool *is_new);

/* Puts the members of a JSON object in the order of the columns; NULL for one that is missing. */
void point_columns_align(const struct point_columns *columns, struct point_fields *fields);

#endif
