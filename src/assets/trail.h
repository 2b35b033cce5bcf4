/*
 * The trail of a piece of work: which names of the data it asked for, found or not. A tile is drawn
 * again when something on its trail has changed, so a trail must be complete. Calls of
 * assets.h note names by themselves on the trail of the thread that calls, and a value from a cache
 * (assets/cache.h) brings the trail of its making along.
 *
 * A thread has one trail at a time; a piece of work that goes on in another thread takes its trail
 * there. Without a trail nothing is noted.
 */
#ifndef ASSETS_TRAIL_H
#define ASSETS_TRAIL_H

#include <stdbool.h>
#include <stdint.h>

/* Indices into the notes of the assets (assets/notes.h), in any order, repeated at will.
 * Zero-initialised: empty. */
struct trail {
    uint32_t *items;
    uint32_t count;
    uint32_t capacity;
    bool failed; /* out of memory: something is missing */
};

/* Makes `trail` that of the calling thread, or none with NULL; gives the one it had. */
struct trail *trail_follow(struct trail *trail);

/* The calling thread's trail; NULL: none. */
struct trail *trail_current(void);

/* Adds one note, or all of another trail, to `trail`; does nothing when that is NULL. */
void trail_add(struct trail *trail, uint32_t item);
void trail_add_all(struct trail *trail, const struct trail *more);

/* Takes every one of this item off the trail. */
void trail_drop(struct trail *trail, uint32_t item);

/* Sorts the items and drops repeated ones. */
void trail_tidy(struct trail *trail);

/* The trail is empty afterwards. */
void trail_free(struct trail *trail);

#endif
