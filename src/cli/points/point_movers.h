/* Which points fly, or swim: those whose column says so (point_text_is_yes), or whose entry is in a
 * list. */
#ifndef CLI_POINTS_POINT_MOVERS_H
#define CLI_POINTS_POINT_MOVERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "output/points/point_columns.h"

/* Zero-initialised: nobody. */
struct point_movers {
    const char *asked; /* COLUMN or @FILE; NULL: nothing is known */
    int column;        /* of the input */
    size_t count;
    uint32_t *entries; /* of the list, sorted; from malloc */
};

/* A line of the list that is wrong. */
typedef void point_movers_complaint(void *user, const char *file, uint64_t line, const char *what);

/* Reads the list, if one is asked for: a number a line, which other columns may follow; a first
 * line without a number is one of names. NULL, or why it cannot be read; static storage. */
const char *point_movers_open(struct point_movers *movers, const char *asked,
                              point_movers_complaint *complain, void *user);
void point_movers_close(struct point_movers *movers);

/* Finds the column that counts. NULL, or what is wrong; static storage. */
const char *point_movers_find_column(struct point_movers *movers,
                                     const struct point_columns *columns);

/* Whether the point whose columns these are is one of them. */
bool point_movers_have(const struct point_movers *movers, const struct point_fields *fields);

#endif
