/*
 * Decoded things shared by threads: textures, models. A value is made once for its key, does not
 * change afterwards, and is kept while anyone uses it and, within a budget of bytes, afterwards.
 * Caches of one pool share its budget: what has held the most bytes for the longest without being
 * used goes first, of whichever cache it is.
 *
 * All calls but create and destroy may come from many threads at once.
 */
#ifndef ASSETS_CACHE_H
#define ASSETS_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adtmap/status.h"

struct assets;
struct cache_pool;
struct cache;
struct cache_entry;

/* What a value is made of. */
struct cache_loading {
    struct cache *cache;
    const struct assets *assets;  /* of the cache */
    const struct adtmap_log *log; /* leads to that of the cache, during the load; drops all if a
                                     value of the key was made and freed earlier in the round, so
                                     that what is wrong is reported once; may be wrong when memory
                                     is lacking */
    bool *has_warned;             /* to be set if another load gave the warnings of this value */
    const void *key;              /* lives as long as the value */
    const void *user;             /* of cache_acquire */
};

/* The values of a cache. */
struct cache_kind {
    /*
     * Makes a value, and says what it costs in bytes. Called without any lock, by the thread that
     * asked first; it may acquire other keys, of this cache too, but not its own. After a failure
     * nothing is stored and *value is not looked at.
     */
    enum adtmap_status (*load)(const struct cache_loading *loading, void **value, size_t *bytes);

    /* Frees a value. Called without any lock, by whichever thread makes the room. */
    void (*free)(void *value);
};

/* A pinned value. Acquiring it records the dependencies of its loading for the calling thread
 * (assets/dep_set.h), whichever thread loaded it. */
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
};

/* The cost of all values of a pool. */
struct cache_pool_usage {
    size_t bytes;             /* now */
    size_t peak_bytes;        /* at its highest, with what then had to go */
    size_t pinned_bytes;      /* of values in use, now */
    size_t peak_pinned_bytes; /* and at its highest */
};

/* NULL when out of memory. The budget is exceeded by values in use only. */
struct cache_pool *cache_pool_create(size_t budget_bytes);

/* All its caches must be gone. NULL is fine. */
void cache_pool_destroy(struct cache_pool *pool);

/* Sets another budget; what is over it goes at once. */
void cache_pool_limit(struct cache_pool *pool, size_t budget_bytes);

/* Begins a round, in which the warnings of loads are given once more: a value with warnings is
 * loaded again when it is next asked for, unless it is pinned then. */
void cache_pool_warn_again(struct cache_pool *pool);

struct cache_pool_usage cache_pool_usage(struct cache_pool *pool);

/* `pool`, `kind`, and `assets` and `log`, which `load` is given and which may be NULL, must outlive
 * the cache. NULL when out of memory. */
struct cache *cache_create(struct cache_pool *pool, const struct cache_kind *kind,
                           const struct assets *assets, const struct adtmap_log *log);

/* What cache_create was given. */
const struct assets *cache_assets(const struct cache *cache);

/* Frees all values; none may be pinned. NULL is fine. */
void cache_destroy(struct cache *cache);

/*
 * Pins the value of `key`, which is equal to another if all its bytes are, loading it if nobody
 * has; `user` is for a load of one's own. While one thread loads, others that ask for
 * the key wait and share what comes of it: the value, or the status of the failure (whose message
 * only the loading thread has). When that one lacked memory the others try, one by one.
 * ADTMAP_NO_MEMORY may come from the cache itself.
 */
enum adtmap_status cache_acquire(struct cache *cache, const void *key, size_t key_bytes,
                                 const void *user, struct cache_pin *pin);

/* Pins the value of `key` as cache_acquire does, but loads nothing and waits for nobody: false, and
 * an empty pin, unless the value is there. */
bool cache_acquire_loaded(struct cache *cache, const void *key, size_t key_bytes,
                          struct cache_pin *pin);

/* Gives a pin back; the pin is empty afterwards, and an empty pin is fine. */
void cache_release(struct cache_pin *pin);

/* The same for a value that is not expected to be asked for again: it goes when nobody else has it
 * pinned, whatever room there is. */
void cache_discard(struct cache_pin *pin);

struct cache_statistics cache_statistics(struct cache *cache);

#endif
