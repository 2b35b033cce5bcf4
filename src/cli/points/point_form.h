/*
 * Places as people hold them in hand: numbers as pages, servers and addons write them, with the
 * name of a zone or map before them, tiles and their files, links to pages. Pages read the same
 * (output/web/page/forms.js); tests/forms.tsv has each form with its answer. What names stand for
 * is not known here.
 */
#ifndef CLI_POINTS_POINT_FORM_H
#define CLI_POINTS_POINT_FORM_H

#include <stdbool.h>
#include <stddef.h>

enum { POINT_FORM_BYTES = 1024 }; /* of a text, with its NUL */

enum point_form_kind {
    POINT_FORM_NONE,
    POINT_FORM_YARDS,   /* X and Y, perhaps Z, in yards */
    POINT_FORM_PERCENT, /* of a zone, from the west and north */
    POINT_FORM_NAMED,   /* per cent if the name is a zone's, else yards if it is a map's */
    POINT_FORM_NUMBER, /* per cent of a map by its number in the client, which nothing here knows */
};

struct point_form {
    enum point_form_kind kind;
    double values[3];            /* NaN: no Z */
    char name[POINT_FORM_BYTES]; /* of the zone, or the folder or number of the map; "": none */
    bool is_command;             /* nothing else is meant */
    bool may_be_percent;         /* both numbers are 0 to 100 */
    bool is_percent;             /* a sign says so */
    bool is_of_map;              /* the name can be that of a map alone: a tile's, or a link's */
    bool is_bare;                /* two numbers alone that may be yards or per cent */
    size_t said_count;           /* of numbers, if the name may be that of who says them */
    double said[3];
};

/* Reads a text without its end of line, of less than POINT_FORM_BYTES. Who says a place, in
 * brackets or before a colon and a blank, is no part of it. */
void point_form_read(const char *text, struct point_form *form);

/* The next reading of POINT_FORM_NAMED where the name is that of no place: without who says it.
 * False: there is none. */
bool point_form_read_again(struct point_form *form);

#endif
