/* "Did you mean": the known name that is closest to one that is not known. */
#ifndef BASE_SUGGEST_H
#define BASE_SUGGEST_H

#include <stddef.h>

/*
 * Fewest insertions, deletions, replacements and swaps of neighbours that lead from a to b, where
 * no letter is edited twice (optimal string alignment). ASCII case does not count. Only the first
 * 64 characters of each are looked at.
 */
size_t suggest_distance(const char *a, const char *b);

/*
 * The one of `names` closest to `name`, the first of several; NULL when none is closer than a
 * third of its length, and always one edit. Borrowed from `names`.
 */
const char *suggest_closest(const char *name, const char *const *names, size_t count);

#endif
