/* Work on all threads. */
#ifndef DEMO_BYTES_PARALLEL_H
#define DEMO_BYTES_PARALLEL_H

#include "adtmap/status.h"
#include "base/diag.h"

typedef enum adtmap_status parallel_work(int number, const void *context, const struct diag *diag);

/* Calls `work` for the numbers 0..count - 1, all of them. Returns the first failure, with its
 * message in `diag`. */
enum adtmap_status parallel_run(int count, parallel_work *work, const void *context,
                                const struct diag *diag);

#endif
