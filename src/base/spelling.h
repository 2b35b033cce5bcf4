/* How far apart two words are: for "did you mean". */
#ifndef BASE_SPELLING_H
#define BASE_SPELLING_H

#include <stdbool.h>
#include <stddef.h>

/* Longer words are compared by their first SPELLING_MAX bytes. */
enum { SPELLING_MAX = 63 };

/*
 * Insertions, deletions, replacements and swaps of neighbours that turn one word into the other
 * (optimal string alignment), ASCII case ignored.
 */
size_t spelling_distance(const char *a, const char *b);

/* Whether `candidate` is near enough to `word` to be offered in its place: a third of the letters
 * may differ, at least one, or `word` is how it begins. */
bool spelling_is_near(const char *word, const char *candidate);

#endif
