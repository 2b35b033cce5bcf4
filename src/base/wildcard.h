/* Patterns of names, as in a shell. */
#ifndef BASE_WILDCARD_H
#define BASE_WILDCARD_H

#include <stdbool.h>

enum wildcard_case { WILDCARD_EXACT_CASE, WILDCARD_ANY_CASE };

/*
 * Whether all of `text` matches. In the pattern * is any number of characters, '/' included, ? any
 * one, [a-z] one of a set and [!a-z] one outside of it; all others are themselves, '\' and a '['
 * without its ']' too. Characters are bytes, and letters of ASCII have case. Takes at most the
 * product of both lengths steps.
 */
bool wildcard_matches(const char *pattern, const char *text, enum wildcard_case letters);

/* Whether the text has a character that stands for others. */
bool wildcard_is_pattern(const char *text);

#endif
