/* Memory for large buffers. */
#ifndef OS_LARGE_ALLOC_H
#define OS_LARGE_ALLOC_H

#include <stddef.h>

enum {
    LARGE_ALLOC_ALIGNMENT = 64,

    /* Buffers of this size and more begin with pages of this size, as many as they fill, where the
     * system has them: small ones take longer to come by than to write. */
    HUGE_PAGE_BYTES = 2 << 20,
};

/* `bytes`, contents undefined, aligned to LARGE_ALLOC_ALIGNMENT; given back by free(). NULL when
 * out of memory. */
void *large_alloc(size_t bytes);

#endif
