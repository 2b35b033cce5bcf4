/* A log that stores messages for tests. */
#ifndef TESTS_CAPTURED_H
#define TESTS_CAPTURED_H

#include <stdbool.h>
#include <string.h>

#include "base/diag.h"

enum { CAPTURED_MAX = 64 };

struct captured {
    unsigned warnings; /* number of all; the first CAPTURED_MAX are stored */
    unsigned notices;
    struct adtmap_message kept[CAPTURED_MAX];
};

/* adtmap_log.write; `user` is a struct captured. */
static inline void captured_write(void *user, const struct adtmap_message *message)
{
    struct captured *captured = user;
    captured->notices += message->level == ADTMAP_NOTICE;
    if (message->level != ADTMAP_WARNING) {
        return;
    }
    if (captured->warnings < CAPTURED_MAX) {
        captured->kept[captured->warnings] = *message;
    }
    captured->warnings++;
}

/* The warning about `chunk` whose text contains `words`, or NULL. */
static inline const struct adtmap_message *captured_find(const struct captured *captured,
                                                         const char *chunk, const char *words)
{
    for (unsigned i = 0; i < captured->warnings && i < CAPTURED_MAX; i++) {
        const struct adtmap_message *message = &captured->kept[i];
        if (strcmp(message->chunk, chunk) == 0 && strstr(message->what, words)) {
            return message;
        }
    }
    return NULL;
}

#endif
