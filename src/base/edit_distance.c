/*
 * Levenshtein's distance with swapped neighbours as one step (optimal string alignment), case
 * ignored. A row of the table needs the two before it, so three rows go round.
 */
#include "base/edit_distance.h"

#include <ctype.h>
#include <string.h>

#include "base/size.h"
#include "base/text.h"

static bool same(char a, char b)
{
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/* Computes row `i` of the distance table from the two rows before it. */
static void fill_row(const char *a, const char *b, size_t i, size_t length,
                     size_t rows[3][EDIT_DISTANCE_NAME_MAX + 1])
{
    const size_t *two_up = rows[(i + 1) % 3];
    const size_t *up = rows[(i + 2) % 3];
    size_t *row = rows[i % 3];
    row[0] = i;
    for (size_t j = 1; j <= length; j++) {
        size_t replaced = up[j - 1] + !same(a[i - 1], b[j - 1]);
        row[j] = size_min(replaced, size_min(up[j], row[j - 1]) + 1);
        bool swapped = i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]);
        if (swapped) {
            row[j] = size_min(row[j], two_up[j - 2] + 1);
        }
    }
}

size_t edit_distance(const char *a, const char *b)
{
    size_t rows[3][EDIT_DISTANCE_NAME_MAX + 1];
    size_t a_length = strnlen(a, EDIT_DISTANCE_NAME_MAX);
    size_t b_length = strnlen(b, EDIT_DISTANCE_NAME_MAX);
    for (size_t j = 0; j <= b_length; j++) {
        rows[0][j] = j;
    }
    for (size_t i = 1; i <= a_length; i++) {
        fill_row(a, b, i, b_length, rows);
    }
    return rows[a_length % 3][b_length];
}

bool edit_distance_is_near(const char *word, const char *candidate)
{
    size_t length = strlen(word);
    if (length > EDIT_DISTANCE_NAME_MAX) {
        return false; /* what is behind its first characters does not count */
    }
    if (length >= 3 && text_compare_nocase_n(word, candidate, length) == 0) {
        return true;
    }
    return edit_distance(word, candidate) <= size_max(1, length / 3);
}

void edit_distance_take_nearer(const char *word, const char *candidate, const char **nearest)
{
    if (edit_distance_is_near(word, candidate) &&
        (!*nearest || edit_distance(word, candidate) < edit_distance(word, *nearest))) {
        *nearest = candidate;
    }
}
