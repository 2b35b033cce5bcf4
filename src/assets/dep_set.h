/*
 * The trail of a piece of work: which names of the data it asked for, found or not. A tile is drawn
 * again when something on its trail has changed, so a trail must be complete. Calls of
 * assets.h note names by themselves on the trail of the thread that calls, and a value from a cache
 * (assets/cache.h) brings the trail of its making along.
 *
 * A thread has one trail at a time; a piece of work that goes on in another thread takes its trail
 * there. Without a trail nothing is noted.
 */
#ifndef ASSETS_DEP_SET_H
#define ASSETS_DEP_SET_H

#include <stdbool.h>
#include <stdint.h>

/* Indices into the notes of the assets (assets/dependency.h), in any order, repeated at will.
 * Zero-initialised: empty. */
struct dep_set {
    uint32_t *items;
    uint32_t count;
    uint32_t capacity;
    bool failed; /* out of memory: something is missing */
};

/* Makes `trail` that of the calling thread, or none with NULL; gives the one it had. */
struct dep_set *dep_recorder_set(struct dep_set *deps);

/* The calling thread's trail; NULL: none. */
struct dep_set *dep_recorder_current(void);

/* Adds one dep, or all of another trail, to `trail`; does nothing when that is NULL. */
void dep_set_add(struct dep_set *deps, uint32_t item);
void dep_set_merge(struct dep_set *deps, const struct dep_set *more);

/* Takes every one of this item off the trail. */
void dep_set_remove(struct dep_set *deps, uint32_t item);

/* Sorts the items and drops repeated ones. */
void dep_set_sort_unique(struct dep_set *deps);

/* The trail is empty afterwards. */
void dep_set_free(struct dep_set *deps);

#endif
