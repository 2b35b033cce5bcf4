/* Suggestions for a file name that is not in the data. */
#ifndef CLI_NEAR_NAMES_H
#define CLI_NEAR_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "assets/assets.h"

enum { NEAR_NAMES_MAX = 3 };

struct near_names {
    size_t count;
    size_t distances[NEAR_NAMES_MAX]; /* nearest first */
    char names[NEAR_NAMES_MAX][NAME_BYTES];
    char text[192]; /* for messages: "a, b, c", cut off where it does not fit */
};

/*
 * Finds the nearest names: first by the name without its folder, then by the folder. False: no name
 * is near, or out of memory. `canonical` comes from name_canonical.
 */
bool near_names_find(const struct assets *assets, const char *canonical, struct near_names *near);

#endif
