/*
 * Titles are ordered as people count, "Zone 2" before "Zone 10", and by their bytes where that is
 * equal, so lists do not depend on the order of folders.
 */
#include "output/web/web_map_card.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

static void fold(const char *title, char folded[WEB_TITLE_BYTES])
{
    snprintf(folded, WEB_TITLE_BYTES, "%s", title);
    for (char *at = folded; *at; at++) {
        *at = (char)tolower((unsigned char)*at);
    }
}

int web_title_compare(const char *a, const char *b)
{
    char folded[2][WEB_TITLE_BYTES];
    fold(a, folded[0]);
    fold(b, folded[1]);
    int order = text_compare_natural(folded[0], folded[1]);
    return order ? order : strcmp(a, b);
}

int web_map_card_compare(const struct web_map_card *a, const struct web_map_card *b)
{
    int order = web_title_compare(a->title, b->title);
    return order ? order : strcmp(a->name, b->name);
}
