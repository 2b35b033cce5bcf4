#include "job/settings/job_settings.h"

#include <stdlib.h>

#include "base/array.h"

bool job_result_add_failure(struct job_result *result, uint32_t x, uint32_t y,
                            const struct adtmap_message *message)
{
    struct job_failure *failures =
        array_resize(result->failures, (size_t)result->failure_count + 1, sizeof *failures);
    if (failures) {
        result->failures = failures;
        failures[result->failure_count++] = (struct job_failure){x, y, *message};
    }
    return failures != NULL;
}

void job_result_free(struct job_result *result)
{
    free(result->directory);
    free(result->failures);
    free(result->stuck);
    free(result->changes);
    *result = (struct job_result){0};
}
