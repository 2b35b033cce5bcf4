/*
 * Arrays double at powers of two, so that a count alone tells the room there is. Sorting is by
 * merging and not qsort: equal items keep their order, with every C library, or outputs would
 * differ between systems. Without memory for the spare half it merges in place, so sorting cannot
 * fail.
 */
#include "base/array.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/size.h"

enum { FIRST_ROOM = 8 };

bool array_room(void *variable, size_t count, size_t item_bytes)
{
    void *items;
    size_t room = FIRST_ROOM;
    memcpy(&items, variable, sizeof items);
    if (count > 0 || items) {
        if (count < FIRST_ROOM || (count & (count - 1)) != 0) {
            return items != NULL;
        }
        room = 2 * count;
    }
    items =
        room > count && room <= SIZE_MAX / item_bytes ? realloc(items, room * item_bytes) : NULL;
    if (items) {
        memcpy(variable, &items, sizeof items);
    }
    return items != NULL;
}

void *array_resize(void *items, size_t count, size_t item_bytes)
{
    size_t bytes;
    return size_multiply(count, item_bytes, &bytes) ? realloc(items, bytes ? bytes : 1) : NULL;
}

struct sorting {
    size_t item_bytes;
    array_compare_in *compare;
    void *context;
    char *spare; /* room for half of the items */
};

/* Constants make copies of usual sizes single moves. */
static void copy_item(char *to, const char *from, size_t item_bytes)
{
    if (item_bytes == sizeof(uint32_t)) {
        memcpy(to, from, sizeof(uint32_t));
    } else if (item_bytes == sizeof(uint64_t)) {
        memcpy(to, from, sizeof(uint64_t));
    } else {
        memcpy(to, from, item_bytes);
    }
}

/* Sorts both halves, and merges the first, from the spare room, with the second. */
static void sort_by_merging(const struct sorting *sorting, char *items, size_t count)
{
    size_t bytes = sorting->item_bytes;
    size_t half = count / 2;
    if (count < 2) {
        return;
    }
    char *second = items + half * bytes;
    sort_by_merging(sorting, items, half);
    sort_by_merging(sorting, second, count - half);
    if (sorting->compare(second - bytes, second, sorting->context) <= 0) {
        return;
    }
    memcpy(sorting->spare, items, half * bytes);
    const char *first = sorting->spare;
    const char *first_end = first + half * bytes;
    const char *second_end = items + count * bytes;
    char *to = items;
    while (first < first_end && second < second_end) {
        bool is_first = sorting->compare(first, second, sorting->context) <= 0;
        copy_item(to, is_first ? first : second, bytes);
        first += is_first ? bytes : 0;
        second += is_first ? 0 : bytes;
        to += bytes;
    }
    memcpy(to, first, (size_t)(first_end - first));
}

static void reverse_bytes(char *begin, char *end)
{
    while (begin < end) {
        char swap = *begin;
        *begin++ = *--end;
        *end = swap;
    }
}

/*
 * Merges two sorted neighbours without memory: the longer is cut in the middle, the other where
 * that item belongs, and what lies between the cuts is rotated. Then two shorter merges are left,
 * and the depth is that of a logarithm: n items take about n log2(n)^2 moves.
 */
static void merge_in_place(const struct sorting *sorting, char *items, size_t first, size_t second)
{
    size_t bytes = sorting->item_bytes;
    while (first > 0 && second > 0) {
        char *middle = items + first * bytes;
        if (sorting->compare(middle - bytes, middle, sorting->context) <= 0) {
            return;
        }
        bool is_first_longer = first >= second;
        size_t cut = (is_first_longer ? first : second) / 2;
        char *key = (is_first_longer ? items : middle) + cut * bytes;
        char *other = is_first_longer ? middle : items;
        size_t low = 0;
        size_t high = is_first_longer ? second : first;
        while (low < high) { /* equal items of the second stay behind those of the first */
            size_t at = low + (high - low) / 2;
            int order = sorting->compare(key, other + at * bytes, sorting->context);
            if (order > 0 || (order == 0 && !is_first_longer)) {
                low = at + 1;
            } else {
                high = at;
            }
        }
        size_t of_first = is_first_longer ? cut : low;
        size_t of_second = is_first_longer ? low : cut;
        char *begin = items + of_first * bytes;
        char *end = middle + of_second * bytes;
        reverse_bytes(begin, middle);
        reverse_bytes(middle, end);
        reverse_bytes(begin, end);
        merge_in_place(sorting, items, of_first, of_second);
        items = begin + of_second * bytes;
        first -= of_first;
        second -= of_second;
    }
}

