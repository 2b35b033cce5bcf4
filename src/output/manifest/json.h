/*
 * JSON that others have written, read by cJSON. It does not tell a lack of memory from bad syntax,
 * but malloc leaves ENOMEM in errno.
 */
#ifndef OUTPUT_MANIFEST_JSON_H
#define OUTPUT_MANIFEST_JSON_H

#include <stddef.h>

#include <cjson/cJSON.h>

#include "base/diag.h"

/*
 * Parses the one value that `text` holds; white space may follow. *root is for cJSON_Delete, NULL
 * when it fails: ADTMAP_BAD_DATA, saying where, ADTMAP_NO_MEMORY.
 */
enum adtmap_status json_parse(const uint8_t *text, size_t size, const struct diag *diag,
                              cJSON **root);

#endif
