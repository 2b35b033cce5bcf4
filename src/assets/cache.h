/*
 * Decoded things shared by threads: textures, models. A value is made once for its key, does not
 * change afterwards, and is kept while anyone uses it and, within a budget of bytes, for as long
 * as it was used more recently than others.
 *
 * All calls but create and destroy may come from many threads at once.
 */
#ifndef ASSETS_CACHE_H
#define ASSETS_CACHE_H

#include <stddef.h>
#include <stdint.h>

#include "adtmap/status.h"

struct cache;
struct cache_entry;

/*
 * Makes the value of `key` and says what it costs in bytes. Called without any lock, by the thread
 * that asked first; it may acquire other keys, of this cache too, but not its own. After a failure
 * nothing is stored and *value is not looked at.
 */
typedef enum adtmap_status cache_load(void *user, const char *key, void **value, size_t *bytes);

/* Frees a value. Called without any lock, by whichever thread makes the room. */
typedef void cache_free(void *value);

/* A pinned value. */
struct cache_pin {
    const void *value;
    struct cache_entry *entry;
};

struct cache_statistics {
    uint64_t hits;      /* acquired without a load of one's own */
    uint64_t loads;     /* calls of load, those that failed among them */
    uint64_t failures;  /* loads that failed */
    uint64_t evictions; /* values freed to make room */
    size_t count;       /* values held now */
    size_t bytes;       /* their cost now */
    size_t peak_bytes;  /* and at its highest, with what then had to go */
};

/* NULL when out of memory. The budget is exceeded by values in use only. */
struct cache *cache_create(size_t budget_bytes, cache_free *free_value);

/* Frees all values; none may be pinned. NULL is fine. */
void cache_destroy(struct cache *cache);

/*
 * Pins the value of `key`, loading it if nobody has. While one thread loads, others that ask for
 * the key wait and share what comes of it: the value, or the status of the failure (whose message
 * only the loading thread has). ADTMAP_NO_MEMORY may come from the cache itself.
 */
enum adtmap_status cache_acquire(struct cache *cache, const char *key, cache_load *load, void *user,
                                 struct cache_pin *pin);

/* Gives a pin back; the pin is empty afterwards, and an empty pin is fine. */
void cache_release(struct cache *cache, struct cache_pin *pin);

struct cache_statistics cache_statistics(struct cache *cache);

#endif