static void sort_in_place(const struct sorting *sorting, char *items, size_t count)
{
    size_t half = count / 2;
    if (count > 1) {
        sort_in_place(sorting, items, half);
        sort_in_place(sorting, items + half * sorting->item_bytes, count - half);
        merge_in_place(sorting, items, half, count - half);
    }
}

void array_sort_in(void *items, size_t count, size_t item_bytes, array_compare_in *compare,
                   void *context)
{
    _Alignas(max_align_t) char few[1024]; /* of items of any type */
    size_t spare_bytes = count / 2 * item_bytes;
    bool fits = spare_bytes <= sizeof few;
    struct sorting sorting = {item_bytes, compare, context, fits ? few : malloc(spare_bytes)};
    if (sorting.spare) {
        sort_by_merging(&sorting, items, count);
    } else {
        sort_in_place(&sorting, items, count);
    }
    if (!fits) {
        free(sorting.spare);
    }
}

static int compare_plainly(const void *a, const void *b, void *context)
{
    return (*(array_compare **)context)(a, b);
}

void array_sort(void *items, size_t count, size_t item_bytes, array_compare *compare)
{
    array_sort_in(items, count, item_bytes, compare_plainly, &compare);
}

int array_compare_u16(const void *a, const void *b)
{
    return *(const uint16_t *)a - *(const uint16_t *)b;
}

int array_compare_u32(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a;
    uint32_t y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static int compare_u64(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a;
    uint64_t y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* By one byte after the other, the lowest first, but for those that are the same in all items. */
static void sort_by_bytes(uint64_t *items, uint64_t *spare, size_t count)
{
    enum { BITS = 64, BYTE_BITS = 8, KINDS = 256 };
    uint64_t *from = items;
    uint64_t *to = spare;
    uint64_t differing = 0;
    for (size_t i = 0; i < count; i++) {
        differing |= items[i] ^ items[0];
    }
    for (unsigned shift = 0; shift < BITS; shift += BYTE_BITS) {
        size_t ends[KINDS] = {0};
        if ((differing >> shift) % KINDS == 0) {
            continue;
        }
        for (size_t i = 0; i < count; i++) {
            ends[(from[i] >> shift) % KINDS]++;
        }
        for (size_t k = 1; k < KINDS; k++) {
            ends[k] += ends[k - 1];
        }
        for (size_t i = count; i-- > 0;) {
            to[--ends[(from[i] >> shift) % KINDS]] = from[i];
        }
        uint64_t *sorted = to;
        to = from;
        from = sorted;
    }
    if (from != items) {
        memcpy(items, from, count * sizeof *items);
    }
}

void array_sort_u64(uint64_t *items, size_t count)
{
    enum { FEW = 64 };
    uint64_t *spare = count > FEW ? array_resize(NULL, count, sizeof *spare) : NULL;
    if (spare) {
        sort_by_bytes(items, spare, count);
    } else if (count > 0) {
        array_sort(items, count, sizeof *items, compare_u64);
    }
    free(spare);
}

int array_compare_texts(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

size_t array_sort_unique(void *items, size_t count, size_t item_bytes, array_compare *compare)
{
    char *bytes = items;
    size_t kept = 0;
    array_sort(items, count, item_bytes, compare);
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
