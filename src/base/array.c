#include "base/array.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 8 };

void *array_room(void *items, size_t count, size_t item_bytes)
{
    if (count == 0 && !items) {
        return reallocarray(NULL, FIRST_ROOM, item_bytes);
    }
    if (count < FIRST_ROOM || (count & (count - 1)) != 0) {
        return items;
    }
    return count <= SIZE_MAX / 2 ? reallocarray(items, 2 * count, item_bytes) : NULL;
}

int array_compare_u32(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a;
    uint32_t y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

size_t array_sort_unique(void *items, size_t count, size_t item_bytes, array_compare *compare)
{
    char *bytes = items;
    size_t kept = 0;
    if (count > 0) {
        qsort(items, count, item_bytes, compare);
    }
    for (size_t i = 0; i < count; i++) {
        const char *item = bytes + i * item_bytes;
        if (kept > 0 && compare(bytes + (kept - 1) * item_bytes, item) == 0) {
            continue;
        }
        if (kept < i) {
            memcpy(bytes + kept * item_bytes, item, item_bytes);
        }
        kept++;
    }
    return kept;
}

size_t array_lower_bound(const void *key, const void *items, size_t count, size_t item_bytes,
                         array_compare *compare)
{
    size_t low = 0;
    while (low < count) {
        size_t middle = low + (count - low) / 2;
        if (compare(key, (const char *)items + middle * item_bytes) > 0) {
            low = middle + 1;
        } else {
            count = middle;
        }
    }
    return low;
}

void *array_find(const void *key, const void *items, size_t count, size_t item_bytes,
                 array_compare *compare)
{
    size_t at = array_lower_bound(key, items, count, item_bytes, compare);
    const char *item = (const char *)items + (items ? at * item_bytes : 0);
    return at < count && compare(key, item) == 0 ? (void *)(uintptr_t)item : NULL;
}
