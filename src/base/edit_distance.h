/* How far apart two words are: for "did you mean". */
#ifndef BASE_EDIT_DISTANCE_H
#define BASE_EDIT_DISTANCE_H

#include <stdbool.h>
#include <stddef.h>

/* Longer words are compared by their first EDIT_DISTANCE_NAME_MAX bytes. */
enum { EDIT_DISTANCE_NAME_MAX = 63 };

/*
 * Insertions, deletions, replacements and swaps of neighbours that turn one word into the other
 * (optimal string alignment), ASCII case ignored.
 */
size_t edit_distance(const char *a, const char *b);

/* Whether `candidate` is near enough to `word` to be offered in its place: a third of the letters
 * may differ, at least one, or `word` is how it begins. */
bool edit_distance_is_near(const char *word, const char *candidate);

#endif
