/*
 * cJSON says NULL both for bad syntax and for no memory: errno, which malloc sets, tells which. It
 * says where it stopped as a pointer, which becomes line and column as an editor counts them, in
 * characters.
 */
#include "output/json_read.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>

static bool is_space(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n')) {
        at++;
    }
    return at == end;
}

/* Fails at a character, with the line and the column in which an editor shows it. */
static enum adtmap_status fail_at(const char *begin, const char *at, const char *wanted,
                                  const struct diag *diag)
{
    enum { PLACE_BYTES = 320 };
    char place[PLACE_BYTES];
    size_t line = 1;
    size_t column = 1;
    for (; begin < at; begin++) {
        bool is_inner = ((unsigned char)*begin & 0xc0) == 0x80; /* byte of a UTF-8 character */
        line += *begin == '\n';
        column = *begin == '\n' ? 1 : column + !is_inner;
    }
    snprintf(place, sizeof place, "%s:%zu:%zu", diag->file, line, column);
    const struct diag at_place = diag_at(diag, place);
    return diag_fail(&at_place, ADTMAP_BAD_DATA, NULL, NO_OFFSET,
                     "is not JSON from here on; wanted: %s", wanted);
}

/*
 * About the memory that cJSON takes for a text: an item of 64 bytes for each value, which stand
 * behind a bracket or a comma, a copy of each string, and what malloc keeps with both. Two bytes
 * of text can become 80.
 */
static size_t tree_bytes(const uint8_t *text, size_t size)
{
    enum { ITEM_BYTES = sizeof(cJSON) + 16, STRING_BYTES = 32 };
    size_t bytes = ITEM_BYTES;
    bool is_quoted = false;
    for (size_t i = 0; i < size; i++) {
        if (text[i] == '"') {
            is_quoted = !is_quoted;
            bytes += is_quoted ? STRING_BYTES : 0;
        } else if (is_quoted) {
            i += text[i] == '\\';
            bytes++;
        } else if (text[i] == ',' || text[i] == '[' || text[i] == '{') {
            bytes += ITEM_BYTES;
        }
    }
    return bytes;
}

enum adtmap_status json_parse(const uint8_t *text, size_t size, const char *wanted,
                              const struct diag *diag, cJSON **root)
{
    const char *begin = (const char *)text;
    const char *end = begin;
    *root = NULL;
    if (tree_bytes(text, size) > JSON_TREE_BYTES_MAX) {
        return diag_fail(diag, ADTMAP_LIMIT, NULL, NO_OFFSET,
                         "has so many values that reading them would take over %d MiB",
                         JSON_TREE_BYTES_MAX >> 20);
    }
    errno = 0; /* cJSON gives NULL in both cases; malloc leaves ENOMEM */
    *root = cJSON_ParseWithLengthOpts(begin, size, &end, 0);
    if (!*root && errno == ENOMEM) {
        return diag_fail_memory(diag);
    }
    if (*root && is_space(end, begin + size)) {
        return ADTMAP_OK;
    }
    cJSON_Delete(*root);
    *root = NULL;
    return fail_at(begin, end ? end : begin, wanted, diag);
}
