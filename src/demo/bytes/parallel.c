#include "demo/bytes/parallel.h"

enum adtmap_status parallel_run(int count, parallel_work *work, const void *context,
                                const struct diag *diag)
{
    enum adtmap_status worst = ADTMAP_OK;
#pragma omp parallel for schedule(dynamic, 1)
    for (int number = 0; number < count; number++) {
        struct adtmap_message message = {0};
        struct diag own = {.file = diag->file, .log = diag->log, .failure = &message};
        enum adtmap_status status = work(number, context, &own);
#pragma omp critical
        if (status && !worst) {
            worst = status;
            if (diag->failure) {
                *diag->failure = message;
            }
        }
    }
    return worst;
}
