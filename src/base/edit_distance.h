/* The edit distance of two words, for "did you mean" hints. */
#ifndef BASE_EDIT_DISTANCE_H
#define BASE_EDIT_DISTANCE_H

#include <stdbool.h>
#include <stddef.h>

/* Longer words are compared by their first EDIT_DISTANCE_NAME_MAX bytes. */
enum { EDIT_DISTANCE_NAME_MAX = 63 };

/*
 * The smallest number of insertions, deletions, replacements and swaps of neighbours that turn one
 * word into the other (optimal string alignment). ASCII case is ignored.
 */
size_t edit_distance(const char *a, const char *b);

/* Whether to suggest `candidate` for `word`: their distance is at most a third of the letters, or
 * 1, or `candidate` begins with `word` of at least 3 letters. */
bool edit_distance_is_near(const char *word, const char *candidate);

/* Replaces *nearest, NULL at first, by a candidate that is near the word, and nearer than it. */
void edit_distance_take_nearer(const char *word, const char *candidate, const char **nearest);

#endif
