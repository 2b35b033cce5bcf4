#include "job/settings/job_settings.h"

#include <stdlib.h>

void job_result_free(struct job_result *result)
{
    free(result->directory);
    free(result->failures);
    free(result->stuck);
    free(result->changes);
    *result = (struct job_result){0};
}
