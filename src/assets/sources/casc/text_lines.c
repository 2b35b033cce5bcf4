#include "assets/sources/casc/text_lines.h"

#include <string.h>

bool text_next_part(struct text_part *rest, char separator, struct text_part *part)
{
    if (!rest->begin) {
        return false;
    }
    const char *end = rest->size > 0 ? memchr(rest->begin, separator, rest->size) : NULL;
    *part = (struct text_part){rest->begin, end ? (size_t)(end - rest->begin) : rest->size};
    *rest = end ? (struct text_part){end + 1, rest->size - part->size - 1} : (struct text_part){0};
    return true;
}

bool text_next_line(struct text_part *rest, struct text_part *line)
{
    if (rest->size == 0 || !text_next_part(rest, '\n', line)) {
        return false;
    }
    if (line->size > 0 && line->begin[line->size - 1] == '\r') {
        line->size--;
    }
    return true;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

struct text_part text_trim(struct text_part part)
{
    while (part.size > 0 && is_blank(part.begin[0])) {
        part.begin++;
        part.size--;
    }
    while (part.size > 0 && is_blank(part.begin[part.size - 1])) {
        part.size--;
    }
    return part;
}

bool text_equals(struct text_part part, const char *text)
{
    return strlen(text) == part.size && memcmp(part.begin, text, part.size) == 0;
}

void text_copy(struct text_part part, char *text, size_t size)
{
    size_t length = part.size < size ? part.size : size - 1;
    memcpy(text, part.begin, length);
    text[length] = '\0';
}
