#include "output/zoom/pyramid_parts.h"

void pyramid_keep_failure(struct pyramid *pyramid, enum adtmap_status status,
                          const struct adtmap_message *message)
{
    pthread_mutex_lock(&pyramid->lock);
    if (!pyramid->status) {
        pyramid->status = status;
        pyramid->failure = *message;
    }
    pthread_mutex_unlock(&pyramid->lock);
}

void pyramid_out_of_memory(struct pyramid *pyramid)
{
    struct adtmap_message message = {0};
    const struct diag diag = {pyramid->directory, NULL, &message};
    pyramid_keep_failure(pyramid, diag_fail_memory(&diag), &message);
}
