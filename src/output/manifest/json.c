#include "output/manifest/json.h"

#include <errno.h>
#include <stdbool.h>

static bool is_space(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n')) {
        at++;
    }
    return at == end;
}

enum adtmap_status json_parse(const uint8_t *text, size_t size, const struct diag *diag,
                              cJSON **root)
{
    const char *begin = (const char *)text;
    const char *end = begin;
    errno = 0;
    *root = cJSON_ParseWithLengthOpts(begin, size, &end, 0);
    if (!*root && errno == ENOMEM) {
        return diag_fail_memory(diag);
    }
    if (*root && is_space(end, begin + size)) {
        return ADTMAP_OK;
    }
    cJSON_Delete(*root);
    *root = NULL;
    return diag_fail(diag, ADTMAP_BAD_DATA, NULL, end ? end - begin : NO_OFFSET,
                     "is no JSON from here on");
}
