#include "base/suggest.h"

#include <string.h>

#include "base/size.h"

enum { LONGEST = 64 };

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

size_t suggest_distance(const char *a, const char *b)
{
    size_t rows[3][LONGEST + 1];
    size_t a_length = strnlen(a, LONGEST);
    size_t b_length = strnlen(b, LONGEST);
    size_t *before = rows[0];
    size_t *above = rows[1];
    size_t *row = rows[2];
    for (size_t j = 0; j <= b_length; j++) {
        row[j] = j;
    }
    for (size_t i = 1; i <= a_length; i++) {
        size_t *recycled = before;
        before = above;
        above = row;
        row = recycled;
        row[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            char x = lower(a[i - 1]);
            char y = lower(b[j - 1]);
            row[j] = size_min(size_min(above[j], row[j - 1]) + 1, above[j - 1] + (x != y));
            if (i > 1 && j > 1 && x == lower(b[j - 2]) && y == lower(a[i - 2])) {
                row[j] = size_min(row[j], before[j - 2] + 1);
            }
        }
    }
    return row[b_length];
}

const char *suggest_closest(const char *name, const char *const *names, size_t count)
{
    const char *closest = NULL;
    size_t limit = size_max(1, strnlen(name, LONGEST) / 3);
    for (size_t i = 0; i < count; i++) {
        size_t distance = suggest_distance(name, names[i]);
        if (distance < limit || (distance == limit && !closest)) {
            closest = names[i];
            limit = distance;
        }
    }
    return closest;
}
