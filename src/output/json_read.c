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

enum adtmap_status json_parse(const uint8_t *text, size_t size, const char *wanted,
                              const struct diag *diag, cJSON **root)
{
    const char *begin = (const char *)text;
    const char *end = begin;
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
