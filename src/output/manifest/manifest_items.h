/* Members of a manifest that is being read: each says whether the member is what it must be. */
#ifndef OUTPUT_MANIFEST_MANIFEST_ITEMS_H
#define OUTPUT_MANIFEST_MANIFEST_ITEMS_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/hash.h"

/* NULL when there is none; `object` may be NULL. */
const cJSON *manifest_member(const cJSON *object, const char *name);

/* A whole number, low..high. */
bool manifest_get_whole(const cJSON *object, const char *name, uint32_t low, uint32_t high,
                        uint32_t *value);

bool manifest_is_text(const cJSON *item, const char *wanted);

/* A number, or an array of `count` if that is not 1, each -1e6..1e6. */
bool manifest_get_floats(const cJSON *item, size_t count, float *values);

bool manifest_get_hash(const cJSON *item, struct hash128 *hash);

#endif
