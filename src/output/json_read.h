/* What cJSON lacks: telling bad syntax from a failure to allocate, and a bound on memory. */
#ifndef OUTPUT_JSON_READ_H
#define OUTPUT_JSON_READ_H

#include <stddef.h>

#include <cjson/cJSON.h>

#include "base/diag.h"

enum { JSON_TREE_BYTES_MAX = 400 << 20 };

/*
 * Parses the one value that `text` holds; white space may follow. *root is for cJSON_Delete, NULL
 * when it fails: ADTMAP_BAD_DATA, at "FILE:LINE:COLUMN" and saying that `wanted` is expected,
 * ADTMAP_LIMIT where its values would take more than JSON_TREE_BYTES_MAX of memory,
 * ADTMAP_NO_MEMORY.
 */
enum adtmap_status json_parse(const uint8_t *text, size_t size, const char *wanted,
                              const struct diag *diag, cJSON **root);

#endif
