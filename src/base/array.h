/* Arrays that grow, and sorted arrays. Where a count is 0, the items may be NULL. */
#ifndef BASE_ARRAY_H
#define BASE_ARRAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Makes room for one item behind `count` in the array that the variable `items` points to, which
 * may move. False when out of memory, and then it stays as it was. The room is a power of two, so
 * that the count alone tells when it ends: the array must come from here, or be NULL. free() frees
 * it.
 */
#define ARRAY_ROOM(items, count) array_room(&(items), count, sizeof *(items))
bool array_room(void *variable, size_t count, size_t item_bytes);

/* realloc to `count` items; NULL, and `items` stays as it was, when out of memory or if their bytes
 * are beyond memory. */
void *array_resize(void *items, size_t count, size_t item_bytes);

/* Orders an item against another. As array_find hands them over, the first is the key. */
typedef int array_compare(const void *a, const void *b);

/*
 * Sorts. Equal items keep their order, so that the result is the same with every C library. If
 * memory is short it takes longer, in place.
 */
void array_sort(void *items, size_t count, size_t item_bytes, array_compare *compare);

/* The same; `compare` gets `context` too. */
typedef int array_compare_in(const void *a, const void *b, void *context);
void array_sort_in(void *items, size_t count, size_t item_bytes, array_compare_in *compare,
                   void *context);

/* array_sort for numbers. Takes a fraction of the time with memory for as many, which it tries to
 * allocate. */
void array_sort_u64(uint64_t *items, size_t count);

/* Of uint16_t and uint32_t. */
int array_compare_u16(const void *a, const void *b);
int array_compare_u32(const void *a, const void *b);

/* Of pointers to strings. */
int array_compare_texts(const void *a, const void *b);

/* Sorts, and leaves one of each group of equal items. Returns how many there are. */
size_t array_sort_unique(void *items, size_t count, size_t item_bytes, array_compare *compare);

/* How many items of a sorted array come before the key: where it stands, or belongs. */
size_t array_lower_bound(const void *key, const void *items, size_t count, size_t item_bytes,
                         array_compare *compare);

/* How many items of a sorted array come before the key or equal it. */
size_t array_upper_bound(const void *key, const void *items, size_t count, size_t item_bytes,
                         array_compare *compare);

/* The first item of a sorted array that equals the key; NULL: none. */
void *array_find(const void *key, const void *items, size_t count, size_t item_bytes,
                 array_compare *compare);

#endif
