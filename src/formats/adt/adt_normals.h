/*
 * How well normals agree with heights: finds the order and the signs of normals in files where
 * the documents leave them open (Alpha document, MCNR).
 */
#ifndef FORMATS_ADT_ADT_NORMALS_H
#define FORMATS_ADT_ADT_NORMALS_H

#include <stddef.h>

#include "formats/adt/adt.h"

/* One way to read a vertex's three bytes. */
struct adt_normal_form {
    uint8_t north, west, up; /* which byte holds the component */
    int8_t north_sign, west_sign;
};

/* Applies a form to normals as stored. Components of -128 count as -127. */
void adt_normals_apply(const struct adt_normal_form *form, int8_t (*normals)[3]);

/* Cosines of the angles between stored normals and those of the heights, added up. */
struct adt_normal_score {
    double cosines;
    double vertices;
};

/*
 * Adds the vertices of a chunk that have neighbours on all sides, if the ground is not level there.
 * `normals` are those of `chunk` read with the form under trial.
 */
void adt_normals_score(const struct adt_chunk *chunk, int8_t (*normals)[3],
                       struct adt_normal_score *score);

#endif
