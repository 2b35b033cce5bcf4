/*
 * Letters are folded here in ASCII alone, as the C library's functions follow the locale; a name is
 * the same name on every system.
 */
#include "base/text.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

static int lower(char c)
{
    return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : (unsigned char)c;
}

int text_compare_nocase_n(const char *a, const char *b, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        int order = lower(a[i]) - lower(b[i]);
        if (order || !a[i]) {
            return order;
        }
    }
    return 0;
}

int text_compare_nocase(const char *a, const char *b)
{
    return text_compare_nocase_n(a, b, SIZE_MAX);
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Where the texts differ decides, with the digits on both sides of it. Of two runs of digits
 * without a leading zero the longer is the greater number. */
int text_compare_natural(const char *a, const char *b)
{
    size_t at = 0;
    while (a[at] && a[at] == b[at]) {
        at++;
    }
    int order = (unsigned char)a[at] - (unsigned char)b[at];
    size_t begin = at;
    while (begin > 0 && is_digit(a[begin - 1])) {
        begin--;
    }
    bool is_fraction = begin < at && a[begin] == '0';
    size_t zeros = begin + strspn(a + begin, "0");
    if (is_fraction && zeros >= at) { /* only zeros are common */
        /* One more zero makes it smaller than another digit; and any digit smaller than none. */
        bool a_has = is_digit(a[at]);
        bool b_has = is_digit(b[at]);
        return a_has == b_has ? order : a_has ? -1 : 1;
    }
    if (is_fraction || order == 0) {
        return order;
    }
    if (begin == at && (a[at] == '0' || b[at] == '0')) { /* one of the runs begins with a zero */
        return order;
    }
    size_t a_digits = strspn(a + at, "0123456789");
    size_t b_digits = strspn(b + at, "0123456789");
    if (a_digits == b_digits || (begin == at && (a_digits == 0 || b_digits == 0))) {
        return order;
    }
    return a_digits < b_digits ? -1 : 1;
}

char *text_duplicate(const char *text, size_t length)
{
    const char *end = memchr(text, '\0', length);
    size_t size = end ? (size_t)(end - text) : length;
    char *copy = malloc(size + 1);
    if (copy) {
        memcpy(copy, text, size);
        copy[size] = '\0';
    }
    return copy;
}

char *text_printf(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    char *text = length >= 0 ? malloc((size_t)length + 1) : NULL;
    if (text) {
        va_start(arguments, format);
        vsnprintf(text, (size_t)length + 1, format, arguments);
        va_end(arguments);
    }
    return text;
}

const void *bytes_find(const void *bytes, size_t size, const char *wanted)
{
    size_t length = strlen(wanted);
    const char *at = bytes;
    while (size >= length) {
        const char *found = memchr(at, wanted[0], size - length + 1);
        if (!found || memcmp(found, wanted, length) == 0) {
            return found;
        }
        size -= (size_t)(found - at) + 1;
        at = found + 1;
    }
    return NULL;
}

static uint8_t fold(char c, enum text_case letters)
{
    return letters == TEXT_ANY_CASE ? (uint8_t)lower(c) : (uint8_t)c;
}

/* The end of the set that begins at '[', behind its ']'; NULL if it has none. */
static const char *set_end(const char *set)
{
    const char *at = set + 1;
    at += *at == '!' || *at == '^';
    at = *at ? strchr(at + 1, ']') : NULL; /* a ']' that comes first is one of the set */
    return at ? at + 1 : NULL;
}

static bool set_has(const char *set, const char *end, uint8_t c, enum text_case letters)
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
static const char *match_one(const char *pattern, char c, enum text_case letters)
{
    const char *end = *pattern == '[' ? set_end(pattern) : NULL;
    uint8_t folded = fold(c, letters);
    if (end) {
        return set_has(pattern, end, folded, letters) ? end : NULL;
    }
    return *pattern && (*pattern == '?' || fold(*pattern, letters) == folded) ? pattern + 1 : NULL;
}

/*
 * On a mismatch only the last * takes a character more: what stood before it has matched as early
 * as it can, so that no longer match of an earlier * can help. fnmatch of the C library tries
 * those too, and takes seconds for a name when a pattern has some twenty.
 */
bool text_matches(const char *pattern, const char *text, enum text_case letters)
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

bool text_is_pattern(const char *text)
{
    return strpbrk(text, "*?[") != NULL;
}

bool text_is_address(const char *text)
{
    return strncmp(text, "https://", 8) == 0 || strncmp(text, "http://", 7) == 0;
}

uint32_t text_address_hides(const char *text)
{
    for (; *text; text++) {
        size_t length = utf8_length(text); /* 0 within a character */
        uint32_t value = length > 1 ? utf8_value(text, length) : 0;
        if (value && !utf8_is_shown(value)) {
            return value;
        }
    }
    return 0;
}
