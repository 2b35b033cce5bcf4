/* Memory for large buffers. */
#ifndef OS_PAGES_H
#define OS_PAGES_H

#include <stddef.h>

enum {
    PAGES_ALIGNMENT = 64,

    /* Buffers of this size and more begin with pages of this size, as many as they fill, where the
     * system has them: small ones take longer to come by than to write. */
    PAGES_HUGE_BYTES = 2 << 20,
};

/* `bytes`, contents undefined, aligned to PAGES_ALIGNMENT; given back by free(). NULL when out of
 * memory. */
void *pages_alloc(size_t bytes);

#endif
