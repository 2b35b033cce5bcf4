/* Values of a site file that pages show: titles, headings, a colour, a language, a date. */
#ifndef CLI_SITE_SITE_TITLE_H
#define CLI_SITE_SITE_TITLE_H

#include "cli/options/option_kinds.h"
#include "output/web/web_map.h"

/* Bounds, see docs/security.md. */
enum {
    SITE_LANGUAGE_MAX = 35,
};

enum { SITE_TITLE_MAX = WEB_TITLE_BYTES - 1 };

/* const char *: a text of 1 to SITE_TITLE_MAX bytes, all of whose characters can be displayed
 * (utf8_is_shown). */
extern const struct option_kind site_title;

/* const char *: #RRGGBB. */
extern const struct option_kind site_color;

/* const char *: a language tag, as in HTML: 2 or 3 letters, then parts of 1 to 8 letters and
 * digits, each after a dash, 35 characters at most. */
extern const struct option_kind site_language;

/* const char *: a day, YYYY-MM-DD. */
extern const struct option_kind site_date;

/* struct option_strings: names, each once. */
extern const struct option_kind site_names;

/* struct option_strings: titles, each once. */
extern const struct option_kind site_titles;

#endif
