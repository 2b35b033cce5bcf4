/* What a site says of itself on its pages: words, a colour and a logo, from its site file. */
#ifndef OUTPUT_WEB_WEB_BRAND_H
#define OUTPUT_WEB_WEB_BRAND_H

#include "base/buffer.h"
#include "base/json.h"
#include "os/file.h"

/* All is borrowed, and NULL where the site does not say it. */
struct web_brand {
    const char *description;
    const char *footer;
    const char *language; /* of HTML */
    const char *accent;   /* "#RRGGBB" */
    const char *logo;     /* name of the picture below OUT */
    struct blob picture;  /* its bytes */
};

/* The contrast that WCAG's level AA asks of text. */
#define WEB_CONTRAST_AA 4.5

/* The contrast of two colours, from 1 to 21, as WCAG defines it. */
double web_brand_contrast(const uint8_t a[3], const uint8_t b[3]);

/* The accent as text of both themes: as it is where it can be read, else mixed with white for the
 * dark theme and with black for the light one, until its contrast with panels over any map is
 * WEB_CONTRAST_AA. */
void web_brand_accent(const char *accent, uint8_t pale[3], uint8_t deep[3]);

/* Appends the attribute of the page's root that sets the accent; nothing without one. */
void web_brand_print_accent(struct buffer *text, const struct web_brand *brand);

/* The members that a site's script has of it. */
void web_brand_members(struct json *json, const struct web_brand *brand);

#endif
