/*
 * On a mismatch only the last * takes a character more: what stood before it has matched as early
 * as it can, so that no longer match of an earlier * can help. fnmatch of the C library tries
 * those too, and takes seconds for a name when a pattern has some twenty.
 */
#include "base/wildcard.h"

#include <ctype.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static uint8_t fold(char c, enum wildcard_case letters)
{
    return letters == WILDCARD_ANY_CASE ? (uint8_t)tolower((uint8_t)c) : (uint8_t)c;
}

/* The end of the set that begins at '[', behind its ']'; NULL if it has none. */
static const char *set_end(const char *set)
{
    const char *at = set + 1;
    at += *at == '!' || *at == '^';
    at = *at ? strchr(at + 1, ']') : NULL; /* a ']' that comes first is one of the set */
    return at ? at + 1 : NULL;
}

static bool set_has(const char *set, const char *end, uint8_t c, enum wildcard_case letters)
{
    const char *at = set + 1;
    bool is_negated = *at == '!' || *at == '^';
    bool has = false;
    for (at += is_negated; at < end - 1; at++) {
        uint8_t low = fold(*at, letters);
        uint8_t high = low;
        if (at[1] == '-' && at + 2 < end - 1) {
            high = fold(at[2], letters);
            at += 2;
        }
        has |= c >= low && c <= high;
    }
    return has != is_negated;
}

/* The pattern behind its first character or set, if that matches `c`; else NULL. */
static const char *match_one(const char *pattern, char c, enum wildcard_case letters)
{
    const char *end = *pattern == '[' ? set_end(pattern) : NULL;
    uint8_t folded = fold(c, letters);
    if (end) {
        return set_has(pattern, end, folded, letters) ? end : NULL;
    }
    return *pattern && (*pattern == '?' || fold(*pattern, letters) == folded) ? pattern + 1 : NULL;
}

bool wildcard_matches(const char *pattern, const char *text, enum wildcard_case letters)
{
    const char *star = NULL;  /* behind the last * */
    const char *taken = NULL; /* where the text that it does not take begins */
    while (*text) {
        if (*pattern == '*') {
            star = ++pattern;
            taken = text;
            continue;
        }
        const char *next = match_one(pattern, *text, letters);
        if (next) {
            pattern = next;
            text++;
        } else if (star) {
            pattern = star;
            text = ++taken;
        } else {
            return false;
        }
    }
    return pattern[strspn(pattern, "*")] == '\0';
}

bool wildcard_is_pattern(const char *text)
{
    return strpbrk(text, "*?[") != NULL;
}
