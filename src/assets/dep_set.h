/*
 * The dependencies of a piece of work: which names of the data it asked for, found or not. A tile
 * is drawn again when one of its dependencies has changed, so the set must be complete. The calls
 * of assets.h record names in the set of the calling thread. A value from a cache (assets/cache.h)
 * adds the dependencies of its loading.
 *
 * A thread records into one set at a time. Work that goes on in another thread takes its set there.
 * Without a set nothing is recorded.
 */
#ifndef ASSETS_DEP_SET_H
#define ASSETS_DEP_SET_H

#include <stdbool.h>
#include <stdint.h>

/* Indices into the table of the assets (assets/dependency.h), in any order; some may repeat.
 * Zero-initialised: empty. */
struct dep_set {
    uint32_t *items;
    uint32_t count;
    uint32_t capacity;
    bool failed; /* out of memory: something is missing */
};

/* The calling thread records into `deps` from now on; NULL: nowhere. Returns the set it had. */
struct dep_set *dep_recorder_set(struct dep_set *deps);

/* The set that the calling thread records into; NULL: none. */
struct dep_set *dep_recorder_current(void);

/* Adds one dependency, or all of `more`, to `deps`; does nothing when that is NULL. */
void dep_set_add(struct dep_set *deps, uint32_t item);
void dep_set_merge(struct dep_set *deps, const struct dep_set *more);

/* Removes every occurrence of `item`. */
void dep_set_remove(struct dep_set *deps, uint32_t item);

/* Sorts the items and drops repeated ones. */
void dep_set_sort_unique(struct dep_set *deps);

/* The set is empty afterwards. */
void dep_set_free(struct dep_set *deps);

#endif
