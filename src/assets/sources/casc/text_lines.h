/* The lines of a text file of a storage: LF or CRLF, cut into words. */
#ifndef ASSETS_SOURCES_CASC_TEXT_LINES_H
#define ASSETS_SOURCES_CASC_TEXT_LINES_H

#include <stdbool.h>
#include <stddef.h>

/* A part of a text, not ended by a NUL. */
struct text_part {
    const char *begin;
    size_t size;
};

/* Takes the first line off `rest`, without its end; false when nothing is left. */
bool text_next_line(struct text_part *rest, struct text_part *line);

/* Takes what stands before the first `separator`, or all, off `rest`; false when nothing is left.
 */
bool text_next_part(struct text_part *rest, char separator, struct text_part *part);

/* Without the spaces and tabs at both ends. */
struct text_part text_trim(struct text_part part);

bool text_equals(struct text_part part, const char *text);

/* A copy that ends in a NUL, cut off at `size` bytes with it. */
void text_copy(struct text_part part, char *text, size_t size);

#endif
