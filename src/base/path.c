/*
 * Canonical names are in small letters with '/' between parts; slashes that follow each other count
 * as one. What could lead out of the data, such as "..", a slash at the beginning or a drive, is no
 * name at all: readers never see it.
 */
#include "base/path.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/utf8.h"

void path_spell(char *path, enum path_style style)
{
    if (style == PATH_SLASHES) {
        return;
    }
    while ((path = strchr(path, '\\'))) {
        *path = '/';
    }
}

static bool has_drive(const char *path)
{
    char letter = (char)(path[0] | 0x20);
    return letter >= 'a' && letter <= 'z' && path[1] == ':';
}

bool path_is_absolute(const char *path, enum path_style style)
{
    return path[0] == '/' || (style == PATH_DRIVES && (path[0] == '\\' || has_drive(path)));
}

bool path_is_of_drive(const char *path, enum path_style style)
{
    return style == PATH_DRIVES && has_drive(path) && path[2] != '/' && path[2] != '\\';
}

bool path_is_root(const char *path, enum path_style style)
{
    return strcmp(path + (style == PATH_DRIVES && has_drive(path) ? 2 : 0), "/") == 0;
}

char *path_join(const char *directory, const char *name)
{
    size_t length = strlen(directory);
    size_t start = length > 0 && directory[length - 1] != '/' ? length + 1 : length;
    size_t name_bytes = strlen(name) + 1;
    char *joined = malloc(start + name_bytes);
    if (joined) {
        memcpy(joined, directory, length + 1);
        joined[length] = '/';
        memcpy(joined + start, name, name_bytes);
    }
    return joined;
}

bool name_is_short(const char *name)
{
    size_t length = strnlen(name, NAME_BYTES);
    return length > 0 && length < NAME_BYTES;
}

bool path_is_within(const char *path, const char *directory)
{
    size_t length = strlen(directory);
    if (strncmp(path, directory, length) != 0) {
        return false;
    }
    return path[length] == '\0' || path[length] == '/' || (length > 0 && path[length - 1] == '/');
}

const char *path_base(const char *path)
{
    const char *base = path;
    for (const char *at = path; *at; at++) {
        if (*at == '/' || *at == '\\') {
            base = at + 1;
        }
    }
    return base;
}

char *path_directory(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash) {
        return strdup(".");
    }
    bool is_root = slash == path || (slash == path + 2 && has_drive(path) && slash[1]);
    return text_duplicate(path, (size_t)(slash - path) + (is_root ? 1 : 0));
}

static char fold(char c)
{
    if (c == '\\') {
        return '/';
    }
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* Whether the component [at, at + length) is allowed in a name. */
static bool component_is_plain(const char *at, size_t length)
{
    bool dots = (length == 1 && at[0] == '.') || (length == 2 && at[0] == '.' && at[1] == '.');
    return length > 0 && !dots;
}

/*
 * Folds a name all of whose components are as they should be. False where any of them may not be,
 * or begins with a dot: then the name is looked at letter by letter. A name is looked up dozens of
 * times for each tile, so both loops are such that compilers make vectors of them: gcc 12 does not
 * where they collect a bool.
 */
static bool fold_plain(const char *name, char canonical[NAME_BYTES])
{
    size_t length = strnlen(name, NAME_BYTES);
    if (length == NAME_BYTES || name[0] == '.') {
        return false;
    }
    uint8_t least = UINT8_MAX;
    for (size_t i = 0; i < length; i++) {
        uint8_t c = (uint8_t)fold(name[i]);
        canonical[i] = (char)c;
        least = c < least ? c : least;
    }
    canonical[length] = '\0';
    uint8_t odd = 0;
    for (size_t i = 0; i < length; i++) {
        char after = canonical[i + 1];
        odd |= (canonical[i] == '/') & ((after == '/') | (after == '.') | (after == '\0'));
    }
    return least >= 0x20 && !odd;
}

bool name_canonical(const char *name, char canonical[NAME_BYTES])
{
    while (name[0] == '.' && fold(name[1]) == '/') {
        name += 2;
    }
    if (name[0] == '\0' || fold(name[0]) == '/' || name[1] == ':') {
        return false;
    }
    if (fold_plain(name, canonical)) {
        return true;
    }
    size_t length = 0;
    size_t component = 0;
    for (; *name; name++) {
        char c = fold(*name);
        if ((uint8_t)c < 0x20 || length + 1 >= NAME_BYTES) {
            return false;
        }
        if (c == '/') {
            if (length == component) {
                continue;
            }
            if (!component_is_plain(canonical + component, length - component)) {
                return false;
            }
            component = length + 1;
        }
        canonical[length++] = c;
    }
    canonical[length] = '\0';
    return component_is_plain(canonical + component, length - component);
}

const char *name_canonical_or_itself(const char *name, char canonical[NAME_BYTES])
{
    return name_canonical(name, canonical) ? canonical : name;
}

bool name_from_windows_1252(const char *name, char utf8[NAME_BYTES])
{
    /* 0x80 to 0x9f; the others are those of Latin 1. 0: no character. */
    static const uint16_t marks[32] = {
        0x20ac, 0,      0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160,
        0x2039, 0x0152, 0,      0x017d, 0,      0,      0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
        0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0,      0x017e, 0x0178};
    const char *at = name;
    size_t length = 0;
    while (utf8_length(at) > 0) {
        at += utf8_length(at);
    }
    if (!*at) {
        return false;
    }
    for (; *name; name++) {
        uint32_t c = (uint8_t)*name;
        c = c >= 0x80 && c < 0xa0 ? marks[c - 0x80] : c;
        if (c == 0 || length + 4 > NAME_BYTES) {
            return false;
        }
        if (c >= 0x800) {
            utf8[length++] = (char)(0xe0 | c >> 12);
        }
        if (c >= 0x80) {
            utf8[length++] = (char)(c >= 0x800 ? 0x80 | (c >> 6 & 0x3f) : 0xc0 | c >> 6);
        }
        utf8[length++] = (char)(c >= 0x80 ? 0x80 | (c & 0x3f) : c);
    }
    utf8[length] = '\0';
    return true;
}

int name_compare(const char *a, const char *b)
{
    while (*a && fold(*a) == fold(*b)) {
        a++;
        b++;
    }
    return (uint8_t)fold(*a) - (uint8_t)fold(*b);
}

bool name_has_suffix(const char *name, const char *suffix)
{
    size_t length = strlen(name);
    size_t wanted = strlen(suffix);
    return length >= wanted && name_compare(name + length - wanted, suffix) == 0;
}
