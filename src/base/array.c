#include "base/array.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 8 };

void *array_room(void *items, size_t count, size_t item_bytes)
{
    size_t room = FIRST_ROOM;
    if (count > 0 || items) {
        if (count < FIRST_ROOM || (count & (count - 1)) != 0) {
            return items;
        }
        room = 2 * count;
    }
    return room > count && room <= SIZE_MAX / item_bytes ? realloc(items, room * item_bytes) : NULL;
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

/* How many items come before the key, or, where `least` is 0, equal it, too. */
static size_t find_bound(const void *key, const void *items, size_t count, size_t item_bytes,
                         array_compare *compare, int least)
{
    size_t low = 0;
    while (low < count) {
        size_t middle = low + (count - low) / 2;
        if (compare(key, (const char *)items + middle * item_bytes) >= least) {
            low = middle + 1;
        } else {
            count = middle;
        }
    }
    return low;
}

size_t array_lower_bound(const void *key, const void *items, size_t count, size_t item_bytes,
                         array_compare *compare)
{
    return find_bound(key, items, count, item_bytes, compare, 1);
}

size_t array_upper_bound(const void *key, const void *items, size_t count, size_t item_bytes,
                         array_compare *compare)
{
    return find_bound(key, items, count, item_bytes, compare, 0);
}

void *array_find(const void *key, const void *items, size_t count, size_t item_bytes,
                 array_compare *compare)
{
    size_t at = array_lower_bound(key, items, count, item_bytes, compare);
    if (at == count) {
        return NULL;
    }
    const char *item = (const char *)items + at * item_bytes;
    return compare(key, item) == 0 ? (void *)(uintptr_t)item : NULL;
}
