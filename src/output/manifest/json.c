#include "output/manifest/json.h"

#include <errno.h>
#include <stdbool.h>

#include "base/number.h"

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
    return diag_fail(diag, ADTMAP_BAD_DATA, NULL, end ? end - begin : NO_OFFSET,
                     "is not JSON from here on");
}

cJSON *json_float(float value)
{
    char text[NUMBER_BYTES];
    number_print_float(value, text);
    return cJSON_CreateRaw(text);
}
